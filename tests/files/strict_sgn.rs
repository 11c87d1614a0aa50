//! A strict reader of game files, written from the description of ShatraBase's format alone. It
//! shares no code with the program, and replays every jump with the slow reference implementation.
//!
//! ShatraBase stores each jump as a move, so to this reader a variation is an alternative to a
//! single jump.

#![allow(dead_code)] // each test program uses only part of this module

use crate::slow::{Action, Kind, Position, RuleSet, Side, Square, Step};

const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// The maximum length of a line, unless it has no space where it could be broken.
const MAX_LINE_LENGTH: usize = 80;

/// A game as the strict reader sees it.
#[derive(Debug)]
pub struct StrictGame {
    pub tags: Vec<(String, String)>,
    /// The final position of the main line.
    pub end: Position,
    /// The number of turns in all lines.
    pub turns: usize,
    /// The number of jumps after the first of a chain, in all lines.
    pub later_jumps: usize,
    pub passes: usize,
    pub promotions: usize,
    pub variations: usize,
    pub comments: Vec<String>,
    pub annotations: Vec<u32>,
}

impl StrictGame {
    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// Reads all games in the text of a file. Panics at the first fault.
pub fn read(file: &str) -> Vec<StrictGame> {
    assert!(!file.contains('\r'), "a CR in the file");
    assert!(
        file.is_empty() || file.ends_with("\n\n"),
        "no empty line at the end"
    );
    let mut paragraphs = file.split_terminator("\n\n");
    let mut games = Vec::new();
    while let Some(tags) = paragraphs.next() {
        let moves = paragraphs
            .next()
            .unwrap_or_else(|| panic!("tags without moves: {tags}"));
        games.push(read_game(tags, moves));
    }
    games
}

fn read_game(tags: &str, moves: &str) -> StrictGame {
    let tags = read_tags(tags);
    for line in moves.lines() {
        let length = line.chars().count();
        assert!(
            length <= MAX_LINE_LENGTH || !line.contains(' '),
            "{length} characters: {line}"
        );
        assert_eq!(line, line.trim(), "spaces at the start or end of a line");
    }
    let tag = |name: &str| {
        tags.iter()
            .find(|(other, _)| other == name)
            .map(|(_, value)| value.as_str())
    };
    let rule_set = RuleSet::from_id(tag("Variant").expect("a tag Variant")).expect("a rule set");
    let start = match (tag("SPN"), tag("Setup")) {
        (None, None) => Position::start(rule_set),
        (Some(spn), Some("1")) => Position::from_spn(rule_set, spn).unwrap(),
        other => panic!("SPN and Setup: {other:?}"),
    };
    let result = tag("Result").unwrap().to_owned();
    let mut replay = Replay {
        game: StrictGame {
            tags,
            end: start.clone(),
            turns: 0,
            later_jumps: 0,
            passes: 0,
            promotions: 0,
            variations: 0,
            comments: Vec::new(),
            annotations: Vec::new(),
        },
        tokens: tokens(moves),
        next: 0,
    };
    replay.game.end = replay.replay_line(start, true);
    assert_eq!(
        replay.tokens[replay.next..],
        [Token::Result(result)],
        "the end of the game"
    );
    replay.game
}

fn read_tags(text: &str) -> Vec<(String, String)> {
    let tags: Vec<(String, String)> = text.lines().map(read_tag).collect();
    let names: Vec<&str> = tags.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[..7], ROSTER, "the seven tags of the roster");
    assert!(
        names[7..].is_sorted_by(|a, b| a < b),
        "tags out of order: {names:?}"
    );
    let result = &tags[6].1;
    assert!(RESULTS.contains(&result.as_str()), "result {result}");
    tags
}

fn read_tag(line: &str) -> (String, String) {
    let inside = line
        .strip_prefix('[')
        .and_then(|line| line.strip_suffix("\"]"));
    let (name, value) = inside
        .and_then(|line| line.split_once(" \""))
        .unwrap_or_else(|| panic!("tag {line}"));
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    assert!(!name.is_empty() && name.chars().all(is_name), "tag {line}");
    let mut plain = String::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => panic!("a bare quote in {line}"),
            '\\' => plain.push(
                letters
                    .next()
                    .filter(|c| "\"\\".contains(*c))
                    .expect("an escape"),
            ),
            letter if letter.is_control() => panic!("a control character in {line}"),
            letter => plain.push(letter),
        }
    }
    (name.to_owned(), plain)
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    /// `12.`
    WhiteNumber(u32),
    /// `12...`
    BlackNumber(u32),
    Move(String),
    Annotation(u32),
    Comment(String),
    Open,
    Close,
    Result(String),
}

/// Splits the moves of a game into tokens. They are separated by single spaces, except just
/// inside parentheses.
fn tokens(moves: &str) -> Vec<Token> {
    let text = moves.replace('\n', " ");
    assert!(!moves.contains("\n\n"));
    let mut tokens = Vec::new();
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let (token, after) = split_token(rest);
        let is_close = after.starts_with(')');
        rest = if is_close || token == Token::Open || after.is_empty() {
            after
        } else {
            after
                .strip_prefix(' ')
                .unwrap_or_else(|| panic!("no space before {after}"))
        };
        assert!(!rest.starts_with(' '), "two spaces before{rest}");
        tokens.push(token);
    }
    tokens
}

