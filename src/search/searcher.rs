//! The searcher: a pool of workers, their transposition table, and the call that makes
//! them search a position.
//!
//! The pool is rayon's, but never the global one: its threads are named, have stacks large
//! enough for the deepest line, and each runs one worker by `broadcast`. If a worker
//! panics, only its last iteration is lost. Where the system has no threads, those of the pool are the
//! program's (`util/threads`), and one worker alone runs on the caller's.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::deepest_iteration::DeepestIteration;
use super::event::{SearchInfo, SearchOutcome, SearchSink};
use super::game::{SearchGame, TableProbe};
use super::hunt::HuntTable;
use super::pause::{SearchStage, Slice};
use super::request::end_score;
use super::root::report_lines;
use super::root_turn::RootTurn;
use super::settle;
use super::table::{TableEntry, TableError, TableStorage};
use super::vote::{self, Ballot};
use super::worker::{SearchJob, SearchWorker, WorkerCounts, WorkerState};
use super::{Bound, Control, Request};
use crate::eval::Evaluator;
use crate::rules::{End, Game, MoveList};
use crate::util::sync::{HAS_THREADS, lock};
use crate::util::threads;

/// The stack of a worker thread in bytes, more than enough for the deepest line.
const STACK_BYTES: usize = 16 << 20;

/// The error when the worker threads can't be started; any existing ones are kept.
#[derive(Debug, thiserror::Error)]
#[error("can't start {threads} search threads: {source}")]
pub struct ThreadsError {
    /// The requested number of threads.
    pub threads: usize,
    source: rayon::ThreadPoolBuildError,
}

/// The error when a searcher can't be created.
#[derive(Debug, thiserror::Error)]
pub enum SearcherError {
    /// The memory of the table can't be allocated.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The worker threads can't be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}

/// A searcher of positions of one game, with one evaluator.
pub struct Searcher<G: Game, E: Evaluator<G>> {
    /// The threads; `None` where one worker needs none.
    pool: Option<ThreadPool>,
    workers: Vec<Mutex<WorkerState<G, E::Memory>>>,
    table: TableStorage,
    evaluator: E,
    endgame_tables: Option<Arc<dyn TableProbe<G>>>,
}

impl<G: SearchGame, E: Evaluator<G>> Searcher<G, E> {
    /// Returns a searcher with this number of workers (0 counts as 1) and a table of this
    /// size in megabytes (0 counts as 1).
    ///
    /// # Errors
    /// Returns an error if the threads can't be started or the memory can't be allocated.
    pub fn new(threads: usize, megabytes: usize, evaluator: E) -> Result<Self, SearcherError> {
        let threads = threads.max(1);
        Ok(Self {
            table: TableStorage::new(megabytes)?,
            pool: pool(threads)?,
            workers: worker_states(threads),
            evaluator,
            endgame_tables: None,
        })
    }

    /// Returns the number of workers.
    pub fn threads(&self) -> usize {
        self.workers.len()
    }

    /// Changes the number of workers; 0 counts as 1. A change discards their move history;
    /// the table is kept.
    ///
    /// # Errors
    /// Returns an error if the threads can't be started; the old ones are kept.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ThreadsError> {
        let threads = threads.max(1);
        if threads != self.threads() {
            // A program that starts the threads itself has few, and the old ones are among them.
            if !HAS_THREADS {
                self.pool = None;
            }
            match pool(threads) {
                Ok(started) => self.pool = started,
                Err(error) => {
                    if !HAS_THREADS {
                        self.pool = pool(self.threads())?;
                    }
                    return Err(error);
                }
            }
            self.workers = worker_states(threads);
        }
        Ok(())
    }

    /// Returns the size of the table in megabytes.
    pub fn hash_megabytes(&self) -> usize {
        self.table.megabytes()
    }

    /// Replaces the table with an empty one of this size in megabytes; 0 counts
    /// as 1.
    ///
    /// # Errors
    /// Returns an error if the memory can't be allocated; the old table is kept unchanged.
    pub fn resize_hash(&mut self, megabytes: usize) -> Result<(), TableError> {
        self.table = TableStorage::new(megabytes)?;
        Ok(())
    }

