//! Takes samples from the games of a match, as `batyr datagen` does from self-play: an
//! opponent of another kind reaches positions that self-play does not.

use std::path::{Path, PathBuf};

use crate::base::score::is_proved;
use crate::base::{Color, Score};
use crate::cli::error::CliError;
use crate::files::{MAX_GAME_SAMPLES, PackedSample, Packing};
use crate::game::{GameResult, Variant, for_variant};
use crate::rules::shatra::Numbering;
use crate::search::SearchGame;
use crate::tournament::folder::Folder;
use crate::tournament::journal::Games;
use crate::tournament::{GameReport, ReportedScore, Results};
use crate::util::text::shorten;

/// The games of a match in which an engine played.
#[derive(Debug)]
pub struct MatchGames {
    folder: PathBuf,
    engine: String,
    /// The variant of the match.
    pub variant: Variant,
    games: Games,
    /// The results, by which copies of earlier games are recognized.
    results: Results,
}

impl MatchGames {
    /// Reads the games of the match in a folder.
    ///
    /// # Errors
    /// Returns an error if the folder contains no match or can't be read, or if no engine of the
    /// match has this name.
    pub fn read(folder: &Path, engine: &str) -> Result<Self, CliError> {
        let handle = Folder::new(folder.to_owned());
        let spec = handle.spec()?;
        if !spec.engines.iter().any(|spec| spec.name == engine) {
            let names: Vec<&str> = spec.engines.iter().map(|spec| &*spec.name).collect();
            let (engine, names) = (shorten(engine), names.join(", "));
            let message = format_args!("no engine {engine:?}; expected one of: {names}");
            return Err(CliError::in_file(folder)(message));
        }
        let games = handle.games()?;
        Ok(Self {
            folder: folder.to_owned(),
            engine: engine.to_owned(),
            variant: spec.variant,
            results: Results::new(&spec, &games),
            games,
        })
    }

    /// Checks that the match is of this variant.
    pub fn expect_variant(&self, expected: Variant) -> Result<(), CliError> {
        if self.variant == expected {
            return Ok(());
        }
        let (found, expected) = (self.variant.id(), expected.id());
        let message = format_args!("a match of {found}; expected {expected}");
        Err(CliError::in_file(&self.folder)(message))
    }

    /// Calls `visit` with the samples of each game that has any, in the order of the
    /// games. Copies of earlier games have none.
    ///
    /// # Errors
    /// Returns an error if a game can't be replayed, or if `visit` returns an error.
    pub fn for_each(
        &self,
        mut visit: impl FnMut(&[PackedSample]) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let evidence = &self.results.evidence;
        let games = self.games.values();
        for report in games.filter(|report| !evidence.is_copy(report.game)) {
            let samples = for_variant!(self.variant, P => self.samples::<P>(report))?;
            if !samples.is_empty() {
                visit(&samples)?;
            }
        }
        Ok(())
    }

    /// Returns at most [`MAX_GAME_SAMPLES`] samples of a game: the quiet positions in which the
    /// engine was to move and reported a score that is no forced win or loss, with that score. A
    /// game that ended by a fault, or that has no result, has none.
    fn samples<P: SearchGame + Packing>(
        &self,
        report: &GameReport,
    ) -> Result<Vec<PackedSample>, CliError> {
        let Some(points) = white_points(report) else {
            return Ok(Vec::new());
        };
        let mut position = self.start::<P>(report)?;
        let mut samples = Vec::new();
        let opening = report.opening.turns.iter().map(|text| (text, None));
        let played = report.turns.iter().map(|turn| (&turn.turn, turn.score));
        for (index, (text, score)) in opening.chain(played).enumerate() {
            let turn = position.read_turn(text, Numbering::Official);
            let (turn, _) = turn.map_err(|error| {
                let (game, turn) = (report.game, index + 1);
                let message = format_args!("game {game}, turn {turn}: {error}");
                CliError::in_file(&self.folder)(message)
            })?;
            let is_quiet = !position.is_tactical(turn) && !position.must_respond();
            if is_quiet && let Some(score) = self.white_score(report, &position, score) {
                samples.extend(PackedSample::new(&position, score, points));
            }
            position.play(turn);
        }
        samples.truncate(MAX_GAME_SAMPLES);
        Ok(samples)
    }

    fn start<P: Packing>(&self, report: &GameReport) -> Result<P, CliError> {
        let Some(text) = &report.opening.position else {
            return Ok(P::start());
        };
        P::read(text).map_err(|error| {
            let message = format_args!("game {}: {error}", report.game);
            CliError::in_file(&self.folder)(message)
        })
    }

    /// Returns the score from White's point of view, if it is the engine's and not that of a
    /// forced win.
    fn white_score<P: Packing>(
        &self,
        report: &GameReport,
        position: &P,
        score: Option<ReportedScore>,
    ) -> Option<Score> {
        let (mover, sign) = match position.side_to_move() {
            Color::White => (&report.white, 1),
            Color::Black => (&report.black, -1),
        };
        match score {
            Some(ReportedScore::Cp(cp)) if *mover == self.engine => {
                // An engine may report a forced win in centipawns. `i32::MIN` has no `abs`.
                let is_forced = is_proved(cp.max(-Score::MAX));
                (!is_forced).then(|| cp.saturating_mul(sign))
            }
            _ => None,
        }
    }
}

/// Returns White's points, if the game was decided on the board or by adjudication.
fn white_points(report: &GameReport) -> Option<f32> {
    if report.end.is_fault() {
        return None;
    }
    match report.result {
        GameResult::WhiteWins => Some(1.0),
        GameResult::Draw => Some(0.5),
        GameResult::BlackWins => Some(0.0),
        GameResult::Unfinished => None,
    }
}
