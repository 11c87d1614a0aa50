//! A UCI host that makes the engine play itself, turn by turn, in all four rule sets; the slow
//! reference checks every turn and every variation.

use std::time::Duration;

use crate::host::{
    Fault, Process, alone, games,
    info::Score,
    tally::Tally,
    uci::{Answer, ask, open, sync_silently},
};
use crate::referee::{Referee, can_win_at_once, opening, turns_are_legal};
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
fn judge(position: &Position, answer: &Answer, tally: &mut Tally) -> Result<Turn, Fault> {
    let illegal = |what: &str| Fault::Illegal(format!("{what} in {}", position.to_spn()));
    let talk =
        |what: &str| Fault::Protocol(format!("{what}, in {}: {answer:?}", position.to_spn()));
    let best = answer.best.as_deref().ok_or_else(|| talk("no turn"))?;
    let turn = position.turn(best).ok_or_else(|| illegal(best))?;
    let next = position.play(&turn);
    if let Some(ponder) = &answer.ponder
        && next.turn(ponder).is_none()
    {
        return Err(illegal(&format!("ponder {best} {ponder}")));
    }
    for info in &answer.infos {
        let end = turns_are_legal(position, &info.pv).map_err(|fault| illegal(&fault))?;
        if let Score::End(turns) = info.score
            && !info.is_bound
        {
            let plies = if turns > 0 { 2 * turns - 1 } else { -2 * turns };
            let is_complete = info.pv.len() as i64 == plies && end.is_over();
            if !is_complete {
                return Err(talk("a line to the end is not complete"));
            }
            tally.count("lines to the end");
        }
    }
    let Some(last) = answer.infos.last() else {
        return Err(talk("no line of play"));
    };
    if last.pv[0] != best {
        return Err(talk("the last pv does not begin with the bestmove"));
    }
    let is_consistent = match last.score {
        Score::End(1) if !last.is_bound => next.is_over(),
        Score::End(-1) if !last.is_bound => can_win_at_once(&next),
        _ => true,
    };
    if !is_consistent {
        return Err(talk("the score does not fit the position"));
    }
    Ok(turn)
}

fn play(
    sides: &mut [Process; 2],
    variant: Variant,
    random: &mut Random,
    tally: &mut Tally,
) -> Result<(), Fault> {
    for process in &mut *sides {
        process.send("ucinewgame")?;
        sync_silently(process)?;
    }
    let (turns, positions) = opening(variant, random);
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
        tally.answered(answer.elapsed, MOVETIME);
        let turn = judge(game.current(), &answer, tally)?;
        sync_silently(process)?;
        game.positions.push(game.current().play(&turn));
        game.turns.push(turn);
    };
    tally.count(end.text());
    Ok(())
}

fn open_both(variant: Variant) -> Result<[Process; 2], Fault> {
    Ok([open(variant.id())?, open(variant.id())?])
}

fn series(variant: Variant, games: usize, seed: u64) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    let mut sides = None;
    for _ in 0..games {
        tally.games += 1;
        let played = match sides.take() {
            Some(sides) => Ok(sides),
            None => open_both(variant),
        }
        .and_then(|mut sides| {
            play(&mut sides, variant, &mut random, &mut tally)?;
            Ok(sides)
        });
        match played {
            Ok(open_sides) => sides = Some(open_sides),
            // The next game gets new processes.
            Err(fault) => tally.fault(fault),
        }
    }
    for process in sides.into_iter().flatten() {
        match process.quit() {
            Ok(time) => tally.time("quit to end", time),
            Err(fault) => tally.fault(fault),
        }
    }
    tally
}

fn short(variant: Variant, seed: u64) {
    let _alone = alone();
    series(variant, 2, seed).finish(variant.id(), BUSY_BOUND);
}

fn long(variant: Variant, seed: u64) {
    let _alone = alone();
    series(variant, games(200), seed).finish(variant.id(), BOUND);
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
