//! The benchmark: the same positions to the same depth on one thread, so that
//! the node count is a signature of the search.

use std::time::{Duration, Instant};

use super::event::Event;
use super::seat::Order;
use crate::eval::HandWritten;
use crate::rules::shatra::{Extended, Original, Position, RuleSet, Setup};
use crate::search::{Request, Searcher, SearcherError, Silent};

/// The depth when none is asked for.
pub const BENCH_DEPTH: usize = 7;

const HASH_MEGABYTES: usize = 16;

const EXTENDED: &[&str] = &[
    Extended::START,
    "SQSSR1BRB/1/SSSSSSS/3K3/S6/5s1/1ss4/ss1ssss/k/brbsr1sq1 w Tt - - 6 4",
    "1QS1RS2B/1/SS2S2/K6/1S3SS/1s5/2r2ks/R1sssss/1/b1b1r1s2 w Tt - - 5 12",
    "9/1/SSSSS1S/S2SQK1/3SB2/2s4/kss1sbs/ssB2s1/1/2b6 b t - - 10 14",
    "9/1/1S3S1/7/SK5/s6/4S2/1k4S/1/9 w - - - 7 35",
    "9/1/5R1/6S/1S5/k4S1/5KB/3s3/1/9 b - - - 8 40",
];

const ORIGINAL: &[&str] = &[
    Original::START,
    "SSSSSSSS1/1/SSS1SS1/S1S4/S4SS/kp5/sKsss1s/sssssss/1/1ssssssss w Tt 40 - - 9",
    "SSS6/1/SSSSS1S/S1s1SK1/7/2s3s/s1k4/sss1s2/1/3ssssss w Tt - - - 25",
    "9/K/7/7/7/1S5/5s1/6k/1/9 w - - - - 1",
    "9/1/S1K1SS1/S4S1/6S/ss1sS2/ss3s1/s2ks2/1/9 b - - - 14 38",
];

/// Runs the benchmark and tells one line a position and the sums.
pub fn run(order: &Order) {
    let _answer = order.answer_at_end();
    let tell = |text| (order.listener)(Event::Text(text));
    let mut total = (0, Duration::ZERO);
    let result = searches::<Extended>(order, &mut total)
        .and_then(|()| searches::<Original>(order, &mut total));
    if let Err(error) = result {
        (order.listener)(Event::Error(error.to_string()));
    }
    let (nodes, time) = total;
    let nps = nodes as f64 / time.as_secs_f64().max(1e-9);
    tell(format!("Total time (ms) : {}", time.as_millis()));
    tell(format!("Nodes searched  : {nodes}"));
    tell(format!("Nodes/second    : {nps:.0}"));
}

fn searches<R: RuleSet>(order: &Order, total: &mut (u64, Duration)) -> Result<(), SearcherError> {
    let mut searcher = Searcher::new(1, HASH_MEGABYTES, HandWritten)?;
    let positions = bench_positions::<R>();
    let count = positions.len();
    for (i, position) in positions.enumerate() {
        if order.control.is_stopped() {
            return Ok(());
        }
        searcher.clear();
        let start = Instant::now();
        let request = Request::new(position, order.limits.clone());
        let outcome = searcher.search(&request, &order.control.child(), &mut Silent);
        total.0 += outcome.nodes;
        total.1 += start.elapsed();
        let number = i + 1;
        let line = format!("{} {number}/{count}: {} nodes", R::ID, outcome.nodes);
        (order.listener)(Event::Text(line));
    }
    Ok(())
}

/// The positions of the benchmark: of [`Original`], or those of [`Extended`] for
/// any rule set of its family. A test sees that they all read.
pub fn bench_positions<R: RuleSet>() -> impl ExactSizeIterator<Item = Position<R>> {
    let texts = if R::OFFICERS_LIMITED {
        EXTENDED
    } else {
        ORIGINAL
    };
    let position = |text: &&str| {
        let setup = text.parse::<Setup>().ok();
        setup.and_then(|setup| setup.position().ok())
    };
    let positions = texts.iter().map(position);
    positions.map(|position| position.unwrap_or_else(Position::start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_reads() {
        for text in EXTENDED {
            text.parse::<Setup>()
                .unwrap()
                .position::<Extended>()
                .unwrap();
        }
        for text in ORIGINAL {
            text.parse::<Setup>()
                .unwrap()
                .position::<Original>()
                .unwrap();
        }
    }
}
