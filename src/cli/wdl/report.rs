//! Reports a fit as text and as source code.

use std::fmt::Write;

use crate::base::Score;
use crate::eval::wdl::{LOGISTIC_SCALE, WdlModel};
use crate::game::Variant;
use crate::training::wdl::{
    Bin, Calibration, GamePositions, OUTCOMES, WdlFit, mean_log_likelihood,
};

pub fn report(
    variant: Variant,
    games: &GamePositions,
    fit: &WdlFit,
    predicted: &[Vec<[f64; 3]>],
) -> String {
    let sections = [
        summary(games),
        parameters(fit),
        likelihoods(variant, games, fit, predicted),
        calibration(&Calibration::new(games, predicted, Score::MIN..=Score::MAX)),
        source(&fit.model),
    ];
    sections.join("\n")
}

/// Returns the weighted share of each outcome, from 0 to 1: win, draw and loss.
fn frequencies(games: &GamePositions) -> [f64; 3] {
    let positions = games.positions();
    [0, 1, 2].map(|outcome| {
        let positions = positions
            .iter()
            .filter(|position| position.outcome == outcome);
        // The sum of no numbers would be written as -0.0.
        let weight = positions.fold(0.0, |sum, position| sum + position.weight);
        weight / games.total_weight()
    })
}

/// Returns the numbers of positions and games, and the share of each result.
fn summary(games: &GamePositions) -> String {
    let [win, draw, loss] = frequencies(games).map(|share| 100.0 * share);
    format!(
        "{} positions of {} games; each game counts once for each number\n\
         of men: {win:.1} % won by the side to move, {draw:.1} % drawn, {loss:.1} % lost\n",
        games.positions().len(),
        games.games().count()
    )
}

/// Returns the table of the parameters with standard errors.
fn parameters(fit: &WdlFit) -> String {
    let mut text = format!(
        "Log odds against a win at score 0 (draw), and the increase in the log odds of a\n\
         win for {LOGISTIC_SCALE} centipawns near that score (gain), with standard errors:\n\n{:>5}{:>20}{:>20}\n",
        "men", "draw", "gain"
    );
    for (knot, [threshold, gain]) in fit.model.knots.iter().zip(fit.standard_errors) {
        let with_error = |value: f64, error: f64| format!("{value:.3} ± {error:.3}");
        let threshold = with_error(knot.threshold, threshold);
        let gain = with_error(knot.gain, gain);
        // Writing to a string can't fail.
        let _ = writeln!(text, "{:>5}{threshold:>20}{gain:>20}", knot.men);
    }
    text
}

/// Returns the table of log-likelihoods: of the fit, of the cross-validated
/// predictions, of the model of this engine, and of constant chances.
fn likelihoods(
    variant: Variant,
    games: &GamePositions,
    fit: &WdlFit,
    predicted: &[Vec<[f64; 3]>],
) -> String {
    let pairs = predicted.iter().flatten().zip(games.positions());
    let logs = pairs.map(|(chances, position)| position.weight * chances[position.outcome].ln());
    let predicted = logs.sum::<f64>() / games.total_weight();
    let shares = frequencies(games).into_iter().filter(|share| *share > 0.0);
    let constant: f64 = shares.map(|share| share * share.ln()).sum();
    let lines = [
        ("these parameters", mean_log_likelihood(games, &fit.model)),
        (
            "parameters fitted to the other half of the games",
            predicted,
        ),
        (
            "the parameters of this engine",
            mean_log_likelihood(games, WdlModel::for_variant(variant)),
        ),
        ("the same chances in all positions", constant),
    ];
    let mut text = "Mean log-likelihood of a result, by\n\n".to_owned();
    for (by, value) in lines {
        let _ = writeln!(text, "  {by:<50}{value:>9.5}");
    }
    text
}

/// Returns the table of predicted and observed frequencies.
fn calibration(Calibration(bins): &Calibration) -> String {
    let mut text = format!(
        "In percent, with parameters fitted to the other half of the games:\n\n\
         {:<8}{:>10}{:>10}{:>18}{:>12}{:>9}\n",
        "", "predicted", "observed", "95 %", "positions", "games"
    );
    for (outcome, bins) in OUTCOMES.iter().zip(bins) {
        for bin in bins {
            let Bin {
                positions, games, ..
            } = bin;
            let [predicted, observed] = [bin.predicted, bin.observed].map(|share| 100.0 * share);
            let (low, high) = bin.interval;
            let interval = format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high);
            let _ = writeln!(
                text,
                "{outcome:<8}{predicted:>10.1}{observed:>10.1}{interval:>18}{positions:>12}{games:>9}"
            );
        }
    }
    text
}

fn source(model: &WdlModel) -> String {
    let knots = model.knots.iter().map(|knot| {
        let (men, threshold, gain) = (knot.men, knot.threshold, knot.gain);
        format!("        knot({men}, {threshold:.3}, {gain:.3}),\n")
    });
    format!("    knots: [\n{}    ],\n", knots.collect::<String>())
}
