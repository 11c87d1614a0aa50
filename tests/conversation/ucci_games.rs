//! A UCCI host that makes the engine play itself by the clock, sometimes bans a turn and offers
//! draws; the slow reference checks every turn and every variation.

use std::time::{Duration, Instant};

use crate::host::{
    ConversationFault, EngineProcess, RESPONSE_TIMEOUT, ReceivedLine, game_count,
    info::{HostDialect, PvInfo, ReportedScore, parse_info},
    measurement_lock,
    statistics::RunStatistics,
};
use crate::referee::{Referee, check_turns_are_legal, random_opening};
use crate::slow::{Position, Variant};
use crate::support::Random;

/// The clock of each turn: short, and never the same one twice.
const CLOCK: Duration = Duration::from_millis(300);
const BOUND: Duration = Duration::from_millis(20);
/// The bound on a machine with other work.
const BUSY_BOUND: Duration = Duration::from_secs(10);
/// The score at or below which a loss is proved.
const LOST: i64 = -31_000;

/// The answer to a `go`.
#[derive(Debug)]
struct UcciAnswer {
    best: String,
    /// `draw` or `resign`.
    verdict: Option<String>,
    /// The last variation before the answer.
    info: PvInfo,
    elapsed: Duration,
}

fn open(variant: Variant) -> Result<EngineProcess, ConversationFault> {
    let mut process = EngineProcess::start(&[]);
    process.send("ucci")?;
    process.skip_to("ucciok", RESPONSE_TIMEOUT)?;
    process.send("setoption usemillisec true")?;
    process.send(&format!("setoption variant {}", variant.id()))?;
    process.send("isready")?;
    process.expect_line("readyok", RESPONSE_TIMEOUT)?;
    Ok(process)
}

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
        let talk = |what: &str| ConversationFault::Protocol(process.with_log(what));
        if let Some(words) = received.text.strip_prefix("bestmove ") {
            let info = info.ok_or_else(|| talk("no line of play"))?;
            return best_move(words, info, &received, sent_at)
                .ok_or_else(|| talk("not a bestmove"));
        }
        if let Some(found) =
            parse_info(&received.text, HostDialect::Ucci).map_err(|what| talk(&what))?
        {
            check_turns_are_legal(position, &found.pv).map_err(|what| talk(&what))?;
            info = Some(found);
        }
    }
}

fn best_move(
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
    let verdict = next.map(str::to_string);
    let is_valid = matches!(verdict.as_deref(), None | Some("draw" | "resign"));
    (is_valid && words.next().is_none()).then(|| UcciAnswer {
        best,
        verdict,
        info,
        elapsed: received.at - sent_at,
    })
}

/// Returns whether the verdict fits the score.
fn is_consistent(answer: &UcciAnswer, offered: bool) -> bool {
    let ReportedScore::Centipawns(score) = answer.info.score else {
        return false;
    };
    match answer.verdict.as_deref() {
        Some("resign") => score <= LOST,
        Some("draw") if offered => score <= 0,
        // The engine offers a draw itself.
        Some("draw") => score.abs() <= 10,
        _ => score > LOST && !(offered && score <= 0),
    }
}

fn turn(
    process: &mut EngineProcess,
    position: &Position,
    random: &mut Random,
    statistics: &mut RunStatistics,
) -> Result<crate::slow::Turn, ConversationFault> {
    let offered = random.once_in(5);
    let offer = if offered { "draw " } else { "" };
    let mut answer = ask(process, position, offer)?;
    statistics.record_answer(answer.elapsed, CLOCK);
    if position.turns().len() > 1 && random.once_in(5) {
        let banned = answer.best.clone();
        process.send(&format!("banmoves {banned}"))?;
        answer = ask(process, position, offer)?;
        if answer.best == banned {
            return Err(ConversationFault::Protocol(
                process.with_log("plays a banned turn"),
            ));
        }
        statistics.count("bans");
    }
    if answer.info.pv[0] != answer.best || !is_consistent(&answer, offered) {
        return Err(ConversationFault::Protocol(
            process.with_log(&format!("{answer:?}, {offered}")),
        ));
    }
    if let Some(verdict) = &answer.verdict {
        statistics.count(if verdict == "draw" {
            "draws"
        } else {
            "resignations"
        });
    }
    let illegal = || ConversationFault::Illegal(process.with_log(&answer.best));
    position.turn(&answer.best).ok_or_else(illegal)
}

fn play(
    process: &mut EngineProcess,
    variant: Variant,
    random: &mut Random,
    statistics: &mut RunStatistics,
) -> Result<(), ConversationFault> {
    process.send("setoption newgame")?;
    let (turns, mut positions) = random_opening(variant, random);
    let mut command = "position startpos moves".to_string();
    for turn in &turns {
        command += &format!(" {}", turn.text());
    }
    let mut referee = Referee::default();
    let mut current = positions.pop().unwrap();
    for position in &positions {
        referee.observe(position);
    }
    let end = loop {
        if let Some(end) = referee.observe(&current) {
            break end;
        }
        process.send(&command)?;
        let turn = turn(process, &current, random, statistics)?;
        command += &format!(" {}", turn.text());
        current = current.play(&turn);
    };
    statistics.count(end.description());
    if current.is_over() && current.lost_biy().is_none() {
        process.send(&format!("{command}\ngo depth 3"))?;
        process.expect_line("info depth 0 score -32000", RESPONSE_TIMEOUT)?;
        process.expect_line("nobestmove", RESPONSE_TIMEOUT)?;
    }
    Ok(())
}

fn series(variant: Variant, games: usize, seed: u64, bound: Duration) {
    let _lock = measurement_lock();
    let mut random = Random::new(seed);
    let mut statistics = RunStatistics::default();
    let mut process = open(variant).unwrap_or_else(|fault| panic!("{fault}"));
    for _ in 0..games {
        statistics.games += 1;
        if let Err(fault) = play(&mut process, variant, &mut random, &mut statistics) {
            statistics.record_fault(fault);
            process = open(variant).unwrap_or_else(|fault| panic!("{fault}"));
        }
    }
    process.send("quit").unwrap();
    process.expect_line("bye", RESPONSE_TIMEOUT).unwrap();
    statistics.print_and_check(variant.id(), bound);
}

#[test]
fn an_extended_game_is_played_without_faults() {
    series(Variant::Shatra, 1, 1, BUSY_BOUND);
}

#[test]
fn an_original_game_is_played_without_faults() {
    series(Variant::Original, 1, 5, BUSY_BOUND);
}

#[test]
#[ignore = "the long form: 50 games, on a quiet machine"]
fn many_extended_games_are_played_without_faults() {
    series(Variant::Shatra, game_count(50), 11, BOUND);
}

#[test]
#[ignore = "the long form: 50 games, on a quiet machine"]
fn many_original_games_are_played_without_faults() {
    series(Variant::Original, game_count(50), 12, BOUND);
}
