//! What an engine reports about its search.
//!
//! While the engine's clock is running, lines are only stored. When the move has
//! arrived, they are parsed from the last one backwards.

use std::collections::VecDeque;

use batyr_protocol::{Dialect, InfoLine, Reply, ScoreValue};

use crate::tournament::ReportedScore;

/// The number of lines that are kept; older lines are dropped.
const MAX_LINES: usize = 64;

/// The last values that an engine reported about its search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchReport {
    /// The last exact score.
    pub score: Option<ReportedScore>,
    /// The depth reported with that score, or else the last depth reported
    /// without a score, in plies.
    pub depth: Option<u32>,
    /// The last number of nodes reported.
    pub nodes: Option<u64>,
    /// The last search time reported, in milliseconds.
    pub time_ms: Option<u64>,
    /// The moves of the last principal variation, whether its score is exact or not.
    pub pv: Vec<String>,
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

    /// Returns the last error that the engine reported.
    pub fn error(&self) -> Option<String> {
        let line = self.lines.iter().rev().find(|line| line.contains("error"));
        line.map(|line| line.trim().to_owned())
    }

    /// Returns the last values reported for the best variation; other MultiPV variations
    /// are ignored.
    pub fn report(&self, dialect: Dialect) -> SearchReport {
        let mut report = SearchReport::default();
        for line in self.lines.iter().rev() {
            let Some(Reply::Info(info)) = Reply::parse(dialect, line).value else {
                continue;
            };
            if info.multipv.unwrap_or(1) == 1 {
                report.fill_in(*info);
            }
            if report.is_complete() {
                break;
            }
        }
        report
    }
}

impl SearchReport {
    const fn is_complete(&self) -> bool {
        let has_numbers = self.nodes.is_some() && self.time_ms.is_some();
        has_numbers && self.score.is_some() && !self.pv.is_empty()
    }

    /// Fills in from an earlier line the fields that later ones did not report.
    fn fill_in(&mut self, info: InfoLine) {
        self.nodes = self.nodes.or(info.nodes);
        self.time_ms = self.time_ms.or(info.time);
        if self.pv.is_empty() {
            self.pv = info.pv;
        }
        let exact = info.score.filter(|score| score.bound.is_none());
        if self.score.is_some() {
            return;
        }
        if let Some(score) = exact {
            self.score = Some(match score.value {
                ScoreValue::Cp(cp) => ReportedScore::Cp(cp),
                ScoreValue::Mate(moves) => ReportedScore::Mate(moves),
            });
            self.depth = info.depth.or(self.depth);
        } else if info.score.is_none() {
            self.depth = self.depth.or(info.depth);
        }
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
            nodes: Some(1000),
            time_ms: Some(9),
            pv: vec!["c5-c6".into()],
        };
        assert_eq!(found, expected);
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
