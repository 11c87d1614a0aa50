//! The conversations of the document, held with the engine.

use std::fmt::Write;
use std::time::Duration;

use super::chapters::{Block, blocks};
use super::host::{Fault, Process};

/// When nothing has come for so long, the document is wrong.
const PATIENCE: Duration = Duration::from_secs(20);

/// What stands for text that differs from run to run.
const ANY: &str = "…";

/// Whether the line is what the document says.
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

/// Holds one conversation. The error shows it up to the line that went wrong,
/// then that line in the document and what the engine said.
fn hold(block: &Block) -> Result<(), String> {
    let mut process = Process::start(&[]);
    // Lines that the document leaves out may come now.
    let mut skipping = false;
    let mut story = String::new();
    let differ = |story: &str, number: usize, said: &str, heard: &str| {
        format!("PROTOCOL.md:{number}\n{story}- {said}\n+ {heard}\n")
    };
    for (i, line) in block.lines.iter().enumerate() {
        let wrong = |story: &str, heard: &str| differ(story, block.first_line + i, line, heard);
        match line.split_once(' ') {
            Some((">", said)) => {
                process
                    .send(said)
                    .map_err(|fault| wrong(&story, &fault.to_string()))?;
            }
            Some(("<", ANY)) => skipping = true,
            Some(("<", pattern)) => loop {
                let heard = match process.next(PATIENCE) {
                    Ok(heard) => heard.text,
                    Err(Fault::Stall(_)) => return Err(wrong(&story, "(nothing)")),
                    Err(_) => return Err(wrong(&story, "(the end of the program)")),
                };
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
    let ends = |heard: &str| differ(&story, number, "(the end)", heard);
    if !block.lines.contains(&"> quit") {
        process
            .send("quit")
            .map_err(|fault| ends(&fault.to_string()))?;
    }
    let (_, status) = process.wait().map_err(|fault| ends(&fault.to_string()))?;
    let rest = process.listen(PATIENCE);
    if let (Some(line), false) = (rest.first(), skipping) {
        return Err(ends(&format!("< {line}")));
    }
    process
        .check_end(status)
        .map_err(|fault| ends(&fault.to_string()))
}

fn hold_all(tag: &str) {
    let blocks = blocks(tag);
    assert!(!blocks.is_empty(), "no conversation {tag:?}");
    let faults: Vec<String> = blocks
        .iter()
        .filter_map(|block| hold(block).err())
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_conversations_are_true() {
    hold_all("session");
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
    let fault = hold(&block).unwrap_err();
    assert!(fault.starts_with("PROTOCOL.md:11\n"), "{fault}");
    assert!(
        fault.ends_with("  > isready\n- < readynot\n+ < readyok\n"),
        "{fault}"
    );
}
