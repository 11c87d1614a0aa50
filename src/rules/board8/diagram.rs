//! Writes a position as a text diagram.

use std::fmt::{self, Display};

use super::geometry::square_at;
use super::letters::letter;
use super::position::Position;
use super::ruleset::RuleSet;

/// Displays the board as eight lines of text, rank 8 first, and a line with the file
/// letters.
#[derive(Debug)]
pub struct Diagram<'p, R: RuleSet>(&'p Position<R>);

impl<R: RuleSet> Position<R> {
    /// Returns the diagram of this position. A `.` denotes an empty square.
    pub const fn diagram(&self) -> Diagram<'_, R> {
        Diagram(self)
    }
}

impl<R: RuleSet> Display for Diagram<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (1..=8).rev() {
            write!(f, "{rank:>4} ")?;
            for file in 0..8 {
                let square = square_at(file, rank);
                let man = square.and_then(|square| self.0.board().man_at(square));
                write!(f, "  {}", man.map_or('.', letter::<R>))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "       a  b  c  d  e  f  g  h")
    }
}
