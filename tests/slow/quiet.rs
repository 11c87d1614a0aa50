//! Quiet turns: quiet moves, drops and teleports (protocol/RULES.md section 3).

use std::collections::BTreeSet;

use super::{
    man::{Kind, Man, Side},
    position::Position,
    square::{self, Square, all_directions, all_squares, neighbour, ray},
};

impl Position {
    /// Returns every square that the man can reach by a quiet turn. A square that can be reached
    /// both by a quiet move and by a drop counts once.
    pub(super) fn quiet_targets(&self, from: Square) -> BTreeSet<Square> {
        if self.is_confined(from) {
            return if self.drop_order_allows(from) {
                self.drop_squares(self.man(from).side)
            } else {
                BTreeSet::new()
            };
        }
        let mut targets = self.quiet_moves(from);
        targets.extend(self.teleports(from));
        targets.extend(self.later_drops(from));
        targets
    }

    /// Returns the targets of quiet moves by a man that is not confined.
    fn quiet_moves(&self, from: Square) -> BTreeSet<Square> {
        let man = self.man(from);
        let targets: Vec<Square> = match man.kind {
            Kind::Shatra => self.shatra_moves(from),
            Kind::Biy => all_directions()
                .filter_map(|direction| neighbour(from, direction))
                .filter(|&to| self.is_empty(to))
                .collect(),
            Kind::Batyr | Kind::Tura | Kind::Yalkyn => self.slides(from),
        };
        targets
            .into_iter()
            .filter(|&to| self.may_enter(man, to))
            .filter(|&to| !self.is_barred_tura(man, from, to))
            .collect()
    }

    fn slides(&self, from: Square) -> Vec<Square> {
        self.man(from)
            .kind
            .slide_directions()
            .into_iter()
            .flat_map(|direction| ray(from, direction).take_while(|&to| self.is_empty(to)))
            .collect()
    }

    /// Section 3, "Quiet moves", the two clauses on shatras.
    fn shatra_moves(&self, from: Square) -> Vec<Square> {
        let side = self.man(from).side;
        let forward = side.forward();
        let straight = [(0, forward)];
        let diagonal = [(-1, forward), (1, forward)];
        let sideways = [(-1, 0), (1, 0)];
        let all = [&straight[..], &diagonal, &sideways].concat();
        let directions = match side.relative_rank(from) {
            _ if self.rule_set.follows_original() => all,
            1..=6 => straight.to_vec(),
            7 => [&straight[..], &diagonal].concat(),
            _ => all,
        };
        let mut targets: Vec<Square> = directions
            .into_iter()
            .filter_map(|direction| neighbour(from, direction))
            .filter(|&to| self.is_empty(to))
            .collect();
        targets.extend(self.two_square_step(from));
        targets
    }

    /// Returns the target of the two-square step straight forward from the first field rank over an
    /// empty square (not in Original and Online).
    fn two_square_step(&self, from: Square) -> Option<Square> {
        let side = self.man(from).side;
        let may_step = !self.rule_set.follows_original() && side.relative_rank(from) == 5;
        let mut ahead = ray(from, (0, side.forward()));
        let (passed, to) = (ahead.next()?, ahead.next()?);
        (may_step && self.is_empty(passed) && self.is_empty(to)).then_some(to)
    }

    /// Section 3: returns whether the man may move to this square. While the temdek is on, no man
    /// enters its own fortress or gate from outside, except that the biy may enter the gate. (A man
    /// that makes quiet moves is outside, since inside it would be confined.) In Online
    /// (RULES-ONLINE.md section 1, point 7), the biy may not enter the gate either, and a biy or
    /// batyr inside makes quiet moves, but none that ends inside.
    fn may_enter(&self, man: Man, to: Square) -> bool {
        let is_open_to_biy =
            man.side.owns_gate(to) && !self.rule_set.closes_home_to_biy_and_batyrs();
        !self.temdek(man.side)
            || !man.side.owns_home_square(to)
            || (man.kind == Kind::Biy && is_open_to_biy)
    }

    /// Section 3, "Quiet moves": returns whether a tura would go from its own fortress or gate to
    /// the enemy's, which Kurin's and Pritchard's rules forbid even in a capture.
    pub(super) fn is_barred_tura(&self, man: Man, from: Square, to: Square) -> bool {
        self.rule_set.bars_tura_between_fortresses()
            && man.kind == Kind::Tura
            && man.side.owns_home_square(from)
            && man.side.other().owns_home_square(to)
    }

    /// Section 3, "Teleport": returns the empty squares of the enemy's fortress for a shatra on an
    /// enemy tower square.
    fn teleports(&self, from: Square) -> Vec<Square> {
        let man = self.man(from);
        let enemy = man.side.other();
        let may_teleport =
            self.rule_set.has_teleport() && man.kind == Kind::Shatra && enemy.owns_tower(from);
        all_squares()
            .filter(|&to| may_teleport && enemy.owns_fortress_square(to) && self.is_empty(to))
            .collect()
    }

    /// Section 3, "Drops later in the game": returns the targets of drops that are allowed in
    /// addition to quiet moves.
    fn later_drops(&self, from: Square) -> BTreeSet<Square> {
        let man = self.man(from);
        let enemy = man.side.other();
        let rules = self.rule_set;
        if man.side.owns_fortress_square(from)
            || (man.side.owns_gate(from) && rules.drops_from_own_gate())
        {
            self.drop_squares(man.side)
        } else if (enemy.owns_fortress_square(from) && rules.drops_from_enemy_fortress(man.kind))
            || (enemy.owns_gate(from) && rules.drops_from_enemy_gate())
        {
            self.drop_squares(enemy)
        } else {
            BTreeSet::new()
        }
    }

    /// Returns the empty squares of one side's half; in Pritchard, without the great road (file d).
    pub(super) fn drop_squares(&self, owner: Side) -> BTreeSet<Square> {
        all_squares()
            .filter(|&to| owner.owns_field_square(to) && self.is_empty(to))
            .filter(|&to| !(self.rule_set.closes_great_road() && to.0 == 3))
            .collect()
    }

    /// Returns whether the drop order (section 3) lets this man be dropped now. In Original and
    /// Online, the shatras of the fortress leave in the order of their SPN numbers, the one nearest
    /// the gate first; the order does not apply to a biy, a batyr (section 10) or a man on the
    /// gate. In the other rule sets, the order is free.
    fn drop_order_allows(&self, from: Square) -> bool {
        let man = self.man(from);
        let is_exempt = !self.rule_set.follows_original()
            || man.kind != Kind::Shatra
            || man.side.owns_gate(from);
        is_exempt || self.first_fortress_shatra(man.side) == Some(from)
    }

    /// Returns the square of the shatra that is dropped first: White's from SPN number 9 down,
    /// Black's from 54 up.
    pub(super) fn first_fortress_shatra(&self, side: Side) -> Option<Square> {
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

    /// Returns the squares of the urgent men of the side to move.
    pub(super) fn urgent_squares(&self) -> Vec<Square> {
        self.own_squares()
            .into_iter()
            .filter(|&square| self.man(square).urgent)
            .collect()
    }
}
