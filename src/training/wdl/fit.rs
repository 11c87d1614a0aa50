//! The fit: the model under which the results of games are most likely.
//!
//! The maximum is found by Newton's method from a fixed start; each step is halved until
//! the likelihood rises. Each parameter has a weak prior, as strong as one result, that
//! keeps the parameter above 0 and decides where there are no games: a gamma distribution
//! with its mode at 1.

use super::GamePositions;
use super::likelihood::{COUNT, LogLikelihood, add, sum};
use crate::eval::wdl::{KNOTS, WdlModel};
use crate::game::Variant;
use crate::util::matrix::{Matrix, dot, inverse, multiply};

/// The maximum number of steps, after which the result is accepted; a dozen usually
/// suffice.
const MAX_STEPS: usize = 200;
/// The maximum number of halvings, after which the step is abandoned.
const MAX_HALVINGS: usize = 60;
/// The minimum predicted gain of a step, in units of the log-likelihood.
const PRECISION: f64 = 1e-9;

/// A fitted model, with its errors.
#[derive(Clone, PartialEq, Debug)]
pub struct WdlFit {
    /// The model.
    pub model: WdlModel,
    /// The standard errors of the model's parameters, draw and gain by knot. They treat
    /// games, not positions, as independent (the sandwich estimator with clusters: Liang
    /// and Zeger 1986).
    pub errors: [[f64; 2]; KNOTS],
}

/// Fits a model with knots at the same numbers of men as the engine's model for this
/// variant.
pub fn fit(games: &GamePositions, variant: Variant) -> WdlFit {
    let mut parameters = [1.0; COUNT];
    let mut current = posterior(games, variant, &parameters);
    for _ in 0..MAX_STEPS {
        let Some(inverse) = inverse(current.curvature.clone()) else {
            break;
        };
        let step: Vec<f64> = multiply(&inverse, &current.slope)
            .iter()
            .map(|x| -x)
            .collect();
        if dot(&step, &current.slope) < PRECISION {
            break;
        }
        let Some((next, reached)) = ascend(games, variant, (&parameters, current.value), &step)
        else {
            break;
        };
        (parameters, current) = (next, reached);
    }
    let model = model_of(variant, &parameters);
    let errors = errors(games, &model, current.curvature);
    WdlFit { model, errors }
}

/// Returns the model with these parameters.
fn model_of(variant: Variant, parameters: &[f64; COUNT]) -> WdlModel {
    let mut model = WdlModel::of(variant).clone();
    for (i, knot) in model.knots.iter_mut().enumerate() {
        (knot.draw, knot.gain) = (parameters[i], parameters[KNOTS + i]);
    }
    model
}

/// Returns the logarithm of the likelihood and of the priors, which is maximised.
fn posterior(games: &GamePositions, variant: Variant, parameters: &[f64; COUNT]) -> LogLikelihood {
    let mut sum = sum(games, &model_of(variant, parameters));
    for (i, parameter) in parameters.iter().enumerate() {
        sum.value += parameter.ln() - parameter;
        sum.slope[i] += 1.0 / parameter - 1.0;
        sum.curvature[i][i] -= 1.0 / (parameter * parameter);
    }
    sum
}

/// Returns the parameters after the step, or after a part of the step that raises the
/// likelihood; `None` if no part does.
fn ascend(
    games: &GamePositions,
    variant: Variant,
    (parameters, value): (&[f64; COUNT], f64),
    step: &[f64],
) -> Option<([f64; COUNT], LogLikelihood)> {
    let mut share = 1.0;
    for _ in 0..MAX_HALVINGS {
        let mut next = *parameters;
        for (parameter, change) in next.iter_mut().zip(step) {
            *parameter += share * change;
        }
        if next.iter().all(|parameter| *parameter > 0.0) {
            let reached = posterior(games, variant, &next);
            if reached.value > value {
                return Some((next, reached));
            }
        }
        share /= 2.0;
    }
    None
}

/// Returns the standard errors. `curvature` is that of the posterior at its
/// maximum.
fn errors(games: &GamePositions, model: &WdlModel, curvature: Matrix) -> [[f64; 2]; KNOTS] {
    let Some(inverse_curvature) = inverse(curvature) else {
        return [[f64::INFINITY; 2]; KNOTS];
    };
    let mut squares = [0.0; COUNT];
    for game in games.games() {
        let mut sum = LogLikelihood::zero();
        game.iter()
            .for_each(|position| add(&mut sum, position, model));
        // The shift of the parameters if this game were left out.
        for (square, shift) in squares
            .iter_mut()
            .zip(multiply(&inverse_curvature, &sum.slope))
        {
            *square += shift * shift;
        }
    }
    std::array::from_fn(|i| [squares[i].sqrt(), squares[KNOTS + i].sqrt()])
}
