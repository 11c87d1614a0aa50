//! Single jumps: which men can jump over which, and where they land (RULES.md
//! section 4).

use super::super::geometry::{
    BOARD, DIAGONALS, FIELD, FILE_A, FILE_G, LANDING, NEAR_GATES, NEIGHBOURS, NEXT, ORTHOGONALS,
    RAYS, blocker, directions, reach,
};
use super::super::kind::Kind;
use super::super::ruleset::{Ghosts, RuleSet};
use super::Generator;
use crate::base::{Bitboard, Square};

/// The board during a jump, at the start of a turn or in mid-chain.
#[derive(Copy, Clone)]
pub(super) struct JumpBoard {
    /// The enemies that may be jumped over.
    pub enemies: Bitboard,
    /// The squares of men and ghosts other than the jumping man, which block lines and
    /// landings.
    pub occupied: Bitboard,
}

impl JumpBoard {
    #[inline]
    pub fn empty(&self) -> Bitboard {
        BOARD.without(self.occupied)
    }

    /// Returns the board after the man on `over` has been captured.
    #[inline]
    pub fn without<R: RuleSet>(&self, over: Square) -> Self {
        let occupied = match R::RULES.ghosts {
            Ghosts::None => self.occupied.without(over.bit()),
            Ghosts::UntilChainEnds | Ghosts::UntilPromotion => self.occupied,
        };
        Self {
            enemies: self.enemies.without(over.bit()),
            occupied,
        }
    }

    /// Returns the board after the jumping man has been promoted. `ghosts` are the men
    /// captured so far in the chain.
    #[inline]
    pub fn after_promotion<R: RuleSet>(&self, ghosts: Bitboard) -> Self {
        match R::RULES.ghosts {
            Ghosts::None | Ghosts::UntilChainEnds => *self,
            Ghosts::UntilPromotion => Self {
                occupied: self.occupied.without(ghosts),
                ..*self
            },
        }
    }
}

