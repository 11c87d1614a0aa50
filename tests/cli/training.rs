//! `batyr datagen`, `batyr train` and `batyr wdl`: the same seed gives the same
//! results, and errors name the file and the line.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use batyr::eval::network::Network;

/// How the system says that there is no file.
const NO_FILE: &str = if cfg!(windows) { "" } else { "No such file" };

fn batyr(args: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_batyr"))
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// Returns the exit status, stdout and stderr.
fn status_and_output(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// Runs a command line that must succeed, and returns its stdout.
fn succeed(folder: &Path, line: &str) -> String {
    let args: Vec<&str> = line.split(' ').collect();
    let (code, out, errors) = status_and_output(&batyr(&args, folder));
    assert_eq!(code, Some(0), "{line}: {errors}");
    out
}

/// Runs a command line that must fail, and returns its stderr.
fn fail(folder: &Path, line: &str) -> String {
    let args: Vec<&str> = line.split(' ').collect();
    let (code, _, errors) = status_and_output(&batyr(&args, folder));
    assert_eq!(code, Some(1), "{line}: {errors}");
    errors
}

#[test]
fn samples_are_the_same_on_any_number_of_threads_and_can_be_fitted() {
    for variant in ["shatra", "shatra-original"] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let generate = format!("datagen --games 3 --nodes 100 --seed 7 --variant {variant}");
        succeed(folder, &format!("{generate} --jobs 1 -o one"));
        succeed(folder, &format!("{generate} --jobs 2 -o two"));
        let read = |name: &str| fs::read(folder.join(name)).unwrap();
        assert_eq!(read("one"), read("two"));

        // The samples are the same as text, and text can be packed and fitted, too.
        let samples = succeed(folder, "samples one");
        let count = samples.lines().count();
        assert!(count > 10);
        assert_eq!(succeed(folder, &generate), samples);
        fs::write(folder.join("text"), &samples).unwrap();
        succeed(
            folder,
            &format!("samples --pack packed --variant {variant} text"),
        );
        assert_eq!(succeed(folder, "samples packed"), samples);
        let counted = succeed(folder, "samples --count one packed");
        let lines: Vec<&str> = counted.lines().collect();
        let first = format!("one: {count} samples of 3 games of {variant}; nodes 100, ");
        assert!(lines[0].starts_with(&first), "{counted}");
        let second = format!("packed: {count} samples of ");
        assert!(lines[1].starts_with(&second), "{counted}");

        let wdl = ["wdl", "one", "--variant", variant, "--plot", "wdl.svg"];
        let (code, report, errors) = status_and_output(&batyr(&wdl, folder));
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        let positions = format!("{count} positions of ");
        assert!(report.starts_with(&positions), "{report}");
        assert_eq!(report.matches("        knot(").count(), 6, "{report}");
        let too_long = report.lines().find(|line| line.chars().count() > 80);
        assert_eq!(too_long, None);
        let from_text = succeed(folder, &format!("wdl text --variant {variant}"));
        assert!(from_text.starts_with(&positions), "{from_text}");
        let plot = fs::read_to_string(folder.join("wdl.svg")).unwrap();
        let plot = roxmltree::Document::parse(&plot).unwrap();
        let label = plot.root_element().attribute("aria-label");
        assert_eq!(label.map(|label| label.contains(variant)), Some(true));
    }
}

#[test]
fn positions_of_the_tables_count_with_their_true_result() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // Biy and batyr win against the bare biy; a fourth man is in no table of the program.
    let samples = "9/1/K6/7/3Q3/7/7/k6/1/9 w | 0 | 0\n9/1/K6/7/3Q3/7/7/k3s2/1/9 w | 0 | 0\n";
    fs::write(folder.join("text"), samples).unwrap();
    let wdl = |options: &str| {
        let report = succeed(
            folder,
            &format!("wdl text --variant shatra-original{options}"),
        );
        report.lines().nth(1).unwrap().to_owned()
    };
    assert!(wdl("").contains(" 0.0 % won by"), "{}", wdl(""));
    let with_tables = wdl(" --tables");
    assert!(with_tables.contains(" 50.0 % won by"), "{with_tables}");
    let errors = fail(folder, "wdl text --tables .");
    assert!(
        errors.contains(".: no endgame tables of shatra"),
        "{errors}"
    );
}

#[test]
fn shards_are_parts_of_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let generate = "datagen --games 5 --nodes 50 --seed 3";
    let all = succeed(folder, generate);
    let mut lines: Vec<&str> = all.lines().collect();
    lines.sort_unstable();
    let shards =
        ["1/2", "2/2"].map(|shard| succeed(folder, &format!("{generate} --shard {shard}")));
    let mut parts: Vec<&str> = shards.iter().flat_map(|text| text.lines()).collect();
    assert!(shards.iter().all(|text| !text.is_empty()));
    parts.sort_unstable();
    assert_eq!(parts, lines);
    let args = ["datagen", "--shard", "3/2"];
    let (code, _, errors) = status_and_output(&batyr(&args, folder));
    assert_eq!(code, Some(2));
    assert!(errors.contains("expected I/N, such as 1/4"), "{errors}");
}

