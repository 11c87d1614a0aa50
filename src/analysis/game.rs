//! Analyses a game: scores its turns and finds the mistakes.
//!
//! A game is searched from its last position to its first, with one engine that keeps its
//! transposition table. When a turn is judged, the table already contains results for the
//! positions after it, so that the scores of consecutive positions agree.
//!
//! A turn is judged by the difference of two scores. The score of the best turn is that of
//! the position before it. The score of any other turn is the negated score of the position
//! after it; that search started one ply later, and so looked one ply further. For a
//! comparison at equal depth, if a turn seems to be a mistake, its score is also compared
//! with the negated score of the position after the best turn; it is marked only if it
//! still is a mistake.

use serde::Serialize;

use super::accuracy::accuracy;
use super::analyser::Analyser;
use super::mistake::{Severity, expected_points, mistake_severity};
use super::position::{LineAnalysis, PositionAnalysis, serialize_score};
use crate::base::score::{before_turn, for_white};
use crate::base::{Color, Score};
use crate::engine::EngineError;
use crate::eval::wdl::WdlCurve;
use crate::game::{GameRecord, Variant};
use crate::rules::shatra::Numbering;

/// The analysis of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameAnalysis {
    /// The rule set.
    pub variant: Variant,
    /// The position from which the game started (SPN or FEN).
    pub start: String,
    /// The turns, in order. If the analysis was interrupted, the first turns are
    /// missing.
    #[serde(rename = "moves")]
    pub turns: Vec<TurnAnalysis>,
    /// The analysis of the last position; `None` if that analysis was interrupted.
    pub end: Option<FinalPositionAnalysis>,
    /// The counts of White's mistakes.
    pub white: MistakeCounts,
    /// The counts of Black's mistakes.
    pub black: MistakeCounts,
    /// Whether no search was stopped.
    pub complete: bool,
}

/// The analysis of one turn of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurnAnalysis {
    /// The number of the turn in the game, from 1.
    pub ply: usize,
    /// The move number, as in game files.
    pub number: usize,
    /// The side that played the turn; all scores are from this side's point of view.
    pub side: Color,
    /// The turn, in the notation of RULES.md section 11.
    pub turn: String,
    /// The position before the turn (SPN or FEN).
    pub position: String,
    /// The score of the best turn.
    #[serde(serialize_with = "serialize_score")]
    pub best: Score,
    /// The score of the turn that was played.
    #[serde(serialize_with = "serialize_score")]
    pub played: Score,
    /// The expected points that the turn lost, in thousandths; never negative.
    pub loss: i32,
    /// The severity, if the turn is a mistake.
    pub mark: Option<Severity>,
    /// The line that would have been better, if the turn is a mistake.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub better: Vec<String>,
    /// The lines found in the position, best first.
    pub lines: Vec<LineAnalysis>,
    /// The curve of chances in the position.
    #[serde(skip)]
    pub curve: WdlCurve,
}

/// The analysis of the last position of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FinalPositionAnalysis {
    /// The side to move.
    pub side: Color,
    /// The position (SPN or FEN).
    pub position: String,
    /// The lines found in the position, best first.
    pub lines: Vec<LineAnalysis>,
    /// The curve of chances in the position.
    #[serde(skip)]
    pub curve: WdlCurve,
}

/// The summary of a side's turns.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct MistakeCounts {
    /// The number of turns judged.
    #[serde(rename = "moves")]
    pub turns: usize,
    /// The number of inaccuracies.
    pub inaccuracies: usize,
    /// The number of mistakes.
    pub mistakes: usize,
    /// The number of blunders.
    pub blunders: usize,
    /// The mean of the expected points lost per turn, in thousandths.
    pub mean_loss: f64,
    /// The accuracy of the turns, from 0 to 100; `None` without turns.
    pub accuracy: Option<f64>,
}

