//! The check of game files.

use batyr::files::game_file::{
    FileGame, GameReader, JsonGame, JsonGameReader, ReadOptions, list_games,
};

use super::check_message;

const STRICT: ReadOptions = ReadOptions {
    variant: None,
    numbering: None,
    is_strict: true,
};

/// Checks a file: its games lie one behind the other; each is read or refused with a message, and
/// one that was read is read again as it was written, in both forms, without a fault. Nothing that
/// is read strictly has a fault.
pub fn check(bytes: &[u8]) {
    let input = String::from_utf8_lossy(bytes);
    let listing = list_games(bytes, None, false).expect("a slice can be read");
    let mut end = 0;
    for game in &listing.games {
        assert_eq!(game.start, end, "{input:?}");
        assert!(game.end >= game.start, "{input:?}");
        end = game.end;
    }
    assert!(
        listing.games.is_empty() || end == bytes.len() as u64,
        "{input:?}"
    );
    let part = list_games(bytes, None, true).expect("a slice can be read");
    assert!(part.bytes <= bytes.len() as u64);
    assert!(part.games.len() <= listing.games.len(), "{input:?}");

    let mut count = 0;
    for read in GameReader::new(bytes, ReadOptions::default()) {
        count += 1;
        match read {
            Ok(read) => {
                for fault in &read.faults {
                    check_message(&fault.as_warning(), &input);
                }
                check_game(&read.game);
            }
            Err(error) => check_message(&error.to_string(), &input),
        }
    }
    assert_eq!(count, listing.games.len(), "{input:?}");
    for read in GameReader::new(bytes, STRICT).flatten() {
        assert!(read.faults.is_empty(), "{input:?}");
    }
}

/// Checks that a game is read again as it was written, in SGN and by way of JSON.
fn check_game(game: &FileGame) {
    let text = game.to_string();
    let again = read_strictly(&text);
    assert_eq!(again.to_string(), text);
    let json = json_of(game);
    let from_json = JsonGameReader::new(json.as_bytes(), ReadOptions::default());
    let from_json = only_game(from_json.map(|read| read.map(|read| read.game)));
    // In JSON, what programs note in comments stands in an order of its own.
    let by_json = read_strictly(&from_json.to_string());
    assert_eq!(json_of(&by_json), json_of(&again));
}

fn json_of(game: &FileGame) -> String {
    serde_json::to_string(&JsonGame::from(game)).expect("a game is JSON")
}

fn read_strictly(text: &str) -> FileGame {
    only_game(GameReader::new(text.as_bytes(), STRICT).map(|read| read.map(|read| read.game)))
}

fn only_game<E: std::fmt::Display>(games: impl Iterator<Item = Result<FileGame, E>>) -> FileGame {
    let games: Vec<_> = games.collect();
    let [Ok(game)] = games.as_slice() else {
        let faults: Vec<_> = games
            .iter()
            .filter_map(|game| game.as_ref().err())
            .collect();
        let faults: Vec<String> = faults.into_iter().map(ToString::to_string).collect();
        panic!("{} games, {faults:?}", games.len());
    };
    game.clone()
}
