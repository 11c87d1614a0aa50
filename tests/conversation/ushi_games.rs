//! A USHI host that makes the engine play itself, jump by jump; the slow reference checks every
//! jump and every variation.

use std::{
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread::scope,
    time::Duration,
};

use crate::host::{
    ConversationFault, EngineProcess, game_count, measurement_lock, statistics::RunStatistics, ushi,
};
use crate::referee::{Referee, check_steps_are_legal, find_step, random_opening};
use crate::slow::{Position, Side, Step, Variant};
use crate::stages::StageClock;
use crate::support::Random;

const MOVETIME: Duration = Duration::from_millis(10);
/// The time by which an answer may be late.
const BOUND: Duration = Duration::from_millis(20);
/// The bound on a machine with other work.
const BUSY_BOUND: Duration = Duration::from_secs(10);
/// The time after `quit` at which the GUI kills a process that still runs.
const QUIT_LIMIT: Duration = Duration::from_millis(100);

/// How often the GUI starts a process.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Once for each side and game.
    Persistent,
    /// Once for each jump, the GUI's default.
    Restart,
}

/// The engines of the two sides.
struct EnginePair {
    variant: Variant,
    mode: Mode,
    sides: [Option<EngineProcess>; 2],
}

impl EnginePair {
    fn open(
        &mut self,
        side: Side,
        statistics: &mut RunStatistics,
    ) -> Result<&mut EngineProcess, ConversationFault> {
        let slot = &mut self.sides[side as usize];
        if slot.is_none() {
            let version = if self.variant == Variant::Original {
                1
            } else {
                2
            };
            let (process, to_first_line) = ushi::start_engine(version)?;
            statistics.record_time("start to first line", to_first_line);
            *slot = Some(process);
        }
        Ok(slot.as_mut().unwrap())
    }

    fn close(
        &mut self,
        side: Side,
        statistics: &mut RunStatistics,
    ) -> Result<(), ConversationFault> {
        if let Some(process) = self.sides[side as usize].take() {
            statistics.record_time("quit to end", process.quit()?);
        }
        Ok(())
    }

    /// Requests a step from the side to move and checks everything that the engine prints.
    fn ask(
        &mut self,
        position: &Position,
        statistics: &mut RunStatistics,
    ) -> Result<Step, ConversationFault> {
        let go = format!("go movetime {}", MOVETIME.as_millis());
        let (step, elapsed) = self.answer(position, &go, statistics)?;
        statistics.record_answer(elapsed, MOVETIME);
        Ok(step)
    }

    /// Does the same as [`Self::ask`] with any limits; also returns the time that the answer took.
    fn answer(
        &mut self,
        position: &Position,
        go: &str,
        statistics: &mut RunStatistics,
    ) -> Result<(Step, Duration), ConversationFault> {
        let side = position.side_to_move();
        let mode = self.mode;
        let process = self.open(side, statistics)?;
        let spn = position.to_spn();
        let answer = ushi::ask(process, &spn, go)?;
        let illegal = |fault: &str| {
            ConversationFault::Illegal(process.with_log(&format!("{fault} in {spn}")))
        };
        let step = find_step(position, &answer.best).ok_or_else(|| illegal(&answer.best))?;
        for info in &answer.infos {
            check_steps_are_legal(position, &info.pv).map_err(|fault| illegal(&fault))?;
        }
        let last = answer.infos.last();
        if last.is_none_or(|info| info.pv[0] != answer.best) {
            let fault = "the last pv does not begin with the bestmove";
            statistics.record_fault(ConversationFault::Protocol(process.with_log(fault)));
        }
        if mode == Mode::Restart {
            self.close(side, statistics)?;
        }
        Ok((step, answer.elapsed))
    }
}

fn play(
    variant: Variant,
    mode: Mode,
    random: &mut Random,
    statistics: &mut RunStatistics,
) -> Result<(), ConversationFault> {
    let (_, positions) = random_opening(variant, random);
    let mut referee = Referee::default();
    let (position, earlier) = positions.split_last().unwrap();
    for position in earlier {
        referee.observe(position);
    }
    let mut position = position.clone();
    let mut engines = EnginePair {
        variant,
        mode,
        sides: [None, None],
    };
    let end = loop {
        if position.transit().is_none()
            && let Some(end) = referee.observe(&position)
        {
            break end;
        }
        if position.transit().is_some() {
            statistics.count("jumps in mid-chain");
        }
        let step = engines.ask(&position, statistics)?;
        if step.promotion.is_some() {
            statistics.count("promotions");
        }
        if step.action == crate::slow::Action::Pass {
            statistics.count("passes");
        }
        position = position.play_step(&step);
    };
    statistics.count(end.description());
    for side in Side::BOTH {
        engines.close(side, statistics)?;
    }
    Ok(())
}

