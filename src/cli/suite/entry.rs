//! An entry of a suite: a position and what is expected of the best turn, in the form of EPD
//! (Extended Position Description): operations that end with a semicolon follow the position.

use crate::cli::position_text;
use crate::game::{GameRecord, Variant};
use crate::rules::shatra::Numbering;

/// A position with the turns that solve it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The position.
    pub game: GameRecord,
    /// The best turns (`bm`); none if only turns to avoid are given.
    best: Vec<String>,
    /// The turns to avoid (`am`).
    avoid: Vec<String>,
    /// The points of turns (`c0 "TURN=POINTS, …"`); none if a solution is worth one point.
    points: Vec<(String, u32)>,
    /// The name of the position (`id`); empty if it has none.
    pub id: String,
}

impl Entry {
    /// Parses a line. If `variant` is `None`, the first variant that accepts the position is used.
    ///
    /// # Errors
    /// Returns a message that names the token at fault.
    pub fn parse(variant: Option<Variant>, line: &str) -> Result<Self, String> {
        let start = operations_start(line)
            .ok_or_else(|| "no operation, expected bm TURN… or am TURN…".to_owned())?;
        let (position, operations) = line.split_at(start);
        let game = position_text::read(variant, position.trim_end());
        let mut entry = Self {
            game: game.map_err(|error| error.to_string())?,
            best: Vec::new(),
            avoid: Vec::new(),
            points: Vec::new(),
            id: String::new(),
        };
        for operation in split_operations(operations) {
            let (code, operand) = operation.split_once(' ').unwrap_or((operation, ""));
            let text = operand.trim().trim_matches('"');
            match code {
                "bm" => entry.best = entry.turns(text)?,
                "am" => entry.avoid = entry.turns(text)?,
                "id" => text.clone_into(&mut entry.id),
                "c0" if text.contains('=') => entry.points = entry.parse_points(text)?,
                // Other operations say nothing about the best turn.
                _ => {}
            }
        }
        Ok(entry)
    }

    /// Returns whether a turn solves the position, and its points. A turn may have points although
    /// it does not solve the position.
    pub fn points(&self, turn: &str) -> (bool, u32) {
        let is_in = |turns: &[String]| turns.iter().any(|other| other == turn);
        let is_solved = (self.best.is_empty() || is_in(&self.best)) && !is_in(&self.avoid);
        let points = self.points.iter().find(|(other, _)| other == turn);
        let points = match points {
            Some((_, points)) => *points,
            None if self.points.is_empty() => u32::from(is_solved),
            None => 0,
        };
        (is_solved, points)
    }

    /// Returns the highest number of points.
    pub fn max_points(&self) -> u32 {
        let points = self.points.iter().map(|(_, points)| *points);
        points.max().unwrap_or(1)
    }

    fn turns(&self, text: &str) -> Result<Vec<String>, String> {
        let turns = text.split([' ', ',']).filter(|turn| !turn.is_empty());
        turns.map(|turn| self.turn(turn)).collect()
    }

    fn turn(&self, text: &str) -> Result<String, String> {
        let turn = self.game.read_turn(text, Numbering::Official);
        Ok(turn.map_err(|error| error.to_string())?.text)
    }

    fn parse_points(&self, text: &str) -> Result<Vec<(String, u32)>, String> {
        let words = text.split([' ', ',']).filter(|word| !word.is_empty());
        let points = words.map(|word| {
            let invalid = || format!("{word:?} in c0, expected TURN=POINTS");
            let (turn, points) = word.split_once('=').ok_or_else(invalid)?;
            let points = points.parse().map_err(|_| invalid())?;
            Ok((self.turn(turn)?, points))
        });
        points.collect()
    }
}

/// Returns where the operations begin: at the first word `bm` or `am`.
fn operations_start(line: &str) -> Option<usize> {
    let words = ["bm", "am"].iter().filter_map(|word| {
        let mut found = line.match_indices(word);
        found.find(|(start, _)| {
            let before = line.get(..*start).unwrap_or_default();
            let after = line.get(start + word.len()..).unwrap_or_default();
            before.ends_with(' ') && after.starts_with(' ')
        })
    });
    words.map(|(start, _)| start).min()
}

/// Splits at the semicolons outside quotation marks.
fn split_operations(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let parts = text.split(move |c| {
        is_quoted ^= c == '"';
        c == ';' && !is_quoted
    });
    parts.map(str::trim).filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_parsed() {
        let line = "startpos bm d5-d6 c5-c6; id \"a; b\"; c0 \"d5-d6=10, c5-c6=3\"; acd 9;";
        let entry = Entry::parse(None, line).unwrap();
        assert_eq!(entry.id, "a; b");
        assert_eq!(entry.max_points(), 10);
        assert_eq!(entry.points("d5-d6"), (true, 10));
        assert_eq!(entry.points("c5-c6"), (true, 3));
        assert_eq!(entry.points("e5-e6"), (false, 0));
        let avoid = Entry::parse(None, "startpos am d5-d6").unwrap();
        assert_eq!(avoid.points("d5-d6"), (false, 0));
        assert_eq!(avoid.points("c5-c6"), (true, 1));
    }

    #[test]
    fn faults_are_named() {
        for (line, expected) in [
            ("startpos", "expected bm"),
            ("nonsense bm d5-d6;", "nonsense"),
            ("startpos bm d5-d9;", "d5-d9"),
            ("startpos bm d5-d6; c0 \"d5-d6=x\";", "TURN=POINTS"),
        ] {
            let error = Entry::parse(None, line).unwrap_err();
            assert!(error.contains(expected), "{line}: {error}");
        }
    }
}
