//! Generates and counts legal moves.
//!
//! Only legal moves are generated, so no move need be played and undone to test it: the
//! king does not enter an attacked square, every move resolves a check, and a pinned man
//! stays on its line. Moves can thus be counted without being listed.

use super::attacks;
use super::board::Board;
use super::geometry::{KING_STEPS, ahead, last_rank, toward_file_a, toward_file_h};
use super::kind::Kind;
use super::lines::BETWEEN;
use super::mv::Move;
use super::position::Position;
use super::ruleset::RuleSet;
use super::setup::Setup;
use crate::base::{Bitboard, Color, Square};
use crate::rules::{Game, MoveList};

/// All squares of the board.
const ALL_SQUARES: Bitboard = Bitboard(!0);

/// A receiver of generated moves.
pub(super) trait Sink {
    /// Adds the moves of a man to each of these squares.
    fn add_man_moves(&mut self, from: Square, to: Bitboard);

    /// Adds the moves of pawns to these squares; each pawn comes from the square whose
    /// index is smaller by `delta`.
    fn add_pawn_moves(&mut self, to: Bitboard, delta: i8);
}

/// A sink that counts moves.
pub(super) struct CountSink(pub u64);

impl Sink for CountSink {
    #[inline]
    fn add_man_moves(&mut self, _: Square, to: Bitboard) {
        self.0 += u64::from(to.count());
    }

    #[inline]
    fn add_pawn_moves(&mut self, to: Bitboard, _: i8) {
        self.0 += u64::from(to.count());
    }
}

/// A sink that lists moves.
pub(super) struct ListSink<'l>(pub &'l mut MoveList<Move>);

impl Sink for ListSink<'_> {
    #[inline]
    fn add_man_moves(&mut self, from: Square, to: Bitboard) {
        self.0.extend(to.into_iter().map(|to| Move::new(from, to)));
    }

    #[inline]
    fn add_pawn_moves(&mut self, to: Bitboard, delta: i8) {
        let last = last_rank(Color::White) | last_rank(Color::Black);
        for to in to {
            let from = Square::new((to.index() as u8).wrapping_add_signed(-delta));
            self.0.push(if last.has(to) {
                Move::promotion(from, to)
            } else {
                Move::new(from, to)
            });
        }
    }
}

/// The squares to which moves are generated: those of pawn pushes, and those of all other
/// moves.
#[derive(Copy, Clone)]
pub(super) struct Targets {
    pushes: Bitboard,
    others: Bitboard,
}

impl Targets {
    /// All squares.
    pub const ALL: Self = Self {
        pushes: ALL_SQUARES,
        others: ALL_SQUARES,
    };
}

impl<R: RuleSet> Position<R> {
    /// Appends the legal captures and promotions.
    #[inline]
    pub fn legal_captures(&self, list: &mut MoveList<Move>) {
        let captures = Targets {
            pushes: last_rank(self.to_move),
            others: self.board.men(!self.to_move),
        };
        self.generate_into(captures, &mut ListSink(list));
    }

    /// Returns whether there is a legal move.
    pub fn has_move(&self) -> bool {
        self.count() > 0
    }

    /// Passes to `sink` the legal moves whose destinations are in `targets`.
    pub(super) fn generate_into<S: Sink>(&self, targets: Targets, sink: &mut S) {
        if self.has_ended() {
            return;
        }
        if let Some(mv) = self.paired_start_move() {
            sink.add_man_moves(mv.from(), mv.to().bit() & targets.pushes & targets.others);
            return;
        }
        Generator::new(self, targets).generate(sink);
    }

    /// Returns the only legal move of a side that has not moved yet, in games in which each
    /// side must begin by pushing the pawn in front of its queen two squares.
    #[inline]
    pub(crate) fn paired_start_move(&self) -> Option<Move> {
        const HOME: u64 = 0xFFFF_0000_0000_FFFF;
        const AFTER_FIRST: u64 = HOME ^ (1 << 11) ^ (1 << 27);
        if !R::RULES.paired_start {
            return None;
        }
        let (from, to) = match (self.board.occupied().0, self.to_move) {
            (HOME, Color::White) => (11, 27),
            (AFTER_FIRST, Color::Black) => (51, 35),
            _ => return None,
        };
        let mut start = Setup::start::<R>();
        if self.to_move == Color::Black {
            start.squares.swap(11, 27);
        }
        let mv = Move::new(Square::new(from), Square::new(to));
        (self.setup().squares == start.squares).then_some(mv)
    }
}

