//! The engine as a host sees it: set a position, go, stop.
//!
//! This is the one place where a game is chosen at run time. Searches run on
//! the engine's own thread (and from there on the search's pool), so no call
//! here waits for a search to end, except those that say so.
//!
//! A new engine owns no thread and no table: they are made by the first task,
//! or by a setting that differs from the present one. What the system refuses
//! is reported there: a setting is refused, and a search is answered by an
//! [`Event::Error`] and a legal turn.

mod bench;
#[cfg(test)]
mod bench_vectors;
mod error;
mod event;
mod history;
mod lazy;
mod seat;
mod strength;
mod table;
mod task;
mod thread;

use std::time::Instant;

pub use crate::game::Variant;
pub use bench::{BENCH_DEPTH, bench_positions};
pub use error::EngineError;
pub use event::{Event, Known, Line, Listener, Notation};
pub use strength::{ELO_MAX, ELO_MIN, Strength};

use crate::base::{Color, Score};
use crate::eval::wdl::WdlCurve;
use crate::game::for_game;
use crate::search::{Control, Limits};
use seat::{Order, Seat};
use table::Table;
use thread::EngineThread;

/// An engine for one host.
pub struct Engine {
    variant: Variant,
    seat: Box<dyn Seat>,
    threads: usize,
    hash_megabytes: usize,
    multipv: usize,
    strength: Strength,
    /// The share of the time that a search sleeps, in percent.
    idle: u8,
    notation: Notation,
    /// The control of the task started last.
    control: Control,
    /// Whether its searches share the cores with those of other engines.
    shares_cores: bool,
    thread: EngineThread,
}

/// The default size of the table, in megabytes.
pub const DEFAULT_HASH: usize = 16;

impl Engine {
    /// Returns an engine at the start position of the default game, with one
    /// thread and a table of [`DEFAULT_HASH`] megabytes.
    pub fn new() -> Self {
        Self::with_hash(DEFAULT_HASH)
    }

    /// Returns an engine like that of `Engine::new`, but with a table of this
    /// size in megabytes.
    pub fn with_hash(hash_megabytes: usize) -> Self {
        let variant = Variant::default();
        Self {
            variant,
            seat: take_seat(variant, 1, hash_megabytes),
            threads: 1,
            hash_megabytes,
            multipv: 1,
            strength: Strength::default(),
            idle: 0,
            notation: Notation::default(),
            control: Control::new(),
            shares_cores: false,
            thread: EngineThread::default(),
        }
    }

    /// Shares the cores of the machine with the other engines of this process
    /// that do so: no more of them compute at a time than there are cores.
    pub const fn share_cores(&mut self) {
        self.shares_cores = true;
    }

    /// Returns the game being played.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Changes the game and sets its start position. Nothing happens if the
    /// game is played already. If there has been a search, the new game's
    /// threads and table are made at once.
    ///
    /// # Errors
    /// Returns an error if the system refuses memory or threads; the old game
    /// stays.
    pub fn set_variant(&mut self, variant: Variant) -> Result<(), EngineError> {
        if variant != self.variant {
            let mut seat = take_seat(variant, self.threads, self.hash_megabytes);
            if self.seat.has_searcher() {
                seat.make_searcher()?;
            }
            self.seat = seat;
            self.variant = variant;
        }
        Ok(())
    }

