//! The referee's rulings in addition to the rules of the game: by endgame tables, on its length, on
//! the engines' scores, and on draw offers and resignations.
//!
//! The referee has no access to engines or clocks: it receives scores, offers and resignations.

use batyr_protocol::GameAction;

use super::ending::GameEnd;
use crate::base::Color;
use crate::game::{GameRecord, Variant};
use crate::tables::{AnyTables, Value};
use crate::tournament::{AdjudicationRules, ReportedScore, TablesRule, Termination};

/// The lengths of a side's current streaks: consecutive turns with scores of one kind.
#[derive(Copy, Clone, Default, Debug)]
struct ScoreStreaks {
    lost: u32,
    won: u32,
    level: u32,
}

/// The referee of a game.
pub struct Referee<'a> {
    rules: &'a AdjudicationRules,
    /// The endgame tables, if they decide games.
    tables: Option<AnyTables>,
    streaks: [ScoreStreaks; 2],
    /// The side that offered a draw with the last turn, if one did.
    offer: Option<Color>,
}

impl<'a> Referee<'a> {
    pub fn new(rules: &'a AdjudicationRules, variant: Variant) -> Self {
        let source = rules.tables.as_ref().map(TablesRule::source);
        Self {
            rules,
            tables: source.and_then(|source| source.open_any(variant)),
            streaks: Default::default(),
            offer: None,
        }
    }

    /// Returns how the game has ended, if it has: by its rules, or as a draw by a limit on turns.
    pub fn end_before_turn(&self, record: &GameRecord) -> Option<GameEnd> {
        if let Some(outcome) = record.outcome() {
            return Some(GameEnd::by_rules(outcome));
        }
        if let Some(end) = self.end_by_tables(record) {
            return Some(end);
        }
        let halfmoves = record.halfmove_clock();
        let limit = self.rules.no_progress;
        if limit.is_some_and(|limit| halfmoves >= limit) {
            let text = format!("{halfmoves} consecutive turns without progress");
            return Some(GameEnd::draw(Termination::NoProgress, text));
        }
        let turns = record.turns().len();
        let is_long = u32::try_from(turns).is_ok_and(|turns| turns >= self.rules.max_turns);
        is_long.then(|| GameEnd::draw(Termination::MaxLength, format!("{turns} turns")))
    }

    /// Returns how the game ends according to the endgame tables.
    fn end_by_tables(&self, record: &GameRecord) -> Option<GameEnd> {
        let side = record.side_to_move();
        let lost = |loser: Color, plies: u16| {
            let text = format!(
                "adjudicated by endgame tables: {} wins in {plies} more turns",
                (!loser).name()
            );
            GameEnd::loss(loser, Termination::WinAdjudicated, text)
        };
        Some(match self.tables.as_ref()?.value(record)? {
            Value::Win(plies) => lost(!side, plies),
            Value::Loss(plies) => lost(side, plies),
            Value::Draw => {
                let text = "adjudicated by endgame tables: neither side can win";
                GameEnd::draw(Termination::DrawAdjudicated, text)
            }
        })
    }

    /// Records the score of a side's turn in move `number` of the game. Returns the end of the game
    /// if the scores decide it. A turn without a score ends the side's streaks.
    pub fn record_score(
        &mut self,
        side: Color,
        number: u32,
        score: Option<ReportedScore>,
    ) -> Option<GameEnd> {
        let own = &mut self.streaks[side.index()];
        let value = score.map(centipawns);
        let update = |streak: &mut u32, continues: &dyn Fn(i32) -> bool| {
            *streak = if value.is_some_and(continues) {
                *streak + 1
            } else {
                0
            };
        };
        if let Some(rule) = self.rules.resign {
            update(&mut own.lost, &|value| value <= -rule.score);
            update(&mut own.won, &|value| value >= rule.score);
        }
        if let Some(rule) = self.rules.draw {
            update(&mut own.level, &|value| {
                value.saturating_abs() <= rule.score
            });
        }
        self.adjudicated_win()
            .or_else(|| self.adjudicated_draw(number))
    }

    fn adjudicated_win(&self) -> Option<GameEnd> {
        let rule = self.rules.resign?;
        let is_loser = |side: &Color| {
            let (own, other) = (&self.streaks[side.index()], &self.streaks[(!*side).index()]);
            own.lost >= rule.count && (!rule.two_sided || other.won >= rule.count)
        };
        let loser = Color::ALL.into_iter().find(is_loser)?;
        let winner = (!loser).name();
        let text = format!("adjudicated by the engines' scores: {winner} wins");
        Some(GameEnd::loss(loser, Termination::WinAdjudicated, text))
    }

