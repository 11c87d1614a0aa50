//! A game of any variant, as it was played.
//!
//! **The decision:** whatever referees, files or shows games knows turns as
//! texts and the game at run time; here that meets [`Record`](super::Record),
//! which the compiler makes for each rule set.

use std::ops::ControlFlow;

use super::played::{Played, read, start};
use super::shatra::Numbering;
use super::turn_in_steps::TurnInSteps;
use super::{Outcome, PlayedTurn, PositionError, Scene, SvgOptions, TurnError, TurnFacts, Variant};
use crate::base::Color;

/// Stands for the start of the game wherever a position text is read.
pub const START: &str = "startpos";

/// A game from its start to where it stands.
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
    /// A game from the start position.
    pub fn new(variant: Variant) -> Self {
        Self {
            variant,
            game: start(variant),
            turns: Vec::new(),
        }
    }

    /// A game from a position text: SPN or FEN, or [`START`].
    ///
    /// # Errors
    /// If the text is no position of the variant.
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

    /// The game as it stood after so many turns; the whole game if it has no
    /// more.
    #[must_use]
    pub fn first(&self, turns: usize) -> Self {
        Self {
            variant: self.variant,
            game: self.game.first(turns),
            turns: self.turns.iter().take(turns).cloned().collect(),
        }
    }

    /// The game that is played.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The text of the position in which the game began.
    pub fn start_text(&self) -> String {
        self.game.start_text()
    }

    /// Whether the game began where games of the variant begin.
    pub fn is_from_start(&self) -> bool {
        self.game.is_from_start()
    }

    /// The side that had the first turn.
    pub fn first_to_move(&self) -> Color {
        self.game.first_to_move()
    }

    /// The number of the move with which the game began.
    pub fn first_move_number(&self) -> u16 {
        self.game.first_move_number()
    }

    /// The text of the position that stands on the board.
    pub fn position_text(&self) -> String {
        self.game.position_text()
    }

    /// A key of that position; positions with the same key repeat each other.
    pub fn key(&self) -> u64 {
        self.game.key()
    }

    /// The key of that position with the sides exchanged: what each man is to
    /// White in the one it is to Black in the other.
    pub fn exchanged_key(&self) -> u64 {
        self.game.exchanged_key()
    }

    /// The side whose turn it is.
    pub fn side_to_move(&self) -> Color {
        self.game.side_to_move()
    }

    /// Turns since the last one that can't be undone by play.
    pub fn halfmoves(&self) -> u32 {
        self.game.halfmoves()
    }

    /// The number of the move to come.
    pub fn move_number(&self) -> u16 {
        self.game.move_number()
    }

    /// Men on the board, the kings aside.
    pub fn men(&self) -> i32 {
        self.game.men()
    }

    /// The turns played.
    pub fn turns(&self) -> &[PlayedTurn] {
        &self.turns
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// How many legal turns there are.
    pub fn count_turns(&self) -> u64 {
        self.game.count_turns()
    }

    /// The texts of legal turns, `most` of them at the most.
    pub fn legal_texts(&self, most: usize) -> Vec<String> {
        self.game.legal_texts(most)
    }

    /// Tells every legal turn, one after the other, until told to stop; none is
    /// kept, as there may be millions.
    pub fn for_each_turn(&self, mut tell: impl FnMut(TurnFacts) -> ControlFlow<()>) {
        self.game.for_each_turn(&mut tell);
    }

    /// A picture of the board in letters.
    pub fn diagram(&self) -> String {
        self.game.diagram()
    }

    /// The board, for whoever draws it.
    pub fn scene(&self) -> Scene {
        self.game.scene()
    }

    /// The position as an SVG document. If the options name no last turn, the
    /// last turn played is shown.
    pub fn svg(&self, options: &SvgOptions) -> String {
        let mut options = options.clone();
        if let Some(turn) = self.turns.last()
            && options.last_turn.is_empty()
        {
            options.last_turn.clone_from(&turn.squares);
        }
        self.game.svg(&options)
    }

    /// Plays the legal turn that a text means. `numbering` says what bare
    /// numbers are.
    ///
    /// # Errors
    /// If the text does not read, fits no legal turn, or fits several; nothing
    /// has changed then.
    pub fn play(&mut self, text: &str, numbering: Numbering) -> Result<(), TurnError> {
        let turn = self.game.play(text, numbering)?;
        self.turns.push(turn);
        Ok(())
    }

    /// Takes the last turn back. `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.game.undo() && self.turns.pop().is_some()
    }

    /// Begins a turn of the side to move that is made step by step. The record
    /// does not change; play the whole turn when it is known.
    pub fn turn_in_steps(&self) -> TurnInSteps {
        TurnInSteps::new(self.game.begin_turn())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Progress;

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
