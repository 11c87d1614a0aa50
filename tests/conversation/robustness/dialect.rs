//! The commands and replies of each dialect.

pub use crate::host::info::HostDialect;
use crate::slow::{Position, Side, Variant};

/// The dialects that the tests cover.
pub const DIALECTS: &[HostDialect] = &[HostDialect::Uci, HostDialect::Ucci, HostDialect::Ushi];

/// An option whose name depends on the dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    Hash,
    Threads,
    MultiPv,
    /// The button that clears the engine's memory of earlier searches.
    ClearHash,
    Rules,
}

impl HostDialect {
    /// Returns the handshake command.
    pub fn handshake(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Ucci => "ucci",
            Self::Ushi => "ushi",
        }
    }

    /// Returns the last line of the answer to the handshake.
    pub fn handshake_end(self) -> &'static str {
        match self {
            Self::Uci => "uciok",
            Self::Ucci => "ucciok",
            Self::Ushi => "ushiok",
        }
    }

    /// Returns the line that announces a new game.
    pub fn new_game(self) -> &'static str {
        match self {
            Self::Uci => "ucinewgame",
            Self::Ucci => "setoption newgame",
            Self::Ushi => "ushinewgame",
        }
    }

    /// Returns the prefix of a text for a person.
    pub fn message_prefix(self) -> &'static str {
        match self {
            Self::Uci | Self::Ushi => "info string ",
            Self::Ucci => "info message ",
        }
    }

    /// Returns the prefix of an error report.
    pub fn error_prefix(self) -> String {
        format!("{}error: ", self.message_prefix())
    }

    pub fn option_name(self, setting: Setting) -> &'static str {
        match (setting, self) {
            (Setting::Hash, Self::Ucci) => "hashsize",
            (Setting::Hash, _) => "Hash",
            (Setting::Threads, Self::Ucci) => "threads",
            (Setting::Threads, _) => "Threads",
            (Setting::MultiPv, Self::Ucci) => "multipv",
            (Setting::MultiPv, _) => "MultiPV",
            (Setting::ClearHash, Self::Ucci) => "newgame",
            (Setting::ClearHash, _) => "Clear Hash",
            (Setting::Rules, Self::Uci) => "UCI_Variant",
            (Setting::Rules, Self::Ucci) => "variant",
            (Setting::Rules, Self::Ushi) => "Shatra version",
        }
    }

    /// Returns a line that sets an option by its name in the dialect; a button has no value.
    pub fn set(self, setting: Setting, value: &str) -> String {
        self.set_named(self.option_name(setting), value)
    }

    pub fn set_named(self, name: &str, value: &str) -> String {
        let command = match (self, value) {
            (Self::Ucci, _) => format!("setoption {name} {value}"),
            (_, "") => format!("setoption name {name}"),
            _ => format!("setoption name {name} value {value}"),
        };
        command.trim_end().to_string()
    }

    /// Returns a line that selects the rules. USHI can name two of them.
    pub fn set_rules(self, variant: Variant) -> String {
        let value = match (self, variant) {
            (Self::Ushi, Variant::Original) => "1",
            (Self::Ushi, Variant::Shatra) => "2",
            (Self::Ushi, _) => panic!("USHI cannot name {}", variant.id()),
            _ => variant.id(),
        };
        self.set(Setting::Rules, value)
    }

    /// Returns a line that sets a position by its SPN.
    pub fn position(self, spn: &str) -> String {
        match self {
            Self::Uci | Self::Ucci => format!("position fen {spn}"),
            Self::Ushi => format!("position spn {spn}"),
        }
    }

    /// Returns a `go` with clocks: the time left of the side to move, and of the other side.
    pub fn clock(self, position: &Position, own: i64, other: i64) -> String {
        let (white, black) = match position.side_to_move() {
            Side::White => (own, other),
            Side::Black => (other, own),
        };
        match self {
            Self::Uci => format!("go wtime {white} btime {black}"),
            Self::Ushi => format!("go btime {black} wtime {white}"),
            Self::Ucci => format!("go time {own} opptime {other}"),
        }
    }

    /// Returns whether the dialect has pondering.
    pub fn can_ponder(self) -> bool {
        self != Self::Ushi
    }

    /// Returns whether `position` takes a list of moves.
    pub fn sends_move_lists(self) -> bool {
        self != Self::Ushi
    }

    /// Returns whether `info` lines number the variations.
    pub fn numbers_variations(self) -> bool {
        self != Self::Ucci
    }
}
