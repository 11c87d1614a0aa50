//! Adjudication of games before the rules end them.
//!
//! **The decision:** scores alone decide, as the engines reported them, and
//! only several in a row. A turn without a score ends every row.

use crate::base::Color;
use crate::tournament::{DrawTerms, ResignTerms, Said, Terms};

/// A result by adjudication.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// A win of this side.
    Win(Color),
    /// A draw.
    Draw,
}

/// The lengths of a side's current rows of turns, by kind of score.
#[derive(Copy, Clone, Default, Debug)]
struct Rows {
    lost: u32,
    won: u32,
    level: u32,
}

/// An adjudicator, which counts scores in a row.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    resign: Option<ResignTerms>,
    draw: Option<DrawTerms>,
    rows: [Rows; 2],
}

impl Adjudicator {
    /// Returns an adjudicator for a new game.
    pub fn new(terms: &Terms) -> Self {
        Self {
            resign: terms.resign,
            draw: terms.draw,
            rows: [Rows::default(); 2],
        }
    }

    /// Counts the score of a side's turn in move `number` of the game, and
    /// returns the ruling, if there is one.
    pub fn rule(&mut self, side: Color, number: u32, score: Option<Said>) -> Option<Ruling> {
        let [white, black] = &mut self.rows;
        let own = match side {
            Color::White => white,
            Color::Black => black,
        };
        let count = |row: &mut u32, goes_on: bool| *row = if goes_on { *row + 1 } else { 0 };
        if let Some(terms) = self.resign {
            let value = score.map(value);
            count(
                &mut own.lost,
                value.is_some_and(|value| value <= -terms.score),
            );
            count(
                &mut own.won,
                value.is_some_and(|value| value >= terms.score),
            );
        }
        if let Some(terms) = self.draw {
            let is_late = number >= terms.from_move;
            let is_level = |score: Said| value(score).saturating_abs() <= terms.score;
            count(&mut own.level, is_late && score.is_some_and(is_level));
        }
        self.win().or_else(|| self.draw())
    }

    fn win(&self) -> Option<Ruling> {
        let terms = self.resign?;
        let [white, black] = &self.rows;
        let is_lost = |loser: &Rows, winner: &Rows| {
            loser.lost >= terms.count && (!terms.two_sided || winner.won >= terms.count)
        };
        if is_lost(white, black) {
            return Some(Ruling::Win(Color::Black));
        }
        is_lost(black, white).then_some(Ruling::Win(Color::White))
    }

    fn draw(&self) -> Option<Ruling> {
        let terms = self.draw?;
        let is_level = |rows: &Rows| rows.level >= terms.count;
        self.rows.iter().all(is_level).then_some(Ruling::Draw)
    }
}

/// Returns a score in centipawns; a forced win or loss exceeds every other
/// score.
const fn value(score: Said) -> i32 {
    match score {
        Said::Cp(cp) => cp,
        Said::Mate(moves) if moves > 0 => i32::MAX,
        Said::Mate(_) => -i32::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adjudicator(two_sided: bool) -> Adjudicator {
        Adjudicator::new(&Terms {
            resign: Some(ResignTerms {
                score: 500,
                count: 2,
                two_sided,
            }),
            draw: Some(DrawTerms {
                from_move: 10,
                score: 10,
                count: 2,
            }),
            ..Terms::default()
        })
    }

    /// Returns the rulings on scores given by White and Black alternately, from
    /// move `number` on.
    fn rulings(two_sided: bool, number: u32, scores: &[Said]) -> Vec<Option<Ruling>> {
        let mut adjudicator = adjudicator(two_sided);
        let turns = scores
            .iter()
            .zip([Color::White, Color::Black].iter().cycle());
        let rule = |(ply, (&score, &side)): (u32, _)| {
            adjudicator.rule(side, number + ply / 2, Some(score))
        };
        (0..).zip(turns).map(rule).collect()
    }

    use Said::{Cp, Mate};

    #[test]
    fn a_loser_gives_up_when_both_see_it() {
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
    fn black_may_win_too() {
        let scores = [Cp(-500), Mate(9), Mate(0), Cp(500)];
        let won = Some(Ruling::Win(Color::Black));
        assert_eq!(rulings(true, 1, &scores), [None, None, None, won]);
    }

    #[test]
    fn a_level_game_is_drawn_but_not_early() {
        let scores = [Cp(0), Cp(-10), Cp(10), Cp(0)];
        assert_eq!(
            rulings(true, 10, &scores),
            [None, None, None, Some(Ruling::Draw)]
        );
        assert_eq!(rulings(true, 9, &scores), [None; 4]);
        let scores = [Cp(0), Cp(-10), Cp(11), Cp(0), Cp(0), Cp(0)];
        assert_eq!(rulings(true, 10, &scores), [None; 6]);
    }

    #[test]
    fn a_turn_without_a_score_breaks_the_row() {
        let mut adjudicator = adjudicator(false);
        for _ in 0..5 {
            assert_eq!(adjudicator.rule(Color::White, 1, Some(Cp(-900))), None);
            assert_eq!(adjudicator.rule(Color::White, 1, None), None);
        }
    }
}
