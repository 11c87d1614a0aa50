//! Replays ten recordings of ShatraBase (`tests/data/ushi`), process by process and at the recorded
//! times. The recorded answers are those of a stub engine, so the test checks only what every host
//! relies on: which `go` is answered, how often, and whether the steps are legal.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    thread::sleep,
    time::{Duration, Instant},
};

use crate::host::{
    ConversationFault, EngineProcess, RESPONSE_TIMEOUT,
    info::{HostDialect, parse_info},
    measurement_lock,
    ushi::{EMPTY_BOARD, check_banner, check_handshake_line},
};
use crate::referee::{check_steps_are_legal, find_step};
use crate::slow::{Position, RuleSet};

/// The time after `quit` at which ShatraBase kills a process that is still running.
const QUIT_LIMIT: Duration = Duration::from_millis(100);
/// The same limit on a busy machine.
const QUIT_LIMIT_WHEN_BUSY: Duration = Duration::from_secs(10);

/// The lines that ShatraBase sent to one process, each with the time since the process started.
type Script = Vec<(Duration, String)>;

/// Reads the scripts of a recording.
fn read_recording(path: &Path) -> Vec<Script> {
    let text = fs::read_to_string(path).unwrap();
    let mut scripts = BTreeMap::<String, (f64, Script)>::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.splitn(4, ' ');
        let mut field = || fields.next().unwrap_or_default();
        let (seconds, process, sender, line) = (field(), field(), field(), field());
        let seconds: f64 = seconds.parse().unwrap();
        match (sender, line) {
            ("--", "started") => drop(scripts.insert(process.into(), (seconds, Vec::new()))),
            ("GUI>", line) => {
                let (started, script) = scripts.get_mut(process).unwrap();
                // A recording contains only the seconds within the minute.
                let since_start = (seconds - *started).rem_euclid(60.0);
                script.push((Duration::from_secs_f64(since_start), line.into()));
            }
            _ => {}
        }
    }
    scripts.into_values().map(|(_, script)| script).collect()
}

/// A `go` in a script.
#[derive(Debug)]
struct Go {
    /// The position to search; `None` for the empty board, which can't be searched.
    position: Option<Position>,
    /// Whether another line ends the search before `quit`. If so, the search must be answered;
    /// otherwise it need not be.
    must_be_answered: bool,
}

/// Returns the `go` lines of a script, with the positions that they search.
fn go_lines(script: &Script) -> Vec<Go> {
    let mut rule_set = None;
    let mut position = None;
    let mut gos = Vec::<Go>::new();
    for (_, line) in script {
        if let Some(version) = line.strip_prefix("setoption name Shatra version value ") {
            rule_set = Some(if version == "1" {
                RuleSet::Original
            } else {
                RuleSet::Extended
            });
        } else if let Some(spn) = line.strip_prefix("position spn ") {
            // ShatraBase's engine tester names no version; its positions are valid only in
            // Original.
            let parsed = Position::from_spn(rule_set.unwrap_or(RuleSet::Original), spn);
            assert_eq!(parsed.is_err(), spn == EMPTY_BOARD, "{spn}: {parsed:?}");
            position = parsed.ok();
        }
        let ends_search = line == "stop" || line.starts_with("go ");
        if let Some(last) = gos.last_mut() {
            last.must_be_answered |= ends_search;
        }
        if line.starts_with("go ") {
            gos.push(Go {
                position: position.clone(),
                must_be_answered: false,
            });
        }
    }
    if let (Some(last), Some((_, line))) = (gos.last_mut(), script.last()) {
        last.must_be_answered |= line != "quit";
    }
    gos
}

/// Returns the number of searches that must be answered.
fn min_answers(script: &Script) -> usize {
    let is_due = |go: &&Go| go.position.is_some() && go.must_be_answered;
    go_lines(script).iter().filter(is_due).count()
}

/// Sends the lines of a script, with at most `longest_gap` between two of them, and returns
/// everything that the engine prints.
fn replay(
    script: &Script,
    longest_gap: Duration,
    quit_limit: Duration,
) -> Result<Vec<String>, ConversationFault> {
    let mut process = EngineProcess::start(&[]);
    let mut output = vec![process.next_line(RESPONSE_TIMEOUT)?.text];
    let mut now = Duration::ZERO;
    let mut due = Instant::now();
    for (time, line) in script {
        due += time.saturating_sub(now).min(longest_gap);
        now = *time;
        sleep(due.saturating_duration_since(Instant::now()));
        if line == "quit" {
            // `quit` would discard answers that are still due. An answer takes less time than the
            // recorded gap, but may take more than a shortened one on a busy machine.
            while output
                .iter()
                .filter(|output| output.starts_with("bestmove"))
                .count()
                < min_answers(script)
            {
                output.push(process.next_line(RESPONSE_TIMEOUT)?.text);
            }
        }
        process.send(line)?;
    }
    let quits = script.last().is_some_and(|(_, line)| line == "quit");
    if !quits {
        process.close_input();
    }
    let time = process.wait_for_clean_exit()?;
    output.extend(process.read_for(RESPONSE_TIMEOUT));
    if quits && time > quit_limit {
        return Err(ConversationFault::Stall(
            process.with_log(&format!("exited only {time:?} after quit")),
        ));
    }
    Ok(output)
}

