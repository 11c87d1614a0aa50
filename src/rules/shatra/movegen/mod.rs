//! Generates legal, complete turns.
//!
//! Capturing is compulsory (RULES.md section 3), so the generator first finds the men
//! that can capture. If there are any, it walks over their chains; otherwise it
//! generates quiet turns as sets of squares. A [`TurnSink`] determines what is done with
//! the turns: they are listed or counted, or their paths are recorded.

mod chain;
mod en_passant;
mod forcing;
mod jump;
mod quiet;
mod rights;
mod sink;
mod steps;

use std::ops::ControlFlow;

use super::geometry::{self, SideRegions};
use super::kind::Kind;
use super::path::Path;
use super::position::Position;
use super::ruleset::RuleSet;
use super::turn::Turn;
use crate::base::{Bitboard, Color};
use crate::rules::MoveList;

pub use forcing::ForcingTest;
use sink::{DistinctList, FreeSquares, PathRecorder, ReducedList, TurnCounter, TurnList, TurnSink};

/// A position from the point of view of one side, with the data that the rules use.
pub(super) struct Generator<'p, R: RuleSet> {
    position: &'p Position<R>,
    me: Color,
    side: &'static SideRegions,
    enemy_side: &'static SideRegions,
    own: Bitboard,
    enemies: Bitboard,
    empty: Bitboard,
    /// Whether the temdek of this side is on.
    temdek: bool,
}

impl<'p, R: RuleSet> Generator<'p, R> {
    #[inline]
    pub(super) fn new(position: &'p Position<R>) -> Self {
        Self::for_side(position, position.side_to_move())
    }

