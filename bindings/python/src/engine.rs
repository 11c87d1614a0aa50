//! The engine in the process. `python/batyr` gives it its public form.
//!
//! A search runs on the engine's own threads, which never need the interpreter; its events wait in
//! a channel until somebody asks for the next. So a waiting thread holds no lock but that of the
//! channel, is detached from the interpreter, and looks for signals from time to time.
//!
//! Threads do not survive a fork. A process whose parent had searched is therefore refused.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use batyr::base::score::ReportedScore;
use batyr::engine::{
    Bound as ScoreBound, Chances, Engine, EngineEvent, Limits, PvLine, RootFilter, Strength,
    WdlCurve,
};
use batyr::game::{GamePosition, GameRecord};
use batyr::rules::shatra::Numbering;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::EngineError;
use crate::interrupt::SIGNAL_INTERVAL;
use crate::position::position_of;
use crate::turn::Turn;

const FORKED: &str = "an engine has searched in the parent process, and its threads do not survive \
    a fork: start processes with multiprocessing.get_context(\"spawn\"), or search only after the fork";

/// The process that has started threads of an engine, if one has; a fork inherits it.
static SEARCHING: OnceLock<u32> = OnceLock::new();

/// Returns an error in a process whose parent has searched.
pub fn check_process() -> PyResult<()> {
    let own = std::process::id();
    match SEARCHING.get().is_none_or(|searching| *searching == own) {
        true => Ok(()),
        false => Err(EngineError::new_err(FORKED)),
    }
}

