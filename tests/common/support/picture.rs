//! Pictures of the board, and assertions about their legal turns.
//!
//! A [`Scene`] is a picture of fourteen ranks, rank 14 on top, together with the rest of the
//! position: the side to move, the temdeks and so on. Every assertion about a scene is also checked
//! on its half turn, so each test covers both colours.

use std::collections::BTreeSet;
use std::fmt;

use batyr::base::Color;
use batyr::rules::MoveList;
use batyr::rules::shatra::{Kind, Man, Occupant, Position, RuleSet, Setup, square_at, square_name};

use super::half_turn::half_turn_text;
use super::rule_sets::{Rules, with_rules};
use super::turn_lists::{expand, man_of, square};

/// A picture and the rest of the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    setup: Setup,
    one_sided: bool,
}

/// Reads a picture: White to move, temdeks off. Letters are those of SPN, `.`
/// is an empty square, and `!` precedes an urgent man; blanks are ignored.
#[track_caller]
pub fn board(picture: &str) -> Scene {
    let mut setup = Setup::EMPTY;
    let ranks: Vec<&str> = picture.lines().filter(|l| !l.trim().is_empty()).collect();
    assert_eq!(ranks.len(), 14, "a picture has 14 ranks");
    for (line, rank) in ranks.into_iter().zip((1..=14).rev()) {
        let mut files = (0..7).filter_map(|file| square_at(file, rank));
        let mut urgent = false;
        for letter in line.chars().filter(|c| !c.is_whitespace()) {
            if letter == '!' {
                urgent = true;
                continue;
            }
            let square = files.next().unwrap_or_else(|| panic!("rank {rank}: long"));
            setup.squares[square.index()] = occupant(letter, urgent);
            urgent = false;
        }
        assert!(files.next().is_none(), "rank {rank}: short");
    }
    Scene {
        setup,
        one_sided: false,
    }
}

impl Scene {
    /// Returns the start position of a rule set.
    pub fn start(rules: Rules) -> Self {
        fn start<R: RuleSet>() -> Setup {
            Position::<R>::start().setup()
        }
        Self {
            setup: with_rules!(rules, start()),
            one_sided: false,
        }
    }

    /// Makes Black the side to move.
    pub fn black(mut self) -> Self {
        self.setup.to_move = Color::Black;
        self
    }

    /// Turns these temdeks on: `T`, `t`, `Tt` or `-`.
    pub fn temdeks(mut self, text: &str) -> Self {
        self.setup.temdeks = [text.contains('T'), text.contains('t')];
        self
    }

    /// Puts the man on this square in mid-chain.
    pub fn transit(mut self, name: &str) -> Self {
        self.setup.transit = Some(square(name));
        self
    }

    /// Sets the square that a shatra has just passed over.
    pub fn passed(mut self, name: &str) -> Self {
        self.setup.en_passant = Some(square(name));
        self
    }

    /// Puts another man on this square; `.` empties it.
    pub fn with(mut self, name: &str, letter: char) -> Self {
        self.setup.squares[square(name).index()] = occupant(letter, false);
        self
    }

    /// Marks the man on this square as urgent.
    pub fn urgent(mut self, name: &str) -> Self {
        let occupant = &mut self.setup.squares[square(name).index()];
        if let Some(Occupant::Man { urgent, .. }) = occupant {
            *urgent = true;
        }
        self
    }

    /// Skips the half turn, because the colours do not mirror each other here.
    pub fn one_sided(mut self) -> Self {
        self.one_sided = true;
        self
    }

