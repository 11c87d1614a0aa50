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

use crate::page::{FIGURES_JSON, FILES, Language};

/// The module that the script starts.
const ENTRY: &str = "replay.js";
/// What precedes the path of a module in an import.
const IMPORT: &str = " from './";
/// The code that loads the modules in the browser.
const LOADER: &str = include_str!("loader.js");
/// The prefixes of the keys of the texts that the modules use.
const TEXT_KEY_PREFIXES: [&str; 5] = ["board.", "keys.", "live.", "man.", "men."];

/// Returns the text of the script.
pub fn script_text() -> String {
    let mut modules = Vec::new();
    add_module(ENTRY, &mut modules);
    // Strings can always be serialized.
    let modules = serde_json::to_string(&modules).unwrap_or_default();
    let texts = serde_json::to_string(&texts()).unwrap_or_default();
    format!(
        "\nconst modules = {};\nconst figures = {};\nconst texts = {};\n{LOADER}",
        escape_json(&modules),
        escape_json(&FIGURES_JSON),
        escape_json(&texts)
    )
}

/// Adds a module, its path and text, after those that it imports, unless it was added before.
fn add_module<'a>(path: &'a str, modules: &mut Vec<(&'a str, &'static str)>) {
    let found = FILES.iter().find(|(file, _)| *file == path);
    let Some((_, text)) = found.filter(|_| modules.iter().all(|(added, _)| *added != path)) else {
        return;
    };
    for import in imports(text) {
        add_module(import, modules);
    }
    modules.push((path, text));
}

/// Returns the paths of the modules that a module imports.
fn imports(text: &'static str) -> impl Iterator<Item = &'static str> {
    let after_imports = text.split(IMPORT).skip(1);
    after_imports.filter_map(|rest| Some(rest.split_once('\'')?.0))
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
    fn every_module_comes_after_those_that_it_imports() {
        let mut modules = Vec::new();
        add_module(ENTRY, &mut modules);
        assert_eq!(modules.last().unwrap().0, ENTRY);
        for (index, (path, text)) in modules.iter().enumerate() {
            for import in imports(text) {
                let earlier = modules[..index].iter().any(|(other, _)| *other == import);
                assert!(earlier, "{path} imports {import}");
            }
            let statements = text.lines().filter(|line| {
                line.starts_with("import ") && !line.ends_with('{') && !line.contains(IMPORT)
            });
            assert_eq!(
                statements.count(),
                0,
                "{path} imports in a form that is not understood"
            );
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
