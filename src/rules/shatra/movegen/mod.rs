//! All legal turns of a position, whole.
//!
//! Capturing is compulsory (RULES.md section 3), so the generator first finds
//! the men that can capture. If there are any it walks their chains, otherwise
//! it lists the quiet turns, many at a time as sets of squares. What becomes of
//! a turn is up to a [`Sink`]: listed, counted, or its path recorded.

mod chain;
mod en_passant;
mod forcing;
mod jump;
mod quiet;
mod rights;
mod sink;
mod steps;

use std::ops::ControlFlow;

use super::geometry::{self, Side};
use super::kind::Kind;
use super::path::Path;
use super::position::Position;
use super::ruleset::RuleSet;
use super::turn::Turn;
use crate::base::{Bitboard, Color, MoveList, Square};

pub use forcing::Forcing;
use sink::{Counter, DistinctList, FewList, FreeSquares, List, Recorder, Sink};

/// A position seen by the side to move, with what every rule asks for.
pub(super) struct Generator<'p, R: RuleSet> {
    position: &'p Position<R>,
    me: Color,
    side: &'static Side,
    other: &'static Side,
    own: Bitboard,
    enemies: Bitboard,
    empty: Bitboard,
    /// Whether the temdek of the side to move is on.
    temdek: bool,
}

impl<'p, R: RuleSet> Generator<'p, R> {
    #[inline]
    pub(super) fn new(position: &'p Position<R>) -> Self {
        Self::seen_by(position, position.side_to_move())
    }

    #[inline]
    fn seen_by(position: &'p Position<R>, me: Color) -> Self {
        let board = position.board();
        Self {
            position,
            me,
            side: geometry::side(me),
            other: geometry::side(!me),
            own: board.men(me),
            enemies: board.men(!me),
            empty: board.empty(),
            temdek: position.temdek(me),
        }
    }

    #[inline]
    fn of(&self, kind: Kind) -> Bitboard {
        self.position.board().of(self.me, kind)
    }

    /// Sends every legal turn to `sink`. Tells whether they are compulsory
    /// captures (with the ways to decline or stop them).
    #[inline]
    fn generate<S: Sink>(&self, sink: &mut S) -> bool {
        if self.position.is_biy_lost() {
            return false;
        }
        if let Some(square) = self.position.transit() {
            self.continue_chain(square, sink);
            return true;
        }
        let capturers = self.capturers();
        if capturers.is_empty() {
            self.quiets(sink);
            return false;
        }
        self.captures(capturers, sink);
        true
    }

    /// All chains of the men that can capture, and the right to decline.
    fn captures<S: Sink>(&self, capturers: Bitboard, sink: &mut S) {
        for square in capturers {
            self.chains_from(square, sink);
        }
        if !capturers.several() {
            self.decline(capturers, sink);
        }
    }
}

impl<R: RuleSet> Position<R> {
    /// Appends all legal turns. There are none when a biy is lost, and then or
    /// otherwise the side to move has lost (RULES.md section 9).
    #[inline]
    pub fn legal_turns(&self, list: &mut MoveList<Turn>) {
        Generator::new(self).generate(&mut List(list));
    }

    /// Appends a legal turn at least for each position that one can lead to:
    /// all turns, but not every way that a long chain may go about the same
    /// captures, and not more than some 4,000 chains. Tells whether they are
    /// compulsory captures (with the ways to decline or stop them).
    #[inline]
    pub fn distinct_turns(&self, list: &mut MoveList<Turn>) -> bool {
        Generator::new(self).generate(&mut DistinctList(list))
    }

    /// The same, but nothing is appended if they are no compulsory captures.
    #[inline]
    pub fn compulsory_turns(&self, list: &mut MoveList<Turn>) -> bool {
        let generator = Generator::new(self);
        if self.transit().is_none() {
            let capturers = generator.capturers();
            if capturers.is_empty() || self.is_biy_lost() {
                return false;
            }
            generator.captures(capturers, &mut DistinctList(list));
            return true;
        }
        generator.generate(&mut DistinctList(list))
    }

