//! Lists the games of a file, without checking them against the rules.

use super::encoding::Encoding;
use super::error::{FileError, FileFault};
use super::lines::LineReader;
use super::parser::GameParser;
use super::raw::RawGame;
use super::tags::Tags;
use crate::game::GameResult;

/// A game in the listing of a part of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedGame {
    /// The offset of the game in the part, in bytes. The first game includes any text before it.
    pub start: u64,
    /// The offset of the game's end in the part, in bytes; the next game begins there.
    pub end: u64,
    /// The tags.
    pub tags: Tags,
    /// The result.
    pub result: GameResult,
    /// The number of turns in the main line, as written.
    pub turns: usize,
    /// The fault because of which the game can't be read, if its text has one.
    pub fault: Option<FileError>,
}

/// The games in a part of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Listing {
    /// The games, in the order of the file. Each begins where the one before ends.
    pub games: Vec<ListedGame>,
    /// The number of bytes up to the end of the last game.
    pub bytes: u64,
    /// The encoding of the lines that are not UTF-8; `None` if there are none.
    pub encoding: Option<Encoding>,
}

/// Lists the games in a part of a file. `encoding` is that of the earlier parts, `None` for the
/// first part and for UTF-8. If another part follows (`has_more`), the last game may continue
/// in it; that game is left out, and the next part must begin with it.
///
/// # Errors
/// Returns an error if the input can't be read.
pub fn list_games(
    part: &[u8],
    encoding: Option<Encoding>,
    has_more: bool,
) -> Result<Listing, FileError> {
    let input = match has_more {
        true => whole_lines(part, encoding),
        false => part,
    };
    let mut parser = GameParser::new(LineReader::of_part(input, encoding, has_more), false);
    let mut games: Vec<ListedGame> = Vec::new();
    loop {
        let number = games.len() as u64 + 1;
        let game = match parser.next() {
            Ok(None) => break,
            Ok(Some(raw)) => ListedGame::new(&raw),
            Err(error) if matches!(error.fault, FileFault::Input(_)) => {
                return Err(error.of_game(number));
            }
            Err(error) => ListedGame {
                fault: Some(error.of_game(number)),
                ..ListedGame::new(&RawGame::default())
            },
        };
        let start = if games.is_empty() {
            0
        } else {
            parser.game_start
        };
        if let Some(last) = games.last_mut() {
            last.end = start;
        }
        games.push(ListedGame { start, ..game });
    }
    let mut bytes = parser.lexer.lines.position();
    if let Some(last) = games.last_mut() {
        last.end = bytes;
    }
    if has_more {
        bytes = games.pop().map_or(0, |last| last.start);
    }
    Ok(Listing {
        games,
        bytes,
        encoding: parser.lexer.lines.encoding(),
    })
}

/// Returns a part of a file without an incomplete line at its end, where a character cut in two
/// would be taken for one of another encoding. A part in UTF-16 is returned whole.
fn whole_lines(part: &[u8], encoding: Option<Encoding>) -> &[u8] {
    let encoding = encoding.or_else(|| Encoding::from_byte_order_mark(part));
    if encoding.is_some_and(Encoding::is_utf16) {
        return part;
    }
    let end = part.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
    end.and_then(|end| part.get(..=end)).unwrap_or_default()
}

impl ListedGame {
    fn new(raw: &RawGame) -> Self {
        Self {
            start: 0,
            end: 0,
            tags: raw.stored_tags(),
            result: raw.stated_result(),
            turns: raw.line.turns.len(),
            fault: None,
        }
    }
}
