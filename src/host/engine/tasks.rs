//! The tasks of a host: the files that they use beside the program, and how they begin.
//!
//! A system may have to fetch a file first, such as the network of a game. The task waits for it,
//! while the host is heard as during a search, and its limits of time count from its beginning.
//! It is about what the host had set when it asked for it: its position, its settings.
//! `stop` begins it at once, with what there is.

use batyr_protocol::{BackendEvent, Task, TaskId};
use std::sync::Arc;

use super::HostedEngine;
use super::annotation::Annotation;
use super::refusal::Refusal;
use super::work::{TaskSetup, WaitingTask, Work};
use crate::engine::{
    BENCH_DEPTH, EngineEvent, Listener, TableSource, bench_variants, evaluation_text,
};
use crate::eval::{EvaluationFamily, Networks};
use crate::game::{GameRecord, Variant, for_position};
use crate::host::system::ShippedFile;

/// The most men of a position whose search uses endgame tables: those that come with the program
/// have three, which a capture may lead to.
const TABLE_MEN: i32 = 4;

impl HostedEngine {
    /// Starts a task, at once or when the system has fetched its files.
    pub(super) fn start_task(&mut self, id: TaskId, task: Task) -> Result<(), Refusal> {
        let sender = self.event_sender(id, &task);
        let listener: Listener = Arc::new(move |event| sender.send(event));
        let command = task.command();
        let work = self.understand(task)?;
        self.take_shipped_files();
        if self.system.fetch(self.files_of(&work)) {
            self.waiting = Some(WaitingTask {
                id,
                command,
                work,
                listener,
                setup: self.task_setup(),
            });
            return Ok(());
        }
        self.begin(id, work, listener)
    }

    /// Begins the task that waits for files, if there is one, with those that there are.
    pub fn begin_waiting_task(&mut self) {
        let Some(task) = self.waiting.take() else {
            return;
        };
        let (id, command) = (task.id, task.command);
        let error = |refusal: Refusal| BackendEvent::Error(format!("{command}: {refusal}"));
        self.take_shipped_files();
        let begun = self.replace_setup(task.setup).and_then(|current| {
            let begun = self.begin(id, task.work, task.listener);
            // The task goes on, whatever becomes of later ones.
            if let Err(refusal) = self.replace_setup(current) {
                (self.listener)(id, error(refusal));
            }
            begun
        });
        if let Err(refusal) = begun {
            (self.listener)(id, error(refusal));
            let (best, ponder, action) = (None, None, None);
            let done = BackendEvent::Done {
                best,
                ponder,
                action,
            };
            (self.listener)(id, done);
        }
    }

    /// Returns what the host has set for its next task.
    fn task_setup(&self) -> TaskSetup {
        TaskSetup {
            engine: self.engine.setup(),
            settings: self.settings.clone(),
            dialect: self.dialect,
            plays_from_book: self.plays_from_book,
        }
    }