    /// Appends the same as [`Self::distinct_turns`], but of reserve men of one
    /// kind only one is dropped: the one deepest in the fortress. Tells whether
    /// that left any turn out.
    #[inline]
    pub fn few_turns(&self, list: &mut MoveList<Turn>) -> bool {
        let generator = Generator::new(self);
        let mut sink = FewList::new(list, self.board(), generator.me);
        generator.generate(&mut sink);
        sink.left_out()
    }

    /// The men of a side that could capture if it were on turn; en passant
    /// only if it is.
    #[inline]
    pub fn could_capture(&self, color: Color) -> Bitboard {
        Generator::seen_by(self, color).capturers()
    }

    /// Whether the side to move could capture, were no chain under way.
    #[inline]
    pub fn can_capture(&self) -> bool {
        Generator::new(self).can_capture()
    }

    /// The men that `capturers` of a side, found by [`Self::could_capture`], could
    /// jump first; not over a square that a man has just stepped over.
    #[inline]
    pub fn prey(&self, color: Color, capturers: Bitboard) -> Bitboard {
        Generator::seen_by(self, color).prey(capturers)
    }

    /// Whether the opponent could jump over the biy of the side to move, were it
    /// his turn.
    #[inline]
    pub fn is_biy_threatened(&self) -> bool {
        let me = self.side_to_move();
        self.biy(me)
            .is_some_and(|biy| Generator::seen_by(self, !me).can_jump_over(biy))
    }

    /// Squares that a side could drop a man onto or reach by a single step if
    /// it were on turn and had nothing to capture. Nothing but a man on such a
    /// square, or a capture, can bar it.
    #[inline]
    pub(super) fn free_squares(&self, color: Color) -> Bitboard {
        let mut sink = FreeSquares::default();
        Generator::seen_by(self, color).quiets(&mut sink);
        sink.squares()
    }

    /// The number of legal turns, without listing quiet ones.
    #[inline]
    pub fn count_turns(&self) -> u64 {
        let mut counter = Counter::default();
        Generator::new(self).generate(&mut counter);
        counter.turns()
    }

    /// The squares that a turn of this position visits, found by walking the
    /// generator up to it. `None` if it is not legal here.
    pub fn path(&self, turn: Turn) -> Option<Path> {
        let mut found = None;
        let mut recorder = Recorder::only(turn, |_, path| {
            found = Some(path);
            ControlFlow::Break(())
        });
        Generator::new(self).generate(&mut recorder);
        found
    }

    /// Shows legal turns with their paths until told to stop, without keeping
    /// them: there may be millions.
    pub fn for_each_path(&self, show: impl FnMut(Turn, Path) -> ControlFlow<()>) {
        Generator::new(self).generate(&mut Recorder::all(show));
    }

    /// All legal turns with their paths.
    pub fn paths(&self) -> Vec<(Turn, Path)> {
        let mut paths = Vec::new();
        self.for_each_path(|turn, path| {
            paths.push((turn, path));
            ControlFlow::Continue(())
        });
        paths
    }

    /// Whether a legal turn is a drop.
    pub fn is_drop(&self, turn: Turn) -> bool {
        let is_quiet = turn.captured().is_empty() && self.transit().is_none();
        let kind = self.board().kind_at(turn.from()).filter(|_| is_quiet);
        kind.is_some_and(|kind| Generator::new(self).is_drop(kind, turn.from(), turn.to()))
    }

    /// The men of the side to move that can capture now.
    pub fn capturers(&self) -> Bitboard {
        match self.transit() {
            Some(_) => Bitboard::EMPTY,
            None => Generator::new(self).capturers(),
        }
    }

    /// Where the man on a square may go quietly, capturing aside.
    pub fn quiet_targets(&self, kind: Kind, from: Square) -> Bitboard {
        Generator::new(self).quiet_targets(kind, from)
    }
}
