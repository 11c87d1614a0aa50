//! Classes of positions: which men are on the board.
//!
//! A class stands for itself and for the one with the sides exchanged. White has the stronger
//! men in it: more of them, or the same number and more of the strongest kind. The files of
//! tables are named after their classes: `KQvK`.

use std::fmt;
use std::marker::PhantomData;

use super::game::{Counts, KING, TableGame};
use crate::base::Color;

/// The greatest number of men on the board, kings included.
pub const MAX_TABLE_MEN: usize = 6;

/// A class of positions of the game `P`.
pub struct Class<P> {
    counts: [Counts; 2],
    game: PhantomData<fn() -> P>,
}

/// The name of a class can't be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name:?} is no class of {variant}, expected one such as {example}")]
pub struct ClassNameError {
    name: String,
    variant: &'static str,
    example: String,
}

impl<P: TableGame> Class<P> {
    /// Returns the class of the men of White and of Black, and whether the sides are exchanged in
    /// it.
    pub fn of_counts(white: Counts, black: Counts) -> (Self, bool) {
        let strength = |counts: &Counts| (counts.iter().sum::<u8>(), *counts);
        let is_exchanged = strength(&white) < strength(&black);
        let counts = if is_exchanged {
            [black, white]
        } else {
            [white, black]
        };
        let game = PhantomData;
        (Self { counts, game }, is_exchanged)
    }

    /// Returns the class of a position, and whether the sides are exchanged in it.
    pub fn of(position: &P) -> (Self, bool) {
        let [white, black] = Color::ALL.map(|color| {
            let mut counts = Counts::default();
            for (kind, count) in counts.iter_mut().enumerate().take(P::KINDS) {
                *count = position.men_of(color, kind).count() as u8;
            }
            counts
        });
        Self::of_counts(white, black)
    }

    /// Returns every class of at most this number of men, kings included, so that every turn
    /// leads to the same class or to an earlier one.
    pub fn all(max_men: usize) -> Vec<Self> {
        let others = max_men.min(MAX_TABLE_MEN).saturating_sub(2) as u8;
        let sides = Self::sides(others);
        let classes = sides
            .iter()
            .flat_map(|&white| {
                sides
                    .iter()
                    .map(move |&black| Self::of_counts(white, black))
            })
            .filter(|(class, is_exchanged)| !is_exchanged && class.men() <= usize::from(others) + 2)
            .map(|(class, _)| class);
        let inverted = |counts: [Counts; 2]| counts.map(|side| side.map(|n| !n));
        // Captures reduce the number of men, promotions that of the last kind. The keys are the same
        // type for all games, so that the sort is compiled once.
        let key = |class: Self| (class.men(), class.promoting_men(), inverted(class.counts));
        let mut keys: Vec<_> = classes.map(key).collect();
        keys.sort_unstable();
        keys.into_iter()
            .map(|(.., counts)| Self {
                counts: inverted(counts),
                game: PhantomData,
            })
            .collect()
    }

    /// Returns all men that a side may have, with at most this number of them.
    fn sides(max: u8) -> Vec<Counts> {
        let mut sides = vec![Counts::default()];
        for kind in 0..P::KINDS {
            sides = sides
                .into_iter()
                .flat_map(|side| {
                    (0..=max).map(move |count| {
                        let mut side = side;
                        if let Some(place) = side.get_mut(kind) {
                            *place = count;
                        }
                        side
                    })
                })
                .filter(|side| side.iter().sum::<u8>() <= max && P::allows(side))
                .collect();
        }
        sides
    }

    /// Returns the number of men, kings included.
    pub fn men(&self) -> usize {
        2 + self
            .counts
            .iter()
            .flatten()
            .map(|&count| usize::from(count))
            .sum::<usize>()
    }

    /// Returns the level of the class: the number of men and of those that can be promoted. Every
    /// turn from a class leads to the same class or to one of a lower level.
    pub fn level(&self) -> (usize, u8) {
        (self.men(), self.promoting_men())
    }

    fn promoting_men(&self) -> u8 {
        let last = P::KINDS.saturating_sub(1);
        self.counts.iter().filter_map(|side| side.get(last)).sum()
    }