    /// Returns the evaluator.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Replaces the evaluator. Call [`Searcher::clear`] too, because the table still contains
    /// scores of the old evaluator.
    pub fn set_evaluator(&mut self, evaluator: E) {
        self.evaluator = evaluator;
        for state in &self.workers {
            lock(state).forget_evaluations();
        }
    }

    /// Uses these endgame tables, or none, in later searches. Call [`Searcher::clear`] too,
    /// because scores in the transposition table depend on the endgame tables. A search for a
    /// win in n does not use them, because it proves what it says by the rules alone, and one
    /// with a handicap does not, because nobody weak plays endings without a fault.
    pub fn set_endgame_tables(&mut self, tables: Option<Arc<dyn TableProbe<G>>>) {
        self.endgame_tables = tables;
    }

    /// Clears the table and the workers' move history.
    pub fn clear(&mut self) {
        self.table.clear(self.pool.as_ref());
        for state in &self.workers {
            let mut state = lock(state);
            state.history.clear();
            state.hunts.iter_mut().for_each(HuntTable::clear);
        }
    }

    /// Returns the table entry that the latest search would find for a position, and the
    /// legal turn stored there, if any.
    pub fn probe(&self, position: &G) -> Option<(TableEntry, Option<G::Move>)> {
        let entry = self.table.peek(position.table_key())?;
        let mut turns = MoveList::new();
        position.generate(&mut turns);
        let best = turns
            .into_iter()
            .find(|&turn| G::move_tag(turn) == entry.move_tag);
        Some((entry, best))
    }

    /// Searches the position of the request, and blocks until the limits and `control`
    /// allow an answer. Each search needs its own control. Must not be called on a
    /// thread of any rayon pool.
    pub fn search(
        &mut self,
        request: &Request<G>,
        control: &Control,
        sink: &mut (dyn SearchSink<G::Move> + Send),
    ) -> SearchOutcome<G::Move> {
        let mut stage = SearchStage::New;
        loop {
            match self.run(request, control, &mut stage, false, sink) {
                Slice::Done(outcome) => return outcome,
                Slice::Paused => {}
                Slice::Waiting => control.wait_until_answer_is_due(&request.limits),
            }
        }
    }

    /// Begins a search, or goes on with it. It returns when it is over, when the host of `control`
    /// asks for a pause, and when the answer is not due. Between two slices, the searcher must not be
    /// used for anything else, and `request` and `control` must remain the same.
    pub fn search_slice(
        &mut self,
        request: &Request<G>,
        control: &Control,
        stage: &mut SearchStage<G::Move>,
        sink: &mut (dyn SearchSink<G::Move> + Send),
    ) -> Slice<G::Move> {
        self.run(request, control, stage, true, sink)
    }

    fn run(
        &mut self,
        request: &Request<G>,
        control: &Control,
        stage: &mut SearchStage<G::Move>,
        may_pause: bool,
        sink: &mut (dyn SearchSink<G::Move> + Send),
    ) -> Slice<G::Move> {
        let outcome = match std::mem::take(stage) {
            SearchStage::Finished(outcome) => Some(outcome),
            SearchStage::Begun => self.search_turns(request, control, may_pause, sink),
            SearchStage::New => {
                let root = root_turns(request);
                if root.is_empty() {
                    Some(answer_without_turns(request, sink))
                } else {
                    let salt = request.table_salt();
                    if request.shares_proofs() {
                        self.table.open(salt);
                    } else {
                        self.table.open_without_proofs(salt);
                    }
                    for state in &self.workers {
                        lock(state).prepare(request, &root);
                    }
                    self.search_turns(request, control, may_pause, sink)
                }
            }
        };
        match outcome {
            None => {
                *stage = SearchStage::Begun;
                Slice::Paused
            }
            Some(outcome) if control.is_answer_due(&request.limits) => Slice::Done(outcome),
            Some(outcome) => {
                *stage = SearchStage::Finished(outcome);
                Slice::Waiting
            }
        }
    }

