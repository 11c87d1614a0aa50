//! The parser of one game of a file into a raw tree of tags and turns.

use std::io::BufRead;
use std::ops::ControlFlow;

use super::error::{Fault, InputError, Place};
use super::lexer::{Lexer, Token};
use super::limits::{EXPECTED_DEPTH, MAX_VARIATION_DEPTH};
use super::raw::{RawGame, RawLine, RawTag, RawTurn, TurnToken};
use crate::game::GameResult;

/// A parser that splits a file into games without applying the rules.
#[derive(Debug)]
pub struct GameParser<R> {
    lexer: Lexer<R>,
    /// A tag that was read ahead and belongs to the next game.
    next_tag: Option<RawTag>,
}

/// A game that is being read.
struct PartialGame {
    game: RawGame,
    /// The open variations, from the outermost to the current one, each with the
    /// place of its parenthesis.
    open: Vec<(RawLine, Place)>,
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

    /// Returns the next game, or `None` at the end. After a fault the rest of the
    /// game is skipped.
    pub fn next(&mut self) -> Result<Option<RawGame>, InputError> {
        self.lexer.begin_game();
        let mut partial = PartialGame {
            game: RawGame::default(),
            open: Vec::new(),
            in_moves: false,
        };
        if let Some(tag) = self.next_tag.take() {
            partial.game.place = tag.place;
            partial.game.tags.push(tag);
        }
        let read = self.read(&mut partial);
        match read {
            Ok(false) => Ok(None),
            Ok(true) => Ok(Some(partial.game)),
            Err(error) => {
                let is_over = self.next_tag.is_some() || matches!(error.fault, Fault::Input(_));
                if !is_over {
                    self.skip(!partial.in_moves);
                }
                Err(error)
            }
        }
    }

    /// Skips the rest of a game; further faults in it are not reported.
    fn skip(&mut self, mut in_tags: bool) {
        while let Err(error) = self.lexer.skip_game(in_tags) {
            if matches!(error.fault, Fault::Input(_)) {
                return;
            }
            in_tags = false;
        }
    }

    /// Reads a game into `partial`. Returns `false` if the input is at its end.
    fn read(&mut self, partial: &mut PartialGame) -> Result<bool, InputError> {
        let mut is_empty = partial.game.tags.is_empty();
        while let Some((token, place)) = self.lexer.next()? {
            if std::mem::take(&mut is_empty) {
                partial.game.place = place;
            }
            let flow = match token {
                Token::Tag(tag) => {
                    if partial.in_moves || (self.lexer.after_blank() && partial.has(&tag)) {
                        self.next_tag = Some(tag);
                        break;
                    }
                    partial.game.tags.push(tag);
                    ControlFlow::Continue(())
                }
                token => partial.add(token, place)?,
            };
            if flow.is_break() {
                return Ok(true);
            }
        }
        match partial.open.last() {
            Some(&(_, place)) => Err(InputError::new(place, Fault::token("(", "a ')' after it"))),
            None => Ok(!is_empty),
        }
    }
}

impl PartialGame {
    fn has(&self, tag: &RawTag) -> bool {
        self.game.tag(&tag.name).is_some()
    }

    fn line(&mut self) -> &mut RawLine {
        match self.open.last_mut() {
            Some((line, _)) => line,
            None => &mut self.game.line,
        }
    }

    fn turn(&mut self) -> Option<&mut RawTurn> {
        self.line().turns.last_mut()
    }

    /// Adds a token. Returns `Break` if it ends the game.
    fn add(&mut self, token: Token, place: Place) -> Result<ControlFlow<()>, InputError> {
        // Comments may appear between tags.
        self.in_moves = self.in_moves || !matches!(token, Token::Comment(_));
        match token {
            Token::Tag(tag) => self.game.tags.push(tag),
            Token::Comment(text) => self.line().comment(&text),
            Token::Nag(nag) => self.nag(nag, place)?,
            Token::Word(word) => return self.word(&word, place),
            Token::Open => {
                if self.turn().is_none() {
                    return Err(InputError::new(
                        place,
                        Fault::token("(", "a move before it"),
                    ));
                }
                if self.open.len() >= MAX_VARIATION_DEPTH {
                    return Err(InputError::new(place, Fault::token("(", EXPECTED_DEPTH)));
                }
                self.open.push((RawLine::default(), place));
            }
            Token::Close => {
                let Some((line, _)) = self.open.pop() else {
                    return Err(InputError::new(place, Fault::token(")", "a '(' before it")));
                };
                if let Some(turn) = self.turn() {
                    turn.add_variation(line);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn nag(&mut self, nag: u8, place: Place) -> Result<(), InputError> {
        let Some(turn) = self.turn() else {
            let found = format!("${nag}");
            return Err(InputError::new(
                place,
                Fault::token(&found, "a move before it"),
            ));
        };
        turn.nags.push(nag);
        Ok(())
    }

    fn word(&mut self, word: &str, place: Place) -> Result<ControlFlow<()>, InputError> {
        if let Some(result) = GameResult::from_text(word) {
            if self.open.is_empty() {
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
            self.turn_token(text, place.right_by(number.chars().count()));
        }
        if let Some(nag) = nag {
            self.nag(nag, place)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Adds a token, which is a turn or a jump that continues the previous turn. A
    /// variation may replace a later jump of a chain.
    fn turn_token(&mut self, text: &str, place: Place) {
        let branch = match self.open.as_slice() {
            [.., (outer, _), (line, _)] if line.turns.is_empty() => outer.turns.last(),
            [(line, _)] if line.turns.is_empty() => self.game.line.turns.last(),
            _ => None,
        };
        if let Some((_, jumps)) = branch.and_then(|turn| turn.tokens.split_last())
            && let Some(text) = continuation(jumps, text)
        {
            let mut tokens = jumps.to_vec();
            tokens.push(TurnToken { text, place });
            let turn = RawTurn {
                tokens,
                ..RawTurn::default()
            };
            self.line().turns.push(turn);
            return;
        }
        if let Some(turn) = self.turn()
            && let Some(text) = continuation(&turn.tokens, text)
        {
            turn.tokens.push(TurnToken { text, place });
            return;
        }
        let text = text.to_owned();
        let turn = RawTurn {
            tokens: vec![TurnToken { text, place }],
            ..RawTurn::default()
        };
        self.line().turns.push(turn);
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

/// Returns the word as a further jump of a chain, `:46` or `pass`. Returns `None` if
/// the word names a starting square other than the one that the chain has reached.
fn continuation(tokens: &[TurnToken], text: &str) -> Option<String> {
    let last = &tokens.last()?.text;
    if text.eq_ignore_ascii_case("pass") {
        return Some("pass".to_owned());
    }
    let from = text.find([':', 'x', '×'])?;
    let (start, jumps) = text.split_at_checked(from)?;
    let reached = last.rsplit_once([':', 'x', '×']).map(|(_, square)| square);
    let reached = reached?.trim_end_matches(['=', '(', ')', 'Q', 'R', 'B']);
    (start.is_empty() || start == reached).then(|| jumps.to_owned())
}
