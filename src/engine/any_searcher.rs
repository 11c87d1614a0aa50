//! The searcher of a variant that is chosen at run time. It is created when it is first
//! needed.
//!
//! Each variant has its own searcher type, and a searcher outlives the positions
//! that it searches, so the engine holds a trait object. Whatever needs no searcher is a
//! method of [`GameRecord`], or a function of the typed position that
//! [`for_position!`](crate::game::for_position) provides.
//!
//! The thread pool and the transposition table are most of the cost of an engine, and a
//! host that asks only for names and options needs neither. So the settings are stored
//! until the first search, with one exception: a setting that differs from the current
//! one creates the searcher at once, so that a failure is reported to the caller that
//! changed the setting.

use std::cell::OnceCell;
use std::sync::{Arc, Mutex};

use super::error::EngineError;
use super::event::{EngineEvent, ProbeResult};
use super::search_task::SearchTask;
use super::thread::{EngineTask, TaskState};
use crate::eval::{EvaluatedPosition, NetworkEvaluator, Networks};
use crate::game::{GameRecord, Playable, Variant, for_variant};
use crate::search::{
    MAY_SHRINK, SearchGame, SearchStage, Searcher, SearcherError, Slice, TableProbe,
};
use crate::tables::{TableGame, TableSet, TableSource};
use crate::util::sync::lock;

/// A searcher of a variant that is chosen at run time. Its methods, except `search_task`,
/// `release` and `is_created`, wait for a running search.
pub trait AnySearcher: Send {
    /// Returns the task that runs a search.
    fn search_task(&self, task: SearchTask) -> EngineTask;
    /// Looks up the current position of a game in the transposition table.
    ///
    /// # Errors
    /// Returns an error if the searcher is compiled for a different variant.
    fn probe(&self, game: &GameRecord) -> Result<Option<ProbeResult>, EngineError>;
    /// Creates the threads and the table now rather than at the first search.
    ///
    /// # Errors
    /// Returns an error if the system can't start the threads or allocate the memory.
    fn create(&mut self) -> Result<(), EngineError>;
    /// Gives up the threads and the table, unless a search uses them; they are created again when they
    /// are needed.
    fn release(&mut self);
    /// Returns whether the threads and the table exist.
    fn is_created(&self) -> bool;
    /// Sets the number of search threads.
    ///
    /// # Errors
    /// Returns an error if the system can't start the threads.
    fn set_threads(&mut self, threads: usize) -> Result<(), EngineError>;
    /// Sets the size of the table in megabytes.
    ///
    /// # Errors
    /// Returns an error if the system can't allocate the memory.
    fn resize_hash(&mut self, megabytes: usize) -> Result<(), EngineError>;
    /// Replaces the network with the one that `networks` contains for the variant, and discards
    /// the results of earlier searches.
    fn set_network(&mut self, networks: &Networks);
    /// Uses these endgame tables, and discards the results of earlier searches.
    fn set_endgame_tables(&mut self, tables: &TableSource);
    /// Discards the results of earlier searches.
    fn clear(&mut self);
}

/// Creates a searcher of this variant, whose threads and table are created later.
pub fn new_searcher(
    variant: Variant,
    threads: usize,
    megabytes: usize,
    networks: &Networks,
    tables: &TableSource,
) -> Box<dyn AnySearcher> {
    for_variant!(variant, P => {
        Box::new(SharedSearcher::<P>::new(threads, megabytes, networks, tables))
    })
}

/// Returns the current position of a game, as the type that a searcher is compiled for.
///
/// # Errors
/// Returns an error if the game is of a different variant.
fn typed_position<P: Playable>(game: &GameRecord) -> Result<P, EngineError> {
    game.position_as::<P>()
        .ok_or_else(|| EngineError::GameMismatch {
            searcher: P::RULES.id(),
            position: game.variant().id(),
        })
}

/// The settings of a searcher, and the searcher once it exists.
struct LazySearcher<P: EvaluatedPosition> {
    threads: usize,
    megabytes: usize,
    evaluator: NetworkEvaluator<P>,
    table_source: TableSource,
    /// The endgame tables, once they have been needed.
    tables: OnceCell<Option<Arc<TableSet<P>>>>,
    searcher: Option<Searcher<P, NetworkEvaluator<P>>>,
    /// The size of the hash table that was last reported to the host; 0 if none was.
    reported_megabytes: usize,
}

impl<P: EvaluatedPosition + SearchGame + TableGame> LazySearcher<P> {
    /// Returns the endgame tables, opening them first if necessary.
    fn tables(&self) -> Option<Arc<TableSet<P>>> {
        self.tables.get_or_init(|| self.table_source.open()).clone()
    }

    /// Returns the searcher, creating it first if necessary.
    ///
    /// # Errors
    /// Returns an error if the system can't start the threads or allocate the memory.
    fn get_or_create(&mut self) -> Result<&mut Searcher<P, NetworkEvaluator<P>>, SearcherError> {
        let searcher = match self.searcher.take() {
            Some(searcher) => searcher,
            None => self.new_searcher(self.threads, self.megabytes)?,
        };
        Ok(self.searcher.insert(searcher))
    }

