//! The conversations of the document, replayed with the engine.

use std::fmt::Write;
use std::time::Duration;

use super::chapters::{Block, blocks};
use crate::host::{Fault, Process};
use crate::net::{Host, Kind, Server, TOKEN};

/// The time without output after which the document counts as wrong.
const PATIENCE: Duration = Duration::from_secs(20);

/// The placeholder for text that differs from run to run.
const ANY: &str = "…";

/// Returns whether the line matches the document's pattern.
fn fits(pattern: &str, line: &str) -> bool {
    let Some((head, rest)) = pattern.split_once(ANY) else {
        return pattern == line;
    };
    let Some(mut line) = line.strip_prefix(head) else {
        return false;
    };
    let mut pieces: Vec<&str> = rest.split(ANY).collect();
    let tail = pieces.pop().unwrap_or_default();
    for piece in pieces {
        let Some((_, after)) = line.split_once(piece) else {
            return false;
        };
        line = after;
    }
    line.ends_with(tail)
}

/// The other side of a conversation. Faults are reported as text.
trait Engine {
    fn say(&mut self, line: &str) -> Result<(), String>;
    fn hear(&mut self) -> Result<String, String>;
    /// Returns the remaining output after `quit`, if the engine ends well.
    fn end(self) -> Result<Vec<String>, String>;
}

impl Engine for Process {
    fn say(&mut self, line: &str) -> Result<(), String> {
        self.send(line).map(drop).map_err(|fault| fault.to_string())
    }

    fn hear(&mut self) -> Result<String, String> {
        match self.next(PATIENCE) {
            Ok(heard) => Ok(heard.text),
            Err(Fault::Stall(_)) => Err("(nothing)".to_owned()),
            Err(_) => Err("(the end of the program)".to_owned()),
        }
    }

    fn end(mut self) -> Result<Vec<String>, String> {
        let (_, status) = self.wait().map_err(|fault| fault.to_string())?;
        let rest = self.listen(PATIENCE);
        let ended = self.check_end(status);
        ended.map(|()| rest).map_err(|fault| fault.to_string())
    }
}

impl Engine for Host {
    fn say(&mut self, line: &str) -> Result<(), String> {
        self.send(line);
        Ok(())
    }

    fn hear(&mut self) -> Result<String, String> {
        self.next().ok_or("(the end of the connection)".to_owned())
    }

    fn end(mut self) -> Result<Vec<String>, String> {
        Ok(self.rest())
    }
}

/// Replays one conversation. The error shows it up to the line that differs,
/// then that line in the document and what the engine printed.
fn hold(block: &Block, mut engine: impl Engine) -> Result<(), String> {
    // Lines that the document omits may come now.
    let mut skipping = false;
    let mut story = String::new();
    let differ = |story: &str, number: usize, said: &str, heard: &str| {
        format!("PROTOCOL.md:{number}\n{story}- {said}\n+ {heard}\n")
    };
    for (i, line) in block.lines.iter().enumerate() {
        let wrong = |story: &str, heard: &str| differ(story, block.first_line + i, line, heard);
        match line.split_once(' ') {
            Some((">", said)) => engine.say(said).map_err(|fault| wrong(&story, &fault))?,
            Some(("<", ANY)) => skipping = true,
            Some(("<", pattern)) => loop {
                let heard = engine.hear().map_err(|fault| wrong(&story, &fault))?;
                if fits(pattern, &heard) {
                    skipping = false;
                    break;
                }
                if !skipping {
                    return Err(wrong(&story, &format!("< {heard}")));
                }
                let _ = writeln!(story, "  < {heard}");
            },
            _ => return Err(wrong(&story, "(neither > nor <)")),
        }
        let _ = writeln!(story, "  {line}");
    }
    let number = block.first_line + block.lines.len();
    let ends = |heard: String| differ(&story, number, "(the end)", &heard);
    if !block.lines.contains(&"> quit") {
        engine.say("quit").map_err(ends)?;
    }
    let rest = engine.end().map_err(ends)?;
    match rest.first() {
        Some(line) if !skipping => Err(ends(format!("< {line}"))),
        _ => Ok(()),
    }
}

/// Replays all conversations with this tag.
fn hold_all<E: Engine>(tag: &str, open: impl Fn() -> E) {
    let blocks = blocks(tag);
    assert!(!blocks.is_empty(), "no conversation {tag:?}");
    let held = blocks.iter().map(|block| hold(block, open()));
    let faults: Vec<String> = held.filter_map(Result::err).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_conversations_are_true() {
    hold_all("session", || Process::start(&[]));
}

#[test]
fn those_over_the_network_are_true() {
    let server = Server::start_with(&[], Some(TOKEN));
    hold_all("session-tcp", || server.connect(Kind::Tcp));
}

#[test]
fn patterns_fit_what_they_say() {
    for (pattern, line, expected) in [
        ("readyok", "readyok", true),
        ("readyok", "readyok ", false),
        ("bestmove …", "bestmove a5-a6", true),
        ("bestmove …", "bestmove", false),
        ("a … c", "a b c", true),
        ("a … c …", "a b c d", true),
        ("a … c", "a b d", false),
        ("… x … y", "1 x 2 y", true),
        ("… x … y", "1 y 2 x", false),
    ] {
        assert_eq!(fits(pattern, line), expected, "{pattern:?} {line:?}");
    }
}

#[test]
fn a_false_conversation_is_shown() {
    let block = Block {
        chapter: "",
        first_line: 7,
        lines: vec![
            "< …",
            "> uci",
            "< uciok",
            "> isready",
            "< readynot",
            "> quit",
        ],
    };
    let fault = hold(&block, Process::start(&[])).unwrap_err();
    assert!(fault.starts_with("PROTOCOL.md:11\n"), "{fault}");
    assert!(
        fault.ends_with("  > isready\n- < readynot\n+ < readyok\n"),
        "{fault}"
    );
}