#[test]
fn a_file_of_samples_is_continued_where_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let generate = "datagen --nodes 50 --seed 4 --jobs 1 -o";
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    succeed(folder, &format!("{generate} complete --games 4"));
    succeed(folder, &format!("{generate} part --games 2"));
    let part = read("part");
    assert!(read("complete").starts_with(&part) && part.len() < read("complete").len());
    // However many bytes of the last game were written, the rest is the same.
    for cut in [0, 1, 33, 200] {
        fs::write(folder.join("part"), &part[..part.len() - cut]).unwrap();
        succeed(folder, &format!("{generate} part --games 4 --resume"));
        assert_eq!(read("part"), read("complete"), "{cut}");
    }
    succeed(folder, &format!("{generate} part --games 4 --resume"));
    assert_eq!(read("part"), read("complete"));
    succeed(folder, &format!("{generate} new --games 4 --resume"));
    assert_eq!(read("new"), read("complete"));

    let errors = fail(folder, &format!("{generate} part --games 4"));
    assert!(
        errors.contains("part is not empty; use --resume"),
        "{errors}"
    );
    let errors = fail(
        folder,
        "datagen --games 4 --nodes 51 --seed 4 -o part --resume",
    );
    let expected = "part: written with other settings: shatra, nodes 50, random 4..12, seed 4,";
    assert!(errors.contains(expected), "{errors}");
    fs::write(folder.join("text"), "no samples").unwrap();
    let errors = fail(folder, &format!("{generate} text --games 4 --resume"));
    assert!(errors.contains("text: not a file of samples"), "{errors}");
    assert_eq!(read("text"), b"no samples");
    // The number of samples of the first game is wrong, so the game seems to be incomplete: what
    // follows must not be cut off.
    let mut wrong = read("complete");
    let settings = u32::from_le_bytes([wrong[48], wrong[49], wrong[50], wrong[51]]);
    wrong[52 + settings as usize + 6] = 1;
    fs::write(folder.join("wrong"), &wrong).unwrap();
    let errors = fail(folder, &format!("{generate} wrong --games 4 --resume"));
    assert!(errors.contains("wrong: damaged at byte "), "{errors}");
    assert_eq!(read("wrong"), wrong);
    // A byte of a record is wrong.
    let mut damaged = read("complete");
    let last = damaged.len() - 1;
    damaged[last - 20] ^= 1;
    fs::write(folder.join("damaged"), damaged).unwrap();
    for command in ["samples damaged", "train damaged -o net", "wdl damaged"] {
        let errors = fail(folder, command);
        assert!(errors.contains("damaged: damaged at byte "), "{errors}");
    }
}

#[test]
fn two_programs_do_not_write_to_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    succeed(folder, "datagen --games 1 --nodes 20 -o file");
    let file = fs::File::options().append(true).open(folder.join("file"));
    let file = file.unwrap();
    file.lock().unwrap();
    for option in ["--resume", "--overwrite"] {
        let errors = fail(
            folder,
            &format!("datagen --games 2 --nodes 20 -o file {option}"),
        );
        assert!(
            errors.contains("another program is writing to it"),
            "{errors}"
        );
    }
}

/// Flips bits in all parts of a checkpoint, and checks that training does not go on from it.
fn expect_damage_to_be_found(folder: &Path, resume: &str) {
    let path = folder.join("killed.checkpoint");
    let whole = fs::read(&path).unwrap();
    for part in 1..=10 {
        let mut damaged = whole.clone();
        damaged[part * (whole.len() - 1) / 10] ^= 1 << (part % 8);
        fs::write(&path, &damaged).unwrap();
        let errors = fail(folder, resume);
        assert!(errors.contains("its checksum differs"), "{part}: {errors}");
        assert_eq!(fs::read(&path).unwrap(), damaged, "the checkpoint is lost");
    }
    fs::write(&path, whole).unwrap();
}

/// Expects the checkpoint to be refused if the file has as many samples, but not the same.
fn expect_other_samples_to_be_found(folder: &Path, resume: &str) {
    let path = folder.join("one");
    let samples = fs::read(&path).unwrap();
    let mut other = samples.clone();
    let settings = u32::from_le_bytes(samples[48..52].try_into().unwrap());
    let hash = 52 + settings as usize + 8;
    other[hash] ^= 1;
    fs::write(&path, other).unwrap();
    let errors = fail(folder, resume);
    assert!(
        errors.contains("the checkpoint of a run with other settings or samples: "),
        "{errors}"
    );
    fs::write(&path, samples).unwrap();
}

