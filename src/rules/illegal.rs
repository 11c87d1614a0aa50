//! Why a text that reads as a turn is no legal one, whatever the game.

use std::fmt::{self, Display};

/// The reason, with squares by their names and men by theirs.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Illegal {
    /// The game has ended.
    GameOver,
    /// Nobody stands where the turn starts.
    NoMan(String),
    /// The man there is the opponent's.
    EnemyMan(String),
    /// The text names a man of another kind than the one there.
    OtherMan {
        /// The square.
        square: String,
        /// Who stands there.
        is: &'static str,
    },
    /// A chain is under way, and only its man moves.
    MidChain(String),
    /// `pass`, and no chain is under way that may be stopped.
    NothingToStop,
    /// The chain goes on from this square, and must.
    MustGoOn(String),
    /// Another turn than a capture, while these squares' men can capture.
    MustCapture(Vec<String>),
    /// The man can capture, but not so.
    OtherCapture(String),
    /// A capture where nobody can capture.
    NothingToCapture,
    /// The square where the turn ends is taken, by an own man or the opponent's.
    Taken {
        /// The square.
        square: String,
        /// Whether by an own man.
        by_own: bool,
    },
    /// These men are urgent and must be dropped.
    MustDrop(Vec<String>),
    /// The reserve's shatras leave in order, and another one is first.
    DropOrder {
        /// Where the first one stands.
        first: String,
    },
    /// The reserve's men are only dropped.
    ReserveOnlyDrops(String),
    /// Nobody enters the own fortress or gate while the temdek is on.
    FortressClosed,
    /// A promotion that does not happen, or into something that is not to be had.
    Promotion,
    /// The own king could be taken afterwards.
    KingInCheck {
        /// The king, by the name of the game.
        king: &'static str,
    },
    /// A man stands in between.
    InTheWay(String),
    /// The man does not move so.
    Unreachable {
        /// Who moves.
        man: &'static str,
        /// From where.
        from: String,
        /// To where.
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