    /// Returns the numbers of men of White and of Black.
    pub const fn counts(&self) -> &[Counts; 2] {
        &self.counts
    }

    /// Returns whether both sides have the same men.
    pub fn is_symmetric(&self) -> bool {
        let [white, black] = self.counts;
        white == black
    }

    /// Returns the class with this name.
    ///
    /// # Errors
    /// Returns an error if the name does not consist of the men of two sides, `KQvK`, or if the
    /// game has no such class.
    pub fn from_name(name: &str) -> Result<Self, ClassNameError> {
        Self::parse(name).ok_or_else(|| ClassNameError {
            name: name.to_owned(),
            variant: P::RULES.id(),
            example: Self::all(3)
                .get(1)
                .map_or_else(String::new, ToString::to_string),
        })
    }

    fn parse(name: &str) -> Option<Self> {
        let (white, black) = name.split_once('v')?;
        let side = |text: &str| {
            let mut counts = Counts::default();
            for letter in text.strip_prefix(P::letter(KING))?.chars() {
                let kind = (0..P::KINDS).find(|&kind| P::letter(kind) == letter)?;
                let count = counts.get_mut(kind)?;
                *count = count.checked_add(1)?;
            }
            P::allows(&counts).then_some(counts)
        };
        let (class, _) = Self::of_counts(side(white)?, side(black)?);
        (class.men() <= MAX_TABLE_MEN).then_some(class)
    }
}

/// Writes the name of the class.
impl<P: TableGame> fmt::Display for Class<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |counts: &Counts| {
            let men = counts.iter().enumerate();
            let letters = men.flat_map(|(kind, &count)| {
                std::iter::repeat_n(P::letter(kind), usize::from(count))
            });
            std::iter::once(P::letter(KING))
                .chain(letters)
                .collect::<String>()
        };
        let [white, black] = &self.counts;
        f.pad(&format!("{}v{}", side(white), side(black)))
    }
}

// Derived, these would ask the same of `P`.
impl<P> Clone for Class<P> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<P> Copy for Class<P> {}
impl<P> PartialEq for Class<P> {
    fn eq(&self, other: &Self) -> bool {
        self.counts == other.counts
    }
}
impl<P> Eq for Class<P> {}
impl<P> std::hash::Hash for Class<P> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.counts.hash(state);
    }
}
impl<P> fmt::Debug for Class<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Class").field(&self.counts).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{board8, shatra};

    type Extended = shatra::Position<shatra::Extended>;
    type Original = shatra::Position<shatra::Original>;
    type Shatar = board8::Position<board8::Shatar>;

    fn names<P: TableGame>(men: usize) -> String {
        let classes = Class::<P>::all(men);
        let names: Vec<String> = classes.iter().map(ToString::to_string).collect();
        names.join(" ")
    }

    #[test]
    fn classes_come_in_an_order_in_which_turns_lead_to_earlier_ones() {
        assert_eq!(names::<Extended>(3), "KvK KQvK KRvK KBvK KSvK");
        assert_eq!(
            names::<Original>(4),
            "KvK KQvK KSvK KQQvK KQvKQ KQSvK KQvKS KSSvK KSvKS"
        );
        assert_eq!(names::<Shatar>(3), "KvK KJvK KRvK KBvK KNvK KPvK");
        assert_eq!(Class::<Extended>::all(4).len(), 1 + 4 + 19);
        assert_eq!(Class::<Shatar>::all(4).len(), 1 + 5 + 30);
    }

    #[test]
    fn names_can_be_read_in_any_order_of_the_sides() {
        for class in Class::<Shatar>::all(5) {
            assert_eq!(Class::from_name(&class.to_string()), Ok(class));
        }
        assert_eq!(
            Class::<Extended>::from_name("KvKQ").map(|class| class.to_string()),
            Ok("KQvK".to_owned())
        );
        for name in ["", "K", "QvK", "KQQvK", "KXvK", "KvKvK", "KSSSSSvK"] {
            let error = Class::<Extended>::from_name(name).unwrap_err();
            assert!(error.to_string().contains("KQvK"), "{error}");
        }
    }
}
