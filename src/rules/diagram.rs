//! Text diagrams of either board: a line for each rank, the highest first, and a line of file
//! letters below.

use super::board8;
use super::shatra::{self, Occupant};
use crate::util::text::brief;

impl<R: shatra::RuleSet> shatra::Position<R> {
    /// Returns a text diagram of the board. `.` is an empty square, `!` marks an urgent man,
    /// and the letters `yuip` are ghosts (captured men that are still on the board in
    /// mid-chain).
    pub fn diagram(&self) -> String {
        let setup = self.setup();
        diagram_text(14, "abcdefg", |file, rank| {
            let square = shatra::square_at(file, rank)?;
            let occupant = setup.squares.get(square.index()).copied().flatten();
            Some(occupant.map_or_else(|| ".".to_owned(), |occupant| occupant.to_string()))
        })
    }
}

impl<R: board8::RuleSet> board8::Position<R> {
    /// Returns a text diagram of the board. `.` is an empty square.
    pub fn diagram(&self) -> String {
        diagram_text(8, "abcdefgh", |file, rank| {
            let man = self.board().man_at(board8::square_at(file, rank)?);
            Some(man.map_or('.', board8::letter::<R>).to_string())
        })
    }
}

/// Returns the diagram of a board with ranks 1 to `ranks` and these file letters. `symbol` returns
/// the symbol of the square on a file, from 0, and a rank, or `None` if the board lacks it.
fn diagram_text(ranks: u8, files: &str, symbol: impl Fn(u8, u8) -> Option<String>) -> String {
    let mut text = String::new();
    for rank in (1..=ranks).rev() {
        let symbols = (0..).zip(files.chars()).map(|(file, _)| symbol(file, rank));
        let columns = symbols.map(|symbol| format!("{:>3}", symbol.unwrap_or_default()));
        let line = format!("{rank:>4} {}", columns.collect::<String>());
        text += line.trim_end();
        text.push('\n');
    }
    let letters: String = files.chars().map(|file| format!("{file:>3}")).collect();
    format!("{text}     {letters}\n")
}

