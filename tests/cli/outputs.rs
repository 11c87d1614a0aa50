//! Where commands write: through links, to devices and FIFOs, and to a stdout or stderr that can't
//! be written.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

const SHATRA_SAMPLE: &str =
    "SQSSRSBRB/K/SSSSSSS/7/7/7/7/sssssss/k/brbsrssqs w Tt - - - 1 | 3 | 1\n";

/// The commands that write the file OUT, in the folder that [`write_inputs`] fills.
const WRITERS: [&str; 10] = [
    "convert games in.sgn --to jsonl -o OUT",
    "analyse in.sgn --depth 1 -o OUT",
    "analyse startpos --depth 1 --json -o OUT",
    "analyse in.sgn --depth 1 --html OUT",
    "analyse in.sgn --depth 1 --svg OUT",
    "solve startpos --moves 1 --nodes 100 -o OUT",
    "solve --collect 1 --play 50 --moves 1 --nodes 100 --seed 1 -o OUT",
    "openings --count 1 --plies 1 --bound 900 --nodes 50 --verify 50 --follow 0 -o OUT",
    "train packed --variant shatar --epochs 1 -o OUT",
    "wdl samples --plot OUT",
];

/// The commands that print to stdout.
const PRINTERS: [&str; 28] = [
    "convert games in.sgn",
    "convert moves --to spn d1-d6",
    "convert position startpos --to svg",
    "analyse in.sgn --depth 1",
    "analyse startpos --depth 1",
    "solve startpos --moves 1 --nodes 100",
    "tables facts --men 2 --dir made",
    "tables list --dir made",
    "puzzles '9/1/Bq1BS1K/4S2/2S3S/s6/7/2sss2/k/8s w t' --nodes 20000 --check 20000",
    "book show",
    "perft 1 --divide",
    "perft --verify counts",
    "openings --count 1 --plies 1 --bound 900 --nodes 50 --verify 50 --follow 0",
    "datagen --games 1 --nodes 20",
    "samples packed",
    "samples --count packed",
    "wdl samples",
    "completions bash",
    "man",
    "d",
    "go depth 3",
    "bench",
    "help",
    "--help",
    "--version",
    "match --help",
    "help match merge",
    "play --as black --movetime 10",
];

/// The commands that print and go on with work of their own.
const LASTING_PRINTERS: [&str; 3] = [
    "board --no-open --listen 127.0.0.1:0",
    "serve --tcp 127.0.0.1:0",
    "match --plain --out new --engine cmd=PROGRAM name=a --engine cmd=PROGRAM name=b \
     --each nodes=20 --rounds 1",
];

fn write_inputs(folder: &Path) {
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("in.sgn", "[Event \"x\"]\n\n1. d1-d6 c10-c8 1-0\n");
    write("samples", &SHATRA_SAMPLE.repeat(3));
    let start = "rnbjkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBJKBNR w - - 0 1 | 3 | 1\n";
    write("board8", &start.repeat(3));
    let pack = batyr(folder, "samples --pack packed --variant shatar board8");
    assert_eq!(pack.status.code(), Some(0), "{}", errors(&pack));
    write("counts", "startpos ; 1:154\n");
    let make = batyr(folder, "tables make --men 2 --dir made");
    assert_eq!(make.status.code(), Some(0), "{}", errors(&make));
}

/// Runs a command line in a folder, where `batyr` is the program under test.
fn shell(folder: &Path, line: &str) -> Output {
    let script = format!(
        "batyr() {{ {} \"$@\"; }}; {line}",
        env!("CARGO_BIN_EXE_batyr")
    );
    Command::new("bash")
        .args(["-c", &script])
        .current_dir(folder)
        .output()
        .unwrap()
}

