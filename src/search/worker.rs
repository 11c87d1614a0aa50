//! A worker: one thread of a search, the data that it reads and keeps, and the checks
//! that stop it.
//!
//! Workers run the same search and communicate only through the table, the deepest complete
//! iteration, the stop flag and the node counters. Worker 0, the main worker, watches the
//! limits and sends the events.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::cores::CoreClaim;
use super::deepest_iteration::DeepestIteration;
use super::event::{SearchProgress, VERBOSE_AFTER_SECONDS};
use super::game::{SearchGame, TableProbe};
use super::history::History;
use super::hunt::{HuntLine, HuntTable};
use super::pause::{BestSince, PausedWorker};
use super::pv::PvTable;
use super::reductions::Reductions;
use super::repetition::KeyStack;
use super::request::end_score;
use super::root_turn::RootTurn;
use super::stack::SearchStack;
use super::table::TranspositionTable;
use super::time::Timer;
use super::{Control, Poll, Request, SearchSink, panic_injection};
use crate::base::Score;
use crate::base::score::{DRAW, MAX_EVAL, MAX_PLY};
use crate::eval::Evaluator;
use crate::rules::{End, Game};
use crate::util::clock::Instant;

/// The meaningless score that a node returns once its worker must stop.
pub const STOPPED: Score = 0;

/// The maximum number of nodes between two polls of the limits.
const MAX_POLL_INTERVAL: u64 = 1024;
/// The initial number of nodes between two polls, until the speed is known.
const FIRST_POLL_INTERVAL: u64 = 16;
/// The longest time that should pass between two polls.
const MAX_POLL_TIME: Duration = Duration::from_micros(400);

/// What a worker counts, on its own cache lines, so that workers don't contend.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct WorkerCounts {
    nodes: AtomicU64,
    table_hits: AtomicU64,
}

impl WorkerCounts {
    /// Returns the number of nodes.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Returns the number of nodes whose score came from an endgame table.
    pub fn table_hits(&self) -> u64 {
        self.table_hits.load(Relaxed)
    }
}

/// What the workers of one search share: the request, the table and the counters.
pub struct SearchJob<'a, G: SearchGame, E> {
    /// The request.
    pub request: &'a Request<G>,
    /// The shared table.
    pub table: TranspositionTable<'a>,
    /// The shared evaluator.
    pub evaluator: &'a E,
    /// The endgame tables, if any.
    pub endgame_tables: Option<&'a dyn TableProbe<G>>,
    /// The greatest number of men for which the endgame tables are asked.
    pub max_table_men: u32,
    /// Whether they contain the position of the request and those after all its turns.
    pub root_is_in_table: bool,
    /// The control of the search.
    pub control: &'a Control,
    /// What each worker counts.
    pub counters: &'a [WorkerCounts],
    /// The deepest iteration that any worker has completed.
    pub deepest: DeepestIteration<RootTurn<G::Move>>,
    /// The hunts that any worker has found, each the line of a turn at the root.
    pub hunts: Mutex<Vec<HuntLine<G::Move>>>,
    /// The number of lines to find, at most the number of root turns.
    pub lines: usize,
    /// The number of lines to report, at most the number of lines to find.
    pub reported_lines: usize,
    /// Whether the search pauses when its host asks for it.
    pub may_pause: bool,
}

impl<G: SearchGame, E> SearchJob<'_, G, E> {
    /// Returns the number of nodes of all workers together.
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(WorkerCounts::nodes).sum()
    }

    /// Returns the number of nodes of all workers whose score came from an endgame table.
    pub fn table_hits(&self) -> u64 {
        self.counters.iter().map(WorkerCounts::table_hits).sum()
    }

    /// Returns how far the search has come after this time, in an iteration of this depth.
    pub fn progress(&self, depth: usize, time: Duration) -> SearchProgress {
        let nodes = self.nodes();
        let nps = u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1);
        SearchProgress {
            depth,
            time,
            nodes,
            nps: nps.min(u128::from(u64::MAX)) as u64,
            hashfull: self.table.hashfull(),
        }
    }
}

