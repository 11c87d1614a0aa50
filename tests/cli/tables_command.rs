//! `batyr tables` as its users see it, with the tables of two bare biys, which take no time.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::Duration;

use serde_json::Value;

use crate::program::{batyr, stderr, stdout};

fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = batyr(&[&["tables"], args].concat());
    command.current_dir(folder).output().unwrap()
}

fn make(folder: &Path, more: &[&str]) -> Output {
    run(
        folder,
        &[
            &["make", "--variant", "shatra-original", "--men", "2"],
            more,
        ]
        .concat(),
    )
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", stderr(output));
    serde_json::from_str(&stdout(output)).unwrap()
}

#[test]
fn tables_are_made_listed_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let made = json(&make(folder.path(), &["--json"]));
    assert_eq!(made["table"], "KvK");
    assert_eq!(made["variant"], "shatra-original");
    let list = json(&run(folder.path(), &["list", "--json"]));
    assert_eq!(list["bytes"], made["bytes"]);
    assert_eq!(list["entries"], made["entries"]);
    let file = folder.path().join("tables/shatra-original/KvK.table");
    assert_eq!(fs::metadata(file).unwrap().len(), made["bytes"]);
    let chosen = ["--variant", "shatra-original", "--json"];
    let verified = json(&run(folder.path(), &[&["verify"], &chosen[..]].concat()));
    assert_eq!(verified["wrong"], Value::Array(Vec::new()));
    let facts = json(&run(folder.path(), &[&["facts"], &chosen[..]].concat()));
    assert_eq!(facts["weaker_to_move"], Value::Null);
    assert_eq!(facts["longest_win_of_stronger"]["turns"], 1);
}

/// Makes the tables of three men, which takes minutes without optimization.
#[test]
#[ignore = "solves all classes of three men twice; needs an optimized build"]
fn processes_that_share_a_queue_make_the_tables_of_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let make = |dir: &str, queue: &[&str]| {
        let args = [
            "tables",
            "make",
            "--variant",
            "shatar",
            "--men",
            "3",
            "--jobs",
            "1",
        ];
        let mut command = batyr(&[&args[..], &["--dir", dir], queue].concat());
        command.current_dir(folder);
        command
    };
    assert!(make("alone", &[]).status().unwrap().success());
    let queue = ["--queue", "queue", "--beat", "1"];
    let claims = folder.join("queue/level-3-0/queue/claims");
    let mut killed = make("shared", &queue).spawn().unwrap();
    while fs::read_dir(&claims).map_or(0, Iterator::count) == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let processes = [(); 3].map(|()| make("shared", &queue).spawn().unwrap());
    for mut process in processes {
        assert!(process.wait().unwrap().success());
    }
    let mut count = 0;
    for file in fs::read_dir(folder.join("alone/shatar")).unwrap() {
        let file = file.unwrap();
        let shared = folder.join("shared/shatar").join(file.file_name());
        assert!(fs::read(file.path()).unwrap() == fs::read(shared).unwrap());
        count += 1;
    }
    assert!(count > 5, "{count}");
    assert_eq!(
        fs::read_dir(folder.join("shared/shatar")).unwrap().count(),
        count
    );
}

#[test]
fn processes_that_share_a_queue_make_each_table_once() {
    let folder = tempfile::tempdir().unwrap();
    let alone = json(&make(folder.path(), &["--json"]));
    let queue = [
        "--json", "--dir", "shared", "--queue", "queue", "--beat", "1",
    ];
    let shared = json(&make(folder.path(), &queue));
    assert_eq!(shared["bytes"], alone["bytes"]);
    // Another process has nothing to make.
    let second = make(folder.path(), &queue);
    assert!(second.status.success(), "{}", stderr(&second));
    assert_eq!(stdout(&second), "");
    let table = |dir: &str| fs::read(folder.path().join(dir).join("shatra-original/KvK.table"));
    assert_eq!(table("tables").unwrap(), table("shared").unwrap());
}

#[test]
fn a_probe_names_every_turn() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &[]);
    let probe = |position: &str, more: &[&str]| {
        let args = ["probe", "--variant", "shatra-original", position];
        run(folder.path(), &[&args[..], more].concat())
    };
    // The biys are side by side, and c6 is empty: d6 jumps over d7 or steps aside.
    let hanging = "9/1/7/3K3/3k3/7/7/7/1/9 w";
    let text = stdout(&probe(hanging, &[]));
    assert!(text.starts_with("win 1\n  d6:d8  win 1\n"), "{text}");
    let found = json(&probe(hanging, &["--json"]));
    assert_eq!(
        (&found["result"], &found["in_turns"]),
        (&"win".into(), &1.into())
    );
    assert_eq!(found["turns"][0]["turn"], "d6:d8");
    assert_eq!(found["turns"].as_array().unwrap().len(), 8);
    // Two squares apart, whoever steps next to the other loses its biy.
    let far = json(&probe("9/1/3K3/7/3k3/7/7/7/1/9 w", &["--json"]));
    assert_eq!(
        (&far["result"], &far["in_turns"]),
        (&"draw".into(), &Value::Null)
    );
    let losing = far["turns"].as_array().unwrap().iter();
    let losing = losing.filter(|turn| turn["result"] == "loss");
    let losing: Vec<&str> = losing.map(|turn| turn["turn"].as_str().unwrap()).collect();
    assert_eq!(losing, ["d5-e6", "d5-d6", "d5-c6"]);
    // The sixth turn after the last capture draws, unless it takes the biy.
    let last = json(&probe("9/1/7/3K3/3k3/7/7/7/1/9 w - - - 5", &["--json"]));
    assert_eq!(last["result"], "win");
    let over = json(&probe("9/1/7/3K3/3k3/7/7/7/1/9 w - - - 6", &["--json"]));
    assert_eq!(over["result"], "draw");
    assert_eq!(over["turns"], Value::Array(Vec::new()));
}

