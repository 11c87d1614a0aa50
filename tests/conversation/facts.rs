//! What the engine says about positions: `state`, `moves` and `why`, in every dialect.

use std::collections::BTreeSet;

use batyr_protocol::{
    Dialect, GameScore, LegalTurns, PositionNotation, Reply, Reserve, TurnEffect,
};

use crate::host::{EngineProcess, RESPONSE_TIMEOUT, expect_no_fault, uci::start_engine};
use crate::slow::{Position, RuleSet, Turn, fixture};

/// Sends lines and returns the replies to them.
fn ask(process: &mut EngineProcess, dialect: Dialect, lines: &str) -> Vec<Reply> {
    expect_no_fault(process.send(lines));
    expect_no_fault(process.send("isready"));
    let received = expect_no_fault(process.read_until("readyok", RESPONSE_TIMEOUT));
    let replies = received
        .iter()
        .filter_map(|line| Reply::parse(dialect, &line.text).value);
    replies.filter(|reply| *reply != Reply::ReadyOk).collect()
}

/// The answer to `state`.
struct State {
    position: (PositionNotation, String),
    result: (GameScore, Option<String>),
    reserves: Option<[Reserve; 2]>,
    turns: LegalTurns,
}

fn state(process: &mut EngineProcess, position: &str) -> State {
    let lines = format!("position {position}\nstate");
    let mut replies = ask(process, Dialect::Uci, &lines).into_iter().peekable();
    let Some(Reply::Position { notation, text }) = replies.next() else {
        panic!("no position: {position}");
    };
    let Some(Reply::Result { score, reason }) = replies.next() else {
        panic!("no result: {position}");
    };
    let reserves = match replies.peek() {
        Some(Reply::Reserves(reserves)) => Some(reserves.clone()),
        _ => None,
    };
    if reserves.is_some() {
        replies.next();
    }
    let Some(Reply::Turns(turns)) = replies.next() else {
        panic!("no turns: {position}");
    };
    assert_eq!(replies.next(), None);
    State {
        position: (notation, text),
        result: (score, reason),
        reserves,
        turns,
    }
}

/// Returns the only reply to a question.
fn one(process: &mut EngineProcess, lines: &str) -> String {
    let mut replies = ask(process, Dialect::Uci, lines);
    let reply = replies.pop().unwrap();
    assert_eq!(replies, [], "{lines}");
    reply.to_line(Dialect::Uci).unwrap()
}

#[test]
fn the_turns_are_those_of_a_generator_written_from_the_rules() {
    for rule_set in RuleSet::ALL {
        let Some(lines) = ["shatra", "shatra-original", "shatra-online"]
            .contains(&rule_set.id())
            .then(|| fixture::lines("steps", rule_set))
        else {
            continue;
        };
        let mut process = expect_no_fault(start_engine(rule_set.id()));
        for line in lines.iter().step_by(5) {
            let spn = &line[0];
            let state = state(&mut process, &format!("spn {spn}"));
            let legal = Position::from_spn(rule_set, spn).unwrap().turns();
            let legal: BTreeSet<String> = legal.iter().map(Turn::text).collect();
            let listed: BTreeSet<String> = state
                .turns
                .listed
                .iter()
                .map(|turn| turn.text.clone())
                .collect();
            assert_eq!(listed, legal, "{spn}");
            assert_eq!(state.turns.count, legal.len() as u64);
            assert_eq!(state.turns.listed.len(), legal.len());
        }
        expect_no_fault(process.quit());
    }
}

#[test]
fn captured_men_are_listed_in_their_order() {
    let mut process = expect_no_fault(start_engine("shatra"));
    // The shatra on c5 captures those on d6 and e8; after Black's two steps to d8, the shatra
    // on c8 captures the stepper by a jump over d9.
    for (spn, text, captured) in [
        (
            "9/1/4S2/3s3/7/2s4/7/7/1/k3K4 w",
            "c5:e7:e9",
            vec!["d6", "e8"],
        ),
        (
            "9/1/6K/7/7/3sS2/7/k6/1/9 w - - 42 - 1",
            "c8:e10",
            vec!["d8"],
        ),
    ] {
        let state = state(&mut process, &format!("spn {spn}"));
        let captured: Vec<String> = captured.into_iter().map(str::to_owned).collect();
        let turn = state.turns.listed.iter().find(|turn| turn.text == text);
        let effect = turn.map(|turn| turn.effect.clone());
        assert_eq!(effect, Some(TurnEffect::Capture(captured)), "{spn}");
    }
    expect_no_fault(process.quit());
}

