//! The reading of the syntax, on small sources: each kind of forbidden use is found,
//! and what only looks like one is not.

use std::path::PathBuf;

use super::arrows::Plan;
use super::circles::circles;
use super::modules::{Modules, module_of};

const DOCUMENT: &str = "\
| room | contents | uses |
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

/// Returns what is wrong with the arrows, crates and bans of these files, apart from
/// what the document lists and they don't use.
fn wrong(files: &[(&str, &str)]) -> Vec<String> {
    let plan = Plan::read(DOCUMENT);
    let modules = modules(files);
    let found = modules.uses(&plan.outside()).into_iter();
    let uses: Vec<_> = found
        .map(|found| (found.module[0].clone(), &modules, found))
        .collect();
    let mut wrong = [
        plan.wrong_arrows(&uses),
        plan.wrong_crates(&uses),
        plan.broken_bans(&uses),
    ]
    .concat();
    wrong.retain(|line| !line.starts_with("docs/"));
    wrong
}

#[track_caller]
fn is_refused(text: &str, target: &str) {
    let wrong = wrong(&[("search/deep/tree.rs", text)]);
    assert!(
        wrong.len() == 1 && wrong[0].contains(target),
        "{text}: {wrong:?}"
    );
}

#[track_caller]
fn is_accepted(text: &str) {
    assert_eq!(wrong(&[("search/deep/tree.rs", text)]), [""; 0], "{text}");
}

#[test]
fn a_plain_import_is_found() {
    is_refused("use crate::host::Server;", "room `host`");
    is_refused("pub(crate) use crate::host;", "room `host`");
}

#[test]
fn a_grouped_import_is_found() {
    is_refused("use crate::{base::Score, host::Server};", "room `host`");
    is_refused("use {crate::{base, host::{self}}};", "room `host`");
}

#[test]
fn a_renamed_import_is_found() {
    is_refused("use crate::host as guest;", "room `host`");
    is_refused(
        "use crate as root; fn f() { root::host::g() }",
        "room `host`",
    );
}

#[test]
fn a_glob_is_found() {
    is_refused("use crate::host::*;", "room `host`");
}

#[test]
fn a_path_in_an_expression_is_found() {
    is_refused("fn f() -> u8 { 1 + crate::host::port() }", "room `host`");
    is_refused("fn f() { if let crate::host::On = g() {} }", "room `host`");
}

#[test]
fn a_path_in_a_type_is_found() {
    is_refused("struct S { of: Vec<crate::host::Port> }", "room `host`");
    is_refused("impl crate::host::Port for S {}", "room `host`");
    is_refused("fn f<T: Into<crate::host::Port>>(_: T) {}", "room `host`");
}

#[test]
fn a_path_in_a_macro_is_found() {
    is_refused("fn f() { vec![(1, crate::host::PORT)]; }", "room `host`");
    is_refused(
        "macro_rules! m { () => { $crate::host::port() } }",
        "room `host`",
    );
    is_refused(
        "macro_rules! m { () => { use crate::{base::Score, host::Port}; } }",
        "room `host`",
    );
}

#[test]
fn a_path_by_super_is_found() {
    is_refused("use super::super::super::host::Port;", "room `host`");
    is_refused(
        "mod inner { use super::super::super::super::host; }",
        "room `host`",
    );
    is_accepted("mod inner { use super::super::super::host; }");
}

#[test]
fn a_path_through_an_imported_module_is_found() {
    is_refused(
        "use super::super::super as up; type T = up::host::T;",
        "room `host`",
    );
}

#[test]
fn documents_names_and_visibilities_are_no_uses() {
    is_accepted("/// See [`crate::host`] and crate::host::Port.\nfn f() {}");
    is_accepted("fn f() { let host = \"crate::host::Port\"; host.port(); }");
    is_accepted("pub(in crate::host) fn f() {}");
    is_accepted("mod host { pub fn f() {} }\nfn g() { host::f() }");
}

#[test]
fn another_crate_is_found_and_a_name_like_it_is_not() {
    is_refused("use tokio::net;", "crate `tokio`");
    is_refused("fn f() { ::tokio::spawn(g()) }", "crate `tokio`");
    is_refused("#[tokio::main] fn f() {}", "crate `tokio`");
    is_refused("#[derive(tokio::Wake)] struct S;", "crate `tokio`");
    is_refused("fn f() { tokio::select! {} }", "crate `tokio`");
    is_accepted("fn f(tokio: u8) -> u8 { tokio + 1 }");
    is_accepted("fn f() { log::warn!(\"tokio::spawn\") }");
    is_accepted("use super::tokio::T;");
}

#[test]
fn a_ban_holds_through_reexports_and_not_for_tests_or_exceptions() {
    is_refused("use crate::base::{Score, Square};", "base::Square");
    is_refused("use std::thread;", "std::thread");
    is_accepted("#[cfg(test)] mod tests { use crate::base::Square; }");
    is_accepted("#[cfg(test)] use crate::base::Square;");
    is_accepted("use crate::base::SquareName;");
    assert_eq!(
        wrong(&[("search/games/shatra.rs", "use crate::base::Square;")]),
        [""; 0]
    );
    let passed_on = [
        ("search/mod.rs", "pub use games::Place;"),
        ("search/games.rs", "pub use crate::base::Square as Place;"),
        ("search/tree.rs", "use super::Place;"),
    ];
    assert_eq!(wrong(&passed_on).len(), 2);
}

#[test]
fn a_module_declared_for_tests_is_test_code() {
    let files = [
        ("search/mod.rs", "#[cfg(test)]\nmod tests;"),
        ("search/tests/mod.rs", "use crate::base::Square;"),
    ];
    assert_eq!(wrong(&files), [""; 0]);
}

#[test]
fn an_arrow_that_is_not_used_is_reported() {
    let plan = Plan::read(DOCUMENT);
    assert_eq!(
        plan.wrong_arrows(&[]),
        [
            "docs/ARCHITECTURE.md: the room `host` no longer uses the room `base`",
            "docs/ARCHITECTURE.md: the room `search` no longer uses the room `base`",
        ]
    );
    assert_eq!(
        plan.wrong_crates(&[]),
        ["docs/ARCHITECTURE.md: the room `host` no longer uses the crate `tokio`"]
    );
}

#[test]
fn a_circle_is_found_through_the_module_that_passes_an_item_on() {
    let files = [
        ("search/mod.rs", "mod tree; mod line; pub use line::Line;"),
        ("search/tree.rs", "use super::Line; pub struct Tree;"),
        (
            "search/line.rs",
            "pub struct Line; fn f(_: super::tree::Tree) {}",
        ),
    ];
    let modules = modules(&files);
    let found = circles(&modules, &modules.uses(&Plan::read(DOCUMENT).outside()));
    let found: Vec<String> = found.iter().map(|circle| circle.join(" ")).collect();
    assert_eq!(found, ["search::line search::tree"]);
}

#[test]
fn a_room_with_its_arrows_in_one_direction_has_no_circle() {
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
    let found = circles(&modules, &modules.uses(&Plan::read(DOCUMENT).outside()));
    assert!(found.is_empty(), "{found:?}");
}
