//! The pattern of a turn: its text, after parsing but before it is compared with the
//! legal turns of a position.
//!
//! Parsing does not depend on the position, so syntax errors are the same in all
//! positions. A pattern is compared with the paths of turns, not with their texts, so
//! that it may omit squares and promotions.

use super::kind::Kind;
use super::notation::Numbering;
use super::path::{LandingSquare, Path};
use super::position::Position;
use super::ruleset::RuleSet;
use super::turn::Turn;
use super::why_illegal::AttemptedTurn;
use crate::base::Square;
use crate::rules::{IllegalReason, TurnError};

/// How a turn or step matches a text.
pub(super) enum MatchKind {
    /// The text names every landing and promotion.
    Exact,
    /// The text omits landings or promotions, but contradicts none.
    Loose,
}

/// A leg of the pattern: a square after the first one, with the separator before it and
/// the promotion after it.
pub(super) struct Leg {
    /// Whether the leg is a capture, if a separator shows it.
    is_capture: Option<bool>,
    to: Square,
    promotion: Option<Kind>,
}

impl Leg {
    /// Returns whether the leg is a capture, if the text shows it. In games where two
    /// squares identify a step, `-` says nothing about captures.
    fn stated_capture<R: RuleSet>(&self) -> Option<bool> {
        self.is_capture
            .filter(|&is_capture| is_capture || !R::RULES.squares_suffice_in_notation)
    }

    /// Returns whether the separator, if any, agrees with `is_capture`.
    fn agrees_with<R: RuleSet>(&self, is_capture: bool) -> bool {
        self.stated_capture::<R>()
            .is_none_or(|stated| stated == is_capture)
    }

    /// Returns whether the leg names this landing with its promotion, which may be
    /// omitted where two squares identify a step.
    fn names<R: RuleSet>(&self, landing: &LandingSquare) -> bool {
        let may_omit_promotion = R::RULES.squares_suffice_in_notation && self.promotion.is_none();
        self.to == landing.at && (self.promotion == landing.promotion || may_omit_promotion)
    }
}

/// The text of a turn, after parsing but before it is compared with legal turns.
pub(super) enum TurnPattern {
    Pass,
    Turn {
        kind: Option<Kind>,
        from: Square,
        legs: Vec<Leg>,
    },
}

impl TurnPattern {
    /// Returns whether at most one turn can match exactly: whether the text is `pass` or has a
    /// separator. Without separators, a capture and a quiet turn may have the same squares.
    pub(super) fn matches_at_most_one(&self) -> bool {
        match self {
            Self::Pass => true,
            Self::Turn { legs, .. } => legs.iter().any(|leg| leg.is_capture.is_some()),
        }
    }

    /// Returns why no legal turn matches the pattern.
    pub(super) fn why_illegal<R: RuleSet>(&self, position: &Position<R>) -> IllegalReason {
        match self {
            Self::Pass => position.why_no_pass(),
            Self::Turn { kind, from, legs } => position.why_illegal(&AttemptedTurn {
                kind: *kind,
                from: *from,
                landings: legs.iter().map(|leg| leg.to).collect(),
                is_capture: legs.iter().find_map(Leg::stated_capture::<R>),
            }),
        }
    }

    /// Returns how a legal turn with this path matches the pattern; `None` if it does not.
    pub(super) fn match_path<R: RuleSet>(
        &self,
        position: &Position<R>,
        turn: Turn,
        path: &Path,
    ) -> Option<MatchKind> {
        let Self::Turn { kind, from, legs } = self else {
            return path.landings.is_empty().then_some(MatchKind::Exact);
        };
        let is_kind = |kind| position.board().kind_at(path.from) == Some(kind);
        let stops = position.transit().is_some() && path.landings.is_empty();
        if *from != path.from || !kind.is_none_or(is_kind) {
            return None;
        }
        if stops {
            return match legs.as_slice() {
                [leg] if leg.to == *from && leg.is_capture == Some(false) => Some(MatchKind::Exact),
                [leg] if leg.to == *from && leg.is_capture.is_none() => Some(MatchKind::Loose),
                _ => None,
            };
        }
        if !legs.iter().all(|leg| leg.agrees_with::<R>(path.is_capture)) {
            return None;
        }
        if matches_exactly::<R>(legs, &path.landings) {
            return Some(MatchKind::Exact);
        }
        let enemy_biy = position.board().of(!position.to_move, Kind::Biy);
        let takes_biy = turn.captured().intersects(enemy_biy);
        // Whatever follows the capture of the biy is ignored (RULES.md section 11).
        let shortest = if takes_biy { 1 } else { legs.len() };
        (shortest..=legs.len())
            .filter_map(|end| legs.get(..end))
            .any(|legs| matches_loosely(legs, &path.landings))
            .then_some(MatchKind::Loose)
    }

    /// Returns how a legal step with this path matches the pattern; `None` if it does not.
    pub(super) fn match_step<R: RuleSet>(
        &self,
        position: &Position<R>,
        path: &Path,
    ) -> Option<MatchKind> {
        let Some(landing) = path.landings.first() else {
            return matches!(self, Self::Pass).then_some(MatchKind::Exact);
        };
        let Self::Turn { kind, from, legs } = self else {
            return None;
        };
        let is_kind = |kind| position.board().kind_at(path.from) == Some(kind);
        match legs.as_slice() {
            [leg]
                if *from == path.from
                    && kind.is_none_or(is_kind)
                    && leg.agrees_with::<R>(path.is_capture)
                    && leg.to == landing.at =>
            {
                match leg.promotion {
                    _ if leg.names::<R>(landing) => Some(MatchKind::Exact),
                    None => Some(MatchKind::Loose),
                    Some(_) => None,
                }
            }
            _ => None,
        }
    }