/// Records that this process starts threads of an engine. Returns an error if its parent has.
pub fn mark_process() -> PyResult<()> {
    SEARCHING.get_or_init(std::process::id);
    check_process()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the game of a board, or a game that begins in a position.
pub fn record_of(object: &Bound<'_, PyAny>) -> PyResult<GameRecord> {
    match object.cast::<Board>() {
        Ok(board) => Ok(board.get().record()),
        Err(_) => Ok(position_of(object)?.record()),
    }
}

/// Leaves cores to the rest of the process; `batyr.reserve_cores` is its public form.
#[pyfunction]
pub fn reserve_cores(count: usize) {
    batyr::engine::reserve_cores(count);
}

/// An engine; `batyr.Engine` is its public form.
#[pyclass(frozen, module = "batyr._batyr")]
pub struct NativeEngine {
    /// Locked only for moments: searches run without the lock.
    engine: Arc<Mutex<Engine>>,
    is_searching: Arc<AtomicBool>,
}

impl NativeEngine {
    /// Calls `body` with the engine, detached from the interpreter, if no search is running.
    fn when_idle<T: Send>(
        &self,
        py: Python<'_>,
        body: impl FnOnce(&mut Engine) -> Result<T, batyr::engine::EngineError> + Send,
    ) -> PyResult<T> {
        check_process()?;
        let result = py.detach(|| {
            let mut engine = lock(&self.engine);
            // A search that begins now waits for the lock. One that has begun is not waited for, as
            // nothing could stop it meanwhile.
            (!self.is_searching.load(Ordering::Acquire)).then(|| body(&mut engine))
        });
        let result = result.ok_or_else(is_searching)?;
        result.map_err(|error| EngineError::new_err(error.to_string()))
    }
}

fn is_searching() -> PyErr {
    EngineError::new_err("the engine is searching: stop that search first, or use another engine")
}

#[pymethods]
impl NativeEngine {
    #[new]
    #[pyo3(signature = (threads, hash, share_cores))]
    fn new(py: Python<'_>, threads: usize, hash: usize, share_cores: bool) -> PyResult<Self> {
        if threads == 0 || hash == 0 {
            return Err(PyValueError::new_err("threads and hash must be at least 1"));
        }
        let mut engine = Engine::with_hash(hash);
        if share_cores {
            engine.share_cores();
        }
        let engine = Self {
            engine: Arc::new(Mutex::new(engine)),
            is_searching: Arc::default(),
        };
        if threads > 1 {
            mark_process()?;
            engine.when_idle(py, |engine| engine.set_threads(threads))?;
        }
        Ok(engine)
    }

    /// Discards the results of earlier searches.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.when_idle(py, |engine| {
            engine.clear();
            Ok(())
        })
    }

    /// Returns the static evaluation of a position for the side to move, in centipawns.
    fn static_score(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<i32> {
        let game = record_of(board)?;
        self.when_idle(py, |engine| {
            engine.set_game(&game)?;
            Ok(engine.static_score())
        })
    }

    /// Starts a search.
    #[pyo3(signature = (board, *, depth, nodes, time, mate, clocks, increments, moves_to_go,
        multipv, level, elo, turns))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn start(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        depth: Option<usize>,
        nodes: Option<u64>,
        time: Option<f64>,
        mate: Option<u32>,
        clocks: (Option<f64>, Option<f64>),
        increments: (f64, f64),
        moves_to_go: Option<u32>,
        multipv: usize,
        level: Option<f64>,
        elo: Option<i64>,
        turns: Vec<String>,
    ) -> PyResult<NativeSearch> {
        let limits = Limits {
            depth,
            nodes,
            movetime: time.map(duration).transpose()?,
            mate,
            clock: [clocks.0, clocks.1].map(|clock| clock.map(milliseconds)),
            increment: [increments.0, increments.1].map(milliseconds),
            moves_to_go,
            ..Limits::default()
        };
        let strength = match (level, elo) {
            (None, None) => Strength::Full,
            (Some(level), None) => Strength::Level(level),
            (None, Some(elo)) => Strength::from_elo(elo),
            (Some(_), Some(_)) => {
                return Err(PyValueError::new_err(
                    "expected a level or a rating, not both",
                ));
            }
        };
        let game = record_of(board)?;
        mark_process()?;
        if self.is_searching.swap(true, Ordering::AcqRel) {
            return Err(is_searching());
        }
        let (sender, receiver) = channel();
        let is_done = Arc::new(AtomicBool::new(false));
        let (is_searching, is_over) = (Arc::clone(&self.is_searching), Arc::clone(&is_done));
        let root = game.position();
        let started = py.detach(|| {
            let mut engine = lock(&self.engine);
            engine.set_game(&game)?;
            engine.set_multipv(multipv);
            engine.set_strength(strength);
            let curve = engine.wdl_curve();
            let filter = RootFilter {
                only: turns,
                ..RootFilter::default()
            };
            engine.search(
                limits,
                filter,
                Arc::new(move |event| {
                    if matches!(event, EngineEvent::Done { .. }) {
                        is_over.store(true, Ordering::Release);
                        is_searching.store(false, Ordering::Release);
                    }
                    // Sending fails only if nobody waits any more.
                    drop(sender.send(event));
                }),
            );
            Ok(curve)
        });
        let curve = started.map_err(|error: batyr::engine::EngineError| {
            self.is_searching.store(false, Ordering::Release);
            EngineError::new_err(error.to_string())
        })?;
        Ok(NativeSearch {
            engine: Arc::clone(&self.engine),
            root,
            curve,
            is_done,
            events: Mutex::new(receiver),
            end: OnceLock::new(),
        })
    }
}

fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("{seconds} is not a time in seconds")))
}

/// Converts seconds; a clock may be below zero.
fn milliseconds(seconds: f64) -> i64 {
    (seconds * 1000.0) as i64
}

/// A report of a search, in the order of the fields of `batyr.Info`.
type Report = (
    usize,
    usize,
    usize,
    (Option<i32>, Option<i32>),
    &'static str,
    f64,
    u64,
    u64,
    u32,
    (u16, u16, u16),
    Vec<Turn>,
);

/// The end of a search: the turn, the expected reply, the score, and an error.
type End = (
    Option<Turn>,
    Option<Turn>,
    Option<(Option<i32>, Option<i32>)>,
    Option<String>,
);

