//! Parses each game of a file into a tree of tags and turns that are not checked yet.

use std::io::BufRead;

use super::error::{Faults, FileError, FileFault, Location};
use super::glyphs::{nag_of_glyph, result_of_word};
use super::lexer::{Lexer, Token};
use super::lines::LineReader;
use super::raw::{
    EXPECTED_DEPTH, MAX_VARIATION_DEPTH, RawGame, RawTag, RawTurn, RawTurnLine, TurnToken,
};

/// A parser that splits a file into games without applying the rules.
#[derive(Debug)]
pub struct GameParser<R> {
    pub lexer: Lexer<R>,
    /// A tag that was read ahead and belongs to the next game.
    next_tag: Option<RawTag>,
    /// The number of bytes before the game that was read last.
    pub game_start: u64,
}

/// A game that is being parsed.
#[derive(Default)]
struct PartialGame {
    game: RawGame,
    /// The open variations, outermost first, each with the location of its opening
    /// parenthesis.
    open_variations: Vec<(RawTurnLine, Location)>,
    /// Whether the tags have ended.
    in_moves: bool,
    /// The beginning of a result written with blanks, as read so far: `1` or `1-`; otherwise empty.
    result_prefix: String,
}

impl<R: BufRead> GameParser<R> {
    pub const fn new(lines: LineReader<R>, is_strict: bool) -> Self {
        Self {
            lexer: Lexer::new(lines, is_strict),
            next_tag: None,
            game_start: 0,
        }
    }

    /// Returns the next game, or `None` at the end of the input. If reading a game fails, the
    /// rest of the game is skipped.
    pub fn next(&mut self) -> Result<Option<RawGame>, FileError> {
        self.lexer.begin_game();
        self.game_start = self.lexer.byte_position();
        let mut partial = PartialGame::default();
        if let Some(tag) = self.next_tag.take() {
            // The tag is still the last token that was read.
            self.game_start = self.lexer.token_start;
            partial.game.location = tag.location;
            partial.game.tags.push(tag);
        }
        let read = self.read_game(&mut partial);
        partial.game.faults = self.lexer.faults.take();
        if let Err(error) = &read
            && self.next_tag.is_none()
            && !matches!(error.fault, FileFault::Input(_))
        {
            self.skip_game(!partial.in_moves);
        }
        Ok(read?.then_some(partial.game))
    }

    /// Skips the rest of a game without reporting further faults in it.
    fn skip_game(&mut self, mut in_tags: bool) {
        while let Err(error) = self.lexer.skip_game(in_tags) {
            if matches!(error.fault, FileFault::Input(_)) {
                return;
            }
            in_tags = false;
        }
    }

    /// Reads a game into `partial`. Returns `false` if there is no further game. A
    /// result before any other token is skipped: some programs write the result twice.
    fn read_game(&mut self, partial: &mut PartialGame) -> Result<bool, FileError> {
        let mut is_empty = partial.game.tags.is_empty();
        while let Some((token, location)) = self.lexer.next()? {
            if is_empty && matches!(&token, Token::Word(word) if is_result_remnant(word)) {
                continue;
            }
            if std::mem::take(&mut is_empty) {
                self.game_start = self.lexer.token_start;
                partial.game.location = location;
            }
            match token {
                Token::Tag(tag)
                    if partial.in_moves
                        || (self.lexer.is_after_empty_line && partial.has_tag(&tag)) =>
                {
                    self.next_tag = Some(tag);
                    break;
                }
                token => partial.add_token(token, location, &mut self.lexer.faults)?,
            }
            if partial.game.result.is_some() {
                return Ok(true);
            }
        }
        if let Some(&(_, location)) = partial.open_variations.last() {
            let fault = FileFault::token("(", "a closing ')'");
            self.lexer.faults.report(FileError::new(location, fault))?;
        }
        while partial.close_variation() {}
        Ok(!is_empty)
    }
}

