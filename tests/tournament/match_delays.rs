//! Delays of the runner itself: it is stopped by a signal, for a moment, while its engines think.

#![cfg(target_os = "linux")] // stopped processes are found in /proc

use std::fs;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use batyr::tournament::process_tree::stat;
use batyr::tournament::{GameReport, Termination};
use jiff::{SignedDuration, Timestamp};
use rustix::process::{Pid, Signal, kill_process};

use crate::program::wait_for_exit;
use crate::scratch::{BATYR, Scratch, all_output, bad_engine, batyr_match, games, two_engines};
use crate::support::Random;

/// The limits of an engine that thinks almost all the time. The margin is one that a busy machine
/// needs.
const EACH: &str = "st=0.2 timemargin=1000";
/// The time for which the runner is stopped: longer than the margin.
const AWAY: Duration = Duration::from_millis(1500);
/// The time limit of every wait.
const LIMIT: Duration = Duration::from_secs(60);

/// Sends a signal to the runner.
fn signal(runner: &Child, signal: Signal) {
    kill_process(Pid::from_child(runner), signal).unwrap();
}

/// Stops the runner for a while.
fn stop_for(runner: &Child, time: Duration) {
    signal(runner, Signal::STOP);
    std::thread::sleep(time);
    signal(runner, Signal::CONT);
}

/// Waits until a condition holds.
fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + LIMIT;
    while !condition() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until a log shows that an engine is searching.
fn wait_for_search(out: &Path) {
    let logs = out.join("logs");
    wait_until("no search", || {
        // Logs are written between games, so the second game is awaited.
        let files = fs::read_dir(&logs).into_iter().flatten().flatten();
        let mut texts = files.map(|file| fs::read_to_string(file.path()).unwrap_or_default());
        texts.any(|text| text.contains("> go"))
    });
}

#[test]
fn a_game_during_which_the_runner_was_stopped_is_replayed() {
    let scratch = Scratch::new("stopped");
    let out = scratch.join("out");
    let mut args = two_engines(EACH);
    let rest = "--max-plies 20 --plain --logs --affinity none";
    args.extend(rest.split(' ').map(str::to_owned));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut runner = batyr_match(&args, &out).spawn().unwrap();
    wait_for_search(&out);
    std::thread::sleep(Duration::from_millis(100));
    // Twice, as the first moment may be one between two searches.
    for _ in 0..2 {
        stop_for(&runner, AWAY);
        std::thread::sleep(Duration::from_millis(200));
    }
    let status = wait_for_exit(&mut runner, LIMIT);
    let output = runner.wait_with_output().unwrap();
    let text = all_output(&output);
    assert!(status.success(), "{text}");
    let said = "the runner itself did not run for";
    assert!(
        text.contains(said) && text.contains("abandoned, to be replayed"),
        "{text}"
    );
    let games = games(&out);
    assert_eq!(games.len(), 2, "{text}");
    assert!(
        games.values().all(|game| game.end != Termination::Time),
        "{text}"
    );
    let abandoned: Vec<&String> = games.values().flat_map(|game| &game.abandoned).collect();
    assert!(!abandoned.is_empty(), "{text}");
    assert!(abandoned[0].contains(said), "{abandoned:?}");
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    let counter = "abandoned because the runner itself did not run for a while";
    assert!(report.contains(counter), "{report}");
}

#[test]
fn an_engine_without_a_clock_does_not_stall_while_the_runner_is_stopped() {
    let scratch = Scratch::new("stopped-untimed");
    let out = scratch.join("out");
    let searching = scratch.join("searching");
    let mut args = bad_engine("marks-and-is-late", &searching.display().to_string());
    let sound = format!("--engine cmd={BATYR} name=Batyr --each nodes=20 movetimeout=1.2");
    args.extend(sound.split(' ').map(str::to_owned));
    args.extend(
        "--games 1 --openings start --plain --affinity none --max-faults 0"
            .split(' ')
            .map(str::to_owned),
    );
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut runner = batyr_match(&args, &out).spawn().unwrap();
    // The engine answers 0.4 s after `go`; the runner is away for longer than it waits.
    wait_until("no search", || searching.exists());
    stop_for(&runner, Duration::from_millis(2500));
    wait_for_exit(&mut runner, LIMIT);
    let text = all_output(&runner.wait_with_output().unwrap());
    let games = games(&out);
    // The answer counts; the next one is illegal.
    assert_eq!(games[&1].end, Termination::IllegalMove, "{text}");
    assert_eq!(games[&1].turns.len(), 2, "{text}");
    assert!(games[&1].abandoned.is_empty(), "{text}");
}

/// Returns the number of games in a journal.
fn game_lines(path: &Path) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.lines().count())
}

