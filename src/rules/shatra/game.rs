//! Shatra as the search sees it.

use super::kind::Kind;
use super::position::Position;
use super::ruleset::RuleSet;
use super::turn::Turn;
use crate::base::{Color, Game, MoveList, NoMoves, Tactical};

/// What a man is worth when captures are put in order, in centipawns.
const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Biy => 10_000,
        Kind::Batyr => 900,
        Kind::Tura => 500,
        Kind::Yalkyn => 350,
        Kind::Shatra => 100,
    }
}

impl<R: RuleSet> Game for Position<R> {
    type Move = Turn;

    const HISTORY_SIZE: usize = 2 * 8 * 64;

    #[inline]
    fn side_to_move(&self) -> Color {
        Self::side_to_move(self)
    }

    #[inline]
    fn key(&self) -> u64 {
        Self::key(self)
    }

    #[inline]
    fn halfmove_clock(&self) -> u32 {
        u32::from(self.halfmoves())
    }

    #[inline]
    fn generate(&self, list: &mut MoveList<Turn>) {
        self.legal_turns(list);
    }

    #[inline]
    fn generate_distinct(&self, list: &mut MoveList<Turn>) {
        self.distinct_turns(list);
    }

    #[inline]
    fn generate_tactical(&self, list: &mut MoveList<Turn>) -> Tactical {
        if self.compulsory_turns(list) && !list.is_empty() {
            Tactical::Forced
        } else {
            Tactical::Free
        }
    }

    #[inline]
    fn count(&self) -> u64 {
        self.count_turns()
    }

    #[inline]
    fn play(&mut self, turn: Turn) {
        Self::play(self, turn);
    }

    #[inline]
    fn no_moves(&self) -> NoMoves {
        NoMoves::Loss
    }

    #[inline]
    fn is_lost(&self) -> bool {
        self.biy(self.side_to_move()).is_none()
    }

    #[inline]
    fn is_drawn(&self) -> bool {
        R::BARE_BIYS_DRAW
            && self.halfmoves() >= 6
            && Color::ALL.iter().all(|&c| !self.board().men(c).several())
    }

    #[inline]
    fn is_tactical(&self, turn: Turn) -> bool {
        turn.is_tactical()
    }

    #[inline]
    fn gain(&self, turn: Turn) -> i32 {
        let kind_worth = |square| self.board().kind_at(square).map_or(0, worth);
        let captured: i32 = turn.captured().into_iter().map(kind_worth).sum();
        let promoted = turn
            .promotion()
            .map_or(0, |kind| worth(kind) - worth(Kind::Shatra));
        captured + promoted
    }

    #[inline]
    fn tag(turn: Turn) -> u16 {
        let squares = (turn.from().index() | turn.to().index() << 6) as u64;
        let kind = turn.promotion().map_or(0, Kind::code) as u64;
        let mixed = (turn.captured().0 ^ (squares | kind << 12).wrapping_mul(0x9E37_79B9))
            .wrapping_mul(0xBF58_476D_1CE4_E5B9);
        ((mixed >> 48) as u16).max(1)
    }

    #[inline]
    fn history_index(&self, turn: Turn) -> usize {
        let kind = self.board().kind_at(turn.from()).map_or(0, Kind::code);
        self.side_to_move().index() << 9 | kind << 6 | turn.to().index()
    }
}