impl PartialGame {
    fn has_tag(&self, tag: &RawTag) -> bool {
        self.game.tag(&tag.name).is_some()
    }

    fn current_line(&mut self) -> &mut RawTurnLine {
        match self.open_variations.last_mut() {
            Some((line, _)) => line,
            None => &mut self.game.line,
        }
    }

    fn last_turn(&mut self) -> Option<&mut RawTurn> {
        self.current_line().turns.last_mut()
    }

    /// Ends the innermost variation. Returns `false` if none is open.
    fn close_variation(&mut self) -> bool {
        let Some((line, _)) = self.open_variations.pop() else {
            return false;
        };
        if let Some(turn) = self.last_turn() {
            turn.add_variation(line);
        }
        true
    }

    /// Adds a token. A result outside all variations ends the game.
    fn add_token(
        &mut self,
        token: Token,
        location: Location,
        faults: &mut Faults,
    ) -> Result<(), FileError> {
        // Comments may appear between tags.
        self.in_moves = self.in_moves || !matches!(token, Token::Tag(_) | Token::Comment(_));
        if !matches!(token, Token::Word(_)) {
            self.result_prefix.clear();
        }
        let misplaced = |found: &str, expected| {
            let fault = FileFault::token(found, expected);
            FileError::new(location, fault)
        };
        match token {
            Token::Tag(tag) => self.game.tags.push(tag),
            Token::Comment(text) => self.current_line().add_comment(&text),
            Token::Nag(nag) => self.add_nag(nag, location, faults)?,
            Token::Word(word) => return self.add_word(&word, location, faults),
            Token::Open => {
                if self.open_variations.len() >= MAX_VARIATION_DEPTH {
                    return Err(misplaced("(", EXPECTED_DEPTH));
                }
                if self.last_turn().is_none() {
                    faults.report(misplaced("(", "a move before it"))?;
                }
                let line = RawTurnLine::default();
                self.open_variations.push((line, location));
            }
            Token::Close => {
                if !self.close_variation() {
                    faults.report(misplaced(")", "a '(' before it"))?;
                }
            }
        }
        Ok(())
    }

    fn add_nag(
        &mut self,
        nag: u8,
        location: Location,
        faults: &mut Faults,
    ) -> Result<(), FileError> {
        if let Some(turn) = self.last_turn() {
            turn.nags.push(nag);
            return Ok(());
        }
        let fault = FileFault::token(&format!("${nag}"), "a move before it");
        faults.report(FileError::new(location, fault))
    }

    fn add_word(
        &mut self,
        word: &str,
        location: Location,
        faults: &mut Faults,
    ) -> Result<(), FileError> {
        let result_prefix = std::mem::take(&mut self.result_prefix);
        let with_prefix = format!("{result_prefix}{word}");
        if let Some(result) = result_of_word(word).or_else(|| result_of_word(&with_prefix)) {
            if self.open_variations.is_empty() {
                self.game.result = Some(result);
            }
            return Ok(());
        }
        if may_begin_result(&with_prefix) {
            self.result_prefix = with_prefix;
            return Ok(());
        }
        if result_prefix.ends_with(DASHES) {
            let fault = FileFault::token(&with_prefix, "a result");
            faults.report(FileError::new(location, fault))?;
        }
        if let Some(nag) = nag_of_glyph(word) {
            return self.add_nag(nag, location, faults);
        }
        let unnumbered = without_number(word);
        let number = word.strip_suffix(unnumbered).unwrap_or_default();
        let (mut text, mut nags) = (unnumbered, Vec::new());
        while let Some((before, nag)) = split_glyph(text) {
            text = before;
            nags.push(nag);
        }
        if !text.is_empty() {
            self.add_turn_token(text, location.advanced_by(number.chars().count()));
        }
        let mut nags = nags.into_iter().rev();
        nags.try_for_each(|nag| self.add_nag(nag, location, faults))
    }

