//! What is known of a worker: its program, its benchmark, its machine and the engines it plays.
//!
//! A worker that computes something else than the others must not play: the node count of the
//! benchmark is a signature of rules, evaluation and search. A slow worker may play, but with a
//! time limit its engines are weaker, so a spread of speeds is reported.

use serde::{Deserialize, Serialize};

use crate::tournament::programs::{ProgramList, ProgramRecord};
use crate::util::text::shorten;

/// The spread of speeds, as a part of the highest, above which there is a warning.
pub const SPREAD_LIMIT: f64 = 0.1;

/// The result of the program's benchmark.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Benchmark {
    /// The number of nodes: the signature of the search.
    pub signature: u64,
    /// The speed, in nodes per second.
    pub nodes_per_second: u64,
    /// The names of the networks.
    pub networks: String,
}

/// The record of a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The name of the worker, unique in its tournament.
    pub worker: String,
    /// The version of this program, with the commit if it is known.
    pub program: String,
    /// The benchmark of this program.
    pub benchmark: Benchmark,
    /// The name of the machine.
    pub host: String,
    /// The name of the processor.
    pub processor: String,
    /// The number of processors that the worker may use.
    pub processors: usize,
    /// The programs of the engines.
    pub engines: Vec<ProgramRecord>,
    /// The time at which the worker began (RFC 3339, UTC, by its own clock).
    pub started: String,
}

impl Part {
    /// Returns whether a record is that of the same program on the same machine, perhaps started at
    /// another time.
    pub fn is_like(&self, other: &Self) -> bool {
        let what = |part: &Self| {
            let benchmark = Benchmark {
                nodes_per_second: 0,
                ..part.benchmark.clone()
            };
            Self {
                worker: String::new(),
                started: String::new(),
                benchmark,
                ..part.clone()
            }
        };
        what(self) == what(other)
    }

    /// Returns how another worker differs in a way that changes games; `None` if it does not.
    /// `accepts_changes` says whether the engines' files may differ.
    pub fn difference(&self, other: &Self, accepts_changes: bool) -> Option<String> {
        let (old, new) = (&self.benchmark, &other.benchmark);
        if old.signature != new.signature {
            return Some(format!(
                "its benchmark searches {} nodes, expected {}",
                new.signature, old.signature
            ));
        }
        if old.networks != new.networks {
            return Some(format!(
                "its networks are {}, expected {}",
                shorten(&new.networks),
                shorten(&old.networks)
            ));
        }
        if accepts_changes {
            return None;
        }
        let mut list = ProgramList::default();
        for engines in [&self.engines, &other.engines] {
            if let Err(change) = list.admit(engines, false) {
                return Some(format!(
                    "engine \"{}\" is not the same program: {}",
                    shorten(&change.engine),
                    change.difference
                ));
            }
        }
        None
    }
}

/// Returns by how much the slowest worker is slower than the fastest, as a part of the speed of
/// the fastest; `None` if there are fewer than two.
pub fn speed_spread<'p>(parts: impl IntoIterator<Item = &'p Part>) -> Option<f64> {
    let speeds = parts
        .into_iter()
        .map(|part| part.benchmark.nodes_per_second);
    let speeds: Vec<u64> = speeds.filter(|&speed| speed > 0).collect();
    let (slowest, fastest) = (speeds.iter().min()?, speeds.iter().max()?);
    (speeds.len() > 1).then(|| 1.0 - *slowest as f64 / *fastest as f64)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn part(worker: &str, signature: u64, nodes_per_second: u64, hash: &str) -> Part {
        let engine = serde_json::json!({
            "engine": "A", "id": "A 1",
            "files": [{"role": "program", "path": "/a", "bytes": 1, "sha256": hash}],
        });
        Part {
            worker: worker.to_owned(),
            program: "1.0".to_owned(),
            benchmark: Benchmark {
                signature,
                nodes_per_second,
                networks: "one".to_owned(),
            },
            host: "host".to_owned(),
            processor: "cpu".to_owned(),
            processors: 2,
            engines: vec![serde_json::from_value(engine).unwrap()],
            started: String::new(),
        }
    }

    #[test]
    fn only_what_changes_games_is_a_difference() {
        let first = part("a", 1, 100, "aa");
        let faster = Part {
            processor: "other".to_owned(),
            program: "1.1".to_owned(),
            ..part("b", 1, 200, "aa")
        };
        assert_eq!(first.difference(&faster, false), None);
        let text = first.difference(&part("b", 2, 100, "aa"), true).unwrap();
        assert!(text.contains("2 nodes, expected 1"), "{text}");
        let mut other = part("b", 1, 100, "aa");
        other.benchmark.networks = "two".to_owned();
        let text = first.difference(&other, true).unwrap();
        assert!(text.contains("networks are two"), "{text}");
        let rebuilt = part("b", 1, 100, "bb");
        let text = first.difference(&rebuilt, false).unwrap();
        assert!(text.contains("engine \"A\""), "{text}");
        assert_eq!(first.difference(&rebuilt, true), None);
    }

    #[test]
    fn the_spread_of_speeds_is_relative_to_the_fastest() {
        let parts = [100, 80, 90].map(|speed| part("a", 1, speed, "aa"));
        assert!((speed_spread(&parts).unwrap() - 0.2).abs() < 1e-12);
        assert_eq!(speed_spread(&parts[..1]), None);
    }
}
