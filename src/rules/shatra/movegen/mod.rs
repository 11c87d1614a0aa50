//! Generates legal, complete turns.
//!
//! Capturing is compulsory (RULES.md section 3), so the generator first finds the men
//! that can capture. If it finds any, it walks over their chains; otherwise it
//! generates quiet turns as sets of squares. A [`TurnSink`] determines what is done with
//! the turns: they are listed or counted, or their paths are recorded.

mod chain;
mod en_passant;
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

use sink::PathRecorder;
pub use sink::{DistinctList, TurnCounter, TurnList, TurnSink};

/// A position from the point of view of one side, with the data that the rules use.
pub struct Generator<'p, R: RuleSet> {
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
    /// Creates a generator of the turns of the side to move.
    #[inline]
    pub fn new(position: &'p Position<R>) -> Self {
        Self::for_side(position, position.to_move)
    }

    /// Creates a generator of the turns that this side would have if it were to move.
    #[inline]
    pub fn for_side(position: &'p Position<R>, me: Color) -> Self {
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

    /// Passes every legal turn to `sink`; there are none if a biy has been captured.
    #[inline]
    pub fn generate<S: TurnSink>(&self, sink: &mut S) {
        if !self.position.is_biy_lost() && !self.generate_compulsory(sink) {
            self.generate_quiets(sink);
        }
    }

    /// Passes every legal turn to `sink` if the turns are compulsory captures: all chains of the
    /// men that can capture, and the turns that decline or stop a capture. Returns whether they
    /// are.
    #[inline]
    pub fn generate_compulsory<S: TurnSink>(&self, sink: &mut S) -> bool {
        if let Some(square) = self.position.transit() {
            let continues = !self.position.is_biy_lost();
            if continues {
                self.generate_continuations(square, sink);
            }
            return continues;
        }
        let capturers = self.capturers();
        if capturers.is_empty() || self.position.is_biy_lost() {
            return false;
        }
        for square in capturers {
            self.generate_chains(square, sink);
        }
        if !capturers.has_several() {
            self.generate_declining_turns(capturers, sink);
        }
        true
    }
}

impl<R: RuleSet> Position<R> {
    /// Returns whether the side to move could capture if no chain were in
    /// progress.
    #[inline]
    pub fn can_capture(&self) -> bool {
        Generator::new(self).can_capture()
    }

    /// Returns the path of a turn, or `None` if the turn is not legal in this position.
    /// Runs the generator until it reaches the turn.
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
