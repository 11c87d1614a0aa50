//! The server's sessions: their limits, and how they end.

#![cfg(target_os = "linux")]

use std::{
    thread::sleep,
    time::{Duration, Instant},
};

use crate::net::{HostConnection, Server, TRANSPORTS, Transport, assert_refused};
use tungstenite::Error;

/// The SPN of a position with few men.
const SPN: &str = "9/1/K6/5s1/4S1R/7/7/k6/1/9 b";

#[test]
fn uci_and_ushi_are_served_over_each_transport() {
    let server = Server::start(&[]);
    let threads = server.thread_count();
    for transport in TRANSPORTS {
        let mut uci = server.connect(transport);
        assert!(uci.next_line().unwrap().starts_with("Batyr "));
        uci.send("uci");
        assert!(uci.read_until("uciok").len() > 5);
        uci.send("position startpos moves d1-d6\ngo depth 4");
        uci.skip_to("bestmove ");
        uci.send("quit");
        let rest = uci.read_rest();
        assert!(
            rest.iter()
                .all(|line| line == "close 1000: the conversation ended"),
            "{rest:?}"
        );

        let mut ushi = server.connect(transport);
        ushi.send("ushi");
        ushi.skip_to("ushiok");
        ushi.send("setoption name Shatra version value 2");
        ushi.skip_to("version supported");
        ushi.send(&format!("ushinewgame\nposition spn {SPN}\ngo movetime 50"));
        let best = ushi.skip_to("bestmove ");
        assert!(
            best["bestmove ".len()..].starts_with(|c: char| c.is_ascii_digit()),
            "{best}"
        );
    }
    server.wait_for_thread_count(threads);
}

#[test]
fn sessions_keep_their_own_positions_and_options() {
    let server = Server::start(&[]);
    let mut hosts: Vec<HostConnection> = (0..6)
        .map(|i| server.connect_uci(TRANSPORTS[i % 2]))
        .collect();
    let variants = ["shatra", "shatra-original", "shatra-kurin"];
    for (i, host) in hosts.iter_mut().enumerate() {
        host.send(&format!(
            "setoption name UCI_Variant value {}",
            variants[i % 3]
        ));
        host.send(&format!(
            "setoption name MultiPV value {}\ngo infinite",
            i + 1
        ));
    }
    for (i, host) in hosts.iter_mut().enumerate() {
        host.skip_to("info depth 2 seldepth ");
        host.send("stop");
        host.skip_to("bestmove ");
        let shown = host.ask("d").join("\n");
        assert!(
            shown.contains(&format!("Variant: {}", variants[i % 3])),
            "{shown}"
        );
        host.send("go depth 1");
        let lines = host.read_until("bestmove ");
        let own = format!(" multipv {} ", i + 1);
        assert!(lines.iter().any(|line| line.contains(&own)), "{lines:?}");
        let further = format!(" multipv {} ", i + 2);
        assert!(
            !lines.iter().any(|line| line.contains(&further)),
            "{lines:?}"
        );
    }
}

/// The end of the input does not close the connection, so `printf … | nc` works.
#[test]
fn pending_requests_are_answered_after_the_end_of_input() {
    let server = Server::start(&[]);
    let mut host = server.connect(Transport::Tcp);
    host.send("uci\ngo depth 4");
    host.half_close();
    let rest = host.read_rest();
    assert!(rest.last().unwrap().starts_with("bestmove "), "{rest:?}");
}

#[test]
fn options_are_limited_and_neither_files_nor_bench_are_offered() {
    let server = Server::start(&["--max-hash", "8", "--max-threads", "2"]);
    let mut host = server.connect(Transport::Tcp);
    host.send("uci");
    let options = host.read_until("uciok").join("\n");
    assert!(
        options.contains("option name Hash type spin default 8 min 1 max 8"),
        "{options}"
    );
    assert!(
        options.contains("option name Threads type spin default 1 min 1 max 2"),
        "{options}"
    );
    assert!(!options.contains("Debug Log File"), "{options}");
    assert!(!options.contains("EvalFile"), "{options}");
    for (command, error) in [
        (
            "setoption name Hash value 9",
            "bad value '9' for Hash, expected a whole number from 1 to 8",
        ),
        (
            "setoption name Threads value 3",
            "bad value '3' for Threads, expected a whole number from 1 to 2",
        ),
        (
            "setoption name Debug Log File value /tmp/x",
            "unknown option 'Debug Log File'",
        ),
        (
            "setoption name EvalFile value /tmp/x",
            "unknown option 'EvalFile'",
        ),
        ("bench", "bench is not offered over the network"),
    ] {
        let output = host.ask(command).join("\n");
        assert!(
            output.starts_with("info string error: ") && output.contains(error),
            "{output}"
        );
    }
    assert!(host.ask("setoption name Threads value 2").is_empty());
}

