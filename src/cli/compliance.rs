//! `batyr compliance`: checks whether an engine complies with the protocol.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use batyr_protocol::Dialect;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use super::error::CliError;
use super::stdout;
use crate::compliance::{CheckOutcome, CheckReport, check_engine};
use crate::tournament::{EngineSpec, EngineSpecError, Launcher, Timeouts};

const DETAILS: &str = "\
Each check prints a line: 'ok', 'skip' with the missing feature, or 'FAIL' with
what the engine did and the section of protocol/PROTOCOL.md that it violates. A
check fails after 30 seconds (plus --start), or if the engine sends too much
output. The exit status is 0 if no check fails, 1 if a check fails or the engine
can't be started, and 2 for bad usage.

Examples:
  batyr compliance ./my-engine
  batyr compliance ./my-engine --proto ushi --option Threads=2 --json";

/// Check an engine for compliance with the protocol
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct ComplianceArgs {
    /// Engine program: a path, or a name that is looked up in PATH
    #[arg(value_name = "ENGINE")]
    engine: String,

    /// Arguments for the engine, as one word: --args "-c 'my file'"
    #[arg(
        long,
        value_name = "WORDS",
        allow_hyphen_values = true,
        default_value = ""
    )]
    args: String,

    /// Protocol that the engine speaks
    #[arg(long, value_parser = dialect_parser(), default_value = "uci")]
    proto: Dialect,

    /// Set an option before the checks; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// Seconds that the engine may take to start
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    start: u64,

    /// Maximum duration of the run; the check in progress then fails
    #[arg(long, value_name = "SECONDS", default_value_t = 180,
          value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// Print one JSON object instead of lines
    #[arg(long)]
    json: bool,
}

/// Returns a parser for the handshake command of a dialect.
fn dialect_parser() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.map(|dialect| dialect.properties().handshake))
        .try_map(|word| Dialect::from_handshake(&word).ok_or("expected the name of a protocol"))
}

/// The JSON output.
#[derive(Serialize)]
struct ComplianceSummary<'a> {
    engine: &'a str,
    dialect: &'a str,
    passed: usize,
    failed: usize,
    skipped: usize,
    checks: &'a [CheckReport],
}

/// Checks the engine. The exit code is a failure if a check failed.
pub fn run(args: ComplianceArgs) -> Result<ExitCode, CliError> {
    let spec = args.spec().map_err(CliError::usage)?;
    match complies(&args, &spec)? {
        true => Ok(ExitCode::SUCCESS),
        false => Ok(ExitCode::FAILURE),
    }
}

/// Runs and reports the checks, and returns whether none failed.
fn complies(args: &ComplianceArgs, spec: &EngineSpec) -> io::Result<bool> {
    let timeouts = Timeouts {
        start_ms: args.start.saturating_mul(1000),
        ..Timeouts::default()
    };
    let mut out = io::stdout().lock();
    let mut written = Ok(());
    let mut show = |report: &CheckReport| {
        if !args.json && written.is_ok() {
            written = writeln!(out, "{}", report_line(report)).and_then(|()| out.flush());
        }
    };
    let limit = Duration::from_secs(args.limit);
    let reports = check_engine(spec, &Launcher::new()?, timeouts, limit, &mut show);
    stdout::finish(written)?;
    let count = |is_counted: fn(&CheckOutcome) -> bool| {
        let outcomes = reports.iter().map(|report| &report.outcome);
        outcomes.filter(|outcome| is_counted(outcome)).count()
    };
    let summary = ComplianceSummary {
        engine: &spec.name,
        dialect: spec.dialect.properties().handshake,
        passed: count(|outcome| *outcome == CheckOutcome::Ok),
        failed: count(|outcome| matches!(outcome, CheckOutcome::Fail(_))),
        skipped: count(|outcome| matches!(outcome, CheckOutcome::Skip(_))),
        checks: &reports,
    };
    let text = if args.json {
        serde_json::to_string_pretty(&summary).map_err(io::Error::from)?
    } else {
        format!(
            "{}: {} ok, {} failed, {} skipped",
            summary.dialect, summary.passed, summary.failed, summary.skipped
        )
    };
    stdout::finish(writeln!(out, "{text}"))?;
    Ok(summary.failed == 0)
}

impl ComplianceArgs {
    fn spec(&self) -> Result<EngineSpec, EngineSpecError> {
        let mut words = vec![
            format!("cmd={}", self.engine),
            format!("args={}", self.args),
            format!("proto={}", self.proto.properties().handshake),
            "depth=1".to_owned(),
        ];
        words.extend(self.options.iter().map(|option| format!("option.{option}")));
        EngineSpec::from_words(&[""; 0], &words)
    }
}

/// Formats the report of a check as a line of text.
fn report_line(report: &CheckReport) -> String {
    let CheckReport { name, section, .. } = report;
    match &report.outcome {
        CheckOutcome::Ok => format!("ok    {name}"),
        CheckOutcome::Skip(what) => format!("skip  {name}: {what}"),
        CheckOutcome::Fail(why) => format!("FAIL  {name} ({section}): {why}"),
    }
}
