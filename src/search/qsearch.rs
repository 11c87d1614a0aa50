//! Quiescence search: captures are searched until none is left.
//!
//! A side that has to capture cannot stand pat, so a forced position is searched in full,
//! however deep: each capture removes a man, and
//! [`MAX_PLY`](crate::base::score::MAX_PLY) limits the rest. Where a forced side also has
//! quiet turns (a capture may be declined, or a check evaded), a line may contain only a
//! limited number of them; beyond that, standing pat counts as declining. Where a side is
//! not forced, captures that lose an exchange are left out.

use super::game::{Compulsion, SearchGame};
use super::picker::Picker;
use super::table::{TableEntry, score_from_tt, score_to_tt};
use super::window::Window;
use super::worker::{STOPPED, SearchWorker};
use crate::base::Score;
use crate::base::score::INFINITE;
use crate::eval::Evaluator;

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Returns the score of a position by a search of forcing turns alone. A line may
    /// contain up to `quiets` quiet turns.
    pub fn qsearch<const PV: bool>(
        &mut self,
        position: &G,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        quiets: u8,
    ) -> Score {
        if PV {
            self.state.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if let Some(score) = self.score_without_search(position, ply) {
            return score;
        }

        let key = position.key();
        let tt_entry = self.job.table.probe(key);
        if let Some(entry) = tt_entry.filter(|_| !PV) {
            let score = score_from_tt(entry.score, ply);
            if entry.allows_cutoff(score, 0, alpha, beta) {
                return score;
            }
        }

        let mut picker = Picker::new();
        let forced = match position.generate_compulsory(&mut picker.turns) {
            Compulsion::Forced => true,
            Compulsion::Free => false,
            Compulsion::NoTurn => return self.no_moves_score(position, ply),
        };
        let may_decline = forced && quiets == 0 && {
            let total = picker.turns.len();
            picker.turns.retain(|turn| position.is_tactical(*turn));
            picker.turns.len() < total
        };

        let original = Window { alpha, beta };
        let mut best = -INFINITE;
        let mut eval = None;
        if !forced || may_decline {
            let stand_pat = tt_entry
                .and_then(|entry| entry.eval)
                .unwrap_or_else(|| self.evaluate(position, ply));
            eval = Some(stand_pat);
            best = stand_pat;
            if best >= beta {
                return best;
            }
            if !forced {
                position.generate_captures(&mut picker.turns);
            }
            if picker.turns.is_empty() {
                return best;
            }
            alpha = alpha.max(best);
        }

        let tt_tag = tt_entry.map_or(0, |entry| entry.move_tag);
        picker.start([None; 2], ply, tt_tag);
        let mut best_tag = 0;
        while let Some(turn) = picker.next(position, &self.state.history) {
            // The picker evaluates the exchange of every capture except the table's turn.
            let is_tt_turn = G::move_tag(turn) == tt_tag;
            if !forced && (picker.is_losing() || is_tt_turn && position.exchange_loses(turn, 1)) {
                continue;
            }
            if !self.count_node() {
                return STOPPED;
            }
            let quiets_left = quiets.saturating_sub(u8::from(!position.is_tactical(turn)));
            let mut child = position.clone();
            child.play(turn);
            self.push_position(&child);
            let score = -self.qsearch::<PV>(&child, -beta, -alpha, ply + 1, quiets_left);
            self.state.keys.pop();
            if self.stopped {
                return STOPPED;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_tag = G::move_tag(turn);
                    if PV {
                        self.state.pv.update(ply, turn);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }

        let entry = TableEntry {
            move_tag: best_tag,
            score: score_to_tt(best, ply),
            eval,
            depth: 0,
            bound: original.bound(best),
        };
        self.job.table.store(key, entry);
        best
    }
}
