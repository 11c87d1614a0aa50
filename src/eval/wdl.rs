//! The WDL model: the chances of win, draw and loss at a score.
//!
//! The model is an ordinal logistic regression. The log odds of a win
//! rise with the score, and more slowly where the score is already high; the log odds of
//! a loss mirror them; a draw has the remaining probability. The slope of the curve and
//! its height at a level score depend on the family of games and on the number of men
//! left. Between the knots of a model both parameters are interpolated, so chances rise
//! with the score, whatever the parameters are. `batyr wdl` fits a model to games;
//! docs/strength/recipes/chances.md records which games, and how well the model predicts
//! others.

use crate::base::Score;
use crate::base::score::is_decisive;
use crate::eval::EvaluationFamily;
use crate::game::Variant;

/// The score that multiplies the odds by `e`, in centipawns. This convention
/// sets the scale of the weights that the tuner finds: results alone would fit any
/// multiple of them.
pub const LOGISTIC_SCALE: f64 = 400.0;

/// The score, in centipawns, above which the log odds grow with the logarithm of the
/// score rather than in proportion to it. The results of Shatra games have a higher
/// likelihood with this bend than with a straight line, in both families of Shatra: there
/// is usually a reason why a large lead has not won yet.
const BEND: f64 = 800.0;

/// The number of knots in a model.
pub const KNOTS: usize = 6;

/// A knot of a model: its parameters at one number of men.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct WdlKnot {
    /// The number of men on the board, biys or kings not counted.
    pub men: i32,
    /// The log odds against a win when the score is level; above 0.
    pub draw: f64,
    /// What [`LOGISTIC_SCALE`] centipawns add to the log odds of a win near a
    /// level score; above 0.
    pub gain: f64,
}

/// The WDL model of a family of games, by number of men.
#[derive(Clone, PartialEq, Debug)]
pub struct WdlModel {
    /// The knots, in ascending order of men; the model is constant below the first and
    /// above the last.
    pub knots: [WdlKnot; KNOTS],
}

const fn knot(men: i32, draw: f64, gain: f64) -> WdlKnot {
    WdlKnot { men, draw, gain }
}

static EXTENDED: WdlModel = WdlModel {
    knots: [
        knot(1, 5.948, 3.165),
        knot(2, 4.879, 3.113),
        knot(4, 2.405, 2.110),
        knot(8, 1.554, 2.342),
        knot(16, 0.622, 1.611),
        knot(32, 0.395, 0.994),
    ],
};

static ORIGINAL: WdlModel = WdlModel {
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
static SHATRANJ: WdlModel = WdlModel {
    knots: [
        knot(1, 1.000, 1.000),
        knot(2, 3.600, 5.449),
        knot(4, 3.715, 4.920),
        knot(8, 3.214, 3.994),
        knot(16, 2.245, 3.358),
        knot(30, 1.714, 3.400),
    ],
};

static SHATAR: WdlModel = WdlModel {
    knots: [
        knot(1, 1.000, 1.000),
        knot(2, 5.952, 4.529),
        knot(4, 6.034, 4.368),
        knot(8, 3.423, 3.310),
        knot(16, 1.802, 2.889),
        knot(30, 1.325, 2.909),
    ],
};

impl WdlModel {
    /// Returns the engine's model for a game. The games of a family share one.
    pub const fn of(variant: Variant) -> &'static Self {
        match EvaluationFamily::of(variant) {
            EvaluationFamily::Extended => &EXTENDED,
            EvaluationFamily::Original => &ORIGINAL,
            EvaluationFamily::Shatranj => &SHATRANJ,
            EvaluationFamily::Shatar => &SHATAR,
        }
    }

    /// Returns where a number of men lies between two knots: the index of the
    /// lower knot, and the fraction of the way to the next.
    pub fn interpolation(&self, men: i32) -> (usize, f64) {
        let inner = &self.knots[1..KNOTS - 1];
        let lower = inner.iter().take_while(|knot| knot.men <= men).count();
        let [from, to] = [lower, lower + 1].map(|i| f64::from(self.knots[i].men));
        (
            lower,
            ((f64::from(men) - from) / (to - from)).clamp(0.0, 1.0),
        )
    }

    /// Returns the curve of chances for this number of men.
    pub fn at(&self, men: i32) -> WdlCurve {
        let (lower, fraction) = self.interpolation(men);
        let between = |value: fn(&WdlKnot) -> f64| {
            value(&self.knots[lower]) * (1.0 - fraction) + value(&self.knots[lower + 1]) * fraction
        };
        WdlCurve {
            draw: between(|knot| knot.draw),
            gain: between(|knot| knot.gain),
        }
    }
}

