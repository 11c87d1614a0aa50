//! Annotates a game: scores its turns and finds the mistakes, with a separate engine.
//!
//! Where that engine has no thread of its own, it searches on the thread of the host, which may
//! pause the work between two positions.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use batyr_protocol::{BackendEvent, FileAnswer, TaskId};
use serde::{Deserialize, Serialize};

use super::event_sender::EventListener;
use super::game_files::GameFileError;
use crate::analysis::game::GameAnalyser;
use crate::analysis::{Analyser, AnalysisSettings};
use crate::engine::{
    DEFAULT_HASH, EngineTask, Poll, SearchHost, TableSource, TaskHost, TaskState, run_to_end,
};
use crate::eval::Networks;
use crate::files::game_file::{FileGame, JsonGame};
use crate::game::GameRecord;
use crate::host::limits::HostLimits;
use crate::search::Limits;

/// The number of nodes for each position if no limit is given.
const DEFAULT_NODES: u64 = 150_000;

/// The argument of `annotate`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with a game")]
struct Request {
    game: JsonGame,
    /// The limits for each position; `movetime` is in milliseconds.
    nodes: Option<u64>,
    depth: Option<usize>,
    movetime: Option<u64>,
}

/// The answer `annotating`.
#[derive(Serialize)]
struct Progress {
    done: usize,
    all: usize,
}

/// Stops an annotation on request or when dropped, so that the annotation does not outlive its
/// conversation.
#[derive(Debug, Default)]
pub struct AnnotationHandle(Arc<AtomicBool>);

impl AnnotationHandle {
    /// Asks the annotation to end soon.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for AnnotationHandle {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A game to annotate.
pub struct Annotation {
    game: FileGame,
    settings: AnalysisSettings,
    tables: TableSource,
    /// Whether the searches share the processor cores with those of other hosts.
    shares_cores: bool,
}

impl Annotation {
    /// Reads the argument of `annotate`.
    ///
    /// # Errors
    /// Returns an error if the argument is not a valid JSON object, or if the game is not legal.
    pub fn read(json: &str) -> Result<Self, GameFileError> {
        let request: Request = serde_json::from_str(json)?;
        let limits = Limits {
            nodes: request.nodes,
            depth: request.depth,
            movetime: request.movetime.map(Duration::from_millis),
            ..Limits::default()
        };
        Ok(Self {
            game: FileGame::try_from(&request.game)?,
            settings: AnalysisSettings {
                limits: limits.or_nodes(DEFAULT_NODES),
                multipv: 1,
                threads: 1,
                // Ample for the default number of nodes.
                hash_megabytes: DEFAULT_HASH,
                networks: Networks::default(),
            },
            tables: TableSource::default(),
            shares_cores: false,
        })
    }

    /// Returns the game.
    pub const fn game(&self) -> &GameRecord {
        self.game.record()
    }

    /// Uses these networks and endgame tables.
    pub fn use_files(&mut self, networks: Networks, tables: TableSource) {
        self.settings.networks = networks;
        self.tables = tables;
    }

    /// Keeps to the limits of the host that has asked for it.
    pub fn keep_to(&mut self, limits: &HostLimits) {
        self.settings.hash_megabytes = limits.default_hash();
        self.shares_cores = limits.shares_cores;
    }

    /// Returns the work that annotates the game and reports the outcome, and the handle that
    /// stops it. `host` is the host on whose thread it runs; `None` for a thread of its own.
    pub fn into_work(
        self,
        id: TaskId,
        listener: EventListener,
        host: Option<Arc<dyn TaskHost>>,
    ) -> (EngineTask, AnnotationHandle) {
        let handle = AnnotationHandle::default();
        let run = AnnotationRun {
            annotation: self,
            sender: Sender {
                id,
                listener,
                has_begun: false,
            },
            stop: Arc::clone(&handle.0),
            host,
            begun: None,
        };
        let mut run = Some(run);
        let work = move || {
            // A run that panics is dropped, and sends the end.
            let Some(mut own) = run.take() else {
                return TaskState::Done;
            };
            let state = own.step();
            run = (state != TaskState::Done).then_some(own);
            state
        };
        (Box::new(work), handle)
    }
}

/// An annotation that is running.
struct AnnotationRun {
    annotation: Annotation,
    sender: Sender,
    stop: Arc<AtomicBool>,
    host: Option<Arc<dyn TaskHost>>,
    /// The analysis so far, and its engine.
    begun: Option<(Analyser, GameAnalyser)>,
}

impl AnnotationRun {
    /// Annotates one turn more, and reports the outcome once there is none left.
    fn step(&mut self) -> TaskState {
        self.sender.has_begun = true;
        let outcome = match self.annotate() {
            Ok(None) => return TaskState::Paused,
            Ok(Some(annotated)) => annotated,
            Err(error) => BackendEvent::Error(format!("annotate: {error}")),
        };
        self.sender.send(outcome);
        TaskState::Done
    }

