//! A tolerant parser of the text of a turn (RULES.md section 11).
//!
//! The text becomes a pattern, which is compared with every legal turn: an
//! exact match is preferred, otherwise the only turn that matches is chosen. A
//! text without signs between its squares (`d4d6`) does not show whether it
//! captures, so two turns can match it exactly; then it is ambiguous.

use std::ops::ControlFlow;

use super::kind::Kind;
use super::notation::{Numbering, square_name};
use super::path::{Landing, Path};
use super::position::Position;
use super::ruleset::RuleSet;
use super::step::Step;
use super::turn::Turn;
use super::why_illegal::Attempt;
use crate::base::Square;
use crate::rules::{Illegal, IllegalReason, TurnError};

/// The number of turns that an error message lists.
const LISTED: usize = 6;

impl<R: RuleSet> Position<R> {
    /// Returns the legal turn that a text denotes. `numbering` is the meaning
    /// of bare numbers.
    ///
    /// # Errors
    /// Returns an error if the text cannot be parsed, or matches no legal turn
    /// or several.
    pub fn parse_turn(&self, text: &str, numbering: Numbering) -> Result<Turn, TurnError> {
        self.parse_path(text, numbering).map(|(turn, _)| turn)
    }

    /// Returns the legal turn that a text denotes, with its path.
    ///
    /// # Errors
    /// Returns the errors of [`Position::parse_turn`].
    pub fn parse_path(&self, text: &str, numbering: Numbering) -> Result<(Turn, Path), TurnError> {
        let pattern = Pattern::read(text, numbering)?;
        let mut found = Found::default();
        self.for_each_path(|turn, path| {
            let fit = pattern.fit(self, turn, &path);
            found.note(&pattern, fit, turn, &path)
        });
        found.choose(text, || pattern.why_illegal(self))
    }

    /// Returns the legal step that a text denotes: a quiet turn, a single jump,
    /// or `pass`.
    ///
    /// # Errors
    /// Returns the errors of [`Position::parse_turn`].
    pub fn parse_step(&self, text: &str, numbering: Numbering) -> Result<Step<R>, TurnError> {
        let pattern = Pattern::read(text, numbering)?;
        let mut found = Found::default();
        self.for_each_step(|step| {
            let path = step.path.clone();
            let fit = pattern.fit_step(self, &path);
            found.note(&pattern, fit, step, &path)
        });
        found
            .choose(text, || pattern.why_illegal(self))
            .map(|(step, _)| step)
    }
}

/// The legal turns or steps of a position, grouped by how they match a text.
struct Found<T> {
    exact: Sample<T>,
    loose: Sample<T>,
    legal: Sample<T>,
}

impl<T> Default for Found<T> {
    fn default() -> Self {
        Self {
            exact: Sample::default(),
            loose: Sample::default(),
            legal: Sample::default(),
        }
    }
}

impl<T: Clone> Found<T> {
    /// Records a legal turn, and returns whether to continue with later ones.
    fn note(&mut self, pattern: &Pattern, fit: Fit, turn: T, path: &Path) -> ControlFlow<()> {
        self.legal.note(turn.clone(), path);
        match fit {
            Fit::Exact => self.exact.note(turn, path),
            Fit::Loose => self.loose.note(turn, path),
            Fit::None => {}
        }
        if self.exact.count > 0 && pattern.has_signs() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Returns the only exact match, or else the only match.
    fn choose(
        self,
        text: &str,
        why: impl FnOnce() -> IllegalReason,
    ) -> Result<(T, Path), TurnError> {
        let fitting = if self.exact.count > 0 {
            self.exact
        } else {
            self.loose
        };
        if fitting.count == 0 {
            let reason = Illegal::new(why(), square_name);
            return Err(TurnError::illegal(text, Some(reason), self.legal.hint()));
        }
        let candidates = fitting.list();
        fitting
            .first
            .filter(|_| fitting.count == 1)
            .ok_or_else(|| TurnError::ambiguous(text, candidates))
    }
}

/// A sample of turns or steps: the first, their number, and the texts of the
/// first few.
struct Sample<T> {
    first: Option<(T, Path)>,
    count: usize,
    texts: Vec<String>,
}

impl<T> Default for Sample<T> {
    fn default() -> Self {
        Self {
            first: None,
            count: 0,
            texts: Vec::new(),
        }
    }
}

impl<T> Sample<T> {
    fn note(&mut self, turn: T, path: &Path) {
        self.first.get_or_insert_with(|| (turn, path.clone()));
        self.count += 1;
        if self.texts.len() < LISTED {
            self.texts.push(path.text());
        }
    }

