//! Random sequences of the commands that start a search, stop it or wait for it, with events of the
//! engine in between. After a last `stop`, every session becomes idle and every `go` was answered
//! once, in order.

use batyr_protocol::Dialect;
use proptest::{collection::vec, prelude::*, sample::select};

use crate::fuzz_mirror::check_generated;
use crate::fuzzing::session;

/// The number of sequences in each dialect.
const SEQUENCES: u32 = 3_000;

/// The number of sequences in each dialect in the long form of the test.
const MANY_SEQUENCES: u32 = 100_000;

/// The greatest length of a sequence, in commands and events.
const MAX_LENGTH: usize = 24;

/// The commands that start a task, in every dialect.
const STARTING: &[&str] = &[
    "go\n",
    "go infinite\n",
    "annotate {\"game\":{\"variant\":\"shatra\",\"turns\":[{\"turn\":\"d1-d6\"}]},\"nodes\":50}\n",
    "go depth 3\n",
    "go ponder\n",
    "go ponder depth 3\n",
    "go nodes x\n",
    "go perft 2\n",
    "bench\n",
];

/// The commands that end a task or change what ends it, in every dialect.
const ENDING: &[&str] = &["stop\n", "ponderhit\n"];

/// The other commands of every dialect, some of which are never queued.
const OTHER: &[&str] = &[
    "wait\n",
    "isready\n",
    "d\n",
    "flip\n",
    "state\n",
    "debug on\n",
    "position startpos\n",
    "position fen bad\n",
    "unknown\n",
];

/// Events of the engine, as codes of the session's check: a task ends, with a move or without one,
/// reports something, or can't be started.
const EVENTS: &[&str] = &["\x02", "\x02", "\x02", "\x03", "\x01", "\x04", "\x07"];

/// What ends a conversation: `quit`, or the engine's side. The last `stop` is then not sent.
const CLOSING: &[&str] = &["quit\n", "\x08"];

/// Sends a last `stop` and waits for the session to become idle.
const LAST_STOP: &str = "\x0e";

/// Returns the commands of a dialect that wait for the end of a task, and those that set something.
fn own_commands(dialect: Dialect) -> Vec<&'static str> {
    match dialect {
        Dialect::Uci => vec![
            "ucinewgame\n",
            "setoption name Hash value 8\n",
            "setoption name Clear Hash\n",
            "setoption name UCI_Variant value shatra-original\n",
            "setoption name MultiPV value 2\n",
            "go ponder wtime 100 btime 100\n",
        ],
        Dialect::Ushi => vec![
            "ushinewgame\n",
            "setoption name Hash value 8\n",
            "setoption name Clear Hash\n",
            "setoption name Shatra version value 1\n",
            "position spn 9/1/7/7/7/7/7/7/1/9 w\n",
            "go btime 100 wtime 100\n",
        ],
        Dialect::Ucci => vec![
            "setoption newgame\n",
            "setoption hashsize 8\n",
            "setoption variant shatra-original\n",
            "probe startpos\n",
            "setoption batch true\n",
            "setoption batch false\n",
            "banmoves a5-a6\n",
            "ponderhit draw\n",
            "go depth 0\n",
            "go draw time 10\n",
        ],
    }
}

/// Returns a strategy for sequences in a dialect that end with a last `stop`. Events are few, so
/// that commands queue up.
fn sequences(dialect: Dialect) -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        30 => select(STARTING),
        20 => select(own_commands(dialect)),
        15 => select(ENDING),
        15 => select(OTHER),
        20 => select(EVENTS),
        1 => Just(LAST_STOP),
    ];
    let closing = prop::option::weighted(0.05, select(CLOSING));
    (vec(part, 0..MAX_LENGTH), closing).prop_map(move |(parts, closing)| {
        let handshake = dialect.properties().handshake;
        let closing = closing.unwrap_or_default();
        format!("{handshake}\n{}{closing}{LAST_STOP}", parts.concat()).into_bytes()
    })
}

fn check_dialects(cases: u32) {
    for dialect in Dialect::ALL {
        check_generated(session::check, &sequences(dialect), cases);
    }
}

#[test]
fn after_a_last_stop_every_session_becomes_idle() {
    check_dialects(SEQUENCES);
}

#[test]
#[ignore = "100,000 sequences in each dialect take half a minute"]
fn after_a_last_stop_many_sessions_become_idle() {
    check_dialects(MANY_SEQUENCES);
}