    /// Returns the temdeks that are on, as in SPN.
    pub fn temdek_text(&self) -> &'static str {
        match self.setup.temdeks {
            [false, false] => "-",
            [true, false] => "T",
            [false, true] => "t",
            [true, true] => "Tt",
        }
    }

    /// Returns the square that a shatra has just passed over.
    pub fn passed_square(&self) -> Option<String> {
        self.setup.en_passant.map(square_name)
    }

    /// Returns the position under a rule set.
    #[track_caller]
    pub fn position<R: RuleSet>(&self) -> Position<R> {
        let position = self.setup.position();
        position.unwrap_or_else(|e| panic!("{}: {e}", R::ID))
    }

    /// Returns the half turn of the scene, with the colours exchanged.
    pub fn half_turn(&self) -> Self {
        Self {
            setup: self.setup.exchanged(),
            one_sided: true,
        }
    }

    /// Returns the texts of all legal turns.
    #[track_caller]
    pub fn legal(&self, rules: Rules) -> BTreeSet<String> {
        fn list<R: RuleSet>(scene: &Scene) -> Vec<String> {
            let position = scene.position::<R>();
            let mut turns = MoveList::new();
            position.legal_turns(&mut turns);
            turns.iter().map(|&t| position.turn_text(t)).collect()
        }
        let list = with_rules!(rules, list(self));
        let set: BTreeSet<_> = list.iter().cloned().collect();
        assert_eq!(set.len(), list.len(), "{rules:?}: a turn twice in {list:?}");
        if !self.one_sided {
            let turned = self.half_turn().legal(rules);
            let turned: BTreeSet<_> = turned.iter().map(|t| half_turn_text(t)).collect();
            assert_eq!(turned, set, "{rules:?}: the half turn differs\n{self}");
        }
        set
    }

    /// Asserts that these are all the legal turns.
    #[track_caller]
    pub fn expect_all(&self, rules: &[Rules], texts: &str) {
        for &rules in rules {
            let expected = expand(texts);
            assert_same(rules, self, &self.legal(rules), &expected);
        }
    }

    /// Asserts that the men that these turns begin with have no other legal
    /// turns.
    #[track_caller]
    pub fn expect(&self, rules: &[Rules], texts: &str) {
        let expected = expand(texts);
        let men: BTreeSet<_> = expected.iter().map(|text| man_of(text)).collect();
        for &rules in rules {
            let mut legal = self.legal(rules);
            legal.retain(|text| men.contains(man_of(text)));
            assert_same(rules, self, &legal, &expected);
        }
    }

    /// Asserts that the man on this square has no legal turn.
    #[track_caller]
    pub fn expect_none(&self, rules: &[Rules], man: &str) {
        for &rules in rules {
            let mut legal = self.legal(rules);
            legal.retain(|text| man_of(text) == man);
            assert_same(rules, self, &legal, &BTreeSet::new());
        }
    }

    /// Asserts that these turns are legal; others may also be.
    #[track_caller]
    pub fn allows(&self, rules: &[Rules], texts: &str) {
        for &rules in rules {
            let legal = self.legal(rules);
            let missing: Vec<_> = expand(texts).difference(&legal).cloned().collect();
            assert!(missing.is_empty(), "{rules:?}: no {missing:?}\n{self}");
        }
    }

    /// Asserts that these turns are not legal.
    #[track_caller]
    pub fn forbids(&self, rules: &[Rules], texts: &str) {
        for &rules in rules {
            let legal = self.legal(rules);
            let wrong: Vec<_> = expand(texts).intersection(&legal).cloned().collect();
            assert!(wrong.is_empty(), "{rules:?}: {wrong:?} legal\n{self}");
        }
    }

    /// Returns the scene after a legal turn.
    #[track_caller]
    pub fn after(&self, rules: Rules, turn: &str) -> Self {
        fn play<R: RuleSet>(scene: &Scene, text: &str) -> Setup {
            let position = scene.position::<R>();
            let paths = position.paths();
            let turn = paths.iter().find(|(_, path)| path.text() == text);
            let (turn, _) = turn.unwrap_or_else(|| panic!("{}: no {text}\n{scene}", R::ID));
            position.after(*turn).setup()
        }
        let mut setup = with_rules!(rules, play(self, turn));
        setup.move_number = 1;
        let after = Self {
            setup,
            one_sided: self.one_sided,
        };
        if !self.one_sided {
            let turned = self.half_turn().after(rules, &half_turn_text(turn));
            assert_eq!(
                turned.half_turn().setup,
                after.setup,
                "{rules:?}: half turn"
            );
        }
        after
    }

    /// Asserts that the men stand as in this picture.
    #[track_caller]
    pub fn looks_like(&self, picture: &str) {
        self.stands_as(&board(picture));
    }

    /// Asserts that the men stand as in another scene.
    #[track_caller]
    pub fn stands_as(&self, expected: &Self) {
        let same = self.setup.squares == expected.setup.squares;
        assert!(same, "found\n{self}expected\n{expected}");
    }
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (1..=14).rev() {
            for file in 0..7 {
                let square = square_at(file, rank).map(|s| self.setup.squares[s.index()]);
                match square {
                    None => write!(f, " ")?,
                    Some(None) => write!(f, ".")?,
                    Some(Some(Occupant::Ghost(kind))) => {
                        write!(f, "{}", kind.ghost_letter().unwrap())?;
                    }
                    Some(Some(Occupant::Man { man, urgent })) => {
                        write!(f, "{}{}", if urgent { "!" } else { "" }, man.letter())?;
                    }
                }
            }
            writeln!(f)?;
        }
        writeln!(f, "{}", self.setup)
    }
}

#[track_caller]
fn assert_same(rules: Rules, scene: &Scene, legal: &BTreeSet<String>, expected: &BTreeSet<String>) {
    let missing: Vec<_> = expected.difference(legal).collect();
    let extra: Vec<_> = legal.difference(expected).collect();
    assert!(
        legal == expected,
        "{rules:?}: missing {missing:?}, not expected {extra:?}\n{scene}"
    );
}

fn occupant(letter: char, urgent: bool) -> Option<Occupant> {
    if letter == '.' {
        return None;
    }
    if let Some(kind) = Kind::from_ghost_letter(letter) {
        return Some(Occupant::Ghost(kind));
    }
    let man = Man::from_letter(letter).unwrap_or_else(|| panic!("no man is {letter:?}"));
    Some(Occupant::Man { man, urgent })
}