#[test]
fn the_tables_of_the_program_are_used_where_the_folder_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let position = "9/1/3Q3/3K3/7/7/3k3/7/1/9 w";
    let shipped = run(folder.path(), &["probe", position]);
    assert!(shipped.status.success(), "{}", stderr(&shipped));
    run(folder.path(), &["make", "--men", "3"]);
    assert_eq!(
        stdout(&run(folder.path(), &["probe", position])),
        stdout(&shipped)
    );
}

#[test]
fn what_no_table_has_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let probe = |position: &str| run(folder.path(), &["probe", position]);
    let output = probe("9/1/3QS2/3K3/7/7/3k3/7/1/9 w");
    assert_eq!(output.status.code(), Some(1));
    let expected = "batyr tables: there is no table of KQSvK; 'batyr tables make --variant shatra --men 4 --dir tables' makes it\n";
    assert_eq!(stderr(&output), expected);
    run(folder.path(), &["make", "--men", "2"]);
    let output = probe("9/1/3Q3/3K3/7/7/3k3/7/1/9 w");
    let expected = "batyr tables: there is no table of KQvK; 'batyr tables make --variant shatra --men 3 --dir tables' makes it\n";
    assert_eq!(stderr(&output), expected);
    let output = run(
        folder.path(),
        &["probe", "--variant", "shatranj", "startpos"],
    );
    let expected = "batyr tables: the position has 32 men, expected at most 6\n";
    assert_eq!(stderr(&output), expected);
    let output = probe("9/K/7/7/7/7/3k3/7/1/9 w T");
    let expected = "batyr tables: the position is in no table, because a temdek is on\n";
    assert_eq!(stderr(&output), expected);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_damaged_table_is_reported_and_made_again() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &[]);
    let file = folder.path().join("tables/shatra-original/KvK.table");
    let sound = fs::read(&file).unwrap();
    let unchanged = make(folder.path(), &[]);
    assert_eq!(stdout(&unchanged), "");
    for damaged in [&sound[..sound.len() - 1], b"", b"something else"] {
        fs::write(&file, damaged).unwrap();
        let verify = ["verify", "--variant", "shatra-original"];
        let output = run(folder.path(), &verify);
        assert_eq!(output.status.code(), Some(1));
        assert!(
            stderr(&output).contains("KvK.table: "),
            "{}",
            stderr(&output)
        );
        let output = run(folder.path(), &["list"]);
        assert_eq!(
            (output.status.code(), stdout(&output)),
            (Some(1), String::new())
        );
        let output = make(folder.path(), &["--jobs", "1"]);
        assert!(output.status.success());
        assert!(stderr(&output).ends_with("; the table is made again\n"));
        assert_eq!(fs::read(&file).unwrap(), sound);
    }
}

#[test]
fn memory_is_limited() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["make", "--variant", "shatar", "--men", "4", "--memory", "1"];
    let output = run(folder.path(), &args);
    assert_eq!(output.status.code(), Some(1));
    let message = stderr(&output);
    assert!(
        message.contains(" MB of memory, expected at most the 1 MB of --memory"),
        "{message}"
    );
}

/// Runs that are killed again and again end with the files of a run that is left alone.
#[test]
#[ignore = "slow: solves the endings of three men twice"]
fn a_run_that_is_killed_goes_on_to_the_same_files() {
    let [whole, killed] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let men = ["make", "--variant", "shatra-original", "--men", "3"];
    assert!(run(whole.path(), &men).status.success());
    for tenths in [1, 5, 10, 20, 40] {
        let mut command = batyr(&[&["tables"], &men[..]].concat());
        let mut child = command.current_dir(killed.path()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(100 * tenths));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(run(killed.path(), &men).status.success());
    for name in ["KvK", "KQvK", "KSvK"] {
        let file = format!("tables/shatra-original/{name}.table");
        let [one, other] = [&whole, &killed].map(|folder| fs::read(folder.path().join(&file)));
        assert!(one.unwrap() == other.unwrap(), "{name}");
    }
}
