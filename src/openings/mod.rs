//! The openings from which games begin, in files and in the lists that ship with the
//! program; and [books](book), from which an engine plays. Every turn of an opening is checked
//! against the rules when it is read.

pub mod book;
mod line;
mod list;

pub use line::{Opening, OpeningLineError};
pub use list::{OpeningList, OpeningListError, shipped};

use std::ops::RangeInclusive;

use crate::game::{GameRecord, Variant};
use crate::rules::shatra::Numbering;
use crate::util::rng::Rng;

/// Plays random turns from the start position; their number is drawn from `turns`. Returns
/// `None` if the game ends before they are all played.
pub fn random_game(
    variant: Variant,
    turns: &RangeInclusive<u32>,
    rng: &mut Rng,
) -> Option<GameRecord> {
    let (min, max) = (*turns.start(), *turns.end());
    let count = min + rng.below(max.saturating_sub(min) as usize + 1) as u32;
    let mut game = GameRecord::new(variant);
    for _ in 0..count {
        let turns = game.legal_texts(usize::MAX);
        if turns.is_empty() || game.outcome().is_some() {
            return None;
        }
        let turn = turns.get(rng.below(turns.len()))?;
        game.play(turn, Numbering::Official).ok()?;
    }
    Some(game)
}
