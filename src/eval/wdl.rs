//! The WDL model, which gives the chances of win, draw and loss for a score.
//!
//! The model is an ordinal logistic regression. The log odds of a win rise with the
//! score, though more slowly where the score is already high; the log odds of a loss
//! mirror them; a draw has the remaining probability. The threshold and the slope of the
//! regression depend on the family of variants and on the number of men left; both are
//! interpolated between the knots of a model. A higher score always means a higher chance
//! of winning, whatever the parameters are. `batyr wdl` fits a model to games;
//! docs/strength/recipes/chances.md records which games were used, and how well the model
//! predicts others.

use crate::base::Score;
use crate::base::score::is_proved;
use crate::eval::EvaluationFamily;
use crate::game::Variant;

/// The lead that multiplies the odds by `e`, in centipawns. This convention fixes the
/// scale of the scores that networks learn, which the results of games alone leave open.
pub const LOGISTIC_SCALE: f64 = 400.0;

/// The score, in centipawns, beyond which the log odds grow with the logarithm of the
/// score rather than in proportion to it. In both families of Shatra, the results of games
/// are more likely under this curve than under a straight line: there is usually a reason
/// why a large lead has not won yet.
const BEND: f64 = 800.0;

/// The number of knots in a model.
pub const KNOTS: usize = 6;

/// A knot of a model: its parameters at one number of men.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct WdlKnot {
    /// The number of men on the board, not counting biys or kings.
    pub men: i32,
    /// The threshold of the regression: the log odds against a win when the score is 0.
    /// It is positive. `batyr wdl` prints it as "draw", because it sets the chance of a
    /// draw.
    pub threshold: f64,
    /// The slope of the regression: the increase in the log odds of a win for each
    /// [`LOGISTIC_SCALE`] centipawns, near a score of 0. It is positive.
    pub gain: f64,
}

/// The WDL model of a family of variants, by number of men.
#[derive(Clone, PartialEq, Debug)]
pub struct WdlModel {
    /// The knots, in ascending order of men. Below the first and above the last, the
    /// parameters are constant.
    pub knots: [WdlKnot; KNOTS],
}

const fn knot(men: i32, threshold: f64, gain: f64) -> WdlKnot {
    WdlKnot {
        men,
        threshold,
        gain,
    }
}

static EXTENDED: WdlModel = WdlModel {
    knots: [
        knot(1, 5.547, 5.986),
        knot(2, 3.190, 4.062),
        knot(4, 2.483, 2.885),
        knot(8, 2.293, 3.365),
        knot(16, 0.685, 2.091),
        knot(32, 0.235, 1.519),
    ],
};

static ORIGINAL: WdlModel = WdlModel {
    knots: [
        knot(1, 2.317, 1.578),
        knot(2, 2.776, 1.971),
        knot(4, 1.632, 1.895),
        knot(8, 2.105, 3.789),
        knot(16, 1.829, 4.335),
        knot(46, 1.165, 2.198),
    ],
};

/// With one man left the game is over, so there are no data for the first knot.
static SHATRANJ: WdlModel = WdlModel {
    knots: [
        knot(1, 1.000, 1.000),
        knot(2, 3.370, 5.728),
        knot(4, 3.144, 4.288),
        knot(8, 2.514, 3.294),
        knot(16, 1.606, 2.676),
        knot(30, 1.128, 2.317),
    ],
};

static SHATAR: WdlModel = WdlModel {
    knots: [
        knot(1, 1.000, 1.000),
        knot(2, 5.316, 4.425),
        knot(4, 4.759, 3.714),
        knot(8, 2.420, 2.365),
        knot(16, 1.207, 2.068),
        knot(30, 0.795, 1.858),
    ],
};

impl WdlModel {
    /// Returns the engine's model for a variant. The variants of a family share one.
    pub const fn for_variant(variant: Variant) -> &'static Self {
        match EvaluationFamily::of_variant(variant) {
            EvaluationFamily::Extended => &EXTENDED,
            EvaluationFamily::Original => &ORIGINAL,
            EvaluationFamily::Shatranj => &SHATRANJ,
            EvaluationFamily::Shatar => &SHATAR,
        }
    }

    /// Returns the index of the lower knot of the interval that contains this number of men, or
    /// is nearest to it, and the position of the number in that interval, from 0 to 1.
    pub fn interpolation(&self, men: i32) -> (usize, f64) {
        let inner = &self.knots[1..KNOTS - 1];
        let lower = inner.iter().take_while(|knot| knot.men <= men).count();
        let [from, to] = [lower, lower + 1].map(|i| f64::from(self.knots[i].men));
        (
            lower,
            ((f64::from(men) - from) / (to - from)).clamp(0.0, 1.0),
        )
    }

    /// Returns the curve of chances for this number of men, not counting biys or kings.
    pub fn at(&self, men: i32) -> WdlCurve {
        let (lower, fraction) = self.interpolation(men);
        let between = |value: fn(&WdlKnot) -> f64| {
            value(&self.knots[lower]) * (1.0 - fraction) + value(&self.knots[lower + 1]) * fraction
        };
        WdlCurve {
            threshold: between(|knot| knot.threshold),
            gain: between(|knot| knot.gain),
        }
    }
}

