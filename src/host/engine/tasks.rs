//! The tasks of a host: the files that they use beside the program, and how they begin.
//!
//! A system may have to fetch a file first, such as the network of a game. The task waits for it,
//! while the host is heard as during a search, and its limits of time count from its beginning.
//! `stop` begins it at once, with what there is.

use batyr_protocol::{BackendEvent, Task, TaskId};
use std::sync::Arc;

use super::HostedEngine;
use super::annotation::Annotation;
use super::refusal::Refusal;
use super::work::{WaitingTask, Work};
use crate::engine::{BENCH_DEPTH, EngineEvent, Listener, TableSource, bench_variants};
use crate::eval::EvaluationFamily;
use crate::game::{GameRecord, Variant};
use crate::host::system::ShippedFile;

/// The most men of a position whose search uses endgame tables: those that come with the program
/// have three, which a capture may lead to.
const TABLE_MEN: i32 = 4;

impl HostedEngine {
    /// Starts a task, at once or when the system has fetched its files.
    pub(super) fn start_task(&mut self, id: TaskId, task: Task) -> Result<(), Refusal> {
        let sender = self.event_sender(id, &task);
        let listener: Listener = Arc::new(move |event| sender.send(event));
        let work = self.understand(task)?;
        self.take_shipped_files();
        if self.system.fetch(self.files_of(&work)) {
            self.waiting = Some(WaitingTask { id, work, listener });
            return Ok(());
        }
        self.begin(id, work, listener)
    }

    /// Begins the task that waits for files, if there is one, with those that there are.
    pub fn begin_waiting_task(&mut self) {
        let Some(WaitingTask { id, work, listener }) = self.waiting.take() else {
            return;
        };
        self.take_shipped_files();
        if let Err(refusal) = self.begin(id, work, listener) {
            (self.listener)(id, BackendEvent::Error(refusal.to_string()));
            let (best, ponder, action) = (None, None, None);
            let done = BackendEvent::Done {
                best,
                ponder,
                action,
            };
            (self.listener)(id, done);
        }
    }

    /// Tells the search that waits for files that it no longer ponders.
    pub(super) const fn waiting_ponder_hit(&mut self) {
        if let Some(WaitingTask { work, .. }) = &mut self.waiting
            && let Work::Search(go) = work
        {
            go.ponder = false;
        }
    }

    fn understand(&mut self, task: Task) -> Result<Work, Refusal> {
        Ok(match task {
            Task::Search(go) => Work::Search(go),
            Task::Perft(depth) => Work::Perft(depth),
            Task::Annotate(json) => Work::Annotate(Box::new(Annotation::read(&json)?)),
            Task::Bench(_) if !self.limits.allows_bench => {
                return Err(Refusal::NotOffered("bench"));
            }
            Task::Bench(words) => {
                let depth = match words.first() {
                    None => BENCH_DEPTH,
                    Some(word) => word
                        .parse()
                        .map_err(|_| Refusal::BenchDepth(word.clone()))?,
                };
                let path = words.get(1..).unwrap_or_default().join(" ");
                if !path.is_empty() {
                    self.load_network(&path)?;
                }
                Work::Bench(depth)
            }
        })
    }

    fn begin(&mut self, id: TaskId, work: Work, listener: Listener) -> Result<(), Refusal> {
        for file in self.files_of(&work) {
            if let ShippedFile::Network(family) = file {
                listener(EngineEvent::Error(missing(family)));
            }
        }
        match work {
            Work::Search(go) => self.search(go, listener),
            Work::Perft(depth) => self.engine.perft(depth, listener),
            Work::Annotate(annotation) => self.annotate(id, *annotation)?,
            Work::Bench(depth) => self.engine.bench(depth, listener),
        }
        Ok(())
    }

    /// Uses the networks and tables that the system has now, unless the host has named others.
    pub(super) fn take_shipped_files(&mut self) {
        let networks = self.system.shipped_networks();
        if !self.names_network && self.engine.networks() != networks {
            self.engine.set_networks(networks);
        }
        let tables = self.system.shipped_tables();
        if !self.names_tables && *self.engine.endgame_tables() != tables {
            self.engine.set_endgame_tables(tables);
        }
    }

