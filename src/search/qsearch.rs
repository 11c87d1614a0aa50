//! Quiescence search: captures are searched until none is left.
//!
//! A side that must capture must not stand pat, so a forced position is searched in full,
//! however deep: captures use up the men, and [`MAX_PLY`](crate::base::score::MAX_PLY) bounds the rest. Where quiet
//! turns are among the forced ones (a capture may be declined, a check evaded), a line
//! may hold only a limited number of them; beyond it, standing pat counts as declining.
//! Where no turn is forced, captures that lose an exchange are left out.

use super::game::{SearchGame, Tactical};
use super::negamax::bound;
use super::picker::Picker;
use super::table::{TableEntry, from_root, to_root};
use super::worker::{STOPPED, SearchWorker};
use crate::base::Score;
use crate::base::score::INFINITE;
use crate::eval::Evaluator;

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Returns the score of a position from a search of forcing turns alone. A line may
    /// hold up to `quiets` quiet turns.
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

        let mut picker = Picker::new();
        let forced = match position.generate_tactical(&mut picker.turns) {
            Tactical::Forced => true,
            Tactical::Free => false,
            Tactical::NoTurn => return self.no_moves_score(position, ply),
        };
        let key = position.key();
        let tt_entry = self.job.table.probe(key);
        if let Some(entry) = tt_entry.filter(|_| !PV) {
            let score = to_root(entry.score, ply);
            if entry.cuts(score, 0, alpha, beta) {
                return score;
            }
        }

        let may_decline = forced && quiets == 0 && {
            let all = picker.turns.len();
            picker.turns.retain(|turn| position.is_tactical(*turn));
            picker.turns.len() < all
        };

        let original_alpha = alpha;
        let mut best = -INFINITE;
        let mut eval = None;
        if !forced || may_decline {
            let stand_pat = tt_entry
                .and_then(|entry| entry.eval)
                .unwrap_or_else(|| self.evaluate(position));
            eval = Some(stand_pat);
            best = stand_pat;
            if best >= beta || picker.turns.is_empty() {
                return best;
            }
            alpha = alpha.max(best);
        }

        let tt_tag = tt_entry.map_or(0, |entry| entry.move_tag);
        picker.rank(position, &self.state.history, [None; 2], ply, tt_tag);
        let mut best_tag = 0;
        while let Some(turn) = picker.next(position) {
            // The picker has evaluated the exchanges of all captures but the table's turn.
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
            score: from_root(best, ply),
            eval,
            depth: 0,
            bound: bound(best, original_alpha, beta),
        };
        self.job.table.store(key, entry);
        best
    }
}
