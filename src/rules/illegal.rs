//! The reason why a well-formed turn is not legal, for all games.

use std::fmt::{self, Display};

/// The reason why a turn is not legal. Squares and men are given by name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Illegal {
    /// The game has ended.
    GameOver,
    /// No man stands on the square where the turn starts.
    NoMan(String),
    /// The man on this square is the opponent's.
    EnemyMan(String),
    /// The text names another kind of man than the one on the square.
    OtherMan {
        /// The square.
        square: String,
        /// The name of the kind of man on it.
        is: &'static str,
    },
    /// A chain is in progress, and only the man on this square may move.
    MidChain(String),
    /// The text is `pass`, but no chain is in progress that may be stopped.
    NothingToStop,
    /// The chain must continue from this square.
    MustGoOn(String),
    /// The turn is not a capture, but the men on these squares can capture.
    MustCapture(Vec<String>),
    /// The man on this square can capture, but not in this way.
    OtherCapture(String),
    /// The turn is a capture, but no man can capture.
    NothingToCapture,
    /// The target square is occupied by a man of either side.
    Taken {
        /// The square.
        square: String,
        /// Whether the side to move occupies it.
        by_own: bool,
    },
    /// The men on these squares are urgent, and one of them must be dropped.
    MustDrop(Vec<String>),
    /// The reserve's shatras are dropped in a fixed order, and another one is
    /// first.
    DropOrder {
        /// The square of the first one.
        first: String,
    },
    /// The man on this square is in reserve and can only be dropped.
    ReserveOnlyDrops(String),
    /// No man may enter its own fortress or gate while its side's temdek is on.
    FortressClosed,
    /// The promotion does not take place, or its kind is not available.
    Promotion,
    /// The king of the side that moves would be in check.
    KingInCheck {
        /// The game's name for the king.
        king: &'static str,
    },
    /// The man on this square blocks the line.
    InTheWay(String),
    /// The man does not move in this way.
    Unreachable {
        /// The name of the kind of man.
        man: &'static str,
        /// The square that it leaves.
        from: String,
        /// The target square.
        to: String,
    },
}

impl Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => write!(f, "the game is over"),
            Self::NoMan(square) => write!(f, "no man stands on {square}"),
            Self::EnemyMan(square) => write!(f, "the man on {square} is the opponent's"),
            Self::OtherMan { square, is } => write!(f, "the man on {square} is a {is}"),
            Self::MidChain(square) => {
                write!(f, "only the man on {square} moves, which is in mid-chain")
            }
            Self::NothingToStop => write!(f, "there is no chain that may be stopped"),
            Self::MustGoOn(square) => write!(f, "the man must go on capturing from {square}"),
            Self::MustCapture(men) => write!(
                f,
                "a capture is compulsory, and the men that can capture stand on {}",
                men.join(" ")
            ),
            Self::OtherCapture(square) => {
                write!(f, "the man on {square} must capture, but not so")
            }
            Self::NothingToCapture => write!(f, "nothing can be captured"),
            Self::Taken { square, by_own } => {
                let whose = if *by_own { "an own man" } else { "an enemy" };
                write!(f, "{square} is taken by {whose}")
            }
            Self::MustDrop(men) => {
                write!(f, "an urgent man must be dropped: {}", men.join(" "))
            }
            Self::DropOrder { first } => write!(
                f,
                "the reserve's shatras are dropped in order, and the one on {first} is first"
            ),
            Self::ReserveOnlyDrops(square) => write!(
                f,
                "the man on {square} is in reserve and is only dropped, onto the field of its own half"
            ),
            Self::FortressClosed => write!(
                f,
                "no man enters its own fortress or gate while its temdek is on"
            ),
            Self::Promotion => write!(f, "that promotion is not to be had there"),
            Self::KingInCheck { king } => write!(f, "the {king} would be in check"),
            Self::InTheWay(square) => write!(f, "the man on {square} stands in the way"),
            Self::Unreachable { man, from, to } => {
                write!(f, "the {man} on {from} does not go to {to}")
            }
        }
    }
}