/// Connects a UCI host as soon as a session is free, which may be shortly after the previous one's
/// thread has ended.
#[track_caller]
fn connect_when_free(server: &Server, transport: Transport) -> HostConnection {
    let from = Instant::now();
    while from.elapsed() < crate::net::RESPONSE_TIMEOUT {
        let mut host = server.connect(transport);
        if host.try_send("uci")
            && std::iter::from_fn(|| host.next_line()).any(|line| line == "uciok")
        {
            return host;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("no session became available");
}

#[test]
fn the_number_of_sessions_is_limited() {
    let server = Server::start(&["--max-sessions", "2"]);
    let threads = server.thread_count();
    for transport in TRANSPORTS {
        let (first, second) = (
            connect_when_free(&server, transport),
            connect_when_free(&server, transport),
        );
        for transport in TRANSPORTS {
            let mut third = server.connect(transport);
            assert_refused(
                &mut third,
                transport,
                1013,
                "limit max-sessions (2) reached",
            );
        }
        drop(first);
        drop((second, connect_when_free(&server, transport)));
        server.wait_for_thread_count(threads);
    }
}

#[test]
fn idle_sessions_and_long_searches_are_terminated() {
    let server = Server::start(&["--idle-timeout", "1", "--max-search", "2"]);
    for transport in TRANSPORTS {
        let mut idle = server.connect_uci(transport);
        let mut busy = server.connect_uci(transport);
        busy.send("go infinite");
        assert_refused(
            &mut idle,
            transport,
            1008,
            "limit idle-timeout (1 s) reached",
        );
        // The busy session lasts longer than the idle one, because a search counts as activity.
        let mut rest = busy.read_rest();
        if transport == Transport::WebSocket {
            assert_eq!(
                rest.pop().unwrap(),
                "close 1008: limit max-search (2 s) reached"
            );
        }
        assert!(rest.pop().unwrap().starts_with("bestmove "));
        let refusal = "info string error: refused: limit max-search (2 s) reached";
        assert!(rest.contains(&refusal.to_owned()), "{rest:?}");
    }
}

#[test]
fn a_long_line_is_refused_and_the_next_is_read() {
    let server = Server::start(&["--max-line", "1000"]);
    for transport in TRANSPORTS {
        let mut host = server.connect_uci(transport);
        let output = host.ask(&"x".repeat(1_500));
        assert_eq!(
            output,
            ["info string error: line refused: longer than 1000 bytes"]
        );
        let output = host.ask(&"x".repeat(999));
        assert!(output[0].contains("xxx"), "{output:?}");
    }
    let mut host = server.connect_uci(Transport::Tcp);
    assert_eq!(host.ask(&"x".repeat(3_000_000)).len(), 1);
    let mut host = server.connect_uci(Transport::WebSocket);
    host.try_send(&"x".repeat(3_000));
    assert_refused(
        &mut host,
        Transport::WebSocket,
        1009,
        "limit max-line (1000 bytes) exceeded",
    );
}

#[test]
fn lines_queued_behind_a_search_are_limited() {
    let server = Server::start(&["--max-queue", "10000"]);
    for transport in TRANSPORTS {
        let mut host = server.connect_uci(transport);
        for _ in 0..50 {
            host.send("go infinite\nposition startpos\nstop");
            host.skip_to("bestmove ");
        }
        host.send("go infinite");
        host.try_send(&"ucinewgame\n".repeat(100));
        assert_refused(
            &mut host,
            transport,
            1008,
            "limit max-queue (10000 bytes) reached",
        );
    }
}

/// Every queued line counts towards the limit, whatever it waits for.
#[test]
fn every_queued_line_is_counted() {
    let server = Server::start(&["--max-queue", "10000", "--max-search", "3"]);
    let reason = "limit max-queue (10000 bytes) reached";
    for transport in TRANSPORTS {
        let mut host = server.connect_uci(transport);
        host.send("go infinite");
        host.try_send(&"x go infinite\nucinewgame\n".repeat(100));
        assert_refused(&mut host, transport, 1008, reason);

        let mut batch = server.connect(transport);
        batch.send("ucci\nsetoption batch true\ngo time 600000");
        batch.try_send(&"x\n".repeat(100));
        let lines = batch.read_rest();
        let is_refused = lines.iter().any(|line| line.contains(reason));
        assert!(is_refused, "{lines:?}");

        // This search ends at once, but is not answered before `stop`.
        let mut waiting = server.connect_uci(transport);
        waiting.send("go infinite depth 1");
        sleep(Duration::from_millis(200));
        waiting.try_send(&"ucinewgame\n".repeat(100));
        assert_refused(&mut waiting, transport, 1008, reason);
    }
    let mut waiting = server.connect_uci(Transport::Tcp);
    waiting.send("go infinite depth 1");
    assert_refused(
        &mut waiting,
        Transport::Tcp,
        1008,
        "limit max-search (3 s) reached",
    );
}

#[test]
fn a_host_that_never_reads_is_disconnected() {
    let server = Server::start(&["--max-output", "100000", "--max-rate", "0"]);
    for transport in TRANSPORTS {
        let threads = server.thread_count();
        let mut well_behaved = server.connect_uci(transport);
        let mut host = server.connect(transport);
        let from = Instant::now();
        while host.try_send(&"d\n".repeat(1_000)) {
            assert!(from.elapsed() < crate::net::RESPONSE_TIMEOUT);
        }
        assert!(well_behaved.ask("").is_empty());
        well_behaved.send("quit");
        well_behaved.read_rest();
        server.wait_for_thread_count(threads);
        let memory = server.memory_use();
        assert!(memory < 60_000_000, "{memory}");
    }
}

#[test]
fn a_flood_of_lines_is_slowed_down_and_then_refused() {
    let server = Server::start(&["--max-rate", "100"]);
    for transport in TRANSPORTS {
        // A burst of lines is answered, though with a delay.
        let mut burst = server.connect_uci(transport);
        let from = Instant::now();
        burst.send(&"isready\n".repeat(300));
        for _ in 0..300 {
            burst.skip_to("readyok");
        }
        assert!(from.elapsed() > Duration::from_millis(500));
    }
    let mut flood = server.connect_uci(Transport::Tcp);
    let mut well_behaved = server.connect_uci(Transport::WebSocket);
    flood.try_send(&"isready\n".repeat(3_000));
    well_behaved.send("go depth 4");
    well_behaved.skip_to("bestmove ");
    let reason = "limit max-rate (100 lines a second) exceeded for 10 s";
    assert_refused(&mut flood, Transport::Tcp, 1008, reason);
}

#[test]
fn on_a_signal_the_searches_are_answered_and_the_server_exits() {
    for name in ["INT", "TERM"] {
        let server = Server::start(&[]);
        let mut hosts: Vec<(Transport, HostConnection)> = TRANSPORTS
            .map(|transport| (transport, server.connect_uci(transport)))
            .into();
        for (_, host) in &mut hosts {
            host.send("go infinite");
            host.skip_to("info depth 2 ");
        }
        let idle = server.connect_uci(Transport::Tcp);
        let signalled_at = Instant::now();
        server.send_signal(name);
        for (transport, host) in &mut hosts {
            let mut rest = host.read_rest();
            if *transport == Transport::WebSocket {
                assert_eq!(
                    rest.pop().unwrap(),
                    "close 1001: the server is shutting down"
                );
            }
            assert!(rest.pop().unwrap().starts_with("bestmove "), "{rest:?}");
            assert!(rest.contains(&"info string the server is shutting down".to_owned()));
        }
        drop((hosts, idle));
        let (status, log) = server.wait_for_exit();
        assert!(status.success(), "{log}");
        assert!(
            signalled_at.elapsed() < Duration::from_secs(3),
            "{:?}",
            signalled_at.elapsed()
        );
    }
}

#[test]
fn a_second_signal_ends_the_server_at_once() {
    let server = Server::start(&[]);
    // The server waits briefly for this host to close its side of the connection.
    let mut host = server.connect_uci(Transport::Tcp);
    server.send_signal("TERM");
    host.read_rest();
    // A terminal that is closed sends this twice; it never counts as the second signal.
    server.send_signal("HUP");
    server.send_signal("TERM");
    let (status, _) = server.wait_for_exit();
    assert_eq!(status.code(), Some(128 + 15));
}

#[test]
fn a_websocket_is_closed_with_a_close_frame() {
    let server = Server::start(&[]);
    let HostConnection::WebSocket(mut socket) = server.connect_uci(Transport::WebSocket) else {
        unreachable!()
    };
    socket.send(tungstenite::Message::Ping("x".into())).unwrap();
    assert_eq!(
        socket.read().unwrap(),
        tungstenite::Message::Pong("x".into())
    );
    socket.close(None).unwrap();
    assert!(socket.read().unwrap().is_close());
    assert!(matches!(socket.read(), Err(Error::ConnectionClosed)));
}

/// Several groups of sessions, one after another, use all of their transposition tables.
#[test]
fn the_memory_of_finished_sessions_is_returned_to_the_system() {
    let server = Server::start(&[]);
    let threads = server.thread_count();
    for _ in 0..3 {
        let mut hosts: Vec<HostConnection> =
            (0..8).map(|_| server.connect_uci(Transport::Tcp)).collect();
        for host in &mut hosts {
            // Clearing a table writes to every byte.
            host.ask("setoption name Hash value 32\ngo nodes 1\nwait\nsetoption name Clear Hash");
        }
        drop(hosts);
        server.wait_for_thread_count(threads);
    }
    let memory = server.memory_use();
    assert!(memory < 60 << 20, "{memory}");
}

#[test]
fn no_session_remains_after_a_host_disconnects() {
    let server = Server::start(&[]);
    let mut well_behaved = server.connect_uci(Transport::Tcp);
    well_behaved.ask("");
    let threads = server.thread_count();
    for round in 0..10 {
        let mut hosts: Vec<HostConnection> = (0..4)
            .map(|i| server.connect_uci(TRANSPORTS[i % 2]))
            .collect();
        for host in &mut hosts {
            host.send("go infinite");
            host.skip_to("info depth 2 ");
            if round % 2 == 0 {
                // Dropping this host resets the connection.
                socket2::SockRef::from(host.stream())
                    .set_linger(Some(Duration::ZERO))
                    .unwrap();
            }
        }
        assert!(server.thread_count() > threads);
        drop(hosts);
        server.wait_for_thread_count(threads);
        assert!(well_behaved.ask("").is_empty());
    }
}

/// The rate limit also applies to a message that continues indefinitely in empty frames.
#[test]
fn the_rate_of_empty_frames_is_limited() {
    use std::io::Write;
    let server = Server::start(&["--max-rate", "20"]);
    let host = server.connect(Transport::WebSocket);
    let mut stream = host.stream();
    stream.write_all(b"\x01\x80\0\0\0\0").unwrap();
    let frames = b"\x00\x80\0\0\0\0".repeat(10_000);
    let from = Instant::now();
    let mut sent = 0;
    while stream.write_all(&frames).is_ok() {
        sent += frames.len();
        assert!(from.elapsed() < crate::net::RESPONSE_TIMEOUT);
        // Some of the bytes are in the system's buffers. When the server ends the connection, it
        // still reads and discards input for a moment.
        let is_slowed_down = from.elapsed() < Duration::from_secs(9);
        assert!(!is_slowed_down || sent < 50 << 20, "{sent}");
    }
    // The server slows the host down before it closes the connection.
    assert!(
        from.elapsed() > Duration::from_secs(5),
        "{:?}",
        from.elapsed()
    );
}

/// An unmasked frame or one of an unknown type closes the connection with a reason.
#[test]
fn invalid_frames_are_answered_with_a_reason() {
    use std::io::Write;
    let server = Server::start(&[]);
    for frame in [b"\x83\x80\0\0\0\0".as_slice(), b"\x81\x03uci"] {
        let mut host = server.connect(Transport::WebSocket);
        host.stream().write_all(frame).unwrap();
        let lines = host.read_rest();
        let close = lines.last().unwrap();
        assert!(close.starts_with("close 1002: "), "{lines:?}");
    }
}

#[test]
fn a_burst_of_requests_from_a_host_that_reads_is_answered() {
    let server = Server::start(&["--max-output", "65536", "--max-rate", "0"]);
    for transport in TRANSPORTS {
        let mut host = server.connect_uci(transport);
        host.send(&"uci\nhelp\nd\n".repeat(500));
        host.ask("");
        host.send("quit");
        host.read_rest();
    }
}