impl<R: RuleSet> Generator<'_, R> {
    /// Returns this side's men that can capture, even if the game is over.
    pub(super) fn capturers(&self) -> Bitboard {
        let mut found = self.en_passant_capturers() | self.field_capturers();
        self.any_other_capturer(found, |from| {
            found |= from.bit();
            false
        });
        found
    }

    /// Returns whether any man of this side can capture.
    pub fn can_capture(&self) -> bool {
        let found = self.en_passant_capturers() | self.field_capturers();
        found.any() || self.any_other_capturer(found, |_| true)
    }

    /// Returns the biy and the shatras that can jump over an enemy on the field from a square of
    /// the field to another. No rule bars a landing on the field. Because the indices of neighbours
    /// on the field differ by fixed offsets, all men are tested at once.
    #[inline]
    fn field_capturers(&self) -> Bitboard {
        let officers = self.position.board().officers(self.me);
        let men = self.own.without(officers) & FIELD;
        let (enemies, empty) = (self.enemies & FIELD, self.empty & FIELD);
        // Offsets of the index: 7 for one rank up, 8 for one rank up towards file a, 6
        // for one rank up away from it, 1 along the rank towards file a.
        let (not_a, not_g) = (FIELD.without(FILE_A), FIELD.without(FILE_G));
        let mut found = Bitboard::EMPTY;
        for (offset, after_up, after_down) in [
            (7, FIELD, FIELD),
            (1, not_g, not_a),
            (8, not_g, not_a),
            (6, not_a, not_g),
        ] {
            let up = |squares: Bitboard| Bitboard(squares.0 << offset) & after_up;
            let down = |squares: Bitboard| Bitboard(squares.0 >> offset) & after_down;
            found |= down(down(empty) & enemies) | up(up(empty) & enemies);
        }
        found & men
    }

    /// Returns whether `accepts` returns `true` for one of this side's men that can capture,
    /// other than those `found` by [`Self::field_capturers`] and en passant.
    #[inline]
    fn any_other_capturer(&self, found: Bitboard, mut accepts: impl FnMut(Square) -> bool) -> bool {
        let jump_board = self.jump_board(None);
        let officers = self.position.board().officers(self.me);
        let men = self.own.without(officers | found) & NEAR_GATES;
        for from in self.near_enemies(men) {
            let is_biy = self.of(Kind::Biy).has(from);
            let kind = if is_biy { Kind::Biy } else { Kind::Shatra };
            if self.can_jump(kind, from, &jump_board) && accepts(from) {
                return true;
            }
        }
        for from in officers {
            if let Some(kind) = self.position.board().kind_at(from)
                && self.can_jump(kind, from, &jump_board)
                && accepts(from)
            {
                return true;
            }
        }
        false
    }

    /// Returns whether a man of this side could jump over the enemy on this square.
    pub fn can_jump_over(&self, target: Square) -> bool {
        let jump_board = self.jump_board(None);
        let board = self.position.board();
        let officers = board.officers(self.me);
        let lines = ORTHOGONALS[target.index()] | DIAGONALS[target.index()];
        let near = self.own.without(officers) & NEIGHBOURS[target.index()];
        (near | officers & lines).into_iter().any(|from| {
            board
                .kind_at(from)
                .is_some_and(|kind| self.any_jump(kind, from, &jump_board, |over| over == target))
        })
    }

    /// Returns the board without the jumping man, which is on `lifted`.
    #[inline]
    pub(super) fn jump_board(&self, lifted: Option<Square>) -> JumpBoard {
        let lifted = lifted.map_or(Bitboard::EMPTY, Square::bit);
        JumpBoard {
            enemies: self.enemies,
            occupied: BOARD.without(self.empty).without(lifted),
        }
    }

    /// Returns those of `men` that have an enemy next to them. On the field, where the
    /// indices of neighbours differ by fixed offsets, they are found with set
    /// operations.
    #[inline]
    fn near_enemies(&self, men: Bitboard) -> Bitboard {
        let field = self.enemies & FIELD;
        let widened = field
            | Bitboard(field.0 << 1) & FIELD.without(FILE_G)
            | Bitboard(field.0 >> 1) & FIELD.without(FILE_A);
        let mut near = (widened | Bitboard(widened.0 << 7) | Bitboard(widened.0 >> 7)) & FIELD;
        for around in [self.side.surroundings, self.enemy_side.surroundings] {
            if men.intersects(around) {
                for enemy in self.enemies & around {
                    near |= NEIGHBOURS[enemy.index()];
                }
            }
        }
        men & near
    }

    /// Returns whether a man of this kind on `from` could jump over an enemy.
    #[inline]
    pub(super) fn can_jump(&self, kind: Kind, from: Square, jump_board: &JumpBoard) -> bool {
        self.any_jump(kind, from, jump_board, |_| true)
    }

    /// Returns whether `accepts` returns `true` for one of the enemies over which a man
    /// of this kind could jump from `from`.
    #[inline]
    fn any_jump(
        &self,
        kind: Kind,
        from: Square,
        jump_board: &JumpBoard,
        mut accepts: impl FnMut(Square) -> bool,
    ) -> bool {
        if !kind.is_officer() {
            let landing_squares = self.landing_squares(kind, from, jump_board);
            return (NEIGHBOURS[from.index()] & jump_board.enemies)
                .into_iter()
                .any(|over| {
                    landing_squares.has(LANDING[from.index()][over.index()]) && accepts(over)
                });
        }
        let lines = match kind {
            Kind::Tura => ORTHOGONALS[from.index()],
            Kind::Yalkyn => DIAGONALS[from.index()],
            _ => ORTHOGONALS[from.index()] | DIAGONALS[from.index()],
        };
        if !lines.intersects(jump_board.enemies) {
            return false;
        }
        for &direction in directions(kind) {
            let enemies = RAYS[from.index()][direction] & jump_board.enemies;
            if enemies.is_empty() {
                continue;
            }
            let over = blocker(direction, from, jump_board.occupied);
            if !enemies.has(over) {
                continue;
            }
            let landing_squares = self.landing_squares(kind, from, jump_board);
            let can_land = if R::RULES.home_closed_from_inside {
                // The next square may be barred while one farther away is open.
                landing_squares.intersects(reach(direction, over, jump_board.occupied))
            } else {
                landing_squares.has(NEXT[over.index()][direction])
            };
            if can_land && accepts(over) {
                return true;
            }
        }
        false
    }

    /// Returns the squares on which a biy or shatra on `from` could land with its first
    /// jump.
    pub(super) fn short_landings(&self, kind: Kind, from: Square) -> Bitboard {
        let mut landings = Bitboard::EMPTY;
        self.any_jump(kind, from, &self.jump_board(Some(from)), |over| {
            landings |= LANDING[from.index()][over.index()].bit();
            false
        });
        landings
    }

    /// Returns the empty squares on which a man of this kind may land with a jump from
    /// `from`.
    #[inline]
    pub(super) fn landing_squares(
        &self,
        kind: Kind,
        from: Square,
        jump_board: &JumpBoard,
    ) -> Bitboard {
        let barred = if R::RULES.home_closed_from_inside && kind != Kind::Shatra {
            self.closed_home(jump_board)
        } else {
            self.barred_landings(kind, from)
        };
        jump_board.empty().without(barred)
    }

    /// Returns this side's fortress and gate if a shatra in the fortress keeps them
    /// closed to the biy and the officers, otherwise the empty set (RULES-ONLINE.md
    /// section 1, point 7). A shatra that has left the fortress in this chain does not.
    #[inline]
    fn closed_home(&self, jump_board: &JumpBoard) -> Bitboard {
        let shatras = self.of(Kind::Shatra) & self.side.fortress;
        if shatras.intersects(jump_board.occupied) {
            self.side.zone
        } else {
            Bitboard::EMPTY
        }
    }

    /// Returns the squares on which a man of this kind must not land with a jump from
    /// `from`. In rule sets that close the home from inside, this applies only to
    /// shatras.
    #[inline]
    fn barred_landings(&self, kind: Kind, from: Square) -> Bitboard {
        if self.side.fortress.has(from) {
            return self.barred_to_tura(kind, from);
        }
        if self.temdek {
            // A man on its own gate is outside the fortress.
            let barred = match kind {
                Kind::Biy => self.side.fortress,
                _ => self.side.zone,
            };
            return barred | self.barred_to_tura(kind, from);
        }
        if kind == Kind::Shatra && !R::RULES.shatra_enters_own_zone {
            return self.side.zone;
        }
        self.barred_to_tura(kind, from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_jump_from_a_square_not_near_a_gate_stays_on_the_field() {
        for from in BOARD {
            let leaves_field = NEIGHBOURS[from.index()].into_iter().any(|over| {
                let to = LANDING[from.index()][over.index()];
                let squares = from.bit() | over.bit() | to.bit();
                BOARD.has(to) && squares.without(FIELD).any()
            });
            assert!(!leaves_field || NEAR_GATES.has(from), "{from:?}");
        }
    }
}
