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

/// Columns for the usage; a longer one has a line of its own.
const USAGE: usize = 20;

/// The lines of the help text, none wider than a terminal.
pub(crate) fn lines(dialect: Dialect) -> impl Iterator<Item = String> {
    TABLE.iter().flat_map(move |(usage, meaning)| {
        let usage = usage.replace('%', dialect.handshake());
        if usage.chars().count() <= USAGE {
            vec![format!("{usage:USAGE$}  {meaning}")]
        } else {
            vec![usage, format!("{:USAGE$}  {meaning}", "")]
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, warning::Warning};

    #[test]
    fn every_usage_of_the_table_is_a_command() {
        for dialect in Dialect::ALL {
            for (usage, _) in TABLE {
                let line = usage.replace('%', dialect.handshake());
                let unknown = Command::parse(dialect, &line)
                    .warnings
                    .into_iter()
                    .find(|warning| matches!(warning, Warning::UnknownCommand { .. }));
                assert_eq!(unknown, None, "{line}");
            }
        }
    }

    #[test]
    fn no_line_is_wider_than_a_terminal() {
        for dialect in Dialect::ALL {
            assert!(lines(dialect).all(|line| line.chars().count() <= 80));
        }
    }
}
