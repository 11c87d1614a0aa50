//! The page's modules joined into two scripts, so that a browser fetches few files.
//!
//! The first script holds the main module and the modules that it imports, the second all others,
//! which are loaded when they are first used. In a script, each module is a function that runs
//! once, after those of the modules that it imports; its exports are kept in a map by its path, so
//! that both scripts use the same module. A path of a module that is not the main one leads to a
//! stub, which exports what the map has. The modules need a certain form for this, which the tests
//! check; as they are, any web server can serve them.

use std::borrow::Cow;

use super::sources::FILES;

/// The path of the main module and of the first script.
pub const MAIN: &str = "main.js";
/// The path of the second script.
pub const REST: &str = "rest.js";
/// What precedes the path of a module in an import.
const IMPORT: &str = " from './";
/// The modules that are only for the pages of `replay`.
const OF_REPLAYS: [&str; 2] = ["replay.js", "replay-game.js"];
/// The start of the first script.
const REGISTRY: &str = "globalThis.batyrModules = new Map();\n";

/// Adds a module, its path and text, after those that it imports, unless it was added before.
pub fn add_module<'a>(path: &'a str, modules: &mut Vec<(&'a str, &'static str)>) {
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
pub fn imports(text: &'static str) -> impl Iterator<Item = &'static str> {
    let after_imports = text.split(IMPORT).skip(1);
    after_imports.filter_map(|rest| Some(rest.split_once('\'')?.0))
}

/// Returns the modules of the first script, the main one last.
fn main_modules() -> Vec<(&'static str, &'static str)> {
    let mut modules = Vec::new();
    add_module(MAIN, &mut modules);
    modules
}

/// Returns the text of the first script. `data` is the text of an object, which the main module
/// finds as `globalThis.batyr`.
pub fn main_script(data: &str) -> String {
    let mut script = format!("globalThis.batyr = {data};\n{REGISTRY}");
    for (path, text) in main_modules() {
        match path {
            MAIN => script.push_str(&body(text)),
            _ => script.push_str(&definition(path, text)),
        }
    }
    script
}

/// Returns the text of the second script.
pub fn rest_script() -> String {
    let mut modules = main_modules();
    let is_of_main = modules.len();
    for (path, _) in FILES.iter().filter(|(path, _)| path.ends_with(".js")) {
        if !OF_REPLAYS.contains(path) {
            add_module(path, &mut modules);
        }
    }
    let others = modules.iter().skip(is_of_main);
    others.map(|(path, text)| definition(path, text)).collect()
}

/// Returns what a browser gets for the path of a module that stands in one of the scripts.
pub fn stub(path: &str, text: &str) -> Cow<'static, str> {
    let exports = exports(text).join(", ");
    let is_of_main = main_modules().iter().any(|(other, _)| *other == path);
    let import = match is_of_main {
        true => String::new(),
        false => format!("import './{REST}';\n"),
    };
    format!("{import}export const {{ {exports} }} = batyrModules.get('{path}');\n").into()
}

/// Returns whether a module stands in one of the scripts.
pub fn is_joined(path: &str) -> bool {
    path.ends_with(".js") && !OF_REPLAYS.contains(&path)
}

/// Returns the function of a module with its call, which keeps the exports.
fn definition(path: &str, text: &str) -> String {
    let exports = exports(text).join(", ");
    let body = body(text);
    format!("batyrModules.set('{path}', (() => {{\n{body}return {{ {exports} }};\n}})());\n")
}

/// Returns the names that a module exports.
fn exports(text: &str) -> Vec<&str> {
    let declarations = text.lines().filter_map(|line| line.strip_prefix("export "));
    let names = declarations.filter_map(|declaration| {
        let mut words = declaration.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
        words.find(|word| !["async", "class", "const", "function", ""].contains(word))
    });
    names.collect()
}

/// Returns the text of a module with declarations in place of its imports and exports.
fn body(text: &str) -> String {
    let mut body = String::with_capacity(text.len());
    for line in without_comments(text).lines() {
        push_line(&mut body, line);
    }
    body
}

/// Returns the text of a module without its comments before declarations and those that have lines
/// of their own.
pub fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut is_in_comment = false;
    for line in text.lines() {
        let begins_comment = line.trim_start().starts_with("/**") && !is_in_comment;
        let end = line.find("*/");
        // Behind a comment with a type, the line may go on.
        let goes_on = end.is_some_and(|end| end + 2 < line.trim_end().len());
        let is_comment = begins_comment && !goes_on || line.trim_start().starts_with("//");
        if !is_in_comment && !is_comment {
            code.push_str(line);
            code.push('\n');
        }
        is_in_comment = (is_in_comment || begins_comment) && end.is_none();
    }
    code
}

