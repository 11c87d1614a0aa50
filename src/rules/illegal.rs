//! Why a well-formed turn is not legal, in all games.

use crate::base::{Bitboard, Square};

/// A function that returns the name of a square on the board of a game.
pub type SquareName = fn(Square) -> String;

/// The reason that a turn is not legal, with a description in words. Each board names its
/// squares differently, so the description is created where the board is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DescribedReason {
    /// The reason.
    pub reason: IllegalReason,
    /// The description, a clause without a full stop.
    pub description: String,
}

impl DescribedReason {
    /// Describes a reason; `name` returns the names of squares.
    pub(super) fn new(reason: IllegalReason, name: SquareName) -> Self {
        let description = reason.description(name);
        Self {
            reason,
            description,
        }
    }
}

/// The reason that a turn is not legal, with the squares and men concerned.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The game has ended.
    GameOver,
    /// No man stands on the square where the turn starts.
    NoMan(Square),
    /// The man on this square is the opponent's.
    EnemyMan(Square),
    /// The text names a different kind of man than the one on the square.
    OtherMan {
        /// The square.
        square: Square,
        /// The name of the man on the square.
        is: &'static str,
    },
    /// A chain is in progress, and only the man on this square may move.
    MidChain(Square),
    /// The text is `pass`, but no chain in progress may be stopped.
    NoChainToStop,
    /// The chain must continue from this square.
    ChainContinues(Square),
    /// The turn is not a capture, but the men on these squares can capture.
    MustCapture(Bitboard),
    /// The man on this square must capture, but this turn is not one of its captures.
    OtherCapture(Square),
    /// The turn is a capture, but no man can capture.
    NothingToCapture,
    /// The target square is occupied by a man of either side.
    Occupied {
        /// The square.
        square: Square,
        /// Whether the side to move occupies it.
        by_own: bool,
    },
    /// The men on these squares are urgent, and one of them must be dropped.
    MustDrop(Bitboard),
    /// The shatras of the reserve are dropped in a fixed order, and a different shatra is
    /// next.
    DropOrder {
        /// The square of the shatra that is next.
        first: Square,
    },
    /// The man on this square is in reserve and can only capture or be dropped.
    InReserve(Square),
    /// The man may not end a move on the target square, which is in its own fortress or
    /// gate, while its side's temdek is on.
    FortressClosed,
    /// The turn differs from a legal turn only in its promotion.
    Promotion,
    /// The king of the side that moves would be in check.
    KingInCheck {
        /// The game's name for the king.
        king: &'static str,
    },
    /// The man on this square blocks the line.
    Blocked(Square),
    /// The man does not move in this way.
    Unreachable {
        /// The name of the kind of man.
        man: &'static str,
        /// The square that it leaves.
        from: Square,
        /// The target square.
        to: Square,
    },
}

impl IllegalReason {
    /// Returns the word for the reason in the protocol, such as `must-capture`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::NoMan(_) => "no-man",
            Self::EnemyMan(_) => "enemy-man",
            Self::OtherMan { .. } => "other-man",
            Self::MidChain(_) => "mid-chain",
            Self::NoChainToStop => "no-chain",
            Self::ChainContinues(_) => "chain-continues",
            Self::MustCapture(_) => "must-capture",
            Self::OtherCapture(_) => "other-capture",
            Self::NothingToCapture => "nothing-to-capture",
            Self::Occupied { by_own: true, .. } => "occupied-by-own",
            Self::Occupied { by_own: false, .. } => "occupied-by-enemy",
            Self::MustDrop(_) => "must-drop",
            Self::DropOrder { .. } => "drop-order",
            Self::InReserve(_) => "in-reserve",
            Self::FortressClosed => "fortress-closed",
            Self::Promotion => "promotion",
            Self::KingInCheck { .. } => "king-in-check",
            Self::Blocked(_) => "blocked",
            Self::Unreachable { .. } => "unreachable",
        }
    }

    /// Returns the squares concerned, in the order in which the description names them.
    pub fn squares(self) -> Vec<Square> {
        match self {
            Self::NoMan(square)
            | Self::EnemyMan(square)
            | Self::OtherMan { square, .. }
            | Self::MidChain(square)
            | Self::ChainContinues(square)
            | Self::OtherCapture(square)
            | Self::Occupied { square, .. }
            | Self::DropOrder { first: square }
            | Self::InReserve(square)
            | Self::Blocked(square) => vec![square],
            Self::MustCapture(men) | Self::MustDrop(men) => men.into_iter().collect(),
            Self::Unreachable { from, to, .. } => vec![from, to],
            Self::GameOver
            | Self::NoChainToStop
            | Self::NothingToCapture
            | Self::FortressClosed
            | Self::Promotion
            | Self::KingInCheck { .. } => Vec::new(),
        }
    }

    /// Returns the square of the man that the turn would move or, in mid-chain, of the man
    /// that must move; `None` if the reason does not contain it.
    pub const fn mover(self) -> Option<Square> {
        match self {
            Self::OtherMan { square, .. }
            | Self::MidChain(square)
            | Self::ChainContinues(square)
            | Self::OtherCapture(square)
            | Self::InReserve(square)
            | Self::Unreachable { from: square, .. } => Some(square),
            _ => None,
        }
    }

    /// Returns the reason as a clause, without a full stop.
    fn description(self, name: SquareName) -> String {
        let names = |squares: Bitboard| -> String {
            let names: Vec<String> = squares.into_iter().map(name).collect();
            names.join(" ")
        };
        match self {
            Self::GameOver => "the game is over".to_owned(),
            Self::NoMan(square) => format!("no man stands on {}", name(square)),
            Self::EnemyMan(square) => format!("the man on {} is the opponent's", name(square)),
            Self::OtherMan { square, is } => format!("the man on {} is a {is}", name(square)),
            Self::MidChain(square) => format!(
                "only the man on {} may move, because it is in mid-chain",
                name(square)
            ),
            Self::NoChainToStop => "there is no chain to stop".to_owned(),
            Self::ChainContinues(square) => {
                format!("the man must continue to capture from {}", name(square))
            }
            Self::MustCapture(men) => {
                format!("a man that can capture must do so: {}", names(men))
            }
            Self::OtherCapture(square) => format!(
                "the man on {} must capture, but cannot do so in this way",
                name(square)
            ),
            Self::NothingToCapture => "nothing can be captured".to_owned(),
            Self::Occupied { square, by_own } => {
                let man = if by_own {
                    "a man of the same side"
                } else {
                    "an enemy man"
                };
                format!("{} is occupied by {man}", name(square))
            }
            Self::MustDrop(men) => format!("an urgent man must be dropped: {}", names(men)),
            Self::DropOrder { first } => format!(
                "the reserve's shatras are dropped in order, and the one on {} is first",
                name(first)
            ),
            Self::InReserve(square) => format!(
                "the man on {} is in reserve and can only capture or be dropped \
                 onto its own half of the field",
                name(square)
            ),
            Self::FortressClosed => "while its side's temdek is on, the man may not end a move \
                                     on that square of its fortress or gate"
                .to_owned(),
            Self::Promotion => "that promotion is not available there".to_owned(),
            Self::KingInCheck { king } => format!("the {king} would be in check"),
            Self::Blocked(square) => format!("the man on {} is in the way", name(square)),
            Self::Unreachable { man, from, to } => {
                format!("the {man} on {} cannot move to {}", name(from), name(to))
            }
        }
    }
}
