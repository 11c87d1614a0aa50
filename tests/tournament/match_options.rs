//! What the options of a match promise: whose files are replaced, how long a test is played, how
//! many games the machine can bear, and which formats a number of engines allows.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::available_parallelism;

use batyr::tournament::{GameResult, Termination};

use crate::match_trouble::{expect_failure, short_match};
use crate::scratch::{BATYR, Scratch, all_output, batyr_match, games, run_successfully};

/// Returns the names of the files in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn files_of_others_are_not_overwritten() {
    let scratch = Scratch::new("others");
    let (out, mine) = (scratch.join("out"), scratch.join("mine"));
    let test = "--rounds 2 --sprt elo0=0,elo1=10";
    run_successfully(&mut short_match(test, &out));
    fs::create_dir(&mine).unwrap();
    let mut written = names(&out);
    assert!(written.remove("match.json") && written.remove("match.lock"));
    // The programs, the games, the game file, two reports and four plots.
    assert_eq!(written.len(), 9, "{written:?}");
    for name in &written {
        let path = mine.join(name);
        fs::write(&path, "mine").unwrap();
        expect_failure(short_match(test, &mine), 1, &[name, "no match.json"]);
        expect_failure(
            short_match(&format!("{test} --resume"), &mine),
            1,
            &[name, "no match.json"],
        );
        let mut merge = Command::new(BATYR);
        merge.args(["match", "merge"]).arg(&out);
        merge.arg("--out").arg(&mine);
        expect_failure(merge, 1, &[name, "no match.json"]);
        let mut report = Command::new(BATYR);
        report.args(["match", "report"]).arg(&mine);
        expect_failure(report, 1, &["contains no tournament"]);
        assert_eq!(names(&mine), BTreeSet::from([name.clone()]));
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        fs::remove_file(path).unwrap();
    }
    // Files that a tournament does not write are no obstacle.
    fs::write(mine.join("notes.txt"), "mine").unwrap();
    run_successfully(&mut short_match("", &mine));
}

#[test]
fn each_engine_has_a_log_of_its_own() {
    let scratch = Scratch::new("own-log");
    let out = scratch.join("out");
    let args = format!(
        "--engine cmd={BATYR} name=a/b --engine cmd={BATYR} name=a_b --format gauntlet --games 1 \
         --logs"
    );
    run_successfully(&mut short_match(&args, &out));
    let logs = names(&out.join("logs"));
    let expected = ["A-1.log", "B-1.log", "a_b-1.log", "a_b.2-1.log"];
    assert_eq!(logs, expected.map(str::to_owned).into());
    for name in expected {
        let log = fs::read_to_string(out.join("logs").join(name)).unwrap();
        assert_eq!(log.matches("> quit").count(), 1, "{name}: {log}");
    }
}

