//! The catalogs of texts of the page and the terminal: complete, and used.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use batyr::game::Variant;

/// A catalog as it stands in its file: a text, or an object with the plural forms.
type Catalog = BTreeMap<String, serde_json::Value>;

const ENGLISH: [&str; 4] = [
    include_str!("../../src/cli/play/text/en.json"),
    include_str!("../../src/page/files/text/en.json"),
    include_str!("../../src/page/files/text/lessons-en.json"),
    include_str!("../../src/page/files/text/puzzles-en.json"),
];
const RUSSIAN: [&str; 4] = [
    include_str!("../../src/cli/play/text/ru.json"),
    include_str!("../../src/page/files/text/ru.json"),
    include_str!("../../src/page/files/text/lessons-ru.json"),
    include_str!("../../src/page/files/text/puzzles-ru.json"),
];
/// The terminal has no texts in Altai of its own.
const ALTAI: &str = include_str!("../../src/page/files/text/alt.json");

fn read(json: &str) -> Catalog {
    serde_json::from_str(json).unwrap()
}

/// Returns the keys of the texts that `batyr play` can use.
fn keys() -> BTreeSet<String> {
    let catalogs = ENGLISH.into_iter().map(read);
    catalogs.flat_map(Catalog::into_keys).collect()
}

/// Returns the texts of an entry: one, or one for each plural form.
fn forms(entry: &serde_json::Value) -> Vec<String> {
    match entry {
        serde_json::Value::String(text) => vec![text.clone()],
        entry => {
            let forms = entry.as_object().unwrap().values();
            forms
                .map(|form| form.as_str().unwrap().to_owned())
                .collect()
        }
    }
}

/// Returns the places of a text, except the count, which a plural form may leave out.
fn places(text: &str) -> BTreeSet<String> {
    let pieces = text.split('{').skip(1);
    let names = pieces.filter_map(|piece| Some(piece.split_once('}')?.0.to_owned()));
    names.filter(|name| name != "count").collect()
}

#[test]
fn english_and_russian_have_the_same_keys_and_places() {
    for (english, russian) in ENGLISH.into_iter().zip(RUSSIAN) {
        let [english, russian] = [english, russian].map(read);
        let keys = |catalog: &Catalog| catalog.keys().cloned().collect::<BTreeSet<_>>();
        assert_eq!(keys(&english), keys(&russian));
        for (key, entry) in &english {
            let expected = places(&forms(entry)[0]);
            for form in forms(entry).iter().chain(&forms(&russian[key])) {
                assert_eq!(places(form), expected, "{key}: {form}");
            }
            let form_count =
                |entry: &serde_json::Value| entry.as_object().map(serde_json::Map::len);
            match form_count(&russian[key]) {
                Some(count) => assert_eq!(count, 4, "{key}"),
                None => assert_eq!(form_count(entry), None, "{key}"),
            }
        }
    }
}

#[test]
fn altai_translates_texts_that_russian_has() {
    let altai = read(ALTAI);
    let russian: Catalog = RUSSIAN.into_iter().flat_map(read).collect();
    for (key, entry) in altai {
        let text = entry.as_str().expect("Altai has no plural forms");
        assert_eq!(places(text), places(&forms(&russian[&key])[0]), "{key}");
    }
}

#[test]
fn keys_that_are_put_together_have_texts() {
    let texts = keys();
    for variant in Variant::ALL {
        let key = format!("variant.{}", variant.id());
        assert!(texts.contains(&key), "{key}");
    }
    for word in ["time", "resignation", "agreement"] {
        assert!(texts.contains(&format!("result.{word}")), "{word}");
    }
    let words = documented_words();
    assert!(words.len() > 30, "{words:?}");
    for word in words {
        let keys = [format!("result.{word}"), format!("why.{word}")];
        assert!(keys.iter().any(|key| texts.contains(key)), "{word}");
    }
}

/// Returns the words for results and refusals that the protocol's document lists; its own test
/// compares the list with the program's.
fn documented_words() -> Vec<String> {
    let document = include_str!("../../protocol/PROTOCOL.md");
    let rows = document
        .lines()
        .skip_while(|line| !line.starts_with("| words of `result`"));
    let rows = rows.skip(2).take_while(|line| line.starts_with('|'));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    let quoted = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let words = quoted.filter_map(|text| text.split(' ').next());
    words
        .filter(|word| *word != "legal")
        .map(str::to_owned)
        .collect()
}

/// Returns the source of `batyr play`.
fn source() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli/play");
    let folders = [folder.join("session"), folder];
    let entries = folders
        .into_iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let rust = paths.filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let sources = rust.map(|path| fs::read_to_string(path).unwrap());
    sources.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_text_of_the_terminal_is_used() {
    let source = source();
    let is_quoted = |key: &str| source.contains(&format!("\"{key}\""));
    for key in read(ENGLISH[0]).keys() {
        let stem = key.strip_suffix(".white").or(key.strip_suffix(".black"));
        // These are put together from a prefix and a word that stands in the source alone.
        let composed = ["terminal.rules.", "terminal.help."]
            .into_iter()
            .any(|prefix| {
                let word = key.strip_prefix(prefix).unwrap_or("-");
                let word = word
                    .strip_prefix("shatranj.")
                    .or(word.strip_prefix("shatar."))
                    .unwrap_or(word);
                is_quoted(word)
            });
        // The paragraph about draws is the one whose key is written with the game in it.
        let is_draws = key.ends_with(".draws") && source.contains("terminal.rules.{game}.draws");
        assert!(
            is_quoted(stem.unwrap_or(key)) || composed || is_draws,
            "{key}"
        );
    }
}

#[test]
fn every_key_in_the_source_has_a_text() {
    let (source, texts) = (source(), keys());
    let literals = source.split('"');
    let is_key = |text: &&str| {
        let areas = ["terminal.", "sentence.", "play.", "result."];
        let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-!".contains(c);
        areas.into_iter().any(|area| text.starts_with(area)) && text.chars().all(is_plain)
    };
    let keys: Vec<&str> = literals
        .filter(is_key)
        .filter(|key| !key.ends_with('.'))
        .collect();
    assert!(keys.len() > 60, "{}", keys.len());
    for key in keys {
        let has_text = texts.contains(key) || texts.contains(&format!("{key}.white"));
        assert!(has_text, "{key}");
    }
}
