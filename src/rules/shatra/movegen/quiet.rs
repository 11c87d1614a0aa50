//! Quiet turns: steps, slides, drops and teleports (RULES.md section 3).

use super::super::geometry::{
    BOARD, EAST, FIELD, FILE_A, FILE_G, GREAT_ROAD, NEIGHBOURS, NEXT, WEST, directions, reach,
};
use super::super::kind::Kind;
use super::super::ruleset::{EnemyFortressDrops, RuleSet};
use super::{Generator, TurnSink};
use crate::base::{Bitboard, Color, Square};

/// The difference in index between a field square and the one straight ahead of it for White.
const RANK_OFFSET: i8 = 7;

impl<R: RuleSet> Generator<'_, R> {
    /// Passes the turns of the side to move, which must have no capture, to `sink`.
    pub fn generate_quiets<S: TurnSink>(&self, sink: &mut S) {
        let mut movers = self.own;
        if self.temdek {
            let restricted = self.position.men_without_steps(self.me);
            let squares = self.drop_squares(self.side.own_half);
            let urgent = restricted & self.position.board().urgent();
            if urgent.any() && squares.any() {
                sink.add_drops(urgent, squares);
                return;
            }
            sink.add_drops(self.droppable(restricted), squares);
            movers = movers.without(restricted);
        }
        let shatras = movers & self.of(Kind::Shatra);
        let before_last_field_rank = shatras & FIELD.without(self.side.last_field_rank);
        self.generate_shatra_steps(before_last_field_rank, sink);
        for from in shatras.without(before_last_field_rank) {
            self.generate_shatra_turns(from, self.quiet_targets(Kind::Shatra, from), sink);
        }
        for from in movers.without(shatras) {
            if let Some(kind) = self.position.board().kind_at(from) {
                sink.add_quiets(from, self.quiet_targets(kind, from));
            }
        }
    }

    /// Returns the empty squares of one half of the field onto which men may be dropped.
    #[inline]
    fn drop_squares(&self, half: Bitboard) -> Bitboard {
        let squares = half & self.empty;
        if R::RULES.great_road_closed {
            squares.without(GREAT_ROAD)
        } else {
            squares
        }
    }

    /// Returns those of the men without steps that may be dropped next under the drop order.
    #[inline]
    fn droppable(&self, restricted: Bitboard) -> Bitboard {
        if !R::RULES.drops_in_order {
            return restricted;
        }
        let waiting = restricted & self.of(Kind::Shatra) & self.side.fortress;
        let first_in_order = self.position.first_in_drop_order(self.me);
        let first_in_order = first_in_order.map_or(Bitboard::EMPTY, Square::bit);
        restricted.without(waiting) | first_in_order
    }

    /// Passes the steps of shatras to `sink`. Each shatra and the square ahead of it
    /// must be on the field.
    #[inline]
    fn generate_shatra_steps<S: TurnSink>(&self, shatras: Bitboard, sink: &mut S) {
        let ahead = |men: Bitboard| match self.me {
            Color::White => Bitboard(men.0 << RANK_OFFSET),
            Color::Black => Bitboard(men.0 >> RANK_OFFSET),
        };
        let sign = match self.me {
            Color::White => 1,
            Color::Black => -1,
        };
        let towards_a = |men: Bitboard| Bitboard(men.0 << 1) & FIELD.without(FILE_G);
        let towards_g = |men: Bitboard| Bitboard(men.0 >> 1) & FIELD.without(FILE_A);

        let forward = ahead(shatras) & self.empty;
        sink.add_steps(forward, sign * RANK_OFFSET);
        let (diagonal, sideways) = if R::RULES.shatra_steps_freely {
            (shatras, shatras)
        } else {
            let passed = ahead(shatras & self.side.first_field_rank) & self.empty;
            sink.add_two_steps(ahead(passed) & self.empty, sign * 2 * RANK_OFFSET);
            let beyond = shatras & self.side.enemy_half;
            (beyond | (shatras & self.side.ditch_rank), beyond)
        };
        if diagonal.any() {
            sink.add_steps(
                towards_a(ahead(diagonal)) & self.empty,
                sign * RANK_OFFSET + 1,
            );
            sink.add_steps(
                towards_g(ahead(diagonal)) & self.empty,
                sign * RANK_OFFSET - 1,
            );
        }
        if sideways.any() {
            sink.add_steps(towards_a(sideways) & self.empty, 1);
            sink.add_steps(towards_g(sideways) & self.empty, -1);
        }
    }

    /// Passes to `sink` a shatra's quiet turn to each of `targets`, with promotion where
    /// that is compulsory.
    pub(super) fn generate_shatra_turns<S: TurnSink>(
        &self,
        from: Square,
        targets: Bitboard,
        sink: &mut S,
    ) {
        let kinds = self.position.promotions(self.me);
        if kinds.is_empty() {
            sink.add_quiets(from, targets);
            return;
        }
        sink.add_quiets(from, targets.without(self.side.final_rank));
        sink.add_promotions(from, targets & self.side.final_rank, kinds);
    }

    /// Returns the squares to which a man may go with a quiet turn: a step, slide, drop
    /// or teleport. Two-square steps are not included, and urgent men and the drop order
    /// are ignored.
    pub(in super::super) fn quiet_targets(&self, kind: Kind, from: Square) -> Bitboard {
        if self.is_only_dropped(from) {
            return self.drop_squares(self.side.own_half);
        }
        self.step_targets(kind, from) | self.free_drop_targets(kind, from)
    }

    /// Returns whether a quiet turn from `from` to `to` is a drop. The turn is not a
    /// drop if the man can also go there by a step, slide or teleport.
    pub(in super::super) fn is_drop(&self, kind: Kind, from: Square, to: Square) -> bool {
        let is_free_drop = || self.free_drop_targets(kind, from).has(to);
        self.is_only_dropped(from) || is_free_drop() && !self.step_targets(kind, from).has(to)
    }

    /// Returns whether the temdek restricts a man on `from` to drops and captures.
    #[inline]
    fn is_only_dropped(&self, from: Square) -> bool {
        self.temdek && self.position.men_without_steps(self.me).has(from)
    }

    /// Returns the squares to which a man that is not restricted to drops may go by a
    /// step, slide or teleport.
    #[inline]
    fn step_targets(&self, kind: Kind, from: Square) -> Bitboard {
        let steps = match kind {
            Kind::Shatra => self.shatra_targets(from),
            Kind::Biy => NEIGHBOURS[from.index()],
            slider => self.slide_targets(slider, from),
        };
        let steps = steps & self.empty;
        steps.without(self.barred_targets(kind, from))
    }

    #[inline]
    fn slide_targets(&self, slider: Kind, from: Square) -> Bitboard {
        let occupied = BOARD.without(self.empty);
        let mut squares = Bitboard::EMPTY;
        for &direction in directions(slider) {
            squares |= reach(direction, from, occupied);
        }
        squares
    }

    fn shatra_targets(&self, from: Square) -> Bitboard {
        let next = &NEXT[from.index()];
        let [left, right] = self.side.forward_diagonals;
        let forward = next[self.side.forward].bit();
        let diagonal = next[left].bit() | next[right].bit();
        let sideways = next[WEST].bit() | next[EAST].bit();
        let beyond = self.side.enemy_half | self.enemy_side.zone;
        let mut squares = if R::RULES.shatra_steps_freely || beyond.has(from) {
            forward | diagonal | sideways
        } else if self.side.ditch_rank.has(from) {
            forward | diagonal
        } else {
            forward
        };
        if R::RULES.teleport && self.enemy_side.towers.has(from) {
            squares |= self.enemy_side.fortress;
        }
        squares & BOARD
    }

    /// Returns the squares that a man must not enter with a quiet turn.
    #[inline]
    fn barred_targets(&self, kind: Kind, from: Square) -> Bitboard {
        if self.temdek {
            return match kind {
                Kind::Biy if !R::RULES.home_closed_from_inside => self.side.fortress,
                _ => self.side.zone,
            };
        }
        self.barred_to_tura(kind, from)
    }

    /// Returns the squares that are barred to a tura in its own fortress or on its gate: the
    /// enemy's fortress and gate, if the rule set has this restriction. For any other
    /// man, returns the empty set.
    #[inline]
    pub(super) fn barred_to_tura(&self, kind: Kind, from: Square) -> Bitboard {
        if R::RULES.tura_barred_from_enemy_zone && kind == Kind::Tura && self.side.zone.has(from) {
            self.enemy_side.zone
        } else {
            Bitboard::EMPTY
        }
    }

    /// Returns the squares onto which a man that is not restricted to drops may be dropped.
    #[inline]
    fn free_drop_targets(&self, kind: Kind, from: Square) -> Bitboard {
        let gates = R::RULES.drops_from_gates;
        if self.side.zone.has(from) && (gates || self.side.fortress.has(from)) {
            return self.drop_squares(self.side.own_half);
        }
        let may_drop_there = match R::RULES.enemy_fortress_drops {
            EnemyFortressDrops::None => false,
            EnemyFortressDrops::AllButShatras => kind != Kind::Shatra,
            EnemyFortressDrops::AllMen => true,
        };
        if self.enemy_side.zone.has(from)
            && (gates || self.enemy_side.fortress.has(from))
            && may_drop_there
        {
            return self.drop_squares(self.enemy_side.own_half);
        }
        Bitboard::EMPTY
    }
}
