//! The file of the games in progress, for programs that show them: one game on each line, with the
//! fields of `games.jsonl` that are known.
//!
//! The file is replaced as a whole, so a reader never sees a part of a line, and at most a few
//! times a second, so that fast games are not slowed down. An error does not end the match.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::cli::stderr::eprint_line;
use crate::files::OutputFile;
use crate::game::Variant;
use crate::tournament::run::ProgressEvent;
use crate::tournament::{Opening, Spec, TurnReport};

/// The shortest time between two versions of the file.
const INTERVAL: Duration = Duration::from_millis(250);

/// The file of the games in progress.
pub struct LiveFile {
    path: PathBuf,
    variant: Variant,
    names: Vec<String>,
    /// The games, by worker.
    games: BTreeMap<usize, LiveGame>,
    written: Option<Instant>,
    has_failed: bool,
}

/// A game in progress.
#[derive(Serialize)]
struct LiveGame {
    game: u32,
    round: u32,
    encounter: u32,
    variant: Variant,
    white: String,
    black: String,
    opening: Opening,
    turns: Vec<TurnReport>,
}

impl LiveFile {
    /// Creates the file of a tournament, which is written with the first game.
    pub fn new(path: PathBuf, spec: &Spec) -> Self {
        Self {
            path,
            variant: spec.variant,
            names: spec.engine_names(),
            games: BTreeMap::new(),
            written: None,
            has_failed: false,
        }
    }

    /// Takes an event of the run into account.
    pub fn add(&mut self, event: &ProgressEvent<'_>) {
        match event {
            ProgressEvent::Started {
                worker,
                scheduled,
                opening,
            } => {
                let name = |engine: usize| self.names.get(engine).cloned().unwrap_or_default();
                let game = LiveGame {
                    game: scheduled.game,
                    round: scheduled.round,
                    encounter: scheduled.encounter,
                    variant: self.variant,
                    white: name(scheduled.white),
                    black: name(scheduled.black),
                    opening: (*opening).clone(),
                    turns: Vec::new(),
                };
                self.games.insert(*worker, game);
            }
            ProgressEvent::Turn { worker, turn, .. } => {
                if let Some(game) = self.games.get_mut(worker) {
                    game.turns.push((*turn).clone());
                }
            }
            ProgressEvent::Finished { report }
            | ProgressEvent::Retried { report }
            | ProgressEvent::Delayed { report }
            | ProgressEvent::Held { report } => {
                self.games.retain(|_, game| game.game != report.game);
            }
            ProgressEvent::JobsChanged { .. } | ProgressEvent::PauseChanged { .. } => {}
        }
        if self.written.is_none_or(|time| time.elapsed() >= INTERVAL) {
            self.write();
        }
    }

    /// Empties the file: no game is in progress any more.
    pub fn close(mut self) {
        self.games.clear();
        self.write();
    }

    fn write(&mut self) {
        self.written = Some(Instant::now());
        let lines = self
            .games
            .values()
            .filter_map(|game| serde_json::to_string(game).ok());
        let text: String = lines.map(|line| line + "\n").collect();
        if let Err(error) = OutputFile::write_whole(&self.path, text)
            && !self.has_failed
        {
            self.has_failed = true;
            eprint_line!(
                "batyr match: warning: --live {}: {error}",
                self.path.display()
            );
        }
    }
}
