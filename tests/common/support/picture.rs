//! Pictures of the board, and assertions about the legal turns of the positions they show.
//!
//! A [`Scene`] is a picture of fourteen ranks, with rank 14 at the top, and the rest of the
//! position: the side to move, the temdeks and so on. Every assertion about a scene is also checked
//! after rotating the board by a half turn and exchanging the colours, so each test covers both
//! colours.

use std::collections::BTreeSet;
use std::fmt;

use batyr::base::Color;
use batyr::rules::shatra::{Kind, Man, Occupant, Position, RuleSet, Setup, square_at, square_name};
use batyr::rules::{Game, MoveList};

use super::half_turn::half_turn_text;
use super::rule_sets::{Variant, with_rules};
use super::turn_lists::{expand, from_square, square};

/// A picture and the rest of the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    setup: Setup,
    /// Whether to skip the check of the half turn.
    one_sided: bool,
}

/// Parses a picture, with White to move and the temdeks off. The letters are those of SPN, `.` is
/// an empty square, and `!` precedes an urgent man. Whitespace is ignored.
#[track_caller]
pub fn board(picture: &str) -> Scene {
    let mut setup = Setup::EMPTY;
    let ranks: Vec<&str> = picture
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    assert_eq!(ranks.len(), 14, "a picture must have 14 ranks");
    for (line, rank) in ranks.into_iter().zip((1..=14).rev()) {
        let mut files = (0..7).filter_map(|file| square_at(file, rank));
        let mut urgent = false;
        for letter in line.chars().filter(|c| !c.is_whitespace()) {
            if letter == '!' {
                urgent = true;
                continue;
            }
            let square = files
                .next()
                .unwrap_or_else(|| panic!("rank {rank} has too many squares"));
            setup.squares[square.index()] = occupant(letter, urgent);
            urgent = false;
        }
        assert!(files.next().is_none(), "rank {rank} has too few squares");
    }
    Scene {
        setup,
        one_sided: false,
    }
}

impl Scene {
    /// Returns the start position of a rule set.
    pub fn start(rules: Variant) -> Self {
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

    /// Turns these temdeks on and the others off: `T`, `t`, `Tt` or `-`.
    pub fn temdeks(mut self, text: &str) -> Self {
        self.setup.temdeks = [text.contains('T'), text.contains('t')];
        self
    }

    /// Makes the man on this square the one in mid-chain.
    pub fn transit(mut self, name: &str) -> Self {
        self.setup.transit = Some(square(name));
        self
    }

    /// Sets the square that a shatra has just passed over.
    pub fn passed(mut self, name: &str) -> Self {
        self.setup.en_passant = Some(square(name));
        self
    }

    /// Puts this man on the square; `.` empties it.
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

    /// Skips the check of the half turn, for scenes in which the rules treat the colours
    /// differently.
    pub fn one_sided(mut self) -> Self {
        self.one_sided = true;
        self
    }

    /// Returns the temdeks that are on, in SPN's notation.
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
        position.unwrap_or_else(|e| panic!("{}: {e}", R::RULES.id))
    }

    /// Returns the scene rotated by a half turn, with the colours exchanged.
    pub fn half_turn(&self) -> Self {
        Self {
            setup: self.setup.exchanged(),
            one_sided: true,
        }
    }

    /// Returns all legal turns, in notation.
    #[track_caller]
    pub fn legal(&self, rules: Variant) -> BTreeSet<String> {
        fn list<R: RuleSet>(scene: &Scene) -> Vec<String> {
            let position = scene.position::<R>();
            let mut turns = MoveList::new();
            position.generate(&mut turns);
            turns.iter().map(|&turn| position.turn_text(turn)).collect()
        }
        let list = with_rules!(rules, list(self));
        let set: BTreeSet<_> = list.iter().cloned().collect();
        assert_eq!(
            set.len(),
            list.len(),
            "{rules:?}: duplicate turns in {list:?}"
        );
        if !self.one_sided {
            let rotated = self.half_turn().legal(rules);
            let rotated: BTreeSet<_> = rotated.iter().map(|text| half_turn_text(text)).collect();
            assert_eq!(rotated, set, "{rules:?}: the half turn differs\n{self}");
        }
        set
    }

