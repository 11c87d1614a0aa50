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
    line.split(' ').collect()
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
