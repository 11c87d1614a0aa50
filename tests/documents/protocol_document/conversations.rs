//! The conversations of the document, replayed with the engine.

use std::fmt::Write;
use std::time::Duration;

use super::chapters::{FencedBlock, LIVE_SITE, SGN, TEXT, blocks_of};
use crate::host::{ConversationFault, EngineProcess};
use crate::net::{HostConnection, Server, TOKEN, Transport};

/// The time without output after which the document counts as wrong.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);

/// The placeholder for text that differs from run to run.
const ANY: &str = "…";

/// Returns whether the line matches a pattern of the document.
fn matches_pattern(pattern: &str, line: &str) -> bool {
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

/// The engine's side of a conversation. Errors are messages about what was received instead.
trait Peer {
    fn send_line(&mut self, line: &str) -> Result<(), String>;
    fn next_line(&mut self) -> Result<String, String>;
    /// Waits for the engine to exit after `quit` and returns the remaining output. Returns an error
    /// if the engine does not exit cleanly.
    fn finish(self) -> Result<Vec<String>, String>;
}

impl Peer for EngineProcess {
    fn send_line(&mut self, line: &str) -> Result<(), String> {
        self.send(line).map(drop).map_err(|fault| fault.to_string())
    }

    fn next_line(&mut self) -> Result<String, String> {
        match self.next_line(RESPONSE_TIMEOUT) {
            Ok(received) => Ok(received.text),
            Err(ConversationFault::Stall(_)) => Err("(nothing)".to_owned()),
            Err(_) => Err("(the end of the program)".to_owned()),
        }
    }

    fn finish(mut self) -> Result<Vec<String>, String> {
        let exit = self.wait_for_clean_exit();
        exit.map_err(|fault| fault.to_string())?;
        Ok(self.read_for(RESPONSE_TIMEOUT))
    }
}

impl Peer for HostConnection {
    fn send_line(&mut self, line: &str) -> Result<(), String> {
        self.send(line);
        Ok(())
    }

    fn next_line(&mut self) -> Result<String, String> {
        self.next_line()
            .ok_or("(the end of the connection)".to_owned())
    }

    fn finish(mut self) -> Result<Vec<String>, String> {
        Ok(self.read_rest())
    }
}

/// Replays one conversation. The error shows the conversation up to the first difference, then the
/// line of the document and that of the engine.
fn replay(block: &FencedBlock, mut peer: impl Peer) -> Result<(), String> {
    // Whether the document omits lines at this point.
    let mut skipping = false;
    let mut transcript = String::new();
    let difference = |transcript: &str, number: usize, sent: &str, received: &str| {
        format!("line {number}\n{transcript}- {sent}\n+ {received}\n")
    };
    for (i, line) in block.lines.iter().enumerate() {
        let wrong = |transcript: &str, received: &str| {
            difference(transcript, block.first_line + i, line, received)
        };
        match line.split_once(' ') {
            Some((">", sent)) => peer
                .send_line(sent)
                .map_err(|fault| wrong(&transcript, &fault))?,
            Some(("<", ANY)) => skipping = true,
            Some(("<", pattern)) => loop {
                let received = peer
                    .next_line()
                    .map_err(|fault| wrong(&transcript, &fault))?;
                if matches_pattern(pattern, &received) {
                    skipping = false;
                    break;
                }
                if !skipping {
                    return Err(wrong(&transcript, &format!("< {received}")));
                }
                let _ = writeln!(transcript, "  < {received}");
            },
            _ => return Err(wrong(&transcript, "(neither > nor <)")),
        }
        let _ = writeln!(transcript, "  {line}");
    }
    let number = block.first_line + block.lines.len();
    let at_end = |received: String| difference(&transcript, number, "(the end)", &received);
    if !block.lines.contains(&"> quit") {
        peer.send_line("quit").map_err(at_end)?;
    }
    let rest = peer.finish().map_err(at_end)?;
    match rest.first() {
        Some(line) if !skipping => Err(at_end(format!("< {line}"))),
        _ => Ok(()),
    }
}

/// Replays all conversations of a document with this tag.
fn replay_all<P: Peer>(text: &'static str, tag: &str, connect: impl Fn() -> P) {
    let blocks = blocks_of(text, tag);
    assert!(!blocks.is_empty(), "no conversation {tag:?}");
    let results = blocks.iter().map(|block| replay(block, connect()));
    let faults: Vec<String> = results.filter_map(Result::err).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn documented_conversations_are_reproduced() {
    replay_all(TEXT, "session", || EngineProcess::start(&[]));
}

#[test]
fn conversations_about_the_live_site_are_reproduced() {
    replay_all(LIVE_SITE, "session", || EngineProcess::start(&[]));
}

#[test]
fn conversations_about_game_files_are_reproduced() {
    replay_all(SGN, "session", || EngineProcess::start(&[]));
}

#[test]
fn documented_network_conversations_are_reproduced() {
    let server = Server::start_with_token(&[], Some(TOKEN));
    replay_all(TEXT, "session-tcp", || server.connect(Transport::Tcp));
}

#[test]
fn patterns_match_the_text_around_their_gaps() {
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
        assert_eq!(
            matches_pattern(pattern, line),
            expected,
            "{pattern:?} {line:?}"
        );
    }
}

#[test]
fn a_wrong_conversation_is_reported() {
    let block = FencedBlock {
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
    let fault = replay(&block, EngineProcess::start(&[])).unwrap_err();
    assert!(fault.starts_with("line 11\n"), "{fault}");
    assert!(
        fault.ends_with("  > isready\n- < readynot\n+ < readyok\n"),
        "{fault}"
    );
}
