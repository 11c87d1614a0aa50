//! Answers the protocol's questions about game files: lists the games of a file, reads a game as
//! a tree of turns, and writes such a tree as text.
//!
//! Nothing is kept between two questions, so a host that has lost its connection can ask
//! again. A file too long for one line of the protocol is listed in parts.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use batyr_protocol::{FileAnswer, FileQuestion};
use serde::{Deserialize, Serialize};

use crate::files::game_file::{
    Encoding, FileError, GameReader, GameWithFaults, JsonGame, JsonGameReader, ReadOptions,
    list_games,
};
use crate::game::Variant;
use crate::util::text::{quoted, shorten};

/// The name of UTF-8. [`Encoding`] lists only the other encodings.
const UTF_8: &str = "UTF-8";

/// The reason why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// The argument is not the JSON object that the question needs.
    #[error("{}", shorten(&.0.to_string()))]
    Json(#[from] serde_json::Error),
    /// The argument does not contain exactly one of `text` and `base64`.
    #[error("expected either text or base64")]
    Content,
    /// The value of `base64` can't be decoded.
    #[error("base64: {0}")]
    Base64(#[from] base64::DecodeError),
    /// The encoding is not supported.
    #[error(
        "encoding {}, expected one of UTF-8, UTF-16LE, UTF-16BE, windows-1251, windows-1252",
        quoted(.0)
    )]
    Encoding(String),
    /// The text contains no game.
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
    /// The encoding of the preceding parts.
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

/// An answer with its JSON object.
type Answer = (FileAnswer, String);

/// Answers a question.
///
/// # Errors
/// Returns an error if the argument is not what the question needs, contains no game to read or
/// write, or contains a game to write that is not legal.
pub fn answer(question: FileQuestion, json: &str) -> Result<Vec<Answer>, GameFileError> {
    let answer = match question {
        FileQuestion::Games => return games(serde_json::from_str(json)?),
        FileQuestion::ReadGame => match read_game(serde_json::from_str(json)?) {
            Ok(game) => json_answer(FileAnswer::Game, &game)?,
            Err(GameFileError::Game(error)) => {
                json_answer(FileAnswer::Fault, &FaultAnswer::from(&error))?
            }
            Err(error) => return Err(error),
        },
        FileQuestion::WriteGame => {
            let mut games = JsonGameReader::new(json.as_bytes(), ReadOptions::default());
            let read = games.next().ok_or(GameFileError::NoGame)??;
            let text = read.game.to_string();
            json_answer(FileAnswer::Text, &TextAnswer { text })?
        }
    };
    Ok(vec![answer])
}

fn json_answer(answer: FileAnswer, object: &impl Serialize) -> serde_json::Result<Answer> {
    Ok((answer, serde_json::to_string(object)?))
}

fn games(request: GamesRequest) -> Result<Vec<Answer>, GameFileError> {
    let encoding = encoding(request.encoding)?;
    let bytes = content(request.text, request.base64)?;
    let listing = list_games(&bytes, encoding, request.more)?;
    let mut answers = Vec::with_capacity(listing.games.len() + 1);
    for game in &listing.games {
        let listed = ListedAnswer {
            start: game.start,
            end: game.end,
            tags: game.tags.iter().collect(),
            result: game.result.text(),
            turns: game.turns,
            fault: game.fault.as_ref().map(FaultAnswer::from),
        };
        answers.push(json_answer(FileAnswer::Listed, &listed)?);
    }
    let sum = GamesAnswer {
        games: listing.games.len(),
        bytes: listing.bytes,
        encoding: listing.encoding.map_or(UTF_8, Encoding::name),
    };
    answers.push(json_answer(FileAnswer::Games, &sum)?);
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
    let GameWithFaults { game, faults } = games.next().ok_or(GameFileError::NoGame)??;
    let mut json = JsonGame::from(&game);
    // A host can format turns of Shatra itself; on the chessboard, that takes the rules.
    if !game.variant().is_shatra() {
        json.add_file_texts(&game);
    }
    Ok(GameAnswer {
        game: json,
        faults: faults.iter().map(FaultAnswer::from).collect(),
    })
}

/// Returns the bytes of a file or of a part of it, given as text or in base64.
fn content(text: Option<String>, base64: Option<String>) -> Result<Vec<u8>, GameFileError> {
    match (text, base64) {
        (Some(text), None) => Ok(text.into_bytes()),
        (None, Some(base64)) => Ok(STANDARD.decode(base64)?),
        _ => Err(GameFileError::Content),
    }
}

/// Returns the encoding with this name; `None` for UTF-8 or without a name.
fn encoding(name: Option<String>) -> Result<Option<Encoding>, GameFileError> {
    let Some(name) = name.filter(|name| !name.eq_ignore_ascii_case(UTF_8)) else {
        return Ok(None);
    };
    let encoding = Encoding::from_name(&name);
    Ok(Some(encoding.ok_or(GameFileError::Encoding(name))?))
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
