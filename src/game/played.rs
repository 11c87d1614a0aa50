//! A game in progress behind a trait object that hides its type.
//!
//! [`for_game!`] creates one; code that has no use for the type, and handles
//! turns as texts, calls its methods.

use std::fmt::Debug;
use std::ops::ControlFlow;

use super::variant::for_game;
use super::{BoardContents, Playable, PlayedTurn, PositionError, Record, TurnFacts, Variant};
use crate::base::Color;
use crate::rules::shatra::Numbering;
use crate::rules::{Outcome, TurnError};

/// The operations on a game that [`GameRecord`](super::GameRecord) needs; they
/// are documented there.
pub(super) trait Played: Debug + Send + Sync {
    fn boxed(&self) -> Box<dyn Played>;
    fn first(&self, turns: usize) -> Box<dyn Played>;
    fn start_text(&self) -> String;
    fn is_from_start(&self) -> bool;
    fn first_to_move(&self) -> Color;
    fn first_move_number(&self) -> u16;
    fn position_text(&self) -> String;
    fn key(&self) -> u64;
    fn exchanged_key(&self) -> u64;
    fn side_to_move(&self) -> Color;
    fn halfmoves(&self) -> u32;
    fn move_number(&self) -> u16;
    fn men(&self) -> i32;
    fn outcome(&self) -> Option<Outcome>;
    fn count_turns(&self) -> u64;
    fn legal_texts(&self, most: usize) -> Vec<String>;
    fn for_each_turn(&self, tell: &mut dyn FnMut(TurnFacts) -> ControlFlow<()>);
    fn diagram(&self) -> String;
    fn contents(&self) -> BoardContents;
    fn play(&mut self, text: &str, numbering: Numbering) -> Result<PlayedTurn, TurnError>;
    fn undo(&mut self) -> bool;
    fn begin_turn(&self) -> Box<dyn Stepwise>;
}

/// Creates a game of a variant from its start position.
pub(super) fn start(variant: Variant) -> Box<dyn Played> {
    for_game!(variant, P => Box::new(Record::new(P::start())))
}

/// Creates a game of a variant from a position text.
pub(super) fn read(variant: Variant, text: &str) -> Result<Box<dyn Played>, PositionError> {
    for_game!(variant, P => Ok(Box::new(Record::new(P::read(text)?))))
}

impl<P: Playable> Played for Record<P> {
    fn boxed(&self) -> Box<dyn Played> {
        Box::new(self.clone())
    }

    fn first(&self, turns: usize) -> Box<dyn Played> {
        Box::new(Self::first(self, turns))
    }

    fn start_text(&self) -> String {
        self.start().to_string()
    }

    fn is_from_start(&self) -> bool {
        *self.start() == P::start()
    }

    fn first_to_move(&self) -> Color {
        self.start().side_to_move()
    }

    fn first_move_number(&self) -> u16 {
        self.start().move_number()
    }

    fn position_text(&self) -> String {
        self.position().to_string()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn exchanged_key(&self) -> u64 {
        self.position().exchanged().key()
    }

    fn side_to_move(&self) -> Color {
        self.position().side_to_move()
    }

    fn halfmoves(&self) -> u32 {
        self.position().halfmove_clock()
    }

    fn move_number(&self) -> u16 {
        self.position().move_number()
    }

    fn men(&self) -> i32 {
        self.position().men()
    }

    fn outcome(&self) -> Option<Outcome> {
        Self::outcome(self)
    }

    fn count_turns(&self) -> u64 {
        self.position().count()
    }

    fn legal_texts(&self, most: usize) -> Vec<String> {
        self.position().turn_texts(most)
    }

    fn for_each_turn(&self, tell: &mut dyn FnMut(TurnFacts) -> ControlFlow<()>) {
        let position = self.position();
        position.for_each_way(|turn, way| tell(position.facts(turn, way)));
    }

    fn diagram(&self) -> String {
        self.position().picture()
    }

    fn contents(&self) -> BoardContents {
        self.position().contents()
    }

    fn play(&mut self, text: &str, numbering: Numbering) -> Result<PlayedTurn, TurnError> {
        let (turn, written) = self.position().read_turn(text, numbering)?;
        Self::play(self, turn);
        Ok(written)
    }

    fn undo(&mut self) -> bool {
        Self::undo(self)
    }

    fn begin_turn(&self) -> Box<dyn Stepwise> {
        Box::new(Steps {
            before: *self.position(),
            now: *self.position(),
        })
    }
}

/// The operations on a partial turn that [`TurnInSteps`](super::TurnInSteps)
/// needs.
pub(super) trait Stepwise: Debug + Send + Sync {
    fn boxed(&self) -> Box<dyn Stepwise>;
    fn position_text(&self) -> String;
    fn is_whole(&self) -> bool;
    /// Plays a step and returns its text.
    fn step(&mut self, text: &str) -> Result<String, TurnError>;
    /// Returns the text of the turn that consists of these steps.
    fn whole(&self, steps: &[String]) -> String;
}

/// The position before a turn and the one that its steps have reached.
#[derive(Clone, Debug)]
struct Steps<P> {
    before: P,
    now: P,
}

impl<P: Playable> Stepwise for Steps<P> {
    fn boxed(&self) -> Box<dyn Stepwise> {
        Box::new(self.clone())
    }

    fn position_text(&self) -> String {
        self.now.to_string()
    }

    fn is_whole(&self) -> bool {
        !self.now.is_in_mid_turn()
    }

    fn step(&mut self, text: &str) -> Result<String, TurnError> {
        let (step, now) = self.now.read_step(text)?;
        self.now = now;
        Ok(step)
    }

    fn whole(&self, steps: &[String]) -> String {
        let mut whole = String::new();
        self.before.for_each_way(|_, turn| {
            if turn.jumps == *steps {
                whole = turn.text;
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        whole
    }
}
