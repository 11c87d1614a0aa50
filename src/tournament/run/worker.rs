//! A thread that plays games, one after the other.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

use super::{Event, Settings};
use crate::tournament::player::LogFile;
use crate::tournament::{GameReport, GameTask, Seat, Spec, TurnReport, play};

/// A game to play, and the engines by their places in the [`Spec`].
struct Order {
    task: GameTask,
    white: usize,
    black: usize,
}

/// The handle of the thread, held by the run.
pub(super) struct Worker {
    number: usize,
    orders: Sender<Order>,
    is_idle: bool,
    thread: JoinHandle<()>,
}

impl Worker {
    /// Starts the thread. No engine is started before the first game.
    pub fn start(
        number: usize,
        spec: &Spec,
        settings: &Settings,
        stop: Arc<AtomicBool>,
        events: Sender<Event>,
    ) -> io::Result<Self> {
        let (orders, heard) = channel();
        let bench = Bench {
            number,
            spec: spec.clone(),
            settings: settings.clone(),
            seats: Vec::new(),
            stop,
            events,
        };
        let thread = Builder::new()
            .name(format!("batyr-match-{}", number + 1))
            .spawn(move || bench.work(&heard))?;
        Ok(Self {
            number,
            orders,
            is_idle: true,
            thread,
        })
    }

    pub const fn number(&self) -> usize {
        self.number
    }

    pub const fn is_idle(&self) -> bool {
        self.is_idle
    }

    pub const fn set_idle(&mut self) {
        self.is_idle = true;
    }

    /// Gives the thread a game. Its report comes as an event.
    pub fn play(&mut self, task: GameTask, white: usize, black: usize) {
        let order = Order { task, white, black };
        // The thread receives as long as this sender exists.
        self.is_idle = self.orders.send(order).is_err();
    }

    /// Waits until the thread has ended its engines and itself.
    pub fn join(self) {
        drop(self.orders);
        if self.thread.join().is_err() {
            log::error!("a thread that plays games has panicked");
        }
    }
}

/// The state of the thread.
struct Bench {
    number: usize,
    spec: Spec,
    settings: Settings,
    /// The engines of the last game, with their numbers in the `Spec`.
    seats: Vec<(usize, Seat)>,
    stop: Arc<AtomicBool>,
    events: Sender<Event>,
}

impl Bench {
    /// Plays the games that it receives until the sender is gone.
    fn work(mut self, orders: &Receiver<Order>) {
        for order in orders {
            let report = self.play(&order);
            // After a stop, the receiver may be gone.
            let _ = self
                .events
                .send(Event::Finished(self.number, Box::new(report)));
        }
    }

    fn play(&mut self, order: &Order) -> GameReport {
        let wanted = [order.white, order.black];
        // Engines that do not play this game are ended, which frees their
        // memory.
        self.seats.retain(|(engine, _)| wanted.contains(engine));
        let [mut white, mut black] = wanted.map(|engine| self.take(engine));
        let mut plies = order.task.opening.turns.len();
        let mut tell = |turn: &TurnReport| {
            plies += 1;
            let event = Event::Turn(self.number, plies, turn.clone());
            let _ = self.events.send(event);
        };
        let (task, terms) = (&order.task, &self.spec.terms);
        let report = play(task, &mut white, &mut black, terms, &self.stop, &mut tell);
        self.seats = vec![(order.white, white), (order.black, black)];
        report
    }

    /// Returns the seat of an engine, which keeps the engine between games:
    /// that of the last game, or a new one.
    fn take(&mut self, engine: usize) -> Seat {
        let place = self.seats.iter().position(|(seated, _)| *seated == engine);
        if let Some(place) = place {
            return self.seats.swap_remove(place).1;
        }
        let spec = self.spec.engines[engine].clone();
        let mut launcher = self.settings.launcher.clone();
        let cpus = self.settings.cpus.as_ref();
        if let Some(cpus) = cpus.and_then(|shares| shares.get(self.number)) {
            launcher = launcher.on_cpus(cpus);
        }
        let log = self.settings.logs.as_ref().map(|folder| {
            let name = file_name(&spec.name);
            LogFile {
                path: folder.join(format!("{name}-{}.log", self.number + 1)),
                limit: self.settings.logs_limit,
            }
        });
        let seat = Seat::new(spec, launcher, self.settings.patience);
        match log {
            Some(log) => seat.with_log(log),
            None => seat,
        }
    }
}

/// Returns the name with every character that is unsuitable for a file name
/// replaced.
fn file_name(name: &str) -> String {
    let is_good = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    name.chars()
        .map(|c| if is_good(c) { c } else { '_' })
        .collect()
}
