//! The view on a terminal: a table that is redrawn as games progress, and a
//! progress bar.

use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{plain, table};
use crate::tournament::run::{ProgressEvent, ScheduledGame};
use crate::tournament::{ReportedScore, Results, Spec, TurnReport, WarningSummary};

/// The minimum interval between two changes of a running game's line.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);
/// The maximum number of running games shown.
const MAX_GAMES: usize = 8;
/// The maximum number of table lines shown, so that the bar and four games fit
/// below them in a window of 24 lines: lines that do not fit would hide the
/// bar.
const MAX_LINES: usize = 19;

/// The lines on the terminal, which are redrawn as games progress.
pub struct Live {
    screen: MultiProgress,
    rows: Vec<ProgressBar>,
    bar: ProgressBar,
    game_lines: Vec<GameLine>,
    names: Vec<String>,
    /// The number of the last game; `None` if unknown, or in a shard.
    last: Option<u32>,
    /// The warnings shown so far.
    warnings: WarningSummary,
}

/// The line of a worker's running game.
struct GameLine {
    line: ProgressBar,
    title: String,
    drawn: Instant,
}

impl Live {
    pub fn new(spec: &Spec, results: &Results, total: Option<u32>, last: Option<u32>) -> Self {
        let screen = MultiProgress::with_draw_target(ProgressDrawTarget::stdout());
        let rows = fitting_lines(results);
        let rows = rows.iter().map(|row| text_line(&screen, row)).collect();
        let bar = screen.add(ProgressBar::new(total.unwrap_or(0).into()));
        bar.set_style(bar_style(total.is_some()));
        bar.set_position(games(results));
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_secs(1));
        Self {
            screen,
            rows,
            bar,
            game_lines: Vec::new(),
            names: spec.engine_names(),
            last,
            warnings: WarningSummary::default(),
        }
    }

    pub fn show(&mut self, event: &ProgressEvent<'_>, results: &Results) {
        match event {
            ProgressEvent::Started { worker, scheduled } => self.start(*worker, scheduled),
            ProgressEvent::Turn {
                worker,
                turn_number,
                turn,
            } => self.turn(*worker, *turn_number, turn),
            ProgressEvent::Finished { worker, report } => {
                // The line of a worker that has no further game is empty.
                if let Some(game_line) = self.game_lines.get(*worker) {
                    game_line.line.set_message("");
                }
                if report.end.is_fault() {
                    self.print_line(&plain::line(report, self.last));
                }
                for warning in self.warnings.add(report) {
                    self.print_line(&format!("warning: {warning}"));
                }
                self.bar.set_position(games(results));
                self.draw(&fitting_lines(results));
            }
            ProgressEvent::Held { report } => self.print_line(&plain::held_line(report, self.last)),
            ProgressEvent::Retried { report } => {
                let line = plain::line(report, self.last);
                self.print_line(&format!("{line}; it will be replayed"));
            }
        }
    }

    pub fn close(&self) {
        for game_line in &self.game_lines {
            game_line.line.finish_and_clear();
        }
        for row in &self.rows {
            row.finish_and_clear();
        }
        self.bar.finish_and_clear();
    }

    /// Prints a line that stays, above all others.
    fn print_line(&self, line: &str) {
        // A closed terminal can't show the line, which must not end the run.
        let _ = self.screen.println(super::printable_lines(line));
    }

    fn draw(&mut self, lines: &[String]) {
        while self.rows.len() < lines.len() {
            let row = self.screen.insert(self.rows.len(), plain_line());
            self.rows.push(row);
        }
        for (row, line) in self.rows.iter().zip(lines) {
            row.set_message(line.clone());
        }
    }

    fn start(&mut self, worker: usize, scheduled: &ScheduledGame) {
        while self.game_lines.len() <= worker.min(MAX_GAMES - 1) {
            self.game_lines.push(GameLine {
                line: self.screen.add(plain_line()),
                title: String::new(),
                drawn: Instant::now(),
            });
        }
        let name = |engine: usize| self.names.get(engine).map_or("", String::as_str);
        let (white, black) = (name(scheduled.white), name(scheduled.black));
        let title = format!(
            "    game {}: {} - {}",
            scheduled.game,
            table::short(white),
            table::short(black)
        );
        if let Some(game_line) = self.game_lines.get_mut(worker) {
            game_line.line.set_message(title.clone());
            game_line.title = title;
        }
    }

    fn turn(&mut self, worker: usize, turn_number: usize, turn: &TurnReport) {
        let Some(game_line) = self.game_lines.get_mut(worker) else {
            return;
        };
        if game_line.drawn.elapsed() < REDRAW_INTERVAL {
            return;
        }
        game_line.drawn = Instant::now();
        let score = turn.score.map_or_else(String::new, score);
        let text = format!(
            "{}, turn {turn_number}: {}{score}",
            game_line.title, turn.turn
        );
        game_line.line.set_message(text);
    }
}