/// The memory of a worker: what it keeps between searches, the buffers of the current
/// search, and its result. It has its own cache lines, because each node writes to it.
#[repr(align(128))]
pub struct WorkerState<G: Game, M> {
    /// The history counters and killer moves.
    pub history: History<G>,
    /// The principal variations of the current search.
    pub pv: PvTable<G::Move>,
    /// The keys of the positions up to the current node.
    pub keys: KeyStack,
    /// The search stack.
    pub stack: SearchStack,
    /// The late move reductions.
    pub reductions: Reductions,
    /// The root turns, best first.
    pub root: Vec<RootTurn<G::Move>>,
    /// The root turns after the last complete iteration, best first.
    pub last_complete: Vec<RootTurn<G::Move>>,
    /// The depth of the last complete iteration; 0 if none is complete.
    pub completed_depth: usize,
    /// The score and the turns of the best line in the last report.
    pub reported: Option<(Score, Vec<G::Move>)>,
    /// Whether the search ended in the middle of an iteration.
    pub cut_short: bool,
    /// What the worker had done when the search paused; `None` if the search is not pausing.
    pub paused: Option<PausedWorker<G::Move>>,
    /// What is known of hunts; `None` if there was no memory for it.
    pub hunts: Option<HuntTable>,
    /// What the evaluator keeps from one evaluation to the next.
    evaluator_memory: M,
}

impl<G: SearchGame, M: Default> WorkerState<G, M> {
    /// Returns the state of a worker that has not searched yet.
    pub fn new() -> Self {
        Self {
            history: History::new(),
            pv: PvTable::new(),
            keys: KeyStack::default(),
            stack: SearchStack::new(),
            reductions: Reductions::new(),
            root: Vec::new(),
            last_complete: Vec::new(),
            completed_depth: 0,
            reported: None,
            cut_short: false,
            paused: None,
            hunts: if G::HAS_HUNTS {
                HuntTable::new().ok()
            } else {
                None
            },
            evaluator_memory: M::default(),
        }
    }

    /// Discards what the evaluator keeps.
    pub fn forget_evaluations(&mut self) {
        self.evaluator_memory = M::default();
    }

    /// Prepares for a search of the turns `root`.
    pub fn prepare(&mut self, request: &Request<G>, root: &[RootTurn<G::Move>]) {
        self.history.age();
        let (earlier, draw) = (&request.earlier_keys, request.settings.repetition_draw);
        self.keys
            .reset(earlier, draw, request.position.key(), MAX_PLY);
        self.root.clear();
        self.root.extend_from_slice(root);
        self.last_complete.clone_from(&self.root);
        self.completed_depth = 0;
        self.reported = None;
        self.cut_short = false;
        self.paused = None;
    }

    /// Notes a hunt, the line of a turn at the root.
    pub fn note_hunt(&mut self, line: HuntLine<G::Move>) {
        let mut turns = self.root.iter_mut();
        if let Some(root) = turns.find(|root| line.turns().first() == Some(&root.turn)) {
            root.hunt = Some(line);
        }
    }
}

/// A worker of a running search.
pub struct SearchWorker<'a, G: SearchGame, E: Evaluator<G>> {
    /// The job, which all workers share.
    pub job: &'a SearchJob<'a, G, E>,
    /// The worker's memory, which outlives the search.
    pub state: &'a mut WorkerState<G, E::Memory>,
    /// The index of the worker; 0 is the main worker.
    pub index: usize,
    /// The depth of the current iteration.
    pub root_depth: usize,
    /// The maximum ply reached in the current iteration.
    pub seldepth: usize,
    /// Whether this worker must stop searching: every node returns [`STOPPED`] at once.
    /// Once set, it stays set, except that an overtaken worker resets it.
    pub stopped: bool,
    /// Whether the worker stopped only because another has completed an iteration at least as deep.
    pub overtaken: bool,
    /// Whether this goes on with a search that has paused.
    pub resumes: bool,
    /// Whether the worker stopped only because the host asked for a pause.
    is_pausing: bool,
    /// The best turn of the iterations so far.
    pub best: BestSince<G::Move>,
    /// Whether this is a search for a win in n, which neither prunes nor reduces.
    pub mate_search: bool,
    /// The timer; only the main worker's is used.
    pub timer: Timer,
    /// The receiver of events; only the main worker has one.
    pub sink: Option<&'a mut (dyn SearchSink<G::Move> + Send + 'a)>,
    claim: CoreClaim<'a>,
    /// The number of nodes that this worker has searched, with those of hunts.
    nodes: u64,
    /// The number of nodes that the hunts of the own side and of the opponent have taken.
    pub hunt_nodes: [u64; 2],
    /// The maximum number of nodes for this worker.
    quota: u64,
    /// The number of nodes at which the worker polls next.
    next_poll: u64,
    /// The number of nodes between two polls.
    poll_interval: u64,
    last_poll: Instant,
    /// The time of the search at which its progress is reported next.
    next_progress: Duration,
}

