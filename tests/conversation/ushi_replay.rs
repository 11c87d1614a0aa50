//! Ten recordings of ShatraBase (`tests/data/ushi`), replayed process by process and at the
//! recorded times. The answers are those of this engine, so the test checks the properties on which
//! every host relies: which `go` is answered, how often, and with which moves.

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
use crate::slow::{Position, Variant};

/// The time after `quit` at which the GUI kills a process that still runs.
const QUIT_LIMIT: Duration = Duration::from_millis(100);
/// The same limit on a machine with other work.
const BUSY_QUIT_LIMIT: Duration = Duration::from_secs(10);

/// The lines that the host sent to one process, each with its time since the process started.
type Script = Vec<(Duration, String)>;

/// Reads the scripts of a recording.
fn read_recording(path: &Path) -> Vec<Script> {
    let text = fs::read_to_string(path).unwrap();
    let mut scripts = BTreeMap::<String, (f64, Script)>::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.splitn(4, ' ');
        let mut field = || fields.next().unwrap_or_default();
        let (seconds, process, sender, output) = (field(), field(), field(), field());
        let seconds: f64 = seconds.parse().unwrap();
        match (sender, output) {
            ("--", "started") => drop(scripts.insert(process.into(), (seconds, Vec::new()))),
            ("GUI>", output) => {
                let (started, script) = scripts.get_mut(process).unwrap();
                // The recording counts the seconds within a minute.
                let since = (seconds - *started).rem_euclid(60.0);
                script.push((Duration::from_secs_f64(since), output.into()));
            }
            _ => {}
        }
    }
    scripts.into_values().map(|(_, script)| script).collect()
}

/// A `go` in a script.
#[derive(Debug)]
struct Go {
    /// The position searched; `None` for the empty board, which no engine can search.
    position: Option<Position>,
    /// Whether a line ends the search before `quit`: if so, the search must be answered; otherwise
    /// it may be.
    is_ended: bool,
}

/// Reads the `go` lines of a script, with the rules and positions that it sets.
fn read_gos(script: &Script) -> Vec<Go> {
    let mut variant = None;
    let mut position = None;
    let mut gos = Vec::<Go>::new();
    for (_, line) in script {
        if let Some(version) = line.strip_prefix("setoption name Shatra version value ") {
            variant = Some(if version == "1" {
                Variant::Original
            } else {
                Variant::Shatra
            });
        } else if let Some(spn) = line.strip_prefix("position spn ") {
            // The engine tester names no version; its boards are valid only in Original.
            let read = Position::from_spn(variant.unwrap_or(Variant::Original), spn);
            assert_eq!(read.is_err(), spn == EMPTY_BOARD, "{spn}: {read:?}");
            position = read.ok();
        }
        let ends = line == "stop" || line.starts_with("go ");
        if let Some(last) = gos.last_mut() {
            last.is_ended |= ends;
        }
        if line.starts_with("go ") {
            gos.push(Go {
                position: position.clone(),
                is_ended: false,
            });
        }
    }
    if let (Some(last), Some((_, line))) = (gos.last_mut(), script.last()) {
        last.is_ended |= line != "quit";
    }
    gos
}

/// Returns the number of searches that must be answered.
fn min_answers(script: &Script) -> usize {
    let must_be_answered = |go: &&Go| go.position.is_some() && go.is_ended;
    read_gos(script).iter().filter(must_be_answered).count()
}

/// Sends the lines of a script and returns everything that the engine printed.
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
            // `quit` would discard answers still due. The recorded gap is longer than any answer
            // takes, but a compressed one on a busy machine may not be.
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
    let (time, status) = process.wait_for_exit()?;
    process.check_clean_exit(status)?;
    output.extend(process.read_for(RESPONSE_TIMEOUT));
    if quits && time > quit_limit {
        return Err(ConversationFault::Stall(
            process.with_log(&format!("lived {time:?} after quit")),
        ));
    }
    Ok(output)
}

/// Checks everything that the engine printed.
fn check(script: &Script, output: &[String]) -> Result<(), String> {
    let count_sent = |line: &str| script.iter().filter(|(_, output)| output == line).count();
    let sets_version = |(_, line): &&(Duration, String)| line.contains("Shatra version");
    let versions = script.iter().filter(sets_version).count();
    let (banner, output) = output.split_first().ok_or("no banner")?;
    check_banner(banner)?;

    let gos = read_gos(script);
    let mut searched = gos.iter().filter_map(|go| go.position.as_ref());
    let mut current = searched.next();
    let (mut ready, mut supported, mut handshakes, mut answered) = (0, 0, 0, 0);
    for line in output {
        if line == "readyok" {
            ready += 1;
        } else if line == "version supported" {
            supported += 1;
        } else if line == "ushiok" {
            handshakes += 1;
        } else if let Some(best) = line.strip_prefix("bestmove ") {
            let position = current.take().ok_or("one bestmove too many")?;
            find_step(position, best).ok_or(format!("{best} in {}", position.to_spn()))?;
            answered += 1;
            current = searched.next();
        } else if line.starts_with("info ") {
            if let Some(info) = parse_info(line, HostDialect::Ushi)? {
                let position = current.ok_or(format!("{line:?} with no search"))?;
                check_steps_are_legal(position, &info.pv)?;
            }
        } else {
            check_handshake_line(line)?;
        }
    }
    let counts = [ready, supported, handshakes];
    let expected = [count_sent("isready"), versions, count_sent("ushi")];
    if counts != expected {
        return Err(format!(
            "readyok, version, ushiok: {counts:?}, not {expected:?}"
        ));
    }
    let can_be_answered = |go: &&Go| go.position.is_some();
    let min = min_answers(script);
    let max = gos.iter().filter(can_be_answered).count();
    if !(min..=max).contains(&answered) {
        return Err(format!("{answered} answers to {min} to {max} searches"));
    }
    Ok(())
}

fn replay_all(longest_gap: Duration, quit_limit: Duration) {
    let _lock = measurement_lock();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/ushi");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
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
fn recordings_are_answered() {
    replay_all(Duration::from_millis(3), BUSY_QUIT_LIMIT);
}

#[test]
#[ignore = "the long form: about a minute, with the times of the recordings"]
fn recordings_are_answered_in_time() {
    replay_all(Duration::MAX, QUIT_LIMIT);
}

/// The empty board of a new window: no search, an error, and only a text at the next `stop`. The
/// next search then works as usual.
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
        let text = process.next_line(RESPONSE_TIMEOUT)?.text;
        assert!(
            text.starts_with("info string ") && !text.contains("error"),
            "{text}"
        );
        process.expect_line("readyok", RESPONSE_TIMEOUT)?;
        let start = Position::start(Variant::Shatra);
        let answer = crate::host::ushi::ask(process, &start.to_spn(), "go movetime 0")?;
        assert!(find_step(&start, &answer.best).is_some(), "{}", answer.best);
        Ok(())
    };
    run(&mut process).unwrap_or_else(|fault| panic!("{fault}"));
}
