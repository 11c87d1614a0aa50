//! `batyr match sprt`: strength and a sequential test from counts that the user gives.
//!
//! Three counts are games in the usual order (won, drawn, lost); five are pairs of games in the
//! order of the tables (0, ½, 1, 1½ and 2 points). The same functions as in a match compute the
//! figures, so that a published result can be checked.

use super::request::parse_sprt;
use super::view::{print_line, table};
use crate::cli::error::CliError;
use crate::tournament::stats::{Counts, Pentanomial, Tally};

/// Prints the strength of a player with these results, and the state of the test.
///
/// # Errors
/// Returns an error if there are neither three nor five counts, or if the test is invalid.
pub fn print(counts: &[u64], words: &[String]) -> Result<(), CliError> {
    let spec = parse_sprt(words)?;
    let test = spec
        .test()
        .map_err(|error| CliError::usage(format_args!("--sprt: {error}")))?;
    let counts = match *counts {
        [wins, draws, losses] => Counts::SingleGames(Tally::new(wins, draws, losses)),
        [zero, half, one, more, two] => Counts::Pairs {
            pairs: Pentanomial([zero, half, one, more, two]),
            others: Tally::default(),
        },
        _ => {
            return Err(CliError::usage(format_args!(
                "{} counts, expected three (games won, drawn, lost) or five (pairs of games with \
                 0, ½, 1, 1½ and 2 points)",
                counts.len()
            )));
        }
    };
    for line in table::calculation(&counts, (spec, test)) {
        print_line(line);
    }
    Ok(())
}
