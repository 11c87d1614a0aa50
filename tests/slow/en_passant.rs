//! En passant (protocol/RULES.md section 5).

use super::{
    capture::Jump,
    man::{Kind, Side},
    position::Position,
    square::{Direction, Square, all_directions, are_side_by_side, neighbour},
};

impl Position {
    /// Returns the en-passant jumps of the shatra on `from`. They can only be the first jump of a
    /// chain.
    pub(super) fn en_passant_jumps(&self, from: Square) -> Vec<Jump> {
        let (Some(passed), None) = (self.passed, self.transit) else {
            return Vec::new();
        };
        self.en_passant_directions()
            .into_iter()
            .filter(|&direction| neighbour(from, direction) == Some(passed))
            .filter_map(|direction| neighbour(passed, direction))
            .filter(|&to| self.is_empty(to))
            .map(|to| Jump {
                from,
                captured: stepper_square(passed, self.side_to_move.other()),
                to,
            })
            .collect()
    }

    /// Returns the directions of en-passant jumps: all except the two along the passed square's
    /// file, or only diagonally forward, so that the shatra always jumps from beside the stepper.
    fn en_passant_directions(&self) -> Vec<Direction> {
        let forward = self.side_to_move.forward();
        if !self.rule_set.has_en_passant() {
            Vec::new()
        } else if self.rule_set.captures_en_passant_from_all_around() {
            all_directions().filter(|&(files, _)| files != 0).collect()
        } else {
            vec![(-1, forward), (1, forward)]
        }
    }

    /// Returns whether this direct capture is not allowed: where en passant is possible from all
    /// around, a shatra that stands beside the stepper, or beside the passed square on its rank,
    /// and can capture en passant may not capture the stepper directly.
    pub(super) fn is_barred_by_en_passant(&self, jump: &Jump) -> bool {
        let Some(passed) = self.passed else {
            return false;
        };
        let stepper = stepper_square(passed, self.side_to_move.other());
        self.rule_set.captures_en_passant_from_all_around()
            && jump.captured == stepper
            && (are_side_by_side(jump.from, stepper) || are_side_by_side(jump.from, passed))
            && !self.en_passant_jumps(jump.from).is_empty()
    }

    /// Returns whether the last turn can have been a two-square step over this square: the square
    /// is empty, on files b to f, and on rank 6 if White stepped or 9 if Black did, and a shatra of
    /// the side that stepped stands one rank further forward.
    pub(super) fn can_have_been_passed(&self, square: Square) -> bool {
        let stepper_side = self.side_to_move.other();
        let stepper = self.men.get(&stepper_square(square, stepper_side));
        self.rule_set.has_en_passant()
            && (1..=5).contains(&square.0)
            && stepper_side.relative_rank(square) == 6
            && self.is_empty(square)
            && stepper.is_some_and(|man| man.side == stepper_side && man.kind == Kind::Shatra)
    }

    /// Returns the passed square if a shatra can capture en passant. Only then does the square
    /// distinguish positions for the repetition rule (section 9).
    pub fn usable_passed_square(&self) -> Option<Square> {
        let can_be_used = self.own_squares().into_iter().any(|from| {
            self.man(from).kind == Kind::Shatra && !self.en_passant_jumps(from).is_empty()
        });
        self.passed.filter(|_| can_be_used)
    }
}

/// Returns the square on which a two-square step over the passed square ended.
fn stepper_square(passed: Square, stepper_side: Side) -> Square {
    (passed.0, (passed.1 as i8 + stepper_side.forward()) as u8)
}
