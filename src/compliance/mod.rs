//! Checks whether an engine complies with the protocol.
//!
//! The standard is the document (`protocol/PROTOCOL.md`), and each check names the
//! section that it tests. A check exchanges raw lines, as a host written from the
//! document alone would, and tests a single requirement. After a failure, the next
//! check gets a new process. Every check has a time limit, and so does the whole
//! run, whatever the engine does: see `engine_under_test.rs`.

pub mod cases;
mod check;
mod checks;
mod engine_under_test;
mod expectations;
mod failure;

use std::time::{Duration, Instant};

use batyr_protocol::Dialect;
use serde::Serialize;

use crate::tournament::{EngineSpec, Launcher, Timeouts};
use crate::util::text::excerpt;
pub use check::Check;
use check::{check, has_clocks_by_color, sends_turns};
use engine_under_test::{
    EngineUnderTest, PROMPT_LIMIT, SILENCE_TIME, SearchResult, first_word, is_message,
};
use failure::{CheckError, CheckResult, ensure, ensure_none, fail, skip};

/// The time limit of a check, in addition to the time for starting the engine.
const CHECK_LIMIT: Duration = Duration::from_secs(30);
/// The maximum length of a reported reason, in characters.
const MAX_REASON_CHARS: usize = 600;

/// The outcome of a check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "result", content = "reason", rename_all = "lowercase")]
pub enum CheckOutcome {
    /// The engine meets the requirement.
    Ok,
    /// The engine does not meet the requirement; contains what it did.
    Fail(String),
    /// The check does not apply; contains the feature that the engine lacks.
    Skip(String),
}

/// The report of a check.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CheckReport {
    /// The requirement, in a few words.
    pub name: &'static str,
    /// The section of the document that states the requirement.
    pub section: &'static str,
    /// The outcome.
    #[serde(flatten)]
    pub outcome: CheckOutcome,
    /// The duration, in milliseconds.
    pub ms: f64,
}

/// Returns the checks for a dialect, in the order in which they are run.
pub fn checks(dialect: Dialect) -> impl Iterator<Item = &'static Check> {
    let all = checks::ALL.iter().copied().flatten();
    all.filter(move |check| (check.applies_to)(dialect))
}

/// Runs all checks for the engine's dialect, and calls `on_check` after each. If
/// the engine can't be started, only the first check is run. If the run takes
/// longer than `limit`, the check in progress fails and is the last one.
pub fn check_engine(
    spec: &EngineSpec,
    launcher: &Launcher,
    timeouts: Timeouts,
    limit: Duration,
    on_check: &mut dyn FnMut(&CheckReport),
) -> Vec<CheckReport> {
    let mut engine = EngineUnderTest::new(spec.clone(), launcher.clone(), timeouts, limit);
    let mut reports = Vec::new();
    let check_limit = CHECK_LIMIT + Duration::from_millis(timeouts.start_ms);
    for check in checks(spec.dialect) {
        let started = Instant::now();
        engine.begin_check(check_limit);
        let outcome = match engine.prepare().and_then(|()| (check.run)(&mut engine)) {
            Ok(()) => CheckOutcome::Ok,
            // The reasons may quote the engine's output.
            Err(CheckError::Skipped(what)) => CheckOutcome::Skip(excerpt(&what, MAX_REASON_CHARS)),
            Err(CheckError::Failed(reason)) => {
                engine.kill();
                CheckOutcome::Fail(excerpt(&reason, MAX_REASON_CHARS))
            }
        };
        let report = CheckReport {
            name: check.name,
            section: check.section,
            outcome,
            ms: started.elapsed().as_secs_f64() * 1000.0,
        };
        on_check(&report);
        let has_failed = matches!(report.outcome, CheckOutcome::Fail(_));
        reports.push(report);
        if !engine.has_completed_handshake() || (engine.run_is_over() && has_failed) {
            break;
        }
    }
    reports
}
