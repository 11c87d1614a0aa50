//! From a score to the chances of win, draw and loss.
//!
//! **The decision:** an ordinal logistic model. The log odds of a win rise with
//! the score, by less where it is great already, those of a loss are their
//! mirror, and the draw is what they leave. How steep the line is and how low
//! it begins depends on the family of rule sets and on how many men are left;
//! between the knots of a table both numbers are interpolated, so whatever
//! their values, chances rise with the score. `batyr wdl` fits the table to
//! games; docs/strength/recipes/chances.md says to which, and how well it
//! predicts others.

use crate::base::Score;
use crate::base::score::is_decisive;
use crate::eval::family;
use crate::rules::Variant;

/// The score by which the odds are multiplied by `e`, in centipawns: by this
/// convention the tuner gives the weights of the evaluation their size. Results
/// alone would fit any multiple of them.
pub const SCALE: f64 = 400.0;

/// The score from which more counts by its logarithm rather than in proportion,
/// in centipawns. The results of games of Shatra in either family are likelier
/// with this bend than on a straight line: a great lead that does not win has a
/// reason.
const BEND: f64 = 800.0;

/// How many numbers of men a table has.
pub const KNOTS: usize = 6;

/// The model where so many men are left.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Knot {
    /// Men on the board, the biys aside.
    pub men: i32,
    /// The log odds against a win when the score is level; above 0.
    pub draw: f64,
    /// What [`SCALE`] centipawns add to the log odds of a win near a level
    /// score; above 0.
    pub gain: f64,
}

/// The model of a family of rule sets, by rising numbers of men.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// The knots; below the first and above the last nothing changes.
    pub knots: [Knot; KNOTS],
}

const fn knot(men: i32, draw: f64, gain: f64) -> Knot {
    Knot { men, draw, gain }
}

static EXTENDED: Table = Table {
    knots: [
        knot(1, 5.948, 3.165),
        knot(2, 4.879, 3.113),
        knot(4, 2.405, 2.110),
        knot(8, 1.554, 2.342),
        knot(16, 0.622, 1.611),
        knot(32, 0.395, 0.994),
    ],
};

static ORIGINAL: Table = Table {
    knots: [
        knot(1, 2.410, 0.898),
        knot(2, 2.080, 1.261),
        knot(4, 2.764, 1.432),
        knot(8, 3.421, 2.464),
        knot(16, 4.387, 2.350),
        knot(46, 1.653, 2.155),
    ],
};

/// Where one man is left the game is over, so no game tells of it.
static SHATRANJ: Table = Table {
    knots: [
        knot(1, 1.000, 1.000),
        knot(2, 3.600, 5.449),
        knot(4, 3.715, 4.920),
        knot(8, 3.214, 3.994),
        knot(16, 2.245, 3.358),
        knot(30, 1.714, 3.400),
    ],
};

static SHATAR: Table = Table {
    knots: [
        knot(1, 1.000, 1.000),
        knot(2, 5.952, 4.529),
        knot(4, 6.034, 4.368),
        knot(8, 3.423, 3.310),
        knot(16, 1.802, 2.889),
        knot(30, 1.325, 2.909),
    ],
};

impl Table {
    /// The engine's table for a rule set. Those of one [`family`] share it.
    pub const fn of(variant: Variant) -> &'static Self {
        match family(variant) {
            Variant::Original => &ORIGINAL,
            Variant::Shatranj => &SHATRANJ,
            Variant::Shatar => &SHATAR,
            _ => &EXTENDED,
        }
    }

    /// Where a number of men lies: after which knot (never the last), and how
    /// much of the way to the next.
    pub fn place(&self, men: i32) -> (usize, f64) {
        let inner = &self.knots[1..KNOTS - 1];
        let after = inner.iter().take_while(|knot| knot.men <= men).count();
        let [from, to] = [after, after + 1].map(|i| f64::from(self.knots[i].men));
        (
            after,
            ((f64::from(men) - from) / (to - from)).clamp(0.0, 1.0),
        )
    }

    /// The chances by score where so many men are left.
    pub fn at(&self, men: i32) -> Curve {
        let (after, way) = self.place(men);
        let between = |value: fn(&Knot) -> f64| {
            value(&self.knots[after]) * (1.0 - way) + value(&self.knots[after + 1]) * way
        };
        Curve {
            draw: between(|knot| knot.draw),
            gain: between(|knot| knot.gain),
        }
    }
}

/// The chances at a position, by its score.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Curve {
    /// As in [`Knot::draw`].
    pub draw: f64,
    /// As in [`Knot::gain`].
    pub gain: f64,
}

impl Curve {
    /// That of the engine where so many men, the biys aside, are on the board.
    pub fn of(variant: Variant, men: i32) -> Self {
        Table::of(variant).at(men)
    }