impl MistakeCounts {
    /// Summarizes the turns of `side`. `white_percents` are White's expected points, in
    /// percent, before each turn and after the last one.
    fn new(turns: &[TurnAnalysis], white_percents: &[f64], side: Color) -> Self {
        let own: Vec<_> = turns.iter().filter(|turn| turn.side == side).collect();
        let count = |severity| {
            own.iter()
                .filter(|turn| turn.mark == Some(severity))
                .count()
        };
        let lost: i32 = own.iter().map(|turn| turn.loss).sum();
        let losses = turns
            .iter()
            .map(|turn| (turn.side, f64::from(turn.loss) / 10.0));
        let losses: Vec<(Color, f64)> = losses.collect();
        Self {
            turns: own.len(),
            inaccuracies: count(Severity::Inaccuracy),
            mistakes: count(Severity::Mistake),
            blunders: count(Severity::Blunder),
            mean_loss: f64::from(lost) / own.len().max(1) as f64,
            accuracy: accuracy(&losses, white_percents, side),
        }
    }
}

impl GameAnalysis {
    /// Returns the searched positions in order: for each, the number of turns played before
    /// it, White's score, and the curve of chances.
    fn white_scores(&self) -> impl Iterator<Item = (usize, Score, WdlCurve)> {
        let before = |turn: &TurnAnalysis| (turn.ply - 1, turn.side, turn.best, turn.curve);
        let last = self.turns.last().map_or(0, |turn| turn.ply);
        let end = self.end.iter().filter_map(move |end| {
            let line = end.lines.first()?;
            Some((last, end.side, line.score, end.curve))
        });
        let positions = self.turns.iter().map(before).chain(end);
        positions.map(|(ply, side, score, curve)| (ply, for_white(score, side), curve))
    }

    /// Returns the searched positions in order: for each, the number of turns played before
    /// it, and White's expected points, in percent.
    pub fn white_percents(&self) -> impl Iterator<Item = (usize, f64)> {
        let percent = |(ply, score, curve)| (ply, f64::from(expected_points(score, curve)) / 10.0);
        self.white_scores().map(percent)
    }
}

