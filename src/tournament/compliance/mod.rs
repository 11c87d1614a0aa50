//! Whether an engine keeps to the document of the protocol.
//!
//! **The decision:** the document (`protocol/PROTOCOL.md`) is the standard, and
//! each check names the section that it comes from. A check speaks in raw
//! lines, as a host that knows the document and not this program would, and
//! has one reason to fail. After a failure the next check gets a new process.
//! Every check has an end, and so has the whole examination, whatever the engine
//! does: see `guest.rs`.

mod checks;
mod deadline;
mod guest;

use std::time::{Duration, Instant};

use batyr_protocol::Dialect;
use serde::Serialize;

use super::player::Launcher;
use super::{EngineSpec, Patience};
use crate::text::excerpt;
use deadline::Deadline;
use guest::{Guest, Miss};

/// So long a check may take, besides the start of the engine.
const CHECK: Duration = Duration::from_secs(30);
/// The longest reason that is given, in characters.
const REASON: usize = 600;

/// One thing that the document asks for.
pub struct Check {
    /// What is checked, in a few words.
    pub name: &'static str,
    /// The section of the document.
    pub section: &'static str,
    dialects: &'static [Dialect],
    run: fn(&mut Guest) -> Result<(), Miss>,
}

/// How a check ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "result", content = "reason", rename_all = "lowercase")]
pub enum Finding {
    /// The engine does as the document says.
    Ok,
    /// It does not; what it did.
    Fail(String),
    /// It has not what the check is about; what that is.
    Skip(String),
}

/// A check that was made.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CheckReport {
    /// What was checked.
    pub name: &'static str,
    /// The section of the document.
    pub section: &'static str,
    /// How it ended.
    #[serde(flatten)]
    pub finding: Finding,
    /// How long it took, in milliseconds.
    pub ms: f64,
}

/// The checks of a dialect, in their order.
pub fn checks(dialect: Dialect) -> impl Iterator<Item = &'static Check> {
    let all = checks::ALL.iter().copied().flatten();
    all.filter(move |check| check.dialects.contains(&dialect))
}

/// Makes all checks of the engine's dialect and tells of each when it is done.
/// If the engine can't be started, only the first one is made. The check at
/// which `limit` has passed since the beginning fails, and is the last one.
pub fn examine(
    spec: &EngineSpec,
    launcher: &Launcher,
    patience: Patience,
    limit: Duration,
    on_check: &mut dyn FnMut(&CheckReport),
) -> Vec<CheckReport> {
    let mut guest = Guest::new(spec.clone(), launcher.clone(), patience);
    let mut reports = Vec::new();
    let whole = Deadline::new(
        limit,
        format!(
            "the examination takes longer than {} s (--limit)",
            limit.as_secs()
        ),
    );
    let of_check = CHECK + Duration::from_millis(patience.start_ms);
    for check in checks(spec.dialect) {
        let started = Instant::now();
        let why = format!("the check takes longer than {} s", of_check.as_secs());
        guest.set_deadline(Deadline::new(of_check, why).min(&whole));
        let finding = match guest.refresh().and_then(|()| (check.run)(&mut guest)) {
            Ok(()) => Finding::Ok,
            // An engine's own words may be in the reasons.
            Err(Miss::Skipped(what)) => Finding::Skip(excerpt(&what, REASON)),
            Err(Miss::Failed(why)) => {
                guest.leave();
                Finding::Fail(excerpt(&why, REASON))
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
        if !guest.was_greeted() || (whole.is_over() && has_failed) {
            break;
        }
    }
    reports
}
