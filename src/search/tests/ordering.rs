//! Tests that the picker returns exactly the legal turns, the most promising first.

use super::*;
use crate::search::history::{HISTORY_MAX, History, bonus};
use crate::search::picker::Picker;

/// The ply at which the turns are picked.
const PLY: usize = 3;

/// Returns the turns of a position in the order of the picker.
fn picked(position: &Large, history: &History<Large>, tt_tag: u16) -> Vec<Turn> {
    let mut picker = Picker::new();
    position.generate(&mut picker.turns);
    picker.start([None; 2], PLY, tt_tag);
    std::iter::from_fn(|| picker.next(position, history)).collect()
}

#[test]
fn every_turn_is_picked_once_whatever_the_table_holds() {
    let history = History::new();
    let mut position = Large::new(2);
    for n in 0..60 {
        let turns = legal_turns(&position);
        let tags = turns.iter().map(|&turn| Large::move_tag(turn));
        for tt_tag in tags.chain([0, 1, u16::MAX]) {
            let order = picked(&position, &history, tt_tag);
            assert_eq!(order.len(), turns.len());
            assert!(turns.iter().all(|turn| order.contains(turn)));
            if turns.iter().any(|&turn| Large::move_tag(turn) == tt_tag) {
                assert_eq!(Large::move_tag(order[0]), tt_tag);
            }
        }
        let Some(&turn) = turns.get(n % turns.len().max(1)) else {
            break;
        };
        position.play(turn);
    }
}

#[test]
fn refutations_move_up_and_turns_that_failed_move_down() {
    let mut history = History::new();
    let position = Large::new(2);
    let turns = legal_turns(&position);
    let (failed, good) = (turns[0], turns[turns.len() - 1]);
    let [good_slot, failed_slot] = [good, failed].map(|turn| position.history_slot(turn));
    for _ in 0..2000 {
        history.update(good_slot, [None; 2], bonus::<Large>(20));
        history.update(failed_slot, [None; 2], -bonus::<Large>(20));
    }
    assert!((1..=HISTORY_MAX).contains(&history.score(good_slot, [None; 2])));
    assert!((-HISTORY_MAX..0).contains(&history.score(failed_slot, [None; 2])));
    let order = picked(&position, &history, 0);
    assert_eq!((order[0], order[order.len() - 1]), (good, failed));

    // A killer move of this ply comes first, whatever its history.
    history.set_killer(PLY, failed);
    assert_eq!(picked(&position, &history, 0)[..2], [failed, good]);
}

#[test]
fn replies_to_different_turns_have_separate_history_scores() {
    let mut history = History::<Large>::new();
    let position = Large::new(2);
    let slot = position.history_slot(legal_turns(&position)[0]);
    for _ in 0..2000 {
        history.update(slot, [Some(1), None], bonus::<Large>(20));
        history.update(slot, [Some(2), None], -bonus::<Large>(20));
    }
    assert!(history.score(slot, [Some(1), None]) > HISTORY_MAX / 2);
    assert!(history.score(slot, [Some(2), None]) < -HISTORY_MAX / 2);
    assert!(history.score(slot, [Some(3), None]).abs() < HISTORY_MAX / 4);
}
