//! The benchmark: fixed positions, searched to the same depth on one thread, so that the
//! node count is a signature of the search. The rule sets of Shatra share one benchmark;
//! every other variant has its own.

use std::time::Duration;

use super::event::EngineEvent;
use super::task::TaskContext;
use crate::eval::{EvaluatedPosition, EvaluationFamily, Networks};
use crate::game::{Variant, VariantRules, for_variant};
use crate::rules::shatra;
use crate::search::{Control, Limits, NullSink, Request, SearchGame, Searcher, SearcherError};
use crate::util::clock::Instant;
use crate::util::version::version_and_commit;
use shatra::RuleSet;

/// The default depth of a benchmark, in plies.
pub const BENCH_DEPTH: usize = 7;

const HASH_MEGABYTES: usize = 16;

const EXTENDED: &[&str] = &[
    shatra::Extended::RULES.start,
    "SQSSR1BRB/1/SSSSSSS/3K3/S6/5s1/1ss4/ss1ssss/k/brbsr1sq1 w Tt - - 6 4",
    "1QS1RS2B/1/SS2S2/K6/1S3SS/1s5/2r2ks/R1sssss/1/b1b1r1s2 w Tt - - 5 12",
    "9/1/SSSSS1S/S2SQK1/3SB2/2s4/kss1sbs/ssB2s1/1/2b6 b t - - 10 14",
    "9/1/1S3S1/7/SK5/s6/4S2/1k4S/1/9 w - - - 7 35",
    "9/1/5R1/6S/1S5/k4S1/5KB/3s3/1/9 b - - - 8 40",
];

const ORIGINAL: &[&str] = &[
    shatra::Original::RULES.start,
    "SSSSSSSS1/1/SSS1SS1/S1S4/S4SS/kp5/sKsss1s/sssssss/1/1ssssssss w Tt 40 - - 9",
    "SSS6/1/SSSSS1S/S1s1SK1/7/2s3s/s1k4/sss1s2/1/3ssssss w Tt - - - 25",
    "9/K/7/7/7/1S5/5s1/6k/1/9 w - - - - 1",
    "9/1/S1K1SS1/S4S1/6S/ss1sS2/ss3s1/s2ks2/1/9 b - - - 14 38",
];

const SHATRANJ: &[&str] = &[
    "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1",
    "2b1q1nr/r1p2ppp/p3p1kb/1BPP4/4N3/5P1P/P1P1P1P1/R1BKQ1R1 w - - 5 21",
    "1nbkqb2/rpp4r/p2pppnp/1P3p2/P1PP3R/4B1P1/2K1PP2/RN2Q1N1 b - - 8 28",
    "1brk2b1/4pr2/2pn2q1/8/p1P5/3KPN2/3q1P1P/3R4 w - - 4 46",
    "6nr/1k2p3/6q1/3P3p/2P5/7B/P3K1P1/4Q2R b - - 0 36",
];

const SHATAR: &[&str] = &[
    "rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 2",
    "rn1jkb1r/pp2ppp1/2p2n1p/2Jp4/3P4/2NN1b2/PPPKP1PP/R1B2B1R w - - 2 15",
    "1r1k3r/pp3pbp/3p1n1p/2Ppn3/3P2b1/P1P1P2N/j1J2PPP/3RKB1R w - - 3 21",
    "r2k3r/2p2p1p/p3B2n/1p6/P2P1nb1/4PNP1/2P2P2/RN1K1R2 b - - 4 28",
    "4k3/8/1P3p2/p3p3/8/PPN1P1P1/2J5/2RK4 b - - 0 31",
];

/// The totals of a benchmark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchTotals {
    /// The number of nodes: the signature of the search.
    pub nodes: u64,
    /// The time of the searches.
    pub time: Duration,
    /// The names of the networks, separated by spaces.
    pub networks: String,
}

impl BenchTotals {
    /// Returns the speed in nodes per second, rounded.
    pub fn nodes_per_second(&self) -> u64 {
        let nps = self.nodes as f64 / self.time.as_secs_f64().max(1e-9);
        nps.round() as u64
    }
}

/// Runs the benchmark of a variant to this depth in plies, in the caller's thread, and returns its
/// totals.
///
/// # Errors
/// Returns an error if the search can't run.
#[cfg(feature = "cli")]
pub fn measure(
    variant: Variant,
    networks: &Networks,
    depth: usize,
) -> Result<BenchTotals, SearcherError> {
    search_all(variant, networks, depth, &Control::new(), &mut |_| {})
}

/// Runs the benchmark of a variant to this depth in plies, and reports a line for each
/// position and then the totals.
pub fn run(variant: Variant, networks: &Networks, depth: usize, task: &TaskContext) {
    let mut report = |text| task.send(EngineEvent::Text(text));
    report(format!("Version         : {}", version_and_commit()));
    let names = network_names(variant, networks);
    report(format!("Networks        : {names}"));
    let totals = match search_all(variant, networks, depth, &task.control, &mut report) {
        Ok(totals) => totals,
        Err(error) => return task.send(EngineEvent::Error(error.to_string())),
    };
    // The totals of a stopped benchmark would look like those of a complete one.
    if task.control.is_stopped() {
        return report("Stopped".to_owned());
    }
    report(format!("Total time (ms) : {}", totals.time.as_millis()));
    report(format!("Nodes searched  : {}", totals.nodes));
    report(format!("Nodes/second    : {}", totals.nodes_per_second()));
}

