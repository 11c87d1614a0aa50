//! A compact notation for the lists of turns in tests.

use std::collections::BTreeSet;

use batyr::base::Square;
use batyr::rules::shatra::{square_at, square_name};

/// Returns the square with this name, such as `d4`.
pub fn square(name: &str) -> Square {
    let (file, rank) = name.split_at(1);
    let file = file.as_bytes()[0].wrapping_sub(b'a');
    let square = rank.parse().ok().and_then(|rank| square_at(file, rank));
    square.unwrap_or_else(|| panic!("{name:?} is not a square"))
}

/// Returns the name of the square from which a turn starts.
pub fn from_square(text: &str) -> &str {
    text.split(['-', ':']).next().unwrap_or(text)
}

/// Returns the turns in a list such as `d4-a5..c7,e5 b6:d8,d9`: the last separator (`-` or `:`) of
/// a turn may be followed by several squares, and by rectangles of squares.
#[track_caller]
pub fn expand(turns: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for text in turns.split_whitespace() {
        let (start, ends) = text.split_at(text.rfind(['-', ':']).map_or(0, |i| i + 1));
        for end in ends.split(',') {
            for name in squares_in(end) {
                let is_new = all.insert(format!("{start}{name}"));
                assert!(is_new, "{name} is listed twice: {text}");
            }
        }
    }
    all
}

/// Returns the names of the squares in a rectangle such as `a5..c7`, or the single square named.
fn squares_in(text: &str) -> Vec<String> {
    let Some((low, high)) = text.split_once("..") else {
        return vec![text.to_owned()];
    };
    let file_and_rank = |name: &str| (name.as_bytes()[0] - b'a', name[1..].parse::<u8>().unwrap());
    let ((left, bottom), (right, top)) = (file_and_rank(low), file_and_rank(high));
    let squares = (bottom..=top).flat_map(|rank| (left..=right).map(move |file| (file, rank)));
    squares
        .filter_map(|(file, rank)| square_at(file, rank))
        .map(square_name)
        .collect()
}
