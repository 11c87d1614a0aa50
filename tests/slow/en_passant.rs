//! En passant (protocol/RULES.md section 5).

use super::{
    capture::Jump,
    man::{Kind, Side},
    position::Position,
    rule_set::RuleSet,
    square::{Direction, Square, all_directions, neighbour, side_by_side},
};

impl Position {
    /// Returns the jumps over the passed square by the shatra on `from`. They can only be the
    /// first capture of a chain.
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
                captured: stepper_square(passed, self.side.other()),
                to,
            })
            .collect()
    }

    /// Extended: along every line except the passed square's own file. Kurin and Pritchard: only
    /// diagonally forward, which is always from beside the stepper.
    fn en_passant_directions(&self) -> Vec<Direction> {
        let ahead = self.side.forward();
        match self.rule_set {
            RuleSet::Extended => all_directions().filter(|&(files, _)| files != 0).collect(),
            RuleSet::Kurin | RuleSet::Pritchard => vec![(-1, ahead), (1, ahead)],
            RuleSet::Original => Vec::new(),
        }
    }

    /// Extended: a shatra beside the stepper, or beside the passed square on its rank, that can
    /// capture en passant must not capture the stepper directly.
    pub(super) fn must_go_en_passant_instead(&self, jump: &Jump) -> bool {
        let Some(passed) = self.passed else {
            return false;
        };
        let stepper = stepper_square(passed, self.side.other());
        self.rule_set == RuleSet::Extended
            && jump.captured == stepper
            && (side_by_side(jump.from, stepper) || side_by_side(jump.from, passed))
            && !self.en_passant_jumps(jump.from).is_empty()
    }

    /// Returns whether the side not to move could have passed this square by a two-square step
    /// just now: files b to f, rank 6 (White stepped) or 9 (Black stepped), the square itself
    /// empty, the stepper behind it.
    pub(super) fn could_be_passed(&self, square: Square) -> bool {
        let stepper_side = self.side.other();
        let stepper = self.men.get(&stepper_square(square, stepper_side));
        self.rule_set.has_en_passant()
            && (1..=5).contains(&square.0)
            && stepper_side.relative_rank(square) == 6
            && self.is_empty(square)
            && stepper.is_some_and(|man| man.side == stepper_side && man.kind == Kind::Shatra)
    }

    /// Returns the passed square if a man can actually capture en passant (for repetition, section
    /// 9).
    pub fn usable_passed_square(&self) -> Option<Square> {
        let used = self.own_squares().into_iter().any(|from| {
            self.man(from).kind == Kind::Shatra && !self.en_passant_jumps(from).is_empty()
        });
        self.passed.filter(|_| used)
    }
}

/// Returns the square where a two-square step over the passed square ended.
fn stepper_square(passed: Square, stepper_side: Side) -> Square {
    (passed.0, (passed.1 as i8 + stepper_side.forward()) as u8)
}
