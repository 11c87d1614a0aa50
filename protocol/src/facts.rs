//! What an engine says about a position, for hosts that do not know the rules.
//!
//! All of it is text to this crate: the engine alone knows what a turn does and why a
//! game has ended. The texts are single words, as they stand in one line.

use std::fmt;

/// The version of the protocol, the answer to `protocol`. It increases when a host that
/// knows an earlier version would be misled.
pub const PROTOCOL_VERSION: u32 = 1;

/// The notation of a position, which is also the key of `position` for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PositionNotation {
    /// SPN, the notation of Shatra.
    Spn,
    /// FEN, the notation of games on the chess board.
    Fen,
}

impl PositionNotation {
    /// All notations.
    pub const ALL: [Self; 2] = [Self::Spn, Self::Fen];

    /// Returns the key of `position` for a position in this notation.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Spn => "spn",
            Self::Fen => "fen",
        }
    }
}

/// The score of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameScore {
    /// The game continues.
    Unfinished,
    /// White has won.
    WhiteWins,
    /// Black has won.
    BlackWins,
    /// The game is drawn.
    Draw,
}

impl GameScore {
    /// All scores.
    pub const ALL: [Self; 4] = [
        Self::Unfinished,
        Self::WhiteWins,
        Self::BlackWins,
        Self::Draw,
    ];

    /// Returns the score as it is written: `*`, `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Unfinished => "*",
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

/// A position of a game, and what may follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameState {
    /// The notation of the position.
    pub notation: PositionNotation,
    /// The position, its fields separated by single spaces.
    pub position: String,
    /// The score of the game.
    pub score: GameScore,
    /// The word for the reason of the result, if the game is over.
    pub reason: Option<String>,
    /// The reserves of White and Black, in games that have them.
    pub reserves: Option<[Reserve; 2]>,
    /// The legal turns.
    pub turns: LegalTurns,
}

/// The reserve of a side: the men that wait to be dropped.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Reserve {
    /// The number of men.
    pub men: u32,
    /// The square of the man that must be dropped next, if the order is fixed.
    pub next: Option<String>,
}

/// The legal turns of a position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LegalTurns {
    /// The number of legal turns.
    pub count: u64,
    /// The legal turns; empty if there are too many to list.
    pub listed: Vec<LegalTurn>,
}

/// A legal turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LegalTurn {
    /// The text of the turn, without `/`.
    pub text: String,
    /// What the turn does besides moving a man.
    pub effect: TurnEffect,
}

/// What a turn does besides moving a man.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TurnEffect {
    /// Nothing.
    Quiet,
    /// The man comes from the reserve.
    Drop,
    /// The men on these squares are captured, in this order; at least one.
    Capture(Vec<String>),
}

/// A turn that has been played.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PlayedMove {
    /// The text of the turn, without `/`.
    pub text: String,
    /// The turn in game files, as one or more tokens without `,`.
    pub file_tokens: Vec<String>,
}

/// Whether a move is legal, the answer to `why`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Explanation {
    /// The word for the reason that the move is not legal, or `legal`.
    pub word: String,
    /// The squares concerned.
    pub squares: Vec<String>,
}

/// A question about game files. Its argument and its answers are JSON objects, which this crate
/// does not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileQuestion {
    /// `games`: lists the games in a part of a file.
    Games,
    /// `readgame`: reads a game from the text of a file.
    ReadGame,
    /// `writegame`: writes a game as text of a file.
    WriteGame,
}

impl FileQuestion {
    /// All questions.
    pub const ALL: [Self; 3] = [Self::Games, Self::ReadGame, Self::WriteGame];

    /// Returns the command that asks the question.
    #[must_use]
    pub const fn command(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::ReadGame => "readgame",
            Self::WriteGame => "writegame",
        }
    }
}

/// The kind of an answer to a [`FileQuestion`] or about an annotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileAnswer {
    /// `listed`: one game of a file.
    Listed,
    /// `games`: how much of a file was listed; the last line of the answer.
    Games,
    /// `game`: a game that was read.
    Game,
    /// `fault`: why a game can't be read.
    Fault,
    /// `text`: the text of a game.
    Text,
    /// `annotating`: how far an annotation has come.
    Annotating,
    /// `annotated`: the annotation of a game.
    Annotated,
}

impl FileAnswer {
    /// All kinds of answers.
    pub const ALL: [Self; 7] = [
        Self::Listed,
        Self::Games,
        Self::Game,
        Self::Fault,
        Self::Text,
        Self::Annotating,
        Self::Annotated,
    ];

    /// Returns the first word of the answer.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Listed => "listed",
            Self::Games => "games",
            Self::Game => "game",
            Self::Fault => "fault",
            Self::Text => "text",
            Self::Annotating => "annotating",
            Self::Annotated => "annotated",
        }
    }
}

/// What a GUI needs to set up the board of a game that it does not know, if that board is
/// like the one of chess. Printed as Fairy-Stockfish prints it, which uci2wb hands on to
/// XBoard.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct VariantDescription {
    /// The name, as in the option that selects the variant.
    pub name: String,
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// The start position in FEN.
    pub start: String,
}

impl fmt::Display for VariantDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            files,
            ranks,
            start,
        } = self;
        // No men are held to be dropped. `fairy` is XBoard's game that knows all its pieces
        // and leaves the rules to the engine.
        write!(
            f,
            "variant {name} files {files} ranks {ranks} pocket 0 template fairy startpos {start}"
        )
    }
}