/// Searches all positions of the benchmark until it is stopped. Reports a line for each position.
fn search_all(
    variant: Variant,
    networks: &Networks,
    depth: usize,
    control: &Control,
    report: &mut dyn FnMut(String),
) -> Result<BenchTotals, SearcherError> {
    let mut totals = BenchTotals {
        nodes: 0,
        time: Duration::ZERO,
        networks: network_names(variant, networks),
    };
    for variant in bench_variants(variant) {
        let (totals, report) = (&mut totals, &mut *report);
        for_variant!(variant, P => search_positions::<P>(networks, depth, control, totals, report))?;
        if control.is_stopped() {
            break;
        }
    }
    Ok(totals)
}

/// Returns the names of the networks of a benchmark, separated by spaces.
fn network_names(variant: Variant, networks: &Networks) -> String {
    let variants = bench_variants(variant);
    let name = |variant: &Variant| networks.get(EvaluationFamily::of_variant(*variant)).name();
    variants.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// Searches the benchmark positions of the variant with the position type `P`, and adds the
/// nodes and the time to the totals.
fn search_positions<P: EvaluatedPosition + SearchGame>(
    networks: &Networks,
    depth: usize,
    control: &Control,
    totals: &mut BenchTotals,
    report: &mut dyn FnMut(String),
) -> Result<(), SearcherError> {
    let mut searcher = Searcher::new(1, HASH_MEGABYTES, networks.evaluator())?;
    let positions = bench_positions::<P>();
    let count = positions.len();
    for (i, position) in positions.enumerate() {
        searcher.clear();
        let start = Instant::now();
        let request = Request::new(position, Limits::depth(depth));
        let outcome = searcher.search(&request, &control.child(), &mut NullSink);
        if control.is_stopped() {
            return Ok(());
        }
        totals.nodes += outcome.nodes;
        totals.time += start.elapsed();
        let number = i + 1;
        report(format!(
            "{} {number}/{count}: {} nodes",
            P::RULES.id(),
            outcome.nodes
        ));
    }
    Ok(())
}

/// Returns the variants whose positions make up the benchmark of this variant.
pub fn bench_variants(variant: Variant) -> Vec<Variant> {
    match variant.rules() {
        VariantRules::Shatra(_) => vec![Variant::Extended, Variant::Original],
        VariantRules::Board8(_) => vec![variant],
    }
}

/// Returns the benchmark positions of a family of variants in SPN or FEN.
const fn bench_position_texts(family: EvaluationFamily) -> &'static [&'static str] {
    match family {
        EvaluationFamily::Extended => EXTENDED,
        EvaluationFamily::Original => ORIGINAL,
        EvaluationFamily::Shatranj => SHATRANJ,
        EvaluationFamily::Shatar => SHATAR,
    }
}

/// Returns the benchmark positions of the variant whose position type is `P`. A test
/// checks that they can all be parsed.
pub fn bench_positions<P: EvaluatedPosition>() -> impl ExactSizeIterator<Item = P> {
    let texts = bench_position_texts(P::FAMILY).iter();
    texts.map(|text| P::read(text).unwrap_or_else(|_| P::start()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::NetworkEvaluator;

    /// A depth at which the search uses all of its techniques but is still fast enough in
    /// a debug build.
    const DEPTH: usize = 5;

    fn node_count<P: EvaluatedPosition + SearchGame>() -> u64 {
        let mut searcher =
            Searcher::<P, _>::new(1, HASH_MEGABYTES, NetworkEvaluator::default()).unwrap();
        let counts = bench_positions::<P>().map(|position| {
            searcher.clear();
            let request = Request::new(position, Limits::depth(DEPTH));
            searcher
                .search(&request, &Control::new(), &mut NullSink)
                .nodes
        });
        counts.sum()
    }

    /// The counts depend on the search, the evaluation and the rules, but on neither the
    /// build profile nor the processor's vector instructions. A commit that changes them
    /// deliberately updates the counts here, and its message states the node count of
    /// `batyr bench`.
    #[test]
    fn node_counts_are_unchanged() {
        let counts = Variant::ALL.map(|variant| {
            let nodes = for_variant!(variant, P => node_count::<P>());
            (variant.id(), nodes)
        });
        let expected = [
            ("shatra", 43_583),
            ("shatra-original", 10_278),
            ("shatra-kurin", 44_549),
            ("shatra-pritchard", 49_789),
            ("shatra-online", 11_856),
            ("shatranj", 4_714),
            ("shatar", 4_501),
            ("shatranj-fairy", 4_714),
            ("shatar-fairy", 4_501),
        ];
        assert_eq!(counts.as_slice(), expected.as_slice());
    }

    #[test]
    fn every_bench_position_is_valid() {
        for variant in Variant::ALL {
            for text in bench_position_texts(EvaluationFamily::of_variant(variant)) {
                assert!(variant.accepts(text), "{variant:?}: {text}");
            }
        }
    }
}
