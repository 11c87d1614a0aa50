//! Saves a game to a file (SGN), and loads one.

use std::io::{self, BufReader};
use std::path::Path;

use super::ending::Ending;
use super::game_state::GameState;
use super::language::texts_of;
use super::view::View;
use crate::base::Color;
use crate::files::game_file::{FileError, FileGame, GameReader, ReadGame, ReadOptions};
use crate::files::{OutputFile, open_regular};
use crate::game::{GameRecord, GameResult};
use crate::page::Language;

/// Writes the game to a file. Replaces an existing file only if `may_replace` is set.
///
/// # Errors
/// Returns an error if the file exists and may not be replaced, or can't be
/// written.
pub fn write(path: &Path, game: &GameState, view: &View, may_replace: bool) -> io::Result<()> {
    let text = file_game(game, view).to_string();
    match may_replace {
        true => OutputFile::write_whole(path, text),
        false => OutputFile::write_new(path, text),
    }
}

/// An error in loading a game.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file can't be opened.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game in the file can't be parsed.
    #[error(transparent)]
    Game(#[from] FileError),
    /// The file contains no games.
    #[error("the file contains no games (expected SGN)")]
    Empty,
}

/// A game that was loaded.
#[derive(Debug)]
pub struct Loaded {
    /// The main line.
    pub record: GameRecord,
    /// The faults in spite of which it was read.
    pub faults: Vec<FileError>,
}

/// Reads the first game of a file, to its final position.
///
/// # Errors
/// Returns an error if the file can't be read or contains no games, or the first
/// game can't be parsed.
pub fn read(path: &Path) -> Result<Loaded, LoadError> {
    let input = BufReader::new(open_regular(path)?);
    let mut games = GameReader::new(input, ReadOptions::default());
    let ReadGame { game, faults } = games.next().ok_or(LoadError::Empty)??;
    Ok(Loaded {
        record: game.record_before(game.turns().len()),
        faults,
    })
}

fn file_game(state: &GameState, view: &View) -> FileGame {
    // The file is for others, whatever language this user speaks.
    let texts = texts_of(Language::English);
    let mut game = FileGame::from(state.record().clone());
    if let Some(ending) = state.ending() {
        game.result = result(ending);
        let last = game.turns().len().wrapping_sub(1);
        if let Some(turn) = game.turn_mut(last) {
            turn.comment = ending.announcement(&texts);
        }
    }
    let tags = &mut game.tags;
    tags.set("Event", "A game at the terminal");
    let today = jiff::Timestamp::now().strftime("%Y.%m.%d").to_string();
    tags.set("Date", &today);
    tags.set("White", &view.player(Color::White, "Human", &texts));
    tags.set("Black", &view.player(Color::Black, "Human", &texts));
    if let Some(clocks) = &state.clocks {
        let control = clocks.control();
        let seconds = |ms: u64| ms as f64 / 1000.0;
        let (base, increment) = (seconds(control.base_ms), seconds(control.increment_ms));
        tags.set("TimeControl", &format!("{base}+{increment}"));
    }
    game
}

const fn result(ending: Ending) -> GameResult {
    match ending {
        Ending::Rules(outcome) => GameResult::from_outcome(outcome),
        Ending::Flag(loser) | Ending::Resigned(loser) => GameResult::win_by(loser.opponent()),
        Ending::Agreed => GameResult::Draw,
    }
}

#[cfg(test)]
mod tests {
    use super::super::args::{Sides, SquareNames};
    use super::*;
    use crate::engine::Strength;
    use crate::game::Variant;

    #[test]
    fn a_saved_game_can_be_read_back() {
        let record = GameRecord::new(Variant::Kurin);
        let mut state = GameState::new(
            record,
            super::super::clock::parse_time_control("90+0.5").ok(),
        );
        state.play("d1-d6").unwrap();
        state.end(Ending::Resigned(Color::Black));
        let view = View {
            sides: Sides::Black,
            strength: Strength::Level(5.0),
            names: SquareNames::Letters,
            is_flipped: true,
        };
        let text = file_game(&state, &view).to_string();
        let options = ReadOptions::default();
        let games: Vec<_> = GameReader::new(text.as_bytes(), options).collect();
        let [Ok(ReadGame { game, .. })] = games.as_slice() else {
            panic!("{text}: {games:?}");
        };
        assert_eq!(game.variant(), Variant::Kurin);
        assert_eq!(game.turns()[0].text(), "d1-d6");
        assert_eq!(
            game.turns()[0].comment,
            "White has won. The losing side has resigned."
        );
        assert_eq!(game.result, GameResult::WhiteWins);
        assert_eq!(game.tags.get("White"), Some("Batyr, level 5"));
        assert_eq!(game.tags.get("Black"), Some("Human"));
        assert_eq!(game.tags.get("TimeControl"), Some("90+0.5"));
    }
}
