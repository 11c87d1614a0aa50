//! Referees games between engines with the slow reference implementation: provides openings,
//! detects the end of a game, and parses steps.

#![allow(dead_code)] // each test program uses only part of this module

use std::collections::HashMap;

use crate::{
    slow::{Action, Kind, Position, RuleSet, Side, Square, Step, Turn},
    support::Random,
};

/// The number of turns after which an unfinished game is stopped.
pub const MAX_TURNS: usize = 300;

/// How a game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndReason {
    BiyCaptured,
    NoLegalTurn,
    Repetition,
    BareBiys,
    TurnLimit,
}

impl EndReason {
    /// Returns the name under which games that end this way are counted.
    pub const fn description(self) -> &'static str {
        match self {
            Self::BiyCaptured => "ended by the capture of a biy",
            Self::NoLegalTurn => "ended without a legal turn",
            Self::Repetition => "ended by repetition",
            Self::BareBiys => "ended with bare biys",
            Self::TurnLimit => "stopped after too many turns",
        }
    }
}

/// Detects the end of a game.
#[derive(Default)]
pub struct Referee {
    /// How often each position has occurred.
    occurrences: HashMap<String, usize>,
    /// The number of positions recorded.
    positions: usize,
}

impl Referee {
    /// Records the start position of the game or the position after the next turn. Returns the
    /// reason if the game ends there.
    pub fn observe(&mut self, position: &Position) -> Option<EndReason> {
        self.positions += 1;
        let occurrences = self
            .occurrences
            .entry(repetition_key(position))
            .or_default();
        *occurrences += 1;
        if position.side_without_biy().is_some() {
            Some(EndReason::BiyCaptured)
        } else if position.steps().is_empty() {
            Some(EndReason::NoLegalTurn)
        } else if position.is_drawn_by_bare_biys() {
            Some(EndReason::BareBiys)
        } else if *occurrences >= 3 {
            Some(EndReason::Repetition)
        } else {
            (self.positions > MAX_TURNS).then_some(EndReason::TurnLimit)
        }
    }
}

/// Returns what two positions must have in common to count as a repetition (protocol/RULES.md
/// section 9). In Online the temdeks follow from the men, so they make no difference.
fn repetition_key(position: &Position) -> String {
    let spn = position.to_spn();
    let fields: Vec<&str> = spn.split(' ').take(3).collect();
    format!("{} {:?}", fields.join(" "), position.usable_passed_square())
}

/// Plays 6 to 10 random turns to a position in which no side is ahead by more than a shatra and the
/// side to move can't capture the biy. Returns the turns, and the positions before and after each.
pub fn random_opening(rule_set: RuleSet, random: &mut Random) -> (Vec<Turn>, Vec<Position>) {
    loop {
        let mut turns = Vec::new();
        let mut positions = vec![Position::start(rule_set)];
        for _ in 0..6 + random.below(5) {
            let position = positions.last().unwrap();
            let Some(turn) = random.choose(&position.turns()).cloned() else {
                break;
            };
            let next = position.play(&turn);
            turns.push(turn);
            positions.push(next);
        }
        if is_balanced(positions.last().unwrap()) {
            return (turns, positions);
        }
    }
}

/// Returns whether the game is not over, no side is ahead by more than a shatra, and the side to
/// move can't capture the biy.
fn is_balanced(position: &Position) -> bool {
    let material = |side| -> i32 {
        let value = |kind| match kind {
            Kind::Biy => 0,
            Kind::Batyr => 9,
            Kind::Tura => 5,
            Kind::Yalkyn => 3,
            Kind::Shatra => 1,
        };
        let men = position.men().values().filter(|man| man.side == side);
        men.map(|man| value(man.kind)).sum()
    };
    let [white, black] = Side::BOTH.map(material);
    let captures_biy = |turn: &Turn| position.play(turn).side_without_biy().is_some();
    !position.has_loser()
        && white.abs_diff(black) <= 1
        && !position.turns().iter().any(captures_biy)
}

/// Returns the SPN number of a square. The numbers increase from rank 1 upwards and, within a rank,
/// from file g to file a.
fn spn_number(square: Square) -> usize {
    let (file, rank) = (usize::from(square.0), usize::from(square.1));
    match rank {
        1..=3 => 3 * (rank - 1) + 5 - file,
        4 => 10,
        5..=10 => 10 + 7 * (rank - 5) + 7 - file,
        11 => 53,
        _ => 53 + 3 * (rank - 12) + 5 - file,
    }
}

/// Returns a step in USHI's notation: `18-25`, `44:28`, `58-60Q`, `pass`.
pub fn step_text(step: &Step) -> String {
    let separator = match step.action {
        Action::Quiet => '-',
        Action::Jump { .. } => ':',
        Action::Pass => return "pass".to_string(),
    };
    let letter = step.promotion.map(|kind| kind.letter().to_string());
    let (from, to) = (spn_number(step.from), spn_number(step.to));
    format!("{from}{separator}{to}{}", letter.unwrap_or_default())
}

/// Returns the legal step that USHI writes exactly like this, if there is one.
pub fn find_step(position: &Position, text: &str) -> Option<Step> {
    let mut steps = position.steps().into_iter();
    steps.find(|step| step_text(step) == text)
}

/// Checks that the steps of a USHI `pv` are legal in sequence.
pub fn check_steps_are_legal(position: &Position, pv: &[String]) -> Result<(), String> {
    let mut position = position.clone();
    for (text, number) in pv.iter().zip(1..) {
        let Some(step) = find_step(&position, text) else {
            return Err(format!("{text}, step {number} of {}", pv.join(" ")));
        };
        position = position.play_step(&step);
    }
    Ok(())
}

/// Checks that the turns of a UCI or UCCI `pv` are legal in sequence; returns the final position.
pub fn check_turns_are_legal(position: &Position, pv: &[String]) -> Result<Position, String> {
    let mut position = position.clone();
    for (text, number) in pv.iter().zip(1..) {
        let Some(turn) = position.find_turn(text) else {
            return Err(format!("{text}, turn {number} of {}", pv.join(" ")));
        };
        position = position.play(&turn);
    }
    Ok(position)
}

/// Returns whether the side to move can win the game with its next turn.
pub fn can_win_at_once(position: &Position) -> bool {
    let ends_game = |turn: &Turn| position.play(turn).has_loser();
    position.turns().iter().any(ends_game)
}
