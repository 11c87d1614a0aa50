//! Load tests: many simultaneous sessions, one of which always abuses the server.

#![cfg(target_os = "linux")]

use std::{
    thread::{JoinHandle, sleep, spawn},
    time::{Duration, Instant},
};

use crate::net::{HostConnection, Server, TOKEN, TRANSPORTS, Transport};

/// The duration of each abuse.
const ABUSE_TIME: Duration = Duration::from_secs(2);
/// The memory that the server may use besides that of its sessions, in bytes.
const MAX_SERVER_MEMORY: usize = 30 << 20;
/// The memory that a session may use besides its transposition table, in bytes.
const MAX_SESSION_MEMORY: usize = 1 << 20;
/// The size of a session's transposition table in bytes, small enough for all of it to be used.
const HASH_SIZE: usize = 1 << 20;

/// The results of a well-behaved host's search.
struct SearchMeasurement {
    /// The nodes and the time in the last `info` line.
    nodes: u64,
    milliseconds: u64,
    faults: Vec<String>,
}

impl SearchMeasurement {
    /// Returns the nodes per second up to the last `info` line, which arrives at a different time
    /// in each session.
    fn nodes_per_second(&self) -> u64 {
        self.nodes * 1000 / self.milliseconds.max(1)
    }
}

/// Reads the output of a search up to its answer, and ends the conversation.
fn read_search(mut host: HostConnection) -> SearchMeasurement {
    let mut report = SearchMeasurement {
        nodes: 0,
        milliseconds: 0,
        faults: Vec::new(),
    };
    loop {
        let Some(line) = host.next_line() else {
            report.faults.push("the connection was closed".to_owned());
            return report;
        };
        let words: Vec<&str> = line.split(' ').collect();
        let number = |key: &str| {
            let index = words.iter().position(|word| *word == key)?;
            words.get(index + 1)?.parse::<u64>().ok()
        };
        if line.contains("error") {
            report.faults.push(line);
        } else if let (Some(nodes), Some(time)) = (number("nodes"), number("time")) {
            (report.nodes, report.milliseconds) = (nodes, time);
        } else if line.starts_with("bestmove ") {
            host.send("quit");
            host.read_rest();
            return report;
        }
    }
}

/// Abuses the server for [`ABUSE_TIME`] with one of four methods.
fn abuse(server: &Server, transport: Transport, method: usize) {
    let from = Instant::now();
    let mut host = server.connect(transport);
    match method {
        // The host floods the server with commands.
        0 => while from.elapsed() < ABUSE_TIME && host.try_send(&"isready\nd\n".repeat(500)) {},
        // The host sends 10 MB without a line end.
        1 => {
            host.try_send(&"x".repeat(10 << 20));
        }
        // The host never reads.
        2 => {
            host.send("setoption name MultiPV value 200\ngo infinite");
            while from.elapsed() < ABUSE_TIME && host.try_send("d\nd\nd\nd") {
                sleep(Duration::from_millis(20));
            }
        }
        // The host resets the connection during a search.
        _ => {
            host.send("go infinite");
            sleep(Duration::from_millis(200));
            socket2::SockRef::from(host.stream())
                .set_linger(Some(Duration::ZERO))
                .unwrap();
        }
    }
    drop(host);
    sleep(ABUSE_TIME.saturating_sub(from.elapsed()));
}

/// Returns the duration of the long load test, which the environment variable `DURATION` sets.
fn long_duration() -> Duration {
    let text = std::env::var("DURATION").ok();
    Duration::from_secs(text.map_or(600, |text| {
        text.parse().expect("DURATION must be a number of seconds")
    }))
}

/// Connects a UCI host with a small transposition table and starts a search.
fn start_search(server: &Server, transport: Transport) -> HostConnection {
    let mut host = server.connect_uci(transport);
    host.ask("setoption name Hash value 1");
    host.send("go infinite");
    host
}

#[test]
fn eight_sessions_are_served_despite_abuse() {
    // Each abuse is committed once over each transport. This is too short to measure fairness.
    check_load(8, 8 * ABUSE_TIME, 8);
}

#[test]
#[ignore = "slow: takes as many seconds as DURATION says, 600 by default"]
fn sixty_four_sessions_are_served_fairly_despite_abuse() {
    check_load(64, long_duration(), 2);
}