#[test]
fn each_result_has_its_reason() {
    for (variant, position, score, reason) in [
        ("shatra", "startpos", GameScore::Unfinished, None),
        (
            "shatra",
            "spn 9/K/7/7/7/7/q6/7/k/9 b - 39",
            GameScore::WhiteWins,
            Some("no-legal-turn"),
        ),
        (
            "shatra",
            "spn 8S/K/3k3/7/7/7/7/7/1/9 w T moves d4:d6",
            GameScore::WhiteWins,
            Some("biy-captured"),
        ),
        (
            "shatra-original",
            "spn 9/1/K6/7/7/7/7/6k/1/9 w - - - 5 1 moves g5-g6",
            GameScore::Draw,
            Some("bare-biys"),
        ),
        (
            "shatra",
            "spn 9/1/K5S/7/7/7/7/s5k/1/9 w moves g5-g6 a10-a9 g6-g5 a9-a10 g5-g6 a10-a9 g6-g5 a9-a10",
            GameScore::Draw,
            Some("repetition"),
        ),
        (
            "shatranj",
            "fen k7/2Q5/1K6/8/8/8/8/R7 b",
            GameScore::WhiteWins,
            Some("bared"),
        ),
        (
            "shatar",
            "fen k7/8/1K5p/8/8/8/8/3R4 w moves d1d8",
            GameScore::WhiteWins,
            Some("mate"),
        ),
        (
            "shatar",
            "fen k7/8/1K6/8/8/8/8/3R4 b",
            GameScore::Draw,
            Some("robado"),
        ),
    ] {
        let mut process = expect_no_fault(start_engine(variant));
        let state = state(&mut process, position);
        let result = (state.result.0, state.result.1.as_deref());
        assert_eq!(result, (score, reason), "{variant} {position}");
        expect_no_fault(process.quit());
    }
}

/// What `state` prints when a biy is taken is a position like any other: it is accepted, the
/// result is the same, and a search answers that there is no turn.
#[test]
fn the_end_of_a_won_game_is_accepted_again() {
    for rule_set in RuleSet::ALL {
        let mut process = expect_no_fault(start_engine(rule_set.id()));
        let won = "spn 9/1/K6/7/3S3/2k4/7/7/1/9 w - - - - 1 moves d7:f9";
        let first = state(&mut process, won);
        let text = &first.position.1;
        assert_eq!(text, "9/1/K6/7/7/7/1S5/7/1/9 b - - - - 1");
        let turned = text.replace(" b ", " w ");
        // Only a text can have the winner to move.
        for (text, score) in [(text, "mate 0"), (&turned, "mate 1")] {
            let again = state(&mut process, &format!("spn {text}"));
            assert_eq!(&again.position.1, text);
            let result = (again.result.0, again.result.1.as_deref());
            assert_eq!(result, (GameScore::WhiteWins, Some("biy-captured")));
            assert_eq!(again.turns.count, 0);
            assert_eq!(one(&mut process, "why f9-f10"), "why game-over");
            expect_no_fault(process.send("go depth 3"));
            for line in [
                format!("info depth 0 score {score}"),
                "bestmove (none)".into(),
            ] {
                expect_no_fault(process.expect_line(&line, RESPONSE_TIMEOUT));
            }
            // Nothing looks for the square of the biy that is gone.
            expect_no_fault(process.send("eval\nd\nflip\neval\nisready"));
            expect_no_fault(process.read_until("readyok", RESPONSE_TIMEOUT));
        }
        expect_no_fault(process.quit());
    }
}

/// ShatraBase would not understand `bestmove (none)`.
#[test]
fn a_won_game_is_not_searched_in_ushi() {
    let (mut process, _) = expect_no_fault(crate::host::ushi::start_engine(2));
    let won = "position spn 9/1/K6/7/7/7/1S5/7/1/9 b - - - - 1";
    expect_no_fault(process.send(&format!("{won}\ngo movetime 10\nisready")));
    expect_no_fault(process.expect_line("readyok", RESPONSE_TIMEOUT));
    expect_no_fault(process.send("stop"));
    let message = "info string no legal step in this position";
    expect_no_fault(process.expect_line(message, RESPONSE_TIMEOUT));
    expect_no_fault(process.quit());
}

