//! No command writes to a file that it reads, or twice to the same file.

use std::fs;

use crate::program::{batyr, stderr};

/// Commands that name FILE as input and output, or as two outputs.
const COMMANDS: [&str; 17] = [
    "book grow FILE --book FILE",
    "book grow FILE --book link",
    "wdl other FILE --plot FILE",
    "puzzles FILE -o FILE",
    "puzzles pick other FILE -o FILE",
    "datagen --games 1 --eval-file FILE -o FILE --overwrite",
    "train other FILE -o FILE",
    "train other --from FILE -o FILE",
    "samples other FILE --pack FILE --overwrite",
    "analyse FILE -o FILE",
    "analyse startpos --depth 1 --eval-file FILE -o FILE",
    "analyse startpos --depth 1 --html FILE -o FILE",
    "solve FILE -o FILE",
    "convert games FILE -o FILE",
    "match --engine cmd=none --engine cmd=none --openings FILE --live FILE",
    "spsa --engine cmd=none --all --openings FILE -o FILE --overwrite",
    "tables pack --variant shatar --men 3 --dir tables -o FILE",
];

/// Commands that name two outputs, neither of which exists.
const TWO_OUTPUTS: [&str; 3] = [
    "book grow new --book ./new",
    "analyse startpos --depth 1 --html new -o new",
    "match --engine cmd=none --engine cmd=none --out new --live new/games.jsonl",
];

#[test]
fn no_command_writes_to_a_file_that_it_reads() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let tables = "tables/shatar/KvK.table";
    fs::create_dir_all(path("tables/shatar")).unwrap();
    for file in ["file", "other", tables] {
        fs::write(path(file), "old").unwrap();
    }
    fs::hard_link(path("file"), path("link")).unwrap();
    let run = |command: &str| {
        let words: Vec<&str> = command.split(' ').collect();
        let mut command = batyr(&words);
        command.current_dir(folder.path()).output().unwrap()
    };
    for command in COMMANDS {
        let file = match command.starts_with("tables") {
            true => tables,
            false => "file",
        };
        let output = run(&command.replace("FILE", file));
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{command}: {message}");
        assert!(
            message.contains("expected two different files"),
            "{command}: {message}"
        );
        let content = fs::read_to_string(path(file)).unwrap();
        assert_eq!(content, "old", "{command}");
    }
    for command in TWO_OUTPUTS {
        let output = run(command);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{command}: {message}");
        assert!(message.contains("is given for two outputs"), "{message}");
        assert!(!path("new").exists(), "{command}");
    }
}
