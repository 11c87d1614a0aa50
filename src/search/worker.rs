//! One thread's share of a search: what it reads, what it keeps, when it stops.
//!
//! Workers run the same search on the same table and know nothing of each
//! other; they meet only in the table, the stop flag and the node counters.
//! Worker 0, the main one, watches the limits and tells the events.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::cores::Claim;
use super::fault;
use super::frame::Frames;
use super::history::History;
use super::pv::Lines;
use super::repetition::Path;
use super::root::RootMove;
use super::selective::Reductions;
use super::table::Table;
use super::time::Timer;
use super::{Control, Request, Sink};
use crate::base::score::{MAX_EVAL, MAX_PLY};
use crate::base::{Game, Score};
use crate::eval::Evaluator;

/// Nodes between two looks at the clock, at most.
const POLL_MAX: u64 = 1024;
/// At first, until the speed is known.
const POLL_FIRST: u64 = 16;
/// A look at the clock should not be later than this after the last one.
const POLL_TIME: Duration = Duration::from_micros(400);

/// A shorter sleep is not worth the call; the system makes it longer anyway.
const SHORTEST_REST: Duration = Duration::from_millis(1);
/// The most of the time that is slept, in percent.
const MOST_IDLE: u8 = 90;

/// A node counter on cache lines of its own, so that workers don't contend.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Counter(AtomicU64);

impl Counter {
    /// Nodes counted.
    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// What all workers of one search read.
pub struct Job<'a, G: Game, E> {
    /// What was asked for.
    pub request: &'a Request<G>,
    /// The shared table.
    pub table: Table<'a>,
    /// The shared evaluator.
    pub evaluator: &'a E,
    /// The reins.
    pub control: &'a Control,
    /// A counter for each worker.
    pub counters: &'a [Counter],
    /// Lines to find, at most as many as there are root turns.
    pub lines: usize,
    /// Lines to tell, at most as many as there are to find.
    pub told: usize,
}

impl<G: Game, E> Job<'_, G, E> {
    /// Nodes of all workers.
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(Counter::get).sum()
    }
}

/// What a worker keeps between searches, and its result; on cache lines of its
/// own, as each node writes to it.
#[repr(align(128))]
pub struct Memory<G: Game> {
    /// What it has learnt.
    pub history: History<G>,
    /// The lines of the current search.
    pub pv: Lines<G::Move>,
    /// The keys up to the current node.
    pub path: Path,
    /// What is remembered of each ply of the line.
    pub frames: Frames,
    /// Late move reductions.
    pub reductions: Reductions,
    /// Root turns, best first.
    pub root: Vec<RootMove<G::Move>>,
    /// The same after the last complete iteration.
    pub settled: Vec<RootMove<G::Move>>,
    /// The depth of that iteration.
    pub completed: usize,
    /// The best line in the last report.
    pub reported: Option<(Score, Vec<G::Move>)>,
    /// Whether the last iteration was cut short.
    pub cut_short: bool,
}

impl<G: Game> Memory<G> {
    /// Nothing learnt.
    pub fn new() -> Self {
        Self {
            history: History::new(),
            pv: Lines::new(),
            path: Path::default(),
            frames: Frames::new(),
            reductions: Reductions::new(G::REDUCTION_DIVISOR),
            root: Vec::new(),
            settled: Vec::new(),
            completed: 0,
            reported: None,
            cut_short: false,
        }
    }

    /// Gets ready for a search of these root turns.
    pub fn prepare(&mut self, request: &Request<G>, root: &[RootMove<G::Move>]) {
        self.history.age();
        self.path
            .start(&request.history, request.position.key(), MAX_PLY);
        self.root.clear();
        self.root.extend_from_slice(root);
        self.settled.clone_from(&self.root);
        self.completed = 0;
        self.reported = None;
        self.cut_short = false;
    }
}

/// A worker at work.
pub struct Worker<'a, G: Game, E> {
    /// What it shares.
    pub job: &'a Job<'a, G, E>,
    /// What it keeps.
    pub memory: &'a mut Memory<G>,
    /// 0 for the main worker.
    pub index: usize,
    /// The depth of the current iteration.
    pub root_depth: usize,
    /// The greatest ply seen in it.
    pub seldepth: usize,
    /// Set once, and then every node returns at once with no meaning.
    pub stopped: bool,
    /// Nothing is pruned or reduced: a search for a win in n.
    pub full_width: bool,
    /// Keeps results of full-width searches apart in the table.
    pub salt: u64,
    /// The watch. Only the main worker's counts.
    pub timer: Timer,
    /// Where events go; the main worker has one.
    pub sink: Option<&'a mut (dyn Sink<G::Move> + Send + 'a)>,
    claim: Claim<'a>,
    /// See [`Request::idle`].
    idle: u8,
    /// Time to sleep that was not slept yet.
    owed: Duration,
    nodes: u64,
    quota: u64,
    next_poll: u64,
    interval: u64,
    polled: Instant,
}

