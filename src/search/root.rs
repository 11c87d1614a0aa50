//! The root: its turns form a list that is kept through all iterations, each with its
//! score and line, so that an answer is available at any time.

use super::Bound;
use super::best_turn::{BestTurn, without_proved_loss};
use super::event::{SearchInfo, SearchProgress, SearchSink, VERBOSE_AFTER_SECONDS};
use super::game::{SearchGame, may_be_truncated};
use super::node::TurnDepth;
use super::picker::Picker;
use super::root_turn::RootTurn;
use super::window::Window;
use super::worker::{SearchJob, SearchWorker};
use crate::base::Score;
use crate::base::score::{INFINITE, PROVED_WIN, is_proved};
use crate::eval::Evaluator;
use crate::rules::MoveList;

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Sorts the root turns for the first iteration, in the order of a [`Picker`].
    pub fn order_root(&mut self) {
        let position = &self.job.request.position;
        let tt_tag = self.tt_entry(position).map_or(0, |entry| entry.move_tag);
        let mut picker = Picker::new();
        picker
            .turns
            .extend(self.state.root.iter().map(|root| root.turn));
        picker.start([None; 2], 0, tt_tag);
        let eval = self.evaluate(position, 0);
        self.state.root.clear();
        while let Some(turn) = picker.next(position, &self.state.history) {
            self.state.root.push(RootTurn {
                previous: eval,
                ..RootTurn::new(turn)
            });
        }
        self.state.last_complete.clone_from(&self.state.root);
    }

    /// Searches the root turns from the index `line_index` on, and sorts them, best first; the
    /// turns before that index already have their lines. Returns the best score.
    pub fn search_root(&mut self, line_index: usize, window: Window) -> Score {
        let job = self.job;
        let position = &job.request.position;
        let depth = self.root_depth as i32;
        let verbose =
            self.sink.is_some() && self.timer.elapsed().as_secs() >= VERBOSE_AFTER_SECONDS;
        let turns: MoveList<_> = self.state.root.iter().map(|root| root.turn).collect();
        let selective = !self.mate_search && !position.is_forced(&turns);
        let is_truncated = may_be_truncated(&turns);
        let mut best = BestTurn::new(window);

        for root in &mut self.state.root[line_index..] {
            root.searched = false;
        }
        for index in line_index..self.state.root.len() {
            let turn = self.state.root[index].turn;
            let number = index - line_index;
            if verbose && let Some(sink) = self.sink.as_mut() {
                sink.current(self.root_depth, turn, index + 1);
            }
            if !self.count_node() {
                break;
            }
            let may_reduce = selective && !position.is_tactical(turn);
            let turn_depth = TurnDepth {
                depth: depth - 1,
                reduction: if may_reduce {
                    self.state.reductions.get::<G, true>(depth, number, || 0)
                } else {
                    0
                },
                first: number == 0,
            };
            self.state.stack.at(0).slot = Some(position.history_slot(turn) as u16);
            let window = best.window();
            let Some(score) = self.search_root_turn(index, window, turn_depth) else {
                break;
            };
            let root = &mut self.state.root[index];
            root.searched = true;
            let score = if is_truncated {
                without_proved_loss(score)
            } else {
                score
            };
            if score <= -PROVED_WIN && score < window.beta {
                root.note_loss(score);
            }
            if number == 0 || score > window.alpha {
                self.record_root(index, score, window.bound(score));
            } else {
                root.line.score = -INFINITE;
            }
            best.record::<G>(turn, score);
            if best.is_refutation() {
                break;
            }
        }
        self.state.root[line_index..]
            .sort_by_key(|root| std::cmp::Reverse((root.line.score, root.previous)));

        // Only a search of all turns gives the score of the position.
        let request = &self.job.request;
        let is_complete = request.root_turns.is_empty() && request.banned.is_empty();
        if !self.stopped && line_index == 0 && is_complete {
            let entry = best.entry(0, depth, None);
            self.store(position, entry);
        }
        best.score
    }

    /// Returns the score of a root turn; `None` if the worker must stop. A turn that the search takes
    /// for the best counts only if no hunt of the opponent is found after it.
    fn search_root_turn(
        &mut self,
        index: usize,
        window: Window,
        depth: TurnDepth,
    ) -> Option<Score> {
        let turn = self.state.root[index].turn;
        if let Some(score) = self.score_by_hunt(index, window, depth) {
            return Some(score);
        }
        let position = &self.job.request.position;
        let score = self.search_turn::<true>(position, turn, window, depth, 0);
        if self.stopped {
            return None;
        }
        if score > window.alpha && !is_proved(score) {
            if self.hunt_after(turn) {
                return self.score_by_hunt(index, window, depth);
            }
            if self.stopped {
                return None;
            }
        }
        Some(score)
    }

    /// Returns the score of a root turn with a known hunt. The hunt is a bound: the search may know a
    /// shorter one.
    fn score_by_hunt(&mut self, index: usize, window: Window, depth: TurnDepth) -> Option<Score> {
        let root = &self.state.root[index];
        let (hunt, turn) = (root.hunt.as_ref()?, root.turn);
        let (is_won, known) = (hunt.is_won(), hunt.score());
        let Window { alpha, beta } = window;
        let shorter = if is_won {
            Window {
                alpha: alpha.max(known),
                beta,
            }
        } else {
            Window {
                alpha,
                beta: beta.min(known),
            }
        };
        if shorter.alpha >= shorter.beta {
            return Some(known);
        }
        let position = &self.job.request.position;
        let score = self.search_turn::<true>(position, turn, shorter, depth, 0);
        Some(if self.stopped {
            known
        } else if is_won {
            score.max(known)
        } else {
            score.min(known)
        })
    }

    /// Records a new score for the turn with this index, and a new line unless the search
    /// failed low.
    fn record_root(&mut self, index: usize, score: Score, bound: Bound) {
        let root = &mut self.state.root[index];
        let line = &mut root.line;
        line.score = score;
        line.bound = bound;
        line.depth = self.root_depth;
        line.seldepth = self.seldepth;
        if bound != Bound::Upper {
            line.pv.truncate(1);
            line.pv.extend_from_slice(self.state.pv.line(1));
        }
        if let Some(hunt) = root.hunt.as_ref().filter(|hunt| hunt.score() == score) {
            line.pv.clear();
            line.pv.extend_from_slice(hunt.turns());
        }
        if bound == Bound::Exact {
            root.exact = Some(line.clone());
        }
    }

    /// Reports the first `lines` lines, if there is a sink.
    pub fn report(&mut self, lines: usize) {
        if let Some(sink) = self.sink.as_deref_mut() {
            self.state.reported = self.state.root.first().map(RootTurn::summary);
            report_lines(self.job, &self.state.root[..lines], sink);
        }
    }
}

/// Reports the lines of these root turns, which are sorted, best first, to a sink.
pub fn report_lines<G: SearchGame, E>(
    job: &SearchJob<'_, G, E>,
    lines: &[RootTurn<G::Move>],
    sink: &mut (dyn SearchSink<G::Move> + Send),
) {
    let SearchProgress {
        time,
        nodes,
        nps,
        hashfull,
        ..
    } = job.progress(0, job.request.started.elapsed());
    for (index, root) in lines.iter().enumerate() {
        let line = &root.line;
        sink.info(&SearchInfo {
            depth: line.depth,
            seldepth: line.seldepth,
            multipv: index + 1,
            score: root.latest_score(),
            bound: line.bound,
            time,
            nodes,
            nps,
            hashfull,
            table_hits: job.table_hits(),
            pv: &line.pv,
        });
    }
}
