//! What the transposition table says of a node.
//!
//! Results are stored without the half-move clock, so that positions reached by different turns
//! share them. A promised end of the game is certain all the same if it comes before the limit on
//! plies with the clock of today: no line to it is longer, whatever the clock was when it was proved.

use super::game::SearchGame;
use super::table::TableEntry;
use super::worker::SearchWorker;
use crate::base::score::is_proved;
use crate::eval::Evaluator;

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Returns the entry of a position, if any; without its score if that promises an end before
    /// which the limit on plies may draw the game.
    #[inline]
    pub fn tt_entry(&self, position: &G) -> Option<TableEntry> {
        let entry = self.job.table.probe(position.table_key())?;
        let may_be_drawn = is_proved(entry.score)
            && position
                .plies_to_limit()
                .is_some_and(|limit| entry.plies_to_end() > limit);
        Some(if may_be_drawn {
            entry.without_score()
        } else {
            entry
        })
    }

    /// Stores the entry of a position.
    #[inline]
    pub fn store(&self, position: &G, entry: TableEntry) {
        self.job.table.store(position.table_key(), entry);
    }
}
