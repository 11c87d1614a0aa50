//! The text of `help`, from one table.

use crate::dialect::Dialect;

/// What can be typed and what it does. `%` is the dialect's opening word.
const TABLE: &[(&str, &str)] = &[
    ("%", "open the conversation: names, options"),
    (
        "isready",
        "answer readyok when all earlier input has taken effect",
    ),
    (
        "setoption name N [value V]",
        "set an option or press a button",
    ),
    ("%newgame", "another game begins"),
    (
        "position startpos | fen F | spn S [moves M…]",
        "set the position",
    ),
    (
        "go [depth N] [nodes N] [movetime MS] [mate N]",
        "search; the first limit reached ends it",
    ),
    (
        "go wtime MS btime MS [winc MS] [binc MS] [movestogo N]",
        "search by the clock",
    ),
    (
        "go infinite | ponder",
        "search until stop, or until ponderhit",
    ),
    ("go … searchmoves M…", "consider these moves only"),
    (
        "go perft N",
        "count the leaves of the game tree, by first move",
    ),
    ("stop", "end the search and answer"),
    ("ponderhit", "the expected move was played"),
    ("debug on | off", "tell more"),
    ("d", "show the position"),
    ("eval", "show the static evaluation"),
    ("flip", "change the side to move"),
    ("bench", "run the benchmark"),
    ("wait", "read on when the search has ended"),
    ("help", "show this"),
    ("quit", "end the program"),
];

/// The lines of the help text.
pub(crate) fn lines(dialect: Dialect) -> impl Iterator<Item = String> {
    let width = TABLE
        .iter()
        .map(|(usage, _)| usage.chars().count())
        .max()
        .unwrap_or(0);
    TABLE.iter().map(move |(usage, meaning)| {
        let usage = usage.replace('%', dialect.handshake());
        format!("{usage:width$}  {meaning}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Command;

    #[test]
    fn every_line_of_the_table_is_a_command() {
        for dialect in Dialect::ALL {
            for line in lines(dialect) {
                let parsed = Command::parse(dialect, &line);
                assert!(parsed.value.is_some(), "{line}");
            }
        }
    }
}
