//! Captures, one jump at a time (protocol/RULES.md section 4).

use super::{
    man::{Kind, Man},
    position::Position,
    square::{Direction, Square, all_directions, neighbour, ray},
};

/// One jump. `captured` is the square of the captured man, which in an en-passant capture is not
/// the square jumped over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump {
    pub from: Square,
    pub captured: Square,
    pub to: Square,
}

impl Position {
    /// Returns all jumps that the man can make now.
    pub(super) fn jumps(&self, from: Square) -> Vec<Jump> {
        match self.man(from).kind {
            Kind::Biy => self.short_jumps(from),
            Kind::Shatra => {
                let mut jumps = self.short_jumps(from);
                jumps.retain(|jump| !self.is_barred_by_en_passant(jump));
                jumps.extend(self.en_passant_jumps(from));
                jumps
            }
            officer => officer
                .slide_directions()
                .into_iter()
                .flat_map(|direction| {
                    self.apply_nearest_square_rule(self.long_jumps(from, direction))
                })
                .collect(),
        }
    }

    /// Returns whether the man can capture. The nearest-square rule for officers is ignored here,
    /// as it never removes every landing square.
    pub(super) fn can_capture(&self, from: Square) -> bool {
        let kind = self.man(from).kind;
        if kind.is_officer() {
            kind.slide_directions()
                .into_iter()
                .any(|direction| !self.long_jumps(from, direction).is_empty())
        } else {
            !self.jumps(from).is_empty()
        }
    }

    /// Returns the jumps of a shatra or biy: over an adjacent enemy to the square right behind
    /// it, in all 8 directions.
    fn short_jumps(&self, from: Square) -> Vec<Jump> {
        let man = self.man(from);
        let mut jumps = Vec::new();
        for direction in all_directions() {
            let Some(captured) = neighbour(from, direction) else {
                continue;
            };
            let Some(to) = neighbour(captured, direction) else {
                continue;
            };
            if self.has_enemy_of(man.side, captured)
                && self.is_empty(to)
                && self.may_land(man, from, to)
            {
                jumps.push(Jump { from, captured, to });
            }
        }
        jumps
    }

    /// Returns the jumps of an officer along one ray: over any number of empty squares and one
    /// enemy, to every empty square behind it, nearest first. Ghosts block the line both
    /// in front of and behind that enemy.
    fn long_jumps(&self, from: Square, direction: Direction) -> Vec<Jump> {
        let man = self.man(from);
        let first_met = ray(from, direction).find(|&square| !self.is_empty(square));
        let Some(captured) = first_met.filter(|&square| self.has_enemy_of(man.side, square)) else {
            return Vec::new();
        };
        ray(captured, direction)
            .take_while(|&to| self.is_empty(to))
            .filter(|&to| self.may_land(man, from, to))
            .map(|to| Jump { from, captured, to })
            .collect()
    }

    /// Applies the nearest-square rule to an officer's jumps over one man, nearest landing square
    /// first: the first square from which the officer can capture again is the only one allowed; if
    /// there is none, all are. The rule does not apply to jumps over the biy, which end the game,
    /// or in Online.
    fn apply_nearest_square_rule(&self, jumps: Vec<Jump>) -> Vec<Jump> {
        if !self.rule_set.has_nearest_square_rule() {
            return jumps;
        }
        let captures_biy = |jump: &Jump| self.man(jump.captured).kind == Kind::Biy;
        let can_continue =
            |jump: &Jump| !captures_biy(jump) && self.after_jump(*jump).can_capture(jump.to);
        match jumps.iter().find(|jump| can_continue(jump)) {
            Some(&nearest) => vec![nearest],
            None => jumps,
        }
    }

    /// Section 4, "Where a capture may land": returns whether this jump may land on `to`. What
    /// counts is where the jump starts, not where the chain did. For a biy or batyr of Online
    /// (RULES-ONLINE.md section 1, point 7), it does not matter where the jump starts.
    fn may_land(&self, man: Man, from: Square, to: Square) -> bool {
        if self.is_barred_tura(man, from, to) {
            return false;
        }
        if !man.side.owns_home_square(to) {
            return true;
        }
        if self.rule_set.closes_home_to_biy_and_batyrs() && man.kind != Kind::Shatra {
            return !self.temdek(man.side);
        }
        if man.side.owns_fortress_square(from) {
            return true;
        }
        // The jump starts outside the man's own fortress and would land in it or on its own gate.
        if self.temdek(man.side) {
            return man.kind == Kind::Biy && man.side.owns_gate(to);
        }
        man.kind != Kind::Shatra || self.rule_set.shatra_may_capture_into_home()
    }
}
