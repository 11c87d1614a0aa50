//! Checks on small sources that each kind of forbidden use is found, and that text that only
//! resembles one is accepted.

use std::path::PathBuf;

use super::allowed_uses::AllowedUses;
use super::cycles::cycles;
use super::modules::{Modules, module_of};

const DOCUMENT: &str = "\
| layer | contents | uses |
|---|---|---|
| `base` | squares | |
| `search` | the search | `base` |
| `host` | the server | `base` |

| crate | used by |
|---|---|
| `tokio` | `host` |
| `log` | any |

| within | not used | except in |
|---|---|---|
| `search` | `base::Square`, `std::thread` | `search::games` |
";

fn modules(files: &[(&str, &str)]) -> Modules {
    let mut modules = Modules::default();
    for (name, text) in files {
        modules.add(module_of(name.as_ref()), PathBuf::from(name), text);
    }
    modules
}

/// Returns the violations in these files, except for unused entries of the document.
fn violations(files: &[(&str, &str)]) -> Vec<String> {
    let allowed_uses = AllowedUses::read(DOCUMENT);
    let modules = modules(files);
    let found = modules.uses(&allowed_uses.outer_crates()).into_iter();
    let uses: Vec<_> = found
        .map(|found| (found.module[0].clone(), &modules, found))
        .collect();
    let mut violations = [
        allowed_uses.layer_violations(&uses),
        allowed_uses.crate_violations(&uses),
        allowed_uses.ban_violations(&uses),
    ]
    .concat();
    violations.retain(|line| !line.starts_with("docs/"));
    violations
}

#[track_caller]
fn assert_rejected(text: &str, target: &str) {
    let violations = violations(&[("search/deep/tree.rs", text)]);
    assert!(
        violations.len() == 1 && violations[0].contains(target),
        "{text}: {violations:?}"
    );
}

#[track_caller]
fn assert_accepted(text: &str) {
    assert_eq!(
        violations(&[("search/deep/tree.rs", text)]),
        [""; 0],
        "{text}"
    );
}

#[test]
fn a_plain_import_is_found() {
    assert_rejected("use crate::host::Server;", "layer `host`");
    assert_rejected("pub(crate) use crate::host;", "layer `host`");
}

#[test]
fn a_grouped_import_is_found() {
    assert_rejected("use crate::{base::Score, host::Server};", "layer `host`");
    assert_rejected("use {crate::{base, host::{self}}};", "layer `host`");
}

#[test]
fn a_renamed_import_is_found() {
    assert_rejected("use crate::host as guest;", "layer `host`");
    assert_rejected(
        "use crate as root; fn f() { root::host::g() }",
        "layer `host`",
    );
}

#[test]
fn a_glob_is_found() {
    assert_rejected("use crate::host::*;", "layer `host`");
}

#[test]
fn a_path_in_an_expression_is_found() {
    assert_rejected("fn f() -> u8 { 1 + crate::host::port() }", "layer `host`");
    assert_rejected("fn f() { if let crate::host::On = g() {} }", "layer `host`");
}

#[test]
fn a_path_in_a_type_is_found() {
    assert_rejected("struct S { of: Vec<crate::host::Port> }", "layer `host`");
    assert_rejected("impl crate::host::Port for S {}", "layer `host`");
    assert_rejected("fn f<T: Into<crate::host::Port>>(_: T) {}", "layer `host`");
}

#[test]
fn a_path_in_a_macro_is_found() {
    assert_rejected("fn f() { vec![(1, crate::host::PORT)]; }", "layer `host`");
    assert_rejected(
        "macro_rules! m { () => { $crate::host::port() } }",
        "layer `host`",
    );
    assert_rejected(
        "macro_rules! m { () => { use crate::{base::Score, host::Port}; } }",
        "layer `host`",
    );
}

#[test]
fn a_path_with_super_is_found() {
    assert_rejected("use super::super::super::host::Port;", "layer `host`");
    assert_rejected(
        "mod inner { use super::super::super::super::host; }",
        "layer `host`",
    );
    assert_accepted("mod inner { use super::super::super::host; }");
}

#[test]
fn a_path_through_an_imported_module_is_found() {
    assert_rejected(
        "use super::super::super as up; type T = up::host::T;",
        "layer `host`",
    );
}