    /// Annotates one turn more, and reports the progress. Returns the answer once there is none left.
    fn annotate(&mut self) -> Result<Option<BackendEvent>, Box<dyn Error>> {
        let (analyser, game) = match &mut self.begun {
            Some(begun) => begun,
            none => {
                let mut analyser = Analyser::new(&self.annotation.settings)?;
                analyser.set_endgame_tables(self.annotation.tables.clone());
                if self.annotation.shares_cores {
                    analyser.share_cores();
                }
                if let Some(host) = &self.host {
                    analyser.use_host_thread(Arc::new(AnnotationHost {
                        stop: Arc::clone(&self.stop),
                        host: Arc::clone(host),
                    }));
                }
                let game = GameAnalyser::new(self.annotation.game.record());
                none.insert((analyser, game))
            }
        };
        let (done, all) = game.progress();
        if let Ok(progress) = answer(FileAnswer::Annotating, &Progress { done, all }) {
            self.sender.send(progress);
        }
        let is_stopped = || self.stop.load(Ordering::Relaxed);
        let analysis = game.step(analyser, &is_stopped)?;
        let annotated = analysis.map(|analysis| answer(FileAnswer::Annotated, &analysis));
        Ok(annotated.transpose()?)
    }
}

/// Sends the events of an annotation, and [`BackendEvent::Done`] when it is dropped, even by a
/// panic: the host waits for that event. An annotation that never began, as it was refused, has none.
struct Sender {
    id: TaskId,
    listener: EventListener,
    has_begun: bool,
}

impl Sender {
    fn send(&self, event: BackendEvent) {
        (self.listener)(self.id, event);
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        if self.has_begun {
            self.send(BackendEvent::Done {
                best: None,
                ponder: None,
                action: None,
            });
        }
    }
}

/// Runs the searches of an annotation on the thread of a host, without pauses.
#[derive(Debug)]
struct AnnotationHost {
    stop: Arc<AtomicBool>,
    host: Arc<dyn TaskHost>,
}

impl SearchHost for AnnotationHost {
    fn poll(&self) -> Poll {
        match self.host.poll() {
            _ if self.stop.load(Ordering::Relaxed) => Poll::Stop,
            Poll::Pause => Poll::Continue,
            answer => answer,
        }
    }
}

impl TaskHost for AnnotationHost {
    fn add_task(&self, task: EngineTask) {
        run_to_end(task);
    }
}

fn answer(answer: FileAnswer, value: &impl Serialize) -> serde_json::Result<BackendEvent> {
    let json = serde_json::to_string(value)?;
    Ok(BackendEvent::GameFile { answer, json })
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::mpsc::{RecvTimeoutError, channel};

    use batyr_protocol::Session;

    use super::*;
    use crate::host::engine::HostedEngine;
    use crate::host::system::System;
    use crate::search::{Control, CoreClaim};
    use crate::util::sync::processors;

    /// A system that only starts threads.
    #[derive(Debug)]
    struct Threads;

    impl System for Threads {
        fn start_work(&self, _name: &str, work: EngineTask) -> io::Result<()> {
            std::thread::spawn(move || run_to_end(work));
            Ok(())
        }
    }

    #[test]
    fn an_annotation_keeps_to_the_cores_that_hosts_share() {
        let (sender, events) = channel();
        let listener = Arc::new(move |id, event| drop(sender.send((id, event))));
        let limits = HostLimits {
            shares_cores: true,
            ..HostLimits::owner()
        };
        let mut session = Session::new(HostedEngine::new(limits, Arc::new(Threads), listener));
        // Other searches hold every core.
        let control = Control::sharing_cores();
        let mut claims: Vec<_> = (0..processors())
            .map(|_| CoreClaim::new(&control))
            .collect();
        for claim in &mut claims {
            claim.wait_to_continue(|| false);
        }
        let mut out = Vec::new();
        let game = r#"{"variant":"shatra","turns":[{"turn":"d1-d6"}]}"#;
        let annotate = format!(r#"annotate {{"game":{game},"nodes":100}}"#);
        let _ = session.line("uci", &mut out);
        let _ = session.line(&annotate, &mut out);
        assert!(session.is_busy(), "{out:?}");
        let begun = events.recv_timeout(Duration::from_secs(60));
        let next = events.recv_timeout(Duration::from_millis(300));
        assert!(matches!(begun, Ok((_, BackendEvent::GameFile { .. }))));
        assert!(
            matches!(next, Err(RecvTimeoutError::Timeout)),
            "a position was searched: {next:?}"
        );
        // A core becomes free.
        claims.pop();
        while session.is_busy() {
            let (id, event) = events.recv_timeout(Duration::from_secs(60)).unwrap();
            let _ = session.event(id, event, &mut out);
        }
        assert!(
            out.iter().any(|line| line.starts_with("annotated ")),
            "{out:?}"
        );
    }
}
