//! The WDL model: from a score to the chances of win, draw and loss.
//!
//! **The decision:** an ordinal logistic model. The log odds of a win rise with
//! the score, more slowly where it is already high, those of a loss mirror them,
//! and the draw takes the rest. The slope of the curve and its height at a level
//! score depend on the family of rule sets and on the number of men left; between
//! the knots of a table both numbers are interpolated, so whatever their values,
//! chances rise with the score. `batyr wdl` fits the table to games;
//! docs/strength/recipes/chances.md records to which, and how well the model
//! predicts others.

use crate::base::Score;
use crate::base::score::is_decisive;
use crate::eval::family;
use crate::game::Variant;

/// The score that multiplies the odds by `e`, in centipawns. By this convention
/// the tuner sets the scale of the evaluation's weights: results alone would fit
/// any multiple of them.
pub const SCALE: f64 = 400.0;

/// The score, in centipawns, above which the log odds grow with its logarithm
/// rather than in proportion. In either family, the results of games of Shatra
/// are likelier with this bend than with a straight line: a great lead that does
/// not win has a reason.
const BEND: f64 = 800.0;

/// The number of knots in a table.
pub const KNOTS: usize = 6;

/// A knot of a table: the model for one number of men.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Knot {
    /// The number of men on the board, biys or kings not counted.
    pub men: i32,
    /// The log odds against a win when the score is level; above 0.
    pub draw: f64,
    /// What [`SCALE`] centipawns add to the log odds of a win near a level
    /// score; above 0.
    pub gain: f64,
}

/// The WDL model of a family of rule sets, by number of men.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// The knots, by rising number of men; the model is constant below the first
    /// and above the last.
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

/// With one man left the game is over, so no data exist for the first knot.
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
    /// Returns the engine's table for a rule set. The rule sets of a [`family`]
    /// share one.
    pub const fn of(variant: Variant) -> &'static Self {
        match family(variant) {
            Variant::Original => &ORIGINAL,
            Variant::Shatranj => &SHATRANJ,
            Variant::Shatar => &SHATAR,
            _ => &EXTENDED,
        }
    }

    /// Returns the position of a number of men in the table: the index of the
    /// knot before it (never the last), and the fraction of the way to the next.
    pub fn place(&self, men: i32) -> (usize, f64) {
        let inner = &self.knots[1..KNOTS - 1];
        let after = inner.iter().take_while(|knot| knot.men <= men).count();
        let [from, to] = [after, after + 1].map(|i| f64::from(self.knots[i].men));
        (
            after,
            ((f64::from(men) - from) / (to - from)).clamp(0.0, 1.0),
        )
    }

    /// Returns the curve of chances for this number of men.
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

/// The curve of chances by score, for one number of men.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Curve {
    /// The same as [`Knot::draw`].
    pub draw: f64,
    /// The same as [`Knot::gain`].
    pub gain: f64,
}

impl Curve {
    /// Returns the engine's curve for this number of men, biys or kings not counted.
    pub fn of(variant: Variant, men: i32) -> Self {
        Table::of(variant).at(men)
    }

    /// Returns the probabilities of win, draw and loss at an unproved score.
    pub fn probabilities(self, score: f64) -> [f64; 3] {
        let lead = self.gain * lead(score);
        let [win, loss] = [lead, -lead].map(|lead| logistic(lead - self.draw));
        // The rest, in a form that loses no digits.
        let draw = logistic(self.draw + lead) * logistic(self.draw - lead);
        [win, draw * -(-2.0 * self.draw).exp_m1(), loss]
    }
}

/// Returns the lead that a score counts for: the score divided by [`SCALE`] near 0,
/// and less than that far from it.
pub fn lead(score: f64) -> f64 {
    (score / BEND).asinh() * (BEND / SCALE)
}

/// Returns the logistic function: the probability that has these log odds.
pub fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// The chances of the side to move in thousandths; they add up to 1000.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Chances {
    /// The chance of a win.
    pub win: u16,
    /// The chance of a draw.
    pub draw: u16,
    /// The chance of a loss.
    pub loss: u16,
}

impl Chances {
    /// Returns the chances at this score; a proved result is certain.
    pub fn of(score: Score, curve: Curve) -> Self {
        if is_decisive(score) {
            return Self::at_the_end(score);
        }
        // Rounded down, so that the chance of a draw is never negative.
        let [win, _, loss] = curve
            .probabilities(f64::from(score))
            .map(|chance| (1000.0 * chance) as u16);
        Self {
            win,
            draw: 1000 - win - loss,
            loss,
        }
    }

    /// Returns the chances in a game that is over, by the sign of the score.
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
    use crate::game::for_game;

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
