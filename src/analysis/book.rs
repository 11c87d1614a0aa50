//! What a book says of a position and its turns: values as expected scores, with the doubt that the
//! book itself gives reason for; and which turn to play.

use super::mistake::expected_points;
use crate::base::Score;
use crate::base::score::is_proved;
use crate::engine::Strength;
use crate::eval::wdl::WdlCurve;
use crate::game::{GamePosition, LegalTurn};
use crate::openings::book::{Book, BookRecord, Spread, choose};
use crate::search::Handicap;

/// A value of a book, for the side to move in the position that is asked about.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BookValue {
    /// The score.
    pub score: Score,
    /// The expected score, in thousandths of a point.
    pub expected: i32,
    /// How far the expected score may be off, in thousandths: half of the width.
    pub doubt: i32,
}

/// A turn of a position in a book.
#[derive(Clone, Debug)]
pub struct ExploredTurn {
    /// The turn.
    pub turn: LegalTurn,
    /// Its value.
    pub value: BookValue,
    /// The position after the turn, as it stands in the book.
    pub after: BookRecord,
}

/// A position of a book with its turns.
#[derive(Clone, Debug)]
pub struct ExploredPosition {
    /// Its value.
    pub value: BookValue,
    /// The position as it stands in the book.
    pub record: BookRecord,
    /// The turns, the best first; at least one. Of turns that lead to the same position there is
    /// only the first.
    pub turns: Vec<ExploredTurn>,
}

/// Returns what a book says of a position; `None` if it does not have the position with its turns.
pub fn explore(book: &Book, position: &GamePosition) -> Option<ExploredPosition> {
    let record = book.record(position)?;
    let men = position.record().man_count();
    let curve = WdlCurve::for_variant(position.variant(), men);
    let value = |score, of: &BookRecord| {
        let doubt = book.doubt(of);
        let [high, low] = [score + doubt, score - doubt].map(|score| match doubt {
            0 => 0,
            _ => expected_points(score, curve),
        });
        BookValue {
            score,
            expected: expected_points(score, curve),
            doubt: (high - low + 1) / 2,
        }
    };
    let turns = book.turns(position)?.into_iter();
    let turns = turns.map(|turn| ExploredTurn {
        value: value(turn.value(), &turn.record),
        after: turn.record,
        turn: turn.turn,
    });
    Some(ExploredPosition {
        value: value(record.value, &record),
        record,
        turns: turns.collect(),
    })
}

impl ExploredPosition {
    /// Draws a turn to play at a strength; the draw depends only on the arguments. At full strength
    /// it is one whose replies are in the book, too, or whose value is proved. The position after any other was looked at once
    /// only, and of many such scores the best is too good to be true, so it counts for as much less as
    /// is in doubt. A turn to a position that has been on the board (`earlier_keys`) is left out, as
    /// the book does not see repetition. Returns `None` if no turn is about as good as the best one.
    pub fn choose(
        &self,
        strength: Strength,
        earlier_keys: &[u64],
        seed: u64,
    ) -> Option<&ExploredTurn> {
        let (spread, needs_replies) = match strength {
            Strength::Full => (Spread::FULL_STRENGTH, true),
            Strength::Varied(centipawns)
            | Strength::Seeded(Handicap {
                temperature: centipawns,
                ..
            }) => {
                let factor = 1.0 + centipawns.max(0.0) / 10.0;
                (Spread::FULL_STRENGTH.widened(factor), true)
            }
            Strength::Level(level) => {
                let deficit = Handicap::FULL_STRENGTH_LEVEL - level;
                let factor = 1.0 + 0.8 * deficit.max(0.0);
                (Spread::FULL_STRENGTH.widened(factor), false)
            }
        };
        let is_known = |turn: &ExploredTurn| {
            !needs_replies || turn.after.is_expanded || is_proved(turn.value.score)
        };
        let certain = |turn: &ExploredTurn| match is_known(turn) {
            true => turn.value.expected,
            false => turn.value.expected - turn.value.doubt,
        };
        let will_do =
            |turn: &&ExploredTurn| is_known(turn) && !earlier_keys.contains(&turn.after.key);
        let turns: Vec<&ExploredTurn> = self.turns.iter().filter(will_do).collect();
        let best = self.turns.iter().map(certain).max()?;
        let lost = best - turns.first()?.value.expected;
        if f64::from(lost) > spread.margin {
            return None;
        }
        let expected: Vec<f64> = turns
            .iter()
            .map(|turn| turn.value.expected.into())
            .collect();
        turns.get(choose(&expected, spread, seed)?).copied()
    }
}