    /// Lets the workers search; returns `None` if they pause.
    fn search_turns(
        &mut self,
        request: &Request<G>,
        control: &Control,
        may_pause: bool,
        sink: &mut (dyn SearchSink<G::Move> + Send),
    ) -> Option<SearchOutcome<G::Move>> {
        let settings = &request.settings;
        let candidates = settings.handicap.map_or(0, |handicap| handicap.candidates);
        let mut counters = Vec::new();
        counters.resize_with(self.workers.len(), WorkerCounts::default);
        let tables = self.endgame_tables.as_deref();
        let tables = tables.filter(|_| request.may_use_tables());
        let root: Vec<_> = {
            let state = lock(&self.workers[0]);
            state.root.iter().map(|root| root.turn).collect()
        };
        let is_in_table = |position: &G| {
            tables.is_some_and(|tables| {
                position.men_on_board() <= tables.max_men() && tables.probe(position).is_some()
            })
        };
        let root_is_in_table = is_in_table(&request.position)
            && root
                .iter()
                .all(|&turn| is_in_table(&request.position.after(turn)));
        let job = SearchJob {
            request,
            table: self.table.reopen(),
            evaluator: &self.evaluator,
            endgame_tables: tables,
            max_table_men: tables.map_or(0, TableProbe::max_men),
            root_is_in_table,
            control,
            counters: &counters,
            deepest: DeepestIteration::new(counters.len()),
            hunts: Mutex::default(),
            lines: candidates.max(settings.multipv).clamp(1, root.len()),
            reported_lines: settings.multipv.clamp(1, root.len()),
            may_pause: may_pause && self.workers.len() == 1,
        };
        run_workers(self.pool.as_ref(), &self.workers, &job, sink);
        if lock(&self.workers[0]).paused.is_some() {
            return None;
        }

        if job.lines == 1 {
            settle_answers(&self.workers);
        }
        let best = elect(&self.workers, &job);
        let was_cut_short = lock(&self.workers[0]).cut_short;
        let mut state = lock(&self.workers[best]);
        if let Some(handicap) = settings.handicap
            && state.completed_depth > 0
        {
            let choice = handicap.choose(&state.root[..job.lines]);
            settle::choose(&mut state.root, choice);
        }
        state.root[0].restore_exact();
        let chosen = &state.root[0];
        // The last report must be of the line whose turn is the answer, and must account for
        // all the time and nodes of the search.
        if best != 0 || was_cut_short || state.reported != Some(chosen.summary()) {
            report_lines(&job, &state.root[..job.reported_lines], sink);
        }
        let nodes = job.nodes();
        Some(SearchOutcome {
            best: Some(chosen.turn),
            ponder: self.expected_reply(&request.position, chosen),
            score: chosen.latest_score(),
            depth: chosen.line.depth,
            nodes,
            time: request.started.elapsed(),
            pv: chosen.line.pv.clone(),
        })
    }

    /// Returns the second turn of the line, or else the table's turn in the position after
    /// the first.
    fn expected_reply(&self, position: &G, root: &RootTurn<G::Move>) -> Option<G::Move> {
        root.line.pv.get(1).copied().or_else(|| {
            let mut next = position.clone();
            next.play(root.turn);
            self.probe(&next)?.1
        })
    }
}

/// Runs a worker on each thread of the pool, or the only one on the calling thread, until all have
/// ended. When the main worker ends, it halts the others.
fn run_workers<G: SearchGame, E: Evaluator<G>>(
    pool: Option<&ThreadPool>,
    workers: &[Mutex<WorkerState<G, E::Memory>>],
    job: &SearchJob<'_, G, E>,
    sink: &mut (dyn SearchSink<G::Move> + Send),
) {
    let main_sink = Mutex::new(sink);
    let run_worker = |index: usize| {
        let Some(state) = workers.get(index) else {
            return;
        };
        let mut state = lock(state);
        let mut main_sink = (index == 0).then(|| lock(&main_sink));
        let run = AssertUnwindSafe(|| {
            let sink = main_sink.as_mut().map(|sink| &mut ***sink as _);
            let mut worker = SearchWorker::new(job, index, &mut state, sink);
            worker.deepen();
            worker.finish();
        });
        if catch_unwind(run).is_err() {
            log::error!("search worker {index} panicked; its last complete iteration counts");
            let state = &mut *state;
            state.root.clone_from(&state.last_complete);
            state.history.clear();
        }
        if index == 0 && state.paused.is_none() {
            job.control.halt();
        }
    };
    match pool {
        Some(pool) => {
            pool.broadcast(|context| run_worker(context.index()));
        }
        None => run_worker(0),
    }
}

