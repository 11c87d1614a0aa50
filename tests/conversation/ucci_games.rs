//! Plays games of the engine against itself as a UCCI host, which sends clocks, and sometimes bans
//! a turn or offers a draw. The slow reference implementation checks every turn and every
//! variation.

use std::time::{Duration, Instant};

use crate::host::{
    ConversationFault, EngineProcess, RESPONSE_TIMEOUT, ReceivedLine, game_count,
    info::{HostDialect, PvInfo, ReportedScore, parse_info},
    measurement_lock,
    statistics::RunStatistics,
};
use crate::referee::{Referee, check_turns_are_legal, random_opening};
use crate::slow::{Position, RuleSet};
use crate::support::Random;

/// The time on the clock before each turn.
const CLOCK: Duration = Duration::from_millis(300);
/// The time by which an answer may exceed the time on the clock.
const MAX_OVERRUN: Duration = Duration::from_millis(20);
/// The same limit on a busy machine.
const MAX_OVERRUN_WHEN_BUSY: Duration = Duration::from_secs(10);
/// The score at or below which a loss is proved.
const MAX_LOST_SCORE: i64 = -31_000;

/// The answer to a `go` command.
#[derive(Debug)]
struct UcciAnswer {
    best: String,
    /// What follows the move: `draw` or `resign`.
    action: Option<String>,
    /// The last `info` line with a variation before the answer.
    info: PvInfo,
    elapsed: Duration,
}

/// Starts an engine, completes the handshake and selects the rule set.
fn start_engine(rule_set: RuleSet) -> Result<EngineProcess, ConversationFault> {
    let mut process = EngineProcess::start(&[]);
    process.send("ucci")?;
    process.skip_to("ucciok", RESPONSE_TIMEOUT)?;
    process.send("setoption usemillisec true")?;
    process.send(&format!("setoption variant {}", rule_set.id()))?;
    process.send("isready")?;
    process.expect_line("readyok", RESPONSE_TIMEOUT)?;
    Ok(process)
}

/// Sends a `go` command and checks the answer; `offer` is `draw ` or empty.
fn ask(
    process: &mut EngineProcess,
    position: &Position,
    offer: &str,
) -> Result<UcciAnswer, ConversationFault> {
    let (clock, opponent) = (CLOCK.as_millis(), 7);
    let go = format!("go {offer}time {clock} increment 10 opptime {opponent} oppincrement 1");
    let sent_at = process.send(&go)?;
    let mut info = None;
    loop {
        let received = process.next_line(RESPONSE_TIMEOUT)?;
        let protocol_fault = |fault: &str| ConversationFault::Protocol(process.with_log(fault));
        if let Some(words) = received.text.strip_prefix("bestmove ") {
            let info = info.ok_or_else(|| protocol_fault("no variation"))?;
            return parse_best_move(words, info, &received, sent_at)
                .ok_or_else(|| protocol_fault("invalid bestmove line"));
        }
        if let Some(found) =
            parse_info(&received.text, HostDialect::Ucci).map_err(|fault| protocol_fault(&fault))?
        {
            check_turns_are_legal(position, &found.pv).map_err(|fault| protocol_fault(&fault))?;
            info = Some(found);
        }
    }
}

fn parse_best_move(
    words: &str,
    info: PvInfo,
    received: &ReceivedLine,
    sent_at: Instant,
) -> Option<UcciAnswer> {
    let mut words = words.split(' ');
    let best = words.next()?.to_string();
    let mut next = words.next();
    if next == Some("ponder") {
        words.next()?;
        next = words.next();
    }
    let action = next.map(str::to_string);
    let is_valid = matches!(action.as_deref(), None | Some("draw" | "resign"));
    (is_valid && words.next().is_none()).then(|| UcciAnswer {
        best,
        action,
        info,
        elapsed: received.arrived_at - sent_at,
    })
}

/// Returns whether resigning, offering a draw and accepting one agree with the score.
fn is_consistent(answer: &UcciAnswer, is_draw_offered: bool) -> bool {
    let ReportedScore::Centipawns(score) = answer.info.score else {
        return false;
    };
    match answer.action.as_deref() {
        Some("resign") => score <= MAX_LOST_SCORE,
        Some("draw") if is_draw_offered => score <= 0,
        // The engine itself offers a draw.
        Some("draw") => score.abs() <= 10,
        _ => score > MAX_LOST_SCORE && !(is_draw_offered && score <= 0),
    }
}