    #[inline]
    fn for_side(position: &'p Position<R>, me: Color) -> Self {
        let board = position.board();
        Self {
            position,
            me,
            side: geometry::regions(me),
            enemy_side: geometry::regions(!me),
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

    /// Passes every legal turn to `sink`. Returns whether the turns are compulsory
    /// captures (including turns that decline or stop a capture).
    #[inline]
    fn generate<S: TurnSink>(&self, sink: &mut S) -> bool {
        if self.position.is_biy_lost() {
            return false;
        }
        if let Some(square) = self.position.transit() {
            self.generate_continuations(square, sink);
            return true;
        }
        let capturers = self.capturers();
        if capturers.is_empty() {
            self.generate_quiets(sink);
            return false;
        }
        self.generate_captures(capturers, sink);
        true
    }

    /// Passes all chains of the men that can capture, and the quiet turns of a man that
    /// may decline, to `sink`.
    fn generate_captures<S: TurnSink>(&self, capturers: Bitboard, sink: &mut S) {
        for square in capturers {
            self.generate_chains(square, sink);
        }
        if !capturers.has_several() {
            self.generate_declining_turns(capturers, sink);
        }
    }
}

impl<R: RuleSet> Position<R> {
    /// Appends all legal turns to `list`. There are none if a biy has been captured. If
    /// there are none, the side to move has lost (RULES.md section 9).
    #[inline]
    pub fn legal_turns(&self, list: &mut MoveList<Turn>) {
        Generator::new(self).generate(&mut TurnList(list));
    }

    /// Appends legal turns to `list`, leaving out long chains that lead to the same
    /// position as a listed one by a different order of captures, and all further chains
    /// once there are about 4,000 turns. Returns whether the turns are compulsory
    /// captures (including turns that decline or stop a capture).
    #[inline]
    pub fn distinct_turns(&self, list: &mut MoveList<Turn>) -> bool {
        Generator::new(self).generate(&mut DistinctList(list))
    }

    /// Appends the turns of [`Self::distinct_turns`] to `list` if they are compulsory
    /// captures. Returns whether they are.
    #[inline]
    pub fn compulsory_turns(&self, list: &mut MoveList<Turn>) -> bool {
        let generator = Generator::new(self);
        if self.transit().is_none() {
            let capturers = generator.capturers();
            if capturers.is_empty() || self.is_biy_lost() {
                return false;
            }
            generator.generate_captures(capturers, &mut DistinctList(list));
            return true;
        }
        generator.generate(&mut DistinctList(list))
    }

    /// Appends the turns of [`Self::distinct_turns`] to `list`, except that of the
    /// reserve men of each kind, only the one deepest in the fortress is dropped.
    /// Returns whether any turn was left out for that reason.
    #[inline]
    pub(crate) fn reduced_turns(&self, list: &mut MoveList<Turn>) -> bool {
        let generator = Generator::new(self);
        let mut sink = ReducedList::new(list, self.board(), generator.me);
        generator.generate(&mut sink);
        sink.has_omissions()
    }

    /// Returns whether the side to move could capture if no chain were in
    /// progress.
    #[inline]
    pub fn can_capture(&self) -> bool {
        Generator::new(self).can_capture()
    }

    /// Returns whether the opponent could capture the biy of the side to move with a
    /// first jump if the opponent were to move.
    #[inline]
    pub fn is_biy_threatened(&self) -> bool {
        let me = self.side_to_move();
        self.biy(me)
            .is_some_and(|biy| Generator::for_side(self, !me).can_jump_over(biy))
    }

    /// Returns the squares onto which a side could drop a man or make a single step if
    /// it were to move and had nothing to capture. Only a man on the square, or a
    /// compulsory capture, can prevent such a turn.
    #[inline]
    pub(crate) fn free_squares(&self, color: Color) -> Bitboard {
        let mut sink = FreeSquares::default();
        Generator::for_side(self, color).generate_quiets(&mut sink);
        sink.squares()
    }

    /// Does what [`Self::reduced_turns`] does, for a side whose
    /// [`Self::free_squares_without_tactics`] are not empty: it need not look for captures.
    #[inline]
    pub(crate) fn reduced_quiet_turns(&self, list: &mut MoveList<Turn>) -> bool {
        let generator = Generator::new(self);
        let mut sink = ReducedList::new(list, self.board(), generator.me);
        generator.generate_quiets(&mut sink);
        sink.has_omissions()
    }

    /// Returns the free squares of the side to move ([`Self::free_squares`]), or none if it
    /// has to capture, if the game is over, or if a shatra stands where it may be promoted.
    #[inline]
    pub(crate) fn free_squares_without_tactics(&self) -> Bitboard {
        let generator = Generator::new(self);
        let enemy_side = generator.enemy_side;
        let near_promotion = generator.of(Kind::Shatra) & (enemy_side.zone | enemy_side.towers);
        if self.transit().is_some()
            || self.is_biy_lost()
            || near_promotion.any()
            || generator.can_capture()
        {
            return Bitboard::EMPTY;
        }
        self.free_squares(generator.me)
    }

    /// Returns the number of legal turns, without listing quiet ones.
    #[inline]
    pub fn count_turns(&self) -> u64 {
        let mut counter = TurnCounter::default();
        Generator::new(self).generate(&mut counter);
        counter.turns()
    }

    /// Returns the path of a turn, which is found by running the generator up to the
    /// turn, or `None` if the turn is not legal in this position.
    pub fn path(&self, turn: Turn) -> Option<Path> {
        let mut found = None;
        let mut recorder = PathRecorder::only(turn, |_, path| {
            found = Some(path);
            ControlFlow::Break(())
        });
        Generator::new(self).generate(&mut recorder);
        found
    }

    /// Calls `visit` with each legal turn and its path until `visit` returns `Break`.
    /// The turns are not stored because there may be millions.
    pub fn for_each_path(&self, visit: impl FnMut(Turn, Path) -> ControlFlow<()>) {
        Generator::new(self).generate(&mut PathRecorder::all(visit));
    }

    /// Returns all legal turns with their paths.
    pub fn paths(&self) -> Vec<(Turn, Path)> {
        let mut paths = Vec::new();
        self.for_each_path(|turn, path| {
            paths.push((turn, path));
            ControlFlow::Continue(())
        });
        paths
    }

    /// Returns whether a legal turn is a drop.
    pub fn is_drop(&self, turn: Turn) -> bool {
        let is_quiet = turn.captured().is_empty() && self.transit().is_none();
        let kind = self.board().kind_at(turn.from()).filter(|_| is_quiet);
        kind.is_some_and(|kind| Generator::new(self).is_drop(kind, turn.from(), turn.to()))
    }

    /// Returns the men of the side to move that can start a capture; none in mid-chain.
    pub fn capturers(&self) -> Bitboard {
        match self.transit() {
            Some(_) => Bitboard::EMPTY,
            None => Generator::new(self).capturers(),
        }
    }
}
