//! The parser of one game of a file into a bare tree of tags and turns.

use std::io::BufRead;

use super::bare::{BareGame, BareLine, BareTag, BareTurn, Place, Word};
use super::error::Fault;
use super::lexer::{Lexer, Token, fault};
use super::lines::LineFault;
use crate::game::GameResult;

/// The greatest nesting depth of variations.
pub const DEEPEST: usize = 64;

/// A parser that splits a file into games, without regard to the rules.
#[derive(Debug)]
pub struct Sections<R> {
    lexer: Lexer<R>,
    /// A tag that was read ahead and belongs to the next game.
    kept: Option<BareTag>,
}

/// The effect of a token on the current game.
enum Step {
    GoesOn,
    /// The game has ended.
    Ends,
}

/// A game that is being read.
struct Draft {
    game: BareGame,
    /// The open variations, from the outermost to the current one, each with the
    /// place of its parenthesis.
    open: Vec<(BareLine, Place)>,
    /// Whether the tags have ended.
    in_moves: bool,
}

impl<R: BufRead> Sections<R> {
    pub const fn new(input: R) -> Self {
        Self {
            lexer: Lexer::new(input),
            kept: None,
        }
    }

    /// Returns the next game, or `None` at the end. After a fault the rest of the
    /// game is skipped.
    pub fn next(&mut self) -> Result<Option<BareGame>, LineFault> {
        self.lexer.begin_game();
        let mut draft = Draft {
            game: BareGame::default(),
            open: Vec::new(),
            in_moves: false,
        };
        if let Some(tag) = self.kept.take() {
            draft.game.place = tag.place;
            draft.game.tags.push(tag);
        }
        let read = self.read(&mut draft);
        match read {
            Ok(false) => Ok(None),
            Ok(true) => Ok(Some(draft.game)),
            Err(error) => {
                let is_over = self.kept.is_some() || matches!(error.fault, Fault::Input(_));
                if !is_over {
                    self.skip(!draft.in_moves);
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

    /// Reads a game into `draft`. Returns `false` if the input is at its end.
    fn read(&mut self, draft: &mut Draft) -> Result<bool, LineFault> {
        let mut is_empty = draft.game.tags.is_empty();
        while let Some((token, place)) = self.lexer.next()? {
            if std::mem::take(&mut is_empty) {
                draft.game.place = place;
            }
            let step = match token {
                Token::Tag(tag) => {
                    if draft.in_moves || (self.lexer.after_blank() && draft.has(&tag)) {
                        self.kept = Some(tag);
                        break;
                    }
                    draft.game.tags.push(tag);
                    Step::GoesOn
                }
                token => draft.take(token, place)?,
            };
            if matches!(step, Step::Ends) {
                return Ok(true);
            }
        }
        match draft.open.last() {
            Some(&(_, place)) => Err(fault(place, Fault::token("(", "a ')' behind it"))),
            None => Ok(!is_empty),
        }
    }
}

impl Draft {
    fn has(&self, tag: &BareTag) -> bool {
        self.game.tag(&tag.name).is_some()
    }

    fn line(&mut self) -> &mut BareLine {
        match self.open.last_mut() {
            Some((line, _)) => line,
            None => &mut self.game.line,
        }
    }

    fn turn(&mut self) -> Option<&mut BareTurn> {
        self.line().turns.last_mut()
    }

    fn take(&mut self, token: Token, place: Place) -> Result<Step, LineFault> {
        // Comments may appear between tags.
        self.in_moves = self.in_moves || !matches!(token, Token::Comment(_));
        match token {
            Token::Tag(tag) => self.game.tags.push(tag),
            Token::Comment(text) => self.line().comment(&text),
            Token::Nag(nag) => self.nag(nag, place)?,
            Token::Word(word) => return self.word(&word, place),
            Token::Open => {
                if self.turn().is_none() {
                    return Err(fault(place, Fault::token("(", "a move before it")));
                }
                if self.open.len() >= DEEPEST {
                    let expected = "at most 64 variations inside each other";
                    return Err(fault(place, Fault::token("(", expected)));
                }
                self.open.push((BareLine::default(), place));
            }
            Token::Close => {
                let Some((line, _)) = self.open.pop() else {
                    return Err(fault(place, Fault::token(")", "a '(' before it")));
                };
                if let Some(turn) = self.turn() {
                    turn.add_variation(line);
                }
            }
        }
        Ok(Step::GoesOn)
    }

    fn nag(&mut self, nag: u8, place: Place) -> Result<(), LineFault> {
        let Some(turn) = self.turn() else {
            let found = format!("${nag}");
            return Err(fault(place, Fault::token(&found, "a move before it")));
        };
        turn.nags.push(nag);
        Ok(())
    }

    fn word(&mut self, word: &str, place: Place) -> Result<Step, LineFault> {
        if let Some(result) = GameResult::from_text(word) {
            if self.open.is_empty() {
                self.game.result = Some(result);
                return Ok(Step::Ends);
            }
            return Ok(Step::GoesOn);
        }
        let unnumbered = without_number(word);
        let number = word.strip_suffix(unnumbered).unwrap_or_default();
        let column = place.column + number.chars().count() as u64;
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
            self.move_word(text, Place { column, ..place });
        }
        if let Some(nag) = nag {
            self.nag(nag, place)?;
        }
        Ok(Step::GoesOn)
    }

    /// Adds a word, which is a turn or a jump that continues the turn before. A
    /// variation may replace a later jump of a chain.
    fn move_word(&mut self, text: &str, place: Place) {
        let branch = match self.open.as_slice() {
            [.., (outer, _), (line, _)] if line.turns.is_empty() => outer.turns.last(),
            [(line, _)] if line.turns.is_empty() => self.game.line.turns.last(),
            _ => None,
        };
        if let Some((_, jumps)) = branch.and_then(|turn| turn.words.split_last())
            && let Some(text) = continuation(jumps, text)
        {
            let mut words = jumps.to_vec();
            words.push(Word { text, place });
            let turn = BareTurn {
                words,
                ..BareTurn::default()
            };
            self.line().turns.push(turn);
            return;
        }
        if let Some(turn) = self.turn()
            && let Some(text) = continuation(&turn.words, text)
        {
            turn.words.push(Word { text, place });
            return;
        }
        let text = text.to_owned();
        let turn = BareTurn {
            words: vec![Word { text, place }],
            ..BareTurn::default()
        };
        self.line().turns.push(turn);
    }
}

/// Returns the word without a leading move number: `12.`, `12...` or `12`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = rest.trim_start_matches(['.', '…']);
    if rest.is_empty() || behind.len() < rest.len() {
        behind
    } else {
        word
    }
}

/// Returns the word as a further jump of a chain, `:46` or `pass`, if it is one:
/// if it names no starting square, or the square just reached.
fn continuation(words: &[Word], text: &str) -> Option<String> {
    let last = &words.last()?.text;
    if text.eq_ignore_ascii_case("pass") {
        return Some("pass".to_owned());
    }
    let from = text.find([':', 'x', '×'])?;
    let (start, jumps) = text.split_at_checked(from)?;
    let reached = last.rsplit_once([':', 'x', '×']).map(|(_, square)| square);
    let reached = reached?.trim_end_matches(['=', '(', ')', 'Q', 'R', 'B']);
    (start.is_empty() || start == reached).then(|| jumps.to_owned())
}
