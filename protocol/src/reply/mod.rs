//! The replies that an engine sends to a host.
//!
//! One table (`print`) defines what each dialect can express, and how; replies that differ
//! greatly between dialects have a printer for each (`uci`, `ucci`, `ushi`). All dialects
//! share one parser, which is lenient, because it reads the output of all kinds of
//! engines. What a dialect cannot express is not sent: [`Reply::to_line`] returns
//! `None`.

mod book;
mod facts;
mod info;
mod option;
mod parse;
mod pophash;
mod print;
mod ucci;
mod uci;
mod ushi;

use crate::{
    book::BookLine,
    facts::{
        Explanation, FileAnswer, GameScore, LegalTurns, PlayedMove, PositionNotation, Reserve,
        word_enum,
    },
    info::{InfoLine, ScoreValue},
    option::OptionSpec,
};

/// A draw offer or a resignation, sent with the engine's move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameAction {
    /// The engine accepts the opponent's draw offer or, if there is none, offers a
    /// draw.
    Draw,
    /// The engine resigns.
    Resign,
}

/// An entry of the transposition table.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct HashEntry {
    /// The best move, if the entry has one.
    pub best: Option<String>,
    /// A lower bound on the value for the side to move, and the search depth in plies.
    pub lower: Option<(ScoreValue, u32)>,
    /// An upper bound on that value, and the search depth in plies.
    pub upper: Option<(ScoreValue, u32)>,
}

word_enum! {
    /// The state of an engine's self-check (copy protection or registration).
    CheckState,
    /// Returns the word for the state.
    word:
    /// The check is in progress; the engine reports again later.
    Checking => "checking",
    /// The check was passed.
    Ok => "ok",
    /// The check failed.
    Error => "error",
}

/// A line from an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// `id name …`.
    Name(String),
    /// `id author …`.
    Author(String),
    /// `id copyright …` (UCCI).
    Copyright(String),
    /// `id user …`: the licensed user (UCCI).
    User(String),
    /// `option …`.
    Option(OptionSpec),
    /// `uciok`, `ucciok`, `ushiok`: the handshake is complete.
    HandshakeDone,
    /// `readyok`.
    ReadyOk,
    /// `version supported`, `version unsupported` (USHI).
    Version {
        /// Whether the requested rules are supported.
        supported: bool,
    },
    /// `copyprotection …` (UCI).
    CopyProtection(CheckState),
    /// `registration …` (UCI).
    Registration(CheckState),
    /// `info …`.
    Info(Box<InfoLine>),
    /// `bestmove …`.
    BestMove {
        /// The move; `None` if there is none (`bestmove (none)`, in UCCI
        /// `nobestmove`).
        best: Option<String>,
        /// The opponent's expected move, on which the engine would like to
        /// ponder.
        ponder: Option<String>,
        /// A draw offer or a resignation (UCCI).
        action: Option<GameAction>,
    },
    /// `pophash …`, the answer to `probe` (UCCI).
    PopHash(HashEntry),
    /// `protocol …`: the version of the protocol.
    ProtocolVersion(u32),
    /// `position spn|fen …`: the current position, which can be sent back as a command.
    Position {
        /// The notation of the position.
        notation: PositionNotation,
        /// The position.
        text: String,
    },
    /// `result …`: the score of the game and the word for its reason.
    Result {
        /// The score.
        score: GameScore,
        /// The word for the reason, if the game is over.
        reason: Option<String>,
    },
    /// `reserve …`: the reserves of White and Black.
    Reserves([Reserve; 2]),
    /// `turns …`: the legal turns.
    Turns(LegalTurns),
    /// `moves …`: the turns played since the start of the game.
    Moves(Vec<PlayedMove>),
    /// `why …`: whether a move is legal, and if not, why.
    Why(Explanation),
    /// `book …`: a line of what the opening book says of the position.
    Book(BookLine),
    /// A word of [`FileAnswer`] and an object: an answer about game files.
    GameFile {
        /// The kind of the answer.
        answer: FileAnswer,
        /// The JSON object that follows.
        json: String,
    },
    /// `bye`, the answer to `quit` (UCCI).
    Bye,
    /// Any other line, without the blanks around it: a banner, or the answer to a console command.
    Other(String),
}

impl Reply {
    /// The answer to a search that found no move.
    pub const NO_MOVE: Self = Self::BestMove {
        best: None,
        ponder: None,
        action: None,
    };

    /// Returns a message to a person: `info string …`, in UCCI
    /// `info message …`.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::from(InfoLine::text(text))
    }

    /// Returns an error report: a message that starts with `error: `.
    #[must_use]
    pub fn error(fault: impl std::fmt::Display) -> Self {
        Self::from(InfoLine::error(fault))
    }
}

impl From<InfoLine> for Reply {
    fn from(info: InfoLine) -> Self {
        Self::Info(Box::new(info))
    }
}
