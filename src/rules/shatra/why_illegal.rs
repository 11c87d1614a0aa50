//! The reason why a sequence of squares is not a legal turn.
//!
//! **The decision:** the generator remains the only judge. It is run once more,
//! and the reason is derived from what it generates: which men have a turn, and
//! of which kind.

use std::ops::ControlFlow;

use super::geometry::{self, Side};
use super::kind::Kind;
use super::notation::square_name;
use super::path::Path;
use super::position::Position;
use super::ruleset::RuleSet;
use crate::base::{Bitboard, Color, Square};
use crate::rules::Illegal;

/// A turn that is not legal, as its text describes it.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The kind of man, if the text names it.
    pub piece: Option<Kind>,
    /// The square that the man leaves.
    pub from: Square,
    /// The squares that the man lands on, at least one.
    pub landings: Vec<Square>,
    /// Whether the turn captures, if the text shows it.
    pub is_capture: Option<bool>,
}

impl<R: RuleSet> Position<R> {
    /// Returns the reason why `pass` is not legal.
    pub(super) fn why_no_pass(&self) -> Illegal {
        let transit = self.transit().map(square_name);
        transit.map_or(Illegal::NothingToStop, Illegal::MustGoOn)
    }

    /// Returns the reason why an attempt is not legal.
    pub(super) fn why_illegal(&self, attempt: &Attempt) -> Illegal {
        let mut legal = Legal::default();
        self.for_each_path(|_, path| {
            legal.note(attempt, &path);
            ControlFlow::Continue(())
        });
        let reason = self.about_the_man(attempt, &legal);
        let reason = reason.or_else(|| self.about_captures(attempt, &legal));
        let reason = reason.or_else(|| self.about_the_squares(attempt, &legal));
        reason.unwrap_or_else(|| Illegal::Unreachable {
            man: self.board().kind_at(attempt.from).map_or("man", Kind::name),
            from: square_name(attempt.from),
            to: attempt.to().map_or_else(String::new, square_name),
        })
    }

    fn about_the_man(&self, attempt: &Attempt, legal: &Legal) -> Option<Illegal> {
        let from = square_name(attempt.from);
        if legal.starts.is_empty() {
            return Some(Illegal::GameOver);
        }
        if let Some(transit) = self.transit().filter(|&at| at != attempt.from) {
            return Some(Illegal::MidChain(square_name(transit)));
        }
        match self.board().man_at(attempt.from) {
            None => Some(Illegal::NoMan(from)),
            Some(man) if man.color != self.side_to_move() => Some(Illegal::EnemyMan(from)),
            Some(man) => {
                attempt
                    .piece
                    .filter(|&piece| piece != man.kind)
                    .map(|_| Illegal::OtherMan {
                        square: from,
                        is: man.kind.name(),
                    })
            }
        }
    }

    fn about_captures(&self, attempt: &Attempt, legal: &Legal) -> Option<Illegal> {
        if let Some(at) = attempt.to().filter(|_| legal.goes_on) {
            return Some(Illegal::MustGoOn(square_name(at)));
        }
        if legal.is_promotion {
            return Some(Illegal::Promotion);
        }
        let may_be_quiet = legal.quiet_starts.has(attempt.from);
        if legal.capturers.has(attempt.from) && (attempt.captures() || !may_be_quiet) {
            return Some(Illegal::OtherCapture(square_name(attempt.from)));
        }
        if legal.capturers.any() && !may_be_quiet {
            return Some(Illegal::MustCapture(names(legal.capturers)));
        }
        (attempt.captures() && legal.capturers.is_empty()).then_some(Illegal::NothingToCapture)
    }

    fn about_the_squares(&self, attempt: &Attempt, legal: &Legal) -> Option<Illegal> {
        let (me, from, to) = (self.side_to_move(), attempt.from, attempt.to()?);
        let (board, side) = (self.board(), geometry::side(me));
        if board.occupied().has(to) {
            return Some(Illegal::Taken {
                square: square_name(to),
                by_own: board.men(me).has(to),
            });
        }
        if !self.temdek(me) {
            return None;
        }
        let urgent = board.urgent() & board.men(me) & side.zone;
        let must_drop = urgent & legal.starts;
        if must_drop == legal.starts && !urgent.has(from) {
            return Some(Illegal::MustDrop(names(must_drop)));
        }
        if side.zone.has(from) {
            let first = self.first_to_be_dropped(me, side, legal);
            return Some(match first {
                Some(first) if !legal.starts.has(from) => Illegal::DropOrder {
                    first: square_name(first),
                },
                _ => Illegal::ReserveOnlyDrops(square_name(from)),
            });
        }
        side.zone.has(to).then_some(Illegal::FortressClosed)
    }

    /// Returns the square of the shatra that is first in the drop order, if
    /// there is an order.
    fn first_to_be_dropped(&self, me: Color, side: &Side, legal: &Legal) -> Option<Square> {
        let shatras = self.board().of(me, Kind::Shatra) & side.fortress;
        (shatras & legal.starts).first().filter(|_| R::DROP_ORDER)
    }
}

impl Attempt {
    fn to(&self) -> Option<Square> {
        self.landings.last().copied()
    }

    /// Returns whether the attempt is meant as a capture.
    fn captures(&self) -> bool {
        self.is_capture.unwrap_or(self.landings.len() > 1)
    }

    /// Returns whether the attempt is the beginning of a chain.
    fn begins(&self, path: &Path) -> bool {
        let landings = || path.landings.iter().map(|landing| landing.at);
        path.is_capture
            && self.is_capture != Some(false)
            && self.landings.len() < path.landings.len()
            && landings().zip(&self.landings).all(|(at, &said)| at == said)
    }

    /// Returns whether the attempt visits the same squares as a turn.
    fn visits(&self, path: &Path) -> bool {
        let landings = path.landings.iter().map(|landing| landing.at);
        self.is_capture.is_none_or(|said| said == path.is_capture)
            && landings.eq(self.landings.iter().copied())
    }
}

/// A summary of the legal turns in relation to an attempt.
#[derive(Debug, Default)]
struct Legal {
    /// The squares where turns start.
    starts: Bitboard,
    quiet_starts: Bitboard,
    capturers: Bitboard,
    /// Whether a chain continues beyond the attempt.
    goes_on: bool,
    /// Whether a turn visits the same squares, and so differs only by a
    /// promotion.
    is_promotion: bool,
}

impl Legal {
    fn note(&mut self, attempt: &Attempt, path: &Path) {
        let from = path.from.bit();
        self.starts |= from;
        if path.is_capture {
            self.capturers |= from;
        } else {
            self.quiet_starts |= from;
        }
        if path.from == attempt.from {
            self.goes_on |= attempt.begins(path);
            self.is_promotion |= attempt.visits(path);
        }
    }
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(square_name).collect()
}
