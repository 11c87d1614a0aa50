//! Finds the model under which the results of games are most likely.
//!
//! The maximum is found by Newton's method from a fixed starting point; each step is halved
//! until the posterior rises. Each parameter has a weak prior, as strong as one result: a
//! gamma distribution with its mode at 1. The prior keeps the parameter above 0, and
//! determines it where there are no games.

use super::GamePositions;
use super::likelihood::{LogLikelihood, PARAMETER_COUNT, add_position, total};
use crate::eval::wdl::{KNOTS, WdlModel};
use crate::game::Variant;
use crate::util::matrix::{Matrix, dot, inverse, multiply};

/// The maximum number of steps, after which the result is accepted. A dozen are usually
/// enough.
const MAX_STEPS: usize = 200;
/// The maximum number of halvings, after which the step is abandoned.
const MAX_HALVINGS: usize = 60;
/// The minimum increase in the log-posterior, to first order, for which a step is taken.
const MIN_INCREASE: f64 = 1e-9;

/// A fitted model, with the standard errors of its parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct WdlFit {
    /// The model.
    pub model: WdlModel,
    /// The standard errors of the threshold and the gain at each knot. They treat games, not
    /// positions, as independent (the clustered sandwich estimator: Liang and Zeger 1986).
    pub standard_errors: [[f64; 2]; KNOTS],
}

/// Fits a model whose knots are at the same numbers of men as those of the engine's model
/// for this variant.
pub fn fit(games: &GamePositions, variant: Variant) -> WdlFit {
    let mut parameters = [1.0; PARAMETER_COUNT];
    let mut current = log_posterior(games, variant, &parameters);
    for _ in 0..MAX_STEPS {
        let Some(inverse) = inverse(current.hessian.clone()) else {
            break;
        };
        let step: Vec<f64> = multiply(&inverse, &current.gradient)
            .iter()
            .map(|x| -x)
            .collect();
        if dot(&step, &current.gradient) < MIN_INCREASE {
            break;
        }
        let Some((next_parameters, next)) =
            ascend(games, variant, (&parameters, current.value), &step)
        else {
            break;
        };
        (parameters, current) = (next_parameters, next);
    }
    let model = model_with(variant, &parameters);
    let standard_errors = standard_errors(games, &model, current.hessian);
    WdlFit {
        model,
        standard_errors,
    }
}

fn model_with(variant: Variant, parameters: &[f64; PARAMETER_COUNT]) -> WdlModel {
    let mut model = WdlModel::for_variant(variant).clone();
    for (i, knot) in model.knots.iter_mut().enumerate() {
        (knot.threshold, knot.gain) = (parameters[i], parameters[KNOTS + i]);
    }
    model
}

/// Returns the logarithm of the posterior, which is maximized: that of the likelihood plus
/// those of the priors.
fn log_posterior(
    games: &GamePositions,
    variant: Variant,
    parameters: &[f64; PARAMETER_COUNT],
) -> LogLikelihood {
    let mut sum = total(games, &model_with(variant, parameters));
    for (i, parameter) in parameters.iter().enumerate() {
        sum.value += parameter.ln() - parameter;
        sum.gradient[i] += 1.0 / parameter - 1.0;
        sum.hessian[i][i] -= 1.0 / (parameter * parameter);
    }
    sum
}

/// Returns the parameters after the step, or after the largest tried fraction of it that
/// raises the posterior, and the posterior there; `None` if no fraction raises it.
fn ascend(
    games: &GamePositions,
    variant: Variant,
    (parameters, value): (&[f64; PARAMETER_COUNT], f64),
    step: &[f64],
) -> Option<([f64; PARAMETER_COUNT], LogLikelihood)> {
    let mut fraction = 1.0;
    for _ in 0..MAX_HALVINGS {
        let mut next = *parameters;
        for (parameter, change) in next.iter_mut().zip(step) {
            *parameter += fraction * change;
        }
        if next.iter().all(|parameter| *parameter > 0.0) {
            let next_posterior = log_posterior(games, variant, &next);
            if next_posterior.value > value {
                return Some((next, next_posterior));
            }
        }
        fraction /= 2.0;
    }
    None
}

/// Returns the standard errors of the parameters. `hessian` is that of the logarithm of
/// the posterior at its maximum.
fn standard_errors(games: &GamePositions, model: &WdlModel, hessian: Matrix) -> [[f64; 2]; KNOTS] {
    let Some(inverse_hessian) = inverse(hessian) else {
        return [[f64::INFINITY; 2]; KNOTS];
    };
    let mut squares = [0.0; PARAMETER_COUNT];
    for game in games.games() {
        let mut sum = LogLikelihood::zero();
        game.iter()
            .for_each(|position| add_position(&mut sum, position, model));
        // The shift is, to first order, the change in the parameters if this game were left out.
        for (square, shift) in squares
            .iter_mut()
            .zip(multiply(&inverse_hessian, &sum.gradient))
        {
            *square += shift * shift;
        }
    }
    std::array::from_fn(|i| [squares[i].sqrt(), squares[KNOTS + i].sqrt()])
}
