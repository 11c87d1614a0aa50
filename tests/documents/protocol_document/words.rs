//! The document describes every command that `help` names.

use batyr_protocol::Dialect;

use super::grammar::Grammar;
use crate::host::{EngineProcess, RESPONSE_TIMEOUT};

/// The width of the usage column in `help`, in characters.
const USAGE_WIDTH: usize = 20;

/// Returns the usage in a line of `help`, if there is one. After a long usage, the meaning is on
/// the next line.
fn usage(line: &str) -> Option<&str> {
    let line = line.strip_prefix("info string ").unwrap_or(line);
    let line = line.strip_prefix("info message ").unwrap_or(line);
    if line.starts_with(' ') || line.is_empty() {
        return None;
    }
    let (end, _) = line.char_indices().nth(USAGE_WIDTH)?;
    let (usage, meaning) = line.split_at(end);
    Some(if meaning.starts_with("  ") {
        usage.trim()
    } else {
        line
    })
}

#[test]
fn every_command_of_help_is_documented() {
    for dialect in Dialect::ALL {
        let chapter = dialect.properties().name;
        let mut words = Grammar::of_chapter(chapter).terminals();
        // The other dialects also accept the words of UCI.
        words.extend(Grammar::of_chapter("UCI").terminals());
        let mut process = EngineProcess::start(&[]);
        process.send(dialect.properties().handshake).unwrap();
        process
            .skip_to(dialect.properties().handshake_done, RESPONSE_TIMEOUT)
            .unwrap();
        process.send("help\nisready").unwrap();
        let help = process.read_until("readyok", RESPONSE_TIMEOUT).unwrap();
        let usages: Vec<&str> = help.iter().filter_map(|line| usage(&line.text)).collect();
        assert!(usages.len() > 10, "{help:?}");
        for usage in usages {
            // Words in capitals stand for values.
            let is_word = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase());
            let mentioned = usage.split(|c: char| !c.is_alphanumeric()).filter(is_word);
            for word in mentioned.filter(|word| !word.is_empty()) {
                assert!(words.contains(word), "{chapter}: {word:?} of {usage:?}");
            }
        }
        process.quit().unwrap();
    }
}