/// A generator of the moves of a position, with the data on which all moves depend.
struct Generator<'p, R: RuleSet> {
    position: &'p Position<R>,
    board: &'p Board,
    me: Color,
    king: Square,
    occupied: Bitboard,
    targets: Targets,
}

impl<'p, R: RuleSet> Generator<'p, R> {
    #[inline]
    fn new(position: &'p Position<R>, targets: Targets) -> Self {
        let board = position.board();
        let me = position.to_move;
        Self {
            position,
            board,
            me,
            king: position.king(me),
            occupied: board.occupied(),
            targets: Targets {
                pushes: targets.pushes.without(board.occupied()),
                others: targets.others.without(board.men(me)),
            },
        }
    }

    #[inline]
    fn generate<S: Sink>(&self, sink: &mut S) {
        self.king_moves(sink);
        let checkers = self.position.checkers();
        if checkers.has_several() {
            return;
        }
        let evasions = checkers
            .first()
            .map_or(ALL_SQUARES, |checker| self.evasion_targets(checker));
        let pinned = self.pinned_men_moves(evasions, sink);
        let own = self.board.men(self.me).without(pinned);
        self.pawn_moves(self.board.all(Kind::Pawn) & own, evasions, sink);
        for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            for from in self.board.all(kind) & own {
                let squares = attacks::attacked_from::<R>(kind, from, self.occupied);
                sink.add_man_moves(from, squares & self.targets.others & evasions);
            }
        }
    }

    #[inline]
    fn king_moves<S: Sink>(&self, sink: &mut S) {
        let steps = KING_STEPS[self.king.index()] & self.targets.others;
        if steps.is_empty() {
            return;
        }
        let without_king = self.occupied.without(self.king.bit());
        let attacked = attacks::attacked_squares::<R>(self.board, !self.me, without_king);
        sink.add_man_moves(self.king, steps.without(attacked));
    }

    /// Returns the squares to which a man other than the king may move to resolve a check
    /// by a single man.
    #[inline]
    fn evasion_targets(&self, checker: Square) -> Bitboard {
        if attacks::sliders::<R>(self.board, self.board.men(!self.me)).has(checker) {
            BETWEEN[self.king.index()][checker.index()] | checker.bit()
        } else {
            checker.bit()
        }
    }

    /// Generates the moves of the pinned men, and returns the set of these men.
    #[inline]
    fn pinned_men_moves<S: Sink>(&self, evasions: Bitboard, sink: &mut S) -> Bitboard {
        let own = self.board.men(self.me);
        let enemies = self.board.men(!self.me);
        let pinners = attacks::sliders_to::<R>(self.board, enemies, self.king, enemies);
        let mut pinned = Bitboard::EMPTY;
        for pinner in pinners {
            let line = BETWEEN[self.king.index()][pinner.index()];
            let blockers = line & own;
            let (Some(from), false) = (blockers.first(), blockers.has_several()) else {
                continue;
            };
            pinned |= blockers;
            let allowed = (line | pinner.bit()) & evasions;
            match self.board.kind_at(from) {
                Some(Kind::Pawn) => self.pawn_moves(blockers, allowed, sink),
                Some(kind) => {
                    let squares = attacks::attacked_from::<R>(kind, from, self.occupied);
                    sink.add_man_moves(from, squares & self.targets.others & allowed);
                }
                None => {}
            }
        }
        pinned
    }

    #[inline]
    fn pawn_moves<S: Sink>(&self, pawns: Bitboard, allowed: Bitboard, sink: &mut S) {
        let step: i8 = match self.me {
            Color::White => 8,
            Color::Black => -8,
        };
        let front = ahead(pawns, self.me);
        let captures = self.board.men(!self.me) & self.targets.others & allowed;
        sink.add_pawn_moves(front & self.targets.pushes & allowed, step);
        sink.add_pawn_moves(toward_file_a(front) & captures, step - 1);
        sink.add_pawn_moves(toward_file_h(front) & captures, step + 1);
    }
}
