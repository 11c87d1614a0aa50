//! Quiescence search: captures are searched until none is left.
//!
//! A side that must capture cannot stand pat, so a forced position is searched in full,
//! however deep: each capture removes a man, and
//! [`MAX_PLY`](crate::base::score::MAX_PLY) limits every line. Where a forced side also has
//! quiet turns (a capture may be declined, or a check evaded), a line may contain only a
//! limited number of these turns; beyond it, standing pat counts as declining. Where a side
//! is not forced, captures that lose an exchange are left out.

use super::best_turn::BestTurn;
use super::game::{Compulsion, SearchGame, may_be_truncated};
use super::picker::Picker;
use super::window::Window;
use super::worker::{STOPPED, SearchWorker};
use crate::base::Score;
use crate::eval::Evaluator;

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Returns the score of a position by quiescence search. A line may contain up to
    /// `quiets` quiet turns.
    pub fn qsearch<const PV: bool>(
        &mut self,
        position: &G,
        window: Window,
        ply: usize,
        quiets: u8,
    ) -> Score {
        if let Some(score) = self.enter_node::<PV>(position, ply) {
            return score;
        }

        let tt_entry = self.tt_entry(position);
        if !PV && let Some(score) = tt_entry.and_then(|entry| entry.cutoff(0, window, ply)) {
            return score;
        }

        let mut picker = Picker::new();
        let forced = match position.generate_compulsory(&mut picker.turns) {
            Compulsion::Forced => true,
            Compulsion::Free => false,
            Compulsion::NoTurn => return self.no_moves_score(position, ply),
        };
        let is_truncated = may_be_truncated(&picker.turns);
        let may_decline = forced && quiets == 0 && {
            let total = picker.turns.len();
            picker.turns.retain(|turn| position.is_tactical(*turn));
            picker.turns.len() < total
        };

        let mut best = BestTurn::new(window);
        let mut eval = None;
        if !forced || may_decline {
            let stand_pat = self.static_score(position, tt_entry, ply);
            if stand_pat >= window.beta {
                return stand_pat;
            }
            if !forced {
                position.generate_captures(&mut picker.turns);
            }
            if picker.turns.is_empty() {
                return stand_pat;
            }
            best = BestTurn::stand_pat(window, stand_pat);
            eval = Some(stand_pat);
        }

        let tt_tag = tt_entry.map_or(0, |entry| entry.move_tag);
        picker.start([None; 2], ply, tt_tag);
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
            let child_window = best.window().reversed();
            let score = -self.qsearch::<PV>(&child, child_window, ply + 1, quiets_left);
            self.state.keys.pop();
            if self.stopped {
                return STOPPED;
            }
            if best.record::<G>(turn, score) {
                if PV {
                    self.state.pv.update(ply, turn);
                }
                if best.is_refutation() {
                    break;
                }
            }
        }
        if is_truncated {
            best.disprove_loss();
        }
        self.store(position, best.entry(ply, 0, eval));
        best.score
    }
}
