//! What a step changes (protocol/RULES.md sections 3, 4, 5 and 10).

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
            Action::Pass => self.with_chain_ended(),
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
            .filter(|&passed| next.could_be_passed(passed));
        next
    }

    /// Returns the square in the middle of a shatra's two-square step. (A drop never starts on the
    /// first field rank, so the squares alone identify the step.)
    fn square_passed(&self, from: Square, to: Square) -> Option<Square> {
        let man = self.man(from);
        let is_two_square_step = man.kind == Kind::Shatra
            && from.0 == to.0
            && man.side.relative_rank(from) == 5
            && man.side.relative_rank(to) == 7;
        is_two_square_step.then_some((from.0, (from.1 + to.1) / 2))
    }

    /// A chain continues while the same man can capture. In Kurin and Pritchard that is the man
    /// after its promotion; in Extended and Original the shatra itself decides (section 3,
    /// "Promotion"). The capture of the biy ends the chain.
    fn after_jump_and_promotion(&self, jump: Jump, promotion: Option<Kind>) -> Position {
        let mut next = self.after_jump(jump);
        let goes_on_unpromoted = next.can_capture(jump.to);
        let moved = next.men.get_mut(&jump.to).unwrap();
        moved.kind = promotion.unwrap_or(moved.kind);
        let goes_on = if self.rule_set.is_kurin_like() {
            next.can_capture(jump.to)
        } else {
            goes_on_unpromoted
        };
        let takes_biy = self.man(jump.captured).kind == Kind::Biy;
        if goes_on && !takes_biy {
            next
        } else {
            next.with_chain_ended()
        }
    }

    /// Returns the board right after one jump, before any promotion of the jumper and before it is
    /// decided whether the chain continues: the captured man is removed or a ghost, and late
    /// promotion and urgent marks are applied.
    pub(super) fn after_jump(&self, jump: Jump) -> Position {
        let mut next = self.clone();
        let jumper = next.men.remove(&jump.from).unwrap();
        let captured = next.men.remove(&jump.captured).unwrap();
        if self.rule_set.captured_men_stay() {
            next.ghosts.insert(jump.captured, captured.kind);
        }
        next.men.insert(jump.to, jumper);
        next.promote_late(captured.side, captured.kind);
        next.mark_urgent(jump);
        next.transit = Some(jump.to);
        next.passed = None;
        next.halfmoves = 0;
        next
    }

    /// Section 3, "Urgent men": a reserve man gets the mark by a jump that both starts and lands
    /// in its own fortress or gate, and loses it when it leaves by a capture.
    fn mark_urgent(&mut self, jump: Jump) {
        let side = self.man(jump.to).side;
        let stays_home = side.is_home(jump.from) && side.is_home(jump.to);
        let urgent = stays_home && self.is_reserve(jump.to);
        self.men.get_mut(&jump.to).unwrap().urgent = urgent;
    }

    fn with_chain_ended(&self) -> Position {
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
        self.switch_off_empty_temdeks();
        self.clear_idle_urgent_marks();
        if self.side == Side::Black {
            self.move_number += 1;
        }
        self.side = self.side.other();
    }
}
