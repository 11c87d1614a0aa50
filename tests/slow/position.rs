//! The position: the men on the board, and the reserve (protocol/RULES.md sections 2 and 3).

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
    pub(super) side: Side,
    pub(super) white_temdek: bool,
    pub(super) black_temdek: bool,
    /// The man in mid-chain.
    pub(super) transit: Option<Square>,
    /// The square passed by the two-square step just made; kept only if it could have been passed.
    pub(super) passed: Option<Square>,
    pub(super) halfmoves: u32,
    pub(super) move_number: u32,
}

impl Position {
    pub fn start(rule_set: RuleSet) -> Position {
        Position::from_spn(rule_set, rule_set.start_text()).unwrap()
    }

    pub fn rule_set(&self) -> RuleSet {
        self.rule_set
    }

    pub fn side_to_move(&self) -> Side {
        self.side
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

    pub fn temdek(&self, side: Side) -> bool {
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
    pub fn lost_biy(&self) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.count(side, Kind::Biy) == 0)
    }

    /// Section 9: returns whether a side has lost its biy or the side to move has no legal turn.
    /// In both cases `loser` names the side that lost. Draws are left to the caller.
    pub fn is_over(&self) -> bool {
        self.loser().is_some()
    }

    pub fn loser(&self) -> Option<Side> {
        match self.lost_biy() {
            Some(side) => Some(side),
            None => self.steps().is_empty().then_some(self.side),
        }
    }

    /// Section 9, the two-biy draw of Original: returns whether only the two biys are left.
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

    /// Returns the squares of the side to move's men.
    pub(super) fn own_squares(&self) -> Vec<Square> {
        self.men
            .iter()
            .filter(|(_, man)| man.side == self.side)
            .map(|(&square, _)| square)
            .collect()
    }

    /// Returns whether an enemy of `side` stands there; a ghost does not count.
    pub(super) fn has_enemy_of(&self, side: Side, square: Square) -> bool {
        self.men.get(&square).is_some_and(|man| man.side != side)
    }

    /// Section 3: returns whether the man on this square is in the reserve. In Original the biy
    /// never is.
    pub(super) fn is_reserve(&self, square: Square) -> bool {
        let man = self.man(square);
        let counts = man.kind != Kind::Biy || self.rule_set != RuleSet::Original;
        counts && self.is_confined(square)
    }

    /// Section 3: while its temdek is on, a man in its own fortress or gate makes no quiet move
    /// but is dropped. This applies to the entire reserve and, in Original, to the biy, too, both
    /// on its gate and (section 10) in the odd case that it stands inside its own fortress.
    pub(super) fn is_confined(&self, square: Square) -> bool {
        let man = self.man(square);
        self.temdek(man.side) && man.side.is_home(square)
    }

    /// Section 3: a temdek with an empty reserve goes off, for either side, when a turn ends.
    pub(super) fn switch_off_empty_temdeks(&mut self) {
        self.white_temdek = self.white_temdek && self.has_reserve(Side::White);
        self.black_temdek = self.black_temdek && self.has_reserve(Side::Black);
    }

    fn has_reserve(&self, side: Side) -> bool {
        self.men
            .iter()
            .any(|(&square, man)| man.side == side && self.is_reserve(square))
    }

    /// Clears the urgent marks of men outside the reserve, where they have no meaning.
    pub(super) fn clear_idle_urgent_marks(&mut self) {
        for square in self.men.keys().copied().collect::<Vec<_>>() {
            let kept = self.is_reserve(square) && self.man(square).urgent;
            self.men.get_mut(&square).unwrap().urgent = kept;
        }
    }
}
