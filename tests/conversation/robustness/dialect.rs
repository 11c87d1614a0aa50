//! The commands and replies that differ between the dialects.

pub use crate::host::info::HostDialect;
use crate::slow::{Position, RuleSet, Side};

/// The dialects in which the tests run.
pub const DIALECTS: &[HostDialect] = &[HostDialect::Uci, HostDialect::Ucci, HostDialect::Ushi];

/// An engine option whose name depends on the dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    Hash,
    Threads,
    MultiPv,
    /// The button that clears the transposition table.
    ClearHash,
    /// The rule set.
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

    /// Returns the prefix of messages for people.
    pub fn message_prefix(self) -> &'static str {
        match self {
            Self::Uci | Self::Ushi => "info string ",
            Self::Ucci => "info message ",
        }
    }

    /// Returns the prefix of error messages.
    pub fn error_prefix(self) -> String {
        format!("{}error: ", self.message_prefix())
    }

    /// Returns the name of an option.
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

    /// Returns the line that sets an option. The value of a button is empty.
    pub fn set(self, setting: Setting, value: &str) -> String {
        self.set_named(self.option_name(setting), value)
    }

    /// Returns the line that sets the option with this name.
    pub fn set_named(self, name: &str, value: &str) -> String {
        let command = match (self, value) {
            (Self::Ucci, _) => format!("setoption {name} {value}"),
            (_, "") => format!("setoption name {name}"),
            _ => format!("setoption name {name} value {value}"),
        };
        command.trim_end().to_string()
    }

    /// Returns the line that selects a rule set. USHI can name only two of them.
    pub fn set_rules(self, rule_set: RuleSet) -> String {
        let value = match (self, rule_set) {
            (Self::Ushi, RuleSet::Original) => "1",
            (Self::Ushi, RuleSet::Extended) => "2",
            (Self::Ushi, _) => panic!("USHI can't select {}", rule_set.id()),
            _ => rule_set.id(),
        };
        self.set(Setting::Rules, value)
    }

    /// Returns the line that sets a position, given by its SPN.
    pub fn position(self, spn: &str) -> String {
        match self {
            Self::Uci | Self::Ucci => format!("position fen {spn}"),
            Self::Ushi => format!("position spn {spn}"),
        }
    }

    /// Returns a `go` command with the time left, in milliseconds, of the side to move and of the
    /// other side.
    pub fn go_with_clocks(self, position: &Position, own: i64, other: i64) -> String {
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

    /// Returns whether the dialect supports pondering.
    pub fn can_ponder(self) -> bool {
        self != Self::Ushi
    }

    /// Returns whether hosts send a list of moves with `position`.
    pub fn sends_move_lists(self) -> bool {
        self != Self::Ushi
    }

    /// Returns whether `info` lines contain the numbers of the variations.
    pub fn numbers_variations(self) -> bool {
        self != Self::Ucci
    }
}
