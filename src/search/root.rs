//! The root: its turns form a list that is kept through all iterations, each with its
//! score and line, so that an answer is available at any time.

use super::Bound;
use super::event::{SearchInfo, SearchSink};
use super::game::SearchGame;
use super::parameters::{LMR_DEPTH, LMR_TURNS};
use super::picker::Picker;
use super::reductions::{LateMove, TurnDepth};
use super::table::TableEntry;
use super::window::Window;
use super::worker::{SearchJob, SearchWorker};
use crate::base::Score;
use crate::base::score::{INFINITE, PROVED_WIN, is_proved};
use crate::eval::Evaluator;

/// The number of seconds after which a search also reports failed aspiration windows and
/// the turn that it is searching.
pub const VERBOSE_AFTER_SECONDS: u64 = 3;

/// A legal turn at the root.
#[derive(Clone, Debug)]
pub struct RootTurn<M> {
    /// The turn.
    pub turn: M,
    /// The score in this iteration; minus [`INFINITE`] if the turn was not searched, or was
    /// no better than another.
    pub score: Score,
    /// The score in the previous iteration; before the first iteration, the static
    /// evaluation of the root.
    pub previous: Score,
    /// The relation of the score to the true value.
    pub bound: Bound,
    /// The depth of the search that gave the score.
    pub depth: usize,
    /// The maximum ply reached when the score was found.
    pub seldepth: usize,
    /// Whether the current pass over the turns has searched it.
    pub searched: bool,
    /// The line that starts with this turn.
    pub pv: Vec<M>,
    /// The line of the last search of this turn that ended with an exact score.
    pub exact: Option<ExactLine<M>>,
    /// The shortest loss by this turn that any iteration has proved.
    pub proved_loss: Option<Score>,
}

/// A line with an exact score.
#[derive(Clone, Debug)]
pub struct ExactLine<M> {
    score: Score,
    depth: usize,
    seldepth: usize,
    pv: Vec<M>,
}

impl<M: Copy> RootTurn<M> {
    /// Returns a root turn that has not been searched.
    pub fn new(turn: M) -> Self {
        Self {
            turn,
            score: -INFINITE,
            previous: 0,
            bound: Bound::Exact,
            depth: 0,
            seldepth: 0,
            searched: false,
            pv: vec![turn],
            exact: None,
            proved_loss: None,
        }
    }

    /// Notes a loss that a search has proved for this turn.
    pub fn note_loss(&mut self, loss: Score) {
        let known = self.proved_loss.unwrap_or(loss);
        self.proved_loss = Some(known.min(loss));
    }

    /// Restores the last exact score and its line, if there is one. A search that was cut
    /// short in a narrow window has only a bound, which must not be reported as a score,
    /// and a line of this turn alone. A bound that proves a win or a loss stays, and so does
    /// one beside an exact loss, which says nothing of the other turns.
    pub fn restore_exact(&mut self) {
        if self.bound != Bound::Exact
            && !is_proved(self.latest_score())
            && let Some(exact) = self.exact.take_if(|exact| exact.score > -PROVED_WIN)
        {
            self.score = exact.score;
            self.bound = Bound::Exact;
            self.depth = exact.depth;
            self.seldepth = exact.seldepth;
            self.pv = exact.pv;
        }
    }

    /// Sets the score to a loss that was proved for this turn in an iteration of this depth or
    /// an earlier one. The line is kept if it is that of the loss.
    pub fn lose(&mut self, loss: Score, depth: usize) {
        if self.bound == Bound::Exact && self.score == loss {
            return;
        }
        let exact = self.exact.take_if(|exact| exact.score == loss);
        if let Some(exact) = exact {
            self.score = loss;
            self.bound = Bound::Exact;
            self.depth = exact.depth;
            self.seldepth = exact.seldepth;
            self.pv = exact.pv;
        } else {
            self.score = loss;
            self.bound = Bound::Upper;
            self.depth = depth;
            self.seldepth = self.seldepth.max(depth);
            self.pv.truncate(1);
        }
    }

    /// Returns the score and the line to report.
    pub fn summary(&self) -> (Score, Vec<M>) {
        (self.latest_score(), self.pv.clone())
    }