#[test]
fn a_test_without_a_number_of_rounds_is_played_until_it_is_decided() {
    let scratch = Scratch::new("open");
    let out = scratch.join("out");
    // All games are drawn by their length.
    let test = "--sprt elo0=0,elo1=150,model=logistic --openings random:2";
    let output = run_successfully(&mut short_match(test, &out));
    let text = all_output(&output);
    assert!(text.contains("H0 accepted"), "{text}");
    let played = games(&out);
    assert!(played.len() > 2 && played.len().is_multiple_of(2));
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(!report.contains("not played"), "{report}");
    // It goes on where it was interrupted.
    let path = out.join("games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.lines().next().unwrap().to_owned() + "\n").unwrap();
    let output = run_successfully(&mut batyr_match(&["--resume", "--plain"], &out));
    assert!(all_output(&output).contains("H0 accepted"));
    assert_eq!(games(&out).len(), played.len());
}

#[test]
fn tests_and_formats_that_can_not_be_kept_are_refused() {
    let scratch = Scratch::new("refused");
    let out = scratch.join("out");
    let third = format!("--engine cmd={BATYR} name=third --format swiss");
    for (args, part) in [
        ("--sprt elo1=10 --shard 1/2", "--shard needs --rounds"),
        ("--sprt elo1=10 --games 3", "even number of --games"),
        (
            "--sprt elo1=10 --format swiss",
            "--sprt needs a round-robin",
        ),
        (
            "--sprt elo1=10 --format knockout",
            "--sprt needs a round-robin",
        ),
        ("--format swiss --rounds 2", "expected at most 1"),
        (&format!("{third} --rounds 4"), "expected at most 3"),
    ] {
        expect_failure(short_match(args, &out), 2, &[part]);
        assert!(!out.exists(), "{args}");
    }
    run_successfully(&mut short_match(&format!("{third} --rounds 3"), &out));
    let met = games(&out).into_values().map(|game| {
        let pair = BTreeSet::from([game.white, game.black]);
        (game.round, pair)
    });
    let met: BTreeSet<_> = met.collect();
    let pairs: BTreeSet<_> = met.iter().map(|(_, pair)| pair.clone()).collect();
    assert_eq!((met.len(), pairs.len()), (3, 3), "each pair meets once");
}

#[test]
fn more_timed_games_than_processors_must_be_forced() {
    let scratch = Scratch::new("forced");
    let out = scratch.join("out");
    let jobs = available_parallelism().unwrap().get() + 1;
    let timed = format!("--each tc=10+0 --jobs {jobs}");
    let parts = ["games at a time", "--force-jobs"];
    expect_failure(short_match(&timed, &out), 2, &parts);
    // A forced number is a warning, which a strict run does not accept.
    let forced = format!("{timed} --force-jobs --strict");
    let parts = [&format!("need {jobs} processors"), "--strict"];
    expect_failure(short_match(&forced, &out), 4, &parts);
    assert!(!out.exists());
    let untimed = format!("--jobs {jobs} --strict");
    run_successfully(&mut short_match(&untimed, &out));
}

/// Runs a short match in a shell that has set this limit of open files.
fn limited_match(limit: &str, rest: &str, out: &Path) -> Command {
    let command = short_match(rest, out);
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{limit}; exec \"$0\" \"$@\""), BATYR]);
    shell.args(command.get_args()).env_remove("RUST_LOG");
    shell
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    shell
}

#[test]
fn a_low_limit_of_open_files_is_raised_or_named() {
    let scratch = Scratch::new("files");
    let out = scratch.join("out");
    let parts = ["--jobs 4", "open files", "the limit of this process is 30"];
    let output = expect_failure(limited_match("ulimit -n 30", "--jobs 4", &out), 1, &parts);
    let text = all_output(&output);
    assert!(!text.contains("can't start engine"), "{text}");
    assert!(!out.exists());
    // The soft limit is raised up to the hard one.
    run_successfully(&mut limited_match(
        "ulimit -Sn 20",
        "--jobs 4 --rounds 4",
        &out,
    ));
    assert!(games(&out).values().all(|game| !game.end.is_fault()));
}

#[test]
fn the_report_states_the_rules_of_adjudication() {
    let scratch = Scratch::new("rules");
    let out = scratch.join("out");
    let rules =
        "--resign score=700,count=3 --draw move=30,score=15,count=6 --no-progress 90 --tables";
    run_successfully(&mut short_match(rules, &out));
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    for line in [
        "* Drawn after 12 turns",
        "* Drawn after 90 consecutive turns without a capture or promotion",
        "* Lost at -700 cp or less in 3 consecutive turns, by the scores of both engines",
        "* Drawn from move 30 on if both engines' scores were within 15 cp of 0 in the last 6 \
         turns of each",
        "* Ended by the endgame tables that come with the program",
    ] {
        assert!(report.contains(line), "{line}: {report}");
    }
}

#[test]
fn games_that_endgame_tables_decide_are_not_played_on() {
    let scratch = Scratch::new("tables");
    let openings = scratch.join("few.openings");
    // White wins with its sixth turn.
    fs::write(&openings, "9/1/K6/7/3Q3/7/7/k6/1/9 w - - - - 1\n").unwrap();
    let game = format!(
        "--variant shatra-original --openings {}",
        openings.display()
    );
    let (with, without) = (scratch.join("with"), scratch.join("without"));
    run_successfully(&mut short_match(&format!("{game} --tables"), &with));
    for game in games(&with).values() {
        assert_eq!(game.end, Termination::WinAdjudicated);
        assert_eq!(game.result, GameResult::WhiteWins);
        assert!(game.detail.contains("endgame tables"), "{}", game.detail);
        assert!(game.turns.is_empty());
    }
    run_successfully(&mut short_match(&game, &without));
    assert!(games(&without).values().all(|game| !game.turns.is_empty()));
    let missing = format!("{game} --tables /no/such/folder");
    expect_failure(
        short_match(&missing, &scratch.join("no")),
        2,
        &["--tables /no/such/folder"],
    );
}
