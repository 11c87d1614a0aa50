//! The table of what a command does in a state names everything that waits for the end of a search.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use batyr::host::engine::HostedEngine;
use batyr::host::limits::HostLimits;
use batyr::host::system::NoSystem;
use batyr_protocol::{Backend, Dialect, Session};

use super::chapters::{TEXT, rows, rows_of};
use super::grammar::Grammar;

/// The line above the table.
const ABOVE: &str = "there). You may send any command in any state:";

/// Returns the names in the first cell of the row whose last cell begins so.
fn documented(last_cell: &str) -> BTreeSet<&'static str> {
    let rows = rows_of(TEXT, ABOVE);
    let row = rows
        .iter()
        .find(|row| row.last().is_some_and(|cell| cell.starts_with(last_cell)));
    let names = row.expect(last_cell)[0].split('`').skip(1).step_by(2);
    names.collect()
}

fn engine() -> HostedEngine {
    HostedEngine::new(HostLimits::owner(), Arc::new(NoSystem), Arc::new(|_, _| {}))
}

/// Returns the column of a dialect in the table of options.
const fn column(dialect: Dialect) -> usize {
    match dialect {
        Dialect::Uci => 0,
        Dialect::Ushi => 1,
        Dialect::Ucci => 2,
    }
}

/// Returns the options that wait, by their names in UCI where they have one.
fn waiting_options(dialect: Dialect) -> BTreeSet<&'static str> {
    let specs = engine().options(dialect).into_iter();
    let waiting = specs.filter(|spec| spec.waits);
    let rows = rows("## Options");
    let names = waiting.map(|spec| {
        let own = format!("`{}`", spec.name);
        let i = rows.iter().position(|row| row[column(dialect)] == own);
        let mut i = i.unwrap_or_else(|| panic!("{own} is in no row"));
        // Such a row says how the option of the row above differs in another dialect.
        while rows[i][0].is_empty() && rows[i][6].starts_with("the same") {
            i -= 1;
        }
        let uci = rows[i][0];
        let name = if uci.is_empty() {
            rows[i][column(dialect)]
        } else {
            uci
        };
        name.trim_matches('`')
    });
    names.collect()
}

/// Returns whether a line waits for the end of a search that ends by itself.
fn waits(dialect: Dialect, line: &str) -> bool {
    let mut session = Session::new(engine());
    let properties = dialect.properties();
    for line in [properties.handshake, "go nodes 1000000000", line] {
        let _ = session.line(line, &mut Vec::new());
    }
    session.waiting_bytes() > 0
}

/// Returns the words of the commands that wait.
fn waiting_commands(dialect: Dialect) -> BTreeSet<String> {
    let properties = dialect.properties();
    let mut lines = BTreeMap::new();
    for line in Grammar::of_chapter(properties.name).sentences("command") {
        let word = line.split(' ').next().unwrap_or_default().to_owned();
        lines.entry(word).or_insert(line);
    }
    assert!(lines.len() > 15, "{lines:?}");
    // Options are in a table of their own, but for one that is a command in another dialect.
    lines.remove("setoption");
    let new_game = properties.new_game;
    let word = new_game.rsplit(' ').next().unwrap_or_default();
    lines.insert(word.to_owned(), new_game.to_owned());
    let waiting = lines.into_iter().filter(|(_, line)| waits(dialect, line));
    waiting.map(|(word, _)| word).collect()
}

#[test]
fn everything_that_waits_for_the_end_of_a_search_is_named() {
    let (mut options, mut commands) = (BTreeSet::new(), BTreeSet::new());
    for dialect in Dialect::ALL {
        options.extend(waiting_options(dialect));
        commands.extend(waiting_commands(dialect));
    }
    // It is described with the console, as more waits for it than for the others.
    assert!(commands.remove("wait"));
    for name in documented("stops the running search") {
        commands.remove(name);
    }
    let mut waiting: BTreeSet<&str> = commands.iter().map(String::as_str).collect();
    waiting.extend(options);
    assert_eq!(documented("waits for the end of the search"), waiting);
}
