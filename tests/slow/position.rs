//! Positions: the men on the board, which of them are in reserve, and whether the game is over
//! (protocol/RULES.md sections 2, 3 and 9).

use std::collections::BTreeMap;

use super::{
    man::{Kind, Man, Side},
    rule_set::RuleSet,
    square::Square,
};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub(super) rule_set: RuleSet,
    pub(super) men: BTreeMap<Square, Man>,
    /// Captured men that stay on the board until the chain ends.
    pub(super) ghosts: BTreeMap<Square, Kind>,
    pub(super) side_to_move: Side,
    /// Whether White's temdek is on; always `false` in Online, where it follows from the board.
    pub(super) white_temdek: bool,
    /// The same for Black.
    pub(super) black_temdek: bool,
    /// The square of the man in mid-chain.
    pub(super) transit: Option<Square>,
    /// The square passed over by a two-square step in the last turn.
    pub(super) passed: Option<Square>,
    pub(super) halfmoves: u32,
    pub(super) move_number: u32,
}

impl Position {
    pub fn start(rule_set: RuleSet) -> Position {
        Position::from_spn(rule_set, rule_set.start_spn()).unwrap()
    }

    pub fn rule_set(&self) -> RuleSet {
        self.rule_set
    }

    pub fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    pub fn men(&self) -> &BTreeMap<Square, Man> {
        &self.men
    }

    pub fn ghosts(&self) -> &BTreeMap<Square, Kind> {
        &self.ghosts
    }

    pub fn transit(&self) -> Option<Square> {
        self.transit
    }

    pub fn passed_square(&self) -> Option<Square> {
        self.passed
    }

    pub fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    pub fn move_number(&self) -> u32 {
        self.move_number
    }

    /// Returns whether a side's temdek is on. In Online (RULES-ONLINE.md section 1, point 6), it is
    /// on while a shatra of that side stands in its own fortress.
    pub fn temdek(&self, side: Side) -> bool {
        if self.rule_set.temdek_follows_from_board() {
            return self.first_fortress_shatra(side).is_some();
        }
        match side {
            Side::White => self.white_temdek,
            Side::Black => self.black_temdek,
        }
    }

    /// Returns how many men of this kind a side has on the board; ghosts do not count.
    pub fn count(&self, side: Side, kind: Kind) -> usize {
        self.men
            .values()
            .filter(|man| man.side == side && man.kind == kind)
            .count()
    }

    /// Returns the side whose biy has been captured (section 9).
    pub fn side_without_biy(&self) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.count(side, Kind::Biy) == 0)
    }

    /// Returns whether a side has lost.
    pub fn has_loser(&self) -> bool {
        self.loser().is_some()
    }

    /// Section 9: returns the side whose biy has been captured or, failing that, the side to move
    /// if it has no legal turn.
    pub fn loser(&self) -> Option<Side> {
        match self.side_without_biy() {
            Some(side) => Some(side),
            None => self.steps().is_empty().then_some(self.side_to_move),
        }
    }

    /// Section 9, the draw by bare biys: returns whether the position is drawn because only the two
    /// biys are left.
    pub fn is_drawn_by_bare_biys(&self) -> bool {
        let limit = self.rule_set.bare_biy_limit();
        self.only_biys_left() && limit.is_some_and(|limit| self.halfmoves >= limit)
    }

    /// Returns whether only the two biys are left.
    pub fn only_biys_left(&self) -> bool {
        self.men.values().all(|man| man.kind == Kind::Biy)
    }

    /// Returns the man on this square, which must not be empty.
    pub(super) fn man(&self, square: Square) -> Man {
        self.men[&square]
    }

    /// Returns whether the square holds neither a man nor a ghost.
    pub(super) fn is_empty(&self, square: Square) -> bool {
        !self.men.contains_key(&square) && !self.ghosts.contains_key(&square)
    }

    /// Returns the squares of the men of the side to move.
    pub(super) fn own_squares(&self) -> Vec<Square> {
        self.men
            .iter()
            .filter(|(_, man)| man.side == self.side_to_move)
            .map(|(&square, _)| square)
            .collect()
    }

    /// Returns whether an enemy of `side` stands on this square; a ghost does not count.
    pub(super) fn has_enemy_of(&self, side: Side, square: Square) -> bool {
        self.men.get(&square).is_some_and(|man| man.side != side)
    }

    /// Section 3: returns whether the man on this square is in the reserve. In Original the biy
    /// never is, and in Online only a shatra can be.
    pub(super) fn is_reserve(&self, square: Square) -> bool {
        let man = self.man(square);
        let can_be_reserve = man.kind != Kind::Biy || !self.rule_set.follows_original();
        can_be_reserve && self.is_confined(square)
    }

    /// Section 3: returns whether the man on this square stands in its own fortress or gate while
    /// its side's temdek is on; it then makes no quiet moves and is dropped instead. This applies
    /// to the entire reserve and, in Original, also to a biy on its gate or (section 10) in its own
    /// fortress. In Online, it applies only to the shatras of the fortress.
    pub(super) fn is_confined(&self, square: Square) -> bool {
        let man = self.man(square);
        if self.rule_set.confines_only_fortress_shatras() {
            return man.kind == Kind::Shatra && man.side.owns_fortress_square(square);
        }
        self.temdek(man.side) && man.side.owns_home_square(square)
    }

    /// Section 3: switches off the temdek of each side whose reserve is empty. This happens when a
    /// turn ends.
    pub(super) fn switch_off_temdeks_without_reserve(&mut self) {
        self.white_temdek = self.white_temdek && self.has_reserve(Side::White);
        self.black_temdek = self.black_temdek && self.has_reserve(Side::Black);
    }

    fn has_reserve(&self, side: Side) -> bool {
        self.men
            .iter()
            .any(|(&square, man)| man.side == side && self.is_reserve(square))
    }

    /// Clears the urgent marks of men outside the reserve, where they have no meaning; in Online
    /// all marks.
    pub(super) fn clear_meaningless_urgent_marks(&mut self) {
        for square in self.men.keys().copied().collect::<Vec<_>>() {
            let can_be_urgent = self.rule_set.has_urgent_men() && self.is_reserve(square);
            let is_urgent = can_be_urgent && self.man(square).urgent;
            self.men.get_mut(&square).unwrap().urgent = is_urgent;
        }
    }
}
