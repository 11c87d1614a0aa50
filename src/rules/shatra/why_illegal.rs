//! Explains why a sequence of squares is not a legal turn.
//!
//! Only the generator determines what is legal. It is run again, and the reason is
//! derived from the turns that it generates: which men have legal turns, and whether
//! these are captures.

use std::ops::ControlFlow;

use super::geometry;
use super::kind::Kind;
use super::path::Path;
use super::position::Position;
use super::ruleset::RuleSet;
use crate::base::{Bitboard, Square};
use crate::rules::IllegalReason;

/// An illegal turn as its text describes it.
#[derive(Clone, Debug)]
pub struct AttemptedTurn {
    /// The kind of the man, if the text states it.
    pub kind: Option<Kind>,
    /// The square that the man leaves.
    pub from: Square,
    /// The squares on which the man lands; at least one.
    pub landings: Vec<Square>,
    /// Whether the turn is a capture, if the text shows it.
    pub is_capture: Option<bool>,
}

impl<R: RuleSet> Position<R> {
    /// Returns why `pass` is not legal.
    pub(super) fn why_no_pass(&self) -> IllegalReason {
        self.transit()
            .map_or(IllegalReason::NoChainToStop, IllegalReason::ChainContinues)
    }

    /// Returns why an attempted turn is not legal.
    pub(super) fn why_illegal(&self, attempt: &AttemptedTurn) -> IllegalReason {
        let mut legal = LegalTurns::default();
        self.for_each_path(|_, path| {
            legal.add(attempt, &path);
            ControlFlow::Continue(())
        });
        let reason = self.check_man(attempt, &legal);
        let reason = reason.or_else(|| self.check_capture(attempt, &legal));
        let reason = reason.or_else(|| self.check_target(attempt, &legal));
        reason.unwrap_or_else(|| IllegalReason::Unreachable {
            man: self.board().kind_at(attempt.from).map_or("man", Kind::name),
            from: attempt.from,
            to: attempt.to().unwrap_or(attempt.from),
        })
    }

    /// Returns the reason if the game is over or if the man on the starting square can't
    /// be the one that moves.
    fn check_man(&self, attempt: &AttemptedTurn, legal: &LegalTurns) -> Option<IllegalReason> {
        let from = attempt.from;
        if legal.starts.is_empty() {
            return Some(IllegalReason::GameOver);
        }
        if let Some(transit) = self.transit().filter(|&at| at != attempt.from) {
            return Some(IllegalReason::MidChain(transit));
        }
        match self.board().man_at(attempt.from) {
            None => Some(IllegalReason::NoMan(from)),
            Some(man) if man.color != self.to_move => Some(IllegalReason::EnemyMan(from)),
            Some(man) => {
                attempt
                    .kind
                    .filter(|&kind| kind != man.kind)
                    .map(|_| IllegalReason::OtherMan {
                        square: from,
                        is: man.kind.name(),
                    })
            }
        }
    }

    /// Returns the reason if the attempt differs from the legal captures, or differs
    /// from a legal turn only by its promotion.
    fn check_capture(&self, attempt: &AttemptedTurn, legal: &LegalTurns) -> Option<IllegalReason> {
        if let Some(at) = attempt.to().filter(|_| legal.chain_continues) {
            return Some(IllegalReason::ChainContinues(at));
        }
        if legal.differs_by_promotion {
            return Some(IllegalReason::Promotion);
        }
        let may_be_quiet = legal.quiet_starts.has(attempt.from);
        if legal.capturers.has(attempt.from) && (attempt.captures() || !may_be_quiet) {
            return Some(IllegalReason::OtherCapture(attempt.from));
        }
        if legal.capturers.any() && !may_be_quiet {
            return Some(IllegalReason::MustCapture(legal.capturers));
        }
        (attempt.captures() && legal.capturers.is_empty()).then_some(
            if self.is_closed_by_temdek(attempt) {
                IllegalReason::FortressClosed
            } else {
                IllegalReason::NothingToCapture
            },
        )
    }

