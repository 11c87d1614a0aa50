//! What an engine says about a position, for hosts that do not know the rules.
//!
//! Turns, squares and reasons are opaque text to this crate: only the engine knows what a turn
//! does and why a game has ended. Each is a single word, because a line contains several.

use std::fmt;

/// The version of the protocol, the answer to `protocol`. It increases with a change that
/// would mislead a host that knows only earlier versions.
pub const PROTOCOL_VERSION: u32 = 1;

/// Declares an enum whose values each have a word in the protocol.
macro_rules! word_enum {
    (
        $(#[$about:meta])* $name:ident,
        $(#[$about_word:meta])* $word:ident:
        $($(#[$about_value:meta])* $value:ident => $text:literal,)*
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$about_value])* $value,)*
        }

        impl $name {
            /// All values, in the order of their declaration.
            pub const ALL: [Self; [$(Self::$value),*].len()] = [$(Self::$value),*];

            $(#[$about_word])*
            #[must_use]
            pub const fn $word(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)*
                }
            }
        }
    };
}

pub(crate) use word_enum;

word_enum! {
    /// The notation of a position.
    PositionNotation,
    /// Returns the key of `position` for a position in this notation.
    key:
    /// SPN, the notation of Shatra.
    Spn => "spn",
    /// FEN, the notation of games on the chessboard.
    Fen => "fen",
}

word_enum! {
    /// The score of a game.
    GameScore,
    /// Returns the score as it is written: `*`, `1-0`, `0-1` or `1/2-1/2`.
    text:
    /// The game continues.
    Unfinished => "*",
    /// White has won.
    WhiteWins => "1-0",
    /// Black has won.
    BlackWins => "0-1",
    /// The game is drawn.
    Draw => "1/2-1/2",
}

/// The state of a game: its position, its result and the legal turns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameState {
    /// The notation of the position.
    pub notation: PositionNotation,
    /// The position, its fields separated by single spaces.
    pub position: String,
    /// The score of the game.
    pub score: GameScore,
    /// The word for the reason why the game ended; `None` while it continues.
    pub reason: Option<String>,
    /// The reserves of White and Black, in this order; `None` in games without reserves.
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
    /// The squares that the reason concerns; may be empty.
    pub squares: Vec<String>,
}

word_enum! {
    /// A question about game files. Its argument and its answers are JSON objects, which this
    /// crate does not read.
    FileQuestion,
    /// Returns the command that asks the question.
    command:
    /// `games`: lists the games in a part of a file.
    Games => "games",
    /// `readgame`: reads a game from the text of a file.
    ReadGame => "readgame",
    /// `writegame`: writes a game as text of a file.
    WriteGame => "writegame",
}

word_enum! {
    /// The kind of a line that answers a [`FileQuestion`] or reports on an annotation.
    FileAnswer,
    /// Returns the first word of the answer.
    word:
    /// `listed`: one game of a file.
    Listed => "listed",
    /// `games`: how much of a file was listed; the last line of the answer.
    Games => "games",
    /// `game`: a game that was read.
    Game => "game",
    /// `fault`: why a game can't be read.
    Fault => "fault",
    /// `text`: the text of a game.
    Text => "text",
    /// `annotating`: the progress of an annotation.
    Annotating => "annotating",
    /// `annotated`: the annotation of a game.
    Annotated => "annotated",
}

/// What a GUI needs to set up the board of a game unknown to it, if that board is like a
/// chessboard. Printed in Fairy-Stockfish's format, which the adapter uci2wb passes
/// on to XBoard.
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
        // `pocket 0`: no men in hand. `fairy` is the XBoard variant that has
        // all of XBoard's pieces and leaves the rules to the engine.
        write!(
            f,
            "variant {name} files {files} ranks {ranks} pocket 0 template fairy startpos {start}"
        )
    }
}
