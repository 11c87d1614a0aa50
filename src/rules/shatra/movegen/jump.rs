//! Single jumps: who can jump over whom, and where to (RULES.md section 4).

use super::super::geometry::{
    BEYOND, BOARD, DIAGONALS, FIELD, FILE_A, FILE_G, NEIGHBOURS, NEXT, ORTHOGONALS, RAYS, blocker,
    directions,
};
use super::super::kind::Kind;
use super::super::ruleset::RuleSet;
use super::Generator;
use crate::base::{Bitboard, Square};

/// The board as a jumping man finds it, at the start or in mid-chain.
#[derive(Copy, Clone)]
pub(super) struct Scene {
    /// Men that may be jumped.
    pub enemies: Bitboard,
    /// Men and ghosts, which block lines and landing squares. The jumping man
    /// itself is not on the board.
    pub occupied: Bitboard,
}

impl Scene {
    #[inline]
    pub fn empty(&self) -> Bitboard {
        BOARD.without(self.occupied)
    }

    /// The scene after a man was jumped.
    #[inline]
    pub fn without<R: RuleSet>(&self, over: Square) -> Self {
        let occupied = if R::GHOSTS {
            self.occupied
        } else {
            self.occupied.without(over.bit())
        };
        Self {
            enemies: self.enemies.without(over.bit()),
            occupied,
        }
    }
}

impl<R: RuleSet> Generator<'_, R> {
    /// The own men that can capture. Ends of the game are not looked at.
    pub(super) fn capturers(&self) -> Bitboard {
        let mut found = self.en_passant_capturers();
        self.find_capturer(|from| {
            found |= from.bit();
            false
        });
        found
    }

    /// Whether there are any.
    pub(super) fn can_capture(&self) -> bool {
        self.en_passant_capturers().any() || self.find_capturer(|_| true)
    }

    /// Whether `wanted` says yes to one of the own men that can capture, en
    /// passant aside.
    #[inline]
    fn find_capturer(&self, mut wanted: impl FnMut(Square) -> bool) -> bool {
        let scene = self.scene(None);
        let officers = self.position.board().officers(self.me);
        for from in self.near_enemies(self.own.without(officers)) {
            let biy = self.of(Kind::Biy).has(from);
            let kind = if biy { Kind::Biy } else { Kind::Shatra };
            if self.can_jump(kind, from, &scene) && wanted(from) {
                return true;
            }
        }
        for from in officers {
            if let Some(kind) = self.position.board().kind_at(from)
                && self.can_jump(kind, from, &scene)
                && wanted(from)
            {
                return true;
            }
        }
        false
    }

    /// Whether one of the own men could jump over the enemy on this square.
    pub(super) fn can_jump_over(&self, prey: Square) -> bool {
        let scene = self.scene(None);
        let board = self.position.board();
        let officers = board.officers(self.me);
        let lines = ORTHOGONALS[prey.index()] | DIAGONALS[prey.index()];
        let near = self.own.without(officers) & NEIGHBOURS[prey.index()];
        (near | officers & lines).into_iter().any(|from| {
            board
                .kind_at(from)
                .is_some_and(|kind| self.find_jump(kind, from, &scene, |over| over == prey))
        })
    }

    /// The board with the man on `lifted` taken off it.
    #[inline]
    pub(super) fn scene(&self, lifted: Option<Square>) -> Scene {
        let lifted = lifted.map_or(Bitboard::EMPTY, Square::bit);
        Scene {
            enemies: self.enemies,
            occupied: BOARD.without(self.empty).without(lifted),
        }
    }

    /// Those of `men` that have an enemy next to them, found all at once where
    /// the board is regular.
    #[inline]
    fn near_enemies(&self, men: Bitboard) -> Bitboard {
        let field = self.enemies & FIELD;
        let wide = field
            | Bitboard(field.0 << 1) & FIELD.without(FILE_G)
            | Bitboard(field.0 >> 1) & FIELD.without(FILE_A);
        let mut near = (wide | Bitboard(wide.0 << 7) | Bitboard(wide.0 >> 7)) & FIELD;
        for around in [self.side.surroundings, self.other.surroundings] {
            if men.meets(around) {
                for enemy in self.enemies & around {
                    near |= NEIGHBOURS[enemy.index()];
                }
            }
        }
        men & near
    }

    /// Whether a man of this kind on `from` could capture.
    #[inline]
    pub(super) fn can_jump(&self, kind: Kind, from: Square, scene: &Scene) -> bool {
        self.find_jump(kind, from, scene, |_| true)
    }

    /// The men that `capturers` could jump first.
    pub(super) fn prey(&self, capturers: Bitboard) -> Bitboard {
        let scene = self.scene(None);
        let mut prey = Bitboard::EMPTY;
        for from in capturers {
            if let Some(kind) = self.position.board().kind_at(from) {
                self.find_jump(kind, from, &scene, |over| {
                    prey |= over.bit();
                    false
                });
            }
        }
        prey
    }

    /// Whether `wanted` says yes to one of the men that a man of this kind could
    /// jump from `from`.
    #[inline]
    fn find_jump(
        &self,
        kind: Kind,
        from: Square,
        scene: &Scene,
        mut wanted: impl FnMut(Square) -> bool,
    ) -> bool {
        let landing = scene.empty().without(self.landing_bar(kind, from));
        if !kind.is_officer() {
            return (NEIGHBOURS[from.index()] & scene.enemies)
                .into_iter()
                .any(|over| landing.has(BEYOND[from.index()][over.index()]) && wanted(over));
        }
        let lines = match kind {
            Kind::Tura => ORTHOGONALS[from.index()],
            Kind::Yalkyn => DIAGONALS[from.index()],
            _ => ORTHOGONALS[from.index()] | DIAGONALS[from.index()],
        };
        lines.meets(scene.enemies)
            && directions(kind).iter().any(|&direction| {
                let ray = RAYS[from.index()][direction];
                let over = blocker(direction, from, scene.occupied);
                (ray & scene.enemies).has(over)
                    && landing.has(NEXT[over.index()][direction])
                    && wanted(over)
            })
    }

    /// Squares where a jump of this man from `from` may not land.
    #[inline]
    pub(super) fn landing_bar(&self, kind: Kind, from: Square) -> Bitboard {
        if self.side.fortress.has(from) {
            return self.tura_bar(kind, from);
        }
        if self.temdek {
            // A man on the own gate is outside the fortress.
            let barred = match kind {
                Kind::Biy => self.side.fortress,
                _ => self.side.zone,
            };
            return barred | self.tura_bar(kind, from);
        }
        if kind == Kind::Shatra && !R::SHATRA_ENTERS_OWN_ZONE {
            return self.side.zone;
        }
        self.tura_bar(kind, from)
    }
}
