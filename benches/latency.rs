//! Measures the latencies that a host sees, and prints them as histograms: the handshake, the
//! answer to `stop`, the overshoot of a `movetime`, `readyok` during a search, and `quit`.
//!
//! The times include the delays of the pipes, with host and engine on the same cores. With as many
//! search threads as cores, they also include the time until the operating system schedules the
//! engine's other threads. With `LATENCY_DIVISOR=10`, only a tenth of the samples are taken.

#![allow(clippy::panic)] // a benchmark may panic

#[path = "../tests/common/host/mod.rs"]
mod host;

use std::time::{Duration, Instant};

use host::{
    ConversationFault, EngineProcess, RESPONSE_TIMEOUT,
    uci::{start_engine, wait_until_ready},
};

const THREADS: usize = 2;
const MOVETIME: Duration = Duration::from_millis(50);
/// One minute in microseconds. Longer times count as one minute.
const MAX_MICROS: u64 = 60_000_000;
/// The width of a bar for all samples, in columns.
const BAR_WIDTH: usize = 40;

fn main() {
    // Cargo passes criterion's options to all benchmarks. Only the filters matter here.
    let filters: Vec<String> = std::env::args()
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
        if filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str())) {
            match measurement() {
                Ok(latencies) => latencies.print(),
                Err(fault) => println!("{name}: {fault}"),
            }
        }
    }
}

type Measurement = fn() -> Result<LatencySamples, ConversationFault>;

/// The samples of one kind of latency.
struct LatencySamples {
    title: &'static str,
    /// The times in microseconds.
    times: Vec<u64>,
}

impl LatencySamples {
    fn new(title: &'static str) -> Self {
        let times = Vec::new();
        Self { title, times }
    }

    fn add(&mut self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.times.push(micros.min(MAX_MICROS));
    }

    fn count_up_to(&self, limit: u64) -> usize {
        self.times.iter().filter(|time| **time <= limit).count()
    }

    /// Returns the time in milliseconds that this share of the samples does not exceed.
    fn quantile(&self, share: f64) -> f64 {
        let rank = (share * self.times.len() as f64).ceil() as usize;
        let time = self.times.get(rank.saturating_sub(1));
        time.map_or(0.0, |micros| *micros as f64 / 1000.0)
    }

    fn print(mut self) {
        self.times.sort_unstable();
        println!("{}, {} times, in ms:", self.title, self.times.len());
        let quantile = |share| self.quantile(share);
        println!(
            "  50 % {:.3}  90 % {:.3}  99 % {:.3}  99.9 % {:.3}  max {:.3}",
            quantile(0.5),
            quantile(0.9),
            quantile(0.99),
            quantile(0.999),
            quantile(1.0)
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
            let bar = "#".repeat((share * BAR_WIDTH as f64).ceil() as usize);
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

/// Returns the number of samples to take: `usual`, divided by `LATENCY_DIVISOR`.
fn sample_count(usual: usize) -> usize {
    let divisor = std::env::var("LATENCY_DIVISOR").ok();
    let divisor = divisor.and_then(|text| text.parse().ok()).unwrap_or(1);
    (usual / divisor).max(1)
}

/// Starts an engine with [`THREADS`] search threads, and waits until it is ready.
fn start_threaded_engine() -> Result<EngineProcess, ConversationFault> {
    let mut process = start_engine("shatra")?;
    process.send(&format!("setoption name Threads value {THREADS}"))?;
    wait_until_ready(&mut process)?;
    Ok(process)
}

fn start_to_uciok() -> Result<LatencySamples, ConversationFault> {
    let mut latencies = LatencySamples::new("From the start of the process to uciok");
    for _ in 0..sample_count(300) {
        let mut process = EngineProcess::start(&[]);
        process.send("uci")?;
        let reply = process.skip_to("uciok", RESPONSE_TIMEOUT)?;
        latencies.add(reply.arrived_at - process.started_at);
        process.quit()?;
    }
    Ok(latencies)
}

fn stop_to_bestmove() -> Result<LatencySamples, ConversationFault> {
    let mut latencies = LatencySamples::new("From stop to bestmove, two threads");
    let mut process = start_threaded_engine()?;
    for number in 0..sample_count(10_000) {
        process.send("go infinite")?;
        // The delay is between 0 and 4 milliseconds, in an irregular sequence.
        std::thread::sleep(Duration::from_micros(number as u64 * 7919 % 4000));
        let sent_at = process.send("stop")?;
        let reply = process.skip_to("bestmove ", RESPONSE_TIMEOUT)?;
        latencies.add(reply.arrived_at - sent_at);
    }
    process.quit()?;
    Ok(latencies)
}

fn movetime_overshoot() -> Result<LatencySamples, ConversationFault> {
    let mut latencies = LatencySamples::new("Overshoot of go movetime 50, two threads");
    let mut process = start_threaded_engine()?;
    for _ in 0..sample_count(1000) {
        let sent_at = process.send(&format!("go movetime {}", MOVETIME.as_millis()))?;
        let reply = process.skip_to("bestmove ", RESPONSE_TIMEOUT)?;
        latencies.add((reply.arrived_at - sent_at).saturating_sub(MOVETIME));
    }
    process.quit()?;
    Ok(latencies)
}

fn isready_while_searching() -> Result<LatencySamples, ConversationFault> {
    let mut latencies = LatencySamples::new("From isready to readyok during a search, two threads");
    let mut process = start_threaded_engine()?;
    process.send("go infinite")?;
    for number in 0..sample_count(10_000) {
        std::thread::sleep(Duration::from_micros(200 + number as u64 * 7919 % 2000));
        let sent_at = process.send("isready")?;
        let reply = process.skip_to("readyok", RESPONSE_TIMEOUT)?;
        latencies.add(reply.arrived_at - sent_at);
    }
    process.send("stop")?;
    process.skip_to("bestmove ", RESPONSE_TIMEOUT)?;
    process.quit()?;
    Ok(latencies)
}

fn quit_while_searching() -> Result<LatencySamples, ConversationFault> {
    let mut latencies = LatencySamples::new("From quit to the end of the process, during a search");
    for _ in 0..sample_count(300) {
        let mut process = start_threaded_engine()?;
        process.send("go infinite")?;
        std::thread::sleep(Duration::from_millis(5));
        let sent_at = Instant::now();
        process.quit()?;
        latencies.add(sent_at.elapsed());
    }
    Ok(latencies)
}
