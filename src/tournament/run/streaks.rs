//! Ends a run after too many consecutive breakdowns of an engine.
//!
//! A game that an engine lost by a breakdown (a failed start, a crash or a stall) is held back
//! until the engine completes a game. The engine is then known to work, and the loss counts. If
//! consecutive breakdowns end the run instead, none of them counts, and a resumed run replays those
//! games. Otherwise a program that does not even start would fill the table with losses and decide
//! the sequential test.

use std::collections::BTreeMap;

use super::events::RunEnd;
use crate::tournament::GameReport;

/// The consecutive breakdowns of each engine.
#[derive(Debug)]
pub(super) struct BreakdownStreaks {
    /// The number of consecutive breakdowns that ends the run; 0 for no limit.
    limit: usize,
    /// The games that each engine lost and that do not count yet.
    held: BTreeMap<String, Vec<GameReport>>,
}

/// How a game that has ended is treated.
#[derive(Debug)]
pub(super) enum BreakdownDecision {
    /// These games count now, in this order.
    Count(Vec<GameReport>),
    /// The game is held back.
    Hold,
    /// The loser has broken down in too many consecutive games, which ends the run.
    GiveUp(RunEnd),
}

impl BreakdownStreaks {
    pub const fn new(limit: usize) -> Self {
        Self {
            limit,
            held: BTreeMap::new(),
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
        let held = self.held.entry(loser.clone()).or_default();
        held.push(report);
        let games = held.len();
        if games < self.limit {
            return BreakdownDecision::Hold;
        }
        BreakdownDecision::GiveUp(RunEnd::Breakdowns {
            engine: loser,
            games,
            detail,
        })
    }

    /// Removes and returns all games that are held back; called when no further game will
    /// show whether their losers work.
    pub fn release_all(&mut self) -> Vec<GameReport> {
        self.release(|_| true)
    }

    /// Removes and returns the held games that the wanted engines lost, by game number.
    fn release(&mut self, is_wanted: impl Fn(&str) -> bool) -> Vec<GameReport> {
        let mut games = Vec::new();
        self.held.retain(|engine, held| {
            let is_released = is_wanted(engine);
            if is_released {
                games.append(held);
            }
            !is_released
        });
        games.sort_by_key(|report| report.game);
        games
    }
}

/// Returns the name of the engine that lost by a breakdown, if one did.
fn broken_down(report: &GameReport) -> Option<String> {
    let loser = report
        .loser_by_fault()
        .filter(|_| report.end.is_breakdown());
    loser.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a game in which A has White against `black`: a draw by repetition,
    /// or a loss of A for the reason `end`.
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

    fn counted_games(decision: BreakdownDecision) -> Vec<u32> {
        match decision {
            BreakdownDecision::Count(games) => games.iter().map(|report| report.game).collect(),
            BreakdownDecision::Hold | BreakdownDecision::GiveUp(_) => Vec::new(),
        }
    }

    #[test]
    fn breakdowns_count_when_the_loser_completes_a_game() {
        let mut streaks = BreakdownStreaks::new(3);
        assert!(matches!(
            streaks.add(game(1, "B", "disconnect")),
            BreakdownDecision::Hold
        ));
        assert!(matches!(
            streaks.add(game(2, "C", "stall")),
            BreakdownDecision::Hold
        ));
        assert_eq!(
            counted_games(streaks.add(game(3, "B", "repetition"))),
            [1, 2, 3]
        );
        // The count starts again; a fault that is not a breakdown also ends a streak.
        assert!(matches!(
            streaks.add(game(4, "B", "stall")),
            BreakdownDecision::Hold
        ));
        assert_eq!(counted_games(streaks.add(game(5, "B", "time"))), [4, 5]);
        for number in 6..8 {
            let decision = streaks.add(game(number, "B", "failed-start"));
            assert!(matches!(decision, BreakdownDecision::Hold), "{decision:?}");
        }
        let decision = streaks.add(game(8, "C", "failed-start"));
        let BreakdownDecision::GiveUp(RunEnd::Breakdowns {
            engine,
            games,
            detail,
        }) = decision
        else {
            panic!("{decision:?}");
        };
        assert_eq!((engine.as_str(), games, detail.as_str()), ("A", 3, "end 8"));
    }

    #[test]
    fn games_of_other_engines_do_not_release_a_held_game() {
        let mut streaks = BreakdownStreaks::new(2);
        streaks.add(game(1, "B", "stall"));
        let mut other_game = game(2, "C", "repetition");
        other_game.white = "B".to_owned();
        assert_eq!(counted_games(streaks.add(other_game)), [2]);
        let released: Vec<u32> = streaks
            .release_all()
            .iter()
            .map(|report| report.game)
            .collect();
        assert_eq!(released, [1]);
        assert!(streaks.release_all().is_empty());
    }

    #[test]
    fn without_a_limit_all_games_count_at_once() {
        let mut streaks = BreakdownStreaks::new(0);
        for number in 1..10 {
            let decision = streaks.add(game(number, "B", "failed-start"));
            assert_eq!(counted_games(decision), [number]);
        }
    }
}
