//! Compliance checks: whether an engine conforms to the protocol.
//!
//! The document (`protocol/PROTOCOL.md`) is the standard, and
//! each check names the section that it comes from. A check exchanges raw
//! lines, as a host written from the document alone would, and has exactly one
//! reason to fail. After a failure the next check gets a new process. Every
//! check is bounded in time, and so is the whole run, whatever the engine does:
//! see `engine_under_test.rs`.

pub mod cases;
mod check;
mod checks;
mod deadline;
mod engine_under_test;
mod expectations;
mod go_line;

use std::time::{Duration, Instant};

use batyr_protocol::Dialect;
use serde::Serialize;

use super::player::Launcher;
use super::{EngineSpec, Timeouts};
use crate::util::text::excerpt;
pub use check::Check;
use deadline::Deadline;
use engine_under_test::{CheckError, EngineUnderTest};

/// The time limit of a check, in addition to the start of the engine.
const CHECK_LIMIT: Duration = Duration::from_secs(30);
/// The maximum length of a reported reason, in characters.
const MAX_REASON_CHARS: usize = 600;

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "result", content = "reason", rename_all = "lowercase")]
pub enum Finding {
    /// The engine meets the requirement.
    Ok,
    /// The engine does not meet the requirement; what it did.
    Fail(String),
    /// The engine lacks the feature that is checked; which feature.
    Skip(String),
}

/// The report of a check.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CheckReport {
    /// The requirement, in a few words.
    pub name: &'static str,
    /// The section of the document that states it.
    pub section: &'static str,
    /// The result.
    #[serde(flatten)]
    pub finding: Finding,
    /// The duration, in milliseconds.
    pub ms: f64,
}

/// Returns the checks of a dialect, in order.
pub fn checks(dialect: Dialect) -> impl Iterator<Item = &'static Check> {
    let all = checks::ALL.iter().copied().flatten();
    all.filter(move |check| (check.applies_to)(dialect))
}

/// Runs all checks of the engine's dialect, and calls `on_check` after each. If
/// the engine can't be started, only the first one is run. The check during
/// which `limit`, measured from the start of the run, expires fails and
/// is the last one.
pub fn check_engine(
    spec: &EngineSpec,
    launcher: &Launcher,
    timeouts: Timeouts,
    limit: Duration,
    on_check: &mut dyn FnMut(&CheckReport),
) -> Vec<CheckReport> {
    let mut engine = EngineUnderTest::new(spec.clone(), launcher.clone(), timeouts);
    let mut reports = Vec::new();
    let run_deadline = Deadline::new(
        limit,
        format!(
            "the complete run takes longer than {} s (--limit)",
            limit.as_secs()
        ),
    );
    let check_limit = CHECK_LIMIT + Duration::from_millis(timeouts.start_ms);
    for check in checks(spec.dialect) {
        let started = Instant::now();
        let reason = format!("the check takes longer than {} s", check_limit.as_secs());
        engine.set_deadline(Deadline::new(check_limit, reason).min(&run_deadline));
        let finding = match engine.prepare().and_then(|()| (check.run)(&mut engine)) {
            Ok(()) => Finding::Ok,
            // The reasons may contain the engine's own words.
            Err(CheckError::Skipped(what)) => Finding::Skip(excerpt(&what, MAX_REASON_CHARS)),
            Err(CheckError::Failed(reason)) => {
                engine.kill();
                Finding::Fail(excerpt(&reason, MAX_REASON_CHARS))
            }
        };
        let report = CheckReport {
            name: check.name,
            section: check.section,
            finding,
            ms: started.elapsed().as_secs_f64() * 1000.0,
        };
        on_check(&report);
        let has_failed = matches!(report.finding, Finding::Fail(_));
        reports.push(report);
        if !engine.has_completed_handshake() || (run_deadline.is_over() && has_failed) {
            break;
        }
    }
    reports
}