fn batyr(folder: &Path, args: &str) -> Output {
    shell(folder, &format!("batyr {args} < /dev/null"))
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn files_are_written_through_links_and_keep_their_mode() {
    for command in WRITERS {
        let folder = tempfile::tempdir().unwrap();
        write_inputs(folder.path());
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("file", &link).unwrap();
        let count_files = || fs::read_dir(folder.path()).unwrap().count();
        let files = count_files();
        let output = batyr(folder.path(), &command.replace("OUT", "link"));
        assert!(
            output.status.code() < Some(2),
            "{command}: {}",
            errors(&output)
        );
        assert!(link.is_symlink(), "{command} replaces a link");
        let text = fs::read(&file).unwrap();
        assert!(text.len() > 3, "{command} writes nothing");
        let mode = fs::metadata(&file).unwrap().mode() & 0o777;
        assert_eq!(mode, 0o640, "{command}");
        assert_eq!(count_files(), files, "{command} leaves a temporary file");
    }
}

/// Inputs of which nothing can be made; their file replaces BAD.
const FAILING_WRITERS: [&str; 10] = [
    "convert games BAD --from sgn --to jsonl -o OUT",
    "convert games . --from sgn --to jsonl -o OUT",
    "analyse BAD --depth 1 -o OUT",
    "analyse none --depth 1 -o OUT",
    "analyse BAD --depth 1 --html OUT",
    "solve BAD --moves 1 -o OUT",
    "openings --count 1 --plies 1 --bound 0 --nodes 1 --verify 1 --follow 0 -o OUT",
    "train BAD --variant shatar -o OUT",
    "wdl BAD --plot OUT",
    "samples --pack OUT --overwrite samples BAD",
];

#[test]
fn an_old_file_stays_until_there_is_something_to_write() {
    let folder = tempfile::tempdir().unwrap();
    write_inputs(folder.path());
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("bad", "[Event \"x\"]\n\n1. d1-d14 1-0\n");
    let files = || fs::read_dir(folder.path()).unwrap().count();
    write("file", "old");
    let before = files();
    for command in FAILING_WRITERS {
        let command = command.replace("BAD", "bad").replace("OUT", "file");
        let output = batyr(folder.path(), &command);
        assert_ne!(output.status.code(), Some(0), "{command}");
        let kept = fs::read_to_string(folder.path().join("file")).unwrap();
        assert_eq!(kept, "old", "{command}: {}", errors(&output));
        assert_eq!(files(), before, "{command} leaves a file");
    }
    // An empty input has an empty result, which is complete.
    let output = batyr(folder.path(), "analyse /dev/null --depth 1 --json -o file");
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert_eq!(fs::read(folder.path().join("file")).unwrap(), b"");
}

#[test]
fn an_old_file_stays_on_a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    write_inputs(folder.path());
    let overwriters = [
        "datagen --games 1 --nodes 20 --overwrite -o OUT",
        "samples --pack OUT --overwrite samples",
    ];
    fs::write(folder.path().join("file"), "old").unwrap();
    let files = || fs::read_dir(folder.path()).unwrap().count();
    let before = files();
    for command in WRITERS.iter().chain(&overwriters) {
        let command = command.replace("OUT", "file");
        // No file may grow, which is an error and not a signal.
        let full = format!("trap '' XFSZ; ulimit -f 0; batyr {command} < /dev/null");
        let output = shell(folder.path(), &full);
        let errors = errors(&output);
        assert_eq!(output.status.code(), Some(1), "{command}: {errors}");
        assert!(errors.contains("File too large"), "{command}: {errors}");
        let kept = fs::read_to_string(folder.path().join("file")).unwrap();
        assert_eq!(kept, "old", "{command}");
        assert_eq!(files(), before, "{command} leaves a file");
    }
}

#[test]
fn a_file_with_a_record_too_many_for_the_disk_ends_with_a_whole_record() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("positions"), "startpos\n".repeat(200)).unwrap();
    // The file may have 16 kB.
    let line = "trap '' XFSZ; ulimit -f 16; \
                batyr analyse positions --depth 1 --json -o file < /dev/null";
    let output = shell(folder.path(), line);
    assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
    let text = fs::read_to_string(folder.path().join("file")).unwrap();
    assert!(text.len() > 8_000, "{}", text.len());
    assert!(text.ends_with("}\n"), "{text}");
}

#[test]
fn standard_streams_are_neither_replaced_nor_emptied() {
    let folder = tempfile::tempdir().unwrap();
    write_inputs(folder.path());
    for command in WRITERS {
        let command = command.replace("OUT", "/dev/stdout");
        fs::write(folder.path().join("log"), "old\n").unwrap();
        // The checkpoint of a network would lie beside it, in /dev.
        if command.starts_with("train") {
            continue;
        }
        let line = format!("(batyr {command} < /dev/null; echo end) >> log");
        let output = shell(folder.path(), &line);
        let log = fs::read(folder.path().join("log")).unwrap();
        let log = String::from_utf8_lossy(&log);
        let is_whole = log.starts_with("old\n") && log.ends_with("end\n") && log.len() > 8;
        assert!(is_whole, "{command}: {log} {}", errors(&output));
    }
}

