//! The engine as a host sees it: set a position, go, stop.
//!
//! The one place where a game is chosen at run time. Searches run on a thread
//! of the engine's own (and there on the search's pool), so no call here waits
//! for a search to come to its end, except those that say so.
//!
//! A new engine owns no thread and no table: they are made by the first task,
//! or by a setting that asks for others than the present ones. What the system
//! refuses is told there: a setting is refused, a search is answered by an
//! [`Event::Error`] and a legal turn.

mod bench;
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

pub use crate::rules::Variant;
pub use bench::{BENCH_DEPTH, bench_positions};
pub use error::EngineError;
pub use event::{Event, Known, Line, Listener, Notation};
pub use strength::{ELO_MAX, ELO_MIN, Strength};

use crate::base::{Color, Score};
use crate::eval::wdl::Curve;
use crate::rules::for_game;
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
    /// Percent of the time that a search sleeps.
    idle: u8,
    notation: Notation,
    /// The reins of the task started last.
    control: Control,
    /// Its searches compute in turn with those of other engines.
    shares_cores: bool,
    thread: EngineThread,
}

/// The size of the table before anybody asks for another, in megabytes.
pub const DEFAULT_HASH: usize = 16;

impl Engine {
    /// An engine at the start position of the default game, with one thread
    /// and a table of [`DEFAULT_HASH`] megabytes.
    pub fn new() -> Self {
        Self::with_hash(DEFAULT_HASH)
    }

    /// The same with a table of this size.
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
    /// that do: no more of them compute at a time than there are cores.
    pub const fn share_cores(&mut self) {
        self.shares_cores = true;
    }

    /// The game being played.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Changes the game, at its start position. Nothing happens if it is
    /// played already. If there has been a search, the new game's threads and
    /// table are made at once.
    ///
    /// # Errors
    /// If the system refuses memory or threads; the old game stays.
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
    /// If the system refuses the threads; the old ones stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        self.seat.set_threads(threads)?;
        self.threads = threads;
        Ok(())
    }

    /// Sets the size of the table. Waits for a running search.
    ///
    /// # Errors
    /// If the system refuses the memory; the old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        self.seat.resize_hash(megabytes)?;
        self.hash_megabytes = megabytes;
        Ok(())
    }

    /// Sets how many lines the next searches tell.
    pub const fn set_multipv(&mut self, lines: usize) {
        self.multipv = lines;
    }

    /// Sets how strong the next searches play.
    pub const fn set_strength(&mut self, strength: Strength) {
        self.strength = strength;
    }

    /// Sets how much of the time the next searches leave the processor to
    /// others, in percent.
    pub const fn set_idle(&mut self, percent: u8) {
        self.idle = percent;
    }

    /// Sets how turns are read and written from now on.
    pub const fn set_notation(&mut self, notation: Notation) {
        self.notation = notation;
    }

    /// Forgets what earlier searches learnt. Waits for a running search.
    pub fn clear(&mut self) {
        self.seat.clear();
    }

    /// Sets the position for the next task: a position text (SPN or FEN), or the start of the game,
    /// and the turns played from there.
    ///
    /// # Errors
    /// If the text is no position of the game or a turn is not legal; the old
    /// position stays.
    pub fn set_position(
        &mut self,
        text: Option<&str>,
        turns: &[String],
    ) -> Result<(), EngineError> {
        self.seat.set_position(text, turns, self.notation)
    }

    /// Gives the other side the move.
    ///
    /// # Errors
    /// If that gives no position.
    pub fn flip(&mut self) -> Result<(), EngineError> {
        self.seat.flip()
    }

    /// Forbids the next searches these turns, too, until another position is
    /// set.
    ///
    /// # Errors
    /// If one of them is not legal; then none of these is forbidden.
    pub fn ban(&mut self, turns: &[String]) -> Result<(), EngineError> {
        self.seat.ban(turns, self.notation)
    }

    /// What earlier searches found of a position, given as in
    /// [`Engine::set_position`]. Waits for a running search.
    ///
    /// # Errors
    /// If the text is no position of the game or a turn is not legal.
    pub fn probe(
        &self,
        text: Option<&str>,
        turns: &[String],
    ) -> Result<Option<Known>, EngineError> {
        self.seat.probe(text, turns, self.notation)
    }

    /// Whose turn it is.
    pub fn side_to_move(&self) -> Color {
        self.seat.side_to_move()
    }

    /// How many turns there were since a capture, a drop or a step of a
    /// shatra (section 10).
    pub fn halfmoves(&self) -> u32 {
        self.seat.halfmoves()
    }

    /// See [`Playable::baring_turns`](crate::rules::Playable::baring_turns).
    pub fn baring_turns(&self) -> Vec<String> {
        self.seat.baring_turns()
    }

    /// The chances in the current position, by the score that a search gives.
    pub fn curve(&self) -> Curve {
        Curve::of(self.variant, self.seat.men())
    }

    /// The static evaluation for the side to move.
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

    /// Starts the counting of leaves.
    pub fn perft(&mut self, depth: u32, listener: Listener) {
        let order = self.order(Limits::default(), &[], listener);
        match self.thread.queue() {
            Ok(queue) => queue.run(self.seat.perft(depth, order)),
            Err(error) => order.fail(&error.into()),
        }
    }

    /// Starts the benchmark: a search of fixed positions of the game, or of all
    /// of Shatra, to `depth`, whose node count is the signature of the search.
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

    /// Tells the running search that the expected turn was played.
    pub fn ponder_hit(&self) {
        self.control.ponderhit();
    }

    /// A picture of the position with its text, key and legal turns.
    pub fn board(&self) -> String {
        self.seat.board()
    }

    /// The static evaluation, and what it is made up of.
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

/// Whoever drops an engine has no use for its search any more; the threads end
/// when that has stopped.
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