/// Checks everything that the engine printed during a replay.
fn check(script: &Script, output: &[String]) -> Result<(), String> {
    let count_sent = |line: &str| script.iter().filter(|(_, sent)| sent == line).count();
    let sets_version = |(_, line): &&(Duration, String)| line.contains("Shatra version");
    let versions_set = script.iter().filter(sets_version).count();
    let (banner, output) = output.split_first().ok_or("the banner is missing")?;
    check_banner(banner)?;

    let gos = go_lines(script);
    let mut searched = gos.iter().filter_map(|go| go.position.as_ref());
    let mut current = searched.next();
    let (mut readyoks, mut versions, mut handshakes, mut answers) = (0, 0, 0, 0);
    for line in output {
        if line == "readyok" {
            readyoks += 1;
        } else if line == "version supported" {
            versions += 1;
        } else if line == "ushiok" {
            handshakes += 1;
        } else if let Some(best) = line.strip_prefix("bestmove ") {
            let position = current.take().ok_or("unexpected bestmove")?;
            find_step(position, best)
                .ok_or(format!("illegal step {best} in {}", position.to_spn()))?;
            answers += 1;
            current = searched.next();
        } else if line.starts_with("info ") {
            if let Some(info) = parse_info(line, HostDialect::Ushi)? {
                let position = current.ok_or(format!("{line:?} without a search"))?;
                check_steps_are_legal(position, &info.pv)?;
            }
        } else {
            check_handshake_line(line)?;
        }
    }
    let counts = [readyoks, versions, handshakes];
    let expected = [count_sent("isready"), versions_set, count_sent("ushi")];
    if counts != expected {
        return Err(format!(
            "expected {expected:?} lines readyok, version supported and ushiok, found {counts:?}"
        ));
    }
    let can_be_answered = |go: &&Go| go.position.is_some();
    let min = min_answers(script);
    let max = gos.iter().filter(can_be_answered).count();
    if !(min..=max).contains(&answers) {
        return Err(format!("expected {min} to {max} answers, found {answers}"));
    }
    Ok(())
}

fn replay_all(longest_gap: Duration, quit_limit: Duration) {
    let _lock = measurement_lock();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/ushi");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let (mut processes, mut lines, mut faults) = (0, 0, Vec::new());
    for path in &paths {
        for script in read_recording(path) {
            processes += 1;
            lines += script.len();
            let fault = match replay(&script, longest_gap, quit_limit) {
                Ok(output) => check(&script, &output)
                    .err()
                    .map(|fault| format!("{fault}\n  {}", output.join("\n  "))),
                Err(fault) => Some(fault.to_string()),
            };
            faults.extend(fault.map(|fault| format!("{}: {fault}", path.display())));
        }
    }
    println!(
        "{} recordings, {processes} processes, {lines} lines, {} faults",
        paths.len(),
        faults.len()
    );
    assert_eq!(paths.len(), 10);
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn recordings_are_answered_at_high_speed() {
    replay_all(Duration::from_millis(3), QUIT_LIMIT_WHEN_BUSY);
}

#[test]
#[ignore = "slow: about a minute, with the times of the recordings"]
fn recordings_are_answered_at_the_recorded_times() {
    replay_all(Duration::MAX, QUIT_LIMIT);
}

/// A `go` on the empty board of a new window is reported as an error, and the next `stop` is
/// answered only with a message. The next search then works as usual.
#[test]
fn the_empty_board_is_not_searched() {
    let (mut process, _) =
        crate::host::ushi::start_engine(2).unwrap_or_else(|fault| panic!("{fault}"));
    let run = |process: &mut EngineProcess| -> Result<(), ConversationFault> {
        process.send(&crate::host::ushi::burst(EMPTY_BOARD, "go infinite"))?;
        process.expect_line("readyok", RESPONSE_TIMEOUT)?;
        process.skip_to("info string error: position", RESPONSE_TIMEOUT)?;
        process.skip_to("info string error: go", RESPONSE_TIMEOUT)?;
        process.send("isready")?;
        process.expect_line("readyok", RESPONSE_TIMEOUT)?;
        process.send("stop\nstop\nisready")?;
        let message = process.next_line(RESPONSE_TIMEOUT)?.text;
        assert!(
            message.starts_with("info string ") && !message.contains("error"),
            "{message}"
        );
        process.expect_line("readyok", RESPONSE_TIMEOUT)?;
        let start = Position::start(RuleSet::Extended);
        let answer = crate::host::ushi::ask(process, &start.to_spn(), "go movetime 0")?;
        assert!(find_step(&start, &answer.best).is_some(), "{}", answer.best);
        Ok(())
    };
    run(&mut process).unwrap_or_else(|fault| panic!("{fault}"));
}