#[test]
fn state_reports_the_reserve_and_its_order() {
    let reserve = |men, next: Option<&str>| Reserve {
        men,
        next: next.map(str::to_owned),
    };
    for (variant, position, expected) in [
        (
            "shatra",
            "startpos",
            Some([reserve(10, None), reserve(10, None)]),
        ),
        (
            "shatra-original",
            "startpos",
            Some([reserve(9, Some("c3")), reserve(9, Some("e12"))]),
        ),
        (
            "shatra-original",
            "startpos moves c3-c7 e12-e8",
            Some([reserve(8, Some("d3")), reserve(8, Some("d12"))]),
        ),
        (
            "shatra-online",
            "startpos",
            Some([reserve(9, Some("c3")), reserve(9, Some("e12"))]),
        ),
        (
            "shatra-original",
            "spn SSS6/K/7/7/7/7/7/6k/1/9 w -",
            Some([reserve(0, None), reserve(0, None)]),
        ),
        ("shatranj", "startpos", None),
    ] {
        let mut process = expect_no_fault(start_engine(variant));
        let state = state(&mut process, position);
        assert_eq!(state.reserves, expected, "{variant} {position}");
        expect_no_fault(process.quit());
    }
}

#[test]
fn the_position_can_be_sent_back() {
    for (variant, position) in [
        ("shatra", "startpos moves a5-a6 a10-a9"),
        (
            "shatra-original",
            "spn SSS6/1/1SSSSS1/1KSSSSS/2S3S/4s2/s3sp1/2ksSs1/1/9 w T 50 - - 37",
        ),
        ("shatranj", "startpos moves Nf3"),
    ] {
        let mut process = expect_no_fault(start_engine(variant));
        let first = state(&mut process, position);
        let (notation, text) = first.position.clone();
        let again = state(&mut process, &format!("{} {text}", notation.key()));
        assert_eq!(again.position, first.position);
        assert_eq!(again.turns, first.turns);
        expect_no_fault(process.quit());
    }
}

#[test]
fn the_questions_have_the_same_answers_in_every_dialect_and_during_a_search() {
    let mut answers = Vec::new();
    for (handshake, dialect) in [
        ("uci", Dialect::Uci),
        ("ucci", Dialect::Ucci),
        ("ushi", Dialect::Ushi),
    ] {
        let mut process = EngineProcess::start(&[]);
        expect_no_fault(process.send(handshake));
        expect_no_fault(process.skip_to(&format!("{handshake}ok"), RESPONSE_TIMEOUT));
        let key = if dialect == Dialect::Ushi {
            "spn"
        } else {
            "fen"
        };
        let position = format!("position {key} 9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b");
        let questions = "state\nmoves\nwhy c10:c6\nprotocol";
        let idle = ask(&mut process, dialect, &format!("{position}\n{questions}"));
        expect_no_fault(process.send("go infinite"));
        let busy = ask(&mut process, dialect, questions);
        let is_info = |reply: &Reply| matches!(reply, Reply::Info(_));
        let busy: Vec<Reply> = busy.into_iter().filter(|reply| !is_info(reply)).collect();
        assert_eq!(idle, busy, "{handshake}");
        let lines = idle.iter().map(|reply| reply.to_line(dialect).unwrap());
        answers.push(lines.collect::<Vec<_>>());
        expect_no_fault(process.send("stop"));
        expect_no_fault(process.skip_to("bestmove", RESPONSE_TIMEOUT));
        expect_no_fault(process.quit());
    }
    let expected = [
        "position spn 9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b - - - - 1",
        "result *",
        "reserve 0 - 0 -",
        "turns 1 c10:c6:a6/c8,b6",
        "moves 0",
        "why chain-continues c6",
        "protocol 1",
    ];
    for lines in answers {
        assert_eq!(lines, expected);
    }
}

#[test]
fn why_names_the_reason_and_the_squares() {
    let mut process = expect_no_fault(start_engine("shatra-original"));
    for (position, text, answer) in [
        ("startpos", "d6-d7", "why legal"),
        ("startpos", "d6-d9", "why occupied-by-enemy d9"),
        ("startpos", "d6-d8", "why unreachable d6 d8"),
        ("startpos", "d8-d7", "why no-man d8"),
        ("startpos", "d9-d8", "why enemy-man d9"),
        ("startpos", "d5-d6", "why occupied-by-own d6"),
        ("startpos", "e1-e7", "why drop-order c3"),
        ("startpos", "pass", "why no-chain"),
        (
            "spn 9/1/1K4S/3S3/3s3/7/7/7/1/4k4 w",
            "a5-a6",
            "why must-capture d6",
        ),
        (
            "spn 9/1/1K4S/3S3/3s3/7/7/7/1/4k4 w",
            "d6-c7",
            "why other-capture d6",
        ),
    ] {
        let found = one(&mut process, &format!("position {position}\nwhy {text}"));
        assert_eq!(found, answer, "{position} {text}");
    }
    let unreadable = one(&mut process, "why a5+a6");
    assert!(
        unreadable.starts_with("info string error: why: "),
        "{unreadable}"
    );
    expect_no_fault(process.quit());
}
