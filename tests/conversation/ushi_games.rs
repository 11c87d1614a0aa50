//! Plays games of the engine against itself as a USHI host, step by step. The slow reference
//! implementation checks every step and every variation.

use std::{
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread::scope,
    time::Duration,
};

use crate::host::{
    ConversationFault, EngineProcess, game_count, measurement_lock, statistics::RunStatistics, ushi,
};
use crate::referee::{Referee, check_steps_are_legal, find_step, random_opening};
use crate::slow::{Position, RuleSet, Side, Step};
use crate::stages::StageClock;
use crate::support::Random;

const MOVETIME: Duration = Duration::from_millis(10);
/// The time by which an answer may exceed its `movetime`.
const MAX_OVERRUN: Duration = Duration::from_millis(20);
/// The same limit on a busy machine.
const MAX_OVERRUN_WHEN_BUSY: Duration = Duration::from_secs(10);
/// The time after `quit` at which ShatraBase kills a process that is still running.
const QUIT_LIMIT: Duration = Duration::from_millis(100);

/// How long ShatraBase keeps an engine's process.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ProcessLifetime {
    /// For the whole game, with one process for each side.
    Game,
    /// For one step, which is ShatraBase's default.
    Step,
}

/// The engines of the two sides.
struct EnginePair {
    rule_set: RuleSet,
    lifetime: ProcessLifetime,
    /// The running process of each side.
    processes: [Option<EngineProcess>; 2],
}

impl EnginePair {
    /// Returns the process of this side, which is started if it is not running.
    fn process(
        &mut self,
        side: Side,
        statistics: &mut RunStatistics,
    ) -> Result<&mut EngineProcess, ConversationFault> {
        let slot = &mut self.processes[side as usize];
        if slot.is_none() {
            let version = if self.rule_set == RuleSet::Original {
                1
            } else {
                2
            };
            let (process, time_to_first_line) = ushi::start_engine(version)?;
            statistics.record_time("start to first line", time_to_first_line);
            *slot = Some(process);
        }
        Ok(slot.as_mut().unwrap())
    }

    /// Ends the process of this side if it is running.
    fn quit(
        &mut self,
        side: Side,
        statistics: &mut RunStatistics,
    ) -> Result<(), ConversationFault> {
        if let Some(process) = self.processes[side as usize].take() {
            statistics.record_time("quit to exit", process.quit()?);
        }
        Ok(())
    }

    /// Requests a step from the side to move, with a `movetime`, and checks the answer.
    fn ask(
        &mut self,
        position: &Position,
        statistics: &mut RunStatistics,
    ) -> Result<Step, ConversationFault> {
        let go = format!("go movetime {}", MOVETIME.as_millis());
        let (step, elapsed) = self.ask_with(position, &go, statistics)?;
        statistics.record_answer(elapsed, MOVETIME);
        Ok(step)
    }

    /// Does the same with any `go` command; also returns how long the answer took.
    fn ask_with(
        &mut self,
        position: &Position,
        go: &str,
        statistics: &mut RunStatistics,
    ) -> Result<(Step, Duration), ConversationFault> {
        let side = position.side_to_move();
        let lifetime = self.lifetime;
        let process = self.process(side, statistics)?;
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
            let fault = "the last pv does not begin with bestmove";
            statistics.record_fault(ConversationFault::Protocol(process.with_log(fault)));
        }
        if lifetime == ProcessLifetime::Step {
            self.quit(side, statistics)?;
        }
        Ok((step, answer.elapsed))
    }
}