impl<'a, G: SearchGame, E: Evaluator<G>> SearchWorker<'a, G, E> {
    /// Returns a worker that has not searched any node yet.
    pub fn new(
        job: &'a SearchJob<'a, G, E>,
        index: usize,
        state: &'a mut WorkerState<G, E::Memory>,
        sink: Option<&'a mut (dyn SearchSink<G::Move> + Send + 'a)>,
    ) -> Self {
        let request = job.request;
        let limits = &request.limits;
        let mate_search = limits.mate.is_some();
        let claim = CoreClaim::new(job.control).with_idle_share(request.settings.idle);
        let polls = index == 0 || claim.is_limited();
        let workers = job.counters.len().max(1) as u64;
        // Each worker gets an equal share of the nodes, and the main one also the
        // remainder.
        let quota = limits.nodes.map_or(u64::MAX, |nodes| {
            nodes / workers + if index == 0 { nodes % workers } else { 0 }
        });
        let paused = state.paused.take();
        let resumes = paused.is_some();
        let paused = paused.unwrap_or_else(|| PausedWorker {
            timer: Timer::new::<G>(request.started, limits, request.position.side_to_move()),
            nodes: 0,
            hunt_nodes: [0; 2],
            next_progress: Duration::from_secs(VERBOSE_AFTER_SECONDS),
            best: BestSince::new(),
        });
        job.counters[index].nodes.store(paused.nodes, Relaxed);
        Self {
            job,
            state,
            index,
            root_depth: 0,
            seldepth: 0,
            stopped: false,
            overtaken: false,
            resumes,
            is_pausing: false,
            best: paused.best,
            mate_search,
            timer: paused.timer,
            sink,
            nodes: paused.nodes,
            hunt_nodes: paused.hunt_nodes,
            quota,
            next_poll: if polls { 0 } else { quota },
            claim,
            poll_interval: FIRST_POLL_INTERVAL,
            last_poll: Instant::now(),
            next_progress: paused.next_progress,
        }
    }

    /// Ends the worker; what a paused search needs to go on is kept in the worker's memory.
    pub fn finish(self) {
        self.state.paused = self.is_pausing.then_some(PausedWorker {
            timer: self.timer,
            nodes: self.nodes,
            hunt_nodes: self.hunt_nodes,
            next_progress: self.next_progress,
            best: self.best,
        });
    }

    /// Counts a turn that is about to be made. Returns `false` if the worker must stop; the
    /// turn is then not counted and must not be made.
    #[inline]
    pub fn count_node(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.poll();
        }
        if self.job.control.is_halted() {
            self.stopped = true;
        } else if self.job.deepest.has_completed(self.root_depth) {
            self.overtaken = true;
            self.stopped = true;
        }
        if self.stopped {
            return false;
        }
        self.nodes += 1;
        panic_injection::panic_at(self.nodes);
        self.job.counters[self.index]
            .nodes
            .store(self.nodes, Relaxed);
        true
    }

    /// Returns the number of nodes that this worker has searched.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Checks the limits. At a limit the main worker halts all workers; any other worker
    /// stops only itself, once it has used up its share of the nodes.
    #[cold]
    fn poll(&mut self) {
        let used_up = self.nodes >= self.quota;
        if self.index != 0 {
            self.stopped |= used_up;
            if self.stopped || !self.claim.is_limited() {
                return;
            }
        } else if used_up || self.timer.out_of_time(self.job.control) {
            self.stopped = true;
            self.job.control.halt();
            return;
        } else if self.job.control.poll() == Poll::Pause && self.job.may_pause {
            self.is_pausing = true;
            self.stopped = true;
            return;
        }
        let now = Instant::now();
        let elapsed = now - self.last_poll;
        self.last_poll = now;
        if elapsed > MAX_POLL_TIME {
            self.poll_interval = (self.poll_interval / 2).max(1);
        } else if elapsed < MAX_POLL_TIME / 4 {
            self.poll_interval = (self.poll_interval * 2).min(MAX_POLL_INTERVAL);
        }
        self.next_poll = (self.nodes + self.poll_interval).min(self.quota);
        self.report_progress(now);
        if self.claim.is_limited() {
            self.wait_to_continue();
        }
    }

    /// Reports how far the search has come, if there is a sink and a second has passed.
    fn report_progress(&mut self, now: Instant) {
        let time = now - self.job.request.started;
        if time < self.next_progress {
            return;
        }
        self.next_progress = time + Duration::from_secs(1);
        if let Some(sink) = self.sink.as_deref_mut() {
            sink.progress(self.job.progress(self.root_depth, time));
        }
    }

    /// Waits until this worker may continue.
    fn wait_to_continue(&mut self) {
        let (is_main, timer, control) = (self.index == 0, &mut self.timer, self.job.control);
        let mut out_of_time = || is_main && timer.out_of_time(control);
        self.claim.wait_to_continue(&mut out_of_time);
        if out_of_time() {
            self.stopped = true;
            self.job.control.halt();
        }
        self.last_poll = Instant::now();
    }

    /// Adds the position after a turn to the current path, and prefetches its table
    /// entries.
    #[inline]
    pub fn push_position(&mut self, child: &G) {
        self.job.table.prefetch(child.table_key());
        self.state.keys.push(child.key());
    }

    /// Returns the static evaluation of a node, clamped to the range of evaluations.
    #[inline]
    pub fn evaluate(&mut self, position: &G, ply: usize) -> Score {
        self.job
            .evaluator
            .evaluate(position, ply, &mut self.state.evaluator_memory)
            .clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Enters a node, the last of the current path. Returns its score if it is not searched
    /// because the game has ended, the line is too long or an endgame table has the result.
    #[inline(always)] // every node calls it, and the compiler would not inline it
    pub fn enter_node<const PV: bool>(&mut self, position: &G, ply: usize) -> Option<Score> {
        if PV {
            self.state.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if position.is_lost() {
            Some(end_score(End::Lost, ply))
        } else if self.is_drawn(position) {
            Some(self.draw_score(ply))
        } else if ply >= MAX_PLY - 1 {
            Some(self.evaluate(position, ply))
        } else if position.men_on_board() <= self.job.max_table_men {
            self.table_score(position, ply)
        } else {
            None
        }
    }

    /// Returns the score that an endgame table has for a node.
    #[cold]
    fn table_score(&self, position: &G, ply: usize) -> Option<Score> {
        let score = self.job.endgame_tables?.probe(position)?;
        self.job.counters[self.index]
            .table_hits
            .fetch_add(1, Relaxed);
        Some(match score {
            DRAW => self.draw_score(ply),
            decided => decided - decided.signum() * ply as Score,
        })
    }

    /// Returns the score of a node without a legal turn.
    #[inline]
    pub fn no_moves_score(&self, position: &G, ply: usize) -> Score {
        match position.end_without_turns() {
            End::Drawn => self.draw_score(ply),
            end => end_score(end, ply),
        }
    }

    /// Returns the score of a draw for the side to move at this ply.
    #[inline]
    const fn draw_score(&self, ply: usize) -> Score {
        let contempt = self.job.request.settings.contempt;
        if ply.is_multiple_of(2) {
            DRAW - contempt
        } else {
            DRAW + contempt
        }
    }

    /// Returns whether a turn at the root draws the game; `child` is the position after it.
    pub fn is_drawn_after(&mut self, child: &G) -> bool {
        self.state.keys.push(child.key());
        let is_drawn = self.is_drawn(child);
        self.state.keys.pop();
        is_drawn
    }

    /// Returns whether the game is drawn at this node, the last of the current path.
    #[inline]
    fn is_drawn(&self, position: &G) -> bool {
        position.is_drawn() || self.state.keys.is_repetition(position.halfmove_clock())
    }
}
