//! The words of each dialect.

use crate::host::info::Reader;
use crate::slow::{Position, Side, Variant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Uci,
    Ucci,
    Ushi,
}

/// Those that are driven.
pub const DIALECTS: &[Dialect] = &[Dialect::Uci, Dialect::Ucci, Dialect::Ushi];

/// An option that the dialects name in different ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    Hash,
    Threads,
    MultiPv,
    /// The button that makes the engine forget what it has searched.
    Forget,
    Rules,
}

impl Dialect {
    /// The word that opens the conversation.
    pub fn opening(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Ucci => "ucci",
            Self::Ushi => "ushi",
        }
    }

    /// The last word of the answer to it.
    pub fn opened(self) -> &'static str {
        match self {
            Self::Uci => "uciok",
            Self::Ucci => "ucciok",
            Self::Ushi => "ushiok",
        }
    }

    /// Announces another game.
    pub fn new_game(self) -> &'static str {
        match self {
            Self::Uci => "ucinewgame",
            Self::Ucci => "setoption newgame",
            Self::Ushi => "ushinewgame",
        }
    }

    /// What stands before a text for a person.
    pub fn text(self) -> &'static str {
        match self {
            Self::Uci | Self::Ushi => "info string ",
            Self::Ucci => "info message ",
        }
    }

    /// What stands before the report of a fault.
    pub fn error(self) -> String {
        format!("{}error: ", self.text())
    }

    /// How its `info` lines are read.
    pub fn reader(self) -> Reader {
        match self {
            Self::Uci => Reader::Uci,
            Self::Ucci => Reader::Ucci,
            Self::Ushi => Reader::Ushi,
        }
    }

    pub fn name_of(self, setting: Setting) -> &'static str {
        match (setting, self) {
            (Setting::Hash, Self::Ucci) => "hashsize",
            (Setting::Hash, _) => "Hash",
            (Setting::Threads, Self::Ucci) => "threads",
            (Setting::Threads, _) => "Threads",
            (Setting::MultiPv, Self::Ucci) => "multipv",
            (Setting::MultiPv, _) => "MultiPV",
            (Setting::Forget, Self::Ucci) => "newgame",
            (Setting::Forget, _) => "Clear Hash",
            (Setting::Rules, Self::Uci) => "UCI_Variant",
            (Setting::Rules, Self::Ucci) => "variant",
            (Setting::Rules, Self::Ushi) => "Shatra version",
        }
    }

    /// Sets an option by the name that the dialect has for it; a button has no value.
    pub fn set(self, setting: Setting, value: &str) -> String {
        self.set_named(self.name_of(setting), value)
    }

    pub fn set_named(self, name: &str, value: &str) -> String {
        let command = match (self, value) {
            (Self::Ucci, _) => format!("setoption {name} {value}"),
            (_, "") => format!("setoption name {name}"),
            _ => format!("setoption name {name} value {value}"),
        };
        command.trim_end().to_string()
    }

    /// Chooses the rules. USHI has words for two of them.
    pub fn set_rules(self, variant: Variant) -> String {
        let value = match (self, variant) {
            (Self::Ushi, Variant::Original) => "1",
            (Self::Ushi, Variant::Shatra) => "2",
            (Self::Ushi, _) => panic!("USHI does not know {}", variant.id()),
            _ => variant.id(),
        };
        self.set(Setting::Rules, value)
    }

    /// Sets a position by its SPN.
    pub fn position(self, spn: &str) -> String {
        match self {
            Self::Uci | Self::Ucci => format!("position fen {spn}"),
            Self::Ushi => format!("position spn {spn}"),
        }
    }

    /// `go` with clocks: what the side to move has left, and the other side.
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

    /// Whether the host may let the engine think in the opponent's time.
    pub fn ponders(self) -> bool {
        self != Self::Ushi
    }

    /// Whether `position` takes a list of moves.
    pub fn lists_moves(self) -> bool {
        self != Self::Ushi
    }

    /// Whether `info` lines number the lines of play.
    pub fn numbers_lines(self) -> bool {
        self != Self::Ucci
    }
}
