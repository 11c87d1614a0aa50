//! Shows a tournament on a terminal: a table that is redrawn as games progress, and a
//! progress bar.

use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{plain, table};
use crate::cli::keys;
use crate::tournament::run::ProgressEvent;
use crate::tournament::{
    GameReport, ReportedScore, Results, ScheduledGame, Spec, TurnReport, WarningSummary,
};
use crate::util::text::printable_lines;

/// The minimum interval between two redraws of the line of a running game.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);
/// The maximum number of running games shown.
const MAX_GAME_LINES: usize = 8;
/// The maximum number of table lines shown. The bar, the line of keys and three games then
/// fit below them in a window of 24 lines; more lines would push the bar off the screen.
const MAX_TABLE_LINES: usize = 19;

/// The lines on the terminal, which are redrawn as games progress.
pub struct LiveView {
    screen: MultiProgress,
    table_lines: Vec<ProgressBar>,
    bar: ProgressBar,
    /// The line of help on keys; `None` if no keys are read.
    keys_line: Option<ProgressBar>,
    /// The lines of the running games, by worker.
    game_lines: Vec<GameLine>,
    names: Vec<String>,
    /// The number of the tournament's last game; `None` if it is unknown or the run is a shard.
    last_game: Option<u32>,
    /// The warnings shown so far.
    warnings: WarningSummary,
}

/// The line of the game that a worker is playing.
struct GameLine {
    line: ProgressBar,
    game: u32,
    /// The number and the players of the game.
    title: String,
    /// When the line was last drawn.
    drawn: Instant,
}

impl LiveView {
    /// Creates a view; `total` is the number of games, and `last_game` the number of the
    /// last game, if known.
    pub fn new(spec: &Spec, results: &Results, total: Option<u32>, last_game: Option<u32>) -> Self {
        let screen = MultiProgress::with_draw_target(ProgressDrawTarget::stdout());
        let lines = fitting_table_lines(results);
        let table_lines = lines.iter().map(|line| add_line(&screen, line)).collect();
        let bar = screen.add(ProgressBar::new(total.unwrap_or(0).into()));
        bar.set_style(bar_style(total.is_some()));
        bar.set_position(finished_games(results));
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_secs(1));
        Self {
            screen,
            table_lines,
            bar,
            keys_line: None,
            game_lines: Vec::new(),
            names: spec.engine_names(),
            last_game,
            warnings: WarningSummary::default(),
        }
    }

    /// Shows the keys, and the number of concurrent games, in a line below the bar.
    pub fn show_keys(&mut self, jobs: usize) {
        let line = self
            .keys_line
            .get_or_insert_with(|| self.screen.insert_after(&self.bar, empty_line()));
        line.set_message(format!("    {} ({jobs})", keys::HELP));
    }

    pub fn show(&mut self, event: &ProgressEvent<'_>, results: &Results) {
        let is_printed = match event {
            ProgressEvent::Started {
                worker, scheduled, ..
            } => {
                return self.start_game(*worker, scheduled);
            }
            ProgressEvent::Turn {
                worker,
                turn_number,
                turn,
            } => return self.show_turn(*worker, *turn_number, turn),
            ProgressEvent::JobsChanged { jobs, note } => {
                self.show_keys(*jobs);
                note.is_some()
            }
            ProgressEvent::Finished { report } => report.end.is_fault(),
            _ => true,
        };
        if let Some(line) = plain::event_line(event, self.last_game).filter(|_| is_printed) {
            self.print_line(&line);
        }
        match event {
            ProgressEvent::Finished { report } => {
                self.clear_game_line(report);
                self.show_results(report, results);
            }
            ProgressEvent::Held { report } | ProgressEvent::Delayed { report } => {
                self.clear_game_line(report);
            }
            _ => {}
        }
    }

    /// Clears the line of a game that has ended, until its worker begins another one.
    fn clear_game_line(&self, report: &GameReport) {
        let lines = self.game_lines.iter();
        for game_line in lines.filter(|game_line| game_line.game == report.game) {
            game_line.line.set_message("");
        }
    }

    /// Shows the results, which include a game that has just ended, and its warnings.
    fn show_results(&mut self, report: &GameReport, results: &Results) {
        for warning in self.warnings.add(report) {
            self.print_line(&format!("warning: {warning}"));
        }
        self.bar.set_position(finished_games(results));
        self.draw_tables(&fitting_table_lines(results));
    }

    /// Clears all lines.
    pub fn close(&self) {
        let game_lines = self.game_lines.iter().map(|game_line| &game_line.line);
        let lines = self
            .table_lines
            .iter()
            .chain(&self.keys_line)
            .chain([&self.bar]);
        game_lines
            .chain(lines)
            .for_each(ProgressBar::finish_and_clear);
    }

    /// Prints a permanent line above all others.
    fn print_line(&self, line: &str) {
        // The run continues even if the terminal has been closed.
        let _ = self.screen.println(printable_lines(line));
    }

    fn draw_tables(&mut self, lines: &[String]) {
        while self.table_lines.len() < lines.len() {
            let line = self.screen.insert(self.table_lines.len(), empty_line());
            self.table_lines.push(line);
        }
        // The crosstable is left out when the tables no longer fit.
        for line in self.table_lines.drain(lines.len()..) {
            line.finish_and_clear();
            self.screen.remove(&line);
        }
        for (table_line, line) in self.table_lines.iter().zip(lines) {
            table_line.set_message(line.clone());
        }
    }

    fn start_game(&mut self, worker: usize, scheduled: &ScheduledGame) {
        while self.game_lines.len() <= worker.min(MAX_GAME_LINES - 1) {
            self.game_lines.push(GameLine {
                line: self.screen.add(empty_line()),
                game: 0,
                title: String::new(),
                drawn: Instant::now(),
            });
        }
        let name = |engine: usize| self.names.get(engine).map_or("", String::as_str);
        let (white, black) = (name(scheduled.white), name(scheduled.black));
        let title = format!(
            "    game {}: {} - {}",
            scheduled.game,
            table::shorten(white),
            table::shorten(black)
        );
        if let Some(game_line) = self.game_lines.get_mut(worker) {
            game_line.line.set_message(title.clone());
            game_line.title = title;
            game_line.game = scheduled.game;
        }
    }

    /// Shows a turn of a running game, unless its line was drawn a moment ago.
    fn show_turn(&mut self, worker: usize, turn_number: usize, turn: &TurnReport) {
        let Some(game_line) = self.game_lines.get_mut(worker) else {
            return;
        };
        if game_line.drawn.elapsed() < REDRAW_INTERVAL {
            return;
        }
        game_line.drawn = Instant::now();
        let score = turn.score.map_or_else(String::new, format_score);
        let text = format!(
            "{}, turn {turn_number}: {}{score}",
            game_line.title, turn.turn
        );
        game_line.line.set_message(text);
    }
}

