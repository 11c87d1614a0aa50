//! Plays steps (protocol/RULES.md sections 3, 4, 5 and 10).

use super::{
    capture::Jump,
    man::{Kind, Side},
    position::Position,
    square::Square,
    step::{Action, Step},
};

impl Position {
    /// Returns the position after a legal step. The same side is still to move, in mid-chain, if
    /// the same man must or may continue; otherwise the other side is to move.
    pub fn play_step(&self, step: &Step) -> Position {
        match step.action {
            Action::Quiet => self.after_quiet(step),
            Action::Pass => self.after_chain_end(),
            Action::Jump { captured } => {
                let jump = Jump {
                    from: step.from,
                    captured,
                    to: step.to,
                };
                self.after_jump_and_promotion(jump, step.promotion)
            }
        }
    }

    fn after_quiet(&self, step: &Step) -> Position {
        let mut next = self.clone();
        let mut man = next.men.remove(&step.from).unwrap();
        man.urgent = false;
        man.kind = step.promotion.unwrap_or(man.kind);
        next.men.insert(step.to, man);
        next.halfmoves = match step.promotion {
            Some(_) => 0,
            None => self.halfmoves + 1,
        };
        next.end_turn();
        next.passed = self
            .square_passed(step.from, step.to)
            .filter(|&passed| next.can_have_been_passed(passed));
        next
    }

    /// Returns the square that a shatra passes over if it makes a two-square step. (A drop never
    /// starts on the first field rank, so the two squares identify the step.)
    fn square_passed(&self, from: Square, to: Square) -> Option<Square> {
        let man = self.man(from);
        let is_two_square_step = man.kind == Kind::Shatra
            && from.0 == to.0
            && man.side.relative_rank(from) == 5
            && man.side.relative_rank(to) == 7;
        is_two_square_step.then_some((from.0, (from.1 + to.1) / 2))
    }

    /// Returns the position after a jump and the promotion of the jumper, if it is promoted. The
    /// chain continues if the jumper can capture again: as promoted in Kurin, Pritchard and Online
    /// (RULES-ONLINE.md section 1, points 2 and 3), still as a shatra in Extended and Original
    /// (section 3, "Promotion"). The capture of the biy ends the chain.
    fn after_jump_and_promotion(&self, jump: Jump, promotion: Option<Kind>) -> Position {
        let mut next = self.after_jump(jump);
        let can_continue_unpromoted = next.can_capture(jump.to);
        let jumper = next.men.get_mut(&jump.to).unwrap();
        jumper.kind = promotion.unwrap_or(jumper.kind);
        if promotion.is_some() && self.rule_set.promotion_removes_ghosts() {
            next.ghosts.clear();
        }
        let can_continue = if self.rule_set.continues_as_promoted() {
            next.can_capture(jump.to)
        } else {
            can_continue_unpromoted
        };
        let captures_biy = self.man(jump.captured).kind == Kind::Biy;
        if can_continue && !captures_biy {
            next
        } else {
            next.after_chain_end()
        }
    }

    /// Returns the position right after one jump, before the jumper is promoted and the chain is
    /// ended. The captured man has been removed or has become a ghost, and late promotion and
    /// urgent marks have been applied.
    pub(super) fn after_jump(&self, jump: Jump) -> Position {
        let mut next = self.clone();
        let jumper = next.men.remove(&jump.from).unwrap();
        let captured = next.men.remove(&jump.captured).unwrap();
        if self.rule_set.captured_men_stay() {
            next.ghosts.insert(jump.captured, captured.kind);
        }
        next.men.insert(jump.to, jumper);
        next.promote_late(captured.side, captured.kind);
        next.update_urgent_mark(jump);
        next.transit = Some(jump.to);
        next.passed = None;
        next.halfmoves = 0;
        next
    }

    /// Sets or clears the urgent mark of the man that has jumped: a reserve man gets it by a jump
    /// that both starts and lands in its own fortress or gate, and loses it when it leaves by a
    /// capture (section 3, "Urgent men"). In Online, no man is ever urgent.
    fn update_urgent_mark(&mut self, jump: Jump) {
        let side = self.man(jump.to).side;
        let stays_home = side.owns_home_square(jump.from) && side.owns_home_square(jump.to);
        let urgent = stays_home && self.is_reserve(jump.to) && self.rule_set.has_urgent_men();
        self.men.get_mut(&jump.to).unwrap().urgent = urgent;
    }

    /// Returns the position after the chain and the turn have ended.
    fn after_chain_end(&self) -> Position {
        let mut next = self.clone();
        next.halfmoves = 0;
        next.end_turn();
        next
    }

    /// Ends the turn: ghosts leave the board, a temdek with an empty reserve goes off, and the
    /// other side is to move.
    fn end_turn(&mut self) {
        self.ghosts.clear();
        self.transit = None;
        self.passed = None;
        self.switch_off_temdeks_without_reserve();
        self.clear_meaningless_urgent_marks();
        if self.side_to_move == Side::Black {
            self.move_number += 1;
        }
        self.side_to_move = self.side_to_move.other();
    }
}