#[test]
fn doc_comments_variables_and_visibilities_are_not_uses() {
    assert_accepted("/// See [`crate::host`] and crate::host::Port.\nfn f() {}");
    assert_accepted("fn f() { let host = \"crate::host::Port\"; host.port(); }");
    assert_accepted("pub(in crate::host) fn f() {}");
    assert_accepted("mod host { pub fn f() {} }\nfn g() { host::f() }");
}

#[test]
fn a_crate_is_found_and_a_similar_name_is_not() {
    assert_rejected("use tokio::net;", "crate `tokio`");
    assert_rejected("fn f() { ::tokio::spawn(g()) }", "crate `tokio`");
    assert_rejected("#[tokio::main] fn f() {}", "crate `tokio`");
    assert_rejected("#[derive(tokio::Wake)] struct S;", "crate `tokio`");
    assert_rejected("fn f() { tokio::select! {} }", "crate `tokio`");
    assert_accepted("fn f(tokio: u8) -> u8 { tokio + 1 }");
    assert_accepted("fn f() { log::warn!(\"tokio::spawn\") }");
    assert_accepted("use super::tokio::T;");
}

#[test]
fn a_ban_applies_through_reexports_but_not_to_tests_or_exceptions() {
    assert_rejected("use crate::base::{Score, Square};", "base::Square");
    assert_rejected("use std::thread;", "std::thread");
    assert_accepted("#[cfg(test)] mod tests { use crate::base::Square; }");
    assert_accepted("#[cfg(test)] use crate::base::Square;");
    assert_accepted("use crate::base::SquareName;");
    assert_eq!(
        violations(&[("search/games/shatra.rs", "use crate::base::Square;")]),
        [""; 0]
    );
    let reexported = [
        ("search/mod.rs", "pub use games::Place;"),
        ("search/games.rs", "pub use crate::base::Square as Place;"),
        ("search/tree.rs", "use super::Place;"),
    ];
    assert_eq!(violations(&reexported).len(), 2);
}

#[test]
fn a_module_declared_for_tests_is_test_code() {
    let files = [
        ("search/mod.rs", "#[cfg(test)]\nmod tests;"),
        ("search/tests/mod.rs", "use crate::base::Square;"),
    ];
    assert_eq!(violations(&files), [""; 0]);
}

#[test]
fn an_entry_that_is_not_used_is_reported() {
    let allowed_uses = AllowedUses::read(DOCUMENT);
    assert_eq!(
        allowed_uses.layer_violations(&[]),
        [
            "docs/ARCHITECTURE.md: the layer `host` no longer uses the layer `base`",
            "docs/ARCHITECTURE.md: the layer `search` no longer uses the layer `base`",
        ]
    );
    assert_eq!(
        allowed_uses.crate_violations(&[]),
        ["docs/ARCHITECTURE.md: the layer `host` no longer uses the crate `tokio`"]
    );
}

#[test]
fn a_cycle_is_found_through_a_module_that_reexports_an_item() {
    let files = [
        ("search/mod.rs", "mod tree; mod line; pub use line::Line;"),
        ("search/tree.rs", "use super::Line; pub struct Tree;"),
        (
            "search/line.rs",
            "pub struct Line; fn f(_: super::tree::Tree) {}",
        ),
    ];
    let modules = modules(&files);
    let found = cycles(
        &modules,
        &modules.uses(&AllowedUses::read(DOCUMENT).outer_crates()),
    );
    let found: Vec<String> = found.iter().map(|cycle| cycle.join(" ")).collect();
    assert_eq!(found, ["search::line search::tree"]);
}

#[test]
fn a_layer_with_uses_in_one_direction_has_no_cycle() {
    let files = [
        (
            "search/mod.rs",
            "mod tree; mod line; pub use tree::Tree; use line::Line; type L = Line;",
        ),
        ("search/tree.rs", "use super::line::Line; pub struct Tree;"),
        (
            "search/line.rs",
            "pub struct Line; #[cfg(test)] mod tests { use super::super::Tree; }",
        ),
    ];
    let modules = modules(&files);
    let found = cycles(
        &modules,
        &modules.uses(&AllowedUses::read(DOCUMENT).outer_crates()),
    );
    assert!(found.is_empty(), "{found:?}");
}