impl<'a, G: Game, E: Evaluator<G>> Worker<'a, G, E> {
    /// A worker that has made no node yet.
    pub fn new(
        job: &'a Job<'a, G, E>,
        index: usize,
        memory: &'a mut Memory<G>,
        sink: Option<&'a mut (dyn Sink<G::Move> + Send + 'a)>,
    ) -> Self {
        let request = job.request;
        let limits = &request.limits;
        let idle = request.idle.min(MOST_IDLE);
        let full_width = limits.mate.is_some();
        let claim = Claim::new(job.control);
        let polls = index == 0 || idle > 0 || claim.is_shared();
        let workers = job.counters.len().max(1) as u64;
        // Each worker gets an equal share of the nodes, the main one the rest.
        let quota = limits.nodes.map_or(u64::MAX, |nodes| {
            nodes / workers + if index == 0 { nodes % workers } else { 0 }
        });
        Self {
            job,
            memory,
            index,
            root_depth: 0,
            seldepth: 0,
            stopped: false,
            full_width,
            salt: if full_width { 0x9E37_79B9_7F4A_7C15 } else { 0 },
            timer: Timer::new(request.started, limits, request.position.side_to_move()),
            sink,
            owed: Duration::ZERO,
            nodes: 0,
            quota,
            next_poll: if polls { 0 } else { quota },
            claim,
            idle,
            interval: POLL_FIRST,
            polled: Instant::now(),
        }
    }

    /// Counts a turn about to be made; `false` if the search is over and it
    /// must not be made.
    #[inline]
    pub fn count_node(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.poll();
        }
        if self.job.control.is_halted() {
            self.stopped = true;
        }
        if self.stopped {
            return false;
        }
        self.nodes += 1;
        fault::strike(self.nodes);
        self.job.counters[self.index].0.store(self.nodes, Relaxed);
        true
    }

    /// Looks at the limits. A helper that has used up its share of nodes ends
    /// alone, the main worker ends the search.
    #[cold]
    fn poll(&mut self) {
        let over = self.nodes >= self.quota;
        if self.index != 0 {
            self.stopped |= over;
            if self.idle == 0 && !self.claim.is_shared() {
                return;
            }
        } else if over || self.timer.out_of_time(self.job.control) {
            self.stopped = true;
            self.job.control.halt();
            return;
        }
        let now = Instant::now();
        let passed = now - self.polled;
        self.polled = now;
        if self.idle > 0 {
            self.rest(passed);
        }
        if passed > POLL_TIME {
            self.interval = (self.interval / 2).max(1);
        } else if passed < POLL_TIME / 4 {
            self.interval = (self.interval * 2).min(POLL_MAX);
        }
        self.next_poll = (self.nodes + self.interval).min(self.quota);
        if self.claim.is_shared() {
            self.keep_core();
        }
    }

    /// Waits until it is its turn to compute.
    fn keep_core(&mut self) {
        let (is_main, timer, control) = (self.index == 0, &mut self.timer, self.job.control);
        let mut out_of_time = || is_main && timer.out_of_time(control);
        self.claim.keep(&mut out_of_time);
        if out_of_time() {
            self.stopped = true;
            self.job.control.halt();
        }
        self.polled = Instant::now();
    }

    /// Sleeps its share of the time since the last look.
    fn rest(&mut self, worked: Duration) {
        self.owed += worked * u32::from(self.idle) / u32::from(100 - self.idle);
        if self.owed >= SHORTEST_REST {
            self.claim.pause();
            std::thread::sleep(self.owed);
            self.owed = Duration::ZERO;
            self.polled = Instant::now();
        }
    }

    /// A turn was made that leads to this position. Its slot of the table is on
    /// its way while other things are done.
    #[inline]
    pub fn enter(&mut self, child: &G) {
        let key = child.key();
        self.job.table.prefetch(key ^ self.salt);
        self.memory.path.push(key);
    }

    /// The static evaluation, held to its range.
    #[inline]
    pub fn evaluate(&self, position: &G) -> Score {
        self.job
            .evaluator
            .evaluate(position)
            .clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Whether the game is drawn at this node, which ends the current path.
    #[inline]
    pub fn is_drawn(&self, position: &G) -> bool {
        position.is_drawn() || self.memory.path.is_repetition(position.halfmove_clock())
    }
}
