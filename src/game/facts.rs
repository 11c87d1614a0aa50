//! Facts about variants, positions and turns, for code that is independent of the rules.

use crate::base::Square;
use crate::rules::board8::{self, BishopMovement, Man};
use crate::rules::shatra::{self, Setup};

/// The text that denotes the start position wherever a position is read.
pub const START: &str = "startpos";

/// The rules of a variant, by the board on which it is played.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum VariantRules {
    /// A rule set of Shatra.
    Shatra(&'static shatra::Rules),
    /// A game on the chessboard.
    Board8(&'static board8::Rules),
}

impl VariantRules {
    /// Returns the id of the variant.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Shatra(rules) => rules.id,
            Self::Board8(rules) => rules.id,
        }
    }
}

/// A board with its men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardContents {
    /// A Shatra board.
    Shatra(Setup),
    /// A chessboard.
    Board8(Board8Contents),
}

/// A chessboard with its men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board8Contents {
    /// The man on each square, a1 first.
    pub men: [Option<Man>; 64],
    /// The letter of the man on each square, a1 first; capitals for White.
    pub letters: [Option<char>; 64],
    /// The movement of the bishop, from which pictures tell the teme (a camel) from the pil (an
    /// elephant).
    pub bishop: BishopMovement,
    /// The square of the king that is in check, if any.
    pub checked_king: Option<Square>,
}

/// The men of a side that wait to be dropped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reserve {
    /// The number of men; 0 while the side's temdek is off.
    pub men: u32,
    /// The square of the man that must be dropped next, if the rule set has a drop order.
    pub next: Option<Square>,
}

/// A legal step: its notations and its effects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepDetails {
    /// The text: `d4-d6`, `a5:a7`, `e13-e14=Q`, or `pass` if the man stops its chain.
    pub text: String,
    /// The text as in USHI, with SPN numbers in Shatra: `18-25`, `44:28`.
    pub ushi: String,
    /// The square that the man leaves.
    pub from: Square,
    /// The square on which it lands: `from` if it stops its chain.
    pub to: Square,
    /// The square of the man that it captures, if any.
    pub capture: Option<Square>,
    /// The capital letter of the kind to which the man is promoted, if it is promoted.
    pub promotion: Option<char>,
    /// Whether the turn is over after the step; otherwise the same man must or may continue.
    pub ends_turn: bool,
}

/// A legal turn: its notations, its path and its effects.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TurnDetails {
    /// The text as in UCI: `d4-d6`, `a5:a7:g7` (RULES.md section 11) or `e2e4`.
    pub text: String,
    /// The steps as in USHI: in Shatra one for each jump, with SPN numbers.
    pub steps: Vec<String>,
    /// The tokens as in game files: `13:41`, `:39` in official numbers, or
    /// `Nxf3`.
    pub file_tokens: Vec<String>,
    /// The squares that the man visits, starting with the square that it leaves.
    pub path: Vec<Square>,
    /// The squares of the captured men, in the order of capture.
    pub captures: Vec<Square>,
    /// The capital letter of the kind to which the man is promoted, if it is promoted.
    pub promotion: Option<char>,
    /// Whether the turn is a drop.
    pub is_drop: bool,
}

/// A turn of any board, which is meaningless without its position.
// Hidden, because users of the library have a `LegalTurn`.
#[doc(hidden)]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum AnyTurn {
    /// A turn of Shatra.
    Shatra(shatra::Turn),
    /// A move on the chessboard.
    Board8(board8::Move),
}

impl From<shatra::Turn> for AnyTurn {
    fn from(turn: shatra::Turn) -> Self {
        Self::Shatra(turn)
    }
}

impl From<board8::Move> for AnyTurn {
    fn from(turn: board8::Move) -> Self {
        Self::Board8(turn)
    }
}

impl TryFrom<AnyTurn> for shatra::Turn {
    type Error = ();

    fn try_from(turn: AnyTurn) -> Result<Self, ()> {
        match turn {
            AnyTurn::Shatra(turn) => Ok(turn),
            AnyTurn::Board8(_) => Err(()),
        }
    }
}

impl TryFrom<AnyTurn> for board8::Move {
    type Error = ();

    fn try_from(turn: AnyTurn) -> Result<Self, ()> {
        match turn {
            AnyTurn::Board8(turn) => Ok(turn),
            AnyTurn::Shatra(_) => Err(()),
        }
    }
}