/// Returns the tables, or as much of the ranking as fits.
fn fitting_lines(results: &Results) -> Vec<String> {
    let mut lines = table::lines(results);
    if lines.len() > MAX_LINES {
        lines = table::ranking(results);
    }
    if lines.len() > MAX_LINES {
        let more = lines.len() - (MAX_LINES - 1);
        lines.truncate(MAX_LINES - 1);
        lines.push(format!("    and {more} more"));
    }
    lines
}

/// Formats a score from the point of view of the side to move.
fn score(score: ReportedScore) -> String {
    match score {
        ReportedScore::Cp(cp) => format!(" {:+.2}", f64::from(cp) / 100.0),
        ReportedScore::Mate(moves) if moves > 0 => format!(" win in {moves}"),
        ReportedScore::Mate(moves) => format!(" loss in {}", moves.unsigned_abs()),
    }
}

/// Returns the number of games done.
fn games(results: &Results) -> u64 {
    let engines = results.names().len();
    let each = (0..engines).map(|engine| results.table().total(engine).games());
    each.sum::<u64>() / 2
}

fn plain_line() -> ProgressBar {
    ProgressBar::new_spinner().with_style(text_style())
}

fn text_line(screen: &MultiProgress, text: &str) -> ProgressBar {
    let line = screen.add(plain_line());
    line.set_message(text.to_owned());
    line
}

/// Returns the style of a line of text. If the template did not parse, the
/// library's own style would be used.
fn text_style() -> ProgressStyle {
    ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_spinner())
}

fn bar_style(has_end: bool) -> ProgressStyle {
    let template = if has_end {
        "[{elapsed_precise}] {wide_bar} {pos}/{len} games, {eta} left"
    } else {
        "[{elapsed_precise}] {pos} games"
    };
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::journal::Games;

    fn results(engines: usize) -> Results {
        let engine = |n: usize| {
            let words = [
                "cmd=x".to_owned(),
                format!("name=E{n}"),
                "nodes=1".to_owned(),
            ];
            crate::tournament::EngineSpec::from_words(&[""; 0], &words).unwrap()
        };
        let spec = serde_json::json!({
            "version": 1, "event": "", "variant": "shatra",
            "engines": (1..=engines).map(engine).collect::<Vec<_>>(),
            "format": {"swiss": {"rounds": 1}}, "games": 2,
            "openings": {"source": "start", "random_order": false, "seed": 1},
            "terms": {"max_plies": 9, "no_progress": null, "resign": null, "draw": null},
        });
        Results::new(&serde_json::from_value(spec).unwrap(), &Games::new())
    }

    #[test]
    fn the_bar_has_room_in_a_small_window() {
        assert!(
            fitting_lines(&results(4))
                .iter()
                .any(|line| line.contains("against"))
        );
        assert_eq!(fitting_lines(&results(12)).len(), 13);
        let lines = fitting_lines(&results(40));
        assert_eq!(lines.len(), MAX_LINES);
        assert!(lines[17].contains("E17"), "{lines:?}");
        assert_eq!(lines[18], "    and 23 more");
    }

    #[test]
    fn a_reported_loss_is_not_shown_as_a_win() {
        assert_eq!(score(ReportedScore::Cp(-31)), " -0.31");
        assert_eq!(score(ReportedScore::Mate(3)), " win in 3");
        assert_eq!(score(ReportedScore::Mate(-4)), " loss in 4");
        assert_eq!(score(ReportedScore::Mate(0)), " loss in 0");
    }
}