    /// Returns a draw if the rule applies in move `number`. The streaks may have begun before the
    /// first move to which it applies, as in cutechess and fastchess.
    fn adjudicated_draw(&self, number: u32) -> Option<GameEnd> {
        let rule = self.rules.draw.filter(|rule| number >= rule.from_move)?;
        let is_level = |streaks: &ScoreStreaks| streaks.level >= rule.count;
        let text = "adjudicated: the engines' scores are level";
        let are_level = self.streaks.iter().all(is_level);
        are_level.then(|| GameEnd::draw(Termination::DrawAdjudicated, text))
    }

    /// Handles a resignation, or the offer or acceptance of a draw, by the engine with this label.
    /// Returns `None` if there is no action, or if it is an offer, which does not end the game.
    pub fn end_by_action(
        &mut self,
        side: Color,
        action: Option<GameAction>,
        label: &str,
    ) -> Option<GameEnd> {
        let is_offered = self.offer.take() == Some(!side);
        match action? {
            GameAction::Resign => {
                let detail = format!("{label} resigns");
                Some(GameEnd::loss(side, Termination::Resignation, detail))
            }
            GameAction::Draw if is_offered => {
                let detail = format!("{label} accepts the draw offer");
                Some(GameEnd::draw(Termination::Agreement, detail))
            }
            GameAction::Draw => {
                self.offer = Some(side);
                None
            }
        }
    }

    /// Returns whether a side offered a draw with the last turn.
    pub fn has_offered_draw(&self, side: Color) -> bool {
        self.offer == Some(side)
    }
}

/// Returns a score in centipawns: `i32::MAX` for a forced win, and its negative for a
/// forced loss.
const fn centipawns(score: ReportedScore) -> i32 {
    match score {
        ReportedScore::Cp(cp) => cp,
        ReportedScore::Mate(moves) if moves > 0 => i32::MAX,
        ReportedScore::Mate(_) => -i32::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{DrawRule, GameResult, ResignRule};

    fn rules(two_sided: bool) -> AdjudicationRules {
        AdjudicationRules {
            resign: Some(ResignRule {
                score: 500,
                count: 2,
                two_sided,
            }),
            draw: Some(DrawRule {
                from_move: 10,
                score: 10,
                count: 2,
            }),
            ..AdjudicationRules::default()
        }
    }

    /// Returns the rulings on scores that White and Black report alternately, from
    /// move `number` on.
    fn rulings(two_sided: bool, number: u32, scores: &[ReportedScore]) -> Vec<Option<GameResult>> {
        let rules = rules(two_sided);
        let mut referee = Referee::new(&rules, Variant::default());
        let turns = scores
            .iter()
            .zip([Color::White, Color::Black].iter().cycle());
        let ruling = |(ply, (&score, &side)): (u32, _)| {
            let end = referee.record_score(side, number + ply / 2, Some(score));
            end.map(|end| end.result)
        };
        (0..).zip(turns).map(ruling).collect()
    }

    use ReportedScore::{Cp, Mate};

    #[test]
    fn a_win_is_adjudicated_after_enough_decisive_scores() {
        let won = Some(GameResult::WhiteWins);
        let scores = [
            Cp(600),
            Cp(-600),
            Cp(400),
            Cp(-700),
            Cp(500),
            Mate(-3),
            Mate(3),
        ];
        let one_sided = [None, None, None, won, won, won, won];
        assert_eq!(rulings(false, 1, &scores), one_sided);
        let two_sided = [None, None, None, None, None, None, won];
        assert_eq!(rulings(true, 1, &scores), two_sided);
    }

    #[test]
    fn a_win_of_black_is_adjudicated() {
        let scores = [Cp(-500), Mate(9), Mate(0), Cp(500)];
        let won = Some(GameResult::BlackWins);
        assert_eq!(rulings(true, 1, &scores), [None, None, None, won]);
    }

    #[test]
    fn a_level_game_is_drawn_from_the_given_move_on() {
        let draw = Some(GameResult::Draw);
        let scores = [Cp(0), Cp(-10), Cp(10), Cp(0)];
        assert_eq!(rulings(true, 10, &scores), [None, None, None, draw]);
        assert_eq!(rulings(true, 8, &scores), [None; 4]);
        // The streaks may have begun before the given move.
        assert_eq!(rulings(true, 9, &scores), [None, None, None, draw]);
        let level = [Cp(0); 5];
        assert_eq!(rulings(true, 8, &level), [None, None, None, None, draw]);
        let scores = [Cp(0), Cp(-10), Cp(11), Cp(0), Cp(0), Cp(0)];
        assert_eq!(rulings(true, 10, &scores), [None; 6]);
    }

    #[test]
    fn a_turn_without_a_score_breaks_the_streak() {
        let rules = rules(false);
        let mut referee = Referee::new(&rules, Variant::default());
        for _ in 0..5 {
            assert_eq!(referee.record_score(Color::White, 1, Some(Cp(-900))), None);
            assert_eq!(referee.record_score(Color::White, 1, None), None);
        }
    }
}
