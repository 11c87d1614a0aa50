//! Checks of input that a host should not send, but may.

use super::EVERY;
use crate::tournament::compliance::Check;
use crate::tournament::compliance::guest::{Guest, Miss, SOON};

pub const CHECKS: &[Check] = &[
    Check {
        name: "an unknown command is told",
        section: "Errors",
        dialects: EVERY,
        run: |guest| {
            guest.say("xyzzy")?;
            guest.must_say_error("\"xyzzy\"")
        },
    },
    Check {
        name: "unknown words of go are skipped",
        section: "Errors",
        dialects: EVERY,
        run: |guest| {
            let game = guest.new_game()?;
            guest.must_answer(&game, "go foo depth 2 bar").map(drop)
        },
    },
    Check {
        name: "empty lines mean nothing",
        section: "Lines",
        dialects: EVERY,
        run: |guest| {
            guest.say("\n  \n\t\n")?;
            silent(guest)
        },
    },
    Check {
        name: "lines may end with CR LF",
        section: "Lines",
        dialects: EVERY,
        run: |guest| {
            let game = guest.new_game()?;
            guest.say_bytes(b"isready\r\n")?;
            guest.until(SOON, "readyok", |line| line.trim() == "readyok")?;
            guest.must_answer(&game, "go depth 2\r").map(drop)
        },
    },
    Check {
        name: "tabs and blanks part words",
        section: "Lines",
        dialects: EVERY,
        run: |guest| {
            let game = guest.new_game()?;
            guest.must_answer(&game, " \tgo \t depth\t2  ").map(drop)
        },
    },
    Check {
        name: "a line of 1 MiB is read",
        section: "Lines",
        dialects: EVERY,
        run: |guest| {
            let game = guest.new_game()?;
            let blanks = " ".repeat(1 << 20);
            guest
                .must_answer(&game, &format!("go{blanks}depth 2"))
                .map(drop)
        },
    },
    Check {
        name: "bytes that are no text are refused",
        section: "Errors",
        dialects: EVERY,
        run: |guest| {
            let game = guest.new_game()?;
            guest.say_bytes(b"\xff\xfe\xf0 go infinite\n")?;
            guest.must_say_error("a line that is not UTF-8")?;
            guest.must_answer(&game, "go depth 1").map(drop)
        },
    },
    Check {
        name: "another opening word comes too late",
        section: "Lines",
        dialects: EVERY,
        run: |guest| {
            let other = match guest.dialect() {
                batyr_protocol::Dialect::Uci => "ucci",
                _ => "uci",
            };
            let game = guest.new_game()?;
            guest.say(other)?;
            guest.ready()?;
            guest.must_answer(&game, "go depth 1").map(drop)
        },
    },
];

fn silent(guest: &mut Guest) -> Result<(), Miss> {
    match guest.ready()?.first() {
        Some(line) => Err(Miss::Failed(format!("it says {line:?}"))),
        None => Ok(()),
    }
}