    fn list(&self) -> String {
        let more = if self.count > self.texts.len() {
            " …"
        } else {
            ""
        };
        self.texts.join(" ") + more
    }

    fn hint(&self) -> String {
        match &self.first {
            None => "none, the game is over".to_owned(),
            Some((_, path)) if path.is_capture => {
                format!("a compulsory capture such as {}", self.list())
            }
            Some(_) => format!("a legal turn such as {}", self.list()),
        }
    }
}

enum Fit {
    Exact,
    Loose,
    None,
}

struct Hop {
    /// Whether the hop captures, if a sign shows it.
    is_capture: Option<bool>,
    to: Square,
    promotion: Option<Kind>,
}

impl Hop {
    fn agrees(&self, is_capture: bool) -> bool {
        self.is_capture.is_none_or(|said| said == is_capture)
    }
}

enum Pattern {
    Pass,
    Turn {
        piece: Option<Kind>,
        from: Square,
        hops: Vec<Hop>,
    },
}

impl Pattern {
    /// Returns whether an exact match is the only one. Without signs, one turn
    /// of the same squares may capture and another not.
    fn has_signs(&self) -> bool {
        match self {
            Self::Pass => true,
            Self::Turn { hops, .. } => hops.iter().any(|hop| hop.is_capture.is_some()),
        }
    }

    fn why_illegal<R: RuleSet>(&self, position: &Position<R>) -> IllegalReason {
        match self {
            Self::Pass => position.why_no_pass(),
            Self::Turn { piece, from, hops } => position.why_illegal(&Attempt {
                piece: *piece,
                from: *from,
                landings: hops.iter().map(|hop| hop.to).collect(),
                is_capture: hops.iter().find_map(|hop| hop.is_capture),
            }),
        }
    }

    fn fit<R: RuleSet>(&self, position: &Position<R>, turn: Turn, path: &Path) -> Fit {
        let Self::Turn { piece, from, hops } = self else {
            return if path.landings.is_empty() {
                Fit::Exact
            } else {
                Fit::None
            };
        };
        let is_piece = |kind| position.board().kind_at(path.from) == Some(kind);
        let stops = position.transit().is_some() && path.landings.is_empty();
        if *from != path.from || !piece.is_none_or(is_piece) {
            return Fit::None;
        }
        if stops {
            return match hops.as_slice() {
                [hop] if hop.to == *from && hop.is_capture == Some(false) => Fit::Exact,
                [hop] if hop.to == *from && hop.is_capture.is_none() => Fit::Loose,
                _ => Fit::None,
            };
        }
        if !hops.iter().all(|hop| hop.agrees(path.is_capture)) {
            return Fit::None;
        }
        if fits_exactly(hops, &path.landings) {
            return Fit::Exact;
        }
        let enemy_biy = position.board().of(!position.side_to_move(), Kind::Biy);
        let takes_biy = turn.captured().meets(enemy_biy);
        let ends = if takes_biy {
            1..=hops.len()
        } else {
            hops.len()..=hops.len()
        };
        let loose = ends
            .filter_map(|end| hops.get(..end))
            .any(|hops| fits_loosely(hops, &path.landings));
        if loose { Fit::Loose } else { Fit::None }
    }

    /// Returns how a step matches the pattern.
    fn fit_step<R: RuleSet>(&self, position: &Position<R>, path: &Path) -> Fit {
        let Some(landing) = path.landings.first() else {
            return if matches!(self, Self::Pass) {
                Fit::Exact
            } else {
                Fit::None
            };
        };
        let Self::Turn { piece, from, hops } = self else {
            return Fit::None;
        };
        let is_piece = |kind| position.board().kind_at(path.from) == Some(kind);
        match hops.as_slice() {
            [hop]
                if *from == path.from
                    && piece.is_none_or(is_piece)
                    && hop.agrees(path.is_capture)
                    && hop.to == landing.at =>
            {
                match hop.promotion {
                    kind if kind == landing.promotion => Fit::Exact,
                    None => Fit::Loose,
                    Some(_) => Fit::None,
                }
            }
            _ => Fit::None,
        }
    }

