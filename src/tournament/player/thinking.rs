//! Asking for a move, and waiting for it.
//!
//! **The decision:** `isready` stands before every `go`, so that what the
//! engine does with the position is not on its clock, and the clock runs from
//! just before `go` is written to the arrival of `bestmove`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use batyr_protocol::{Command, Limits, Reply, Verdict};

use super::fault::{Fault, Silence};
use super::told::Told;
use super::{LOOK, Player};

/// For so long the answer to `stop` may take.
const STOPPING: Duration = Duration::from_secs(1);

/// An answer to `go`.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The move, if it has one.
    pub best: Option<String>,
    /// The answer that it expects.
    pub ponder: Option<String>,
    /// What it says of the game.
    pub verdict: Option<Verdict>,
    /// When it came.
    pub at: Instant,
    /// What it told of its search.
    pub told: Told,
    /// The last error that it told since it was given the position.
    pub error: Option<String>,
}

impl Player {
    /// Gives it a position (`position …`), waits until it is ready, and starts
    /// a search. Tells when its clock began to run.
    ///
    /// # Errors
    /// If it ends, or is not ready in time, or `stop` was set.
    pub fn ask(
        &mut self,
        position: Command,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<Instant, Fault> {
        self.settle()?;
        self.story.clear();
        self.send(&[position, Command::IsReady])?;
        self.until_ready(Duration::from_millis(self.patience.ready_ms), stop)?;
        let at = Instant::now();
        self.send(&[Command::Go(limits)])?;
        Ok(at)
    }

    /// Lets it think on the opponent's time. `limits` say what will hold when
    /// its turn comes.
    ///
    /// # Errors
    /// If it has ended.
    pub fn ponder(&mut self, position: Command, limits: Limits) -> Result<(), Fault> {
        self.settle()?;
        self.story.clear();
        let ponder = true;
        let limits = Limits { ponder, ..limits };
        self.send(&[position, Command::Go(limits)])?;
        self.is_pondering = true;
        Ok(())
    }

    /// Whether it thinks on the opponent's time.
    pub const fn is_pondering(&self) -> bool {
        self.is_pondering
    }

    /// The turn that it ponders on was played. Tells when its clock began to
    /// run.
    ///
    /// # Errors
    /// If it has ended.
    pub fn ponder_hit(&mut self, draw: bool) -> Result<Instant, Fault> {
        self.is_pondering = false;
        let at = Instant::now();
        self.send(&[Command::PonderHit { draw }])?;
        Ok(at)
    }

    /// Ends its pondering, if it ponders, and lets the answer pass.
    ///
    /// # Errors
    /// If it ends, or does not answer.
    pub fn settle(&mut self) -> Result<(), Fault> {
        if !self.is_pondering {
            return Ok(());
        }
        self.is_pondering = false;
        self.send(&[Command::Stop])?;
        let limit = Duration::from_millis(self.patience.ready_ms);
        match self.best_move(Instant::now() + limit, None)? {
            Some(_) => Ok(()),
            None => Err(silence("stop", limit)),
        }
    }

    /// Waits for the answer to a search. At the deadline it is told to stop;
    /// the answer to that is an answer, too. `since` is when its clock began
    /// to run.
    ///
    /// # Errors
    /// If it ends or does not answer, or `stop` was set.
    pub fn answer(
        &mut self,
        since: Instant,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<Answer, Fault> {
        if let Some(answer) = self.best_move(deadline, Some(stop))? {
            return Ok(answer);
        }
        self.send(&[Command::Stop])?;
        let last = Instant::now() + STOPPING;
        match self.best_move(last, Some(stop))? {
            Some(answer) => Ok(answer),
            None => Err(silence("go", since.elapsed())),
        }
    }

    /// The next `bestmove`; `None` if none comes until the deadline.
    fn best_move(
        &mut self,
        deadline: Instant,
        stop: Option<&AtomicBool>,
    ) -> Result<Option<Answer>, Fault> {
        loop {
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(Fault::Interrupted);
            }
            let look = deadline.min(Instant::now() + LOOK);
            if let Some((at, line)) = self.listen(look)?
                && let Some(answer) = self.read(at, line)
            {
                return Ok(Some(answer));
            }
            // An engine that floods does not get more time by it.
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }

    /// Reads a line of a search; gives the answer if it is one.
    fn read(&mut self, at: Instant, line: String) -> Option<Answer> {
        let first = line.split_ascii_whitespace().next()?;
        if first == "info" {
            self.story.hear(line);
            return None;
        }
        let (best, ponder, verdict) = match Reply::parse(self.dialect, &line).value {
            Some(Reply::BestMove {
                best,
                ponder,
                verdict,
            }) => (best, ponder, verdict),
            // Without any word behind it: an answer, but no move.
            _ if first == "bestmove" => (Some(String::new()), None, None),
            _ => return None,
        };
        Some(Answer {
            best,
            ponder,
            verdict,
            at,
            told: self.story.told(self.dialect),
            error: self.story.error(),
        })
    }
}

fn silence(asked: &str, limit: Duration) -> Fault {
    Fault::Stall(Silence {
        asked: asked.to_owned(),
        expected: "bestmove",
        ms: limit.as_millis(),
    })
}
