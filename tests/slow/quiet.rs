//! Quiet turns: moves, drops, teleports (protocol/RULES.md section 3).

use std::collections::BTreeSet;

use super::{
    man::{Kind, Man, Side},
    position::Position,
    rule_set::RuleSet,
    square::{self, Square, all_directions, all_squares, line, neighbour},
};

impl Position {
    /// Returns every square to which the man may move quietly. The result is a set: a square that
    /// both a step and a drop can reach counts once.
    pub(super) fn quiet_targets(&self, from: Square) -> BTreeSet<Square> {
        if self.is_confined(from) {
            return if self.is_next_to_leave(from) {
                self.drop_squares(self.man(from).side)
            } else {
                BTreeSet::new()
            };
        }
        let mut targets = self.moves(from);
        targets.extend(self.teleports(from));
        targets.extend(self.later_drops(from));
        targets
    }

    /// Returns the steps and slides of a man that need not be dropped.
    fn moves(&self, from: Square) -> BTreeSet<Square> {
        let man = self.man(from);
        let reached: Vec<Square> = match man.kind {
            Kind::Shatra => self.shatra_moves(from),
            Kind::Biy => all_directions()
                .filter_map(|direction| neighbour(from, direction))
                .filter(|&to| self.is_empty(to))
                .collect(),
            Kind::Batyr | Kind::Tura | Kind::Yalkyn => self.slides(from),
        };
        reached
            .into_iter()
            .filter(|&to| self.may_move_into(man, to))
            .filter(|&to| !self.is_barred_tura(man, from, to))
            .collect()
    }

    fn slides(&self, from: Square) -> Vec<Square> {
        self.man(from)
            .kind
            .slides_along()
            .into_iter()
            .flat_map(|direction| line(from, direction).take_while(|&to| self.is_empty(to)))
            .collect()
    }

    /// Section 3, "Quiet moves", the two clauses on shatras.
    fn shatra_moves(&self, from: Square) -> Vec<Square> {
        let side = self.man(from).side;
        let ahead = side.forward();
        let straight = [(0, ahead)];
        let diagonal = [(-1, ahead), (1, ahead)];
        let sideways = [(-1, 0), (1, 0)];
        let everything = [&straight[..], &diagonal, &sideways].concat();
        let directions = match side.relative_rank(from) {
            _ if self.rule_set == RuleSet::Original => everything,
            1..=6 => straight.to_vec(),
            7 => [&straight[..], &diagonal].concat(),
            _ => everything,
        };
        let mut targets: Vec<Square> = directions
            .into_iter()
            .filter_map(|direction| neighbour(from, direction))
            .filter(|&to| self.is_empty(to))
            .collect();
        targets.extend(self.two_square_step(from));
        targets
    }

    /// The two-square step straight forward from the first field rank over an empty square (not in
    /// Original).
    fn two_square_step(&self, from: Square) -> Option<Square> {
        let side = self.man(from).side;
        let may = self.rule_set != RuleSet::Original && side.relative_rank(from) == 5;
        let mut ahead = line(from, (0, side.forward()));
        let (passed, to) = (ahead.next()?, ahead.next()?);
        (may && self.is_empty(passed) && self.is_empty(to)).then_some(to)
    }

    /// Section 3: while the temdek is on, no man enters its own fortress or gate from outside,
    /// except that the biy may enter the gate. (A man that moves is outside, since inside it
    /// would be confined.)
    fn may_move_into(&self, man: Man, to: Square) -> bool {
        !self.temdek(man.side)
            || !man.side.is_home(to)
            || (man.kind == Kind::Biy && man.side.owns_gate(to))
    }

    /// Section 3, Kurin and Pritchard: a tura in its own fortress or gate must not enter the
    /// enemy's gate or fortress, by a quiet move or a capture.
    pub(super) fn is_barred_tura(&self, man: Man, from: Square, to: Square) -> bool {
        self.rule_set.bars_tura_between_fortresses()
            && man.kind == Kind::Tura
            && man.side.is_home(from)
            && man.side.other().is_home(to)
    }

    /// Section 3, "Teleport" (Extended): from an enemy tower square to the enemy's fortress.
    fn teleports(&self, from: Square) -> Vec<Square> {
        let man = self.man(from);
        let enemy = man.side.other();
        let may =
            self.rule_set.has_teleport() && man.kind == Kind::Shatra && enemy.owns_tower(from);
        all_squares()
            .filter(|&to| may && enemy.owns_fortress_square(to) && self.is_empty(to))
            .collect()
    }

    /// Section 3, "Drops later in the game": allowed in addition to the ordinary moves.
    fn later_drops(&self, from: Square) -> BTreeSet<Square> {
        let man = self.man(from);
        let enemy = man.side.other();
        let gates = self.rule_set.drops_from_gates();
        let shatras = self.rule_set.drops_shatras_from_enemy_fortress();
        if man.side.owns_fortress_square(from) || (gates && man.side.owns_gate(from)) {
            self.drop_squares(man.side)
        } else if (enemy.owns_fortress_square(from) && (shatras || man.kind != Kind::Shatra))
            || (gates && enemy.owns_gate(from))
        {
            self.drop_squares(enemy)
        } else {
            BTreeSet::new()
        }
    }

    /// Returns the empty squares of this side's half; in Pritchard, none on the great road
    /// (file d).
    pub(super) fn drop_squares(&self, half_of: Side) -> BTreeSet<Square> {
        all_squares()
            .filter(|&to| half_of.owns_half_square(to) && self.is_empty(to))
            .filter(|&to| !(self.rule_set == RuleSet::Pritchard && to.0 == 3))
            .collect()
    }

    /// Section 3, "Drop order": free, except that in Original the shatras of the fortress leave in
    /// the order of their SPN numbers, the one nearest the gate first. The order does not apply to
    /// a biy, a batyr (section 10) or a man on the gate.
    fn is_next_to_leave(&self, from: Square) -> bool {
        let man = self.man(from);
        let outside_the_order = self.rule_set != RuleSet::Original
            || man.kind != Kind::Shatra
            || man.side.owns_gate(from);
        outside_the_order || self.first_fortress_shatra(man.side) == Some(from)
    }

    /// Returns the shatra that leaves first: White's from SPN number 9 down, Black's from 54 up.
    fn first_fortress_shatra(&self, side: Side) -> Option<Square> {
        let mut squares: Vec<Square> = all_squares()
            .filter(|&square| side.owns_fortress_square(square))
            .filter(|square| {
                let man = self.men.get(square);
                man.is_some_and(|man| man.side == side && man.kind == Kind::Shatra)
            })
            .collect();
        squares.sort_by_key(|&square| square::spn_number(square));
        match side {
            Side::White => squares.last().copied(),
            Side::Black => squares.first().copied(),
        }
    }

    /// Returns the squares of the side to move's urgent men.
    pub(super) fn urgent_squares(&self) -> Vec<Square> {
        self.own_squares()
            .into_iter()
            .filter(|&square| self.man(square).urgent)
            .collect()
    }
}
