//! Parses each game of a file into a tree of tags and turns that are not checked yet.

use std::io::BufRead;
use std::ops::ControlFlow;

use super::error::{FileFault, InputError, Location};
use super::lexer::{Lexer, Token};
use super::limits::{EXPECTED_DEPTH, MAX_VARIATION_DEPTH};
use super::raw::{RawGame, RawTag, RawTurn, RawTurnLine, TurnToken};
use crate::game::GameResult;

/// A parser that splits a file into games without applying the rules.
#[derive(Debug)]
pub struct GameParser<R> {
    lexer: Lexer<R>,
    /// A tag that was read ahead and belongs to the next game.
    next_tag: Option<RawTag>,
}

/// A game that is being parsed.
struct PartialGame {
    game: RawGame,
    /// The open variations, outermost first, each with the location of its opening
    /// parenthesis.
    open_variations: Vec<(RawTurnLine, Location)>,
    /// Whether the tags have ended.
    in_moves: bool,
}

impl<R: BufRead> GameParser<R> {
    pub const fn new(input: R) -> Self {
        Self {
            lexer: Lexer::new(input),
            next_tag: None,
        }
    }

    /// Returns the next game, or `None` at the end of the input. If the game has a fault, the
    /// rest of it is skipped.
    pub fn next(&mut self) -> Result<Option<RawGame>, InputError> {
        self.lexer.begin_game();
        let mut partial = PartialGame {
            game: RawGame::default(),
            open_variations: Vec::new(),
            in_moves: false,
        };
        if let Some(tag) = self.next_tag.take() {
            partial.game.location = tag.location;
            partial.game.tags.push(tag);
        }
        let read = self.read_game(&mut partial);
        match read {
            Ok(false) => Ok(None),
            Ok(true) => Ok(Some(partial.game)),
            Err(error) => {
                let is_over = self.next_tag.is_some() || matches!(error.fault, FileFault::Input(_));
                if !is_over {
                    self.skip_game(!partial.in_moves);
                }
                Err(error)
            }
        }
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

    /// Reads a game into `partial`. Returns `false` if there is no further game.
    fn read_game(&mut self, partial: &mut PartialGame) -> Result<bool, InputError> {
        let mut is_empty = partial.game.tags.is_empty();
        while let Some((token, location)) = self.lexer.next()? {
            if std::mem::take(&mut is_empty) {
                partial.game.location = location;
            }
            let flow = match token {
                Token::Tag(tag) => {
                    if partial.in_moves
                        || (self.lexer.is_after_empty_line() && partial.has_tag(&tag))
                    {
                        self.next_tag = Some(tag);
                        break;
                    }
                    partial.game.tags.push(tag);
                    ControlFlow::Continue(())
                }
                token => partial.add_token(token, location)?,
            };
            if flow.is_break() {
                return Ok(true);
            }
        }
        match partial.open_variations.last() {
            Some(&(_, location)) => Err(InputError::new(
                location,
                FileFault::token("(", "a closing ')'"),
            )),
            None => Ok(!is_empty),
        }
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

    /// Adds a token. Returns `Break` if it ends the game.
    fn add_token(
        &mut self,
        token: Token,
        location: Location,
    ) -> Result<ControlFlow<()>, InputError> {
        // Comments may appear between tags.
        self.in_moves = self.in_moves || !matches!(token, Token::Comment(_));
        match token {
            Token::Tag(tag) => self.game.tags.push(tag),
            Token::Comment(text) => self.current_line().add_comment(&text),
            Token::Nag(nag) => self.add_nag(nag, location)?,
            Token::Word(word) => return self.add_word(&word, location),
            Token::Open => {
                if self.last_turn().is_none() {
                    return Err(InputError::new(
                        location,
                        FileFault::token("(", "a move before it"),
                    ));
                }
                if self.open_variations.len() >= MAX_VARIATION_DEPTH {
                    return Err(InputError::new(
                        location,
                        FileFault::token("(", EXPECTED_DEPTH),
                    ));
                }
                self.open_variations
                    .push((RawTurnLine::default(), location));
            }
            Token::Close => {
                let Some((line, _)) = self.open_variations.pop() else {
                    return Err(InputError::new(
                        location,
                        FileFault::token(")", "a '(' before it"),
                    ));
                };
                if let Some(turn) = self.last_turn() {
                    turn.add_variation(line);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn add_nag(&mut self, nag: u8, location: Location) -> Result<(), InputError> {
        let Some(turn) = self.last_turn() else {
            let found = format!("${nag}");
            return Err(InputError::new(
                location,
                FileFault::token(&found, "a move before it"),
            ));
        };
        turn.nags.push(nag);
        Ok(())
    }

    fn add_word(&mut self, word: &str, location: Location) -> Result<ControlFlow<()>, InputError> {
        if let Some(result) = GameResult::from_text(word) {
            if self.open_variations.is_empty() {
                self.game.result = Some(result);
                return Ok(ControlFlow::Break(()));
            }
            return Ok(ControlFlow::Continue(()));
        }
        let unnumbered = without_number(word);
        let number = word.strip_suffix(unnumbered).unwrap_or_default();
        let text = unnumbered.trim_end_matches(['!', '?']);
        let nag = match unnumbered.get(text.len()..).unwrap_or_default() {
            "" => None,
            "!" => Some(1),
            "?" => Some(2),
            "!!" => Some(3),
            "!?" => Some(5),
            "?!" => Some(6),
            _ => Some(4),
        };
        if !text.is_empty() {
            self.add_turn_token(text, location.advanced_by(number.chars().count()));
        }
        if let Some(nag) = nag {
            self.add_nag(nag, location)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Adds a token that is a turn, or a jump that continues the previous turn. A
    /// variation may begin with a jump that replaces the last jump so far of a chain.
    fn add_turn_token(&mut self, text: &str, location: Location) {
        let branch = match self.open_variations.as_slice() {
            [.., (outer, _), (line, _)] if line.turns.is_empty() => outer.turns.last(),
            [(line, _)] if line.turns.is_empty() => self.game.line.turns.last(),
            _ => None,
        };
        if let Some((_, jumps)) = branch.and_then(|turn| turn.tokens.split_last())
            && let Some(text) = continuation(jumps, text)
        {
            let mut tokens = jumps.to_vec();
            tokens.push(TurnToken { text, location });
            let turn = RawTurn {
                tokens,
                ..RawTurn::default()
            };
            self.current_line().turns.push(turn);
            return;
        }
        if let Some(turn) = self.last_turn()
            && let Some(text) = continuation(&turn.tokens, text)
        {
            turn.tokens.push(TurnToken { text, location });
            return;
        }
        let text = text.to_owned();
        let turn = RawTurn {
            tokens: vec![TurnToken { text, location }],
            ..RawTurn::default()
        };
        self.current_line().turns.push(turn);
    }
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
/// previous step reached: no man of the opponent can be there.
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
    let reached = reached?.trim_end_matches(['=', '(', ')', 'Q', 'R', 'B']);
    let may_omit_start = separators.contains(&':');
    (start == reached && !start.is_empty() || start.is_empty() && may_omit_start)
        .then(|| jumps.to_owned())
}