/// A search; `batyr.Analysis` is its public form.
#[pyclass(frozen, module = "batyr._batyr")]
pub struct NativeSearch {
    engine: Arc<Mutex<Engine>>,
    /// The position that is searched.
    root: GamePosition,
    curve: WdlCurve,
    is_done: Arc<AtomicBool>,
    events: Mutex<Receiver<EngineEvent>>,
    /// Kept, because a signal may raise an exception in Python just when it is returned.
    end: OnceLock<RawEnd>,
}

/// The turn, the expected reply, the score, and the error with which a search ended.
type RawEnd = (Option<String>, Option<String>, Option<i32>, Option<String>);

/// What [`NativeSearch::next_event`] returns.
#[derive(IntoPyObject)]
enum Event {
    Report(Report),
    End(End),
}

#[pymethods]
impl NativeSearch {
    /// Ends the search early; its end is then the next event but the reports before it.
    fn stop(&self, py: Python<'_>) {
        py.detach(|| self.stop_detached());
    }

    /// Whether the search has ended, though its events may still wait.
    #[getter]
    fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Acquire)
    }

    /// Waits for the next event: a report, or at last the end, which is then returned again. With
    /// `signals`, Ctrl-C raises `KeyboardInterrupt` here.
    fn next_event(&self, py: Python<'_>, signals: bool) -> PyResult<Event> {
        check_process()?;
        let mut error = None;
        loop {
            let event = py.detach(|| lock(&self.events).recv_timeout(SIGNAL_INTERVAL));
            match event {
                Ok(EngineEvent::Line(line)) => return Ok(Event::Report(self.report(&line))),
                Ok(EngineEvent::Error(message)) => error = Some(message),
                Ok(EngineEvent::Done {
                    best,
                    ponder,
                    score,
                }) => {
                    let end = self.end.get_or_init(|| (best, ponder, score, error));
                    return Ok(Event::End(self.end(end)));
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let error = error.unwrap_or_else(|| "the search was lost".to_owned());
                    let end = self.end.get_or_init(|| (None, None, None, Some(error)));
                    return Ok(Event::End(self.end(end)));
                }
            }
            if signals {
                py.check_signals()?;
            }
        }
    }
}

impl NativeSearch {
    fn stop_detached(&self) {
        // With the lock, because a later search of the engine must not be stopped.
        let engine = lock(&self.engine);
        if !self.is_done.load(Ordering::Acquire) {
            engine.stop();
        }
    }

    fn end(&self, (best, ponder, score, error): &RawEnd) -> End {
        let mut turns = self.turns(best.iter().chain(ponder)).into_iter();
        let (best, ponder) = (turns.next(), turns.next());
        (best, ponder, score.map(reported), error.clone())
    }

    fn report(&self, line: &PvLine) -> Report {
        let chances = Chances::at_score(line.score, self.curve);
        (
            line.depth,
            line.seldepth,
            line.multipv,
            reported(line.score),
            match line.bound {
                ScoreBound::Exact => "exact",
                ScoreBound::Lower => "lower",
                ScoreBound::Upper => "upper",
            },
            line.time.as_secs_f64(),
            line.nodes,
            line.nps,
            line.hashfull,
            (chances.win, chances.draw, chances.loss),
            self.turns(line.pv.iter()),
        )
    }

    /// Returns the turns of a line from the root.
    fn turns(&self, texts: impl Iterator<Item = impl AsRef<str>>) -> Vec<Turn> {
        let mut position = self.root.clone();
        let mut turns = Vec::new();
        for text in texts {
            let Ok(turn) = position.read_turn(text.as_ref(), Numbering::Official) else {
                break;
            };
            position = turn.after();
            turns.push(turn.into());
        }
        turns
    }
}

/// Returns a score as centipawns or moves to the end.
const fn reported(score: i32) -> (Option<i32>, Option<i32>) {
    match ReportedScore::from_score(score) {
        ReportedScore::Cp(centipawns) => (Some(centipawns), None),
        ReportedScore::Mate(moves) => (None, Some(moves)),
    }
}

/// A search that nobody will ask for any more is stopped.
impl Drop for NativeSearch {
    fn drop(&mut self) {
        if check_process().is_ok() {
            self.stop_detached();
        }
    }
}
