//! Text diagrams of boards.

use std::fmt::{self, Display};

use super::geometry::square_at;
use super::position::Position;
use super::ruleset::RuleSet;
use super::setup::{Occupant, Setup};

/// A board as fourteen lines of text, rank 14 first, and a line of file letters below.
#[derive(Debug)]
pub struct Diagram(Setup);

impl<R: RuleSet> Position<R> {
    /// Returns the diagram of this position. `.` is an empty square, `!` marks an urgent
    /// man, and the letters `yuip` are ghosts (captured men that are still on the board
    /// in mid-chain).
    pub fn diagram(&self) -> Diagram {
        self.setup().diagram()
    }
}

impl Setup {
    /// Returns the diagram of the board.
    pub fn diagram(&self) -> Diagram {
        Diagram(self.clone())
    }
}

impl Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (1..=14).rev() {
            let mut line = format!("{rank:>4} ");
            for file in 0..7 {
                line.push_str(&match square_at(file, rank) {
                    None => "   ".to_owned(),
                    Some(square) => {
                        let occupant = self.0.squares.get(square.index()).copied().flatten();
                        cell(occupant)
                    }
                });
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        writeln!(f, "       a  b  c  d  e  f  g")
    }
}

/// Returns the three characters for one square.
fn cell(occupant: Option<Occupant>) -> String {
    match occupant {
        None => "  .".to_owned(),
        Some(Occupant::Man { man, urgent: true }) => format!(" !{}", man.letter()),
        Some(Occupant::Man { man, .. }) => format!("  {}", man.letter()),
        Some(Occupant::Ghost(kind)) => format!("  {}", kind.ghost_letter().unwrap_or('?')),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Extended, Position};

    #[test]
    fn the_diagram_shows_the_start_position() {
        let expected = "
  14         s  q  s
  13         s  r  s
  12         b  r  b
  11            k
  10   s  s  s  s  s  s  s
   9   .  .  .  .  .  .  .
   8   .  .  .  .  .  .  .
   7   .  .  .  .  .  .  .
   6   .  .  .  .  .  .  .
   5   S  S  S  S  S  S  S
   4            K
   3         B  R  B
   2         S  R  S
   1         S  Q  S
       a  b  c  d  e  f  g
";
        let start = Position::<Extended>::start();
        assert_eq!(format!("\n{}", start.diagram()), expected);
    }
}
