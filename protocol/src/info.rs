//! The information that an engine reports about a running search.
//!
//! Every field is optional and has the unit of the UCI specification. Only the
//! printers of replies decide which fields a dialect sends, and under which keys.

/// The value of a position for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScoreValue {
    /// The value in hundredths of a pawn (of a shatra).
    Cp(i32),
    /// The number of moves (complete turns) of the side to move until it wins;
    /// negative if it loses, 0 if it has lost already.
    Mate(i32),
}

/// Whether a score is a lower or an upper bound on the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScoreBound {
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

/// A score as an engine reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EngineScore {
    /// The value.
    pub value: ScoreValue,
    /// The kind of bound; `None` if the score is exact.
    pub bound: Option<ScoreBound>,
}

impl EngineScore {
    /// Returns an exact score in hundredths of a pawn.
    #[must_use]
    pub const fn cp(cp: i32) -> Self {
        Self {
            value: ScoreValue::Cp(cp),
            bound: None,
        }
    }

    /// Returns the exact score of a win in `moves` moves of the side to move, or
    /// of a loss if `moves` is not positive.
    #[must_use]
    pub const fn mate(moves: i32) -> Self {
        Self {
            value: ScoreValue::Mate(moves),
            bound: None,
        }
    }
}

/// The chances of the side to move, in thousandths, which add up to 1000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Wdl {
    /// The chance of a win.
    pub win: u16,
    /// The chance of a draw.
    pub draw: u16,
    /// The chance of a loss.
    pub loss: u16,
}

/// The variation that a processor is searching.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CurrentLine {
    /// The number of the processor, from 1; `None` if there is only one.
    pub cpu: Option<u32>,
    /// The moves of the variation.
    pub moves: Vec<String>,
}

/// One `info` line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InfoLine {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The greatest depth reached (selective depth), in plies.
    pub seldepth: Option<u32>,
    /// The rank of this variation among several, from 1.
    pub multipv: Option<u32>,
    /// The score.
    pub score: Option<EngineScore>,
    /// The chances of win, draw and loss.
    pub wdl: Option<Wdl>,
    /// The time since `go`, in milliseconds.
    pub time: Option<u64>,
    /// The number of nodes searched since `go`.
    pub nodes: Option<u64>,
    /// The number of nodes per second.
    pub nps: Option<u64>,
    /// The share of the transposition table in use, in thousandths.
    pub hashfull: Option<u32>,
    /// The number of hits in endgame tables.
    pub tbhits: Option<u64>,
    /// The number of hits in the engine's own endgame databases.
    pub sbhits: Option<u64>,
    /// The load of the processors, in thousandths.
    pub cpuload: Option<u32>,
    /// The root move that is being searched.
    pub currmove: Option<String>,
    /// The number of `currmove` in the order of the search, from 1.
    pub currmovenumber: Option<u32>,
    /// A move followed by the variation that refutes it; empty for none.
    pub refutation: Vec<String>,
    /// The variation that is being searched.
    pub currline: Option<CurrentLine>,
    /// The principal variation; empty for none.
    pub pv: Vec<String>,
    /// A message to a person, up to the end of the line.
    pub string: Option<String>,
}

impl InfoLine {
    /// Returns a line with a message to a person.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            string: Some(text.into()),
            ..Self::default()
        }
    }

    /// Returns an error report: a message that starts with `error: `.
    #[must_use]
    pub fn error(fault: impl std::fmt::Display) -> Self {
        Self::text(format!("error: {fault}"))
    }
}
