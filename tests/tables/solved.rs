//! Solves tables for the tests.

use batyr::tables::{Class, Progress, TableGame, TableSet, solve, verify};

/// What the tests want to know of progress: nothing.
pub const PROGRESS: Progress<'static> = Progress {
    is_stopped: &|| false,
    advance: &|_| (),
};

/// Solves these classes, which come after all classes to which their turns lead.
pub fn solved<P: TableGame>(names: &[&str]) -> TableSet<P> {
    let mut tables = TableSet::default();
    for name in names {
        let class = Class::from_name(name).unwrap();
        let table = solve(class, &tables, &PROGRESS).unwrap();
        tables.add(table);
    }
    tables
}

/// Solves all classes of at most this number of men.
pub fn all_solved<P: TableGame>(men: usize) -> TableSet<P> {
    let names: Vec<String> = Class::<P>::all(men)
        .iter()
        .map(ToString::to_string)
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    solved(&names)
}

/// Checks that every entry follows from those of the turns, and returns the number of entries.
pub fn assert_verified<P: TableGame>(tables: &TableSet<P>) -> u64 {
    let tables_and_results = tables.tables().map(|table| {
        let (verified, wrong) = verify(table, tables, &PROGRESS).unwrap();
        assert!(wrong.is_empty(), "{}: {wrong:?}", table.class());
        verified
    });
    tables_and_results.sum()
}
