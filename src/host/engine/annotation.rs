//! Annotates a game: scores its turns and finds the mistakes, with a separate engine.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use batyr_protocol::{BackendEvent, FileAnswer, TaskId};
use serde::{Deserialize, Serialize};

use super::event_sender::EventListener;
use super::game_files::GameFileError;
use crate::analysis::game::analyse;
use crate::analysis::{Analyser, AnalysisSettings};
use crate::eval::Networks;
use crate::files::game_file::{FileGame, JsonGame};
use crate::search::Limits;

/// The number of nodes for each position if no limit is given.
const DEFAULT_NODES: u64 = 150_000;
/// The size of the hash table, in megabytes: ample for the default number of nodes.
const HASH_MEGABYTES: usize = 16;

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
}

impl Annotation {
    /// Reads the argument of `annotate`.
    ///
    /// # Errors
    /// Returns an error if the argument is not a valid JSON object, or if the game is not legal.
    pub fn read(json: &str, networks: Networks) -> Result<Self, GameFileError> {
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
                hash_megabytes: HASH_MEGABYTES,
                networks,
            },
        })
    }

    /// Returns a function that annotates the game and reports the outcome, and the handle that
    /// stops it.
    pub fn into_work(
        self,
        id: TaskId,
        listener: EventListener,
    ) -> (impl FnOnce() + Send, AnnotationHandle) {
        let handle = AnnotationHandle::default();
        let stop = Arc::clone(&handle.0);
        (
            move || self.run(&stop, &|event| listener(id, event)),
            handle,
        )
    }

    fn run(&self, stop: &AtomicBool, send: &dyn Fn(BackendEvent)) {
        let _done_guard = DoneGuard(send);
        send(match self.annotate(stop, send) {
            Ok(annotated) => annotated,
            Err(error) => BackendEvent::Error(format!("annotate: {error}")),
        });
    }

    /// Annotates the game, reports the progress, and returns the answer.
    fn annotate(
        &self,
        stop: &AtomicBool,
        send: &dyn Fn(BackendEvent),
    ) -> Result<BackendEvent, Box<dyn Error>> {
        let mut analyser = Analyser::new(&self.settings)?;
        let is_stopped = || stop.load(Ordering::Relaxed);
        let mut report = |done, all| {
            let progress = answer(FileAnswer::Annotating, &Progress { done, all });
            if let Ok(progress) = progress {
                send(progress);
            }
        };
        let record = self.game.record();
        let analysis = analyse(&mut analyser, record, &is_stopped, &mut report)?;
        Ok(answer(FileAnswer::Annotated, &analysis)?)
    }
}

/// Sends [`BackendEvent::Done`] when it is dropped, even by a panic: the host waits for that
/// event.
struct DoneGuard<'s>(&'s dyn Fn(BackendEvent));

impl Drop for DoneGuard<'_> {
    fn drop(&mut self) {
        (self.0)(BackendEvent::Done {
            best: None,
            ponder: None,
            action: None,
        });
    }
}

fn answer(answer: FileAnswer, value: &impl Serialize) -> serde_json::Result<BackendEvent> {
    let json = serde_json::to_string(value)?;
    Ok(BackendEvent::GameFile { answer, json })
}
