//! Openings out of the games of a file (`--openings games.sgn`).
//!
//! The games become a list of openings, which is stored with the tournament like any other. Each
//! line of the list stands for the game with its number, so that the name of an opening says which
//! game it is from.

use std::collections::HashSet;
use std::path::Path;

use crate::cli::error::CliError;
use crate::cli::stderr::eprint_line;
use crate::files::game_file::{FileContent, FileGame, GameReader, JsonGameReader, ReadOptions};
use crate::files::{MEGABYTE, read_bytes};
use crate::game::Variant;
use crate::tournament::OpeningSource;

/// The maximum size of a file of openings or of games, in bytes.
pub const MAX_OPENINGS_BYTES: u64 = 64 * MEGABYTE;
/// The default number of turns of an opening, counting both sides.
const DEFAULT_TURNS: usize = 16;

/// Returns the openings of the games in a file, cut after `turns` turns; `None` if neither the name
/// nor a number of turns says that the file contains games.
///
/// # Errors
/// Returns an error if the file or a game can't be read, or if no game is long enough.
pub fn openings_of_games(
    path: &str,
    variant: Variant,
    turns: Option<u32>,
) -> Result<Option<OpeningSource>, CliError> {
    let named = FileContent::from_name(Path::new(path));
    if named.is_none() && turns.is_none() {
        return Ok(None);
    }
    let failure =
        |error: &dyn std::fmt::Display| CliError::usage(format_args!("--openings {path}: {error}"));
    let bytes = read_bytes(Path::new(path), MAX_OPENINGS_BYTES).map_err(|error| failure(&error))?;
    let turns = turns.map_or(DEFAULT_TURNS, |turns| turns as usize);
    let options = ReadOptions {
        variant: Some(variant),
        ..ReadOptions::default()
    };
    let mut list = OpeningLines::new(turns);
    if is_json(named, &bytes) {
        for read in JsonGameReader::new(bytes.as_slice(), options) {
            list.add(&read.map_err(|error| failure(&error))?.game);
        }
    } else {
        for read in GameReader::new(bytes.as_slice(), options) {
            list.add(&read.map_err(|error| failure(&error))?.game);
        }
    }
    if list.seen.is_empty() {
        return Err(failure(&format_args!(
            "none of {} games goes on after {turns} turns; expected longer games, or a lower \
             --opening-plies",
            list.games
        )));
    }
    if list.short > 0 {
        eprint_line!(
            "batyr match: {path}: {} of {} games do not go on after {turns} turns, and are left out",
            list.short,
            list.games
        );
    }
    let (path, text) = (path.to_owned(), list.text);
    Ok(Some(OpeningSource::File { path, text }))
}

fn is_json(named: Option<FileContent>, bytes: &[u8]) -> bool {
    let content = named.or_else(|| FileContent::guess(bytes).ok().map(|(content, _)| content));
    content == Some(FileContent::Json)
}

/// A list of openings in the form of a file of openings, with a line for each game.
struct OpeningLines {
    turns: usize,
    text: String,
    seen: HashSet<String>,
    games: usize,
    /// The number of games that are over before the opening is, or with it.
    short: usize,
}

impl OpeningLines {
    fn new(turns: usize) -> Self {
        Self {
            turns,
            text: String::new(),
            seen: HashSet::new(),
            games: 0,
            short: 0,
        }
    }

    /// Adds the opening of a game, or an empty line if the list has it.
    fn add(&mut self, game: &FileGame) {
        self.games += 1;
        let opening = game.record_before(self.turns);
        if opening.turns().len() < self.turns || opening.outcome().is_some() {
            self.short += 1;
        } else {
            let mut words: Vec<String> = Vec::new();
            if !opening.is_from_start() {
                words.extend([opening.start_text(), "moves".to_owned()]);
            }
            words.extend(opening.turns().iter().map(|turn| turn.text.clone()));
            let line = words.join(" ");
            if !self.seen.contains(&line) {
                self.text += &line;
                self.seen.insert(line);
            }
        }
        self.text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::OpeningList;

    const GAMES: &str = "[Event \"1\"]\n\n1. d5-d6 c10-c9 2. c5-c6 *\n\n[Event \"2\"]\n\n1. d5-d6 \
                         c10-c9 2. b5-b6 *\n\n[Event \"3\"]\n\n1. d5-d6 *\n\n[Event \"4\"]\n\n\
                         1. c5-c6 c10-c9 *\n";

    fn openings(name: &str, content: &str, turns: Option<u32>) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        let read = openings_of_games(path.to_str().unwrap(), Variant::Extended, turns);
        let source = read.map_err(|error| error.message().unwrap_or_default().to_owned())?;
        let Some(OpeningSource::File { path, text }) = source else {
            return Ok(Vec::new());
        };
        let list = OpeningList::parse(Variant::Extended, &path, &text).unwrap();
        let line = |opening: &crate::openings::Opening| {
            let name = opening.name.clone().unwrap_or_default();
            format!("{name} {}", opening.turns.join(" "))
        };
        Ok(list.openings().iter().map(line).collect())
    }

    #[test]
    fn the_first_turns_of_different_games_are_openings() {
        let found = openings("a.sgn", GAMES, Some(2)).unwrap();
        assert_eq!(found, ["a.sgn:1 d5-d6 c10-c9", "a.sgn:4 c5-c6 c10-c9"]);
        let found = openings("a.sgn", GAMES, Some(3)).unwrap();
        assert_eq!(found.len(), 2, "{found:?}");
        // The option alone says that a file contains games.
        assert_eq!(openings("a.games", GAMES, Some(1)).unwrap().len(), 2);
        assert_eq!(openings("a.openings", "d5-d6\n", None).unwrap().len(), 0);
        let error = openings("a.sgn", GAMES, None).unwrap_err();
        assert!(
            error.contains("none of 4 games goes on after 16"),
            "{error}"
        );
    }

    #[test]
    fn games_may_be_lines_of_json() {
        let line = |start: &str, turns: [&str; 2]| {
            let turns = turns
                .map(|turn| format!("{{\"turn\":\"{turn}\"}}"))
                .join(",");
            format!("{{\"variant\":\"shatra\"{start},\"turns\":[{turns}]}}\n")
        };
        let games = line("", ["d5-d6", "c10-c9"]) + &line("", ["c5-c6", "c10-c9"]);
        let found = openings("a.jsonl", &games, Some(2)).unwrap();
        assert_eq!(found, ["a.jsonl:1 d5-d6 c10-c9", "a.jsonl:2 c5-c6 c10-c9"]);
        let error = openings("a.jsonl", "{\"x\":1}\n", Some(2)).unwrap_err();
        assert!(error.contains("--openings"), "{error}");
    }
}