/// Settles the answer of each worker that was cut short in the middle of an iteration, using
/// the losses that all workers have proved.
fn settle_answers<G: SearchGame, M: Default>(workers: &[Mutex<WorkerState<G, M>>]) {
    let mut losses = settle::ProvedLosses::default();
    for state in workers {
        losses.add(&lock(state).root);
    }
    for state in workers {
        let state = &mut *lock(state);
        if state.cut_short {
            losses.apply_to(&mut state.root);
            settle::settle(&mut state.root, &state.last_complete, state.completed_depth);
        }
    }
}

/// Returns the index of the worker whose answer counts. This is the main worker if there
/// are several lines, which it has reported, or if it has completed the requested depth;
/// otherwise the workers vote.
fn elect<G: SearchGame, E: Evaluator<G>>(
    workers: &[Mutex<WorkerState<G, E::Memory>>],
    job: &SearchJob<'_, G, E>,
) -> usize {
    let is_completed = |depth| lock(&workers[0]).completed_depth >= depth;
    if job.lines > 1 || job.request.limits.depth.is_some_and(is_completed) {
        return 0;
    }
    let ballots: Vec<_> = workers
        .iter()
        .filter_map(|state| {
            let state = lock(state);
            Ballot::new(&state.root, state.completed_depth)
        })
        .collect();
    vote::elect(&ballots)
}

/// Returns the legal turns that are requested and not banned; if there are none, all legal
/// turns that are not banned.
fn root_turns<G: SearchGame>(request: &Request<G>) -> Vec<RootTurn<G::Move>> {
    let mut turns = MoveList::new();
    if !request.root_turns.is_empty() {
        request.position.generate(&mut turns);
        turns.retain(|turn| request.root_turns.contains(turn) && !request.banned.contains(turn));
    }
    if turns.is_empty() {
        if request.banned.is_empty() {
            request.position.generate_distinct(&mut turns);
        } else {
            // Of several turns with the same effect, the one that `generate_distinct` lists
            // may be banned and another not.
            request.position.generate(&mut turns);
        }
    }
    turns.retain(|turn| !request.banned.contains(turn));
    turns.into_iter().map(RootTurn::new).collect()
}

/// Returns the outcome of a search without a turn to play. If all legal turns are banned,
/// the game is not over, and nothing is reported.
fn answer_without_turns<G: SearchGame>(
    request: &Request<G>,
    sink: &mut (dyn SearchSink<G::Move> + Send),
) -> SearchOutcome<G::Move> {
    let end = if request.position.is_drawn() {
        End::Drawn
    } else {
        request.position.end_without_turns()
    };
    let score = end_score(end, 0);
    let time = request.started.elapsed();
    let mut legal = MoveList::new();
    request.position.generate(&mut legal);
    if legal.is_empty() {
        sink.info(&SearchInfo {
            depth: 0,
            seldepth: 0,
            multipv: 1,
            score,
            bound: Bound::Exact,
            time,
            nodes: 0,
            nps: 0,
            hashfull: 0,
            table_hits: 0,
            pv: &[],
        });
    }
    SearchOutcome {
        best: None,
        ponder: None,
        score,
        depth: 0,
        nodes: 0,
        time,
        pv: Vec::new(),
    }
}

/// Starts the threads. Where the system has none, one worker needs none either.
fn pool(threads: usize) -> Result<Option<ThreadPool>, ThreadsError> {
    if threads == 1 && !HAS_THREADS {
        return Ok(None);
    }
    let builder = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("batyr-search-{index}"))
        .stack_size(STACK_BYTES);
    let started = if HAS_THREADS {
        builder.build()
    } else {
        builder
            .spawn_handler(|thread| threads::start(Box::new(|| thread.run())))
            .build()
    };
    started
        .map(Some)
        .map_err(|source| ThreadsError { threads, source })
}

fn worker_states<G: SearchGame, M: Default>(threads: usize) -> Vec<Mutex<WorkerState<G, M>>> {
    (0..threads)
        .map(|_| Mutex::new(WorkerState::new()))
        .collect()
}