/// Returns the first token, and the text after it.
fn split_token(rest: &str) -> (Token, &str) {
    if let Some(after) = rest.strip_prefix('(') {
        return (Token::Open, after);
    }
    if let Some(after) = rest.strip_prefix(')') {
        return (Token::Close, after);
    }
    if let Some(comment) = rest.strip_prefix('{') {
        let (comment, after) = comment.split_once('}').expect("a closed comment");
        assert!(
            !comment.contains('{') && !comment.is_empty(),
            "comment {comment}"
        );
        return (Token::Comment(comment.to_owned()), after);
    }
    let end = rest.find([' ', ')']).unwrap_or(rest.len());
    let (word, after) = rest.split_at(end);
    (word_token(word), after)
}

/// Returns the token that a word is.
fn word_token(word: &str) -> Token {
    if RESULTS.contains(&word) {
        return Token::Result(word.to_owned());
    }
    if let Some(number) = word.strip_prefix('$') {
        return Token::Annotation(number.parse().unwrap());
    }
    if let Some(number) = word.strip_suffix("...") {
        return Token::BlackNumber(number.parse().unwrap());
    }
    if let Some(number) = word.strip_suffix('.') {
        return Token::WhiteNumber(number.parse().unwrap());
    }
    Token::Move(word.to_owned())
}

/// Replays the tokens of a game.
struct Replay {
    game: StrictGame,
    tokens: Vec<Token>,
    /// The index of the next token.
    next: usize,
}

impl Replay {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    /// Replays a line up to its closing parenthesis or the result. Returns its last position.
    fn replay_line(&mut self, mut position: Position, is_main: bool) -> Position {
        // The position before the last jump, to which a variation returns.
        let mut before: Option<Position> = None;
        let mut needs_number = true;
        while let Some(token) = self.peek().cloned() {
            match token {
                Token::Result(_) | Token::Close => {
                    assert_eq!(
                        is_main,
                        token != Token::Close,
                        "wrong end of a line at token {}",
                        self.next
                    );
                    assert!(
                        position.transit().is_none() || before.is_none(),
                        "a chain cut short"
                    );
                    return position;
                }
                Token::Comment(text) => {
                    self.game.comments.push(text);
                    needs_number = true;
                    self.next += 1;
                }
                Token::Annotation(number) => {
                    assert!(before.is_some() && number < 256, "${number}");
                    self.game.annotations.push(number);
                    self.next += 1;
                }
                Token::Open => {
                    self.next += 1;
                    self.game.variations += 1;
                    let back = before.clone().expect("a move before the variation");
                    self.replay_line(back, false);
                    assert_eq!(self.peek(), Some(&Token::Close));
                    self.next += 1;
                    needs_number = true;
                }
                Token::WhiteNumber(_) | Token::BlackNumber(_) | Token::Move(_) => {
                    let continues_chain = position.transit().is_some() && before.is_some();
                    let after = self.replay_jump(&position, continues_chain, needs_number);
                    before = Some(position);
                    position = after;
                    needs_number = false;
                }
            }
        }
        panic!("no result")
    }

    /// Replays a jump or another step with its move number, which Black's turns have only if
    /// `needs_number`. Returns the position after it.
    fn replay_jump(
        &mut self,
        position: &Position,
        continues_chain: bool,
        needs_number: bool,
    ) -> Position {
        if !continues_chain {
            self.game.turns += 1;
            let number = position.move_number();
            let expected = match position.side_to_move() {
                Side::White => Some(Token::WhiteNumber(number)),
                Side::Black => needs_number.then_some(Token::BlackNumber(number)),
            };
            if let Some(expected) = expected {
                assert_eq!(self.peek(), Some(&expected), "token {}", self.next);
                self.next += 1;
            }
        }
        let Some(Token::Move(text)) = self.peek().cloned() else {
            panic!("{:?} instead of a move", self.peek());
        };
        self.next += 1;
        let steps = position.steps();
        let step = steps
            .iter()
            .find(|step| step_text(position.rule_set(), step, continues_chain) == text);
        let step = step.unwrap_or_else(|| panic!("move {text} in {}", position.to_spn()));
        self.game.later_jumps += usize::from(continues_chain);
        self.game.passes += usize::from(step.action == Action::Pass);
        self.game.promotions += usize::from(step.promotion.is_some());
        position.play_step(step)
    }
}

/// Returns a step in the notation of the format. In Online, it is that of the live site: the two
/// squares with a dash.
fn step_text(rule_set: RuleSet, step: &Step, continues_chain: bool) -> String {
    if rule_set == RuleSet::Online && step.action != Action::Pass {
        return format!(
            "{}-{}",
            official_number(step.from),
            official_number(step.to)
        );
    }
    let separator = match step.action {
        Action::Pass => return "pass".to_owned(),
        Action::Quiet => '-',
        Action::Jump { .. } => ':',
    };
    let from = if continues_chain {
        String::new()
    } else {
        official_number(step.from).to_string()
    };
    let promotion = step.promotion.map(Kind::letter).map(String::from);
    format!(
        "{from}{separator}{}{}",
        official_number(step.to),
        promotion.unwrap_or_default()
    )
}

/// Returns the official number of a square: from 1 for c14, left to right and top to bottom.
fn official_number((file, rank): Square) -> usize {
    let width = |rank| match rank {
        1..=3 | 12..=14 => 3,
        4 | 11 => 1,
        _ => 7,
    };
    let squares_above: usize = (rank + 1..=14).map(width).sum();
    let first_file = match width(rank) {
        3 => 2,
        1 => 3,
        _ => 0,
    };
    squares_above + usize::from(file) - first_file + 1
}