    fn read(text: &str, numbering: Numbering) -> Result<Self, TurnError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        let mut reader = Reader {
            text,
            rest: text,
            numbering,
        };
        let piece = reader.piece();
        let from = reader.square()?;
        let mut hops = Vec::new();
        while let Some(is_capture) = reader.separator() {
            let to = reader.square()?;
            let promotion = reader.promotion()?;
            hops.push(Hop {
                is_capture,
                to,
                promotion,
            });
        }
        reader.rest = reader.rest.trim_start_matches(['x', '×', '#', '+']);
        if !reader.rest.is_empty() || hops.is_empty() {
            return Err(reader.error("'-' or ':' and a square"));
        }
        Ok(Self::Turn { piece, from, hops })
    }
}

fn fits_exactly(hops: &[Hop], landings: &[Landing]) -> bool {
    let same = |(hop, landing): (&Hop, &Landing)| {
        hop.to == landing.at && hop.promotion == landing.promotion
    };
    hops.len() == landings.len() && hops.iter().zip(landings).all(same)
}

/// Returns whether the hops are a subsequence of the landings that ends with
/// the last one, and no promotion contradicts.
fn fits_loosely(hops: &[Hop], landings: &[Landing]) -> bool {
    let same = |hop: &Hop, landing: &Landing| {
        hop.to == landing.at && (hop.promotion.is_none() || hop.promotion == landing.promotion)
    };
    let (Some((last_hop, hops)), Some((last, before))) = (hops.split_last(), landings.split_last())
    else {
        return false;
    };
    let mut before = before.iter();
    same(last_hop, last)
        && hops
            .iter()
            .all(|hop| before.any(|landing| same(hop, landing)))
}

/// A reader that consumes the text from the left.
struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
    numbering: Numbering,
}

impl Reader<'_> {
    fn error(&self, expected: &'static str) -> TurnError {
        TurnError::syntax(self.text, self.rest, expected)
    }

    fn take(&mut self, accept: impl Fn(char) -> bool) -> Option<char> {
        let letter = self.rest.chars().next().filter(|&c| accept(c))?;
        self.rest = self.rest.get(letter.len_utf8()..).unwrap_or("");
        Some(letter)
    }

    fn piece(&mut self) -> Option<Kind> {
        self.take(|c| "KQRBS".contains(c))
            .and_then(Kind::from_letter)
    }

    fn number(&mut self) -> Option<u16> {
        let end = self
            .rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at_checked(end)?;
        let number = digits.parse().ok()?;
        self.rest = rest;
        Some(number)
    }

    fn square(&mut self) -> Result<Square, TurnError> {
        let before = self.rest;
        let file = self.take(|c| ('a'..='g').contains(&c));
        let square = self.number().and_then(|number| match file {
            None => self.numbering.square(number),
            Some(file) => {
                let rank = u8::try_from(number).ok()?;
                super::geometry::square_at(file as u8 - b'a', rank)
            }
        });
        square.ok_or_else(|| {
            self.rest = before;
            self.error("a square such as d4, or its number from 1 to 62")
        })
    }

    /// Reads the sign before another square, and returns whether it denotes a
    /// capture: `Some(None)` if the square follows without a sign, `None` if no
    /// square follows.
    fn separator(&mut self) -> Option<Option<bool>> {
        if self.is_at_square_name() {
            return Some(None);
        }
        let mut ahead = Reader { ..*self };
        let sign = ahead.take(|c| "-–:x×".contains(c))?;
        // At the end, an x is the mark of a captured biy.
        ahead
            .rest
            .chars()
            .next()
            .filter(char::is_ascii_alphanumeric)?;
        self.rest = ahead.rest;
        Some(Some(!matches!(sign, '-' | '–')))
    }

    /// Returns whether a file and a digit follow: in `e14b10` the b is not a
    /// promotion.
    fn is_at_square_name(&self) -> bool {
        matches!(self.rest.as_bytes(), [b'a'..=b'g', b'0'..=b'9', ..])
    }

    fn promotion(&mut self) -> Result<Option<Kind>, TurnError> {
        let expected = "one of the promotion letters Q R B";
        if self.is_at_square_name() {
            return Ok(None);
        }
        let bracket = self.take(|c| c == '(').is_some();
        let sign = self.take(|c| c == '=').is_some();
        let letter = self.take(|c| "QRBqrb".contains(c));
        if letter.is_none() && (bracket || sign) {
            return Err(self.error(expected));
        }
        if bracket && self.take(|c| c == ')').is_none() {
            return Err(self.error("')' after the promotion letter"));
        }
        Ok(letter.and_then(Kind::from_letter))
    }
}
