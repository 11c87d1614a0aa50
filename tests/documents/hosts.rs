//! Checks what docs/hosts.md says of the program itself; the hosts are not here.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::host::{ConversationFault, EngineProcess, RESPONSE_TIMEOUT};

const PROGRAM: &str = env!("CARGO_BIN_EXE_batyr");

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/hosts.md");
    fs::read_to_string(path).unwrap()
}

/// Returns the texts of the document that stand between backticks.
fn code(document: &str) -> impl Iterator<Item = &str> {
    document.split('`').skip(1).step_by(2)
}

/// Returns the words that follow this text in the document, without quotation marks.
fn words_after<'d>(document: &'d str, text: &'d str) -> Vec<&'d str> {
    let rests = document.split(text).skip(1);
    let is_end = |c: char| !c.is_ascii_alphanumeric() && !"-/".contains(c);
    rests.filter_map(|rest| rest.split(is_end).next()).collect()
}

#[test]
fn the_program_has_every_subcommand_and_option_of_the_commands() {
    let document = document();
    let mut count = 0;
    for command in code(&document) {
        let Some(args) = command.strip_prefix("batyr ") else {
            continue;
        };
        // The help is printed only if everything before it can be parsed. That of a subcommand
        // is its own.
        let mut program = Command::new(PROGRAM);
        let output = program.args(args.split(' ')).arg("--help").output();
        let output = output.unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {errors}");
        let help = String::from_utf8_lossy(&output.stdout);
        let subcommand = args.split(' ').next().unwrap_or_default();
        let usage = format!("Usage: batyr {subcommand} ");
        assert!(help.contains(&usage), "{command}: {help}");
        count += 1;
    }
    assert!(count >= 3, "{count} commands");
}

#[test]
fn the_program_has_the_games_and_options_that_hosts_set() {
    let document = document();
    let check = || -> Result<(), ConversationFault> {
        let mut process = EngineProcess::start(&[]);
        process.send("uci")?;
        let lines = process.read_until("uciok", RESPONSE_TIMEOUT)?;
        let option = |name: &str| {
            let beginning = format!("option name {name} type ");
            let line = lines.iter().find(|line| line.text.starts_with(&beginning));
            line.map(|line| format!("{} ", line.text))
        };
        let games = option("UCI_Variant").unwrap();
        let mut named = words_after(&document, "-variant ");
        named.extend(words_after(&document, "uci_variant = \""));
        assert!(named.len() >= 4, "{named:?}");
        named.push("shatra-online");
        assert!(document.contains("`shatra-online`"));
        for game in named {
            assert!(games.contains(&format!(" var {game} ")), "{game}: {games}");
        }
        // This one is refused, as the document says.
        assert!(!games.contains(" var chess "), "{games}");
        assert!(document.contains("`Move Overhead`"));
        assert!(option("Move Overhead").is_some());
        // The board of the program for python-chess.
        let board = words_after(&document, "Shatranj(\"")[0];
        process.send("setoption name UCI_Variant value shatranj\nposition startpos\nstate")?;
        let position = process.skip_to("position ", RESPONSE_TIMEOUT)?.text;
        assert!(position.contains(board), "{position}");
        process.quit().map(drop)
    };
    check().unwrap_or_else(|fault| panic!("{fault}"));
}
