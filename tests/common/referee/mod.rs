//! The referee of a game between engines, who provides openings, detects ends and parses move texts
//! by the slow reference.

#![allow(dead_code)] // each test program uses a part of it

use std::collections::HashMap;

use crate::{
    slow::{Action, Kind, Position, Side, Square, Step, Turn, Variant},
    support::Random,
};

/// The number of turns after which an unfinished game is stopped.
pub const MAX_TURNS: usize = 300;

/// The end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndReason {
    BiyCaptured,
    NoLegalTurn,
    Repetition,
    BareBiys,
    TooLong,
}

impl EndReason {
    pub const fn description(self) -> &'static str {
        match self {
            Self::BiyCaptured => "ended by the capture of a biy",
            Self::NoLegalTurn => "ended without a legal turn",
            Self::Repetition => "ended by repetition",
            Self::BareBiys => "ended with bare biys",
            Self::TooLong => "stopped as too long",
        }
    }
}

/// Detects the end of a game.
#[derive(Default)]
pub struct Referee {
    seen: HashMap<String, usize>,
    turns: usize,
}

impl Referee {
    /// Adds the next position between two turns, in the order of the game; returns the end of the
    /// game, if there is one.
    pub fn observe(&mut self, position: &Position) -> Option<EndReason> {
        self.turns += 1;
        let occurrences = self.seen.entry(identity(position)).or_default();
        *occurrences += 1;
        let bare = position.variant() == Variant::Original && position.only_biys_left();
        if position.lost_biy().is_some() {
            Some(EndReason::BiyCaptured)
        } else if position.steps().is_empty() {
            Some(EndReason::NoLegalTurn)
        } else if bare && position.halfmoves() >= 6 {
            Some(EndReason::BareBiys)
        } else if *occurrences >= 3 {
            Some(EndReason::Repetition)
        } else {
            (self.turns > MAX_TURNS).then_some(EndReason::TooLong)
        }
    }
}

/// Returns the part of a position that counts for repetition (protocol/RULES.md section 9).
fn identity(position: &Position) -> String {
    let spn = position.to_spn();
    let fields: Vec<&str> = spn.split(' ').take(3).collect();
    format!("{} {:?}", fields.join(" "), position.usable_passed_square())
}

/// Plays 6 to 10 random turns, after which neither side is ahead by more than a shatra or can
/// capture the biy at once; returns the turns and the positions before and after each.
pub fn random_opening(variant: Variant, random: &mut Random) -> (Vec<Turn>, Vec<Position>) {
    loop {
        let mut turns = Vec::new();
        let mut positions = vec![Position::start(variant)];
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
    let wins = |turn: &Turn| position.play(turn).lost_biy().is_some();
    !position.is_over() && white.abs_diff(black) <= 1 && !position.turns().iter().any(wins)
}

/// Returns the SPN number of a square: each rank counted from g to a, from rank 1 up.
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

/// Returns a step as USHI writes it: `18-25`, `44:28`, `58-60Q`, `pass`.
pub fn step_text(step: &Step) -> String {
    let sign = match step.action {
        Action::Quiet => '-',
        Action::Jump { .. } => ':',
        Action::Pass => return "pass".to_string(),
    };
    let letter = step.promotion.map(|kind| kind.letter().to_string());
    let (from, to) = (spn_number(step.from), spn_number(step.to));
    format!("{from}{sign}{to}{}", letter.unwrap_or_default())
}

/// Returns the legal step with exactly this text in USHI.
pub fn find_step(position: &Position, text: &str) -> Option<Step> {
    let mut steps = position.steps().into_iter();
    steps.find(|step| step_text(step) == text)
}

/// Checks that the jumps of a USHI `pv` are legal, one after the other.
pub fn check_steps_are_legal(position: &Position, pv: &[String]) -> Result<(), String> {
    let mut position = position.clone();
    for (i, text) in pv.iter().enumerate() {
        let Some(step) = find_step(&position, text) else {
            return Err(format!("jump {} of {}: {text}", i + 1, pv.join(" ")));
        };
        position = position.play_step(&step);
    }
    Ok(())
}

/// Checks that the turns of a UCI `pv` are legal, one after the other; returns the last position.
pub fn check_turns_are_legal(position: &Position, pv: &[String]) -> Result<Position, String> {
    let mut position = position.clone();
    for (i, text) in pv.iter().enumerate() {
        let Some(turn) = position.turn(text) else {
            return Err(format!("turn {} of {}", i + 1, pv.join(" ")));
        };
        position = position.play(&turn);
    }
    Ok(position)
}

/// Returns whether the side to move can end the game with this turn.
pub fn can_win_at_once(position: &Position) -> bool {
    let wins = |turn: &Turn| position.play(turn).is_over();
    position.turns().iter().any(wins)
}
