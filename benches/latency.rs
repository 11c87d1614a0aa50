//! The latencies that a host sees, as histograms: the handshake, the answer to `stop`,
//! the overshoot of a `movetime`, `readyok` during a search, and `quit`.
//!
//! The times include the pipes, with host and engine on the same cores. With as many
//! search threads as cores, they also include the delay until the system schedules the
//! engine's other threads. With `LATENCY_SCALE=10`, only a tenth of the samples is taken.

#![allow(clippy::panic)] // a measurement that fails ends the program

#[path = "../tests/common/host/mod.rs"]
mod host;

use std::time::{Duration, Instant};

use host::{
    ConversationFault, EngineProcess, RESPONSE_TIMEOUT,
    uci::{start_engine, wait_until_ready},
};

const THREADS: usize = 2;
const MOVETIME: Duration = Duration::from_millis(50);
/// The longest time recorded, one minute in microseconds; longer times count as one
/// minute.
const MAX_TIME: u64 = 60_000_000;
/// The width of the longest bar, in columns.
const BAR: usize = 40;

fn main() {
    // Cargo passes criterion's arguments to all benches. Only the names matter here.
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let measurements: [(&str, Measurement); 5] = [
        ("start", start_to_uciok),
        ("stop", stop_to_bestmove),
        ("movetime", movetime_overshoot),
        ("isready", isready_while_searching),
        ("quit", quit_while_searching),
    ];
    for (name, measurement) in measurements {
        if wanted.is_empty() || wanted.iter().any(|want| name.contains(want.as_str())) {
            match measurement() {
                Ok(latency) => latency.print(),
                Err(fault) => println!("{name}: {fault}"),
            }
        }
    }
}

type Measurement = fn() -> Result<Latency, ConversationFault>;

/// The latencies of one kind, in microseconds.
struct Latency {
    title: &'static str,
    times: Vec<u64>,
}

impl Latency {
    fn new(title: &'static str) -> Self {
        let times = Vec::new();
        Self { title, times }
    }

    fn add(&mut self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.times.push(micros.min(MAX_TIME));
    }

    fn count_up_to(&self, limit: u64) -> usize {
        self.times.iter().filter(|time| **time <= limit).count()
    }

    /// Returns the time that this share of the samples does not exceed, in milliseconds.
    fn quantile(&self, share: f64) -> f64 {
        let rank = (share * self.times.len() as f64).ceil() as usize;
        let time = self.times.get(rank.saturating_sub(1));
        time.map_or(0.0, |micros| *micros as f64 / 1000.0)
    }

    fn print(mut self) {
        self.times.sort_unstable();
        println!("{}, {} times, in ms:", self.title, self.times.len());
        let at = |share| self.quantile(share);
        println!(
            "  50 % {:.3}  90 % {:.3}  99 % {:.3}  99.9 % {:.3}  max {:.3}",
            at(0.5),
            at(0.9),
            at(0.99),
            at(0.999),
            at(1.0)
        );
        let mut below = 0;
        for limit in [
            100,
            200,
            500,
            1000,
            2000,
            5000,
            10_000,
            20_000,
            50_000,
            u64::MAX,
        ] {
            let up_to = self.count_up_to(limit);
            let share = (up_to - below) as f64 / self.times.len().max(1) as f64;
            let bar = "#".repeat((share * BAR as f64).ceil() as usize);
            let name = if limit == u64::MAX {
                "more".to_string()
            } else {
                format!("to {}", limit as f64 / 1000.0)
            };
            if up_to > below {
                println!("  {name:>8} {:6.2} % {bar}", 100.0 * share);
            }
            below = up_to;
        }
        println!();
    }
}

/// Returns the number of samples to take: `usual`, divided by `LATENCY_SCALE`.
fn samples(usual: usize) -> usize {
    let scale = std::env::var("LATENCY_SCALE").ok();
    let scale = scale.and_then(|text| text.parse().ok()).unwrap_or(1);
    (usual / scale).max(1)
}

/// Starts an engine with all its threads, and waits until it is idle.
fn engine() -> Result<EngineProcess, ConversationFault> {
    let mut process = start_engine("shatra")?;
    process.send(&format!("setoption name Threads value {THREADS}"))?;
    wait_until_ready(&mut process)?;
    Ok(process)
}

fn start_to_uciok() -> Result<Latency, ConversationFault> {
    let mut latency = Latency::new("From the start of the process to uciok");
    for _ in 0..samples(300) {
        let mut process = EngineProcess::start(&[]);
        process.send("uci")?;
        let reply = process.skip_to("uciok", RESPONSE_TIMEOUT)?;
        latency.add(reply.arrived_at - process.started_at);
        process.quit()?;
    }
    Ok(latency)
}

fn stop_to_bestmove() -> Result<Latency, ConversationFault> {
    let mut latency = Latency::new("From stop to bestmove, two threads");
    let mut process = engine()?;
    for number in 0..samples(10_000) {
        process.send("go infinite")?;
        // The delay is between 0 and 4 milliseconds, in an irregular sequence.
        std::thread::sleep(Duration::from_micros(number as u64 * 7919 % 4000));
        let sent = process.send("stop")?;
        let reply = process.skip_to("bestmove ", RESPONSE_TIMEOUT)?;
        latency.add(reply.arrived_at - sent);
    }
    process.quit()?;
    Ok(latency)
}

fn movetime_overshoot() -> Result<Latency, ConversationFault> {
    let mut latency = Latency::new("Overshoot of go movetime 50, two threads");
    let mut process = engine()?;
    for _ in 0..samples(1000) {
        let sent = process.send(&format!("go movetime {}", MOVETIME.as_millis()))?;
        let reply = process.skip_to("bestmove ", RESPONSE_TIMEOUT)?;
        latency.add((reply.arrived_at - sent).saturating_sub(MOVETIME));
    }
    process.quit()?;
    Ok(latency)
}

fn isready_while_searching() -> Result<Latency, ConversationFault> {
    let mut latency = Latency::new("From isready to readyok during a search, two threads");
    let mut process = engine()?;
    process.send("go infinite")?;
    for number in 0..samples(10_000) {
        std::thread::sleep(Duration::from_micros(200 + number as u64 * 7919 % 2000));
        let sent = process.send("isready")?;
        let reply = process.skip_to("readyok", RESPONSE_TIMEOUT)?;
        latency.add(reply.arrived_at - sent);
    }
    process.send("stop")?;
    process.skip_to("bestmove ", RESPONSE_TIMEOUT)?;
    process.quit()?;
    Ok(latency)
}

fn quit_while_searching() -> Result<Latency, ConversationFault> {
    let mut latency = Latency::new("From quit to the end of the process, during a search");
    for _ in 0..samples(300) {
        let mut process = engine()?;
        process.send("go infinite")?;
        std::thread::sleep(Duration::from_millis(5));
        let sent = Instant::now();
        process.quit()?;
        latency.add(sent.elapsed());
    }
    Ok(latency)
}
