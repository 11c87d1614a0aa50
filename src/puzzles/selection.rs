//! Chooses a collection out of many puzzles: with all ratings and all themes, and sorted by rating.

use std::collections::{BTreeMap, BTreeSet};

use super::played_line::PlayedLine;
use super::puzzle::{Proof, Puzzle, id_of};
use super::theme::Theme;
use super::themes;

/// The width of a class of ratings.
const RATINGS: u16 = 150;
/// What a proof counts, compared with a theme that no puzzle has yet.
const PROVED: f64 = 0.4;

/// Returns at most `count` of the puzzles, sorted by rating. Those with the same id count once, and
/// one that occurs in the line of another does not count. Puzzles are taken one after the other: the
/// next is the one whose themes and rating are rarest so far. Themes are found anew, as a stored puzzle
/// may be older than some.
pub fn select(puzzles: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    let mut ids: BTreeSet<String> = puzzles.iter().flat_map(later_ids).collect();
    let mut left: Vec<Puzzle> = puzzles.into_iter().map(with_present_themes).collect();
    left.retain(|puzzle| ids.insert(puzzle.id.clone()));
    left.sort_by(|a, b| a.id.cmp(&b.id));
    let mut selected = Vec::new();
    let mut shown: BTreeMap<Option<Theme>, u32> = BTreeMap::new();
    let mut ratings: BTreeMap<u16, u32> = BTreeMap::new();
    while selected.len() < count {
        let worth = |puzzle: &Puzzle| {
            let rarity = |count: Option<&u32>| 1.0 / (1.0 + f64::from(count.copied().unwrap_or(0)));
            let of_themes = themes_of(puzzle).map(|theme| rarity(shown.get(&theme)));
            let of_rating = rarity(ratings.get(&(puzzle.rating / RATINGS)));
            let is_proved = puzzle.proof == Proof::Proved;
            of_themes.sum::<f64>() + 2.0 * of_rating + if is_proved { PROVED } else { 0.0 }
        };
        let best = (0..left.len()).max_by(|&a, &b| {
            let worth_at = |index: usize| left.get(index).map_or(0.0, worth);
            // The first of equals.
            worth_at(a).total_cmp(&worth_at(b)).then(b.cmp(&a))
        });
        let Some(best) = best else { break };
        let puzzle = left.remove(best);
        for theme in themes_of(&puzzle) {
            *shown.entry(theme).or_default() += 1;
        }
        *ratings.entry(puzzle.rating / RATINGS).or_default() += 1;
        selected.push(puzzle);
    }
    selected.sort_by(|a, b| (a.rating, &a.id).cmp(&(b.rating, &b.id)));
    selected
}

/// Returns a puzzle with the themes that its line shows now; zugzwang, which takes a search, stays.
fn with_present_themes(mut puzzle: Puzzle) -> Puzzle {
    // A line that is not legal shows nothing; `batyr puzzles verify` reports it.
    if let Ok(line) = PlayedLine::of(&puzzle) {
        let zugzwang = puzzle.themes.contains(&Theme::Zugzwang);
        puzzle.themes = themes::of_line(&line);
        puzzle.themes.extend(zugzwang.then_some(Theme::Zugzwang));
    }
    puzzle
}

/// Returns the ids of the later positions of a line in which the solver has to find a turn.
fn later_ids(puzzle: &Puzzle) -> Vec<String> {
    // A line that is not legal has no positions; `batyr puzzles verify` reports it.
    let Ok(line) = PlayedLine::of(puzzle) else {
        return Vec::new();
    };
    let later = line.to_find().skip(1);
    later.map(|(_, ply)| id_of(&ply.before)).collect()
}

/// Returns the themes of a puzzle, or `None` alone if it has none.
fn themes_of(puzzle: &Puzzle) -> impl Iterator<Item = Option<Theme>> {
    let none = puzzle.themes.is_empty().then_some(None);
    puzzle.themes.iter().copied().map(Some).chain(none)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::game::Variant;
    use crate::puzzles::puzzle::{Goal, LineEnd};

    fn puzzle(id: &str, rating: u16, themes: &[Theme]) -> Puzzle {
        Puzzle {
            id: id.to_owned(),
            variant: Variant::Extended,
            position: String::new(),
            goal: Goal::Win,
            proof: Proof::Searched,
            wins_in: None,
            no_other_in: None,
            line: Vec::new(),
            end: LineEnd::Won,
            wrong: BTreeMap::new(),
            rating,
            level: 0,
            themes: themes.to_vec(),
            source: String::new(),
        }
    }

    #[test]
    fn a_puzzle_in_the_line_of_another_does_not_count() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples/puzzles.jsonl");
        let text = std::fs::read_to_string(path).unwrap();
        let line = text.lines().find(|line| line.contains("shatra-21904884"));
        let whole: Puzzle = serde_json::from_str(line.unwrap()).unwrap();
        let older = Puzzle {
            themes: Vec::new(),
            ..whole.clone()
        };
        // The first turn and its reply are played.
        let played = PlayedLine::of(&whole).unwrap();
        let (_, second) = played.to_find().nth(1).unwrap();
        let rest = Puzzle {
            id: id_of(&second.before),
            position: second.before.position_text(),
            line: whole.line[2..].to_vec(),
            ..whole.clone()
        };
        let selected = select(vec![rest.clone(), older], 9);
        assert_eq!(selected, [whole]);
        assert_eq!(select(vec![rest.clone()], 9)[0].id, rest.id);
    }

    #[test]
    fn rare_themes_and_ratings_come_first() {
        let mut all: Vec<_> = (0..20)
            .map(|number| puzzle(&format!("a{number}"), 1000, &[Theme::Drop]))
            .collect();
        all.push(puzzle("b", 1000, &[Theme::Teleport]));
        all.push(puzzle("c", 2000, &[Theme::Drop]));
        all.push(puzzle("c", 2000, &[Theme::Drop]));
        let selected = select(all.clone(), 3);
        let ids: Vec<_> = selected.iter().map(|puzzle| puzzle.id.as_str()).collect();
        assert!(ids.contains(&"b") && ids.last() == Some(&"c"), "{ids:?}");
        let ratings: Vec<_> = selected.iter().map(|puzzle| puzzle.rating).collect();
        assert!(ratings.is_sorted());
        let everything = select(all.clone(), 100);
        assert_eq!(everything.len(), 22);
        all.reverse();
        assert_eq!(select(all, 3), selected);
    }
}
