//! Helpers of the tests: lines on boards made by hand.

use std::collections::BTreeSet;

use super::*;
use crate::game::Variant;
use crate::puzzles::puzzle::{By, Goal, Step};

/// Returns a line of these turns, of which the solver's are to be found unless they end in `!`.
pub fn line(variant: Variant, position: &str, turns: &str) -> PlayedLine {
    let steps = turns.split(' ').enumerate().map(|(index, text)| Step {
        turn: text.trim_end_matches('!').to_owned(),
        also: Vec::new(),
        forced: text.ends_with('!'),
        by: if index % 2 == 0 {
            By::Solver
        } else {
            By::Opponent
        },
    });
    let steps: Vec<Step> = steps.collect();
    PlayedLine::play(variant, position, &steps, Goal::Win).unwrap()
}

#[test]
fn every_theme_has_an_id_and_is_detected() {
    let ids: BTreeSet<_> = Theme::ALL.into_iter().map(Theme::id).collect();
    assert_eq!(ids.len(), Theme::ALL.len());
    for theme in Theme::ALL {
        let id = serde_json::to_string(&theme).unwrap();
        assert_eq!(id.trim_matches('"'), theme.id());
        let detectors = DETECTORS.iter().filter(|(detected, _)| *detected == theme);
        let expected = usize::from(theme != Theme::Zugzwang);
        assert_eq!(detectors.count(), expected, "{theme:?}");
    }
}