    /// Brings back what the host had set, and returns what it has set now.
    fn replace_setup(&mut self, setup: TaskSetup) -> Result<TaskSetup, Refusal> {
        let current = self.task_setup();
        self.engine.replace_setup(setup.engine)?;
        self.settings = setup.settings;
        self.dialect = setup.dialect;
        self.plays_from_book = setup.plays_from_book;
        Ok(current)
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

    /// Uses the networks and tables that the system has now, unless the host has named others. Waits
    /// for a running search, which this would disturb: no answer to a question may need it.
    pub(super) fn take_shipped_files(&mut self) {
        let networks = self.networks();
        if self.engine.networks() != networks {
            self.engine.set_networks(networks);
        }
        let tables = self.system.shipped_tables();
        if !self.names_tables && *self.engine.endgame_tables() != tables {
            self.engine.set_endgame_tables(tables);
        }
    }

    /// Returns the networks that the system has now, unless the host has named others.
    fn networks(&self) -> Networks {
        if self.names_network {
            self.engine.networks()
        } else {
            self.system.shipped_networks()
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

    /// Returns the answer to a host that asks for the static evaluation, perhaps during a search.
    pub(super) fn evaluation_text(&self) -> String {
        let family = EvaluationFamily::of_variant(self.engine.variant());
        let networks = self.networks();
        if networks.lack(family) {
            return missing(family);
        }
        let network = networks.get(family);
        for_position!(self.engine.game(), position => evaluation_text(network, position))
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
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::{Receiver, channel};
    use std::thread::spawn;
    use std::time::Duration;

    use batyr_protocol::{Backend, Session};

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

    /// A position with three men, whose tables are fetched.
    const FEW_MEN: &str = "9/1/7/3k3/1Q5/2K4/7/7/1/9 w - - - - 1";

    type Events = Receiver<(TaskId, BackendEvent)>;

    /// Returns a conversation on a system, and the receiver of its engine's events.
    fn conversation(system: Arc<dyn System>) -> (Session<HostedEngine>, Events) {
        let (sender, events) = channel();
        let listener = Arc::new(move |id, event| drop(sender.send((id, event))));
        let engine = HostedEngine::new(HostLimits::owner(), system, listener);
        (Session::new(engine), events)
    }

    /// Says a line, and returns the answers.
    fn say(session: &mut Session<HostedEngine>, line: &str) -> Vec<String> {
        let mut out = Vec::new();
        let _ = session.line(line, &mut out);
        out
    }

    /// Returns the answers up to the end of the task.
    fn answers(session: &mut Session<HostedEngine>, events: &Events) -> Vec<String> {
        let mut out = Vec::new();
        while session.is_busy() {
            let (id, event) = events.recv_timeout(Duration::from_secs(60)).unwrap();
            let _ = session.event(id, event, &mut out);
        }
        out
    }

    #[test]
    fn a_search_that_waits_is_about_what_was_set_when_it_was_asked_for() {
        // In USHI, the position chooses another variant.
        let other = "position spn SQSSRSBRB/K/SSSSSSS/7/7/7/7/sssssss/k/brbsrssqs w Tt - - - 1";
        for (dialect, position, meanwhile) in [
            (
                "uci",
                "fen",
                ["position startpos", "setoption name MultiPV value 9"],
            ),
            ("uci", "fen", ["flip", "setoption name Skill Level value 0"]),
            ("ushi", "spn", [other, "setoption name MultiPV value 9"]),
        ] {
            let (mut session, events) = conversation(Arc::new(Fetching::default()));
            say(&mut session, dialect);
            say(&mut session, &format!("position {position} {FEW_MEN}"));
            let engine = &session.backend().engine;
            let (game, numbering) = (engine.game().clone(), engine.notation().numbering());
            say(&mut session, "go depth 3");
            for line in meanwhile {
                say(&mut session, line);
            }
            let later = session.backend_mut().state().position;
            assert_ne!(later, game.position_text());
            session.backend_mut().begin_waiting_task();
            let out = answers(&mut session, &events);
            let best = out.last().and_then(|line| line.split(' ').nth(1)).unwrap();
            assert!(
                game.read_turn(best, numbering).is_ok(),
                "{dialect}: {out:?}"
            );
            let is_second = |line: &String| line.contains(" multipv 2 ");
            assert!(!out.iter().any(is_second), "{dialect}: {out:?}");
            // What was said meanwhile is for the next search.
            assert_eq!(session.backend_mut().state().position, later);
        }
    }

    #[test]
    fn the_refusal_of_a_task_that_has_waited_names_its_command() {
        let (mut session, events) = conversation(Arc::new(Fetching::default()));
        say(&mut session, "uci");
        let game = format!(r#"{{"variant":"shatra","start":"{FEW_MEN}","turns":[]}}"#);
        let line = format!(r#"annotate {{"game":{game}}}"#);
        assert_eq!(say(&mut session, &line), [""; 0]);
        session.backend_mut().begin_waiting_task();
        let out = answers(&mut session, &events);
        // This system starts no work beside the tasks of the engine.
        let refusal = "info string error: annotate: can't start a thread: ";
        assert!(out.len() == 1 && out[0].starts_with(refusal), "{out:?}");
    }

    /// A system that gets other tables after a while.
    #[derive(Debug, Default)]
    struct Receiving(AtomicBool);

    impl System for Receiving {
        fn shipped_tables(&self) -> TableSource {
            if self.0.load(Ordering::Relaxed) {
                TableSource::None
            } else {
                TableSource::Shipped
            }
        }
    }

    #[test]
    fn a_question_leaves_files_that_have_come_to_the_next_task() {
        let system = Arc::new(Receiving::default());
        let (mut session, events) = conversation(Arc::clone(&system) as Arc<dyn System>);
        for line in ["uci", "go infinite"] {
            say(&mut session, line);
        }
        let (id, event) = events.recv_timeout(Duration::from_secs(60)).unwrap();
        let _ = session.event(id, event, &mut Vec::new());
        system.0.store(true, Ordering::Relaxed);
        // To take them now, it would have to wait for the search.
        let (sender, receiver) = channel();
        spawn(move || {
            let answer = say(&mut session, "eval");
            drop(sender.send((session, answer)));
        });
        let answered = receiver.recv_timeout(Duration::from_secs(60));
        let (mut session, answer) = answered.unwrap();
        assert!(answer.last().unwrap().starts_with("For the side to move"));
        say(&mut session, "stop");
        let out = answers(&mut session, &events);
        assert!(out.last().unwrap().starts_with("bestmove "), "{out:?}");
    }

    #[test]
    fn a_task_waits_for_its_files_unless_it_is_stopped() {
        let system = Arc::new(Fetching::default());
        let (mut session, events) = conversation(Arc::clone(&system) as Arc<dyn System>);
        let few_men = format!("position fen {FEW_MEN}");
        for end in ["files", "stop"] {
            for line in ["uci", &few_men, "go depth 3"] {
                say(&mut session, line);
            }
            assert_eq!(say(&mut session, "isready"), ["readyok"]);
            assert!(events.recv_timeout(Duration::from_millis(50)).is_err());
            match end {
                "files" => session.backend_mut().begin_waiting_task(),
                _ => drop(say(&mut session, "stop")),
            }
            let out = answers(&mut session, &events);
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
