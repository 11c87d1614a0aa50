//! Takes samples from the games of a match, as `batyr datagen` does from self-play: an
//! opponent of another kind reaches positions that self-play does not.

use std::path::{Path, PathBuf};

use crate::base::score::is_decisive;
use crate::base::{Color, Score};
use crate::files::{MAX_GAME_SAMPLES, PackedSample, Packing};
use crate::game::{GameResult, PositionError, Variant, for_variant};
use crate::rules::TurnError;
use crate::rules::shatra::Numbering;
use crate::search::SearchGame;
use crate::tournament::folder::{Folder, FolderError};
use crate::tournament::journal::Games;
use crate::tournament::{GameReport, ReportedScore, Results};
use crate::util::text::shorten;

/// An error in taking samples from the games of a match.
#[derive(Debug, thiserror::Error)]
pub enum MatchGamesError {
    /// The folder can't be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The match has no engine of this name.
    #[error("{}: no engine {:?}; expected one of: {names}", folder.display(), shorten(engine))]
    NoSuchEngine {
        /// The folder of the match.
        folder: PathBuf,
        /// The name that was given.
        engine: String,
        /// The names of the match's engines.
        names: String,
    },
    /// The match is of another variant than those before.
    #[error("{}: a match of {}; expected {}", folder.display(), found.id(), expected.id())]
    Variant {
        /// The folder of the match.
        folder: PathBuf,
        /// Its variant.
        found: Variant,
        /// The variant of the first match.
        expected: Variant,
    },
    /// The start position of a game is invalid.
    #[error("{}: game {game}: {error}", folder.display())]
    Position {
        /// The folder of the match.
        folder: PathBuf,
        /// The number of the game.
        game: u32,
        /// What is wrong with the position.
        error: PositionError,
    },
    /// A turn of a game is illegal.
    #[error("{}: game {game}, turn {turn}: {error}", folder.display())]
    Turn {
        /// The folder of the match.
        folder: PathBuf,
        /// The number of the game.
        game: u32,
        /// The number of the turn, from 1, including those of the opening.
        turn: usize,
        /// What is wrong with the turn.
        error: TurnError,
    },
}

/// The games of a match in which an engine played.
#[derive(Debug)]
pub struct MatchGames {
    folder: PathBuf,
    engine: String,
    /// The variant of the match.
    pub variant: Variant,
    games: Games,
    /// The results, which say which games are copies.
    results: Results,
}

impl MatchGames {
    /// Reads the games of the match in a folder.
    ///
    /// # Errors
    /// Returns an error if the folder has no match, can't be read, or has no engine of this
    /// name.
    pub fn read(folder: &Path, engine: &str) -> Result<Self, MatchGamesError> {
        let handle = Folder::new(folder.to_owned());
        let spec = handle.spec()?;
        if !spec.engines.iter().any(|spec| spec.name == engine) {
            let names: Vec<&str> = spec.engines.iter().map(|spec| &*spec.name).collect();
            return Err(MatchGamesError::NoSuchEngine {
                folder: folder.to_owned(),
                engine: engine.to_owned(),
                names: names.join(", "),
            });
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
    ///
    /// # Errors
    /// Returns an error if it is of another one.
    pub fn expect_variant(&self, expected: Variant) -> Result<(), MatchGamesError> {
        if self.variant == expected {
            return Ok(());
        }
        Err(MatchGamesError::Variant {
            folder: self.folder.clone(),
            found: self.variant,
            expected,
        })
    }

    /// Calls `visit` with the samples of each game that has any, in the order of their
    /// numbers. Copies of earlier games have none.
    ///
    /// # Errors
    /// Returns an error if a game can't be replayed, or if `visit` returns an error.
    pub fn for_each<E: From<MatchGamesError>>(
        &self,
        mut visit: impl FnMut(&[PackedSample]) -> Result<(), E>,
    ) -> Result<(), E> {
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

    /// Returns the samples of a game: the quiet positions in which the engine was to move
    /// and reported no forced win, with its score. A game that ended by a fault, or that has
    /// no result, has none.
    fn samples<P: SearchGame + Packing>(
        &self,
        report: &GameReport,
    ) -> Result<Vec<PackedSample>, MatchGamesError> {
        let Some(points) = white_points(report) else {
            return Ok(Vec::new());
        };
        let mut position = self.start::<P>(report)?;
        let mut samples = Vec::new();
        let opening = report.opening.turns.iter().map(|text| (text, None));
        let played = report.turns.iter().map(|turn| (&turn.turn, turn.score));
        for (index, (text, score)) in opening.chain(played).enumerate() {
            let turn = position.read_turn(text, Numbering::Official);
            let (turn, _) = turn.map_err(|error| MatchGamesError::Turn {
                folder: self.folder.clone(),
                game: report.game,
                turn: index + 1,
                error,
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

    fn start<P: Packing>(&self, report: &GameReport) -> Result<P, MatchGamesError> {
        let Some(text) = &report.opening.position else {
            return Ok(P::start());
        };
        P::read(text).map_err(|error| MatchGamesError::Position {
            folder: self.folder.clone(),
            game: report.game,
            error,
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
                let is_forced = is_decisive(cp.max(-Score::MAX));
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