#[test]
fn a_run_pauses_while_the_pause_file_exists() {
    let scratch = Scratch::new("pause-file");
    let (out, pause) = (scratch.join("out"), scratch.join("pause"));
    fs::write(&pause, "").unwrap();
    let mut args = two_engines("tc=30+0.1 nodes=30");
    let rest = format!(
        "--max-plies 30 --plain --affinity none --pause-file {}",
        pause.display()
    );
    args.extend(rest.split(' ').map(str::to_owned));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut runner = batyr_match(&args, &out).spawn().unwrap();
    wait_until("no journal", || out.join("games.jsonl").exists());
    // Longer than a game takes.
    let paused = Duration::from_millis(3000);
    std::thread::sleep(paused);
    assert_eq!(game_lines(&out.join("games.jsonl")), 0);
    let resumed = Timestamp::now();
    fs::remove_file(&pause).unwrap();
    let status = wait_for_exit(&mut runner, LIMIT);
    let text = all_output(&runner.wait_with_output().unwrap());
    assert!(status.success(), "{text}");
    assert!(
        text.contains("paused while the pause file exists"),
        "{text}"
    );
    assert!(text.contains("the games continue"), "{text}");
    for game in games(&out).values() {
        assert_ne!(game.end, Termination::Time, "{text}");
        // A game begins after a pause that came before its first turn.
        let started: Timestamp = game.started.parse().unwrap();
        assert!(started >= resumed, "{started} {resumed}");
        assert!(game.seconds < paused.as_secs_f64(), "{}", game.seconds);
    }
}

#[test]
fn a_pause_in_the_middle_of_a_game_costs_no_time() {
    let scratch = Scratch::new("pause-in-a-game");
    let (out, pause, searching) = (
        scratch.join("out"),
        scratch.join("pause"),
        scratch.join("searching"),
    );
    let mut args = bad_engine("marks-and-is-late", &searching.display().to_string());
    let rest = format!(
        "--engine cmd={BATYR} name=Batyr --each tc=3 --games 1 --openings start --plain \
         --affinity none --pause-file {}",
        pause.display()
    );
    args.extend(rest.split(' ').map(str::to_owned));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut runner = batyr_match(&args, &out).spawn().unwrap();
    wait_until("no search", || searching.exists());
    fs::write(&pause, "").unwrap();
    // Longer than the whole time of an engine.
    let paused = Duration::from_millis(4000);
    std::thread::sleep(paused);
    assert_eq!(game_lines(&out.join("games.jsonl")), 0);
    fs::remove_file(&pause).unwrap();
    wait_for_exit(&mut runner, LIMIT);
    let text = all_output(&runner.wait_with_output().unwrap());
    let games = games(&out);
    // The turn in progress was played before the pause; the next one is illegal.
    assert_eq!(games[&1].end, Termination::IllegalMove, "{text}");
    let overhead = games[&1].turns.iter().map(|turn| turn.overhead_ms);
    assert!(overhead.sum::<f64>() < 1000.0, "{:?}", games[&1].turns);
    assert!(games[&1].seconds < paused.as_secs_f64(), "{text}");
}

/// Returns whether a process is stopped.
fn is_stopped(process: &Child) -> bool {
    stat(Pid::from_child(process)).is_some_and(|stat| stat.state == 'T')
}

#[test]
fn the_terminal_stops_the_program_between_turns() {
    let scratch = Scratch::new("sigtstp");
    let out = scratch.join("out");
    let mut args = two_engines(EACH);
    let rest = "--max-plies 20 --plain --logs --affinity none";
    args.extend(rest.split(' ').map(str::to_owned));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut command = batyr_match(&args, &out);
    // This test is the shell that can continue the runner.
    let mut runner = command.process_group(0).spawn().unwrap();
    wait_for_search(&out);
    // The next game is being played then.
    std::thread::sleep(Duration::from_millis(300));
    signal(&runner, Signal::TSTP);
    wait_until("not stopped", || is_stopped(&runner));
    std::thread::sleep(AWAY);
    signal(&runner, Signal::CONT);
    let status = wait_for_exit(&mut runner, LIMIT);
    let text = all_output(&runner.wait_with_output().unwrap());
    assert!(status.success(), "{text}");
    assert!(text.contains("paused by SIGTSTP"), "{text}");
    let games = games(&out);
    assert_eq!(games.len(), 2, "{text}");
    assert!(games.values().all(|game| !game.end.is_fault()), "{text}");
    // No search was interrupted: gaps are those of a busy machine, if there are any.
    let abandoned = games.values().flat_map(|game| &game.abandoned);
    for sentence in abandoned {
        let words: Vec<&str> = sentence.split(' ').collect();
        let ms = words.iter().position(|&word| word == "ms").unwrap();
        let gap = Duration::from_millis(words[ms - 1].parse().unwrap());
        assert!(gap < AWAY, "{text}");
    }
}