    /// Returns the score of this iteration, or of the previous one if this one has none.
    pub fn latest_score(&self) -> Score {
        if self.score == -INFINITE {
            self.previous
        } else {
            self.score
        }
    }
}

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Sorts the root turns for the first iteration, in the order of a [`Picker`].
    pub fn order_root(&mut self) {
        let position = &self.job.request.position;
        let tt_tag = self
            .job
            .table
            .probe(position.key())
            .map_or(0, |entry| entry.move_tag);
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

    /// Searches the root turns from the index `line_index` on; the turns before it already
    /// have their lines. Leaves the turns sorted, and returns the best score.
    pub fn search_root(&mut self, line_index: usize, mut window: Window) -> Score {
        let job = self.job;
        let position = &job.request.position;
        let depth = self.root_depth as i32;
        let verbose =
            self.sink.is_some() && self.timer.elapsed().as_secs() >= VERBOSE_AFTER_SECONDS;
        let original = window;
        let mut best = -INFINITE;
        let mut best_tag = 0;
        let selective = {
            let turns: crate::rules::MoveList<_> =
                self.state.root.iter().map(|root| root.turn).collect();
            !self.mate_search && !position.is_forced(&turns)
        };

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
            let mut turn_depth = TurnDepth {
                depth: depth - 1,
                reduction: 0,
                first: number == 0,
            };
            if selective
                && depth >= LMR_DEPTH.get::<G>()
                && number as i32 > LMR_TURNS.get::<G>()
                && !position.is_tactical(turn)
            {
                let late_move = LateMove {
                    is_pv: true,
                    history: 0,
                };
                turn_depth.reduction = self.state.reductions.get::<G>(depth, number, late_move);
            }
            self.state.stack.at(0).slot = Some(position.history_slot(turn) as u16);
            let score = self.search_turn::<true>(position, turn, window, turn_depth, 0);
            if self.stopped {
                break;
            }
            self.state.root[index].searched = true;
            if score <= -PROVED_WIN && score < window.beta {
                self.state.root[index].note_loss(score);
            }
            if number == 0 || score > window.alpha {
                self.record_root(index, score, window.bound(score));
            } else {
                self.state.root[index].score = -INFINITE;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_tag = G::move_tag(turn);
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        self.state.root[line_index..]
            .sort_by_key(|root| std::cmp::Reverse((root.score, root.previous)));

        // Only a search of all turns gives a score of the position.
        let request = &self.job.request;
        let is_complete = request.root_turns.is_empty() && request.banned.is_empty();
        if !self.stopped && line_index == 0 && is_complete {
            let entry = TableEntry {
                move_tag: best_tag,
                score: best,
                eval: None,
                depth,
                bound: original.bound(best),
            };
            self.job.table.store(position.key(), entry);
        }
        best
    }

    /// Records a new score for the turn with this index, and a new line unless the search
    /// failed low.
    fn record_root(&mut self, index: usize, score: Score, bound: Bound) {
        let seldepth = self.seldepth;
        let root = &mut self.state.root[index];
        root.score = score;
        root.bound = bound;
        root.depth = self.root_depth;
        root.seldepth = seldepth;
        if bound != Bound::Upper {
            root.pv.truncate(1);
            root.pv.extend_from_slice(self.state.pv.line(1));
        }
        if bound == Bound::Exact {
            root.exact = Some(ExactLine {
                score,
                depth: root.depth,
                seldepth,
                pv: root.pv.clone(),
            });
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

/// Reports the best lines of these root turns to a sink, best first.
pub fn report_lines<G: SearchGame, E>(
    job: &SearchJob<'_, G, E>,
    lines: &[RootTurn<G::Move>],
    sink: &mut (dyn SearchSink<G::Move> + Send),
) {
    let time = job.request.started.elapsed();
    let nodes = job.nodes();
    let nps = u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1);
    let hashfull = job.table.hashfull();
    for (index, line) in lines.iter().enumerate() {
        sink.info(&SearchInfo {
            depth: line.depth,
            seldepth: line.seldepth,
            multipv: index + 1,
            score: line.latest_score(),
            bound: line.bound,
            time,
            nodes,
            nps: nps.min(u128::from(u64::MAX)) as u64,
            hashfull,
            pv: &line.pv,
        });
    }
}
