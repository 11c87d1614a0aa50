//! Breakdowns in a row, after which the run ends.
//!
//! A game that an engine lost by a breakdown (a failed start, a crash, a stall)
//! waits until the engine completes a game. The engine is then known to work, and the loss counts.
//! Where breakdowns in a row end the run instead, none of them counts, and a resumed run plays
//! those games again. Otherwise a program that cannot even start would fill the table with losses,
//! and decide a test.

use crate::tournament::GameReport;

/// The breakdowns in a row of each engine.
#[derive(Debug)]
pub(super) struct BreakdownStreaks {
    /// The number of breakdowns that ends the run; 0 for no limit.
    limit: usize,
    /// The waiting games of each engine, by its name. They do not count yet.
    waiting: Vec<(String, Vec<GameReport>)>,
}

/// The treatment of a game.
#[derive(Debug)]
pub(super) enum BreakdownDecision {
    /// These games count now, in order.
    Count(Vec<GameReport>),
    /// The game waits.
    Hold,
    /// The loser has broken down too many times in a row.
    GiveUp {
        /// The engine.
        engine: String,
        /// The number of its breakdowns in a row.
        games: usize,
        /// A description of the end of the last of these games.
        detail: String,
    },
}

impl BreakdownStreaks {
    pub const fn new(limit: usize) -> Self {
        Self {
            limit,
            waiting: Vec::new(),
        }
    }

    /// Handles a game that has ended.
    pub fn add(&mut self, report: GameReport) -> BreakdownDecision {
        if self.limit == 0 {
            return BreakdownDecision::Count(vec![report]);
        }
        let Some(loser) = broken_down(&report) else {
            // Both engines have completed a game.
            let played = [report.white.clone(), report.black.clone()];
            let mut games = self.release(|engine| played.iter().any(|name| name == engine));
            games.push(report);
            return BreakdownDecision::Count(games);
        };
        let detail = report.detail.clone();
        let streak = self.waiting.iter_mut().find(|(name, _)| *name == loser);
        let games = if let Some((_, games)) = streak {
            games.push(report);
            games.len()
        } else {
            self.waiting.push((loser.clone(), vec![report]));
            1
        };
        if games < self.limit {
            return BreakdownDecision::Hold;
        }
        BreakdownDecision::GiveUp {
            engine: loser,
            games,
            detail,
        }
    }

    /// Removes and returns the waiting games, as no other game will decide
    /// about them.
    pub fn release_all(&mut self) -> Vec<GameReport> {
        self.release(|_| true)
    }

    fn release(&mut self, is_wanted: impl Fn(&str) -> bool) -> Vec<GameReport> {
        let (taken, left) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|(engine, _)| is_wanted(engine));
        self.waiting = left;
        let taken: Vec<(String, Vec<GameReport>)> = taken;
        let mut games: Vec<_> = taken.into_iter().flat_map(|(_, games)| games).collect();
        games.sort_by_key(|report| report.game);
        games
    }
}

/// Returns the engine that has broken down, if one has.
fn broken_down(report: &GameReport) -> Option<String> {
    let loser = report
        .loser_by_fault()
        .filter(|_| report.end.is_breakdown());
    loser.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a game of A with White against an engine: a draw by repetition,
    /// or a loss of A by `end`.
    fn game(number: u32, black: &str, end: &str) -> GameReport {
        let result = if end == "repetition" {
            "1/2-1/2"
        } else {
            "0-1"
        };
        let report = serde_json::json!({
            "game": number, "round": 1, "encounter": 1, "variant": "shatra",
            "white": "A", "black": black, "opening": {}, "result": result, "end": end,
            "detail": format!("end {number}"), "turns": [],
            "started": "2026-01-01T00:00:00Z", "seconds": 1.0,
        });
        serde_json::from_value(report).unwrap()
    }

    fn counted(decision: BreakdownDecision) -> Vec<u32> {
        match decision {
            BreakdownDecision::Count(games) => games.iter().map(|report| report.game).collect(),
            BreakdownDecision::Hold | BreakdownDecision::GiveUp { .. } => Vec::new(),
        }
    }

    #[test]
    fn breakdowns_count_when_their_loser_completes_a_game() {
        let mut streaks = BreakdownStreaks::new(3);
        assert!(matches!(
            streaks.add(game(1, "B", "disconnect")),
            BreakdownDecision::Hold
        ));
        assert!(matches!(
            streaks.add(game(2, "C", "stall")),
            BreakdownDecision::Hold
        ));
        assert_eq!(counted(streaks.add(game(3, "B", "repetition"))), [1, 2, 3]);
        // The count starts again; a fault that is not a breakdown ends it as well.
        assert!(matches!(
            streaks.add(game(4, "B", "stall")),
            BreakdownDecision::Hold
        ));
        assert_eq!(counted(streaks.add(game(5, "B", "time"))), [4, 5]);
        for number in 6..8 {
            let decision = streaks.add(game(number, "B", "failed-start"));
            assert!(matches!(decision, BreakdownDecision::Hold), "{decision:?}");
        }
        let decision = streaks.add(game(8, "C", "failed-start"));
        let BreakdownDecision::GiveUp {
            engine,
            games,
            detail,
        } = decision
        else {
            panic!("{decision:?}");
        };
        assert_eq!((engine.as_str(), games, detail.as_str()), ("A", 3, "end 8"));
    }

    #[test]
    fn games_of_other_engines_release_no_held_game() {
        let mut streaks = BreakdownStreaks::new(2);
        streaks.add(game(1, "B", "stall"));
        let mut others = game(2, "C", "repetition");
        others.white = "B".to_owned();
        assert_eq!(counted(streaks.add(others)), [2]);
        let waiting: Vec<u32> = streaks
            .release_all()
            .iter()
            .map(|report| report.game)
            .collect();
        assert_eq!(waiting, [1]);
        assert!(streaks.release_all().is_empty());
    }

    #[test]
    fn without_a_limit_all_games_count_at_once() {
        let mut streaks = BreakdownStreaks::new(0);
        for number in 1..10 {
            let decision = streaks.add(game(number, "B", "failed-start"));
            assert_eq!(counted(decision), [number]);
        }
    }
}
