//! The report on a fit, for a person and as source code.

use std::fmt::Write;

use crate::base::Score;
use crate::eval::wdl::{SCALE, Table};
use crate::game::Variant;
use crate::training::wdl::{Bin, Calibration, Fit, Games, OUTCOMES, mean_log_likelihood};

/// Returns the whole report.
pub fn report(variant: Variant, games: &Games, fit: &Fit, foretold: &[Vec<[f64; 3]>]) -> String {
    let parts = [
        counts(games),
        numbers(fit),
        likelihoods(variant, games, fit, foretold),
        calibration(&Calibration::of(games, foretold, Score::MIN..=Score::MAX)),
        source(&fit.table),
    ];
    parts.join("\n")
}

/// Returns the frequency of each outcome.
fn frequencies(games: &Games) -> [f64; 3] {
    let rows = games.rows();
    [0, 1, 2].map(|outcome| {
        let some = rows.iter().filter(|row| row.outcome == outcome);
        some.map(|row| row.weight).sum::<f64>() / games.weight()
    })
}

fn counts(games: &Games) -> String {
    let [win, draw, loss] = frequencies(games).map(|share| 100.0 * share);
    format!(
        "{} positions of {} games; each game counts once for each number\n\
         of men: {win:.1} % won by the side to move, {draw:.1} % drawn, {loss:.1} % lost\n",
        games.rows().len(),
        games.games().count()
    )
}

fn numbers(fit: &Fit) -> String {
    let mut text = format!(
        "Log odds against a win at score 0, and what {SCALE} centipawns add to those of\n\
         a win near it, with standard errors:\n\n{:>5}{:>20}{:>20}\n",
        "men", "draw", "gain"
    );
    for (knot, [draw, gain]) in fit.table.knots.iter().zip(fit.errors) {
        let told = |number: f64, error: f64| format!("{number:.3} ± {error:.3}");
        let (draw, gain) = (told(knot.draw, draw), told(knot.gain, gain));
        // Writing to a string can't fail.
        let _ = writeln!(text, "{:>5}{draw:>20}{gain:>20}", knot.men);
    }
    text
}

fn likelihoods(variant: Variant, games: &Games, fit: &Fit, foretold: &[Vec<[f64; 3]>]) -> String {
    let told = foretold.iter().flatten().zip(games.rows());
    let logs = told.map(|(chances, row)| row.weight * chances[row.outcome].ln());
    let foretold = logs.sum::<f64>() / games.weight();
    let shares = frequencies(games).into_iter().filter(|share| *share > 0.0);
    let known: f64 = shares.map(|share| share * share.ln()).sum();
    let lines = [
        ("these numbers", mean_log_likelihood(games, &fit.table)),
        ("those fitted to the other half of the games", foretold),
        (
            "the numbers of this engine",
            mean_log_likelihood(games, Table::of(variant)),
        ),
        ("the same chances in all positions", known),
    ];
    let mut text = "Log-likelihood of a result, on the average, by\n\n".to_owned();
    for (by, value) in lines {
        let _ = writeln!(text, "  {by:<46}{value:>9.5}");
    }
    text
}

fn calibration(Calibration(bins): &Calibration) -> String {
    let mut text = format!(
        "In percent, with numbers fitted to the other half of the games:\n\n\
         {:<8}{:>10}{:>10}{:>18}{:>12}{:>9}\n",
        "", "foretold", "observed", "95 %", "positions", "games"
    );
    for (outcome, bins) in OUTCOMES.iter().zip(bins) {
        for bin in bins {
            let Bin {
                positions, games, ..
            } = bin;
            let [foretold, observed] = [bin.foretold, bin.observed].map(|share| 100.0 * share);
            let (low, high) = bin.interval;
            let interval = format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high);
            let _ = writeln!(
                text,
                "{outcome:<8}{foretold:>10.1}{observed:>10.1}{interval:>18}{positions:>12}{games:>9}"
            );
        }
    }
    text
}

/// Returns the table as it is written in the source.
fn source(table: &Table) -> String {
    let knots = table.knots.iter().map(|knot| {
        let (men, draw, gain) = (knot.men, knot.draw, knot.gain);
        format!("        knot({men}, {draw:.3}, {gain:.3}),\n")
    });
    format!("    knots: [\n{}    ],\n", knots.collect::<String>())
}
