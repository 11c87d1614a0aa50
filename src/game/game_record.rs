//! The record of a game of any variant.
//!
//! **The decision:** code that referees, stores or shows games handles turns as
//! texts and chooses the game at run time. This module joins it to
//! [`Record`](super::Record), which is compiled for each rule set.

use std::ops::ControlFlow;

use super::played::{Played, read, start};
use super::turn_in_steps::TurnInSteps;
use super::{BoardContents, PlayedTurn, PositionError, TurnFacts, Variant};
use crate::base::Color;
use crate::rules::shatra::Numbering;
use crate::rules::{Outcome, TurnError};

/// The text that denotes the start position wherever a position text is read.
pub const START: &str = "startpos";

/// A game from its start to the current position.
#[derive(Debug)]
pub struct GameRecord {
    variant: Variant,
    game: Box<dyn Played>,
    turns: Vec<PlayedTurn>,
}

impl Clone for GameRecord {
    fn clone(&self) -> Self {
        Self {
            variant: self.variant,
            game: self.game.boxed(),
            turns: self.turns.clone(),
        }
    }
}

impl GameRecord {
    /// Creates a game from the start position.
    pub fn new(variant: Variant) -> Self {
        Self {
            variant,
            game: start(variant),
            turns: Vec::new(),
        }
    }

    /// Creates a game from a position text: SPN or FEN, or [`START`].
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the variant.
    pub fn from_text(variant: Variant, text: &str) -> Result<Self, PositionError> {
        if text == START {
            return Ok(Self::new(variant));
        }
        Ok(Self {
            variant,
            game: read(variant, text)?,
            turns: Vec::new(),
        })
    }

    /// Returns the game after its first `turns` turns, or the whole game if it
    /// has no more.
    #[must_use]
    pub fn first(&self, turns: usize) -> Self {
        Self {
            variant: self.variant,
            game: self.game.first(turns),
            turns: self.turns.iter().take(turns).cloned().collect(),
        }
    }

    /// Returns the variant.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the text of the position in which the game began.
    pub fn start_text(&self) -> String {
        self.game.start_text()
    }

    /// Returns whether the game began in the variant's start position.
    pub fn is_from_start(&self) -> bool {
        self.game.is_from_start()
    }

    /// Returns the side that had the first turn.
    pub fn first_to_move(&self) -> Color {
        self.game.first_to_move()
    }

    /// Returns the number of the first move.
    pub fn first_move_number(&self) -> u16 {
        self.game.first_move_number()
    }

    /// Returns the text of the current position.
    pub fn position_text(&self) -> String {
        self.game.position_text()
    }

    /// Returns the key of the current position; positions with the same key are
    /// repetitions of each other.
    pub fn key(&self) -> u64 {
        self.game.key()
    }

    /// Returns the key of the current position with the sides exchanged: the
    /// board turned around, and each man given to the other side.
    pub fn exchanged_key(&self) -> u64 {
        self.game.exchanged_key()
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> Color {
        self.game.side_to_move()
    }

    /// Returns the half-move clock: the number of turns since the last
    /// irreversible one.
    pub fn halfmoves(&self) -> u32 {
        self.game.halfmoves()
    }

    /// Returns the number of the current move.
    pub fn move_number(&self) -> u16 {
        self.game.move_number()
    }

    /// Returns the number of men on the board, not counting the kings.
    pub fn men(&self) -> i32 {
        self.game.men()
    }

    /// Returns the turns played.
    pub fn turns(&self) -> &[PlayedTurn] {
        &self.turns
    }

    /// Returns how the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Returns the number of legal turns.
    pub fn count_turns(&self) -> u64 {
        self.game.count_turns()
    }

    /// Returns the texts of legal turns, at most `most` of them.
    pub fn legal_texts(&self, most: usize) -> Vec<String> {
        self.game.legal_texts(most)
    }

    /// Calls `tell` with each legal turn until `tell` returns `Break`. The
    /// turns are not stored, as there may be millions.
    pub fn for_each_turn(&self, mut tell: impl FnMut(TurnFacts) -> ControlFlow<()>) {
        self.game.for_each_turn(&mut tell);
    }

    /// Returns a text diagram of the board.
    pub fn diagram(&self) -> String {
        self.game.diagram()
    }

    /// Returns the contents of the board, for code that draws it.
    pub fn contents(&self) -> BoardContents {
        self.game.contents()
    }

    /// Plays the legal turn that a text denotes. `numbering` is the meaning of
    /// bare numbers.
    ///
    /// # Errors
    /// Returns an error if the text cannot be parsed, or matches no legal turn
    /// or several; the game is then unchanged.
    pub fn play(&mut self, text: &str, numbering: Numbering) -> Result<(), TurnError> {
        let turn = self.game.play(text, numbering)?;
        self.turns.push(turn);
        Ok(())
    }

    /// Takes the last turn back. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.game.undo() && self.turns.pop().is_some()
    }

    /// Begins a turn of the side to move that is made step by step. The record
    /// is unchanged; call `GameRecord::play` when the whole turn is known.
    pub fn turn_in_steps(&self) -> TurnInSteps {
        TurnInSteps::new(self.game.begin_turn())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Progress;

    /// Kurin's example of a chain (section 12), about to be played.
    fn chain_at_hand() -> GameRecord {
        let spn = "9/K/6R/5S1/1k1S3/7/7/4q2/1/9 w";
        let mut game = GameRecord::from_text(Variant::Kurin, spn).unwrap();
        game.play("d7-c8", Numbering::Official).unwrap();
        game
    }

    #[test]
    fn a_turn_is_written_in_three_ways() {
        let mut game = chain_at_hand();
        game.play("c10:a6", Numbering::Official).unwrap();
        let [quiet, chain] = game.turns() else {
            panic!("two turns were played");
        };
        assert_eq!((quiet.jumps.len(), quiet.file_tokens.len()), (1, 1));
        assert_eq!(chain.text, "c10:c6:a6");
        assert_eq!(chain.jumps, ["50:22", "22:24"]);
        assert_eq!(chain.file_tokens, ["13:41", ":39"]);
    }

    #[test]
    fn what_is_undone_never_was() {
        let mut game = GameRecord::new(Variant::Original);
        let before = game.position_text();
        game.play("d6-d7", Numbering::Official).unwrap();
        assert_ne!(game.position_text(), before);
        assert!(game.undo());
        assert_eq!((game.position_text(), game.turns().len()), (before, 0));
        assert!(!game.undo());
    }

    #[test]
    fn a_chain_is_made_jump_by_jump() {
        let game = chain_at_hand();
        let mut turn = game.turn_in_steps();
        assert!(turn.play("50:35").is_err());
        assert_eq!(turn.play("50:22"), Ok(Progress::GoesOn));
        assert_eq!(turn.position_text().split(' ').nth(3), Some("22"));
        assert_eq!(turn.play("22:24"), Ok(Progress::Whole("c10:c6:a6".into())));
    }
}
