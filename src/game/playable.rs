//! The interface between a position and the code around the search: texts,
//! diagrams and results.
//!
//! [`Game`] contains the rules alone. Everything else that referees,
//! files and engines need from a position is part of `Playable`, so that their code is
//! written once for all games.

use std::fmt::{Debug, Display};
use std::ops::ControlFlow;

use super::board_contents::BoardContents;
use super::turn_details::TurnDetails;
use crate::base::Square;
use crate::rules::shatra::Numbering;
use crate::rules::{Game, Outcome, TurnError, board8, shatra};
use crate::util::span::Span;

/// The reason why a text is not a position of a game.
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
    /// Returns the name of the expected notation: SPN or FEN.
    pub const fn position_notation(&self) -> &'static str {
        match self {
            Self::Spn(_) | Self::Setup(_) => "SPN",
            Self::Fen(_) | Self::Board8(_) => "FEN",
        }
    }

    /// Returns the part of the text that is at fault; empty for a set-up that was not
    /// read from a text.
    pub fn span(&self) -> Span {
        match self {
            Self::Spn(error) => error.span,
            Self::Fen(error) => error.span,
            Self::Setup(_) | Self::Board8(_) => Span::default(),
        }
    }
}

/// A turn of a game in each of its notations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedTurn {
    /// The text as in UCI: `d4-d6`, `a5:a7:g7` (RULES.md section 11), `e2e4`.
    pub text: String,
    /// The steps as in USHI: one for each jump, in SPN numbers, in games with
    /// jumps.
    pub jumps: Vec<String>,
    /// The tokens as in game files: `13:41`, `:39` in official numbers, or
    /// `Nxf3`.
    pub file_tokens: Vec<String>,
    /// The squares that the man visits, starting with the one that it leaves.
    pub squares: Vec<Square>,
}

/// A position of a game that can be played, displayed and stored. [`Display`] writes its
/// text, and [`Playable::read`] parses it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be played, displayed and stored",
    note = "a new board needs its texts in src/game: implement `Playable` for its positions"
)]
pub trait Playable: Game + Copy + PartialEq + Debug + Display {
    /// The id of the game.
    const ID: &'static str;

    /// The full name of the game.
    const NAME: &'static str;

    /// The name of the notation of positions, and of their tag in game files: `SPN` or
    /// `FEN`.
    const POSITION_NOTATION: &'static str;

    /// The value of USHI's option `Shatra version`, for games that it can
    /// select.
    const USHI_VERSION: Option<u8> = None;

    /// Returns the start position.
    fn start() -> Self;

    /// Parses the text of a position.
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the game.
    fn read(text: &str) -> Result<Self, PositionError>;

    /// Returns the number of the current move, which starts at 1 and increases
    /// after each turn of Black.
    fn move_number(&self) -> u16;

    /// Returns the number of men on the board, not counting the kings.
    fn men(&self) -> i32;

    /// Returns whether the position is in the middle of a turn, between its
    /// steps.
    fn is_in_mid_turn(&self) -> bool {
        false
    }

    /// Returns the outcome of the game on the board (repetition aside), if it has
    /// ended.
    fn board_outcome(&self) -> Option<Outcome>;

    /// Returns the turns that win by leaving the opponent nothing but the king,
    /// in games with such a win.
    fn baring_turns(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the position with the other side to move.
    ///
    /// # Errors
    /// Returns an error if the result is not a position of the game.
    fn flipped(&self) -> Result<Self, PositionError>;

    /// Returns the position with the sides exchanged: the board turned around,
    /// and each man given to the other side.
    #[must_use]
    fn exchanged(&self) -> Self;

    /// Returns the legal turn that a text denotes, and its notations.
    /// `numbering` is the meaning of bare numbers.
    ///
    /// # Errors
    /// Returns an error if the text cannot be parsed, or matches no legal turn
    /// or several.
    fn read_turn(
        &self,
        text: &str,
        numbering: Numbering,
    ) -> Result<(Self::Move, PlayedTurn), TurnError>;

    /// Returns the text of a legal turn.
    fn turn_text(&self, turn: Self::Move) -> String;

    /// Returns the steps of a legal turn, one for each jump, as in USHI.
    fn jump_texts(&self, turn: Self::Move) -> Vec<String>;

    /// Calls `visit` with every legal turn, once for each path, until `visit`
    /// returns `Break`.
    fn for_each_path(&self, visit: impl FnMut(Self::Move, PlayedTurn) -> ControlFlow<()>);

    /// Returns the details of a legal turn; `written` is the value that
    /// [`Playable::for_each_path`] passes with the turn.
    fn turn_details(&self, turn: Self::Move, written: PlayedTurn) -> TurnDetails;

    /// Returns the texts of legal turns, at most `limit` of them.
    fn turn_texts(&self, limit: usize) -> Vec<String>;

    /// Returns the step that a text denotes, as USHI writes it, and the
    /// position after it, which may be in the middle of the turn. In games
    /// without steps, a step is a complete turn.
    ///
    /// # Errors
    /// Returns the errors of [`Playable::read_turn`].
    fn read_step(&self, text: &str) -> Result<(String, Self), TurnError> {
        let (turn, written) = self.read_turn(text, Numbering::Spn)?;
        Ok((written.jumps.concat(), self.after(turn)))
    }

    /// Returns the square with this name, as in the texts of turns.
    fn square_named(name: &str) -> Option<Square>;

    /// Returns the name of a square.
    fn square_name(square: Square) -> String;

    /// Returns a text diagram of the board.
    fn diagram(&self) -> String;

    /// Returns the contents of the board, for code that draws it.
    fn contents(&self) -> BoardContents;

    /// Returns the position after a legal turn.
    #[must_use]
    fn after(&self, turn: Self::Move) -> Self {
        let mut next = *self;
        next.play(turn);
        next
    }
}