/// Requests a turn; sometimes bans it and requests another one.
fn request_turn(
    process: &mut EngineProcess,
    position: &Position,
    random: &mut Random,
    statistics: &mut RunStatistics,
) -> Result<crate::slow::Turn, ConversationFault> {
    let is_draw_offered = random.once_in(5);
    let offer = if is_draw_offered { "draw " } else { "" };
    let mut answer = ask(process, position, offer)?;
    statistics.record_answer(answer.elapsed, CLOCK);
    if position.turns().len() > 1 && random.once_in(5) {
        let banned = answer.best.clone();
        process.send(&format!("banmoves {banned}"))?;
        answer = ask(process, position, offer)?;
        if answer.best == banned {
            return Err(ConversationFault::Protocol(
                process.with_log("a banned turn was played"),
            ));
        }
        statistics.count("banned turns");
    }
    if answer.info.pv[0] != answer.best || !is_consistent(&answer, is_draw_offered) {
        return Err(ConversationFault::Protocol(process.with_log(&format!(
            "inconsistent answer {answer:?}, with a draw offered: {is_draw_offered}"
        ))));
    }
    if let Some(action) = &answer.action {
        statistics.count(if action == "draw" {
            "draw offers or acceptances"
        } else {
            "resignations"
        });
    }
    let illegal = || ConversationFault::Illegal(process.with_log(&answer.best));
    position.find_turn(&answer.best).ok_or_else(illegal)
}

/// Plays a game from a random opening.
fn play_game(
    process: &mut EngineProcess,
    rule_set: RuleSet,
    random: &mut Random,
    statistics: &mut RunStatistics,
) -> Result<(), ConversationFault> {
    process.send("setoption newgame")?;
    let (turns, mut positions) = random_opening(rule_set, random);
    let mut command = "position startpos moves".to_string();
    for turn in &turns {
        command += &format!(" {}", turn.text());
    }
    let mut referee = Referee::default();
    let mut current = positions.pop().unwrap();
    for position in &positions {
        referee.observe(position);
    }
    let end_reason = loop {
        if let Some(reason) = referee.observe(&current) {
            break reason;
        }
        process.send(&command)?;
        let turn = request_turn(process, &current, random, statistics)?;
        command += &format!(" {}", turn.text());
        current = current.play(&turn);
    };
    statistics.count(end_reason.description());
    if current.has_loser() && current.side_without_biy().is_none() {
        process.send(&format!("{command}\ngo depth 3"))?;
        process.expect_line("info depth 0 score -32000", RESPONSE_TIMEOUT)?;
        process.expect_line("nobestmove", RESPONSE_TIMEOUT)?;
    }
    Ok(())
}

/// Plays games in one conversation, and checks that there are no faults and no late answers.
fn check_games(rule_set: RuleSet, games: usize, seed: u64, max_overrun: Duration) {
    let _lock = measurement_lock();
    let mut random = Random::new(seed);
    let mut statistics = RunStatistics::default();
    let mut process = start_engine(rule_set).unwrap_or_else(|fault| panic!("{fault}"));
    for _ in 0..games {
        statistics.games += 1;
        if let Err(fault) = play_game(&mut process, rule_set, &mut random, &mut statistics) {
            statistics.record_fault(fault);
            process = start_engine(rule_set).unwrap_or_else(|fault| panic!("{fault}"));
        }
    }
    process.send("quit").unwrap();
    process.expect_line("bye", RESPONSE_TIMEOUT).unwrap();
    statistics.print_and_check(rule_set.id(), max_overrun);
}

#[test]
fn an_extended_game_is_played_without_faults() {
    check_games(RuleSet::Extended, 1, 1, MAX_OVERRUN_WHEN_BUSY);
}

#[test]
fn an_original_game_is_played_without_faults() {
    check_games(RuleSet::Original, 1, 5, MAX_OVERRUN_WHEN_BUSY);
}

#[test]
#[ignore = "slow: 50 games; needs an idle machine"]
fn many_extended_games_are_played_without_faults() {
    check_games(RuleSet::Extended, game_count(50), 11, MAX_OVERRUN);
}

#[test]
#[ignore = "slow: 50 games; needs an idle machine"]
fn many_original_games_are_played_without_faults() {
    check_games(RuleSet::Original, game_count(50), 12, MAX_OVERRUN);
}
