//! What an engine tells about a running search.
//!
//! **The decision:** every field is optional and has the unit of the UCI
//! specification; which of them a dialect shows, and in what words, is decided
//! where replies are printed and nowhere else.

/// The value of a position for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScoreValue {
    /// In hundredths of a pawn (shatra).
    Cp(i32),
    /// Own moves (whole turns) until the game is won; negative for lost. 0 for
    /// a game that is lost already.
    Mate(i32),
}

/// A score that is a limit and not the value itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

/// A score as it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Score {
    /// The value.
    pub value: ScoreValue,
    /// Set if the search knows a limit only.
    pub bound: Option<Bound>,
}

impl Score {
    /// An exact score in hundredths of a pawn.
    #[must_use]
    pub const fn cp(cp: i32) -> Self {
        Self {
            value: ScoreValue::Cp(cp),
            bound: None,
        }
    }

    /// An exact score of won or lost in so many own moves.
    #[must_use]
    pub const fn mate(moves: i32) -> Self {
        Self {
            value: ScoreValue::Mate(moves),
            bound: None,
        }
    }
}

/// Chances of the side to move, in thousandths; they add up to 1000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Wdl {
    /// Win.
    pub win: u16,
    /// Draw.
    pub draw: u16,
    /// Loss.
    pub loss: u16,
}

/// The line that a processor is looking at.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CurrentLine {
    /// The processor, from 1; `None` if there is only one.
    pub cpu: Option<u32>,
    /// The moves.
    pub moves: Vec<String>,
}

/// One `info` line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Greatest depth reached in plies.
    pub seldepth: Option<u32>,
    /// Which of several lines this is, from 1.
    pub multipv: Option<u32>,
    /// The score.
    pub score: Option<Score>,
    /// Chances of win, draw and loss.
    pub wdl: Option<Wdl>,
    /// Time since `go` in milliseconds.
    pub time: Option<u64>,
    /// Nodes since `go`.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// How full the hash table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Hits in endgame tables.
    pub tbhits: Option<u64>,
    /// Hits in the engine's own endgame databases.
    pub sbhits: Option<u64>,
    /// Load of the processors, in thousandths.
    pub cpuload: Option<u32>,
    /// The root move that is being searched.
    pub currmove: Option<String>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// A move and the line that refutes it; empty for none.
    pub refutation: Vec<String>,
    /// The line being looked at.
    pub currline: Option<CurrentLine>,
    /// The best line; empty for none.
    pub pv: Vec<String>,
    /// Text for a person, to the end of the line.
    pub string: Option<String>,
}

impl Info {
    /// A line of text for a person.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            string: Some(text.into()),
            ..Self::default()
        }
    }

    /// The report of a fault: a text that starts with `error: `.
    #[must_use]
    pub fn error(fault: impl std::fmt::Display) -> Self {
        Self::text(format!("error: {fault}"))
    }
}