/// Searches every position of the game and judges every turn. `stop` is polled every
/// few milliseconds, and returns `true` to end the analysis with the results so far;
/// `progress` receives the number of positions analysed so far and the total number.
///
/// # Errors
/// Returns an error if a search can't run.
pub fn analyse(
    analyser: &mut Analyser,
    record: &GameRecord,
    stop: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<GameAnalysis, EngineError> {
    let mut game = GameAnalyser::new(record);
    loop {
        let (done, all) = game.progress();
        progress(done, all);
        if let Some(analysis) = game.step(analyser, stop)? {
            return Ok(analysis);
        }
    }
}

/// An analysis of a game that is made position by position.
#[derive(Debug)]
pub struct GameAnalyser {
    record: GameRecord,
    /// The game up to the next position.
    game: GameRecord,
    /// The turns judged so far, the last of the game first.
    turns: Vec<TurnAnalysis>,
    end: Option<FinalPositionAnalysis>,
    /// The score of the position after the next, for its side to move; `None` at the start.
    next_score: Option<Score>,
}

impl GameAnalyser {
    /// Returns the analysis of a game, before its first position.
    pub fn new(record: &GameRecord) -> Self {
        Self {
            record: record.clone(),
            game: record.clone(),
            turns: Vec::with_capacity(record.turns().len()),
            end: None,
            next_score: None,
        }
    }

    /// Returns the number of positions analysed so far, and the number of all.
    pub fn progress(&self) -> (usize, usize) {
        let count = self.record.turns().len();
        (count - self.game.turns().len(), count + 1)
    }

    /// Searches the next position, and judges the turn that was played there. `stop` ends the
    /// analysis, as in [`analyse`]. Returns the analysis once it is over. The analyser must be the same for all
    /// positions.
    ///
    /// # Errors
    /// Returns an error if a search can't run.
    pub fn step(
        &mut self,
        analyser: &mut Analyser,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<GameAnalysis>, EngineError> {
        if self.next_score.is_none() {
            analyser.clear();
        }
        let mut run = AnalysisRun {
            analyser,
            stop,
            complete: true,
        };
        let goes_on = self.analyse_position(&mut run)? && self.game.undo();
        Ok((!goes_on).then(|| self.summary(run.complete)))
    }

    /// Analyses the current position; returns `false` if that was stopped.
    fn analyse_position(&mut self, run: &mut AnalysisRun<'_>) -> Result<bool, EngineError> {
        let played = self.record.turns().get(self.game.turns().len());
        let found = run.analyse(&self.game, played.is_some())?;
        let Some(line) = found.lines.first().filter(|_| run.complete).cloned() else {
            return Ok(false);
        };
        match played.zip(self.next_score) {
            None => {
                self.end = Some(FinalPositionAnalysis {
                    side: found.side,
                    position: found.position,
                    lines: found.lines,
                    curve: found.curve,
                });
            }
            Some((turn, next_score)) => {
                let judged = run.judge(&self.game, &turn.text, found, &line, next_score)?;
                // A search that was stopped may have missed that the turn is a mistake.
                if !run.complete {
                    return Ok(false);
                }
                self.turns.push(judged);
            }
        }
        self.next_score = Some(line.score);
        Ok(true)
    }

    /// Returns the analysis of the positions so far.
    fn summary(&mut self, complete: bool) -> GameAnalysis {
        let mut turns = std::mem::take(&mut self.turns);
        turns.reverse();
        let mut analysis = GameAnalysis {
            variant: self.record.variant(),
            start: self.record.start_text(),
            white: MistakeCounts::default(),
            black: MistakeCounts::default(),
            end: self.end.take(),
            turns,
            complete,
        };
        let percents = analysis.white_percents().map(|(_, percent)| percent);
        let percents: Vec<f64> = percents.collect();
        analysis.white = MistakeCounts::new(&analysis.turns, &percents, Color::White);
        analysis.black = MistakeCounts::new(&analysis.turns, &percents, Color::Black);
        analysis
    }
}

struct AnalysisRun<'w> {
    analyser: &'w mut Analyser,
    stop: &'w dyn Fn() -> bool,
    /// Whether no search has been stopped so far.
    complete: bool,
}

impl AnalysisRun<'_> {
    /// Analyses the current position of a game. If `goes_on` is set, the position is searched
    /// even where the rules end the game, for instance by repetition.
    fn analyse(
        &mut self,
        game: &GameRecord,
        goes_on: bool,
    ) -> Result<PositionAnalysis, EngineError> {
        let (analyser, stop) = (&mut *self.analyser, self.stop);
        let found = match goes_on {
            true => analyser.search(game, stop, &mut |_| {})?,
            false => analyser.analyse_position(game, stop, &mut |_| {})?,
        };
        self.complete &= found.complete;
        Ok(found)
    }

    /// Judges `turn`, which was played in the current position. `found` is the analysis of that
    /// position, `line` its best line, and `next_score` the opponent's score after the turn.
    fn judge(
        &mut self,
        game: &GameRecord,
        turn: &str,
        found: PositionAnalysis,
        line: &LineAnalysis,
        next_score: Score,
    ) -> Result<TurnAnalysis, EngineError> {
        let curve = found.curve;
        let points = |score| expected_points(score, curve);
        let is_best = line.pv.first().is_some_and(|best| best == turn);
        let mut best = line.score;
        let played = if is_best {
            best
        } else {
            before_turn(next_score)
        };
        let mut better = Vec::new();
        if mistake_severity(best, played, curve).is_some()
            && let Some((confirmed, line)) = self.search_after_best(game, &line.pv)?
        {
            best = best.min(confirmed);
            better = line;
        }
        let mark = mistake_severity(best, played, curve);
        if mark.is_none() {
            better.clear();
        }
        Ok(TurnAnalysis {
            ply: game.turns().len() + 1,
            number: game.move_number().into(),
            side: found.side,
            turn: turn.to_owned(),
            position: found.position,
            best,
            played,
            loss: (points(best) - points(played)).max(0),
            mark,
            better,
            lines: found.lines,
            curve,
        })
    }

    /// Analyses the position after the best turn, the first of `pv`. Returns the score of that
    /// turn and the line that begins with that turn; `None` if no line was found.
    fn search_after_best(
        &mut self,
        game: &GameRecord,
        pv: &[String],
    ) -> Result<Option<(Score, Vec<String>)>, EngineError> {
        let mut game = game.clone();
        let Some(best) = pv.first() else {
            return Ok(None);
        };
        if game.play(best, Numbering::Official).is_err() {
            return Ok(None);
        }
        let found = self.analyse(&game, false)?.lines.into_iter().next();
        Ok(found.map(|mut line| {
            line.pv.insert(0, best.clone());
            (before_turn(line.score), line.pv)
        }))
    }
}

#[cfg(test)]
mod tests;