    /// Parses the text of a turn. `numbering` determines which squares bare numbers
    /// denote.
    pub(super) fn parse(text: &str, numbering: Numbering) -> Result<Self, TurnError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        let mut parser = TurnParser {
            text,
            rest: text,
            numbering,
        };
        let kind = parser.take_kind();
        let from = parser.take_square()?;
        let mut legs = Vec::new();
        while let Some(is_capture) = parser.take_separator() {
            let to = parser.take_square()?;
            let promotion = parser.take_promotion()?;
            legs.push(Leg {
                is_capture,
                to,
                promotion,
            });
        }
        parser.rest = parser.rest.trim_start_matches(['x', '×', '#', '+']);
        if !parser.rest.is_empty() || legs.is_empty() {
            return Err(parser.error("'-' or ':' and a square"));
        }
        Ok(Self::Turn { kind, from, legs })
    }
}

fn matches_exactly<R: RuleSet>(legs: &[Leg], landings: &[LandingSquare]) -> bool {
    legs.len() == landings.len()
        && legs
            .iter()
            .zip(landings)
            .all(|(leg, landing)| leg.names::<R>(landing))
}

/// Returns whether the legs are a subsequence of the landings that includes the last
/// landing, and no leg has a promotion other than that of its landing.
fn matches_loosely(legs: &[Leg], landings: &[LandingSquare]) -> bool {
    let matches = |leg: &Leg, landing: &LandingSquare| {
        leg.to == landing.at && (leg.promotion.is_none() || leg.promotion == landing.promotion)
    };
    let (Some((last_leg, legs)), Some((last, before))) = (legs.split_last(), landings.split_last())
    else {
        return false;
    };
    let mut earlier = before.iter();
    matches(last_leg, last)
        && legs
            .iter()
            .all(|leg| earlier.any(|landing| matches(leg, landing)))
}

/// A parser that consumes the text of a turn from the left.
struct TurnParser<'t> {
    text: &'t str,
    rest: &'t str,
    numbering: Numbering,
}

impl TurnParser<'_> {
    fn error(&self, expected: &'static str) -> TurnError {
        TurnError::syntax(self.text, self.rest, expected)
    }

    /// Consumes the next character if `accept` returns `true` for it.
    fn take_char(&mut self, accept: impl Fn(char) -> bool) -> Option<char> {
        let letter = self.rest.chars().next().filter(|&c| accept(c))?;
        self.rest = self.rest.get(letter.len_utf8()..).unwrap_or("");
        Some(letter)
    }

    fn take_kind(&mut self) -> Option<Kind> {
        self.take_char(|c| "KQRBS".contains(c))
            .and_then(Kind::from_letter)
    }

    fn take_number(&mut self) -> Option<u16> {
        let end = self
            .rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at_checked(end)?;
        let number = digits.parse().ok()?;
        self.rest = rest;
        Some(number)
    }

    fn take_square(&mut self) -> Result<Square, TurnError> {
        let square_text = self.rest;
        let file = self.take_char(|c| ('a'..='g').contains(&c));
        let square = self.take_number().and_then(|number| match file {
            None => self.numbering.square(number),
            Some(file) => {
                let rank = u8::try_from(number).ok()?;
                super::geometry::square_at(file as u8 - b'a', rank)
            }
        });
        square.ok_or_else(|| {
            self.rest = square_text;
            self.error("a square such as d4, or its number from 1 to 62")
        })
    }

    /// Consumes the separator before the next square. Returns `Some(Some(is_capture))`,
    /// or `Some(None)` if the square follows without a separator, or `None` if no square
    /// follows.
    fn take_separator(&mut self) -> Option<Option<bool>> {
        if self.is_at_square_name() {
            return Some(None);
        }
        let mut ahead = TurnParser { ..*self };
        let separator = ahead.take_char(|c| "-–:x×".contains(c))?;
        // An x at the end of the text marks the capture of the biy.
        ahead
            .rest
            .chars()
            .next()
            .filter(char::is_ascii_alphanumeric)?;
        self.rest = ahead.rest;
        Some(Some(!matches!(separator, '-' | '–')))
    }

    /// Returns whether a file letter and a digit follow. For instance, the b of `e14b10`
    /// is not a promotion.
    fn is_at_square_name(&self) -> bool {
        matches!(self.rest.as_bytes(), [b'a'..=b'g', b'0'..=b'9', ..])
    }

    fn take_promotion(&mut self) -> Result<Option<Kind>, TurnError> {
        if self.is_at_square_name() {
            return Ok(None);
        }
        let has_parenthesis = self.take_char(|c| c == '(').is_some();
        let has_equals_sign = self.take_char(|c| c == '=').is_some();
        let letter = self.take_char(|c| "QRBqrb".contains(c));
        if letter.is_none() && (has_parenthesis || has_equals_sign) {
            return Err(self.error("a promotion letter: Q, R or B"));
        }
        if has_parenthesis && self.take_char(|c| c == ')').is_none() {
            return Err(self.error("')' after the promotion letter"));
        }
        Ok(letter.and_then(Kind::from_letter))
    }
}
