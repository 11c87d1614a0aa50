//! The interface between positions and code other than the search: notation, contents
//! and outcomes.
//!
//! [`Game`] contains only the rules. `Playable` adds what code common to all games needs from
//! a position. What only [`GameRecord`](super::GameRecord) passes on, such as a diagram, is a
//! method of the positions of each board.

use std::fmt::{Debug, Display};
use std::ops::ControlFlow;

use super::facts::{AnyTurn, BoardContents, Reserve, StepDetails, TurnDetails, VariantRules};
use crate::base::Span;
use crate::rules::shatra::Numbering;
use crate::rules::{Game, Outcome, TurnError, board8, shatra};

/// An error in the text of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text is not the SPN of a position.
    #[error(transparent)]
    Spn(#[from] shatra::SpnError),
    /// The SPN does not describe a position of the rule set.
    #[error(transparent)]
    Setup(#[from] shatra::SetupError),
    /// The text is not the FEN of a position.
    #[error(transparent)]
    Fen(#[from] board8::FenError),
    /// The FEN does not describe a position of the game.
    #[error(transparent)]
    Board8(#[from] board8::SetupError),
}

impl PositionError {
    /// Returns the part of the text that is at fault, or an empty span for a set-up that was
    /// not read from text.
    pub fn span(&self) -> Span {
        match self {
            Self::Spn(error) => error.span,
            Self::Fen(error) => error.span,
            Self::Setup(_) | Self::Board8(_) => Span::default(),
        }
    }
}

/// A position of a game that can be played, displayed and stored. [`Display`] writes the
/// text of the position (SPN or FEN), and [`Playable::read`] parses it.
// Hidden, because users of the library reach all of it through `GameRecord`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be played, displayed and stored",
    note = "a new board needs its texts in src/game: implement `Playable` for its positions"
)]
pub trait Playable:
    Game<Move: Into<AnyTurn> + TryFrom<AnyTurn>> + Copy + PartialEq + Debug + Display
{
    /// The rules.
    const RULES: VariantRules;

    /// Returns the start position.
    fn start() -> Self;

    /// Parses the text of a position.
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the game.
    fn read(text: &str) -> Result<Self, PositionError>;

    /// Returns the number of men on the board, not counting the kings.
    fn man_count(&self) -> i32;

    /// Returns whether the position is in mid-turn.
    fn is_in_mid_turn(&self) -> bool {
        false
    }

    /// Returns the reserves of White and Black, in games with reserves.
    fn reserves(&self) -> Option<[Reserve; 2]> {
        None
    }

    /// Returns the outcome of the game as far as this position determines it, that is,
    /// apart from repetition; `None` if the game continues.
    fn board_outcome(&self) -> Option<Outcome>;

    /// Returns the position with the opponent to move.
    ///
    /// # Errors
    /// Returns an error if the result is not a position of the game.
    fn with_opponent_to_move(&self) -> Result<Self, PositionError>;

    /// Returns the legal turn that a text denotes, with its details. `numbering`
    /// determines which squares bare numbers denote.
    ///
    /// # Errors
    /// Returns an error if the text can't be parsed, or if it matches no legal turn or
    /// more than one.
    fn read_turn(
        &self,
        text: &str,
        numbering: Numbering,
    ) -> Result<(Self::Move, TurnDetails), TurnError>;

    /// Returns the text of a legal turn, as in UCI.
    fn turn_text(&self, turn: Self::Move) -> String;

    /// Returns the details of a legal turn; `None` if the turn is not legal.
    fn turn_details(&self, turn: Self::Move) -> Option<TurnDetails>;

    /// Returns the steps of a legal turn in USHI notation, one for each jump.
    fn step_texts(&self, turn: Self::Move) -> Vec<String>;

    /// Calls `visit` with each legal turn and its details until `visit` returns
    /// `Break`. [`Game::generate`](crate::rules::Game::generate) is faster where no details are
    /// needed.
    fn for_each_path(&self, visit: impl FnMut(Self::Move, TurnDetails) -> ControlFlow<()>);

    /// Returns the USHI notation of the step that a text denotes, and the position after
    /// the step, which may be in the middle of the turn. In games without jumps, a step
    /// is a complete turn.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Playable::read_turn`].
    fn read_step(&self, text: &str) -> Result<(String, Self), TurnError> {
        let (turn, details) = self.read_turn(text, Numbering::Spn)?;
        Ok((details.steps.concat(), self.after(turn)))
    }

    /// Returns the legal steps.
    fn legal_steps(&self) -> Vec<StepDetails>;

    /// Returns the contents of the board, for code that draws the board.
    fn contents(&self) -> BoardContents;
}

#[cfg(test)]
mod tests {
    use crate::game::{GameRecord, Variant};

    /// Returns the text from the invalid token on.
    fn rest_from_error(text: &str) -> &str {
        rest_from_error_in(Variant::Extended, text)
    }

    fn rest_from_error_in(variant: Variant, text: &str) -> &str {
        let error = GameRecord::from_text(variant, text).unwrap_err();
        text.get(error.span().column(text)..).unwrap()
    }

    #[test]
    fn the_column_is_that_of_the_invalid_token_in_fen() {
        let board = "4k3/p7/8/8/8/8/8/4K2R";
        let check = |fields: &str, expected: &str| {
            let text = format!("{board} {fields}");
            assert_eq!(
                rest_from_error_in(Variant::Shatar, &text),
                expected,
                "{fields}"
            );
        };
        check("x", "x");
        check("w KQ - 0 1", "KQ - 0 1");
        check("w - e3 0 1", "e3 0 1");
        check("w - - x 1", "x 1");
        check("w - - 0 0", "0");
        check("w - - 0 1 x", "x");
        check("w - - 0 1 S more", "more");
        // XBoard writes such a FEN for Shatar.
        check("w 3 0", "0");
        check("w 3 1 x", "x");
        let text = "4k3/p7/8/8/4Q3/8/8/4K2R w";
        assert_eq!(rest_from_error_in(Variant::Shatar, text), "Q3/8/8/4K2R w");
    }

    #[test]
    fn the_column_is_that_of_the_invalid_token_in_spn() {
        let board = "9/1/K6/5s1/4S1R/7/7/k6/1/9";
        assert_eq!(
            rest_from_error("9/1/K6/5s1/4S1R/7/7/k6/1"),
            "9/1/K6/5s1/4S1R/7/7/k6/1"
        );
        assert_eq!(
            rest_from_error("9/1/K6/5s1/4S1/7/7/k6/1/9 w"),
            "4S1/7/7/k6/1/9 w"
        );
        assert_eq!(
            rest_from_error("9/1/K6/5s1/4X1R/7/7/k6/1/9 w"),
            "X1R/7/7/k6/1/9 w"
        );
        assert_eq!(rest_from_error(board), "");
        assert_eq!(rest_from_error(&format!("{board}  x - -")), "x - -");
        assert_eq!(rest_from_error(&format!("{board} w x - -")), "x - -");
        assert_eq!(
            rest_from_error(&format!("{board} w - 63 - - 1")),
            "63 - - 1"
        );
        assert_eq!(rest_from_error(&format!("{board} w - 1 - - 1")), "1 - - 1");
        assert_eq!(rest_from_error(&format!("{board} w - - 99 - 1")), "99 - 1");
        assert_eq!(rest_from_error(&format!("{board} w - - - x 1")), "x 1");
        assert_eq!(rest_from_error(&format!("{board} w - - - - 0")), "0");
        assert_eq!(
            rest_from_error(&format!("{board} w - - - - 1 more")),
            "more"
        );
        assert_eq!(
            rest_from_error("9/1/K6/5s1/4y1R/7/7/k6/1/9 w"),
            "y1R/7/7/k6/1/9 w"
        );
    }
}
