//! The protocol's questions about game files: the games of a file, one of them as a tree, and a
//! tree as text.
//!
//! Nothing is kept between two questions, so a host that lost its connection asks again. A file
//! that is longer than a line may be is listed in parts.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use batyr_protocol::{FileAnswer, FileQuestion};
use serde::{Deserialize, Serialize};

use crate::files::game_file::{
    Encoding, FileError, GameReader, JsonGame, JsonGameReader, ListedGame, ReadGame, ReadOptions,
    list_games,
};
use crate::game::Variant;

/// The name of UTF-8, which is no [`Encoding`] of old files.
const UTF_8: &str = "UTF-8";

/// The reason that a question has no answer.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// The argument is not the JSON object that the question needs.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// The argument does not contain one text.
    #[error("expected either text or base64")]
    Content,
    /// The text is not in base64.
    #[error("base64: {0}")]
    Base64(#[from] base64::DecodeError),
    /// The encoding has no reader.
    #[error(
        "encoding {0:?}, expected one of UTF-8, UTF-16LE, UTF-16BE, windows-1251, windows-1252"
    )]
    Encoding(String),
    /// There is no game in the text.
    #[error("found no game, expected SGN")]
    NoGame,
    /// The game can't be read.
    #[error(transparent)]
    Game(#[from] FileError),
}

/// The argument of `games`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with text or base64")]
struct GamesRequest {
    text: Option<String>,
    base64: Option<String>,
    /// The encoding of the parts before.
    encoding: Option<String>,
    /// Whether another part follows.
    #[serde(default)]
    more: bool,
}

/// The argument of `readgame`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with text or base64")]
struct ReadRequest {
    text: Option<String>,
    base64: Option<String>,
    encoding: Option<String>,
    variant: Option<Variant>,
    #[serde(default)]
    strict: bool,
}

/// The answer `listed`.
#[derive(Serialize)]
struct ListedAnswer<'g> {
    start: u64,
    end: u64,
    tags: BTreeMap<&'g str, &'g str>,
    result: &'static str,
    turns: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultAnswer>,
}

/// The answer `games`.
#[derive(Serialize)]
struct GamesAnswer {
    games: usize,
    bytes: u64,
    encoding: &'static str,
}

/// The answer `game`.
#[derive(Serialize)]
struct GameAnswer {
    #[serde(flatten)]
    game: JsonGame,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<FaultAnswer>,
}

/// The answer `fault`, and a fault in other answers.
#[derive(Serialize)]
struct FaultAnswer {
    word: &'static str,
    line: u64,
    column: u64,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<String>,
}

/// The answer `text`.
#[derive(Serialize)]
struct TextAnswer {
    text: String,
}

/// Answers a question.
///
/// # Errors
/// Returns an error if the argument is not what the question needs, or if a game that is to be
/// written is not legal.
pub fn answer(
    question: FileQuestion,
    json: &str,
) -> Result<Vec<(FileAnswer, String)>, GameFileError> {
    match question {
        FileQuestion::Games => games(serde_json::from_str(json)?),
        FileQuestion::ReadGame => Ok(vec![match read_game(serde_json::from_str(json)?) {
            Ok(game) => (FileAnswer::Game, serde_json::to_string(&game)?),
            Err(GameFileError::Game(error)) => {
                let fault = FaultAnswer::from(&error);
                (FileAnswer::Fault, serde_json::to_string(&fault)?)
            }
            Err(error) => return Err(error),
        }]),
        FileQuestion::WriteGame => {
            let mut games = JsonGameReader::new(json.as_bytes(), ReadOptions::default());
            let read = games.next().ok_or(GameFileError::NoGame)??;
            let text = read.game.to_string();
            Ok(vec![(
                FileAnswer::Text,
                serde_json::to_string(&TextAnswer { text })?,
            )])
        }
    }
}

fn games(request: GamesRequest) -> Result<Vec<(FileAnswer, String)>, GameFileError> {
    let encoding = encoding(request.encoding)?;
    let bytes = content(request.text, request.base64)?;
    let listing = list_games(&bytes, encoding, request.more)?;
    let mut answers = Vec::with_capacity(listing.games.len() + 1);
    for game in &listing.games {
        let listed = serde_json::to_string(&ListedAnswer::from(game))?;
        answers.push((FileAnswer::Listed, listed));
    }
    let sum = GamesAnswer {
        games: listing.games.len(),
        bytes: listing.bytes,
        encoding: listing.encoding.map_or(UTF_8, Encoding::name),
    };
    answers.push((FileAnswer::Games, serde_json::to_string(&sum)?));
    Ok(answers)
}

fn read_game(request: ReadRequest) -> Result<GameAnswer, GameFileError> {
    let encoding = encoding(request.encoding)?;
    let bytes = content(request.text, request.base64)?;
    let options = ReadOptions {
        variant: request.variant,
        numbering: None,
        is_strict: request.strict,
    };
    let mut games = GameReader::of_part(bytes.as_slice(), encoding, options);
    let ReadGame { game, faults } = games.next().ok_or(GameFileError::NoGame)??;
    let mut json = JsonGame::from(&game);
    // A host knows how turns of Shatra are written, but on the board of chess that needs the rules.
    if !game.variant().is_shatra() {
        json.add_file_texts(&game);
    }
    Ok(GameAnswer {
        game: json,
        faults: faults.iter().map(FaultAnswer::from).collect(),
    })
}

/// Returns the bytes of a file or of a part of it, which are given as text or in base64.
fn content(text: Option<String>, base64: Option<String>) -> Result<Vec<u8>, GameFileError> {
    match (text, base64) {
        (Some(text), None) => Ok(text.into_bytes()),
        (None, Some(base64)) => Ok(STANDARD.decode(base64)?),
        _ => Err(GameFileError::Content),
    }
}

/// Returns the encoding with this name, `None` for UTF-8.
fn encoding(name: Option<String>) -> Result<Option<Encoding>, GameFileError> {
    match name {
        None => Ok(None),
        Some(name) if name.eq_ignore_ascii_case(UTF_8) => Ok(None),
        Some(name) => match Encoding::from_name(&name) {
            Some(encoding) => Ok(Some(encoding)),
            None => Err(GameFileError::Encoding(name)),
        },
    }
}

impl<'g> From<&'g ListedGame> for ListedAnswer<'g> {
    fn from(game: &'g ListedGame) -> Self {
        Self {
            start: game.start,
            end: game.end,
            tags: game.tags.iter().collect(),
            result: game.result.text(),
            turns: game.turns,
            fault: game.fault.as_ref().map(FaultAnswer::from),
        }
    }
}

impl From<&FileError> for FaultAnswer {
    fn from(error: &FileError) -> Self {
        Self {
            word: error.fault.word(),
            line: error.line,
            column: error.column,
            message: error.to_string(),
            found: error.fault.token_found(),
        }
    }
}
