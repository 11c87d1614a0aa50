//! Shows a run: lines about its progress and its warnings on stderr, and a table of the values.

use std::time::{Duration, Instant};

use crate::cli::pause::pause_line;
use crate::cli::stderr::eprint_line;
use crate::spsa::{SpsaEvent, SpsaSettings, SpsaState};
use crate::tournament::stats::Tally;
use crate::tournament::{GameReport, WarningSummary};
use crate::util::text::{duration_text, printable};

/// The minimum time between two lines about the progress.
const LINE_INTERVAL: Duration = Duration::from_secs(20);
/// The maximum number of faults to print one by one.
const MAX_FAULT_LINES: u32 = 10;

pub struct SpsaView {
    pairs: u32,
    /// The number of pairs already played when this process started.
    already_played: u32,
    started: Instant,
    last_line: Instant,
    /// The warnings printed so far.
    warnings: WarningSummary,
    /// The number of games lost on time or by an illegal move.
    faults: u32,
}

impl SpsaView {
    /// Creates the view of a run, before its first game.
    pub fn new(settings: &SpsaSettings, state: &SpsaState) -> Self {
        let now = Instant::now();
        let (count, pairs, already_played) =
            (settings.parameters.len(), settings.pairs, state.done());
        eprint_line!(
            "tuning {count} parameters in {pairs} pairs of games; {already_played} pairs are already played"
        );
        Self {
            pairs,
            already_played,
            started: now,
            last_line: now,
            warnings: WarningSummary::default(),
            faults: 0,
        }
    }

    pub fn show(&mut self, event: &SpsaEvent<'_>, state: &SpsaState) {
        match event {
            SpsaEvent::Game(report) => self.show_game(report),
            SpsaEvent::Pair if self.last_line.elapsed() >= LINE_INTERVAL => {
                self.last_line = Instant::now();
                eprint_line!("{}", self.progress_line(state));
            }
            SpsaEvent::Pair => {}
            SpsaEvent::Failed(report) => {
                let detail = &report.detail;
                eprint_line!("batyr spsa: warning: {detail}; the pair will be played again");
            }
            SpsaEvent::PauseChanged(reasons) => eprint_line!("{}", pause_line(reasons)),
        }
    }

    fn show_game(&mut self, report: &GameReport) {
        for warning in self.warnings.add(report) {
            eprint_line!("batyr spsa: warning: {warning}");
        }
        if report.end.is_fault() && !report.end.is_breakdown() {
            self.faults += 1;
            if self.faults <= MAX_FAULT_LINES {
                let (game, detail) = (report.game, &report.detail);
                eprint_line!("batyr spsa: warning: game {game}: {detail}");
            }
        }
    }

    /// Prints the total number of faults if some were not printed.
    pub fn print_fault_count(&self) {
        if self.faults > MAX_FAULT_LINES {
            let faults = self.faults;
            eprint_line!(
                "batyr spsa: warning: {faults} games were lost on time or by an illegal move"
            );
        }
    }

    fn progress_line(&self, state: &SpsaState) -> String {
        let (done, pairs) = (state.done(), self.pairs);
        let played = f64::from(done.saturating_sub(self.already_played));
        let seconds = self.started.elapsed().as_secs_f64().max(1e-3);
        let per_minute = played / seconds * 60.0;
        let left = f64::from(pairs.saturating_sub(done)) * seconds / played.max(1.0);
        let Tally {
            wins,
            draws,
            losses,
        } = state.games();
        format!(
            "{done}/{pairs} pairs, games +{wins} ={draws} -{losses}, {per_minute:.1} pairs a \
             minute, {} left",
            duration_text(left)
        )
    }
}

/// Returns the table of the values, and the values as command-line options for `batyr match`.
pub fn table(settings: &SpsaSettings, state: &SpsaState) -> String {
    const HEADING: &str = "parameter";
    let names = settings.parameters.iter();
    let names = names.map(|parameter| printable(&parameter.name));
    let names: Vec<String> = names.collect();
    let widths = names.iter().map(|name| name.chars().count());
    let width = widths.max().unwrap_or(0).max(HEADING.len());
    let mut text = format!(
        "{HEADING:width$} {:>12} {:>12} {:>10}\n",
        "start", "value", "change"
    );
    for ((name, parameter), value) in names.iter().zip(&settings.parameters).zip(&state.values) {
        let start = parameter.start;
        let change = value - start;
        text += &format!("{name:width$} {start:>12.2} {value:>12.2} {change:>+10.2}\n");
    }
    let (copied, done) = (state.copied, state.done());
    if copied > 0 {
        text += &format!(
            "\n{copied} of {done} pairs were copies of earlier ones (the same values and games), \
             and moved no value\n"
        );
    }
    text + "\n" + &printable(&settings.option_words(&state.values)) + "\n"
}
