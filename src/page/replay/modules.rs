//! The board's modules in one script.
//!
//! A page that is opened as a file can't import modules from other files. So the script
//! contains the text of each module, after the modules that it imports, and creates in the
//! browser a `blob:` URL for each module, which replaces the module's path in the imports of
//! other modules. The modules are otherwise unchanged, and their imports determine which
//! modules are needed. Only the script can create such URLs, so a policy can allow them
//! without allowing other scripts.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::page::scripts::{add_module, without_comments};
use crate::page::{FIGURES_JSON, Language};

/// The module that the script starts.
const ENTRY: &str = "replay.js";
/// The code that loads the modules in the browser.
const LOADER: &str = include_str!("loader.js");
/// The prefixes of the keys of the texts that the modules use.
const TEXT_KEY_PREFIXES: [&str; 5] = ["board.", "keys.", "live.", "man.", "men."];

/// Returns the text of the script.
pub fn script_text() -> String {
    let mut modules = Vec::new();
    add_module(ENTRY, &mut modules);
    // Strings can always be serialized.
    let modules: Vec<_> = modules
        .into_iter()
        .map(|(path, text)| (path, without_comments(text)))
        .collect();
    let modules = serde_json::to_string(&modules).unwrap_or_default();
    let texts = serde_json::to_string(&texts()).unwrap_or_default();
    format!(
        "\nconst modules = {};\nconst figures = {};\nconst texts = {};\n{LOADER}",
        escape_json(&modules),
        escape_json(&FIGURES_JSON),
        escape_json(&texts)
    )
}

/// Returns the English texts that the modules use.
fn texts() -> BTreeMap<String, Value> {
    // The tests ensure that the catalog can be parsed.
    let mut texts: BTreeMap<String, Value> =
        serde_json::from_str(Language::English.shared_catalog()).unwrap_or_default();
    texts.retain(|key, _| TEXT_KEY_PREFIXES.iter().any(|first| key.starts_with(first)));
    texts
}

/// Escapes those characters in the strings of a JSON text that could end an element in HTML
/// or begin one in XML, or are not valid in XML.
pub fn escape_json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<'
            | '>'
            | '&'
            | '\u{7f}'..='\u{9f}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{fffe}'
            | '\u{ffff}' => escaped.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_modules_load_no_others() {
        let mut modules = Vec::new();
        add_module(ENTRY, &mut modules);
        assert_eq!(modules.last().unwrap().0, ENTRY);
        for (path, text) in modules {
            assert!(!text.contains("await import("), "{path}");
        }
    }

    #[test]
    fn the_modules_have_their_texts() {
        let texts = texts();
        for key in [
            "man.white.shatra.K",
            "live.move.black",
            "board.empty",
            "keys.flip",
        ] {
            assert!(texts.contains_key(key), "{key}");
        }
    }

    #[test]
    fn the_script_has_a_sensible_size() {
        let length = script_text().len();
        assert!((20_000..80_000).contains(&length), "{length}");
    }
}
