//! Where a run gets its games from, and where it puts their reports.
//!
//! A run that plays a tournament alone takes the games from the schedule and writes them to one
//! journal. A run that shares a tournament with others takes what they leave to it (see
//! [`cluster`](crate::tournament::cluster)). The run itself is the same in both cases.

use std::time::Duration;

use super::queue::{GameQueue, QueueError};
use crate::tournament::journal::{Games, Journal, JournalError};
use crate::tournament::{GameReport, ScheduledGame};

/// An error of a source of games.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The journal can't be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The games can't be scheduled.
    #[error(transparent)]
    Schedule(#[from] QueueError),
    /// What the run shares with others can't be used.
    #[error(transparent)]
    Shared(Box<dyn std::error::Error + Send + Sync>),
}

/// The next game of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NextGame {
    /// This game can be played now.
    Game(ScheduledGame),
    /// No game can be played now, but the run should ask again after this time.
    Wait(Duration),
    /// No game can be played before a result of this run is known, or none is left.
    None,
}

/// A source of the games of a run.
pub trait GameSource {
    /// Removes and returns the next game. `games` are the games that count so far.
    ///
    /// # Errors
    /// Returns an error if the games can't be scheduled, or if a shared folder can't be used.
    fn next(&mut self, games: &Games) -> Result<NextGame, SourceError>;

    /// Puts a game that this source has returned back to the front.
    fn requeue(&mut self, game: u32);

    /// Stores the report of a game, which counts from then on.
    ///
    /// # Errors
    /// Returns an error if it can't be written.
    fn add(&mut self, report: &mut GameReport) -> Result<(), SourceError>;

    /// Returns the number of games in the tournament, if it is known.
    fn total(&self) -> Option<u32>;

    /// Returns whether all games of the tournament come from this source, so that the results of
    /// the run decide the sequential test.
    fn is_whole(&self) -> bool;

    /// Returns whether others have ended the tournament.
    fn is_ended(&self) -> bool {
        false
    }
}

/// The games of a run that plays its tournament, or its shard, alone.
#[derive(Debug)]
pub(super) struct OwnGames {
    pub queue: GameQueue,
    pub journal: Journal,
    /// The name of the process, which each report gets, if it plays a part of a tournament.
    pub worker: Option<String>,
}

impl GameSource for OwnGames {
    fn next(&mut self, games: &Games) -> Result<NextGame, SourceError> {
        let next = self.queue.next(games)?;
        Ok(next.map_or(NextGame::None, NextGame::Game))
    }

    fn requeue(&mut self, game: u32) {
        self.queue.requeue(game);
    }

    fn add(&mut self, report: &mut GameReport) -> Result<(), SourceError> {
        report.worker.clone_from(&self.worker);
        Ok(self.journal.append(report)?)
    }

    fn total(&self) -> Option<u32> {
        self.queue.total()
    }

    fn is_whole(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::tournament::Launcher;
    use crate::tournament::run::{Run, RunEnd, RunSettings, TournamentPlan};
    use crate::tournament::spec::tests::two_engines;

    /// Others play the games of this source. It counts the requests for one.
    struct OthersPlay<'c> {
        requests: &'c Cell<u32>,
        /// The number of requests after which the others have played all games.
        until: u32,
    }

    impl GameSource for OthersPlay<'_> {
        fn next(&mut self, _: &Games) -> Result<NextGame, SourceError> {
            self.requests.set(self.requests.get() + 1);
            Ok(match self.requests.get() < self.until {
                true => NextGame::Wait(Duration::from_millis(1)),
                false => NextGame::None,
            })
        }

        fn requeue(&mut self, _: u32) {}

        fn add(&mut self, _: &mut GameReport) -> Result<(), SourceError> {
            Ok(())
        }

        fn total(&self) -> Option<u32> {
            None
        }

        fn is_whole(&self) -> bool {
            false
        }
    }

    #[test]
    fn idle_workers_ask_a_source_once_together() {
        let spec = two_engines(9);
        let settings = RunSettings::new(12, Launcher::with_keeper("batyr"));
        let plan = TournamentPlan::new(&spec, &Games::new()).unwrap();
        let (requests, until) = (Cell::new(0), 3);
        let source = |_| OthersPlay {
            requests: &requests,
            until,
        };
        let mut run = Run::with_source(&spec, &settings, plan, Games::new(), source);
        let run_end = run.play(&mut |_, _| ()).unwrap();
        assert_eq!(run_end, RunEnd::Complete);
        // Two looks a millisecond apart, and the last one.
        assert_eq!(requests.get(), until);
    }
}
