//! The collections of puzzles, as the trainer of the page reads them.
//!
//! A collection is fetched when the trainer is opened on its game, so the page itself does not
//! grow with them. They lie in `src/puzzles/collections`, a file of JSON lines for each game; the
//! page learns from a list, `puzzles/index.json`, which games have one.

use std::collections::BTreeMap;

use crate::game::Variant;

/// The path of the list of the collections.
pub const INDEX: &str = "puzzles/index.json";

/// Declares the table of the collections.
macro_rules! collections {
    ($($game:literal)*) => {
        /// The collections: the id of the game, the path below the page's address, the text.
        const COLLECTIONS: &[(&str, &str, &str)] = &[$((
            $game,
            concat!("puzzles/", $game, ".jsonl"),
            include_str!(concat!("../puzzles/collections/", $game, ".jsonl")),
        )),*];
    };
}

collections! {
    "shatra"
    "shatra-original"
    "shatra-kurin"
    "shatra-pritchard"
    "shatra-online"
    "shatranj"
    "shatar"
}

/// Returns the path and the text of each collection.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    COLLECTIONS.iter().map(|&(_, path, text)| (path, text))
}

/// Returns the text of the collection of a game, if there is one.
pub fn of(variant: Variant) -> Option<&'static str> {
    let found = COLLECTIONS.iter().find(|(game, ..)| *game == variant.id());
    found.map(|(.., text)| *text)
}

/// Returns the list of the collections as JSON: the number of puzzles by the id of the game.
pub fn index() -> String {
    let counts = COLLECTIONS
        .iter()
        .map(|(game, _, text)| (*game, text.lines().count()));
    let counts: BTreeMap<_, _> = counts.collect();
    // Texts and numbers can always be serialized.
    serde_json::to_string(&counts).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_table_has_every_collection_of_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/puzzles/collections");
        // Without a folder there is no collection.
        let entries = fs::read_dir(folder).into_iter().flatten();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let names: BTreeSet<_> = names.filter(|name| name.ends_with(".jsonl")).collect();
        let listed = COLLECTIONS.iter().map(|(game, ..)| format!("{game}.jsonl"));
        assert_eq!(listed.collect::<BTreeSet<_>>(), names);
    }

    #[test]
    fn the_list_counts_the_puzzles_of_each_game() {
        let counts: BTreeMap<String, usize> = serde_json::from_str(&index()).unwrap();
        assert_eq!(counts.len(), COLLECTIONS.len());
        for (game, _, text) in COLLECTIONS {
            assert!(game.parse::<Variant>().is_ok(), "{game}");
            assert_eq!(counts[*game], text.lines().count());
            assert!(text.lines().all(|line| line.starts_with('{')), "{game}");
        }
    }
}