    /// Returns whether the last square of the attempt is closed to the man because the temdek
    /// is on.
    fn is_closed_by_temdek(&self, attempt: &AttemptedTurn) -> bool {
        let me = self.to_move;
        let zone = geometry::regions(me).zone;
        let is_shatra = self.board().of(me, Kind::Shatra).has(attempt.from);
        let comes_from_outside = !zone.has(attempt.from);
        self.temdek(me)
            && attempt.to().is_some_and(|to| zone.has(to))
            && (comes_from_outside || R::RULES.home_closed_from_inside && !is_shatra)
    }

    /// Returns the reason if the target square is occupied or closed to the man, if a different
    /// drop is compulsory, or if the man is in the reserve.
    fn check_target(&self, attempt: &AttemptedTurn, legal: &LegalTurns) -> Option<IllegalReason> {
        let (me, from, to) = (self.to_move, attempt.from, attempt.to()?);
        let (board, side) = (self.board(), geometry::regions(me));
        if board.occupied().has(to) {
            return Some(IllegalReason::Occupied {
                square: to,
                by_own: board.men(me).has(to),
            });
        }
        if !self.temdek(me) {
            return None;
        }
        let urgent = board.urgent() & board.men(me) & side.zone;
        let reserve = self.men_without_steps(me);
        let must_drop = urgent & legal.starts;
        if must_drop == legal.starts && !urgent.has(from) {
            return Some(IllegalReason::MustDrop(must_drop));
        }
        if reserve.has(from) {
            let shatras = board.of(me, Kind::Shatra) & side.fortress & legal.starts;
            let first = shatras.first().filter(|_| R::RULES.drops_in_order);
            return Some(match first {
                Some(first) if !legal.starts.has(from) => IllegalReason::DropOrder { first },
                _ => IllegalReason::InReserve(from),
            });
        }
        side.zone.has(to).then_some(IllegalReason::FortressClosed)
    }
}

impl AttemptedTurn {
    /// Returns the square on which the attempt ends.
    fn to(&self) -> Option<Square> {
        self.landings.last().copied()
    }

    /// Returns whether the attempt is a capture, judging by its separators or else by its
    /// length.
    fn captures(&self) -> bool {
        self.is_capture.unwrap_or(self.landings.len() > 1)
    }

    /// Returns whether the attempt is the beginning of a longer chain.
    fn is_start_of(&self, path: &Path) -> bool {
        let landings = || path.landings.iter().map(|landing| landing.at);
        path.is_capture
            && self.is_capture != Some(false)
            && self.landings.len() < path.landings.len()
            && landings()
                .zip(&self.landings)
                .all(|(at, &stated)| at == stated)
    }

    /// Returns whether the attempt visits the same squares as a turn.
    fn has_squares_of(&self, path: &Path) -> bool {
        let landings = path.landings.iter().map(|landing| landing.at);
        self.is_capture
            .is_none_or(|stated| stated == path.is_capture)
            && landings.eq(self.landings.iter().copied())
    }
}

/// A summary of the legal turns in relation to an attempt.
#[derive(Debug, Default)]
struct LegalTurns {
    /// The squares on which turns start.
    starts: Bitboard,
    /// The squares on which quiet turns start.
    quiet_starts: Bitboard,
    /// The squares on which captures start.
    capturers: Bitboard,
    /// Whether a legal chain begins with the attempt and continues.
    chain_continues: bool,
    /// Whether a legal turn visits the same squares, and so differs only by its promotion.
    differs_by_promotion: bool,
}

impl LegalTurns {
    fn add(&mut self, attempt: &AttemptedTurn, path: &Path) {
        let from = path.from.bit();
        self.starts |= from;
        if path.is_capture {
            self.capturers |= from;
        } else {
            self.quiet_starts |= from;
        }
        if path.from == attempt.from {
            self.chain_continues |= attempt.is_start_of(path);
            self.differs_by_promotion |= attempt.has_squares_of(path);
        }
    }
}
