//! Parses the text diagram that [`Diagram`](super::Diagram) writes.

use crate::util::text::brief;

/// An error in a diagram.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// A rank has too few or too many squares.
    #[error("{found} squares on rank {rank}, expected 8")]
    RankLength {
        /// The number of squares found.
        found: usize,
        /// The rank.
        rank: usize,
    },
    /// The ranks are not in order.
    #[error("rank {found}, expected rank {expected}")]
    RankOrder {
        /// The rank number found before the squares.
        found: char,
        /// The expected rank.
        expected: usize,
    },
    /// A line below the board is neither the file letters nor the fields of FEN.
    #[error("{0:?} below the board, expected the files a to h, or the side to move as in FEN")]
    UnexpectedLine(String),
    /// The diagram ends before this rank.
    #[error("the diagram ends before rank {0}")]
    MissingRanks(usize),
}

/// Reads a diagram line by line: eight ranks, with or without their numbers, and
/// optionally the file letters and the fields of FEN that follow the board. The FEN
/// parser checks the letters of the men.
#[derive(Clone, Debug, Default)]
pub struct DiagramReader {
    /// The ranks as in FEN, but with each empty square as a 1.
    ranks: Vec<String>,
    fields: Option<String>,
}

impl DiagramReader {
    /// Returns whether a line can begin a diagram: whether it has eight squares.
    pub fn begins_with(line: &str) -> bool {
        let (_, squares) = split_rank_number(line);
        squares.chars().count() == 8
    }

    /// Returns whether no further line can follow.
    pub const fn is_complete(&self) -> bool {
        self.fields.is_some()
    }

    /// Reads a line that is not empty.
    ///
    /// # Errors
    /// Returns an error if the diagram can't continue with this line.
    pub fn read_line(&mut self, line: &str) -> Result<(), DiagramError> {
        let Some(rank) = 8_usize.checked_sub(self.ranks.len()).filter(|&n| n > 0) else {
            return self.read_line_below(line.trim());
        };
        let (number, squares) = split_rank_number(line);
        if let Some(found) = number
            && found.to_digit(10) != u32::try_from(rank).ok()
        {
            let expected = rank;
            return Err(DiagramError::RankOrder { found, expected });
        }
        let found = squares.chars().count();
        if found != 8 {
            return Err(DiagramError::RankLength { found, rank });
        }
        self.ranks.push(squares.replace('.', "1"));
        Ok(())
    }

    /// Reads a line after the eight ranks.
    fn read_line_below(&mut self, line: &str) -> Result<(), DiagramError> {
        let letters: String = line.split_whitespace().collect();
        if letters == "abcdefgh" {
            return Ok(());
        }
        if !matches!(line.split_whitespace().next(), Some("w" | "b")) {
            return Err(DiagramError::UnexpectedLine(brief(line)));
        }
        self.fields = Some(line.to_owned());
        Ok(())
    }

    /// Returns the FEN of the diagram. If the diagram has no fields after the board,
    /// `fields` is used.
    ///
    /// # Errors
    /// Returns an error if ranks are missing.
    pub fn finish(self, fields: &str) -> Result<String, DiagramError> {
        if self.ranks.len() < 8 {
            return Err(DiagramError::MissingRanks(8 - self.ranks.len()));
        }
        let fields = self.fields.unwrap_or_else(|| fields.to_owned());
        Ok(format!("{} {fields}", self.ranks.join("/")))
    }
}

/// Splits a line into the rank number before the squares, if there is one, and the
/// squares.
fn split_rank_number(line: &str) -> (Option<char>, String) {
    let characters: String = line.split_whitespace().collect();
    match characters.chars().next().filter(char::is_ascii_digit) {
        Some(number) => (Some(number), characters.chars().skip(1).collect()),
        None => (None, characters),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Position, Setup, Shatar, Shatranj};
    use super::*;

    fn read(text: &str) -> Result<String, DiagramError> {
        let mut reader = DiagramReader::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            reader.read_line(line)?;
        }
        reader.finish("w")
    }

    #[test]
    fn a_written_diagram_can_be_read_back() {
        let start = Position::<Shatar>::start();
        let fen = read(&start.diagram().to_string()).unwrap();
        let setup = Setup::from_fen::<Shatar>(&fen).unwrap();
        assert_eq!(setup, start.setup());
        let fen = "4k3/8/2b5/8/8/8/8/4KQ2 b - - 7 30";
        let setup = Setup::from_fen::<Shatranj>(fen).unwrap();
        let position = setup.position::<Shatranj>().unwrap();
        let diagram = format!("{}b - - 7 30\n", position.diagram());
        let again = Setup::from_fen::<Shatranj>(&read(&diagram).unwrap()).unwrap();
        assert_eq!(again, setup);
    }

    #[test]
    fn errors_name_the_faulty_line() {
        let start = Position::<Shatranj>::start().diagram().to_string();
        let error = |text: &str| read(text).unwrap_err().to_string();
        let without = start.replacen("   7 ", "   6 ", 1);
        assert_eq!(error(&without), "rank 6, expected rank 7");
        assert_eq!(error("8 r n b"), "3 squares on rank 8, expected 8");
        assert_eq!(error("8 r n b k q b n r"), "the diagram ends before rank 7");
        let below = format!("{start}to move: White");
        assert!(error(&below).contains("\"to move: White\" below the board"));
    }
}
