//! `batyr book grow --queue`: searches the positions of a round together with other processes, first
//! the glances, if there are any.
//!
//! Each process has a log of its own and enters all results of a round in it, in the order of the
//! positions, so all processes have the same book after the same round. The positions of a round
//! are divided into chunks whatever a log has of them already, so that all processes divide them
//! alike.

use serde::{Deserialize, Serialize};

use crate::tournament::cluster::{ClusterError, SharedWork};
use crate::training::book::{
    Append, Effort, GrowError, GrowLimits, LeafSearch, PositionsToSearch, Searched,
};

/// The rounds that a process shares with others.
pub struct SharedRounds<'a> {
    /// The place of the process.
    pub work: &'a SharedWork,
    /// The number of positions in a chunk.
    pub chunk: u32,
    /// When to stop, and how many threads search.
    pub limits: &'a GrowLimits<'a>,
}

/// The result of a search in the folder.
#[derive(Serialize, Deserialize)]
struct PositionLine {
    /// The key of the position, in hexadecimal digits.
    key: String,
    /// The score for the side to move.
    score: i32,
    /// The depth, in plies.
    depth: u8,
    /// The key of the position after the best turn, in hexadecimal digits.
    best: Option<String>,
}

impl PositionLine {
    fn new(key: u64, found: Searched) -> Self {
        Self {
            key: format!("{key:016x}"),
            score: found.score,
            depth: found.depth,
            best: found.best.map(|best| format!("{best:016x}")),
        }
    }

    fn searched(&self) -> Searched {
        let best = self.best.as_deref();
        Searched {
            score: self.score,
            depth: self.depth,
            best: best.and_then(|best| u64::from_str_radix(best, 16).ok()),
        }
    }
}

/// An error in a shared round.
#[derive(Debug, thiserror::Error)]
enum RoundError {
    #[error(transparent)]
    Search(#[from] GrowError),
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    #[error("chunk {chunk} of round {round} in the folder of --queue has other positions")]
    OtherPositions { chunk: u32, round: u32 },
}

impl SharedRounds<'_> {
    /// Searches the positions that other processes leave, waits until all are searched, and hands
    /// on the results that are not known.
    ///
    /// # Errors
    /// Returns an error if a search fails or the folder can't be used.
    pub fn search(
        &self,
        round: &PositionsToSearch<'_>,
        append: &mut Append<'_>,
    ) -> Result<(), GrowError> {
        self.try_search(round, append).map_err(|error| match error {
            RoundError::Search(error) => error,
            other => GrowError::Round(Box::new(other)),
        })
    }

    fn try_search(
        &self,
        round: &PositionsToSearch<'_>,
        append: &mut Append<'_>,
    ) -> Result<(), RoundError> {
        let chunks: Vec<_> = round.positions.chunks(self.chunk as usize).collect();
        let name = match round.effort {
            Effort::Glance => format!("round-{:07}-glances", round.round),
            Effort::Search => format!("round-{:07}", round.round),
        };
        let count = u32::try_from(chunks.len()).unwrap_or(u32::MAX);
        let stage = self.work.stage(&name, count)?;
        let should_stop = self.limits.should_stop;
        let jobs = self.limits.jobs.clamp(1, chunks.len().max(1));
        let worker = |_| {
            let mut search = LeafSearch::default();
            let (chunks, nodes) = (&chunks, round.nodes);
            move |chunk: u32| -> Result<Option<Vec<PositionLine>>, RoundError> {
                let positions = chunks.get(chunk as usize - 1).copied();
                let mut lines = Vec::new();
                for (key, position) in positions.unwrap_or_default() {
                    let Some(found) = search.search(position, nodes, should_stop)? else {
                        return Ok(None);
                    };
                    lines.push(PositionLine::new(*key, found));
                }
                Ok(Some(lines))
            }
        };
        if !stage.run((0..jobs).map(worker).collect(), should_stop)? {
            return Ok(());
        }
        let mut entered = 0;
        for (chunk, positions) in (1..).zip(chunks) {
            let lines: Vec<PositionLine> = stage.result(chunk)?;
            let keys = positions.iter().map(|(key, _)| format!("{key:016x}"));
            if !keys.eq(lines.iter().map(|line| line.key.clone())) {
                let round = round.round;
                return Err(RoundError::OtherPositions { chunk, round });
            }
            for ((key, _), line) in positions.iter().zip(lines) {
                if entered >= round.known {
                    append(*key, line.searched())?;
                }
                entered += 1;
            }
        }
        Ok(())
    }
}