/// The chances as a function of the score: the model for one number of men.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct WdlCurve {
    /// The log odds against a win at score 0, as in [`WdlKnot::threshold`].
    pub threshold: f64,
    /// The slope near score 0, as in [`WdlKnot::gain`].
    pub gain: f64,
}

impl WdlCurve {
    /// Returns the engine's curve for this number of men, not counting biys or kings.
    pub fn for_variant(variant: Variant, men: i32) -> Self {
        WdlModel::for_variant(variant).at(men)
    }

    /// Returns the probabilities of win, draw and loss for a score, in centipawns, that does
    /// not prove a result.
    pub fn probabilities(self, score: f64) -> [f64; 3] {
        let lead = self.gain * bent_score(score);
        let [win, loss] = [lead, -lead].map(|lead| logistic(lead - self.threshold));
        // This is one minus the other two, in a form that loses no precision.
        let draw = logistic(self.threshold + lead) * logistic(self.threshold - lead);
        [win, draw * -(-2.0 * self.threshold).exp_m1(), loss]
    }
}

/// Returns the score in units of [`LOGISTIC_SCALE`], compressed where it is far from 0.
pub fn bent_score(score: f64) -> f64 {
    (score / BEND).asinh() * (BEND / LOGISTIC_SCALE)
}

/// Returns the probability that has these log odds (the logistic function).
pub fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The chances of the side to move, in thousandths. They add up to 1000.
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
    /// Returns the chances at this score. A score that proves a result makes it certain.
    pub fn at_score(score: Score, curve: WdlCurve) -> Self {
        if is_proved(score) {
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

    /// Returns the expected points, in thousandths: 1000 for a win, 500 for a draw.
    pub fn expected_points(self) -> i32 {
        i32::from(self.win) + i32::from(self.draw) / 2
    }

    /// Returns the chances in a game that is over: the sign of the score gives the result.
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
    use crate::base::score::{MAX_EVAL, loss_in, table_win, win_in};
    use crate::game::{Playable, for_variant};

    fn curves() -> impl Iterator<Item = WdlCurve> {
        let men = -1..=60;
        Variant::ALL.into_iter().flat_map(move |variant| {
            men.clone()
                .map(move |men| WdlCurve::for_variant(variant, men))
        })
    }

    #[test]
    fn chances_add_up_and_rise_with_the_score() {
        for curve in curves() {
            let mut last = Chances::at_score(-MAX_EVAL, curve);
            for score in (-MAX_EVAL..=MAX_EVAL).step_by(61) {
                let chances = Chances::at_score(score, curve);
                let Chances { win, draw, loss } = chances;
                assert_eq!(win + draw + loss, 1000);
                assert!(win >= last.win && loss <= last.loss);
                let mirrored = Chances::at_score(-score, curve);
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
    fn threshold_and_gain_are_log_odds() {
        let curve = WdlCurve {
            threshold: 0.5,
            gain: 2.0,
        };
        let log_odds = |score: f64| {
            let [win, ..] = curve.probabilities(score);
            (win / (1.0 - win)).ln()
        };
        assert!((log_odds(0.0) + 0.5).abs() < 1e-12);
        let slope = (log_odds(4.0) - log_odds(0.0)) * LOGISTIC_SCALE / 4.0;
        assert!((slope - curve.gain).abs() < 1e-4, "{slope}");
        assert!(log_odds(1600.0) - log_odds(800.0) < log_odds(800.0) - log_odds(0.0));
    }

    #[test]
    fn models_are_interpolated_between_knots() {
        let model = WdlModel::for_variant(Variant::Extended);
        for neighbours in model.knots.windows(2) {
            let [from, to] = neighbours else { continue };
            assert!(from.men < to.men && from.threshold > 0.0 && from.gain > 0.0);
            assert_eq!(model.at(from.men).threshold, from.threshold);
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
        let last = |variant| WdlModel::for_variant(variant).knots[KNOTS - 1].men;
        for variant in Variant::ALL {
            let full = for_variant!(variant, P => P::start().man_count());
            assert_eq!(last(variant), full);
        }
    }

    #[test]
    fn a_proved_result_is_certain() {
        for curve in curves() {
            assert_eq!(Chances::at_score(win_in(9), curve).win, 1000);
            assert_eq!(Chances::at_score(loss_in(0), curve).loss, 1000);
            assert_eq!(Chances::at_score(table_win(9), curve).win, 1000);
        }
        assert_eq!(Chances::of_finished_game(0).draw, 1000);
    }
}
