//! Checks of input that a host should not send, but might.

use batyr_protocol::Dialect;

use crate::compliance::cases::{BLANKS, EMPTY_LINES, JUNK, UNKNOWN_WORDS};
use crate::compliance::{Check, PROMPT_LIMIT, check};

pub const CHECKS: &[Check] = &[
    check("an unknown command is reported", "Errors", |engine| {
        engine.send("xyzzy")?;
        engine.must_report_error("\"xyzzy\"")
    }),
    check("unknown words of go are ignored", "Errors", |engine| {
        engine.must_search_despite_faults(&UNKNOWN_WORDS)
    }),
    check("empty lines are ignored", "Lines", |engine| {
        engine.send_bytes(EMPTY_LINES)?;
        engine.must_be_silent()
    }),
    check("lines may end with CR LF", "Lines", |engine| {
        let game = engine.new_game()?;
        engine.send_bytes(b"isready\r\n")?;
        engine.until(PROMPT_LIMIT, "readyok", |line| line.trim() == "readyok")?;
        engine.must_answer(&game, "go depth 2\r").map(drop)
    }),
    check("tabs and spaces separate words", "Lines", |engine| {
        engine.search_start(" \tgo \t depth\t2  ").map(drop)
    }),
    check(
        "isready is recognized with any blanks and line ends",
        "Lines",
        |engine| {
            for line in BLANKS {
                engine.send_bytes(line)?;
                engine.until(PROMPT_LIMIT, "readyok", |line| line.trim() == "readyok")?;
            }
            engine.must_be_silent()
        },
    ),
    check("a line of 1 MiB is read", "Lines", |engine| {
        let line = format!("go{}depth 2", " ".repeat(1 << 20));
        engine.search_start(&line).map(drop)
    }),
    check("bytes that are not UTF-8 are refused", "Errors", |engine| {
        let game = engine.new_game()?;
        engine.send_bytes(b"\xff\xfe\xf0 go infinite\n")?;
        engine.must_report_error("a line that is not UTF-8")?;
        engine.must_answer(&game, "go depth 1").map(drop)
    }),
    check("junk is refused and changes nothing", "Errors", |engine| {
        let game = engine.new_game()?;
        for (junk, token) in JUNK {
            engine.send_bytes(&[junk, b"\n"].concat())?;
            engine.must_name_error(&String::from_utf8_lossy(junk), token)?;
        }
        engine.must_answer(&game, "go depth 1").map(drop)
    }),
    check(
        "a second handshake in another dialect is refused",
        "Lines",
        |engine| {
            let mut others = Dialect::ALL.into_iter();
            let other = others.find(|other| *other != engine.dialect());
            let game = engine.new_game()?;
            engine.send(other.map_or("", |dialect| dialect.properties().handshake))?;
            engine.ready()?;
            engine.must_answer(&game, "go depth 1").map(drop)
        },
    ),
];
