//! The themes of puzzles and their ids. How a line shows a theme is decided in `themes`.

use serde::{Deserialize, Serialize};

/// Declares [`Theme`] from rows: the name and its id in files.
macro_rules! declare_themes {
    ($($(#[$doc:meta])* $name:ident $id:literal,)*) => {
        /// A theme: what the line of a puzzle shows. Its id is what files store.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum Theme {
            $($(#[$doc])* #[serde(rename = $id)] $name,)*
        }

        impl Theme {
            /// All themes.
            pub const ALL: [Self; [$($id),*].len()] = [$(Self::$name,)*];

            /// Returns the id.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$name => $id,)*
                }
            }
        }
    };
}

declare_themes! {
    /// A chain of the solver of at least four jumps.
    LongChain "long-chain",
    /// A turn that neither captures nor forces a capture, between captures.
    QuietAmongCaptures "quiet-among-captures",
    /// Men offered one after the other, each offer answered by a capture.
    SacrificeLadder "sacrifice-ladder",
    /// A capture, though another one is legal.
    CaptureChoice "capture-choice",
    /// Nothing but offers and captures, up to the capture of the biy.
    BiyHunt "biy-hunt",
    /// The biy declines a capture, or stops its chain early.
    BiyDeclines "biy-declines",
    /// Another man declines a capture at a gate, or stops there.
    GateRight "gate-right",
    /// A drop of another man than the biy.
    Drop "drop",
    /// The drop of an urgent man.
    UrgentDrop "urgent-drop",
    /// A teleport from an enemy tower.
    Teleport "teleport",
    /// A promotion without a capture.
    Promotion "promotion",
    /// A promotion in a turn that captures.
    PromotionInChain "promotion-in-chain",
    /// A capture en passant.
    EnPassant "en-passant",
    /// A turn after which a temdek is off.
    TemdekRace "temdek-race",
    /// The only turn that does not lose.
    EscapeToDraw "escape-to-draw",
    /// The opponent is left without a legal turn, not in check.
    Blockade "blockade",
    /// Mate on the chessboard.
    Mate "mate",
    /// The opponent's last man is taken.
    Baring "baring",
    /// A man attacks two enemies that are worth more.
    Fork "fork",
    /// A man is offered in Shatra, or given for less on the chessboard.
    Sacrifice "sacrifice",
    /// The opponent loses because it must move. This takes a search, so it is found where the puzzle
    /// is made.
    Zugzwang "zugzwang",
}