#[test]
fn the_open_files_of_the_program_are_written_at_their_position() {
    let folder = tempfile::tempdir().unwrap();
    write_inputs(folder.path());
    std::os::unix::fs::symlink("/dev/stdout", folder.path().join("link")).unwrap();
    for (name, descriptor) in [("link", 1), ("/dev/fd/3", 3)] {
        let convert = format!("batyr convert games in.sgn --to jsonl -o {name} < /dev/null");
        let line = format!("(echo start >&{descriptor}; {convert}; echo end >&{descriptor})");
        let output = shell(folder.path(), &format!("{line} {descriptor}> log"));
        let log = fs::read_to_string(folder.path().join("log")).unwrap();
        let lines: Vec<&str> = log.lines().collect();
        let is_whole = matches!(lines[..], ["start", game, .., "end"] if game.starts_with('{'));
        assert!(is_whole, "{name}: {log} {}", errors(&output));
    }
}

#[test]
fn a_full_device_is_an_error_and_stays_a_device() {
    let full = Path::new("/dev/full");
    let folder = tempfile::tempdir().unwrap();
    write_inputs(folder.path());
    for command in WRITERS {
        let output = batyr(folder.path(), &command.replace("OUT", "/dev/full"));
        let errors = errors(&output);
        assert_eq!(output.status.code(), Some(1), "{command}: {errors}");
        assert!(errors.contains("No space left"), "{command}: {errors}");
        let kind = fs::metadata(full).unwrap().file_type();
        assert!(kind.is_char_device(), "{command} replaces a device");
    }
}

#[test]
fn a_fifo_is_written_to() {
    for command in WRITERS {
        let folder = tempfile::tempdir().unwrap();
        write_inputs(folder.path());
        // The timeout ends the reader if the command fails.
        let line = command.replace("OUT", "fifo");
        let line =
            format!("mkfifo fifo; timeout 60 cat fifo > got & batyr {line} < /dev/null; wait");
        let output = shell(folder.path(), &line);
        let got = fs::read(folder.path().join("got")).unwrap();
        assert!(!got.is_empty(), "{command}: {}", errors(&output));
        let kind = fs::metadata(folder.path().join("fifo")).unwrap();
        assert!(kind.file_type().is_fifo(), "{command} replaces a FIFO");
    }
}

#[test]
fn no_output_overwrites_an_input() {
    for (command, input) in [
        ("convert games in.sgn --to jsonl -o OUT", "in.sgn"),
        ("convert games --to jsonl -o OUT < in.sgn", "in.sgn"),
        ("analyse in.sgn --depth 1 -o OUT", "in.sgn"),
        ("analyse in.sgn --depth 1 --html OUT", "in.sgn"),
        ("analyse - --depth 1 -o OUT < in.sgn", "in.sgn"),
        ("solve positions --moves 1 -o OUT", "positions"),
        ("solve --moves 1 -o OUT < positions", "positions"),
        ("datagen --games 1 --nodes 20 -o OUT", "samples"),
        ("samples --pack OUT --overwrite samples", "samples"),
        ("train packed --variant shatar --epochs 1 -o OUT", "packed"),
    ] {
        for link in ["-s", ""] {
            let folder = tempfile::tempdir().unwrap();
            write_inputs(folder.path());
            fs::write(folder.path().join("positions"), "startpos\n").unwrap();
            let before = fs::read(folder.path().join(input)).unwrap();
            let line = command.replace("OUT", "link");
            let output = shell(
                folder.path(),
                &format!("ln {link} {input} link; batyr {line}"),
            );
            let (code, errors) = (output.status.code(), errors(&output));
            assert!(code == Some(2) || code == Some(1), "{command}: {errors}");
            assert!(
                errors.contains("expected") || errors.contains("or --overwrite"),
                "{command}: {errors}"
            );
            let after = fs::read(folder.path().join(input)).unwrap();
            assert_eq!(after, before, "{command} loses its input");
        }
    }
}