/// Starts training and kills it after a moment, again and again, until it ends.
#[test]
fn training_that_is_killed_ends_with_the_same_network() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    succeed(
        folder,
        "datagen --games 6 --nodes 60 --seed 7 --variant shatar -o one",
    );
    let train = "train one --variant shatar --epochs 40 --checkpoint-every 0";
    succeed(folder, &format!("{train} -o complete"));
    let killed = format!("{train} -o killed --resume");
    let args: Vec<&str> = killed.split(' ').collect();
    let mut kills = 0;
    while kills < 3 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_batyr"))
            .args(&args)
            .current_dir(folder)
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let checkpoint = folder.join("killed.checkpoint");
        let before = fs::read(&checkpoint).ok();
        // Waits until the run has gone further than the one before.
        while fs::read(&checkpoint).ok() == before && child.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!folder.join("killed").exists(), "training ended too early");
        kills += 1;
    }
    let errors = fail(folder, &format!("{train} -o killed"));
    assert!(
        errors.contains("use --resume to continue it, or remove the file"),
        "{errors}"
    );
    let errors = fail(folder, &format!("{train} -o killed --seed 2 --resume"));
    assert!(
        errors.contains("the checkpoint of a run with other settings or samples: "),
        "{errors}"
    );
    expect_other_samples_to_be_found(folder, &killed);
    expect_damage_to_be_found(folder, &killed);
    succeed(folder, &killed);
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(read("killed"), read("complete"));
    assert!(!folder.join("killed.checkpoint").exists());
}

#[test]
fn samples_that_are_given_twice_count_once() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let generate = "datagen --nodes 50 --seed 7 --variant shatar";
    succeed(folder, &format!("{generate} --games 4 -o one"));
    succeed(folder, &format!("{generate} --games 6 -o longer"));
    fs::copy(folder.join("one"), folder.join("copy")).unwrap();
    let train = |files: &str| {
        let line = format!("train {files} --variant shatar --epochs 1 -o net");
        let args: Vec<&str> = line.split(' ').collect();
        let (code, _, errors) = status_and_output(&batyr(&args, folder));
        assert_eq!(code, Some(0), "{errors}");
        (fs::read(folder.join("net")).unwrap(), errors)
    };
    let (alone, errors) = train("one");
    assert!(!errors.contains("warning"), "{errors}");
    for (files, warning) in [
        (
            "one one",
            "4 of the 4 games in one are copies of earlier games and are left out",
        ),
        ("one copy", "4 of the 4 games in copy are"),
    ] {
        let (net, errors) = train(files);
        assert!(errors.contains(warning), "{errors}");
        assert!(net == alone, "{files}");
    }
    // The second run began with the same seed and played on.
    let (_, errors) = train("one longer");
    assert!(
        errors.contains("warning: 4 of the 6 games in longer"),
        "{errors}"
    );
}

#[test]
fn unbalanced_openings_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["datagen", "--games", "1", "--nodes", "1", "--random", "100"];
    let (code, _, errors) = status_and_output(&batyr(&args, folder.path()));
    assert_eq!(code, Some(1), "{errors}");
    assert!(
        errors.contains("no balanced opening found in 500 attempts"),
        "{errors}"
    );
}

#[test]
fn errors_name_the_file_and_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let start = "SQSSRSBRB/K/SSSSSSS/7/7/7/7/sssssss/k/brbsrssqs w Tt - - - 1";
    for (text, expected) in [
        ("no sample\n", "bad:1: expected 'position | score | result'"),
        (
            &format!("{start} | 3 | 1\n{start} | x | 1\n"),
            "bad:2: score \"x\", expected a whole number",
        ),
        (
            "9/1/7/7/7/7/7/7/1/9 w - - - - 1 | 3 | 1\n",
            "bad:1: White has 0 biys",
        ),
    ] {
        fs::write(folder.join("bad"), text).unwrap();
        for args in ["samples --pack new bad", "wdl bad"] {
            let _ = fs::remove_file(folder.join("new"));
            let args: Vec<&str> = args.split(' ').collect();
            let (code, _, errors) = status_and_output(&batyr(&args, folder));
            assert_eq!(code, Some(1), "{errors}");
            assert!(
                errors.starts_with(&format!("batyr {}: ", args[0])),
                "{errors}"
            );
            assert!(errors.contains(expected), "{errors}");
        }
    }
    let (code, _, errors) = status_and_output(&batyr(&["train", "missing", "-o", "net"], folder));
    assert_eq!(code, Some(1));
    assert!(errors.contains(&format!("missing: {NO_FILE}")), "{errors}");
    for (option, value, expected) in [
        ("--trust", "2", "expected a number from 0 to 1"),
        ("--stretch", "3", "expected a number from 0.5 to 2"),
    ] {
        let args = ["train", "bad", "-o", "net", option, value];
        let (code, _, errors) = status_and_output(&batyr(&args, folder));
        assert_eq!(code, Some(2));
        assert!(errors.contains(expected), "{errors}");
    }
}

