//! Positions as people and tools have them: with texts, pictures and ends.
//!
//! **The decision:** the search asks little of a game
//! ([`Game`]); whatever else referees, files and
//! engines want of a position whose game the compiler knows is asked here, so
//! that they are written once for all games.

use std::fmt::{Debug, Display};
use std::ops::ControlFlow;

use super::board8;
use super::outcome::Outcome;
use super::scene::Scene;
use super::shatra::{self, Numbering};
use super::svg::SvgOptions;
use super::turn_error::TurnError;
use super::turn_facts::TurnFacts;
use crate::base::{Game, Square};

/// Why a text is no position of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// It does not read as SPN.
    #[error(transparent)]
    Spn(#[from] shatra::SpnError),
    /// It is no position of the rule set.
    #[error(transparent)]
    Setup(#[from] shatra::SetupError),
    /// It does not read as FEN.
    #[error(transparent)]
    Fen(#[from] board8::FenError),
    /// It is no position of the game.
    #[error(transparent)]
    Board8(#[from] board8::SetupError),
}

impl PositionError {
    /// What the text was to be: SPN or FEN.
    pub const fn position_text(&self) -> &'static str {
        match self {
            Self::Spn(_) | Self::Setup(_) => "SPN",
            Self::Fen(_) | Self::Board8(_) => "FEN",
        }
    }
}

/// A turn of a game, in the ways it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedTurn {
    /// As in UCI: `d4-d6`, `a5:a7:g7` (section 11), `e2e4`.
    pub text: String,
    /// Step by step, as in USHI: jump by jump in SPN numbers, where there are
    /// jumps.
    pub jumps: Vec<String>,
    /// Token by token, as in game files: `13:41`, `:39` in official numbers, or
    /// `Nxf3`.
    pub file_tokens: Vec<String>,
    /// The squares that the man visits, its first one included.
    pub squares: Vec<Square>,
}

/// A position of a game that is played, not only searched. Its text is what
/// [`Display`] writes and [`Playable::read`] reads.
pub trait Playable: Game + Copy + PartialEq + Debug + Display {
    /// The id of the game.
    const ID: &'static str;

    /// What people call the game.
    const NAME: &'static str;

    /// What its position texts are called, and the tag that holds one in a game
    /// file: `SPN` or `FEN`.
    const POSITION_TEXT: &'static str;

    /// The value of USHI's option `Shatra version`, for games that have one.
    const USHI_VERSION: Option<u8> = None;

    /// The start position.
    fn start() -> Self;

    /// The position of a text.
    ///
    /// # Errors
    /// If the text is no position of the game.
    fn read(text: &str) -> Result<Self, PositionError>;

    /// The number of the move, from 1, counted up after Black's turn.
    fn move_number(&self) -> u16;

    /// Men on the board, the kings aside.
    fn men(&self) -> i32;

    /// Whether the position is one within a turn, between its steps.
    fn is_in_mid_turn(&self) -> bool {
        false
    }

    /// How the game has ended by what stands on the board, if it has.
    fn ended(&self) -> Option<Outcome>;

    /// The turns that win by leaving the enemy nothing but his king, where there
    /// is such a win.
    fn baring_turns(&self) -> Vec<String> {
        Vec::new()
    }

    /// The position with the other side to move.
    ///
    /// # Errors
    /// If that is no position of the game.
    fn flipped(&self) -> Result<Self, PositionError>;

    /// The position with the sides exchanged: what each man is to White in the
    /// one it is to Black in the other.
    #[must_use]
    fn exchanged(&self) -> Self;

    /// The legal turn that a text means, and how it is written. `numbering`
    /// says what bare numbers are.
    ///
    /// # Errors
    /// The text does not read, fits no legal turn, or fits several.
    fn read_turn(
        &self,
        text: &str,
        numbering: Numbering,
    ) -> Result<(Self::Move, PlayedTurn), TurnError>;

    /// The text of a legal turn.
    fn turn_text(&self, turn: Self::Move) -> String;

    /// The same jump by jump, as in USHI.
    fn jump_texts(&self, turn: Self::Move) -> Vec<String>;

    /// Tells every legal turn in all the ways to make it.
    fn for_each_way(&self, tell: impl FnMut(Self::Move, PlayedTurn) -> ControlFlow<()>);

    /// What a legal turn does, made in a way that [`Playable::for_each_way`]
    /// told.
    fn facts(&self, turn: Self::Move, way: PlayedTurn) -> TurnFacts;

    /// The texts of legal turns, `most` of them at the most.
    fn turn_texts(&self, most: usize) -> Vec<String>;

    /// The step that a text means, where a turn is made step by step: how USHI
    /// writes it, and the position behind it, which may be one within the turn.
    /// Where turns have no steps it is the whole turn.
    ///
    /// # Errors
    /// As [`Playable::read_turn`].
    fn read_step(&self, text: &str) -> Result<(String, Self), TurnError> {
        let (turn, written) = self.read_turn(text, Numbering::Spn)?;
        Ok((written.jumps.concat(), self.after(turn)))
    }

    /// The square of a name, as turns have it.
    fn square_named(name: &str) -> Option<Square>;

    /// The name of a square.
    fn square_name(square: Square) -> String;

    /// A picture of the board in letters.
    fn picture(&self) -> String;

    /// A picture of the board as an SVG document.
    fn svg(&self, options: &SvgOptions) -> String;

    /// The board, for whoever draws it.
    fn scene(&self) -> Scene;

    /// The position after a legal turn.
    #[must_use]
    fn after(&self, turn: Self::Move) -> Self {
        let mut next = *self;
        next.play(turn);
        next
    }
}
