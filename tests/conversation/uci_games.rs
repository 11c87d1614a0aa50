//! Plays games of the engine against itself as a UCI host, in all five rule sets of Shatra. The
//! slow reference implementation checks every turn and every variation.

use std::time::Duration;

use crate::host::{
    ConversationFault, EngineProcess, game_count,
    info::ReportedScore,
    measurement_lock,
    statistics::RunStatistics,
    uci::{UciAnswer, ask, expect_silence, start_engine},
};
use crate::referee::{Referee, can_win_at_once, check_turns_are_legal, random_opening};
use crate::slow::{Position, RuleSet, Turn};
use crate::support::Random;

const MOVETIME: Duration = Duration::from_millis(10);
/// The time by which an answer may exceed its `movetime`.
const MAX_OVERRUN: Duration = Duration::from_millis(20);
/// The same limit on a busy machine.
const MAX_OVERRUN_WHEN_BUSY: Duration = Duration::from_secs(10);

/// The turns and positions of a game in progress.
struct GameHistory {
    turns: Vec<Turn>,
    /// The start position and the position after each turn.
    positions: Vec<Position>,
}

impl GameHistory {
    fn current(&self) -> &Position {
        self.positions.last().unwrap()
    }

    /// Returns a `position` command for the current position: usually with all turns from the
    /// start, sometimes with the SPN of a random position of the game and the turns after it.
    fn position_command(&self, random: &mut Random) -> String {
        let (mut command, first) = if random.once_in(4) {
            let first = random.below(self.positions.len());
            let keyword = ["fen", "spn"][random.below(2)];
            (
                format!("position {keyword} {}", self.positions[first].to_spn()),
                first,
            )
        } else {
            ("position startpos".to_string(), 0)
        };
        if first < self.turns.len() {
            command += " moves";
        }
        for turn in &self.turns[first..] {
            command.push(' ');
            command += &turn.text();
        }
        command
    }
}

/// Checks the answer and its variations; returns the turn.
fn check_answer(
    position: &Position,
    answer: &UciAnswer,
    statistics: &mut RunStatistics,
) -> Result<Turn, ConversationFault> {
    let illegal =
        |fault: &str| ConversationFault::Illegal(format!("{fault} in {}", position.to_spn()));
    let protocol_fault = |fault: &str| {
        ConversationFault::Protocol(format!("{fault} in {}: {answer:?}", position.to_spn()))
    };
    let best = answer
        .best
        .as_deref()
        .ok_or_else(|| protocol_fault("no move"))?;
    let turn = position.find_turn(best).ok_or_else(|| illegal(best))?;
    let next = position.play(&turn);
    if let Some(ponder) = &answer.ponder
        && next.find_turn(ponder).is_none()
    {
        return Err(illegal(&format!("ponder {best} {ponder}")));
    }
    for info in &answer.infos {
        let last = check_turns_are_legal(position, &info.pv).map_err(|fault| illegal(&fault))?;
        if let ReportedScore::EndIn(turns) = info.score
            && !info.is_bound
        {
            let plies = if turns > 0 { 2 * turns - 1 } else { -2 * turns };
            let is_complete = info.pv.len() as i64 == plies && last.has_loser();
            if !is_complete {
                return Err(protocol_fault("a pv that should end the game does not"));
            }
            statistics.count("variations that end the game");
        }
    }
    let Some(last) = answer.infos.last() else {
        return Err(protocol_fault("no variation"));
    };
    if last.pv[0] != best {
        return Err(protocol_fault("the last pv does not begin with bestmove"));
    }
    let is_consistent = match last.score {
        ReportedScore::EndIn(1) if !last.is_bound => next.has_loser(),
        ReportedScore::EndIn(-1) if !last.is_bound => can_win_at_once(&next),
        _ => true,
    };
    if !is_consistent {
        return Err(protocol_fault("the score contradicts the position"));
    }
    Ok(turn)
}

/// Plays a game from a random opening.
fn play_game(
    engines: &mut [EngineProcess; 2],
    rule_set: RuleSet,
    random: &mut Random,
    statistics: &mut RunStatistics,
) -> Result<(), ConversationFault> {
    for process in &mut *engines {
        process.send("ucinewgame")?;
        expect_silence(process)?;
    }
    let (turns, positions) = random_opening(rule_set, random);
    let mut game = GameHistory { turns, positions };
    let mut referee = Referee::default();
    let earlier_count = game.positions.len() - 1;
    for position in &game.positions[..earlier_count] {
        referee.observe(position);
    }
    let end_reason = loop {
        if let Some(reason) = referee.observe(game.current()) {
            break reason;
        }
        let process = &mut engines[game.current().side_to_move() as usize];
        process.send(&game.position_command(random))?;
        let answer = ask(process, &format!("go movetime {}", MOVETIME.as_millis()))?;
        statistics.record_answer(answer.elapsed, MOVETIME);
        let turn = check_answer(game.current(), &answer, statistics)?;
        expect_silence(process)?;
        game.positions.push(game.current().play(&turn));
        game.turns.push(turn);
    };
    statistics.count(end_reason.description());
    Ok(())
}

fn start_engines(rule_set: RuleSet) -> Result<[EngineProcess; 2], ConversationFault> {
    Ok([start_engine(rule_set.id())?, start_engine(rule_set.id())?])
}

/// Plays games with the same two processes; after a fault, the next game gets new ones.
fn play_games(rule_set: RuleSet, games: usize, seed: u64) -> RunStatistics {
    let mut random = Random::new(seed);
    let mut statistics = RunStatistics::default();
    let mut engines = None;
    for _ in 0..games {
        statistics.games += 1;
        let played = match engines.take() {
            Some(engines) => Ok(engines),
            None => start_engines(rule_set),
        }
        .and_then(|mut engines| {
            play_game(&mut engines, rule_set, &mut random, &mut statistics)?;
            Ok(engines)
        });
        match played {
            Ok(open_engines) => engines = Some(open_engines),
            Err(fault) => statistics.record_fault(fault),
        }
    }
    for process in engines.into_iter().flatten() {
        match process.quit() {
            Ok(time) => statistics.record_time("quit to exit", time),
            Err(fault) => statistics.record_fault(fault),
        }
    }
    statistics
}

/// Checks that a few games, possibly on a busy machine, have no faults and no very late answers.
fn check_few_games(rule_set: RuleSet, seed: u64) {
    let _lock = measurement_lock();
    play_games(rule_set, 2, seed).print_and_check(rule_set.id(), MAX_OVERRUN_WHEN_BUSY);
}

/// Checks that many games, on an idle machine, have no faults and no late answers.
fn check_many_games(rule_set: RuleSet, seed: u64) {
    let _lock = measurement_lock();
    play_games(rule_set, game_count(200), seed).print_and_check(rule_set.id(), MAX_OVERRUN);
}

#[test]
fn games_are_played_without_faults() {
    for (rule_set, seed) in RuleSet::ALL.into_iter().zip(1..) {
        check_few_games(rule_set, seed);
    }
}

#[test]
#[ignore = "slow: 200 games of each rule set; needs an idle machine"]
fn many_games_are_played_without_faults() {
    for (rule_set, seed) in RuleSet::ALL.into_iter().zip(11..) {
        check_many_games(rule_set, seed);
    }
}
