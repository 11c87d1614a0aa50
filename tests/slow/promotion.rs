//! Promotion (protocol/RULES.md section 3, "Promotion").

use super::{
    capture::Jump,
    man::{Kind, Side},
    position::Position,
    square::{Square, all_squares},
};

impl Position {
    /// Returns the promotion choices of a quiet move or teleport. `None` means no promotion. There
    /// is always at least one choice.
    pub(super) fn quiet_promotions(&self, from: Square, to: Square) -> Vec<Option<Kind>> {
        let man = self.man(from);
        if man.kind == Kind::Shatra && man.side.is_on_final_rank(to) {
            self.promotion_choices(man.side)
        } else {
            vec![None]
        }
    }

    /// Returns the promotion choices of one jump.
    pub(super) fn jump_promotions(&self, jump: Jump) -> Vec<Option<Kind>> {
        let man = self.man(jump.from);
        if man.kind != Kind::Shatra || !man.side.is_on_final_rank(jump.to) {
            return vec![None];
        }
        // In Extended, a shatra that can capture again only passes through the final rank. In the
        // other rule sets, it is promoted at once, whether or not the chain continues.
        if self.rule_set.passes_final_rank_unpromoted() && self.shatra_can_continue(jump) {
            return vec![None];
        }
        self.promotion_choices(man.side)
    }

    /// Returns whether the shatra could capture again after this jump if it were not promoted.
    pub(super) fn shatra_can_continue(&self, jump: Jump) -> bool {
        self.man(jump.captured).kind != Kind::Biy && self.after_jump(jump).can_capture(jump.to)
    }

    /// Returns the choices on the final rank: in Original and Online always a batyr; in the other
    /// rule sets every kind of officer of which the side has fewer than at the start or, if there
    /// is none, no promotion.
    fn promotion_choices(&self, side: Side) -> Vec<Option<Kind>> {
        if self.rule_set.follows_original() {
            return vec![Some(Kind::Batyr)];
        }
        let missing: Vec<Option<Kind>> = Kind::OFFICERS
            .into_iter()
            .filter(|&kind| self.count(side, kind) < kind.count_at_start())
            .map(Some)
            .collect();
        if missing.is_empty() {
            vec![None]
        } else {
            missing
        }
    }

    /// Applies late promotion: when an officer of `side` has just been captured, a shatra of that
    /// side waiting on its final rank becomes such an officer at once; the one on file c first,
    /// then d, then e.
    pub(super) fn promote_late(&mut self, side: Side, captured: Kind) {
        if !self.rule_set.has_late_promotion() || !captured.is_officer() {
            return;
        }
        let mut waiting: Vec<Square> = all_squares()
            .filter(|&square| side.is_on_final_rank(square))
            .filter(|square| {
                let man = self.men.get(square);
                man.is_some_and(|man| man.side == side && man.kind == Kind::Shatra)
            })
            .collect();
        waiting.sort_by_key(|&(file, _)| file);
        if let Some(first) = waiting.first() {
            self.men.get_mut(first).unwrap().kind = captured;
        }
    }
}