    fn new_searcher(
        &self,
        threads: usize,
        megabytes: usize,
    ) -> Result<Searcher<P, NetworkEvaluator<P>>, SearcherError> {
        let mut searcher = Searcher::new(threads, megabytes, self.evaluator.clone())?;
        searcher.set_endgame_tables(probe_of(self.tables()));
        Ok(searcher)
    }

    /// Returns a message for the host if the table is smaller than it was asked for, once for each
    /// size.
    fn message_of_size(&mut self) -> Option<String> {
        let found = self.searcher.as_ref()?.hash_megabytes();
        let reported = std::mem::replace(&mut self.reported_megabytes, found);
        let wanted = self.megabytes;
        (found < wanted && found != reported).then(|| {
            format!("hash table of {found} MB, as there is not enough memory for {wanted} MB")
        })
    }
}

/// Returns the tables as the search asks them.
fn probe_of<P: SearchGame + TableGame>(
    tables: Option<Arc<TableSet<P>>>,
) -> Option<Arc<dyn TableProbe<P>>> {
    tables.map(|tables| tables as Arc<dyn TableProbe<P>>)
}

/// A searcher that the engine shares with the tasks that use it.
struct SharedSearcher<P: EvaluatedPosition>(Arc<Mutex<LazySearcher<P>>>);

impl<P: EvaluatedPosition + SearchGame + TableGame> SharedSearcher<P> {
    /// Stores the settings of a searcher, without creating it.
    fn new(threads: usize, megabytes: usize, networks: &Networks, tables: &TableSource) -> Self {
        Self(Arc::new(Mutex::new(LazySearcher {
            threads,
            megabytes,
            evaluator: networks.evaluator(),
            table_source: tables.clone(),
            tables: OnceCell::new(),
            searcher: None,
            reported_megabytes: 0,
        })))
    }
}

impl<P: EvaluatedPosition + SearchGame + TableGame> AnySearcher for SharedSearcher<P> {
    fn search_task(&self, task: SearchTask) -> EngineTask {
        let searcher = Arc::clone(&self.0);
        let (mut request, mut stage) = (None, SearchStage::New);
        Box::new(move || match typed_position::<P>(&task.game) {
            Ok(position) => {
                let request = request.get_or_insert_with(|| task.request(position));
                let tables = lock(&searcher).tables();
                task.run(request, tables, |sink| {
                    let control = &task.context.control;
                    let mut lazy = lock(&searcher);
                    lazy.get_or_create()?;
                    if let Some(message) = lazy.message_of_size() {
                        (task.context.listener)(EngineEvent::Text(message));
                    }
                    let searcher = lazy.get_or_create()?;
                    Ok(if control.has_host() {
                        searcher.search_slice(request, control, &mut stage, sink)
                    } else {
                        Slice::Done(searcher.search(request, control, sink))
                    })
                })
            }
            Err(error) => {
                task.refuse(&error);
                TaskState::Done
            }
        })
    }

    fn probe(&self, game: &GameRecord) -> Result<Option<ProbeResult>, EngineError> {
        let position = typed_position::<P>(game)?;
        let lazy = lock(&self.0);
        let found = lazy
            .searcher
            .as_ref()
            .and_then(|searcher| searcher.probe(&position));
        Ok(found.map(|(entry, best)| ProbeResult {
            best: best.map(|turn| position.turn_text(turn)),
            score: entry.score,
            bound: entry.bound,
            depth: entry.depth,
        }))
    }

    fn create(&mut self) -> Result<(), EngineError> {
        lock(&self.0).get_or_create()?;
        Ok(())
    }

    fn release(&mut self) {
        if let Ok(mut lazy) = self.0.try_lock() {
            lazy.searcher = None;
        }
    }

    fn is_created(&self) -> bool {
        // If the mutex is locked, a search is running.
        self.0
            .try_lock()
            .map_or(true, |lazy| lazy.searcher.is_some())
    }

    fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        let lazy = &mut *lock(&self.0);
        match &mut lazy.searcher {
            Some(searcher) => searcher.set_threads(threads)?,
            None if threads == lazy.threads => {}
            None => lazy.searcher = Some(lazy.new_searcher(threads, lazy.megabytes)?),
        }
        lazy.threads = threads;
        Ok(())
    }

    fn resize_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        let lazy = &mut *lock(&self.0);
        // The new table takes the place of the old one.
        if MAY_SHRINK && megabytes != lazy.megabytes {
            lazy.searcher = None;
        }
        match &mut lazy.searcher {
            Some(searcher) => searcher.resize_hash(megabytes)?,
            None if megabytes == lazy.megabytes => {}
            None => lazy.searcher = Some(lazy.new_searcher(lazy.threads, megabytes)?),
        }
        lazy.megabytes = megabytes;
        Ok(())
    }

    fn set_network(&mut self, networks: &Networks) {
        let lazy = &mut *lock(&self.0);
        lazy.evaluator = networks.evaluator();
        if let Some(searcher) = &mut lazy.searcher {
            searcher.set_evaluator(networks.evaluator());
            searcher.clear();
        }
    }

    fn set_endgame_tables(&mut self, tables: &TableSource) {
        let lazy = &mut *lock(&self.0);
        lazy.table_source = tables.clone();
        lazy.tables = OnceCell::new();
        if lazy.searcher.is_some() {
            let tables = probe_of(lazy.tables());
            if let Some(searcher) = &mut lazy.searcher {
                searcher.set_endgame_tables(tables);
                searcher.clear();
            }
        }
    }

    fn clear(&mut self) {
        if let Some(searcher) = &mut lock(&self.0).searcher {
            searcher.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread::spawn;
    use std::time::Duration;

    use super::*;
    use crate::engine::search_task::RootFilter;
    use crate::engine::task::TaskContext;
    use crate::engine::{EngineEvent, TurnNotation};
    use crate::rules::shatra::{Extended, Position};
    use crate::search::{Control, Limits, SearchSettings};
    use crate::util::clock::Instant;

    /// A size, in megabytes, that exceeds every address space.
    const IMPOSSIBLE_SIZE: usize = usize::MAX >> 21;

    /// Searches the start position of a variant, and returns the events.
    fn search_events(searcher: &dyn AnySearcher, variant: Variant) -> Vec<EngineEvent> {
        let events = Arc::new(Mutex::new(Vec::new()));
        let received = Arc::clone(&events);
        let task = SearchTask {
            game: GameRecord::new(variant),
            earlier_keys: Vec::new(),
            banned: Vec::new(),
            limits: Limits::depth(1),
            root_filter: RootFilter::default(),
            settings: SearchSettings::default(),
            notation: TurnNotation::Complete,
            started: Instant::now(),
            context: TaskContext {
                control: Control::new(),
                listener: Arc::new(move |event| lock(&received).push(event)),
            },
        };
        crate::engine::run_to_end(searcher.search_task(task));
        lock(&events).clone()
    }

    fn kurin_searcher() -> Box<dyn AnySearcher> {
        let tables = TableSource::None;
        new_searcher(Variant::Kurin, 1, 1, &Networks::default(), &tables)
    }

    #[test]
    fn a_search_of_another_variant_gives_an_error_and_a_legal_turn() {
        let searcher = kurin_searcher();
        let own = search_events(searcher.as_ref(), Variant::Kurin);
        let is_error = |event: &EngineEvent| matches!(event, EngineEvent::Error(_));
        assert!(!own.iter().any(is_error));
        let other = search_events(searcher.as_ref(), Variant::Shatar);
        let [error, EngineEvent::Done { best, score, .. }] = other.as_slice() else {
            panic!("expected an error and an answer, not {other:?}");
        };
        assert!(is_error(error));
        assert!(best.is_some() && score.is_none());
    }

    #[test]
    fn a_searcher_refuses_the_position_of_another_variant() {
        let searcher = kurin_searcher();
        let own = searcher.probe(&GameRecord::new(Variant::Kurin));
        assert_eq!(own.unwrap(), None);
        let other = searcher.probe(&GameRecord::new(Variant::Extended));
        assert!(matches!(other, Err(EngineError::GameMismatch { .. })));
    }

    fn lazy_searcher() -> SharedSearcher<Position<Extended>> {
        SharedSearcher::new(1, 2, &Networks::default(), &TableSource::None)
    }

    #[test]
    fn an_impossible_table_size_is_refused_immediately() {
        let mut searcher = lazy_searcher();
        let megabytes = |searcher: &SharedSearcher<Position<Extended>>| {
            lock(&searcher.0).get_or_create().unwrap().hash_megabytes()
        };
        assert!(searcher.resize_hash(IMPOSSIBLE_SIZE).is_err());
        assert!(!searcher.is_created());
        assert_eq!(megabytes(&searcher), 2);
        assert!(searcher.resize_hash(IMPOSSIBLE_SIZE).is_err());
        assert_eq!(megabytes(&searcher), 2);
    }

    #[test]
    fn a_searcher_that_searches_is_not_released() {
        let mut searcher = lazy_searcher();
        searcher.create().unwrap();
        let shared = Arc::clone(&searcher.0);
        let search = lock(&shared);
        let (sender, released) = channel();
        spawn(move || {
            searcher.release();
            drop(sender.send(searcher));
        });
        let mut searcher = released.recv_timeout(Duration::from_secs(60)).unwrap();
        drop(search);
        assert!(searcher.is_created());
        searcher.release();
        assert!(!searcher.is_created());
    }

    #[test]
    fn a_setting_that_changes_nothing_creates_no_searcher() {
        let mut searcher = lazy_searcher();
        searcher.resize_hash(2).unwrap();
        searcher.set_threads(1).unwrap();
        searcher.clear();
        assert!(!searcher.is_created());
        searcher.set_threads(2).unwrap();
        assert_eq!(lock(&searcher.0).get_or_create().unwrap().threads(), 2);
    }
}