/// A name with an escape of a terminal and a mark that turns text around.
const FOREIGN: &str = "na\u{1b}[31m\u{202e}me";

#[test]
fn foreign_names_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    write_inputs(folder.path());
    let game = format!("[White \"{FOREIGN}\"]\n[Event \"{FOREIGN}\"]\n\n1. d1-d6 c10-c8 *\n");
    fs::write(folder.path().join(FOREIGN), game).unwrap();
    let pack = format!("samples --pack 'p{FOREIGN}' --variant shatar board8");
    assert_eq!(batyr(folder.path(), &pack).status.code(), Some(0));
    fs::write(folder.path().join("positions"), "startpos\n").unwrap();
    fs::copy(
        folder.path().join("positions"),
        folder.path().join(format!("q{FOREIGN}")),
    )
    .unwrap();
    for (command, expected) in [
        ("analyse NAME --depth 1", "\\u{202e}me"),
        ("analyse NAME --depth 1 --json", "\\u202eme"),
        ("analyse NAME --depth 1 --csv", "\\u{202e}me"),
        ("analyse NAME --depth 1 --html /dev/stdout", "\\u{202e}me"),
        ("analyse qNAME --depth 1", "\\u{202e}me"),
        ("analyse none-NAME", "none-na\\u{1b}[31m\\u{202e}me"),
        ("analyse startpos --depth NAME", "na\\u{1b}[31m\\u{202e}me"),
        ("analyse startpos -o none/NAME", "na\\u{1b}[31m\\u{202e}me"),
        ("solve qNAME --moves 1 --nodes 100", "na\\u{1b}[31m"),
        ("solve qNAME --moves 1 --nodes 100 --json", "\\u202eme"),
        ("solve none-NAME", "na\\u{1b}[31m"),
        ("perft --verify none-NAME", "na\\u{1b}[31m"),
        ("convert games none-NAME", "na\\u{1b}[31m"),
        ("wdl none-NAME", "na\\u{1b}[31m"),
        ("train none-NAME -o net", "na\\u{1b}[31m"),
        ("samples --count pNAME", "na\\u{1b}[31m"),
        ("samples none-NAME", "na\\u{1b}[31m"),
        ("datagen --games 1 -o none/NAME", "na\\u{1b}[31m"),
        (
            "datagen --games 1 --eval-file none-NAME -o new",
            "na\\u{1b}[31m",
        ),
        ("openings --count 1 -o none/NAME", "na\\u{1b}[31m"),
        ("match --out none/NAME --engine cmd=none-NAME", "1b}[31m"),
        ("serve --token-file none-NAME", "na\\u{1b}[31m"),
        ("man --out in.sgn/NAME", "na\\u{1b}[31m"),
        ("'setoption name EvalFile value NAME'", "\\u{202e}me"),
        ("'NAME'", "unknown command 'na'"),
    ] {
        let quoted = command.starts_with('\'');
        let words: Vec<String> = command
            .split(' ')
            .map(|word| match word.contains("NAME") && !quoted {
                true => format!("'{word}'"),
                false => word.to_owned(),
            })
            .collect();
        let line = words.join(" ").replace("NAME", FOREIGN);
        let output = batyr(folder.path(), &line);
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        let text = stdout + &errors(&output);
        assert!(
            text.contains(expected),
            "{command}: {}",
            text.escape_debug()
        );
        // The script on a page of HTML is the program's own.
        let own = text.split("<script").next().unwrap();
        let raw = own.chars().find(|c| matches!(c, '\u{1b}' | '\u{202e}'));
        assert_eq!(raw, None, "{command}: {}", own.escape_debug());
    }
}

#[test]
fn a_full_stdout_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    write_inputs(folder.path());
    for command in PRINTERS.iter().chain(&LASTING_PRINTERS) {
        let command = command.replace("PROGRAM", env!("CARGO_BIN_EXE_batyr"));
        let line = format!("batyr {command} > /dev/full < /dev/null");
        let output = shell(folder.path(), &line);
        let message = errors(&output);
        assert_eq!(output.status.code(), Some(1), "{command}: {message}");
        assert!(message.contains("No space left"), "{command}: {message}");
        let is_named = message.contains("can't write to stdout: ");
        let must_be = PRINTERS.contains(&command.as_str());
        assert!(is_named || !must_be, "{command}: {message}");
    }
    // A conversation fails in the same way as a script.
    let line = "printf 'd\\nquit\\n' | batyr > /dev/full";
    assert_eq!(shell(folder.path(), line).status.code(), Some(1));
}