#[test]
fn a_network_is_trained_and_trained_further() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let args = "datagen --games 4 --nodes 60 --seed 7 --variant shatar -o one";
    let args: Vec<&str> = args.split(' ').collect();
    let (code, _, errors) = status_and_output(&batyr(&args, folder));
    assert_eq!(code, Some(0), "{errors}");

    let train = |more: &[&str]| {
        let common = ["train", "one", "--variant", "shatar", "--epochs", "2"];
        let args = [&common, more].concat();
        let (code, out, errors) = status_and_output(&batyr(&args, folder));
        assert_eq!((code, out.as_str()), (Some(0), ""), "{errors}");
        assert!(errors.contains("epoch 2: training error 0."), "{errors}");
        let held_out = "too few samples to hold any out";
        assert!(errors.contains(held_out), "{errors}");
    };
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    train(&["-o", "first"]);
    assert!(read("first").starts_with(b"Batyr network 2\nshatar         \n"));
    train(&["-o", "again"]);
    assert_eq!(read("first"), read("again"));
    train(&["-o", "other", "--seed", "2"]);
    assert_ne!(read("first"), read("other"));
    train(&["-o", "further", "--from", "first"]);
    assert_ne!(read("first"), read("further"));
    // With a learning rate of 0, the network does not change, and its name says so.
    train(&["-o", "same", "--from", "first", "--rate", "0"]);
    let network = |name: &str| Network::read(&read(name)).unwrap();
    let [first, same] = [network("first"), network("same")];
    assert_eq!(first.name(), same.name());
    assert_ne!(first.name(), network("further").name());
    let expected = format!("{}batyr ", first.ancestry());
    assert!(
        same.ancestry().starts_with(&expected),
        "{}",
        same.ancestry()
    );
    let run = format!("from {}, ", first.name());
    assert!(same.ancestry().contains(&run), "{}", same.ancestry());

    for (args, expected) in [
        (
            "train one --variant shatra-kurin -o x",
            "one: samples of shatar; expected shatra",
        ),
        (
            "train --variant shatranj one --from first -o x",
            "first: a network for shatar; expected one for shatranj",
        ),
        (
            "train --variant shatar one --from one -o x",
            "one: not a network file: expected one",
        ),
        (
            "train --variant shatar one --from none -o x",
            &format!("none: {NO_FILE}"),
        ),
        (
            "train --variant shatar none -o x",
            &format!("none: {NO_FILE}"),
        ),
        (
            "train --variant shatar one -o none/x",
            &format!("none/x: {NO_FILE}"),
        ),
        ("train --variant shatar one --rate 1e39 -o x", "from 0 to 1"),
    ] {
        let args: Vec<&str> = args.split(' ').collect();
        let (code, _, errors) = status_and_output(&batyr(&args, folder));
        let is_usage = args.contains(&"--rate");
        assert_eq!(code, Some(if is_usage { 2 } else { 1 }), "{errors}");
        assert!(errors.contains(expected), "{errors}");
        assert!(!folder.join("x").exists());
    }
}

/// Returns the probability of a draw that a short search reports, in thousandths.
fn draw_probability(variant: &str, position: &str) -> u32 {
    let folder = tempfile::tempdir().unwrap();
    let commands = [
        &format!("setoption name UCI_Variant value {variant}"),
        "setoption name UCI_ShowWDL value true",
        &format!("position {position}"),
        "go depth 2",
    ];
    let (code, lines, errors) = status_and_output(&batyr(&commands, folder.path()));
    assert_eq!(code, Some(0), "{errors}");
    let (_, chances) = lines.rsplit_once(" wdl ").unwrap();
    let chances: Vec<u32> = chances.split(' ').take(3).flat_map(str::parse).collect();
    let [win, draw, loss] = chances[..] else {
        panic!("no chances in {lines}");
    };
    assert_eq!(win + draw + loss, 1000);
    draw
}

#[test]
fn the_probability_of_a_draw_depends_on_the_rules_and_the_men() {
    let ending = "spn 9/K/7/7/7/1S5/5s1/6k/1/9 w - - - - 1";
    let start = draw_probability("shatra", "startpos");
    assert!(draw_probability("shatra-original", "startpos") > 2 * start);
    assert!(draw_probability("shatra", ending) > 2 * start);
}
