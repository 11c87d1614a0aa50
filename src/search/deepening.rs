//! Iterative deepening: one search per depth, each with a narrow window around the score
//! of the previous one, until a limit is reached.

use super::Bound;
use super::event::VERBOSE_AFTER_SECONDS;
use super::game::SearchGame;
use super::parameters::{
    ASPIRATION_DELTA, ASPIRATION_DEPTH, ASPIRATION_MAX_DELTA, Parameter, TIME_SCORE_DROP,
    TIME_STABLE_STEP, TIME_UNSTABLE,
};
use super::window::Window;
use super::worker::SearchWorker;
use crate::base::Score;
use crate::base::score::{INFINITE, MAX_PLY, WIN, is_distance_known, is_proved, moves_to_end};
use crate::eval::Evaluator;

/// A search cannot have overlooked a win if it is more than this many plies deeper than
/// twice the length of the win, however late the winning turns come in the move order.
const OVERLOOK_MARGIN: usize = 6;

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Runs all iterations. The answer is then the first of the root turns; it
    /// is legal even if nothing could be searched.
    pub fn deepen(&mut self) {
        if !self.resumes {
            self.order_root();
        } else if !self.resume() {
            return;
        }
        while self.state.completed_depth < self.max_depth() {
            self.root_depth = self.state.completed_depth + 1;
            self.hunt_before_iteration();
            if self.run_iteration() {
                self.job.deepest.record(self.root_depth, &self.state.root);
            } else if !self.take_over() {
                self.state.cut_short = true;
                break;
            }
            self.state.completed_depth = self.root_depth;
            self.state.last_complete.clone_from(&self.state.root);
            self.report(self.job.reported_lines);

            self.best.record(self.state.root[0].turn);
            if self.is_done(self.best.confirmations) {
                break;
            }
        }
    }

    /// Returns the last depth to search, from 1 to `MAX_PLY - 1`.
    fn max_depth(&self) -> usize {
        let limits = &self.job.request.limits;
        // A win in n moves takes 2n - 1 plies; one more ply proves it.
        let mate = limits
            .mate
            .map_or(MAX_PLY, |moves| (moves.max(1) as usize).saturating_mul(2));
        let handicap = self.job.request.settings.handicap;
        let handicap_depth = handicap.map_or(MAX_PLY, |handicap| handicap.depth);
        let depth = limits.depth.unwrap_or(MAX_PLY).min(handicap_depth).max(1);
        depth.min(mate).min(MAX_PLY - 1)
    }

    /// Runs one iteration: all lines at one depth. Returns `false` if it was cut short. Its
    /// results are then discarded if there are several lines, because these must be of the
    /// same depth; those of a single line are kept as far as [`settle`](super::settle) allows.
    fn run_iteration(&mut self) -> bool {
        if self.state.completed_depth > 0 {
            for root in &mut self.state.root {
                root.previous = std::mem::replace(&mut root.line.score, -INFINITE);
            }
        }
        self.seldepth = 0;
        for line_index in 0..self.job.lines {
            self.search_line(line_index);
            if self.stopped {
                if self.job.lines > 1 {
                    self.state.root.clone_from(&self.state.last_complete);
                }
                return false;
            }
            self.state.root[..=line_index].sort_by_key(|root| std::cmp::Reverse(root.line.score));
        }
        true
    }

    /// Takes over the iteration of the worker that has overtaken this one; returns `false` if
    /// there is none, or if the search is over.
    fn take_over(&mut self) -> bool {
        if !self.overtaken || self.job.control.is_halted() {
            return false;
        }
        self.root_depth = self.job.deepest.copy_to(&mut self.state.root);
        self.overtaken = false;
        self.stopped = false;
        true
    }

    /// Finds the line with this index, 0 for the best, and widens the aspiration window until
    /// it contains the score.
    fn search_line(&mut self, line_index: usize) {
        let expected = self.state.root[line_index].previous;
        let is_narrow =
            self.root_depth as i32 >= ASPIRATION_DEPTH.get::<G>() && !is_proved(expected);
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut delta = ASPIRATION_DELTA.get::<G>();
        if is_narrow {
            (alpha, beta) = (expected - delta, expected + delta);
        }
        loop {
            let score = self.search_root(line_index, Window { alpha, beta });
            if self.stopped {
                return;
            }
            match (Window { alpha, beta }).bound(score) {
                Bound::Exact => return,
                Bound::Upper => {
                    // The line's score is the first turn's, which may be lower than the bound
                    // that all turns together prove.
                    self.state.root[line_index].line.score = score;
                    beta = (alpha + beta) / 2;
                    alpha = widened::<G>(score, -delta);
                }
                Bound::Lower => beta = widened::<G>(score, delta),
            }
            delta += delta;
            if self.job.lines == 1 && self.timer.elapsed().as_secs() >= VERBOSE_AFTER_SECONDS {
                self.report(1);
            }
        }
    }

    /// Returns whether the main worker needs no further iteration; `false` for other workers.
    /// The best turn has been the same in the last `stable` + 1 complete iterations.
    fn is_done(&mut self, stable: u32) -> bool {
        if self.index != 0 {
            return false;
        }
        let limits = &self.job.request.limits;
        let best = &self.state.root[0];
        let score = best.latest_score();
        if let (Some(wanted), Some(found)) = (limits.mate, moves_to_end(score)) {
            let wanted = i32::try_from(wanted.max(1)).unwrap_or(i32::MAX);
            if (1..=wanted).contains(&found) {
                return true;
            }
        }
        // A requested depth is searched in full; otherwise the search may end once its lines are
        // decided, as they are at once where endgame tables contain the root and all that follow it.
        if limits.depth.is_none()
            && (self.state.root[..self.job.lines]
                .iter()
                .all(|root| is_final(root.latest_score(), self.root_depth))
                || self.job.root_is_in_table)
        {
            return true;
        }
        // Once the search has reached the end of the game, more depth only costs time.
        let plies = (WIN - score.abs()) as usize;
        let decided = is_distance_known(score) && self.root_depth > plies + 1;
        let easy = self.state.root.len() == 1 || decided && self.timer.has_clock();
        let scale = self.time_scale(stable);
        self.timer.iteration_was_last(self.job.control, scale, easy)
    }

    /// Returns the factor by which the planned time is multiplied: greater while the best turn
    /// keeps changing or its score falls.
    fn time_scale(&self, stable: u32) -> f64 {
        let best = &self.state.root[0];
        let percent = |parameter: &Parameter| f64::from(parameter.get::<G>()) / 100.0;
        let stability = f64::from(stable.min(8)) * percent(&TIME_STABLE_STEP);
        let score_drop = f64::from((best.previous - best.latest_score()).clamp(-50, 150));
        let by_score = 1.0 + score_drop / f64::from(TIME_SCORE_DROP.get::<G>());
        (percent(&TIME_UNSTABLE) - stability) * by_score
    }
}

/// Returns whether no greater depth can change a score: it is a win or loss at a known
/// distance, and the search cannot have overlooked one in fewer plies. (Reductions may delay the
/// discovery of a win that is two plies shorter.)
fn is_final(score: Score, depth: usize) -> bool {
    let plies = (WIN - score.abs()) as usize;
    let shorter = plies.saturating_sub(2);
    is_distance_known(score)
        && depth >= plies
        && (shorter == 0 || depth > 2 * shorter + OVERLOOK_MARGIN)
}

/// Returns a bound of the window `delta` away from the score, or an infinite one where a
/// finite bound is not worthwhile.
fn widened<G: SearchGame>(score: Score, delta: Score) -> Score {
    let bound = score + delta;
    if is_proved(score) || delta.abs() > ASPIRATION_MAX_DELTA.get::<G>() || is_proved(bound) {
        delta.signum() * INFINITE
    } else {
        bound
    }
}