    /// Returns the networks that the work uses and the engine lacks, and the tables that it may use.
    fn files_of(&self, work: &Work) -> Vec<ShippedFile> {
        let (variants, tables) = match work {
            Work::Search(_) => self.files_of_game(self.engine.game()),
            Work::Annotate(annotation) => self.files_of_game(annotation.game()),
            Work::Bench(_) => (bench_variants(self.engine.variant()), None),
            Work::Perft(_) => (Vec::new(), None),
        };
        let networks = self.engine.networks();
        let families = variants.into_iter().map(EvaluationFamily::of_variant);
        let lacking = families.filter(|&family| networks.lack(family));
        let lacking = lacking.map(ShippedFile::Network);
        lacking.chain(tables.map(ShippedFile::Tables)).collect()
    }

    fn files_of_game(&self, game: &GameRecord) -> (Vec<Variant>, Option<Variant>) {
        let variant = game.variant();
        let has_few_men = game.man_count() <= TABLE_MEN && !self.names_tables;
        (vec![variant], has_few_men.then_some(variant))
    }

    /// Returns the answer to a host that asks for the static evaluation.
    pub(super) fn evaluation_text(&mut self) -> String {
        self.take_shipped_files();
        let family = EvaluationFamily::of_variant(self.engine.variant());
        if self.engine.networks().lack(family) {
            return missing(family);
        }
        self.engine.evaluation_text()
    }

    /// Uses the endgame tables in the folder at `path`: those of the program if it is empty, and
    /// none if it is [`TableSource::NONE`].
    pub(super) fn choose_endgame_tables(&mut self, path: &str) -> Result<(), Refusal> {
        let tables = match path {
            "" => self.system.shipped_tables(),
            TableSource::NONE => TableSource::None,
            path => {
                let tables = self.system.endgame_tables(path);
                tables.map_err(|error| Refusal::TablesPath(path.to_owned(), error))?
            }
        };
        self.names_tables = !path.is_empty();
        self.engine.set_endgame_tables(tables);
        Ok(())
    }
}

/// Returns the sentence for a host whose game has no network.
fn missing(family: EvaluationFamily) -> String {
    format!(
        "there is no network of {}, so every position counts as even",
        family.name()
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use batyr_protocol::Session;

    use super::*;
    use crate::host::limits::HostLimits;
    use crate::host::system::System;
    use crate::util::sync::lock;

    /// A system that fetches its endgame tables, and remembers what was asked for.
    #[derive(Debug, Default)]
    struct Fetching(Mutex<Vec<ShippedFile>>);

    impl System for Fetching {
        fn fetch(&self, files: Vec<ShippedFile>) -> bool {
            let must_wait = !files.is_empty();
            lock(&self.0).extend(files);
            must_wait
        }
    }

    #[test]
    fn a_task_waits_for_its_files_unless_it_is_stopped() {
        let system = Arc::new(Fetching::default());
        let (sender, events) = channel();
        let listener = Arc::new(move |id, event| drop(sender.send((id, event))));
        let own = Arc::clone(&system);
        let engine = HostedEngine::new(HostLimits::owner(), own, listener);
        let mut session = Session::new(engine);
        let say = |session: &mut Session<HostedEngine>, line: &str| {
            let mut out = Vec::new();
            let _ = session.line(line, &mut out);
            out
        };
        let few_men = "position fen 9/1/7/3k3/1Q5/2K4/7/7/1/9 w - - - - 1";
        for end in ["files", "stop"] {
            for line in ["uci", few_men, "go depth 3"] {
                say(&mut session, line);
            }
            assert_eq!(say(&mut session, "isready"), ["readyok"]);
            assert!(events.recv_timeout(Duration::from_millis(50)).is_err());
            match end {
                "files" => session.backend_mut().begin_waiting_task(),
                _ => drop(say(&mut session, "stop")),
            }
            let mut out = Vec::new();
            while session.is_busy() {
                let (id, event) = events.recv().unwrap();
                let _ = session.event(id, event, &mut out);
            }
            assert!(
                out.iter().any(|line| line.starts_with("bestmove ")),
                "{out:?}"
            );
        }
        // A task that needs none begins at once, and tables that the host has named are enough.
        for line in ["setoption name TablesPath value none", "go depth 1"] {
            say(&mut session, line);
        }
        assert!(events.recv_timeout(Duration::from_secs(60)).is_ok());
        assert_eq!(
            *lock(&system.0),
            [ShippedFile::Tables(Variant::Extended); 2]
        );
    }
}