/// An error in a text diagram.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// A symbol does not describe a square of Shatra's board. Symbols of the chessboard
    /// are checked by the FEN parser.
    #[error(
        "{found:?} on rank {rank}, expected '.' or one of the letters QRBKS, qrbks or yuip, with '!' before an urgent man"
    )]
    Symbol {
        /// The symbol.
        found: String,
        /// The rank.
        rank: u8,
    },
    /// A rank has too few or too many squares.
    #[error("{found} squares on rank {rank}, expected {expected}")]
    RankLength {
        /// The number of squares found.
        found: usize,
        /// The rank.
        rank: u8,
        /// The number of squares on the rank.
        expected: usize,
    },
    /// The ranks are not in order.
    #[error("rank {found}, expected rank {expected}")]
    RankOrder {
        /// The rank number that precedes the squares.
        found: u8,
        /// The expected rank.
        expected: u8,
    },
    /// A line below the board is neither the file letters nor the fields of SPN or FEN.
    #[error("{line:?} below the board, expected {expected}")]
    UnexpectedLine {
        /// The line.
        line: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// The diagram ends before this rank.
    #[error("the diagram ends before rank {0}")]
    MissingRanks(u8),
    /// The fields below the board are not valid SPN.
    #[error(transparent)]
    Fields(#[from] shatra::SpnError),
}

/// The board that a diagram shows.
#[derive(Copy, Clone, Debug)]
enum DiagramBoard {
    /// Shatra's board, whose squares are separated by spaces.
    Shatra,
    /// The chessboard, whose squares need not be separated.
    Board8,
}

impl DiagramBoard {
    fn squares_on(self, rank: u8) -> usize {
        match self {
            Self::Shatra => (0..7)
                .filter(|&file| shatra::square_at(file, rank).is_some())
                .count(),
            Self::Board8 => 8,
        }
    }

    /// Splits a line into the rank number, if it begins with one, and the symbols of the squares.
    fn split(self, line: &str) -> (Option<String>, Vec<String>) {
        let mut symbols: Vec<String> = match self {
            Self::Shatra => line.split_whitespace().map(str::to_owned).collect(),
            Self::Board8 => {
                let letters = line.chars().filter(|letter| !letter.is_whitespace());
                letters.map(String::from).collect()
            }
        };
        let is_numbered = symbols
            .first()
            .is_some_and(|first| first.starts_with(|c: char| c.is_ascii_digit()));
        let number = is_numbered.then(|| symbols.remove(0));
        (number, symbols)
    }

    fn is_file_letters(self, line: &str) -> bool {
        let words = line.split_whitespace();
        match self {
            Self::Shatra => words.eq(["a", "b", "c", "d", "e", "f", "g"]),
            Self::Board8 => words.collect::<String>() == "abcdefgh",
        }
    }
}

/// Reads a diagram line by line: the ranks, with or without their numbers; optionally the file
/// letters; and optionally the fields of SPN or FEN that follow the board (`w Tt - - - 1`).
#[derive(Clone, Debug)]
pub struct DiagramReader {
    board: DiagramBoard,
    /// The symbols of the squares of each rank read, the highest rank first.
    ranks: Vec<Vec<String>>,
    fields: Option<String>,
}

impl DiagramReader {
    /// Creates a reader for the board to which the first line of a diagram belongs: the
    /// chessboard if the line has eight squares, else Shatra's board.
    pub fn for_first_line(line: &str) -> Self {
        let (_, squares) = DiagramBoard::Board8.split(line);
        Self::new(match squares.len() {
            8 => DiagramBoard::Board8,
            _ => DiagramBoard::Shatra,
        })
    }

    const fn new(board: DiagramBoard) -> Self {
        Self {
            board,
            ranks: Vec::new(),
            fields: None,
        }
    }

    /// Returns whether the diagram is complete, so no further line can follow.
    pub const fn is_complete(&self) -> bool {
        self.fields.is_some()
    }

    /// Returns the rank to read next, or `None` below the board.
    fn next_rank(&self) -> Option<u8> {
        let ranks: u8 = match self.board {
            DiagramBoard::Shatra => 14,
            DiagramBoard::Board8 => 8,
        };
        (1..=ranks).rev().nth(self.ranks.len())
    }

    /// Reads a line that is not empty.
    ///
    /// # Errors
    /// Returns an error if the line can't be the next line of the diagram.
    pub fn read_line(&mut self, line: &str) -> Result<(), DiagramError> {
        let Some(rank) = self.next_rank() else {
            return self.read_line_below(line);
        };
        let symbol_error = |found: &str| DiagramError::Symbol {
            found: brief(found),
            rank,
        };
        let (number, squares) = self.board.split(line);
        if let Some(number) = number {
            let found = number.parse().map_err(|_| symbol_error(&number))?;
            if found != rank {
                let expected = rank;
                return Err(DiagramError::RankOrder { found, expected });
            }
        }
        let (found, expected) = (squares.len(), self.board.squares_on(rank));
        if found != expected {
            return Err(DiagramError::RankLength {
                found,
                rank,
                expected,
            });
        }
        if let DiagramBoard::Shatra = self.board
            && let Some(symbol) = squares.iter().find(|symbol| occupant(symbol).is_none())
        {
            return Err(symbol_error(symbol));
        }
        self.ranks.push(squares);
        Ok(())
    }

    /// Reads a line after the ranks.
    fn read_line_below(&mut self, line: &str) -> Result<(), DiagramError> {
        if self.board.is_file_letters(line) {
            return Ok(());
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if !matches!(words.first(), Some(&("w" | "b"))) {
            return Err(DiagramError::UnexpectedLine {
                line: brief(line.trim()),
                expected: match self.board {
                    DiagramBoard::Shatra => {
                        "the file letters a to g or the fields of SPN from the side to move on"
                    }
                    DiagramBoard::Board8 => "the files a to h, or the side to move as in FEN",
                },
            });
        }
        self.fields = Some(words.join(" "));
        Ok(())
    }

    /// Returns the SPN or the FEN of the diagram. If the diagram does not contain the fields
    /// after the board, `fields` is used instead. A FEN is not checked here.
    ///
    /// # Errors
    /// Returns an error if the diagram is incomplete or the fields are not valid SPN.
    pub fn finish(self, fields: &str) -> Result<String, DiagramError> {
        if let Some(rank) = self.next_rank() {
            return Err(DiagramError::MissingRanks(rank));
        }
        let fields = self.fields.as_deref().unwrap_or(fields);
        match self.board {
            DiagramBoard::Shatra => {
                // SPN begins at e1, so its squares are in the opposite order to the diagram's.
                let mut setup = shatra::Setup::EMPTY;
                let symbols = self.ranks.iter().flatten().rev();
                for (slot, symbol) in setup.squares.iter_mut().zip(symbols) {
                    *slot = occupant(symbol).flatten();
                }
                let board = setup.to_string();
                let board = board.split(' ').next().unwrap_or_default();
                let setup: shatra::Setup = format!("{board} {fields}").parse()?;
                Ok(setup.to_string())
            }
            DiagramBoard::Board8 => {
                let ranks = self
                    .ranks
                    .iter()
                    .map(|rank| rank.concat().replace('.', "1"));
                let board = ranks.collect::<Vec<_>>().join("/");
                Ok(format!("{board} {fields}"))
            }
        }
    }
}

/// Returns the contents of the square of Shatra's board that a symbol describes, or `None` if
/// the text is not a symbol.
fn occupant(symbol: &str) -> Option<Option<Occupant>> {
    if symbol == "." {
        return Some(None);
    }
    let mut letters = symbol.chars();
    let occupant = Occupant::parse(letters.next()?, &mut letters)?;
    letters.next().is_none().then_some(Some(occupant))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::board8::{Position, Setup, Shatar, Shatranj};

    fn read(text: &str) -> Result<String, DiagramError> {
        let mut reader = DiagramReader::new(DiagramBoard::Board8);
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            reader.read_line(line)?;
        }
        reader.finish("w")
    }

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
        let start = shatra::Position::<shatra::Extended>::start();
        assert_eq!(format!("\n{}", start.diagram()), expected);
    }

    #[test]
    fn a_written_diagram_can_be_read_back() {
        let start = Position::<Shatar>::start();
        let fen = read(&start.diagram()).unwrap();
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
        let start = Position::<Shatranj>::start().diagram();
        let error = |text: &str| read(text).unwrap_err().to_string();
        let without = start.replacen("   7 ", "   6 ", 1);
        assert_eq!(error(&without), "rank 6, expected rank 7");
        assert_eq!(error("8 r n b"), "3 squares on rank 8, expected 8");
        assert_eq!(error("8 r n b k q b n r"), "the diagram ends before rank 7");
        let below = format!("{start}to move: White");
        assert!(error(&below).contains("\"to move: White\" below the board"));
    }
}