    /// Asserts that these are all the legal turns.
    #[track_caller]
    pub fn expect_all(&self, rules: &[Variant], turns: &str) {
        for &rules in rules {
            let expected = expand(turns);
            assert_same(rules, self, &self.legal(rules), &expected);
        }
    }

    /// Asserts that these are all the legal turns of the men that make them.
    #[track_caller]
    pub fn expect(&self, rules: &[Variant], turns: &str) {
        let expected = expand(turns);
        let from_squares: BTreeSet<_> = expected.iter().map(|text| from_square(text)).collect();
        for &rules in rules {
            let mut legal = self.legal(rules);
            legal.retain(|text| from_squares.contains(from_square(text)));
            assert_same(rules, self, &legal, &expected);
        }
    }

    /// Asserts that the man on this square has no legal turn.
    #[track_caller]
    pub fn expect_none(&self, rules: &[Variant], square: &str) {
        for &rules in rules {
            let mut legal = self.legal(rules);
            legal.retain(|text| from_square(text) == square);
            assert_same(rules, self, &legal, &BTreeSet::new());
        }
    }

    /// Asserts that these turns are legal; other turns may be, too.
    #[track_caller]
    pub fn allows(&self, rules: &[Variant], turns: &str) {
        for &rules in rules {
            let legal = self.legal(rules);
            let missing: Vec<_> = expand(turns).difference(&legal).cloned().collect();
            assert!(
                missing.is_empty(),
                "{rules:?}: {missing:?} should be legal\n{self}"
            );
        }
    }

    /// Asserts that these turns are not legal.
    #[track_caller]
    pub fn forbids(&self, rules: &[Variant], turns: &str) {
        for &rules in rules {
            let legal = self.legal(rules);
            let wrong: Vec<_> = expand(turns).intersection(&legal).cloned().collect();
            assert!(
                wrong.is_empty(),
                "{rules:?}: {wrong:?} should be illegal\n{self}"
            );
        }
    }

    /// Returns the scene after a legal turn.
    #[track_caller]
    pub fn after(&self, rules: Variant, turn: &str) -> Self {
        fn play<R: RuleSet>(scene: &Scene, text: &str) -> Setup {
            let position = scene.position::<R>();
            let paths = position.paths();
            let turn = paths.iter().find(|(_, path)| path.text() == text);
            let (turn, _) =
                turn.unwrap_or_else(|| panic!("{}: {text} is not legal\n{scene}", R::RULES.id));
            position.after(*turn).setup()
        }
        let mut setup = with_rules!(rules, play(self, turn));
        setup.move_number = 1;
        let after = Self {
            setup,
            one_sided: self.one_sided,
        };
        if !self.one_sided {
            let rotated = self.half_turn().after(rules, &half_turn_text(turn));
            assert_eq!(
                rotated.half_turn().setup,
                after.setup,
                "{rules:?}: the half turn differs"
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
        assert!(same, "found:\n{self}expected:\n{expected}");
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
fn assert_same(
    rules: Variant,
    scene: &Scene,
    legal: &BTreeSet<String>,
    expected: &BTreeSet<String>,
) {
    let missing: Vec<_> = expected.difference(legal).collect();
    let extra: Vec<_> = legal.difference(expected).collect();
    assert!(
        legal == expected,
        "{rules:?}: missing {missing:?}, unexpected {extra:?}\n{scene}"
    );
}

fn occupant(letter: char, urgent: bool) -> Option<Occupant> {
    if letter == '.' {
        return None;
    }
    if let Some(kind) = Kind::from_ghost_letter(letter) {
        return Some(Occupant::Ghost(kind));
    }
    let man = Man::from_letter(letter).unwrap_or_else(|| panic!("{letter:?} names no man"));
    Some(Occupant::Man { man, urgent })
}
