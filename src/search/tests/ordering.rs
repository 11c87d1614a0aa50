//! The picker yields exactly the legal turns, the promising ones first.

use super::*;
use crate::search::history::{HISTORY_MAX, History};
use crate::search::picker::Picker;

fn picked(position: &Large, history: &History<Large>, tag: u16) -> Vec<Turn> {
    let mut picker = Picker::new();
    position.generate(&mut picker.turns);
    picker.rank(position, history, 3, tag);
    picker.collect()
}

#[test]
fn every_turn_comes_once_whatever_the_table_says() {
    let history = History::new();
    let mut position = Large::new(2);
    for n in 0..60 {
        let turns = legal(&position);
        let tags = turns.iter().map(|&mv| Large::tag(mv));
        for tag in tags.chain([0, 1, u16::MAX]) {
            let order = picked(&position, &history, tag);
            assert_eq!(order.len(), turns.len());
            assert!(turns.iter().all(|mv| order.contains(mv)));
            if turns.iter().any(|&mv| Large::tag(mv) == tag) {
                assert_eq!(Large::tag(order[0]), tag);
            }
        }
        let Some(&mv) = turns.get(n % turns.len().max(1)) else {
            break;
        };
        position.play(mv);
    }
}

#[test]
fn refutations_rise_and_what_failed_before_them_sinks() {
    let mut history = History::new();
    let position = Large::new(2);
    let turns = legal(&position);
    let (failed, good) = (turns[0], turns[turns.len() - 1]);
    for _ in 0..2000 {
        history.refuted(&position, 7, 20, good, &[failed]);
    }
    assert!((1..=HISTORY_MAX).contains(&history.score(&position, good)));
    assert!((-HISTORY_MAX..0).contains(&history.score(&position, failed)));
    let order = picked(&position, &history, 0);
    assert_eq!((order[0], order[order.len() - 1]), (good, failed));

    // A killer of this ply comes before history.
    history.refuted(&position, 3, 1, failed, &[]);
    assert_eq!(picked(&position, &history, 0)[..2], [failed, good]);
}