#[test]
fn a_closed_stdout_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    write_inputs(folder.path());
    for command in PRINTERS {
        // The reader has gone before the first line is written.
        let piped = format!(
            "{{ sleep 0.2; batyr {command} < /dev/null; }} | true; exit ${{PIPESTATUS[0]}}"
        );
        let output = shell(folder.path(), &piped);
        assert_eq!(errors(&output), "", "{command}");
        assert_eq!(output.status.code(), Some(0), "{command}");
    }
}

#[test]
fn an_unwritable_stderr_does_not_panic() {
    let folder = tempfile::tempdir().unwrap();
    write_inputs(folder.path());
    let faulty = [
        "convert moves --to spn x",
        "analyse nothing",
        "solve nothing",
        "perft --verify none",
        "datagen --games 1 -o /none/x",
        "train none --variant shatar -o x",
        "wdl none",
        "samples none",
        "man --out /dev/null/x",
        "anlyse",
        "--nothing",
    ];
    for command in WRITERS.iter().chain(&PRINTERS).chain(&faulty) {
        for stderr in ["2> /dev/full", "2>&-"] {
            let command = command.replace("OUT", "out");
            let line = format!("RUST_LOG=trace batyr {command} {stderr} < /dev/null");
            let output = shell(folder.path(), &line);
            let code = output.status.code().unwrap_or(-1);
            assert!((0..=2).contains(&code), "{command} {stderr}: {code}");
        }
    }
}

#[test]
fn fifos_and_devices_are_rejected_as_samples() {
    let folder = tempfile::tempdir().unwrap();
    write_inputs(folder.path());
    for command in [
        "wdl IN",
        "train IN --variant shatar -o out",
        "train packed --variant shatar --from IN -o out",
        "samples IN",
        "samples --pack new IN",
        "perft --verify IN",
    ] {
        for (input, expected) in [("fifo", "it is a FIFO"), ("/dev/zero", "it is a device")] {
            let command = command.replace("IN", input);
            let line = format!(
                "mkfifo -m 600 fifo 2>&-; rm -f new; ulimit -v 8000000; timeout 20 {} {command}",
                env!("CARGO_BIN_EXE_batyr")
            );
            let output = shell(folder.path(), &line);
            let errors = errors(&output);
            assert_eq!(output.status.code(), Some(1), "{command}: {errors}");
            assert!(errors.contains(expected), "{command}: {errors}");
        }
    }
    // Files of samples grow in place, so they must be regular files, too.
    for output in ["fifo", "/dev/full"] {
        let output = batyr(folder.path(), &format!("datagen --games 1 -o {output}"));
        let errors = errors(&output);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains("not a regular file"), "{errors}");
    }
    let long = "x".repeat(5 << 20);
    fs::write(folder.path().join("long"), long).unwrap();
    let output = batyr(folder.path(), "wdl long");
    let errors = errors(&output);
    assert!(errors.starts_with("batyr wdl: long:1: "), "{errors}");
    assert!(errors.len() < 200, "the whole line is quoted");
}

#[test]
fn samples_of_an_earlier_run_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    write_inputs(folder.path());
    let output = batyr(folder.path(), "datagen --games 1 --nodes 20 -o samples");
    assert_eq!(output.status.code(), Some(1));
    let expected = "batyr datagen: samples is not empty; use --resume to continue it";
    assert!(errors(&output).starts_with(expected), "{}", errors(&output));
    let kept = fs::read_to_string(folder.path().join("samples")).unwrap();
    assert_eq!(kept, SHATRA_SAMPLE.repeat(3));
    let output = batyr(
        folder.path(),
        "datagen --games 1 --nodes 20 -o samples --overwrite",
    );
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let new = fs::read(folder.path().join("samples")).unwrap();
    assert!(new.starts_with(b"Batyr samples 1\nshatra "));
}