    /// Sets the number of search threads. Waits for a running search.
    ///
    /// # Errors
    /// Returns an error if the system refuses the threads; the old ones stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        self.seat.set_threads(threads)?;
        self.threads = threads;
        Ok(())
    }

    /// Sets the size of the table in megabytes. Waits for a running search.
    ///
    /// # Errors
    /// Returns an error if the system refuses the memory; the old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        self.seat.resize_hash(megabytes)?;
        self.hash_megabytes = megabytes;
        Ok(())
    }

    /// Sets the number of lines that the next searches report.
    pub const fn set_multipv(&mut self, lines: usize) {
        self.multipv = lines;
    }

    /// Sets the playing strength of the next searches.
    pub const fn set_strength(&mut self, strength: Strength) {
        self.strength = strength;
    }

    /// Sets the share of the time that the next searches leave the processor to
    /// others, in percent.
    pub const fn set_idle(&mut self, percent: u8) {
        self.idle = percent;
    }

    /// Sets the notation in which turns are read and written from now on.
    pub const fn set_notation(&mut self, notation: Notation) {
        self.notation = notation;
    }

    /// Forgets what earlier searches learnt. Waits for a running search.
    pub fn clear(&mut self) {
        self.seat.clear();
    }

    /// Sets the position for the next task: a position text (SPN or FEN) or the
    /// start of the game, and the turns played from there.
    ///
    /// # Errors
    /// Returns an error if the text is no position of the game or a turn is not
    /// legal; the old position stays.
    pub fn set_position(
        &mut self,
        text: Option<&str>,
        turns: &[String],
    ) -> Result<(), EngineError> {
        self.seat.set_position(text, turns, self.notation)
    }

    /// Gives the move to the other side.
    ///
    /// # Errors
    /// Returns an error if the result is no valid position.
    pub fn flip(&mut self) -> Result<(), EngineError> {
        self.seat.flip()
    }

    /// Bans these turns from the next searches, besides those banned before,
    /// until another position is set.
    ///
    /// # Errors
    /// Returns an error if one of them is not legal; then none of these is
    /// banned.
    pub fn ban(&mut self, turns: &[String]) -> Result<(), EngineError> {
        self.seat.ban(turns, self.notation)
    }

    /// Returns what earlier searches found about a position, given as in
    /// [`Engine::set_position`]. Waits for a running search.
    ///
    /// # Errors
    /// Returns an error if the text is no position of the game or a turn is not
    /// legal.
    pub fn probe(
        &self,
        text: Option<&str>,
        turns: &[String],
    ) -> Result<Option<Known>, EngineError> {
        self.seat.probe(text, turns, self.notation)
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> Color {
        self.seat.side_to_move()
    }

    /// Returns the half-move clock: the number of turns since a capture, a drop
    /// or a step of a shatra (section 10).
    pub fn halfmoves(&self) -> u32 {
        self.seat.halfmoves()
    }

    /// Returns the turns that win by baring the enemy king; see
    /// [`Playable::baring_turns`](crate::game::Playable::baring_turns).
    pub fn baring_turns(&self) -> Vec<String> {
        self.seat.baring_turns()
    }

    /// Returns the curve of the chances of win, draw and loss by score for the
    /// current position.
    pub fn curve(&self) -> WdlCurve {
        WdlCurve::of(self.variant, self.seat.men())
    }

    /// Returns the static evaluation for the side to move.
    pub fn static_score(&self) -> Score {
        self.seat.static_score()
    }

    /// Starts a search of the current position. `root_turns` restricts it to
    /// these turns, if there are any.
    pub fn search(&mut self, limits: Limits, root_turns: &[String], listener: Listener) {
        let order = self.order(limits, root_turns, listener);
        match self.thread.queue() {
            Ok(queue) => queue.run(self.seat.search(order)),
            Err(error) => self.seat.refuse(order, &error.into()),
        }
    }

    /// Starts a perft: the counting of leaves at this depth.
    pub fn perft(&mut self, depth: u32, listener: Listener) {
        let order = self.order(Limits::default(), &[], listener);
        match self.thread.queue() {
            Ok(queue) => queue.run(self.seat.perft(depth, order)),
            Err(error) => order.fail(&error.into()),
        }
    }

    /// Starts the benchmark: a search to `depth` of fixed positions, either of
    /// the game or, for any rule set of Shatra, of all of Shatra. Its node
    /// count is the signature of the search.
    pub fn bench(&mut self, depth: usize, listener: Listener) {
        let order = self.order(Limits::depth(depth), &[], listener);
        match self.thread.queue() {
            Ok(queue) => {
                let variant = self.variant;
                queue.run(Box::new(move || bench::run(variant, &order)));
            }
            Err(error) => order.fail(&error.into()),
        }
    }

    /// Makes the running task answer soon.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Reports to the running search that the expected turn was played.
    pub fn ponder_hit(&self) {
        self.control.ponderhit();
    }

    /// Returns a picture of the position with its text, key and legal turns.
    pub fn board(&self) -> String {
        self.seat.board()
    }

    /// Returns a table of the static evaluation and its components, as text.
    pub fn evaluation(&self) -> String {
        self.seat.evaluation()
    }

    fn order(&mut self, limits: Limits, root_turns: &[String], listener: Listener) -> Order {
        self.control = if self.shares_cores {
            Control::sharing_cores()
        } else {
            Control::new()
        };
        Order {
            limits,
            root_turns: root_turns.to_vec(),
            multipv: self.multipv,
            handicap: self.strength.handicap(),
            idle: self.idle,
            notation: self.notation,
            started: Instant::now(),
            control: self.control.clone(),
            listener,
        }
    }
}

fn take_seat(variant: Variant, threads: usize, megabytes: usize) -> Box<dyn Seat> {
    for_game!(variant, P => Box::new(Table::<P>::new(threads, megabytes)))
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

/// Stops the search, as nobody waits for its answer any more; the threads end
/// once it has stopped.
impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("variant", &self.variant)
            .finish_non_exhaustive()
    }
}