/// Without a shell that could continue the runner, SIGTSTP has no effect, and neither has it on a
/// runner that was started with SIGTSTP ignored.
#[test]
fn a_runner_that_nobody_can_continue_is_not_stopped() {
    for before in ["exec setsid", "trap '' TSTP; exec"] {
        let scratch = Scratch::new("sigtstp-ignored");
        let out = scratch.join("out");
        let mut args = two_engines("nodes=200");
        let rest = "--max-plies 60 --rounds 10 --plain --affinity none";
        args.extend(rest.split(' ').map(str::to_owned));
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{before} \"$0\" match \"$@\""), BATYR]);
        command.args(args).arg("--out").arg(&out);
        command.stdout(Stdio::piped());
        if before.starts_with("trap") {
            command.process_group(0);
        }
        let mut runner = command.spawn().unwrap();
        let journal = out.join("games.jsonl");
        wait_until("no game", || game_lines(&journal) > 0);
        signal(&runner, Signal::TSTP);
        let deadline = Instant::now() + LIMIT;
        while runner.try_wait().unwrap().is_none() {
            let is_lost = is_stopped(&runner) || Instant::now() > deadline;
            if is_lost {
                runner.kill().unwrap();
            }
            assert!(!is_lost, "{before}");
            std::thread::sleep(Duration::from_millis(20));
        }
        let text = all_output(&runner.wait_with_output().unwrap());
        assert!(!text.contains("paused"), "{before}: {text}");
        assert_eq!(games(&out).len(), 20, "{before}: {text}");
    }
}

/// The stops of the long form last between these times, and the times between them are these.
const STOPS_MS: std::ops::Range<usize> = 100..3000;
const BETWEEN_STOPS_MS: std::ops::Range<usize> = 100..5000;
/// The time by which the runner measures more than an engine reports, from which a loss on time may
/// be false: less than the shortest stop.
const UNREPORTED_MS: f64 = 80.0;
/// The most that a game takes after its last search.
const GAME_END: SignedDuration = SignedDuration::from_millis(500);

/// Returns the number after a word of a sentence.
fn number_after(word: &str, detail: &str) -> f64 {
    let mut words = detail.split([' ', ';']).skip_while(|&other| other != word);
    let number = words.nth(1).and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("no number after {word:?} in {detail}"))
}

/// Returns whether an engine lost on time because of one of these stops, and not because it thought
/// for too long, or got no processor on a busy machine.
fn is_false_loss(game: &GameReport, stops: &[[Timestamp; 2]]) -> bool {
    if game.end != Termination::Time {
        return false;
    }
    let took = number_after("after", &game.detail);
    let started: Timestamp = game.started.parse().unwrap();
    let end = started + SignedDuration::from_secs_f64(game.seconds);
    let begin = end - GAME_END - SignedDuration::from_secs_f64(took / 1000.0);
    took - number_after("reported", &game.detail) >= UNREPORTED_MS
        && stops.iter().any(|&[from, to]| from < end && to > begin)
}

/// The long form: the runner is stopped at random moments during 200 games.
#[test]
#[ignore = "takes some minutes"]
fn no_game_is_lost_on_time_when_the_runner_is_stopped_again_and_again() {
    let wanted = std::env::var("GAMES").map_or(200, |games| games.parse::<usize>().unwrap());
    let rounds = wanted.div_ceil(2);
    let scratch = Scratch::new("stopped-often");
    let out = scratch.join("out");
    let mut args = two_engines("tc=0.2+0.02");
    let rest =
        format!("--max-plies 60 --plain --affinity none --jobs 2 --force-jobs --rounds {rounds}");
    args.extend(rest.split(' ').map(str::to_owned));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut command = batyr_match(&args, &out);
    // Nobody reads while the runner is stopped.
    let output = scratch.join("stdout");
    command.stdout(fs::File::create(&output).unwrap());
    let mut runner = command.spawn().unwrap();
    let mut random = Random::new(46);
    let mut pick = |range: &std::ops::Range<usize>| {
        let ms = range.start + random.below(range.len());
        Duration::from_millis(ms.try_into().unwrap())
    };
    let start = Instant::now();
    let mut stops = Vec::new();
    while runner.try_wait().unwrap().is_none() {
        std::thread::sleep(pick(&BETWEEN_STOPS_MS));
        let from = Timestamp::now();
        stop_for(&runner, pick(&STOPS_MS));
        stops.push([from, Timestamp::now()]);
        let text = fs::read_to_string(&output).unwrap();
        let journal = fs::read_to_string(out.join("games.jsonl")).unwrap_or_default();
        // The last line may not be complete yet.
        let games = journal
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        let games: Vec<GameReport> = games.collect();
        let lost = |game: &&GameReport| game.end == Termination::Time;
        // Written past the capture of the test's output.
        let _ = writeln!(
            std::io::stderr(),
            "{} s: {} of {} games, {} stops, {} abandoned games, {} losses on time, {} false losses",
            start.elapsed().as_secs(),
            games.len(),
            2 * rounds,
            stops.len(),
            text.matches("abandoned, to be replayed").count(),
            games.iter().filter(lost).count(),
            games
                .iter()
                .filter(|game| is_false_loss(game, &stops))
                .count()
        );
    }
    let text = fs::read_to_string(&output).unwrap();
    let games = games(&out);
    assert_eq!(games.len(), 2 * rounds, "{text}");
    let abandoned: usize = games.values().map(|game| game.abandoned.len()).sum();
    assert!(abandoned > 0, "{text}");
    for game in games.values().filter(|game| game.end.is_fault()) {
        assert_eq!(game.end, Termination::Time, "{}", game.detail);
        assert!(!is_false_loss(game, &stops), "{}: {stops:?}", game.detail);
    }
}
