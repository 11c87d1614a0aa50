//! The turns of a position by their results.
//!
//! Turns that lead to the same position are one choice: chains that take the same men in another
//! order, say. So are all turns that win the game at once, because whoever plays one of them has
//! solved the puzzle. Drops of two men of one kind onto the same square are two choices,
//! since the reserves differ; but as neither people nor the search distinguish them, a solution may
//! consist of several ([`Choices::like`]).

use crate::base::Square;
use crate::game::{BoardContents, GamePosition, GameRecord};
use crate::rules::Outcome;
use crate::rules::shatra::{Kind, Occupant};

/// The greatest number of legal turns of a position that may become a puzzle. With more, people
/// can't look at all of them.
const MAX_TURNS: u64 = 400;

/// Turns with the same result.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The texts of the turns.
    pub turns: Vec<String>,
    /// The position after them; `None` if they win at once.
    after: Option<u64>,
    /// The kind of the man and the square, if the turns are drops.
    drop: Option<(Kind, Square)>,
}

/// The turns of a position by their results.
#[derive(Clone, PartialEq, Debug)]
pub struct Choices(Vec<Choice>);

impl Choices {
    /// Lists the turns of the current position of a game; `None` if there are too many.
    pub fn of(game: &GameRecord) -> Option<Self> {
        let position = game.position();
        (position.count_turns() <= MAX_TURNS).then(|| Self::of_position(&position))
    }

    fn of_position(position: &GamePosition) -> Self {
        let (side, contents) = (position.side_to_move(), position.contents());
        let mut choices: Vec<Choice> = Vec::new();
        position.for_each_turn(|turn| {
            let next = turn.after();
            let has_won = matches!(next.outcome(), Some(Outcome::Win(winner, _)) if winner == side);
            let after = (!has_won).then(|| next.key());
            match choices.iter_mut().find(|choice| choice.after == after) {
                Some(choice) => choice.turns.push(turn.text()),
                None => {
                    let details = turn.details();
                    let (from, to) = turn.squares();
                    let kind = kind_at(&contents, from).filter(|_| details.is_drop);
                    choices.push(Choice {
                        turns: vec![details.text],
                        after,
                        drop: kind.map(|kind| (kind, to)),
                    });
                }
            }
        });
        Self(choices)
    }

    /// Returns the number of different results.
    pub const fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the choices.
    pub fn iter(&self) -> impl Iterator<Item = &Choice> {
        self.0.iter()
    }

    /// Returns the choice to which a turn belongs.
    pub fn of_turn(&self, turn: &str) -> Option<&Choice> {
        let has = |choice: &&Choice| choice.turns.iter().any(|text| text == turn);
        self.0.iter().find(has)
    }

    /// Returns the texts of a choice and of those like it.
    pub fn group_of(&self, choice: &Choice) -> Vec<String> {
        let like = self.like(choice).flat_map(|other| &other.turns);
        choice.turns.iter().chain(like).cloned().collect()
    }

    /// Returns the other choices that drop a man of the same kind onto the same square.
    pub fn like<'c>(&'c self, choice: &'c Choice) -> impl Iterator<Item = &'c Choice> {
        let is_like = |other: &&Choice| {
            choice.drop.is_some() && other.drop == choice.drop && other.after != choice.after
        };
        self.0.iter().filter(is_like)
    }
}

/// Returns the kind of the man on a square of a board of Shatra.
fn kind_at(contents: &BoardContents, square: Square) -> Option<Kind> {
    let BoardContents::Shatra(setup) = contents else {
        return None;
    };
    match setup.squares.get(square.index()) {
        Some(Some(Occupant::Man { man, .. })) => Some(man.kind),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    fn choices(variant: Variant, text: &str) -> Choices {
        Choices::of(&GameRecord::from_text(variant, text).unwrap()).unwrap()
    }

    #[test]
    fn chains_with_the_same_result_are_one_choice() {
        // The shatra goes around a square in either direction.
        let found = choices(Variant::Extended, "K8/1/7/3S3/2s1s2/7/2s1s2/7/1/8k w");
        let turns: Vec<_> = found.iter().map(|choice| choice.turns.len()).collect();
        assert_eq!(turns, [2], "{found:?}");
        // The biy, in its place, may stop after each jump.
        let found = choices(Variant::Extended, "9/1/7/3K3/2s1s2/7/2s1s2/7/k/9 w");
        assert!(
            found
                .of_turn("d6:f8")
                .is_some_and(|choice| choice.turns.len() == 1)
        );
        assert_ne!(found.of_turn("d6:f8"), found.of_turn("d6:f8:d10"));
    }

    #[test]
    fn turns_that_win_at_once_are_one_choice() {
        let found = choices(Variant::Extended, "9/1/K5Q/7/7/3k3/7/7/1/9 w");
        assert_eq!(found.count(), 1);
        assert!(
            found
                .of_turn("a5:e9")
                .is_some_and(|choice| choice.turns.len() > 1)
        );
    }

    #[test]
    fn drops_of_equal_men_are_alike() {
        let found = choices(Variant::Extended, "SS1SR4/1/K6/7/7/7/7/k6/1/9 w T");
        let choice = found.of_turn("e1-d7").unwrap();
        let mut like: Vec<_> = found.like(choice).flat_map(|other| &other.turns).collect();
        like.sort();
        assert_eq!(like, ["d1-d7", "e2-d7"]);
        let quiet = choices(Variant::Shatar, "4k3/p7/8/8/8/8/4P3/R3K3 w");
        let turn = quiet.of_turn("a1a2").unwrap();
        assert_eq!(quiet.like(turn).count(), 0);
    }
}