/// Plays `games` games, the last `restarted` of them with a new process for every jump.
fn series(variant: Variant, games: usize, restarted: usize, seed: u64) -> RunStatistics {
    let mut random = Random::new(seed);
    let mut statistics = RunStatistics::default();
    for game in 0..games {
        let mode = if game + restarted < games {
            Mode::Persistent
        } else {
            Mode::Restart
        };
        if let Err(fault) = play(variant, mode, &mut random, &mut statistics) {
            statistics.record_fault(fault);
        }
        statistics.games += 1;
    }
    statistics
}

fn short(variant: Variant, seed: u64) {
    let _lock = measurement_lock();
    series(variant, 3, 1, seed).print_and_check(variant.id(), BUSY_BOUND);
}

fn long(variant: Variant, seed: u64) {
    let _lock = measurement_lock();
    let games = game_count(200);
    let statistics = series(variant, games, games.div_ceil(10), seed);
    statistics.print_and_check(variant.id(), BOUND);
    let to_quit = statistics.longest("quit to end");
    assert!(
        to_quit <= QUIT_LIMIT,
        "a process lived {to_quit:?} after quit"
    );
}

/// The maximum overhead that ShatraBase charges to the clock with each jump, in milliseconds.
const HOST_OVERHEAD: i64 = 88;
/// The number of turns played; with more, the host's overhead would exceed the time on the clocks.
const TURNS: usize = 80;

/// Plays a game on the clocks of ShatraBase; returns which side lost on time, and when.
fn play_on_clocks(
    seed: u64,
    statistics: &mut RunStatistics,
) -> Result<Option<String>, ConversationFault> {
    let mut random = Random::new(seed);
    let (_, positions) = random_opening(Variant::Shatra, &mut random);
    let mut position = positions.last().unwrap().clone();
    let mut referee = Referee::default();
    let mut clocks = [StageClock::default(), StageClock::default()];
    let mut engines = EnginePair {
        variant: Variant::Shatra,
        mode: Mode::Persistent,
        sides: [None, None],
    };
    for turn in 0..TURNS {
        if referee.observe(&position).is_some() {
            break;
        }
        let side = position.side_to_move();
        loop {
            let [white, black] = [Side::White, Side::Black].map(|side| &clocks[side as usize]);
            let moves = clocks[side as usize].movestogo();
            let go = format!(
                "go btime {} wtime {} movestogo {moves}",
                black.milliseconds(),
                white.milliseconds()
            );
            let (step, elapsed) = engines.answer(&position, &go, statistics)?;
            statistics.moves += 1;
            let clock = &mut clocks[side as usize];
            clock.charge(elapsed.as_millis() as i64 + HOST_OVERHEAD);
            if clock.has_flagged() {
                return Ok(Some(format!(
                    "seed {seed}: {side:?} in turn {turn}, thinking for {elapsed:?} after {go:?}"
                )));
            }
            position = position.play_step(&step);
            if position.transit().is_none() {
                break;
            }
        }
        clocks[side as usize].move_made();
    }
    Ok(None)
}

/// A game takes about 15 seconds. Two games run at a time, each with one process that searches.
#[test]
#[ignore = "the long form: 100 games on the clocks of ShatraBase, about 12 minutes on a quiet machine"]
fn no_flag_falls_on_the_clocks_of_the_gui() {
    let _lock = measurement_lock();
    let games = game_count(100);
    let next = AtomicUsize::new(0);
    let play_some = || {
        let mut statistics = RunStatistics::default();
        let mut flags = Vec::new();
        loop {
            let game = next.fetch_add(1, Relaxed);
            if game >= games {
                return (statistics, flags);
            }
            match play_on_clocks(21 + game as u64, &mut statistics) {
                Ok(flag) => flags.extend(flag),
                Err(fault) => statistics.record_fault(fault),
            }
            statistics.games += 1;
        }
    };
    let done = scope(|scope| {
        [scope.spawn(play_some), scope.spawn(play_some)].map(|thread| thread.join().unwrap())
    });
    let mut flags = Vec::new();
    for (statistics, fallen) in done
        .into_iter()
        .filter(|(statistics, _)| statistics.games > 0)
    {
        statistics.print_and_check("on the clocks of the GUI", Duration::ZERO);
        flags.extend(fallen);
    }
    println!(
        "{} flags in {games} games\n{}",
        flags.len(),
        flags.join("\n")
    );
    assert!(flags.is_empty());
}

#[test]
fn extended_games_are_played_without_faults() {
    short(Variant::Shatra, 1);
}

#[test]
fn original_games_are_played_without_faults() {
    short(Variant::Original, 2);
}

#[test]
#[ignore = "the long form: 200 games, on a quiet machine"]
fn many_extended_games_are_played_without_faults() {
    long(Variant::Shatra, 11);
}

#[test]
#[ignore = "the long form: 200 games, on a quiet machine"]
fn many_original_games_are_played_without_faults() {
    long(Variant::Original, 12);
}