/// Plays a game from a random opening.
fn play_game(
    rule_set: RuleSet,
    lifetime: ProcessLifetime,
    random: &mut Random,
    statistics: &mut RunStatistics,
) -> Result<(), ConversationFault> {
    let (_, positions) = random_opening(rule_set, random);
    let mut referee = Referee::default();
    let (position, earlier) = positions.split_last().unwrap();
    for position in earlier {
        referee.observe(position);
    }
    let mut position = position.clone();
    let mut engines = EnginePair {
        rule_set,
        lifetime,
        processes: [None, None],
    };
    let end_reason = loop {
        if position.transit().is_none()
            && let Some(reason) = referee.observe(&position)
        {
            break reason;
        }
        if position.transit().is_some() {
            statistics.count("steps in mid-chain");
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
    statistics.count(end_reason.description());
    for side in Side::BOTH {
        engines.quit(side, statistics)?;
    }
    Ok(())
}

/// Plays `games` games, the last `restarting` of them with a new process for each step.
fn play_games(rule_set: RuleSet, games: usize, restarting: usize, seed: u64) -> RunStatistics {
    let mut random = Random::new(seed);
    let mut statistics = RunStatistics::default();
    for game in 0..games {
        let lifetime = if game + restarting < games {
            ProcessLifetime::Game
        } else {
            ProcessLifetime::Step
        };
        if let Err(fault) = play_game(rule_set, lifetime, &mut random, &mut statistics) {
            statistics.record_fault(fault);
        }
        statistics.games += 1;
    }
    statistics
}

/// Checks that a few games, possibly on a busy machine, have no faults and no very late answers.
fn check_few_games(rule_set: RuleSet, seed: u64) {
    let _lock = measurement_lock();
    play_games(rule_set, 3, 1, seed).print_and_check(rule_set.id(), MAX_OVERRUN_WHEN_BUSY);
}

/// Checks that many games, on an idle machine, have no faults and no late answers.
fn check_many_games(rule_set: RuleSet, seed: u64) {
    let _lock = measurement_lock();
    let games = game_count(200);
    let statistics = play_games(rule_set, games, games.div_ceil(10), seed);
    statistics.print_and_check(rule_set.id(), MAX_OVERRUN);
    let longest_quit = statistics.longest("quit to exit");
    assert!(
        longest_quit <= QUIT_LIMIT,
        "a process exited only {longest_quit:?} after quit"
    );
}

/// The maximum overhead that ShatraBase charges to the clock for each step, in milliseconds.
const MAX_HOST_OVERHEAD_MS: i64 = 88;
/// The number of turns played. In longer games, the host's overhead would exceed the time on the
/// clocks.
const TURNS_ON_CLOCKS: usize = 80;

/// Plays a game with ShatraBase's clocks. If a side loses on time, returns a description of when.
fn play_on_clocks(
    seed: u64,
    statistics: &mut RunStatistics,
) -> Result<Option<String>, ConversationFault> {
    let mut random = Random::new(seed);
    let (_, positions) = random_opening(RuleSet::Extended, &mut random);
    let mut position = positions.last().unwrap().clone();
    let mut referee = Referee::default();
    let mut clocks = [StageClock::default(), StageClock::default()];
    let mut engines = EnginePair {
        rule_set: RuleSet::Extended,
        lifetime: ProcessLifetime::Game,
        processes: [None, None],
    };
    for turn in 0..TURNS_ON_CLOCKS {
        if referee.observe(&position).is_some() {
            break;
        }
        let side = position.side_to_move();
        loop {
            let [white, black] = [Side::White, Side::Black].map(|side| &clocks[side as usize]);
            let movestogo = clocks[side as usize].movestogo();
            let go = format!(
                "go btime {} wtime {} movestogo {movestogo}",
                black.milliseconds(),
                white.milliseconds()
            );
            let (step, elapsed) = engines.ask_with(&position, &go, statistics)?;
            statistics.answers += 1;
            let clock = &mut clocks[side as usize];
            clock.charge(elapsed.as_millis() as i64 + MAX_HOST_OVERHEAD_MS);
            if clock.has_flagged() {
                return Ok(Some(format!(
                    "seed {seed}: {side:?} lost on time in turn {turn}, after thinking for {elapsed:?} on {go:?}"
                )));
            }
            position = position.play_step(&step);
            if position.transit().is_none() {
                break;
            }
        }
        clocks[side as usize].record_move();
    }
    Ok(None)
}

/// A game takes about 15 seconds. Two games run at a time, in each of which one process searches.
#[test]
#[ignore = "slow: 100 games with ShatraBase's clocks, about 12 minutes on an idle machine"]
fn no_side_loses_on_time_with_the_clocks_of_shatrabase() {
    let _lock = measurement_lock();
    let games = game_count(100);
    let next_game = AtomicUsize::new(0);
    let play_remaining = || {
        let mut statistics = RunStatistics::default();
        let mut time_losses = Vec::new();
        loop {
            let game = next_game.fetch_add(1, Relaxed);
            if game >= games {
                return (statistics, time_losses);
            }
            match play_on_clocks(21 + game as u64, &mut statistics) {
                Ok(time_loss) => time_losses.extend(time_loss),
                Err(fault) => statistics.record_fault(fault),
            }
            statistics.games += 1;
        }
    };
    let results = scope(|scope| {
        [scope.spawn(play_remaining), scope.spawn(play_remaining)]
            .map(|thread| thread.join().unwrap())
    });
    let mut time_losses = Vec::new();
    for (statistics, lost) in results
        .into_iter()
        .filter(|(statistics, _)| statistics.games > 0)
    {
        statistics.print_and_check("with the clocks of ShatraBase", Duration::ZERO);
        time_losses.extend(lost);
    }
    println!(
        "{} losses on time in {games} games\n{}",
        time_losses.len(),
        time_losses.join("\n")
    );
    assert!(time_losses.is_empty());
}

#[test]
fn extended_games_are_played_without_faults() {
    check_few_games(RuleSet::Extended, 1);
}

#[test]
fn original_games_are_played_without_faults() {
    check_few_games(RuleSet::Original, 2);
}

#[test]
#[ignore = "slow: 200 games; needs an idle machine"]
fn many_extended_games_are_played_without_faults() {
    check_many_games(RuleSet::Extended, 11);
}

#[test]
#[ignore = "slow: 200 games; needs an idle machine"]
fn many_original_games_are_played_without_faults() {
    check_many_games(RuleSet::Original, 12);
}
