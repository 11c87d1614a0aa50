//! Filters the variations that are sent to a host.
//!
//! The search reports everything; this filter decides what is sent, depending on
//! what the dialect can express and what the host has already received. In a
//! dialect that can't mark bounds, the host would take a bound for the score of
//! the move, so bounds are not sent, except those that prove a win or a loss: the
//! distance in any decisive score is only an upper bound. A search that was stopped
//! repeats nothing, because a host that has moved on to a different position would
//! attribute late variations to that position.

use crate::info::{EngineScore, InfoLine, ScoreBound, ScoreValue};

/// The last variation sent to the host for one MultiPV rank.
#[derive(Debug, PartialEq, Eq)]
struct SentPv {
    multipv: Option<u32>,
    depth: Option<u32>,
    score: Option<EngineScore>,
    pv: Vec<String>,
}

impl SentPv {
    fn new(info: &InfoLine) -> Self {
        Self {
            multipv: info.multipv,
            depth: info.depth,
            score: info.score,
            pv: info.pv.clone(),
        }
    }
}

/// The filter for one search: remembers the variations that were sent and the one that
/// is withheld.
#[derive(Debug, Default)]
pub(super) struct PvFilter {
    /// The last variation sent for each MultiPV rank.
    sent: Vec<SentPv>,
    /// The last variation, if it was withheld because the dialect can't mark its
    /// bound.
    withheld: Option<Box<InfoLine>>,
}

impl PvFilter {
    /// Returns the information from a search as it should be sent, or `None` if it is withheld
    /// or dropped. `marks_bounds` means that the dialect can mark a score as a bound; `stopping`
    /// means that the search has been told to stop, so repetitions are dropped.
    pub(super) fn filter(
        &mut self,
        mut info: Box<InfoLine>,
        marks_bounds: bool,
        stopping: bool,
    ) -> Option<Box<InfoLine>> {
        let Some(mut score) = info.score.filter(|_| !info.pv.is_empty()) else {
            return Some(info);
        };
        if !marks_bounds && is_proof(score) {
            score.bound = None;
            info.score = Some(score);
        }
        if score.bound.is_some() && !marks_bounds {
            self.withheld = Some(info);
            return None;
        }
        self.withheld = None;
        let new = SentPv::new(&info);
        let mut sent = self.sent.iter_mut();
        match sent.find(|sent| sent.multipv == new.multipv) {
            Some(sent) if stopping && *sent == new => return None,
            Some(sent) => *sent = new,
            None => self.sent.push(new),
        }
        Some(info)
    }

    /// Returns the withheld variation if it must be sent before the answer `best`,
    /// because the last variation that is sent must begin with that move. Since only a
    /// bound on its score is known, the variation gets the depth and score last sent for
    /// its rank or, if none were sent, keeps its own without the mark of a bound.
    pub(super) fn take_withheld(&mut self, best: &str) -> Option<Box<InfoLine>> {
        let begins_with_best = |pv: &[String]| pv.first().is_some_and(|first| first == best);
        let mut info = self
            .withheld
            .take()
            .filter(|info| begins_with_best(&info.pv))?;
        let mut sent = self.sent.iter();
        let sent = sent.find(|sent| sent.multipv == info.multipv);
        if sent.is_some_and(|sent| begins_with_best(&sent.pv)) {
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

/// Returns whether a score, exact or a bound, proves a win or a loss.
const fn is_proof(score: EngineScore) -> bool {
    match (score.value, score.bound) {
        (ScoreValue::Cp(_), _) => false,
        (ScoreValue::Mate(_), None) => true,
        (ScoreValue::Mate(moves), Some(ScoreBound::Lower)) => moves > 0,
        (ScoreValue::Mate(moves), Some(ScoreBound::Upper)) => moves <= 0,
    }
}
