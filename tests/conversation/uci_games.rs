//! A UCI host that makes the engine play itself, turn by turn, in all four rule sets; the slow
//! reference checks every turn and every variation.

use std::time::Duration;

use crate::host::{
    ConversationFault, EngineProcess, game_count,
    info::ReportedScore,
    measurement_lock,
    statistics::RunStatistics,
    uci::{UciAnswer, ask, expect_silence, start_engine},
};
use crate::referee::{Referee, can_win_at_once, check_turns_are_legal, random_opening};
use crate::slow::{Position, Turn, Variant};
use crate::support::Random;

const MOVETIME: Duration = Duration::from_millis(10);
/// The time by which an answer may be late.
const BOUND: Duration = Duration::from_millis(20);
/// The bound on a machine with other work.
const BUSY_BOUND: Duration = Duration::from_secs(10);

/// A game in progress.
struct Game {
    turns: Vec<Turn>,
    /// The positions before the first turn and after each.
    positions: Vec<Position>,
}

impl Game {
    fn current(&self) -> &Position {
        self.positions.last().unwrap()
    }

    /// Returns the `position` command: mostly with all turns from the start, sometimes with the
    /// SPN of any position of the game and the turns from there.
    fn command(&self, random: &mut Random) -> String {
        let (mut text, first) = if random.once_in(4) {
            let first = random.below(self.positions.len());
            let word = ["fen", "spn"][random.below(2)];
            (
                format!("position {word} {}", self.positions[first].to_spn()),
                first,
            )
        } else {
            ("position startpos".to_string(), 0)
        };
        if first < self.turns.len() {
            text += " moves";
        }
        for turn in &self.turns[first..] {
            text.push(' ');
            text += &turn.text();
        }
        text
    }
}

/// Checks everything that was printed about a turn, and returns the turn.
fn judge(
    position: &Position,
    answer: &UciAnswer,
    statistics: &mut RunStatistics,
) -> Result<Turn, ConversationFault> {
    let illegal =
        |what: &str| ConversationFault::Illegal(format!("{what} in {}", position.to_spn()));
    let talk = |what: &str| {
        ConversationFault::Protocol(format!("{what}, in {}: {answer:?}", position.to_spn()))
    };
    let best = answer.best.as_deref().ok_or_else(|| talk("no turn"))?;
    let turn = position.turn(best).ok_or_else(|| illegal(best))?;
    let next = position.play(&turn);
    if let Some(ponder) = &answer.ponder
        && next.turn(ponder).is_none()
    {
        return Err(illegal(&format!("ponder {best} {ponder}")));
    }
    for info in &answer.infos {
        let end = check_turns_are_legal(position, &info.pv).map_err(|fault| illegal(&fault))?;
        if let ReportedScore::EndIn(turns) = info.score
            && !info.is_bound
        {
            let plies = if turns > 0 { 2 * turns - 1 } else { -2 * turns };
            let is_complete = info.pv.len() as i64 == plies && end.is_over();
            if !is_complete {
                return Err(talk("a line to the end is not complete"));
            }
            statistics.count("lines to the end");
        }
    }
    let Some(last) = answer.infos.last() else {
        return Err(talk("no line of play"));
    };
    if last.pv[0] != best {
        return Err(talk("the last pv does not begin with the bestmove"));
    }
    let is_consistent = match last.score {
        ReportedScore::EndIn(1) if !last.is_bound => next.is_over(),
        ReportedScore::EndIn(-1) if !last.is_bound => can_win_at_once(&next),
        _ => true,
    };
    if !is_consistent {
        return Err(talk("the score does not fit the position"));
    }
    Ok(turn)
}

fn play(
    sides: &mut [EngineProcess; 2],
    variant: Variant,
    random: &mut Random,
    statistics: &mut RunStatistics,
) -> Result<(), ConversationFault> {
    for process in &mut *sides {
        process.send("ucinewgame")?;
        expect_silence(process)?;
    }
    let (turns, positions) = random_opening(variant, random);
    let mut game = Game { turns, positions };
    let mut referee = Referee::default();
    let earlier = game.positions.len() - 1;
    for position in &game.positions[..earlier] {
        referee.observe(position);
    }
    let end = loop {
        if let Some(end) = referee.observe(game.current()) {
            break end;
        }
        let process = &mut sides[game.current().side_to_move() as usize];
        process.send(&game.command(random))?;
        let answer = ask(process, &format!("go movetime {}", MOVETIME.as_millis()))?;
        statistics.record_answer(answer.elapsed, MOVETIME);
        let turn = judge(game.current(), &answer, statistics)?;
        expect_silence(process)?;
        game.positions.push(game.current().play(&turn));
        game.turns.push(turn);
    };
    statistics.count(end.description());
    Ok(())
}

fn open_both(variant: Variant) -> Result<[EngineProcess; 2], ConversationFault> {
    Ok([start_engine(variant.id())?, start_engine(variant.id())?])
}

fn series(variant: Variant, games: usize, seed: u64) -> RunStatistics {
    let mut random = Random::new(seed);
    let mut statistics = RunStatistics::default();
    let mut sides = None;
    for _ in 0..games {
        statistics.games += 1;
        let played = match sides.take() {
            Some(sides) => Ok(sides),
            None => open_both(variant),
        }
        .and_then(|mut sides| {
            play(&mut sides, variant, &mut random, &mut statistics)?;
            Ok(sides)
        });
        match played {
            Ok(open_sides) => sides = Some(open_sides),
            // The next game gets new processes.
            Err(fault) => statistics.record_fault(fault),
        }
    }
    for process in sides.into_iter().flatten() {
        match process.quit() {
            Ok(time) => statistics.record_time("quit to end", time),
            Err(fault) => statistics.record_fault(fault),
        }
    }
    statistics
}

fn short(variant: Variant, seed: u64) {
    let _lock = measurement_lock();
    series(variant, 2, seed).print_and_check(variant.id(), BUSY_BOUND);
}

fn long(variant: Variant, seed: u64) {
    let _lock = measurement_lock();
    series(variant, game_count(200), seed).print_and_check(variant.id(), BOUND);
}

#[test]
fn extended_games_are_played_without_faults() {
    short(Variant::Shatra, 1);
}

#[test]
#[ignore = "the long form: 200 games, on a quiet machine"]
fn many_extended_games_are_played_without_faults() {
    long(Variant::Shatra, 11);
}

#[test]
fn original_games_are_played_without_faults() {
    short(Variant::Original, 5);
}

#[test]
#[ignore = "the long form: 200 games, on a quiet machine"]
fn many_original_games_are_played_without_faults() {
    long(Variant::Original, 12);
}

#[test]
fn kurin_games_are_played_without_faults() {
    short(Variant::Kurin, 3);
}

#[test]
#[ignore = "the long form: 200 games, on a quiet machine"]
fn many_kurin_games_are_played_without_faults() {
    long(Variant::Kurin, 13);
}

#[test]
fn pritchard_games_are_played_without_faults() {
    short(Variant::Pritchard, 4);
}

#[test]
#[ignore = "the long form: 200 games, on a quiet machine"]
fn many_pritchard_games_are_played_without_faults() {
    long(Variant::Pritchard, 14);
}
