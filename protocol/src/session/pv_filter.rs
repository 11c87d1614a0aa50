//! The filter of the lines of play that a host receives.
//!
//! The search reports everything, and this filter compares it
//! with what the dialect can express and what the host has already received.
//! Where the dialect has no mark for a bound, the host would keep the bound as
//! the score of the move, so the bound is not sent. A search that was stopped
//! repeats nothing, as hosts that have moved on to another position take late
//! lines for lines about that one.

use crate::info::{EngineScore, InfoLine};

/// The last line of one rank that the host has received.
#[derive(Debug, PartialEq, Eq)]
struct SentPv {
    rank: Option<u32>,
    depth: Option<u32>,
    score: Option<EngineScore>,
    pv: Vec<String>,
}

impl SentPv {
    fn new(info: &InfoLine) -> Self {
        Self {
            rank: info.multipv,
            depth: info.depth,
            score: info.score,
            pv: info.pv.clone(),
        }
    }
}

/// The lines of play of one search, sent and withheld.
#[derive(Debug, Default)]
pub(super) struct PvFilter {
    /// The last line sent of each rank.
    sent: Vec<SentPv>,
    /// The last line, if it was withheld because the dialect has no mark for
    /// its bound.
    withheld: Option<Box<InfoLine>>,
}

impl PvFilter {
    /// Takes information from a search and returns it if it is to be sent.
    /// `bounds` means that the dialect can mark a score as a bound.
    pub(super) fn filter(
        &mut self,
        info: Box<InfoLine>,
        bounds: bool,
        stopping: bool,
    ) -> Option<Box<InfoLine>> {
        let Some(score) = info.score.filter(|_| !info.pv.is_empty()) else {
            return Some(info);
        };
        if score.bound.is_some() && !bounds {
            self.withheld = Some(info);
            return None;
        }
        self.withheld = None;
        let line = SentPv::new(&info);
        match self.sent.iter_mut().find(|sent| sent.rank == line.rank) {
            Some(sent) if stopping && *sent == line => return None,
            Some(sent) => *sent = line,
            None => self.sent.push(line),
        }
        Some(info)
    }

    /// Returns the line that must still be sent before the answer `best`. The
    /// last line must begin with that move: if only a bound on it is known, its
    /// line is sent with the last score of the position.
    pub(super) fn last(&mut self, best: &str) -> Option<Box<InfoLine>> {
        let begins = |pv: &[String]| pv.first().is_some_and(|first| first == best);
        let mut info = self.withheld.take().filter(|info| begins(&info.pv))?;
        let sent = self.sent.iter().find(|sent| sent.rank == info.multipv);
        if sent.is_some_and(|sent| begins(&sent.pv)) {
            return None;
        }
        if let Some(sent) = sent {
            (info.depth, info.score) = (sent.depth, sent.score);
        } else {
            info.score = info.score.map(|score| EngineScore {
                bound: None,
                ..score
            });
        }
        Some(info)
    }
}
