//! Alpha-beta, as principal variation search.
//!
//! What it may claim decides what it may skip. A decisive score is a proof:
//! it comes from ends of the game alone, so nothing heuristic (pruning by
//! evaluation, reductions) may make one, and a null move, which proves nothing
//! where a side without a legal turn loses, has no place. Where a capture is
//! compulsory nothing is pruned or reduced, and a single legal turn costs no
//! depth.

use smallvec::SmallVec;

use super::Bound;
use super::picker::Picker;
use super::selective::{
    IIR_DEPTH, LMR_DEPTH, LMR_TURNS, QSEARCH_QUIETS, RFP_DEPTH, RFP_TURNS, rfp_margin,
};
use super::table::{Entry, from_root, to_root};
use super::worker::Worker;
use crate::base::score::{DRAW, INFINITE, MAX_PLY, is_decisive, lost_in, win_in};
use crate::base::{Game, NoMoves, Score};
use crate::eval::Evaluator;

/// How a turn is to be searched.
#[derive(Copy, Clone)]
pub struct Step {
    /// Plies left below it.
    pub depth: i32,
    /// Plies that may be saved if it turns out no better.
    pub reduction: i32,
    /// Whether it is the first one, from which the best is expected.
    pub first: bool,
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// The score of a position `ply` plies from the root, for its side to move.
    ///
    /// Fail-soft: outside of the window the score is a bound. `PV` says that
    /// the window is open and a line is wanted.
    pub fn negamax<const PV: bool>(
        &mut self,
        position: &G,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
    ) -> Score {
        if depth <= 0 {
            return self.qsearch::<PV>(position, alpha, beta, ply, QSEARCH_QUIETS);
        }
        if PV {
            self.memory.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if position.is_lost() {
            return lost_in(ply);
        }
        if self.is_drawn(position) {
            return DRAW;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(position);
        }

        // A shorter win is known, or a loss can't come sooner.
        alpha = alpha.max(lost_in(ply));
        beta = beta.min(win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        let key = position.key() ^ self.salt;
        let known = self.job.table.get(key);
        if let Some(entry) = known.filter(|_| !PV) {
            let score = to_root(entry.score, ply);
            if entry.cuts(score, depth, alpha, beta) {
                return score;
            }
        }

        let mut picker = Picker::new();
        position.generate_distinct(&mut picker.turns);
        if picker.turns.is_empty() {
            return match position.no_moves() {
                NoMoves::Loss => lost_in(ply),
                NoMoves::Draw => DRAW,
            };
        }
        let forced = position.is_forced(&picker.turns);
        let selective = !forced && !self.full_width;
        let nominal = depth;

        let mut eval = known.and_then(|entry| entry.eval);
        if !PV
            && selective
            && depth <= RFP_DEPTH
            && picker.turns.len() >= RFP_TURNS
            && !is_decisive(beta)
        {
            let score = eval.unwrap_or_else(|| self.evaluate(position));
            eval = Some(score);
            if score - rfp_margin(depth) >= beta {
                return score;
            }
        }

        let tag = known.map_or(0, |entry| entry.tag);
        let single = picker.turns.len() == 1;
        let extensions = self.memory.extensions[ply];
        let extend = single && usize::from(extensions) < self.root_depth;
        self.memory.extensions[ply + 1] = extensions.saturating_add(extend.into());
        if extend {
            depth += 1;
        } else if tag == 0 && depth >= IIR_DEPTH && !self.full_width {
            depth -= 1;
        }

        picker.rank(position, &self.memory.history, ply, tag);
        let original = alpha;
        let mut best = -INFINITE;
        let mut best_tag = 0;
        let mut quiets = SmallVec::<[G::Move; 32]>::new();
        for (number, mv) in picker.by_ref().enumerate() {
            if !self.count_node() {
                return DRAW;
            }
            let quiet = !position.is_tactical(mv);
            let mut step = Step {
                depth: depth - 1,
                reduction: 0,
                first: number == 0,
            };
            if selective && quiet && depth >= LMR_DEPTH && number >= LMR_TURNS + usize::from(PV) {
                let history = self.memory.history.score(position, mv);
                let wanted =
                    self.memory.reductions.get(depth, number) - i32::from(PV) - history / 8192;
                step.reduction = wanted.clamp(0, depth - 2);
            }
            let score = self.descend::<PV>(position, mv, alpha, beta, step, ply);
            if self.stopped {
                return DRAW;
            }

            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_tag = G::tag(mv);
                    if PV {
                        self.memory.pv.lead(ply, mv);
                    }
                    if score >= beta {
                        if quiet {
                            self.memory
                                .history
                                .refuted(position, ply, nominal, mv, &quiets);
                        }
                        break;
                    }
                }
            }
            if quiet {
                quiets.push(mv);
            }
        }

        let entry = Entry {
            tag: best_tag,
            score: from_root(best, ply),
            eval,
            depth: nominal.min(depth),
            bound: bound(best, original, beta),
        };
        self.job.table.put(key, entry);
        best
    }

    /// Makes the turn and searches what follows; the score is for the side
    /// that made it. Turns after the first are expected to be no better: a
    /// search with a null window is to show it, first with less depth.
    #[inline]
    pub fn descend<const PV: bool>(
        &mut self,
        position: &G,
        mv: G::Move,
        alpha: Score,
        beta: Score,
        step: Step,
        ply: usize,
    ) -> Score {
        let mut child = position.clone();
        child.play(mv);
        self.memory.path.push(child.key());
        let Step {
            depth,
            reduction,
            first,
        } = step;
        let mut score = alpha + 1;
        if !PV || !first {
            score = -self.negamax::<false>(&child, -alpha - 1, -alpha, depth - reduction, ply + 1);
            if score > alpha && reduction > 0 && !self.stopped {
                score = -self.negamax::<false>(&child, -alpha - 1, -alpha, depth, ply + 1);
            }
        }
        if PV && score > alpha && !self.stopped {
            score = -self.negamax::<true>(&child, -beta, -alpha, depth, ply + 1);
        }
        self.memory.path.pop();
        score
    }
}

/// What a score says after a search with this window.
#[inline]
pub fn bound(score: Score, alpha: Score, beta: Score) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}
