//! Game files. A game crosses the border as the JSON of the crate, in which every turn has been
//! checked against the rules; `python/batyr/games.py` makes objects of it.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use batyr::files::game_file::{
    FileContent, FileError as Fault, FileGame, GameReader, GameWithFaults, JsonGame,
    JsonGameReader, ReadOptions,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::convert;
use crate::errors::FileError;

type Games = Box<dyn Iterator<Item = Result<GameWithFaults, Fault>> + Send>;

/// The games of a file, read one by one.
#[pyclass(frozen, module = "batyr._batyr")]
pub struct NativeGames(Mutex<Games>);

#[pymethods]
impl NativeGames {
    /// Opens a file, or reads the bytes of one. `format` is `sgn` (also for PGN), `jsonl` or
    /// `auto`.
    #[new]
    #[pyo3(signature = (path, content, *, format, variant, numbering, strict))]
    fn new(
        path: Option<PathBuf>,
        content: Option<Vec<u8>>,
        format: &str,
        variant: Option<&str>,
        numbering: Option<&str>,
        strict: bool,
    ) -> PyResult<Self> {
        let options = ReadOptions {
            variant: variant.map(convert::variant).transpose()?,
            numbering: numbering.map(convert::numbering).transpose()?,
            is_strict: strict,
        };
        let named = path.as_deref().and_then(FileContent::from_name);
        let input: Box<dyn BufRead + Send> = match path {
            Some(path) => Box::new(BufReader::new(File::open(path)?)),
            None => Box::new(Cursor::new(content.unwrap_or_default())),
        };
        let games: Games = match format {
            "sgn" | "pgn" => Box::new(GameReader::new(input, options)),
            "jsonl" => Box::new(JsonGameReader::new(input, options)),
            "auto" => {
                let (guess, input) = FileContent::guess(input)?;
                match named.unwrap_or(guess) {
                    FileContent::Json => Box::new(JsonGameReader::new(input, options)),
                    FileContent::Sgn | FileContent::Positions => {
                        Box::new(GameReader::new(input, options))
                    }
                }
            }
            _ => {
                return Err(PyValueError::new_err(format!(
                    "unknown format {format:?}, expected \"sgn\", \"pgn\", \"jsonl\" or \"auto\""
                )));
            }
        };
        Ok(Self(Mutex::new(games)))
    }

    /// Returns the next game as JSON, with the faults found in it; `None` after the last. Raises
    /// `FileError` if the game can't be read; the next call then goes on after it.
    fn next_game(&self, py: Python<'_>) -> PyResult<Option<(String, Vec<String>)>> {
        let read = py.detach(|| {
            let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            games.next()
        });
        let Some(read) = read else {
            return Ok(None);
        };
        let read = read.map_err(|error| FileError::new_err(error.to_string()))?;
        let faults = read.faults.iter().map(Fault::as_warning).collect();
        Ok(Some((json(&read.game)?, faults)))
    }
}

fn json(game: &FileGame) -> PyResult<String> {
    serde_json::to_string(&JsonGame::from(game))
        .map_err(|error| FileError::new_err(error.to_string()))
}

/// Returns a game, given as JSON, as the text of a file. `format` is `sgn` (PGN for games on the
/// chessboard) or `jsonl`. Raises `FileError` if a turn is not legal.
#[pyfunction]
pub fn game_text(json_game: &str, format: &str) -> PyResult<String> {
    let mut games = JsonGameReader::new(json_game.as_bytes(), ReadOptions::default());
    let read = games
        .next()
        .ok_or_else(|| FileError::new_err("expected a game"))?;
    let game = read
        .map_err(|error| FileError::new_err(error.to_string()))?
        .game;
    match format {
        "jsonl" => Ok(json(&game)? + "\n"),
        _ => Ok(game.to_string()),
    }
}
