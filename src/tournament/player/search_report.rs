//! What an engine reports about its search.
//!
//! While the engine's clock is running, lines are only stored. When the move has arrived, they are
//! parsed in order, because an engine may spread its values over several lines: a score belongs to
//! the last depth before it.

use std::collections::VecDeque;
use std::time::Instant;

use batyr_protocol::{Dialect, GameAction, Reply, ScoreValue};

use crate::tournament::ReportedScore;

/// The number of lines that are kept; older lines are dropped.
const MAX_LINES: usize = 64;

/// The last values that an engine reported about its search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchReport {
    /// The last exact score.
    pub score: Option<ReportedScore>,
    /// The depth of `score` or, without a score, the last depth reported without a bound, in plies.
    pub depth: Option<u32>,
    /// The last number of nodes reported in a line without a bound, or else in any line.
    pub nodes: Option<u64>,
    /// The last search time reported, in milliseconds.
    pub time_ms: Option<u64>,
    /// The moves of the last principal variation, whether its score is exact or not.
    pub pv: Vec<String>,
}

/// An answer to `go`.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchAnswer {
    /// The move, if any; empty text for a `bestmove` without an argument.
    pub best: Option<String>,
    /// The reply on which the engine proposes to ponder, if any.
    pub ponder: Option<String>,
    /// A draw offer or a resignation, if the answer contains one.
    pub action: Option<GameAction>,
    /// The time at which the answer arrived.
    pub at: Instant,
    /// What the engine reported about its search.
    pub report: SearchReport,
    /// The last error that the engine has reported since the position was sent.
    pub error: Option<String>,
}

/// The last `info` lines from the engine since the position was sent.
#[derive(Debug, Default)]
pub struct InfoLines {
    lines: VecDeque<String>,
}

impl InfoLines {
    /// Removes all lines.
    pub fn clear(&mut self) {
        self.lines.clear();
    }

    /// Stores an `info` line, unless it reports the current root move.
    pub fn add(&mut self, line: String) {
        if line.contains(" currmove ") {
            return;
        }
        if self.lines.len() == MAX_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    /// Returns the last error that the engine reported, if any.
    pub fn error(&self) -> Option<String> {
        let line = self.lines.iter().rev().find(|line| line.contains("error"));
        line.map(|line| line.trim().to_owned())
    }

    /// Returns the last values reported for the best variation; other MultiPV variations
    /// are ignored.
    pub fn report(&self, dialect: Dialect) -> SearchReport {
        let mut report = SearchReport::default();
        // A score without a depth in its own line belongs to the last depth before it.
        let (mut current_depth, mut exact_depth, mut bound_nodes) = (None, None, None);
        for line in &self.lines {
            let Some(Reply::Info(info)) = Reply::parse(dialect, line).value else {
                continue;
            };
            if info.multipv.unwrap_or(1) != 1 {
                continue;
            }
            let is_bound = info.score.is_some_and(|score| score.bound.is_some());
            let nodes = if is_bound {
                &mut bound_nodes
            } else {
                &mut report.nodes
            };
            *nodes = info.nodes.or(*nodes);
            report.time_ms = info.time.or(report.time_ms);
            if !info.pv.is_empty() {
                report.pv = info.pv;
            }
            current_depth = info.depth.or(current_depth);
            if is_bound {
                continue;
            }
            exact_depth = info.depth.or(exact_depth);
            if let Some(score) = info.score {
                report.score = Some(match score.value {
                    ScoreValue::Cp(cp) => ReportedScore::Cp(cp),
                    ScoreValue::Mate(moves) => ReportedScore::Mate(moves),
                });
                report.depth = current_depth;
            }
        }
        if report.score.is_none() {
            report.depth = exact_depth;
        }
        report.nodes = report.nodes.or(bound_nodes);
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(dialect: Dialect, lines: &[&str]) -> SearchReport {
        let mut info_lines = InfoLines::default();
        for line in lines {
            info_lines.add((*line).to_owned());
        }
        info_lines.report(dialect)
    }

    #[test]
    fn the_last_exact_score_and_the_last_pv_are_reported() {
        let found = report(
            Dialect::Uci,
            &[
                "info depth 3 multipv 1 score cp 20 time 7 nodes 900 pv a5-a6",
                "info depth 3 multipv 2 score cp 10 time 8 nodes 950 pv b5-b6",
                "info depth 4 score cp 50 lowerbound time 9 nodes 1000 pv c5-c6",
                "info depth 5 currmove d5-d6 currmovenumber 3",
                "info string hm",
            ],
        );
        let expected = SearchReport {
            score: Some(ReportedScore::Cp(20)),
            depth: Some(3),
            nodes: Some(900),
            time_ms: Some(9),
            pv: vec!["c5-c6".into()],
        };
        assert_eq!(found, expected);
        let bound = "info depth 4 score cp 50 lowerbound nodes 1000";
        let found = report(Dialect::Uci, &[bound]);
        assert_eq!((found.score, found.depth), (None, None));
        assert_eq!(found.nodes, Some(1000), "there is no other");
    }

    #[test]
    fn a_line_in_pieces_counts_as_a_whole() {
        let pieces = [
            "info depth 5",
            "info score cp 3",
            "info nodes 700",
            "info time 8",
            "info pv a5-a6",
        ];
        let expected = SearchReport {
            score: Some(ReportedScore::Cp(3)),
            depth: Some(5),
            nodes: Some(700),
            time_ms: Some(8),
            pv: vec!["a5-a6".into()],
        };
        assert_eq!(report(Dialect::Uci, &pieces), expected);
        // The next depth has begun, but has no score yet.
        let begun = [&pieces[..], &["info depth 6"]].concat();
        assert_eq!(report(Dialect::Uci, &begun), expected);
        // A bound does not replace the exact score, its depth and its nodes.
        let bound = "info depth 6 score cp 90 lowerbound nodes 950";
        let with_bound = [&pieces[..], &[bound]].concat();
        assert_eq!(report(Dialect::Uci, &with_bound), expected);
        let resolved = [&with_bound[..], &["info score cp 95"]].concat();
        let found = report(Dialect::Uci, &resolved);
        assert_eq!(
            (found.score, found.depth),
            (Some(ReportedScore::Cp(95)), Some(6))
        );
    }

    #[test]
    fn values_from_several_lines_are_merged() {
        let lines = [
            "info depth 6 score -31998 pv a5-a6",
            "info time 40 nodes 5000",
        ];
        let found = report(Dialect::Ucci, &lines);
        assert_eq!(found.score, Some(ReportedScore::Mate(-2)));
        assert_eq!((found.depth, found.nodes), (Some(6), Some(5000)));
        assert_eq!(found.time_ms, Some(40));
        assert_eq!(report(Dialect::Uci, &["info depth 9"]).depth, Some(9));
    }

    #[test]
    fn only_the_last_lines_are_kept() {
        let mut info_lines = InfoLines::default();
        for number in 0..1000 {
            info_lines.add(format!("info string error {number}"));
        }
        assert_eq!(info_lines.lines.len(), MAX_LINES);
        assert_eq!(info_lines.error().as_deref(), Some("info string error 999"));
    }
}
