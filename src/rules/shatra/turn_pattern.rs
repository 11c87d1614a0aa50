//! The pattern of a turn: its text, parsed but not yet compared with the legal
//! turns of a position.
//!
//! Parsing does not depend on the position, so syntax errors are the
//! same in all positions. A pattern is compared with the paths of turns, not with their
//! texts, so that squares and promotions may be left out.

use super::kind::Kind;
use super::notation::Numbering;
use super::path::{LandingSquare, Path};
use super::position::Position;
use super::ruleset::RuleSet;
use super::turn::Turn;
use super::why_illegal::AttemptedTurn;
use crate::base::Square;
use crate::rules::{IllegalReason, TurnError};

/// The way in which a turn or step matches the text.
pub(super) enum MatchKind {
    /// The text names every landing and promotion.
    Exact,
    /// The text omits landings or promotions, but contradicts none.
    Loose,
    /// The turn or step does not match.
    None,
}

/// A part of the pattern: a square after the first, with its separator and its
/// promotion.
pub(super) struct Leg {
    /// Whether the leg captures, if a separator shows it.
    is_capture: Option<bool>,
    to: Square,
    promotion: Option<Kind>,
}

impl Leg {
    fn allows(&self, is_capture: bool) -> bool {
        self.is_capture.is_none_or(|stated| stated == is_capture)
    }
}

/// The text of a turn, parsed but not yet compared with legal turns.
pub(super) enum TurnPattern {
    Pass,
    Turn {
        kind: Option<Kind>,
        from: Square,
        legs: Vec<Leg>,
    },
}

impl TurnPattern {
    /// Returns whether the text has a separator, so that only one turn can match exactly.
    /// Without separators, both a capture and a quiet turn may have the same squares.
    pub(super) fn has_separators(&self) -> bool {
        match self {
            Self::Pass => true,
            Self::Turn { legs, .. } => legs.iter().any(|leg| leg.is_capture.is_some()),
        }
    }

    /// Returns the reason why no legal turn matches the pattern.
    pub(super) fn why_illegal<R: RuleSet>(&self, position: &Position<R>) -> IllegalReason {
        match self {
            Self::Pass => position.why_no_pass(),
            Self::Turn { kind, from, legs } => position.why_illegal(&AttemptedTurn {
                kind: *kind,
                from: *from,
                landings: legs.iter().map(|leg| leg.to).collect(),
                is_capture: legs.iter().find_map(|leg| leg.is_capture),
            }),
        }
    }

    /// Returns how a legal turn with its path matches the pattern.
    pub(super) fn match_path<R: RuleSet>(
        &self,
        position: &Position<R>,
        turn: Turn,
        path: &Path,
    ) -> MatchKind {
        let Self::Turn { kind, from, legs } = self else {
            return if path.landings.is_empty() {
                MatchKind::Exact
            } else {
                MatchKind::None
            };
        };
        let is_piece = |kind| position.board().kind_at(path.from) == Some(kind);
        let stops = position.transit().is_some() && path.landings.is_empty();
        if *from != path.from || !kind.is_none_or(is_piece) {
            return MatchKind::None;
        }
        if stops {
            return match legs.as_slice() {
                [leg] if leg.to == *from && leg.is_capture == Some(false) => MatchKind::Exact,
                [leg] if leg.to == *from && leg.is_capture.is_none() => MatchKind::Loose,
                _ => MatchKind::None,
            };
        }
        if !legs.iter().all(|leg| leg.allows(path.is_capture)) {
            return MatchKind::None;
        }
        if matches_exactly(legs, &path.landings) {
            return MatchKind::Exact;
        }
        let enemy_biy = position.board().of(!position.side_to_move(), Kind::Biy);
        let takes_biy = turn.captured().meets(enemy_biy);
        let ends = if takes_biy {
            1..=legs.len()
        } else {
            legs.len()..=legs.len()
        };
        let loose = ends
            .filter_map(|end| legs.get(..end))
            .any(|legs| matches_loosely(legs, &path.landings));
        if loose {
            MatchKind::Loose
        } else {
            MatchKind::None
        }
    }