/// Searches in all sessions except one, which abusive hosts use one after another. Asserts that the
/// slowest search reaches at least the median speed divided by `max_slowdown`, and that the
/// server's memory use stays below its limit.
fn check_load(sessions: usize, time: Duration, max_slowdown: u64) {
    let server = Server::start(&["--max-sessions", &sessions.to_string()]);
    let threads = server.thread_count();
    let memory_at_start = server.memory_use();
    let mut streams = Vec::new();
    let readers: Vec<JoinHandle<SearchMeasurement>> = (1..sessions)
        .map(|i| {
            let host = start_search(&server, TRANSPORTS[i % 2]);
            streams.push(host.stream().try_clone().unwrap());
            host.stream()
                .set_read_timeout(Some(time + crate::net::RESPONSE_TIMEOUT))
                .unwrap();
            spawn(move || read_search(host))
        })
        .collect();
    let from = Instant::now();
    let mut max_memory = 0;
    let mut abuses = 0;
    while from.elapsed() < time {
        abuse(&server, TRANSPORTS[abuses % 2], abuses / 2 % 4);
        max_memory = max_memory.max(server.memory_use());
        abuses += 1;
    }
    for (i, stream) in streams.iter_mut().enumerate() {
        send_stop(TRANSPORTS[(i + 1) % 2], stream);
    }
    let reports: Vec<SearchMeasurement> = readers
        .into_iter()
        .map(|reader| reader.join().unwrap())
        .collect();
    let faults: Vec<&String> = reports.iter().flat_map(|report| &report.faults).collect();
    let mut speeds: Vec<u64> = reports
        .iter()
        .map(SearchMeasurement::nodes_per_second)
        .collect();
    speeds.sort_unstable();
    let (slowest, median) = (speeds[0], speeds[speeds.len() / 2]);
    let max_allowed = sessions * (HASH_SIZE + MAX_SESSION_MEMORY) + MAX_SERVER_MEMORY;
    println!("abuses: {abuses}");
    println!(
        "nodes per second: min {slowest}, median {median}, max {}",
        speeds[speeds.len() - 1]
    );
    println!(
        "memory: {} MB at start, {} MB at most, {} MB allowed",
        memory_at_start >> 20,
        max_memory >> 20,
        max_allowed >> 20
    );
    assert!(faults.is_empty(), "{faults:?}");
    assert!(slowest >= median / max_slowdown);
    assert!(max_memory < max_allowed);
    server.wait_for_thread_count(threads);
}

/// Sends `stop` on a stream whose output another thread reads.
fn send_stop(transport: Transport, stream: &mut std::net::TcpStream) {
    use std::io::Write;
    let bytes: &[u8] = match transport {
        Transport::Tcp => b"stop\n",
        // A text frame of four bytes with a mask of zeros.
        Transport::WebSocket => b"\x81\x84\0\0\0\0stop",
    };
    stream.write_all(bytes).unwrap();
}

/// Hosts with and without the token send messages that consist of line ends. With `--nocapture`,
/// the test prints what they cost.
#[test]
fn messages_of_empty_lines_use_little_memory_and_time() {
    for has_token in [false, true] {
        let server = Server::start_with_token(&[], Some(TOKEN));
        let mut probe = server.connect(Transport::Tcp);
        probe.send(&format!("auth {TOKEN}\nuci"));
        probe.skip_to("uciok");
        let mut frame = vec![0x81, 0xff];
        frame.extend((2_u64 << 20).to_be_bytes());
        frame.extend([0; 4]);
        frame.extend(b"\n".repeat(2 << 20));
        let attackers: Vec<JoinHandle<HostConnection>> = (0..60)
            .map(|_| {
                let mut host = server.connect(Transport::WebSocket);
                let frame = frame.clone();
                spawn(move || {
                    use std::io::Write;
                    if has_token {
                        host.send(&format!("auth {TOKEN}"));
                    }
                    // The server may close the connection in the middle of the message.
                    let _ = host.stream().write_all(&frame);
                    host
                })
            })
            .collect();
        let mut longest = Duration::ZERO;
        let from = Instant::now();
        while from.elapsed() < Duration::from_secs(5) {
            let sent_at = Instant::now();
            probe.ask("");
            longest = longest.max(sent_at.elapsed());
            sleep(Duration::from_millis(10));
        }
        let peak = server.peak_memory_use();
        println!(
            "60 messages of 2 MB, {}: {} MB at most, readyok after {longest:?} at most",
            if has_token {
                "with the token"
            } else {
                "without the token"
            },
            peak >> 20,
        );
        assert!(peak < 200 << 20, "{} MB", peak >> 20);
        // The limit is many times the usual value, because other tests use the processor, too.
        assert!(longest < Duration::from_secs(1), "{longest:?}");
        drop(attackers);
    }
}

/// As many sessions as the server accepts, 64, search on one core. Each must answer `stop` at once.
#[test]
fn stop_is_answered_at_once_among_64_searches() {
    let server = Server::start_on_one_core();
    let mut hosts: Vec<HostConnection> = (0..64)
        .map(|i| start_search(&server, TRANSPORTS[i % 2]))
        .collect();
    sleep(Duration::from_secs(1));
    let waits: Vec<Duration> = hosts
        .iter_mut()
        .map(|host| {
            let from = Instant::now();
            host.send("stop");
            host.skip_to("bestmove");
            let wait = from.elapsed();
            host.send("go infinite");
            wait
        })
        .collect();
    let mean = waits.iter().sum::<Duration>() / 64;
    println!(
        "stop to bestmove: {mean:?} on average, {:?} at most",
        waits.iter().max()
    );
    assert!(mean < Duration::from_millis(100), "{mean:?}");
}
