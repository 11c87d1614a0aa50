//! The compact notation for lists of turns in tests.

use std::collections::BTreeSet;

use batyr::base::Square;
use batyr::rules::shatra::{square_at, square_name};

/// Returns the square of this name.
pub fn square(name: &str) -> Square {
    let (file, rank) = name.split_at(1);
    let file = file.as_bytes()[0].wrapping_sub(b'a');
    let square = rank.parse().ok().and_then(|rank| square_at(file, rank));
    square.unwrap_or_else(|| panic!("no square {name:?}"))
}

/// Returns the square that a turn's text begins with.
pub fn man_of(text: &str) -> &str {
    text.split(['-', ':']).next().unwrap_or(text)
}

/// Returns the turns of a list such as `d4-a5..c7,e5 b6:d8,d9`: the last sign
/// of a turn may be followed by several squares and rectangles of squares.
#[track_caller]
pub fn expand(texts: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for text in texts.split_whitespace() {
        let (start, ends) = text.split_at(text.rfind(['-', ':']).map_or(0, |i| i + 1));
        for end in ends.split(',') {
            for name in rectangle(end) {
                assert!(all.insert(format!("{start}{name}")), "{name} twice: {text}");
            }
        }
    }
    all
}

fn rectangle(text: &str) -> Vec<String> {
    let Some((low, high)) = text.split_once("..") else {
        return vec![text.to_owned()];
    };
    let parts = |name: &str| (name.as_bytes()[0] - b'a', name[1..].parse::<u8>().unwrap());
    let ((left, bottom), (right, top)) = (parts(low), parts(high));
    let squares = (bottom..=top).flat_map(|rank| (left..=right).map(move |file| (file, rank)));
    squares
        .filter_map(|(file, rank)| square_at(file, rank))
        .map(square_name)
        .collect()
}