    /// Returns how a step matches the pattern.
    pub(super) fn match_step<R: RuleSet>(&self, position: &Position<R>, path: &Path) -> MatchKind {
        let Some(landing) = path.landings.first() else {
            return if matches!(self, Self::Pass) {
                MatchKind::Exact
            } else {
                MatchKind::None
            };
        };
        let Self::Turn { kind, from, legs } = self else {
            return MatchKind::None;
        };
        let is_piece = |kind| position.board().kind_at(path.from) == Some(kind);
        match legs.as_slice() {
            [leg]
                if *from == path.from
                    && kind.is_none_or(is_piece)
                    && leg.allows(path.is_capture)
                    && leg.to == landing.at =>
            {
                match leg.promotion {
                    kind if kind == landing.promotion => MatchKind::Exact,
                    None => MatchKind::Loose,
                    Some(_) => MatchKind::None,
                }
            }
            _ => MatchKind::None,
        }
    }

    /// Parses the text of a turn. `numbering` is the meaning of bare numbers.
    pub(super) fn read(text: &str, numbering: Numbering) -> Result<Self, TurnError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        let mut reader = TurnReader {
            text,
            rest: text,
            numbering,
        };
        let kind = reader.piece();
        let from = reader.square()?;
        let mut legs = Vec::new();
        while let Some(is_capture) = reader.separator() {
            let to = reader.square()?;
            let promotion = reader.promotion()?;
            legs.push(Leg {
                is_capture,
                to,
                promotion,
            });
        }
        reader.rest = reader.rest.trim_start_matches(['x', '×', '#', '+']);
        if !reader.rest.is_empty() || legs.is_empty() {
            return Err(reader.error("'-' or ':' and a square"));
        }
        Ok(Self::Turn { kind, from, legs })
    }
}

fn matches_exactly(legs: &[Leg], landings: &[LandingSquare]) -> bool {
    let same = |(leg, landing): (&Leg, &LandingSquare)| {
        leg.to == landing.at && leg.promotion == landing.promotion
    };
    legs.len() == landings.len() && legs.iter().zip(landings).all(same)
}

/// Returns whether the legs are a subsequence of the landings that ends with the last
/// landing, and no promotion contradicts that of its landing.
fn matches_loosely(legs: &[Leg], landings: &[LandingSquare]) -> bool {
    let same = |leg: &Leg, landing: &LandingSquare| {
        leg.to == landing.at && (leg.promotion.is_none() || leg.promotion == landing.promotion)
    };
    let (Some((last_leg, legs)), Some((last, before))) = (legs.split_last(), landings.split_last())
    else {
        return false;
    };
    let mut before = before.iter();
    same(last_leg, last)
        && legs
            .iter()
            .all(|leg| before.any(|landing| same(leg, landing)))
}

/// A reader that consumes the text of a turn from the left.
struct TurnReader<'t> {
    text: &'t str,
    rest: &'t str,
    numbering: Numbering,
}

impl TurnReader<'_> {
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

    /// Reads the separator before another square, and returns whether it denotes a capture:
    /// `Some(None)` if the square follows without a separator, `None` if no square
    /// follows.
    fn separator(&mut self) -> Option<Option<bool>> {
        if self.is_at_square_name() {
            return Some(None);
        }
        let mut ahead = TurnReader { ..*self };
        let sign = ahead.take(|c| "-–:x×".contains(c))?;
        // At the end of the text, an x marks the capture of the biy.
        ahead
            .rest
            .chars()
            .next()
            .filter(char::is_ascii_alphanumeric)?;
        self.rest = ahead.rest;
        Some(Some(!matches!(sign, '-' | '–')))
    }

    /// Returns whether a file letter and a digit follow: the b of `e14b10` is not a
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
