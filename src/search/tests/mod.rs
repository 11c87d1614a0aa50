//! Tests of the search in small games, one of which is also solved by brute force, and a
//! few in Shatra.

mod answers;
mod clocks;
mod crowd;
mod handicaps;
mod hunts;
mod lines;
mod oracle;
mod ordering;
mod pauses;
mod shallow;
mod skirmish;
mod tables;
mod threads;

use std::time::Duration;

use skirmish::{MenCount, Skirmish, Turn};

use super::*;
use crate::base::Score;
use crate::eval::Evaluator;
use crate::rules::{Game, MoveList};

/// A game small enough to be solved completely.
type Tiny = Skirmish<3, 4>;
/// A game too large to be searched to the end.
type Large = Skirmish<6, 7>;

/// The parts of a [`SearchInfo`] that the tests read, with an owned line.
#[derive(Clone, Debug)]
struct OwnedInfo<M> {
    depth: usize,
    multipv: usize,
    score: Score,
    bound: Bound,
    time: Duration,
    nodes: u64,
    pv: Vec<M>,
}

/// A sink that records all lines.
#[derive(Clone, Debug)]
struct EventLog<M>(Vec<OwnedInfo<M>>);

impl<M: Copy> SearchSink<M> for EventLog<M> {
    fn info(&mut self, info: &SearchInfo<&[M]>) {
        self.0.push(OwnedInfo {
            depth: info.depth,
            multipv: info.multipv,
            score: info.score,
            bound: info.bound,
            time: info.time,
            nodes: info.nodes,
            pv: info.pv.to_vec(),
        });
    }
}

fn legal_turns<G: SearchGame>(position: &G) -> MoveList<G::Move> {
    let mut list = MoveList::new();
    position.generate(&mut list);
    list
}

/// Returns the position after a line, all of whose turns must be legal.
fn play_line<G: SearchGame>(position: &G, line: &[G::Move]) -> G {
    let mut position = position.clone();
    for &turn in line {
        assert!(
            legal_turns(&position).contains(&turn),
            "{turn:?} is illegal"
        );
        position.play(turn);
    }
    position
}

/// Searches, and checks what holds for every search: the answer is legal and was reported,
/// all lines are legal, and time and nodes never decrease.
fn checked_search<G: SearchGame, E: Evaluator<G>>(
    searcher: &mut Searcher<G, E>,
    request: &Request<G>,
    control: &Control,
) -> (SearchOutcome<G::Move>, Vec<OwnedInfo<G::Move>>) {
    let mut log = EventLog(Vec::new());
    let outcome = searcher.search(request, control, &mut log);
    let position = &request.position;
    for info in &log.0 {
        play_line(position, &info.pv);
    }
    assert!(
        log.0
            .is_sorted_by(|a, b| a.time <= b.time && a.nodes <= b.nodes)
    );
    assert_eq!(outcome.best.is_none(), legal_turns(position).is_empty());
    assert_eq!(outcome.best, outcome.pv.first().copied());
    let last = log.0.iter().rfind(|info| info.multipv == 1).unwrap();
    assert_eq!((outcome.score, &outcome.pv), (last.score, &last.pv));
    play_line(position, &outcome.pv);
    if let (Some(best), Some(ponder)) = (outcome.best, outcome.ponder) {
        play_line(position, &[best, ponder]);
    }
    (outcome, log.0)
}

fn large_searcher(threads: usize) -> Searcher<Large, MenCount> {
    Searcher::new(threads, 4, MenCount).unwrap()
}

fn search_large(
    searcher: &mut Searcher<Large, MenCount>,
    limits: Limits,
) -> (SearchOutcome<Turn>, Vec<OwnedInfo<Turn>>) {
    let request = Request::new(Large::new(2), limits);
    checked_search(searcher, &request, &Control::new())
}