/// Returns the lines of all tables, or as much of the ranking as fits.
fn fitting_table_lines(results: &Results) -> Vec<String> {
    let mut lines = table::lines(results);
    if lines.len() > MAX_TABLE_LINES {
        lines = table::ranking(&results.standings());
    }
    if lines.len() > MAX_TABLE_LINES {
        let more = lines.len() - (MAX_TABLE_LINES - 1);
        lines.truncate(MAX_TABLE_LINES - 1);
        lines.push(format!("    and {more} more"));
    }
    lines
}

/// Formats a score from the point of view of the side to move, with a space before
/// it.
fn format_score(score: ReportedScore) -> String {
    match score {
        ReportedScore::Cp(cp) => format!(" {:+.2}", f64::from(cp) / 100.0),
        ReportedScore::Mate(moves) if moves > 0 => format!(" win in {moves}"),
        ReportedScore::Mate(moves) => format!(" loss in {}", moves.unsigned_abs()),
    }
}

fn finished_games(results: &Results) -> u64 {
    let engines = 0..results.names.len();
    let games_of_each = engines.map(|engine| results.table.total(engine).games());
    // Two engines take part in each game.
    games_of_each.sum::<u64>() / 2
}

fn empty_line() -> ProgressBar {
    ProgressBar::new_spinner().with_style(style("{msg}"))
}

/// Adds a line with this text below the others.
fn add_line(screen: &MultiProgress, text: &str) -> ProgressBar {
    let line = screen.add(empty_line());
    line.set_message(text.to_owned());
    line
}

fn bar_style(is_total_known: bool) -> ProgressStyle {
    style(if is_total_known {
        "[{elapsed_precise}] {wide_bar} {pos}/{len} games, {eta} left"
    } else {
        "[{elapsed_precise}] {pos} games"
    })
}

/// Returns the style of a line. The fallback is never used, because the templates are valid.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::journal::Games;

    fn empty_results(engines: usize) -> Results {
        Results::new(&spec(engines), &Games::new())
    }

    fn spec(engines: usize) -> Spec {
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
        serde_json::from_value(spec).unwrap()
    }

    #[test]
    fn tables_leave_room_for_the_bar() {
        assert!(
            fitting_table_lines(&empty_results(4))
                .iter()
                .any(|line| line.contains("against"))
        );
        assert_eq!(fitting_table_lines(&empty_results(12)).len(), 13);
        let lines = fitting_table_lines(&empty_results(40));
        assert_eq!(lines.len(), MAX_TABLE_LINES);
        assert!(lines[17].contains("E17"), "{lines:?}");
        assert_eq!(lines[18], "    and 23 more");
    }

    #[test]
    fn lines_that_are_no_longer_in_the_tables_disappear() {
        let spec = spec(3);
        let results = Results::new(&spec, &Games::new());
        let mut view = LiveView::new(&spec, &results, None, None);
        let lines = |count| vec!["x".to_owned(); count];
        for count in [12, 3, 5] {
            view.draw_tables(&lines(count));
            assert_eq!(view.table_lines.len(), count);
        }
    }

    #[test]
    fn scores_are_formatted_for_the_side_to_move() {
        assert_eq!(format_score(ReportedScore::Cp(-31)), " -0.31");
        assert_eq!(format_score(ReportedScore::Mate(3)), " win in 3");
        assert_eq!(format_score(ReportedScore::Mate(-4)), " loss in 4");
        assert_eq!(format_score(ReportedScore::Mate(0)), " loss in 0");
    }
}
