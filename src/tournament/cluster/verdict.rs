//! The end of a shared tournament: the file `ended.json`, which ends the shares.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::error::ClusterError;
use super::names;
use super::settings::write_new;
use crate::tournament::Results;
use crate::tournament::folder::Folder;
use crate::tournament::stats::SprtState;

/// The end of a shared tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// `decided` by the sequential test, `complete` after all games (or all that can differ), or
    /// `stopped` by hand.
    pub reason: String,
    /// The accepted hypothesis, `H0` or `H1`, if the test is decided.
    pub accepted: Option<String>,
    /// The log-likelihood ratio, if there is a test.
    pub llr: Option<f64>,
    /// The number of games that count.
    pub games: usize,
    /// The time (RFC 3339, UTC, by the clock of the machine that ended the tournament).
    pub time: String,
}

impl Verdict {
    /// Describes the end of a tournament with these results.
    pub fn new(results: &Results, games: usize, is_stopped: bool) -> Self {
        let accepted = match results.sprt_state() {
            Some(SprtState::AcceptH0) => Some("H0"),
            Some(SprtState::AcceptH1) => Some("H1"),
            Some(SprtState::Running) | None => None,
        };
        let reason = match accepted {
            Some(_) => "decided",
            None if is_stopped => "stopped",
            None => "complete",
        };
        Self {
            reason: reason.to_owned(),
            accepted: accepted.map(str::to_owned),
            llr: results.llr(),
            games,
            time: format!("{:.0}", Timestamp::now()),
        }
    }

    /// Writes the verdict, which ends the shares. Returns `false` if the tournament was ended
    /// before.
    ///
    /// # Errors
    /// Returns an error if the file can't be written.
    pub fn write(&self, folder: &Folder) -> Result<bool, ClusterError> {
        write_new(&folder.join(names::ENDED), self)
    }

    /// Reads the verdict; `None` if the tournament was not ended.
    ///
    /// # Errors
    /// Returns an error if the file can't be read.
    pub fn read(folder: &Folder) -> Result<Option<Self>, ClusterError> {
        Ok(folder.read_file(names::ENDED)?)
    }
}