    /// Adds a token that is a turn, or a jump that continues the previous turn. A
    /// variation may begin with an alternative to the last jump of the chain before it.
    fn add_turn_token(&mut self, text: &str, location: Location) {
        let branch = match self.open_variations.as_slice() {
            [.., (outer, _), (line, _)] if line.turns.is_empty() => outer.turns.last(),
            [(line, _)] if line.turns.is_empty() => self.game.line.turns.last(),
            _ => None,
        };
        let mut new_turn = RawTurn::default();
        if let Some((_, jumps)) = branch.and_then(|turn| turn.tokens.split_last())
            && let Some(text) = continuation(jumps, text)
        {
            new_turn.tokens = jumps.to_vec();
            new_turn.tokens.push(TurnToken { text, location });
        } else if let Some(turn) = self.last_turn()
            && let Some(text) = continuation(&turn.tokens, text)
        {
            turn.tokens.push(TurnToken { text, location });
            return;
        } else {
            let text = text.to_owned();
            new_turn.tokens.push(TurnToken { text, location });
        }
        self.current_line().turns.push(new_turn);
    }
}

/// The dashes in a result.
const DASHES: [char; 4] = ['-', '–', '—', '−'];

/// Returns whether a word may be the start of a result that is written with blanks, `1 - 0`.
/// Such a word may also be a move number.
fn may_begin_result(word: &str) -> bool {
    let score = word.trim_end_matches(DASHES);
    matches!(score, "0" | "1" | "1/2" | "½" | "0.5" | "0,5")
}

/// Returns whether a word after the end of a game is the remainder of its result, as in
/// `1/2 - 1/2`, or a repetition of it.
fn is_result_remnant(word: &str) -> bool {
    word.trim_matches(DASHES).is_empty() || may_begin_result(word) || result_of_word(word).is_some()
}

/// Splits a turn into its text and the NAG of the assessment at its end, such as `?!` or `±`.
fn split_glyph(turn: &str) -> Option<(&str, u8)> {
    let before = turn.trim_end_matches(['!', '?']);
    let mut marks = turn.get(before.len()..)?.chars();
    if let Some(first) = marks.next() {
        // More than two marks, as in `!!!` or `!!?`, mean the same as the first and the last.
        let glyph: String = [first].into_iter().chain(marks.next_back()).collect();
        return Some((before, nag_of_glyph(&glyph)?));
    }
    let (start, sign) = turn.char_indices().next_back()?;
    let nag = nag_of_glyph(sign.encode_utf8(&mut [0; 4])).filter(|_| !sign.is_ascii())?;
    Some((turn.get(..start)?, nag))
}

/// Returns the word without a leading move number: `12.`, `12...` or `12`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let unnumbered = rest.trim_start_matches(['.', '…']);
    if rest.is_empty() || unnumbered.len() < rest.len() {
        unnumbered
    } else {
        word
    }
}

/// Returns the word in the form of a further jump of a chain, `:46`, `-46` or `pass`.
/// Returns `None` if the word is not a jump, or starts from a square that the chain has
/// not reached. A step with `-` is a further jump if it starts from the square that the
/// previous step reached, because the next turn, the opponent's, can't start there.
fn continuation(tokens: &[TurnToken], text: &str) -> Option<String> {
    let last = &tokens.last()?.text;
    if text.eq_ignore_ascii_case("pass") {
        return Some("pass".to_owned());
    }
    let separators = if text.contains([':', 'x', '×']) {
        [':', 'x', '×'].as_slice()
    } else {
        &['-', '–']
    };
    let from = text.find(separators)?;
    let (start, jumps) = text.split_at_checked(from)?;
    let reached = last.rsplit_once(separators).map(|(_, square)| square);
    let reached = reached?.trim_end_matches(['=', '(', ')', 'Q', 'R', 'B', 'q', 'r', 'b']);
    let may_omit_start = separators.contains(&':');
    (start == reached && !start.is_empty() || start.is_empty() && may_omit_start)
        .then(|| jumps.to_owned())
}
