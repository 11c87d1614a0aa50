//! Which programs the engines of a match are.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use crate::scratch::{BATYR, Scratch, all_output, batyr_match};

/// Writes a program that adds its path to a file, and then is this engine.
fn write_program(scratch: &Scratch, path: &str) {
    let path = scratch.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let who = scratch.join("who");
    let text = format!(
        "#!/bin/sh\necho \"$0\" >> {}\nexec {BATYR}\n",
        who.display()
    );
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Returns the paths of the programs that were started.
fn started(scratch: &Scratch) -> BTreeSet<String> {
    let text = fs::read_to_string(scratch.join("who")).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').filter(|word| !word.is_empty()).collect()
}

/// Runs a match in the folder `scratch`.
fn play(scratch: &Scratch, line: &str) -> Output {
    let mut command = batyr_match(&words(line), Path::new("out"));
    command.current_dir(scratch.path()).output().unwrap()
}

#[test]
fn the_program_in_the_working_directory_comes_first() {
    let scratch = Scratch::new("dir");
    for path in ["eng", "new/eng", "old/eng"] {
        write_program(&scratch, path);
    }
    let each = "--each nodes=20 --rounds 1 --max-plies 6 --plain";
    for command in ["./eng", "eng"] {
        let line =
            format!("--engine cmd={command} dir=new name=N --engine cmd={command} dir=old {each}");
        let output = play(&scratch, &line);
        assert!(output.status.success(), "{}", all_output(&output));
        let expected = ["new/eng", "old/eng"].map(|path| scratch.join(path).display().to_string());
        assert_eq!(started(&scratch), expected.into(), "{command}");
        fs::remove_dir_all(scratch.join("out")).unwrap();
        fs::remove_file(scratch.join("who")).unwrap();
    }
    // Without such a file there, a path is one from the current folder.
    let line = format!("--engine cmd=new/eng dir=old name=A --engine cmd=new/eng name=B {each}");
    let output = play(&scratch, &line);
    assert!(output.status.success(), "{}", all_output(&output));
    let expected = scratch.join("new/eng").display().to_string();
    assert_eq!(started(&scratch), BTreeSet::from([expected]));
}

#[test]
fn spsa_finds_the_program_in_the_working_directory() {
    let scratch = Scratch::new("spsa-dir");
    for path in ["eng", "sub/eng"] {
        write_program(&scratch, path);
    }
    let line = "spsa --engine cmd=./eng dir=sub --each nodes=20 --parameter Hash:4:1 \
                --pairs 1 --max-plies 6 -o out.spsa";
    let mut command = Command::new(BATYR);
    command.args(words(line)).current_dir(scratch.path());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", all_output(&output));
    let expected = scratch.join("sub/eng").display().to_string();
    assert_eq!(started(&scratch), BTreeSet::from([expected]));
}

/// The words of a match between `./eng` and this engine, in two shards of two games each.
fn two_shards(rest: &str) -> String {
    format!(
        "--engine cmd=./eng name=N --engine cmd={BATYR} name=B --each nodes=20 --rounds 2 \
         --max-plies 6 --plain {rest}"
    )
}

/// Removes the last game of the match in a folder.
fn drop_last_game(folder: &Path) {
    let path = folder.join("games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let end = text.trim_end().rfind('\n').unwrap();
    fs::write(path, &text[..=end]).unwrap();
}

fn append(path: &Path, text: &str) {
    let old = fs::read_to_string(path).unwrap();
    fs::write(path, old + text).unwrap();
}

fn assert_fails(output: &Output, parts: &[&str]) {
    let text = all_output(output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_match_is_not_resumed_with_another_program() {
    let scratch = Scratch::new("changed");
    write_program(&scratch, "eng");
    let out = scratch.join("out");
    let output = play(&scratch, &two_shards(""));
    assert!(output.status.success(), "{}", all_output(&output));
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.contains("## Programs"), "{report}");
    assert!(!report.contains("counted together"), "{report}");
    drop_last_game(&out);
    append(&scratch.join("eng"), "# new\n");
    let changed = [
        "engine \"N\" is not the program",
        "its program was",
        "--accept-changed-programs",
    ];
    assert_fails(&play(&scratch, &two_shards("--resume")), &changed);
    assert_fails(&play(&scratch, "--resume --plain"), &changed);
    let output = play(&scratch, "--resume --plain --accept-changed-programs");
    assert!(output.status.success(), "{}", all_output(&output));
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    let note = "Games of different programs were counted together";
    assert!(report.contains(note), "{report}");
}

#[test]
fn a_program_that_has_not_played_may_be_replaced() {
    let scratch = Scratch::new("not-played");
    write_program(&scratch, "eng");
    let out = scratch.join("out");
    let output = play(&scratch, &two_shards(""));
    assert!(output.status.success(), "{}", all_output(&output));
    fs::write(out.join("games.jsonl"), "").unwrap();
    append(&scratch.join("eng"), "# new\n");
    for options in ["", " --accept-changed-programs"] {
        fs::write(out.join("games.jsonl"), "").unwrap();
        let output = play(&scratch, &format!("--resume --plain{options}"));
        let text = all_output(&output);
        assert!(
            output.status.success() && !text.contains("accepted"),
            "{text}"
        );
        let report = fs::read_to_string(out.join("report.md")).unwrap();
        assert!(!report.contains("counted together"), "{report}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_whose_path_is_not_utf8_can_host_a_match() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let scratch = Scratch::new("bytes");
    write_program(&scratch, "eng");
    let folder = scratch.path().join(OsStr::from_bytes(b"x\xff"));
    fs::create_dir(&folder).unwrap();
    fs::rename(scratch.join("eng"), folder.join("eng")).unwrap();
    let line = two_shards("");
    let mut command = batyr_match(&words(&line), Path::new("out"));
    let output = command.current_dir(&folder).output().unwrap();
    assert!(output.status.success(), "{}", all_output(&output));
    let programs = fs::read_to_string(folder.join("out/programs.json")).unwrap();
    assert!(programs.contains("/x\u{fffd}/"), "{programs}");
}

#[test]
fn a_folder_without_a_record_of_programs_is_resumed_with_a_warning() {
    let scratch = Scratch::new("unrecorded");
    write_program(&scratch, "eng");
    let out = scratch.join("out");
    play(&scratch, &two_shards(""));
    drop_last_game(&out);
    fs::remove_file(out.join("programs.json")).unwrap();
    let warning = "out does not record which programs played some of its games";
    for _ in 0..2 {
        let output = play(&scratch, "--resume --plain --strict");
        let text = all_output(&output);
        assert_eq!(output.status.code(), Some(4), "{text}");
        assert!(text.contains(warning), "{text}");
    }
    for _ in 0..2 {
        let output = play(&scratch, "--resume --plain");
        let text = all_output(&output);
        assert!(output.status.success(), "{text}");
        assert!(text.contains(&format!("warning: {warning}")), "{text}");
        drop_last_game(&out);
    }
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(
        report.contains("played before programs were recorded"),
        "{report}"
    );
}

#[test]
fn shards_of_different_programs_are_not_merged() {
    let scratch = Scratch::new("merged");
    write_program(&scratch, "eng");
    let run = |shard: &str, out: &str| {
        let line = two_shards(&format!("--shard {shard}"));
        let mut command = batyr_match(&words(&line), Path::new(out));
        let output = command.current_dir(scratch.path()).output().unwrap();
        assert!(output.status.success(), "{}", all_output(&output));
    };
    let merge = |line: &str| {
        let mut command = Command::new(BATYR);
        command.args(["match", "merge"]).args(words(line));
        command.current_dir(scratch.path()).output().unwrap()
    };
    run("1/2", "one");
    run("2/2", "two");
    let output = merge("one two --out same");
    assert!(output.status.success(), "{}", all_output(&output));
    // The speeds of the workers may differ here.
    let warns = |output: &Output| {
        let text = all_output(output);
        let mut lines = text.lines().filter(|line| line.contains("warning"));
        lines.any(|line| !line.contains("the slowest worker is"))
    };
    assert!(!warns(&output), "{}", all_output(&output));
    append(&scratch.join("eng"), "# new\n");
    run("2/2", "new");
    let parts = [
        "new: engine \"N\" is not the same program in all parts",
        "--accept-changed-programs",
    ];
    assert_fails(&merge("one new --out mixed"), &parts);
    assert!(!scratch.join("mixed").exists());
    let output = merge("one new --out mixed --accept-changed-programs");
    assert!(output.status.success(), "{}", all_output(&output));
    assert!(
        all_output(&output).contains("accepted: new: engine"),
        "{}",
        all_output(&output)
    );
    let report = fs::read_to_string(scratch.join("mixed/report.html")).unwrap();
    assert!(report.contains("were counted together"), "{report}");
    // What one part has accepted is no difference between parts.
    let output = merge("mixed --out again");
    assert!(output.status.success(), "{}", all_output(&output));
    assert!(!all_output(&output).contains("accepted"));
    // Nor is a program that has not played.
    fs::write(scratch.join("new/games.jsonl"), "").unwrap();
    let output = merge("one new --out idle");
    assert!(output.status.success(), "{}", all_output(&output));
    fs::remove_file(scratch.join("new/programs.json")).unwrap();
    let output = merge("one new --out unrecorded");
    assert!(output.status.success(), "{}", all_output(&output));
    assert!(!warns(&output), "{}", all_output(&output));
    fs::remove_file(scratch.join("two/programs.json")).unwrap();
    let output = merge("one two --out old");
    assert!(output.status.success(), "{}", all_output(&output));
    assert!(all_output(&output).contains("warning: not all shards record"));
}

#[test]
fn a_program_that_changes_during_a_run_ends_it() {
    let scratch = Scratch::new("replaced");
    let path = scratch.join("eng");
    // Started for the third time, for the second game, it replaces itself.
    let text = format!(
        "#!/bin/sh\n{{ echo >> who; [ $(wc -l < who) = 3 ] && echo '# new' >> \"$0\"\nexec {BATYR}; }}\n"
    );
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let output = play(&scratch, &two_shards("--each restart=on"));
    let parts = ["stopped: the program of engine \"N\" changed during the run: its program was"];
    assert_fails(&output, &parts);
    let games = crate::scratch::games(&scratch.join("out"));
    assert_eq!(games.keys().copied().collect::<Vec<_>>(), [1, 2]);
    assert!(games.values().all(|report| !report.end.is_fault()));
    assert_fails(&play(&scratch, "--resume --plain"), &["is not the program"]);
}

#[test]
fn a_file_that_the_engine_writes_in_its_games_is_left_out() {
    let scratch = Scratch::new("learning");
    let text = format!(
        "while read -r line; do\n\
         case \"$line\" in go*) echo x >> exp.bin ;; esac\n\
         echo \"$line\"\n\
         case \"$line\" in quit) exit ;; esac\n\
         done | exec {BATYR}\n"
    );
    fs::write(scratch.join("eng.sh"), text).unwrap();
    fs::write(scratch.join("exp.bin"), "").unwrap();
    let line = two_shards("--each restart=on").replace("cmd=./eng", "cmd=sh args=eng.sh_exp.bin");
    let line: Vec<String> = words(&line)
        .iter()
        .map(|word| word.replace("sh_", "sh "))
        .collect();
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    let mut command = batyr_match(&line, Path::new("out"));
    let output = command.current_dir(scratch.path()).output().unwrap();
    let text = all_output(&output);
    assert!(output.status.success(), "{text}");
    let warning = "warning: N: the file of its argument 2 changed during the run";
    assert_eq!(
        text.matches(warning).count(),
        2,
        "once at the game, once in the results: {text}"
    );
    let out = scratch.join("out");
    let programs = fs::read_to_string(out.join("programs.json")).unwrap();
    assert!(
        programs.contains("argument 1") && !programs.contains("argument 2"),
        "{programs}"
    );
    drop_last_game(&out);
    let output = play(&scratch, "--resume --plain");
    assert!(output.status.success(), "{}", all_output(&output));
}

#[test]
fn a_script_and_a_new_name_are_noticed() {
    let scratch = Scratch::new("script");
    let text = format!("exec {BATYR} | sed -u \"s/^id name .*/id name $(cat name)/\"\n");
    fs::write(scratch.join("eng.sh"), text).unwrap();
    fs::write(scratch.join("name"), "first").unwrap();
    let line = two_shards("").replace("cmd=./eng", "cmd=sh args=eng.sh");
    let output = play(&scratch, &line);
    assert!(output.status.success(), "{}", all_output(&output));
    drop_last_game(&scratch.join("out"));
    fs::write(scratch.join("name"), "second").unwrap();
    let parts = ["its 'id name' was \"first\" and is \"second\""];
    assert_fails(&play(&scratch, "--resume --plain"), &parts);
    fs::write(scratch.join("name"), "first").unwrap();
    append(&scratch.join("eng.sh"), "# new\n");
    let parts = [
        "its argument 1 was",
        "if the engine itself writes this file",
    ];
    assert_fails(&play(&scratch, "--resume --plain"), &parts);
}

#[test]
fn spsa_is_not_resumed_with_another_program() {
    let scratch = Scratch::new("spsa-changed");
    write_program(&scratch, "eng");
    let run = |line: &str| {
        let mut command = Command::new(BATYR);
        command.arg("spsa").args(words(line));
        command.current_dir(scratch.path()).output().unwrap()
    };
    let output = run(
        "--engine cmd=./eng --each nodes=20 --parameter Hash:4:1 --pairs 1 \
                      --max-plies 6 -o out.spsa",
    );
    assert!(output.status.success(), "{}", all_output(&output));
    let output = run("--resume -o out.spsa");
    assert!(output.status.success(), "{}", all_output(&output));
    append(&scratch.join("eng"), "# new\n");
    let output = run("--resume -o out.spsa");
    assert_fails(&output, &["its program was", "--accept-changed-programs"]);
    let output = run("--resume --accept-changed-programs -o out.spsa");
    assert!(output.status.success(), "{}", all_output(&output));
    // A program that has not played may be replaced.
    let text = fs::read_to_string(scratch.join("out.spsa")).unwrap();
    let mut saved: serde_json::Value = serde_json::from_str(&text).unwrap();
    saved["state"]["begun"] = 0.into();
    fs::write(scratch.join("out.spsa"), saved.to_string()).unwrap();
    append(&scratch.join("eng"), "# newer\n");
    let output = run("--resume -o out.spsa");
    assert!(output.status.success(), "{}", all_output(&output));
}
