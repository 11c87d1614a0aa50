//! Which lines of play a host hears.
//!
//! **The decision:** the search tells what it knows, and here it is held against
//! what the dialect has words for and what the host has heard already. A bound
//! that can't be told as one would be kept by the host as the score of the move,
//! so it is not told; and a search that was stopped says nothing twice, as hosts
//! that have gone on to another position take late lines for its.

use crate::info::{Info, Score};

/// What a host has heard of one rank.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    rank: Option<u32>,
    depth: Option<u32>,
    score: Option<Score>,
    pv: Vec<String>,
}

impl Told {
    fn new(info: &Info) -> Self {
        Self {
            rank: info.multipv,
            depth: info.depth,
            score: info.score,
            pv: info.pv.clone(),
        }
    }
}

/// The lines of play of one search.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The last one of each rank.
    told: Vec<Told>,
    /// A bound that there was no word for.
    untold: Option<Box<Info>>,
}

impl Lines {
    /// Takes news of a search and gives what is to be told of it. `bounds`
    /// says whether the dialect has words for them.
    pub(super) fn tell(
        &mut self,
        info: Box<Info>,
        bounds: bool,
        stopping: bool,
    ) -> Option<Box<Info>> {
        let Some(score) = info.score.filter(|_| !info.pv.is_empty()) else {
            return Some(info);
        };
        if score.bound.is_some() && !bounds {
            self.untold = Some(info);
            return None;
        }
        self.untold = None;
        let line = Told::new(&info);
        match self.told.iter_mut().find(|told| told.rank == line.rank) {
            Some(told) if stopping && *told == line => return None,
            Some(told) => *told = line,
            None => self.told.push(line),
        }
        Some(info)
    }

    /// What is still to be told before the answer `best`. The last line must
    /// begin with it: if only a bound is known of it, that line is told with
    /// the last score of the position.
    pub(super) fn last(&mut self, best: &str) -> Option<Box<Info>> {
        let begins = |pv: &[String]| pv.first().is_some_and(|first| first == best);
        let mut info = self.untold.take().filter(|info| begins(&info.pv))?;
        let told = self.told.iter().find(|told| told.rank == info.multipv);
        if told.is_some_and(|told| begins(&told.pv)) {
            return None;
        }
        if let Some(told) = told {
            (info.depth, info.score) = (told.depth, told.score);
        } else {
            info.score = info.score.map(|score| Score {
                bound: None,
                ..score
            });
        }
        Some(info)
    }
}
