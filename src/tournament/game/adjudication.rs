//! Adjudicates games by the engines' scores.
//!
//! Only the scores that the engines report count, and only over several
//! consecutive turns. A turn without a score ends the side's streaks.

use crate::base::Color;
use crate::tournament::{AdjudicationRules, DrawRule, ReportedScore, ResignRule};

/// The result of an adjudicated game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// A win of this side.
    Win(Color),
    /// A draw.
    Draw,
}

/// The lengths of a side's current streaks: consecutive turns with scores of one kind.
#[derive(Copy, Clone, Default, Debug)]
struct ScoreStreaks {
    lost: u32,
    won: u32,
    level: u32,
}

/// Counts the streaks of both sides and adjudicates the game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    resign: Option<ResignRule>,
    draw: Option<DrawRule>,
    streaks: [ScoreStreaks; 2],
}

impl Adjudicator {
    /// Creates an adjudicator for a new game.
    pub fn new(rules: &AdjudicationRules) -> Self {
        Self {
            resign: rules.resign,
            draw: rules.draw,
            streaks: [ScoreStreaks::default(); 2],
        }
    }

    /// Counts the score of a side's turn in move `number` of the game. Returns
    /// the ruling if that ends the game.
    pub fn count_score(
        &mut self,
        side: Color,
        number: u32,
        score: Option<ReportedScore>,
    ) -> Option<Ruling> {
        let [white, black] = &mut self.streaks;
        let own = match side {
            Color::White => white,
            Color::Black => black,
        };
        let update =
            |streak: &mut u32, continues: bool| *streak = if continues { *streak + 1 } else { 0 };
        if let Some(rule) = self.resign {
            let value = score.map(centipawns);
            update(
                &mut own.lost,
                value.is_some_and(|value| value <= -rule.score),
            );
            update(&mut own.won, value.is_some_and(|value| value >= rule.score));
        }
        if let Some(rule) = self.draw {
            let is_level = |score: ReportedScore| centipawns(score).saturating_abs() <= rule.score;
            update(&mut own.level, score.is_some_and(is_level));
        }
        self.win().or_else(|| self.draw(number))
    }

    fn win(&self) -> Option<Ruling> {
        let rule = self.resign?;
        let [white, black] = &self.streaks;
        let is_lost = |loser: &ScoreStreaks, winner: &ScoreStreaks| {
            loser.lost >= rule.count && (!rule.two_sided || winner.won >= rule.count)
        };
        if is_lost(white, black) {
            return Some(Ruling::Win(Color::Black));
        }
        is_lost(black, white).then_some(Ruling::Win(Color::White))
    }

    /// Returns the ruling of a draw in move `number`. The streaks may have begun before the first
    /// move of the rule, as in cutechess and fastchess.
    fn draw(&self, number: u32) -> Option<Ruling> {
        let rule = self.draw.filter(|rule| number >= rule.from_move)?;
        let is_level = |streaks: &ScoreStreaks| streaks.level >= rule.count;
        self.streaks.iter().all(is_level).then_some(Ruling::Draw)
    }
}

/// Returns a score in centipawns; a forced win or loss exceeds every other
/// score.
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

    fn adjudicator(two_sided: bool) -> Adjudicator {
        Adjudicator::new(&AdjudicationRules {
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
        })
    }

    /// Returns the rulings on scores that White and Black report alternately, from
    /// move `number` on.
    fn rulings(two_sided: bool, number: u32, scores: &[ReportedScore]) -> Vec<Option<Ruling>> {
        let mut adjudicator = adjudicator(two_sided);
        let turns = scores
            .iter()
            .zip([Color::White, Color::Black].iter().cycle());
        let ruling = |(ply, (&score, &side)): (u32, _)| {
            adjudicator.count_score(side, number + ply / 2, Some(score))
        };
        (0..).zip(turns).map(ruling).collect()
    }

    use ReportedScore::{Cp, Mate};

    #[test]
    fn a_win_is_adjudicated_after_enough_decisive_scores() {
        let won = Some(Ruling::Win(Color::White));
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
        let won = Some(Ruling::Win(Color::Black));
        assert_eq!(rulings(true, 1, &scores), [None, None, None, won]);
    }

    #[test]
    fn a_level_game_is_drawn_from_the_given_move_on() {
        let draw = Some(Ruling::Draw);
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
        let mut adjudicator = adjudicator(false);
        for _ in 0..5 {
            assert_eq!(
                adjudicator.count_score(Color::White, 1, Some(Cp(-900))),
                None
            );
            assert_eq!(adjudicator.count_score(Color::White, 1, None), None);
        }
    }
}