/// The curve of chances by score: the model for one number of men.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct WdlCurve {
    /// The log odds against a win at a level score, as [`WdlKnot::draw`].
    pub draw: f64,
    /// The slope near a level score, as [`WdlKnot::gain`].
    pub gain: f64,
}

impl WdlCurve {
    /// Returns the engine's curve for this number of men, biys or kings not counted.
    pub fn of(variant: Variant, men: i32) -> Self {
        WdlModel::of(variant).at(men)
    }

    /// Returns the probabilities of win, draw and loss at a score that is not decisive.
    pub fn probabilities(self, score: f64) -> [f64; 3] {
        let lead = self.gain * bent_score(score);
        let [win, loss] = [lead, -lead].map(|lead| logistic(lead - self.draw));
        // One minus the other two, in a form without loss of precision.
        let draw = logistic(self.draw + lead) * logistic(self.draw - lead);
        [win, draw * -(-2.0 * self.draw).exp_m1(), loss]
    }
}

/// Returns the score as the model counts it: divided by [`LOGISTIC_SCALE`] near 0,
/// and compressed far from 0.
pub fn bent_score(score: f64) -> f64 {
    (score / BEND).asinh() * (BEND / LOGISTIC_SCALE)
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
    pub fn of(score: Score, curve: WdlCurve) -> Self {
        if is_decisive(score) {
            return Self::of_finished_game(score);
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

    /// Returns the certain chances of a game that is over, by the sign of the score.
    pub const fn of_finished_game(score: Score) -> Self {
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
    use crate::base::score::{MAX_EVAL, loss_in, win_in};
    use crate::game::for_game;

    fn curves() -> impl Iterator<Item = WdlCurve> {
        let men = -1..=60;
        Variant::ALL
            .into_iter()
            .flat_map(move |variant| men.clone().map(move |men| WdlCurve::of(variant, men)))
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
    fn draw_and_gain_are_log_odds() {
        let curve = WdlCurve {
            draw: 0.5,
            gain: 2.0,
        };
        let odds = |score: f64| {
            let [win, ..] = curve.probabilities(score);
            (win / (1.0 - win)).ln()
        };
        assert!((odds(0.0) + 0.5).abs() < 1e-12);
        let gained = (odds(4.0) - odds(0.0)) * LOGISTIC_SCALE / 4.0;
        assert!((gained - curve.gain).abs() < 1e-4, "{gained}");
        assert!(odds(1600.0) - odds(800.0) < odds(800.0) - odds(0.0));
    }

    #[test]
    fn models_are_interpolated_between_knots() {
        let model = WdlModel::of(Variant::Extended);
        for neighbours in model.knots.windows(2) {
            let [from, to] = neighbours else { continue };
            assert!(from.men < to.men && from.draw > 0.0 && from.gain > 0.0);
            assert_eq!(model.at(from.men).draw, from.draw);
            if to.men - from.men == 2 {
                let between = model.at(from.men + 1).gain;
                assert!((between - (from.gain + to.gain) / 2.0).abs() < 1e-12);
            }
        }
        assert_eq!(model.at(-1), model.at(1));
        assert_eq!(model.at(99), model.at(32));
    }

    #[test]
    fn the_last_knot_of_a_model_is_the_full_board() {
        let last = |variant| WdlModel::of(variant).knots[KNOTS - 1].men;
        for variant in Variant::ALL {
            let full = for_game!(variant, P => P::start().man_count());
            assert_eq!(last(variant), full);
        }
    }

    #[test]
    fn a_proved_result_is_certain() {
        for curve in curves() {
            assert_eq!(Chances::of(win_in(9), curve).win, 1000);
            assert_eq!(Chances::of(loss_in(0), curve).loss, 1000);
        }
        assert_eq!(Chances::of_finished_game(0).draw, 1000);
    }
}
