//! Checks of the questions that a board or a referee asks.
//!
//! The questions are extensions of UCI, UCCI and USHI, which other engines need not support: for
//! an engine that does not answer `protocol`, the checks are skipped.

use std::collections::BTreeSet;

use batyr_protocol::{GameScore, PROTOCOL_VERSION, Reply};

use crate::compliance::{Check, CheckResult, EngineUnderTest, check, ensure, fail, skip};
use crate::game::{GameRecord, Variant};

/// The section of the protocol document that states the requirements.
const SECTION: &str = "Boards and referees";

pub const CHECKS: &[Check] = &[
    check(
        "state lists the position, the result and all legal turns",
        SECTION,
        state,
    ),
    check("state reports how a game has ended", SECTION, ended_game),
    check(
        "why names the reason that a move is not legal",
        SECTION,
        why,
    ),
];

/// Sends a question and returns the replies to it.
fn ask(engine: &mut EngineUnderTest, question: &str) -> CheckResult<Vec<Reply>> {
    engine.send(question)?;
    let dialect = engine.dialect();
    let lines = engine.ready()?;
    let replies = lines
        .iter()
        .filter_map(|line| Reply::parse(dialect, line).value);
    Ok(replies.collect())
}

/// Skips the check if the engine does not support the questions.
fn must_know_questions(engine: &mut EngineUnderTest) -> CheckResult {
    engine.prepare()?;
    let is_current = |reply: &Reply| match reply {
        Reply::ProtocolVersion(version) => *version >= PROTOCOL_VERSION,
        _ => false,
    };
    match ask(engine, "protocol")?.iter().any(is_current) {
        true => Ok(()),
        false => skip(format!(
            "the engine does not answer 'protocol' with version {PROTOCOL_VERSION} or later"
        )),
    }
}

fn state(engine: &mut EngineUnderTest) -> CheckResult {
    must_know_questions(engine)?;
    // The only legal turn is a chain of two jumps.
    let game = engine.new_position("9/1/K1S4/7/4Ss1/7/7/k3s2/1/9 b - - 22 - 1")?;
    let replies = ask(engine, "state")?;
    let [
        Reply::Position { text, .. },
        Reply::Result { score, .. },
        Reply::Reserves(_),
        Reply::Turns(turns),
    ] = replies.as_slice()
    else {
        return fail(format!("the answer to 'state' is {replies:?}"));
    };
    let expected = game.position_text();
    ensure(*text == expected, || {
        format!("the position is '{text}', expected '{expected}'")
    })?;
    ensure(*score == GameScore::Unfinished, || {
        format!("the result is {}, expected *", score.text())
    })?;
    let listed: BTreeSet<&str> = turns.listed.iter().map(|turn| turn.text.as_str()).collect();
    let legal = game.legal_texts(usize::MAX);
    let legal: BTreeSet<&str> = legal.iter().map(String::as_str).collect();
    ensure(listed == legal, || {
        format!("the turns are {listed:?}, expected {legal:?}")
    })
}

fn ended_game(engine: &mut EngineUnderTest) -> CheckResult {
    must_know_questions(engine)?;
    engine.select_variant(Variant::Extended)?;
    let game = GameRecord::from_text(Variant::Extended, "9/K/7/7/7/7/q6/7/k/9 b - 39")?;
    engine.set_position(&game)?;
    let replies = ask(engine, "state")?;
    let result = replies.iter().find_map(|reply| match reply {
        Reply::Result { score, reason } => Some((*score, reason.as_deref())),
        _ => None,
    });
    ensure(
        result == Some((GameScore::WhiteWins, Some("no-legal-turn"))),
        || format!("the result is {result:?}, expected 1-0 no-legal-turn"),
    )
}

fn why(engine: &mut EngineUnderTest) -> CheckResult {
    must_know_questions(engine)?;
    // Only the shatra on d6 can capture.
    engine.new_position("9/1/1K4S/3S3/3s3/7/7/7/1/4k4 w - - - - 1")?;
    for (move_text, expected) in [
        ("d6:d8", "legal"),
        ("a5-a6", "must-capture"),
        ("d6-c7", "other-capture"),
        ("g7-g8", "no-man"),
    ] {
        let replies = ask(engine, &format!("why {move_text}"))?;
        let word = replies.iter().find_map(|reply| match reply {
            Reply::Why(explanation) => Some(explanation.word.as_str()),
            _ => None,
        });
        ensure(word == Some(expected), || {
            format!("the answer to 'why {move_text}' is {replies:?}, expected {expected}")
        })?;
    }
    Ok(())
}