    /// The probabilities of win, draw and loss at a score that proves nothing.
    pub fn probabilities(self, score: f64) -> [f64; 3] {
        let lead = self.gain * lead(score);
        let [win, loss] = [lead, -lead].map(|lead| logistic(lead - self.draw));
        // What is left, in a form that keeps its digits.
        let draw = logistic(self.draw + lead) * logistic(self.draw - lead);
        [win, draw * -(-2.0 * self.draw).exp_m1(), loss]
    }
}

/// What a score counts for: it by [`SCALE`] near 0, less far from it.
pub fn lead(score: f64) -> f64 {
    (score / BEND).asinh() * (BEND / SCALE)
}

/// The logistic function: the probability that has these log odds.
pub fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// Chances of the side to move in thousandths; they add up to 1000.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Chances {
    /// Of winning.
    pub win: u16,
    /// Of a draw.
    pub draw: u16,
    /// Of losing.
    pub loss: u16,
}

impl Chances {
    /// The chances at this score; a proved end is certain.
    pub fn of(score: Score, curve: Curve) -> Self {
        if is_decisive(score) {
            return Self::at_the_end(score);
        }
        // Rounded down, so that a draw is never less than nothing.
        let [win, _, loss] = curve
            .probabilities(f64::from(score))
            .map(|chance| (1000.0 * chance) as u16);
        Self {
            win,
            draw: 1000 - win - loss,
            loss,
        }
    }

    /// The chances of a game that is over, by its sign.
    pub const fn at_the_end(score: Score) -> Self {
        let [win, draw, loss] = match score {
            1.. => [1000, 0, 0],
            0 => [0, 1000, 0],
            ..0 => [0, 0, 1000],
        };
        Self { win, draw, loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::score::{MAX_EVAL, lost_in, win_in};
    use crate::rules::for_game;

    fn curves() -> impl Iterator<Item = Curve> {
        let men = -1..=60;
        Variant::ALL
            .into_iter()
            .flat_map(move |variant| men.clone().map(move |men| Curve::of(variant, men)))
    }

    #[test]
    fn chances_add_up_and_rise_with_the_score() {
        for curve in curves() {
            let mut last = Chances::of(-MAX_EVAL, curve);
            for score in (-MAX_EVAL..=MAX_EVAL).step_by(61) {
                let chances = Chances::of(score, curve);
                let Chances { win, draw, loss } = chances;
                assert_eq!(win + draw + loss, 1000);
                assert!(win >= last.win && loss <= last.loss);
                let mirrored = Chances::of(-score, curve);
                assert_eq!((mirrored.win, mirrored.loss), (loss, win));
                last = chances;
            }
        }
    }

    #[test]
    fn probabilities_add_up() {
        for curve in curves() {
            for score in [-9000.0, -400.0, -1.0, 0.0, 30.0, 700.0, 31_000.0] {
                let [win, draw, loss] = curve.probabilities(score);
                assert!((win + draw + loss - 1.0).abs() < 1e-12);
                assert!(win >= 0.0 && draw >= 0.0 && loss >= 0.0);
            }
        }
    }

    #[test]
    fn the_numbers_mean_what_they_say() {
        let curve = Curve {
            draw: 0.5,
            gain: 2.0,
        };
        let odds = |score: f64| {
            let [win, ..] = curve.probabilities(score);
            (win / (1.0 - win)).ln()
        };
        assert!((odds(0.0) + 0.5).abs() < 1e-12);
        let gained = (odds(4.0) - odds(0.0)) * SCALE / 4.0;
        assert!((gained - curve.gain).abs() < 1e-4, "{gained}");
        assert!(odds(1600.0) - odds(800.0) < odds(800.0) - odds(0.0));
    }

    #[test]
    fn tables_are_interpolated_between_knots() {
        let table = Table::of(Variant::Extended);
        for pair in table.knots.windows(2) {
            let [from, to] = pair else { continue };
            assert!(from.men < to.men && from.draw > 0.0 && from.gain > 0.0);
            assert_eq!(table.at(from.men).draw, from.draw);
            if to.men - from.men == 2 {
                let between = table.at(from.men + 1).gain;
                assert!((between - (from.gain + to.gain) / 2.0).abs() < 1e-12);
            }
        }
        assert_eq!(table.at(-1), table.at(1));
        assert_eq!(table.at(99), table.at(32));
    }

    #[test]
    fn tables_end_with_the_full_board() {
        let last = |variant| Table::of(variant).knots[KNOTS - 1].men;
        for variant in Variant::ALL {
            let full = for_game!(variant, P => P::start().men());
            assert_eq!(last(variant), full);
        }
    }

    #[test]
    fn what_is_proved_is_certain() {
        for curve in curves() {
            assert_eq!(Chances::of(win_in(9), curve).win, 1000);
            assert_eq!(Chances::of(lost_in(0), curve).loss, 1000);
        }
        assert_eq!(Chances::at_the_end(0).draw, 1000);
    }
}