/// Adds a line of a module.
fn push_line(body: &mut String, line: &str) {
    let import = line.strip_prefix("import ").and_then(|rest| {
        let (names, path) = rest.split_once(IMPORT)?;
        Some((names, path.strip_suffix("';")?))
    });
    match import {
        Some((names, path)) => {
            body.push_str(&format!("const {names} = batyrModules.get('{path}');\n"));
        }
        None => {
            body.push_str(line.strip_prefix("export ").unwrap_or(line));
            body.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
        FILES.iter().filter(|(path, _)| path.ends_with(".js"))
    }

    /// The transformation knows no other forms of imports and exports than these.
    #[test]
    fn the_modules_have_the_form_that_is_understood() {
        for (path, text) in modules() {
            for line in text.lines() {
                if line.starts_with("import ") {
                    let is_plain = line.starts_with("import { ")
                        && line.contains(" } from './")
                        && line.ends_with(".js';");
                    assert!(is_plain && !line.contains(" as "), "{path}: {line}");
                }
                if let Some(declaration) = line.strip_prefix("export ") {
                    let starts = ["async function ", "class ", "const ", "function "];
                    assert!(
                        starts.iter().any(|start| declaration.starts_with(start)),
                        "{path}: {line}"
                    );
                    assert!(!declaration.starts_with("const {"), "{path}: {line}");
                }
                // What stands on a line belongs to no template that began before it.
                let is_comment = line.trim_start().starts_with(['*', '/']);
                assert!(
                    is_comment || line.matches('`').count() % 2 == 0,
                    "{path}: {line}"
                );
                let waits = line.starts_with("await ")
                    || line.starts_with("const ") && line.contains("= await ");
                assert!(
                    !waits || *path == MAIN || line.starts_with(' '),
                    "{path}: {line}"
                );
            }
            assert!(!text.contains("batyrModules"), "{path}");
        }
    }

    #[test]
    fn every_module_stands_once_and_after_those_that_it_imports() {
        let scripts = main_script("{}") + &rest_script();
        let place = |path: &str| scripts.find(&format!("batyrModules.set('{path}'"));
        for (path, text) in modules().filter(|(path, _)| is_joined(path) && *path != MAIN) {
            let own = place(path).unwrap_or_else(|| panic!("{path}"));
            assert_eq!(
                scripts
                    .matches(&format!("batyrModules.set('{path}'"))
                    .count(),
                1,
                "{path}"
            );
            for import in imports(text) {
                assert!(
                    place(import).is_some_and(|other| other < own),
                    "{path} imports {import}"
                );
            }
        }
        assert!(
            !scripts
                .lines()
                .any(|line| line.starts_with("import ") || line.starts_with("export "))
        );
    }

    #[test]
    fn the_exports_of_a_module_are_found() {
        let text = "export const a = 1;\nexport async function b() {}\nexport class C {}\nexport const d = (x) => x;\nconst e = 2;\n";
        assert_eq!(exports(text), ["a", "b", "C", "d"]);
    }

    #[test]
    fn comments_with_lines_of_their_own_are_left_out() {
        let text = "/**\n * A.\n */\nexport const a = 1;\n/** B. */\nconst b = /** @type {any} */ (a);\n  /** @type {any} */ (b).c(); // C.\n  // D.\n";
        assert_eq!(
            body(text),
            "const a = 1;\nconst b = /** @type {any} */ (a);\n  /** @type {any} */ (b).c(); // C.\n"
        );
    }
}
