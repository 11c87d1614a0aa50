//! Tests of the sequential probability ratio test.

use super::super::{EloModel, Mirrored, Pentanomial, Sprt, SprtError, SprtState, Tally};
use super::assert_close;

fn test(model: EloModel, elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(model, [elo0, elo1], 0.05, 0.05).unwrap()
}

fn llr_of_games(model: EloModel, [elo0, elo1]: [f64; 2], [wins, draws, losses]: [u64; 3]) -> f64 {
    test(model, elo0, elo1).llr(&Tally::new(wins, draws, losses))
}

fn llr_of_pairs(model: EloModel, [elo0, elo1]: [f64; 2], pairs: [u64; 5]) -> f64 {
    test(model, elo0, elo1).llr_of_pairs(&Pentanomial(pairs))
}

/// Computed with mpmath: the likelihood is maximized under the constraint by solving Lagrange's
/// equations to 30 digits, by continuation from the observed distribution to the constrained one.
/// Empty cells count as 0.001. The first eight use the counts of fastchess's tests below.
#[test]
fn ratios_match_those_computed_by_mpmath() {
    use EloModel::{Logistic, Normalized};
    assert_close(
        llr_of_games(Normalized, [0.0, 2.0], [36433, 68692, 36027]),
        0.923293450949526,
    );
    assert_close(
        llr_of_games(Normalized, [-1.75, 0.25], [10871, 20431, 10650]),
        2.29750040710322,
    );
    assert_close(
        llr_of_games(Logistic, [0.5, 2.5], [21404, 40708, 21184]),
        -1.57188879269218,
    );
    assert_close(
        llr_of_games(Logistic, [0.0, 2.0], [57433, 106593, 57030]),
        -2.59302416352406,
    );
    assert_close(
        llr_of_pairs(Normalized, [0.0, 2.0], [365, 16618, 36229, 16974, 390]),
        2.25036770354698,
    );
    assert_close(
        llr_of_pairs(Normalized, [-1.75, 0.25], [127, 4883, 10712, 5150, 104]),
        3.01015419660369,
    );
    assert_close(
        llr_of_pairs(Logistic, [0.5, 2.5], [223, 9863, 21279, 10037, 246]),
        -3.07412643958917,
    );
    assert_close(
        llr_of_pairs(Logistic, [0.0, 2.0], [871, 26175, 55983, 26678, 821]),
        -4.97867286344901,
    );
    assert_close(
        llr_of_pairs(Logistic, [-10.0, 30.0], [3, 20, 50, 37, 12]),
        6.8315409139589,
    );
    assert_close(
        llr_of_pairs(Normalized, [-20.0, 60.0], [3, 20, 50, 37, 12]),
        8.53898633542029,
    );
    assert_close(
        llr_of_pairs(Logistic, [0.0, 10.0], [0, 1, 3, 2, 0]),
        0.0957691597521664,
    );
    assert_close(
        llr_of_pairs(Normalized, [0.0, 10.0], [0, 1, 3, 2, 0]),
        0.0525477322131416,
    );
    assert_close(
        llr_of_games(Normalized, [-50.0, 100.0], [5, 0, 2]),
        1.0754772548864,
    );
}

/// The figures in fastchess's unit tests (`app/tests/sprt_test.cpp`), which agree with the ratios
/// above and with fishtest's method to one per cent. Figures for samples with a single outcome are
/// left out, because they differ between versions of fastchess; tests below compare such samples
/// with ratios worked out by hand.
#[test]
fn ratios_match_those_of_fastchess() {
    use EloModel::{Logistic, Normalized};
    let found = [
        (
            llr_of_games(Normalized, [0.0, 2.0], [36433, 68692, 36027]),
            0.92,
        ),
        (
            llr_of_games(Normalized, [-1.75, 0.25], [10871, 20431, 10650]),
            2.30,
        ),
        (
            llr_of_games(Logistic, [0.5, 2.5], [21404, 40708, 21184]),
            -1.57,
        ),
        (
            llr_of_games(Logistic, [0.0, 2.0], [57433, 106593, 57030]),
            -2.59,
        ),
        (
            llr_of_pairs(Normalized, [0.0, 2.0], [365, 16618, 36229, 16974, 390]),
            2.25,
        ),
        (
            llr_of_pairs(Normalized, [-1.75, 0.25], [127, 4883, 10712, 5150, 104]),
            3.01,
        ),
        (
            llr_of_pairs(Logistic, [0.5, 2.5], [223, 9863, 21279, 10037, 246]),
            -3.07,
        ),
        (
            llr_of_pairs(Logistic, [0.0, 2.0], [871, 26175, 55983, 26678, 821]),
            -4.98,
        ),
    ];
    for (found, expected) in found {
        assert!(
            (found - expected).abs() <= 0.01 * expected.abs(),
            "{found}, expected {expected}"
        );
    }
}

/// Worked out by hand: draws alone are evidence against any superiority. The most likely
/// distribution under `elo1` has some share `w` of wins: its score is `t = sqrt(w / (1 - w))`
/// standard deviations above one half, and its likelihood is `(1 - w)^n`. The thousandth of a game
/// in each empty cell changes the ratio by less than one per cent.
#[test]
fn draws_support_the_lower_hypothesis() {
    let t = 5.0 * std::f64::consts::LN_10 / 800.0;
    let expected = -16_700.0 * (t * t).ln_1p();
    let found = llr_of_games(EloModel::Normalized, [0.0, 5.0], [0, 16_700, 0]);
    assert!(
        (found - expected).abs() < 0.01 * expected.abs(),
        "{found}, expected {expected}"
    );
}

/// Worked out by hand: after wins only, the most likely distribution under either hypothesis has
/// wins and losses only. If the score is `t` standard deviations of a pair above one half, the
/// share of wins `w` satisfies `w - 1/2 = t sqrt(w (1 - w))`, so `w = (1 + t / sqrt(1 + t^2)) / 2`;
/// under `elo0`, which is 0, it is one half.
#[test]
fn wins_support_the_upper_hypothesis() {
    let t = 5.0 * std::f64::consts::LN_10 / 800.0 * std::f64::consts::SQRT_2;
    let wins = (1.0 + t / (1.0 + t * t).sqrt()) / 2.0;
    let expected = 104.0 * (2.0 * wins).ln();
    let found = llr_of_pairs(EloModel::Normalized, [0.0, 5.0], [0, 0, 0, 0, 104]);
    assert!(
        (found - expected).abs() < 1e-3 * expected,
        "{found}, expected {expected}"
    );
}

/// `ln(0.05 / 0.95)`, computed with mpmath.
#[test]
fn bounds_follow_walds_formula() {
    let test = test(EloModel::Normalized, 0.0, 2.0);
    let (lower, upper) = test.bounds();
    assert_close(lower, -2.94443897916644);
    assert_close(upper, 2.94443897916644);
    assert_eq!(test.state(2.95), SprtState::AcceptH1);
    assert_eq!(test.state(-2.95), SprtState::AcceptH0);
    assert_eq!(test.state(2.94), SprtState::Running);
}

#[test]
fn no_games_leave_the_test_running() {
    for model in [EloModel::Logistic, EloModel::Normalized] {
        let test = test(model, 0.0, 5.0);
        assert_eq!(test.llr(&Tally::default()), 0.0);
        assert_eq!(test.llr_of_pairs(&Pentanomial::default()), 0.0);
    }
}

/// For all results, the ratio is finite, and swapping the players changes only its sign.
#[test]
fn extreme_results_have_a_finite_ratio() {
    let results = [
        [0, 0, 0, 0, 9],
        [7, 0, 0, 0, 0],
        [0, 0, 1000, 0, 0],
        [500, 0, 0, 0, 500],
        [0, 1, 0, 0, 0],
        [1, 0, 0, 0, 1_000_000],
    ];
    for model in [EloModel::Logistic, EloModel::Normalized] {
        for [elo0, elo1] in [[0.0, 200.0], [-200.0, 200.0], [-200.0, -199.0], [0.0, 0.5]] {
            for cells in results {
                let ratio = llr_of_pairs(model, [elo0, elo1], cells);
                let mirrored = Pentanomial(cells).mirrored();
                let mirrored_ratio = test(model, -elo1, -elo0).llr_of_pairs(&mirrored);
                assert!(
                    ratio.is_finite()
                        && (ratio + mirrored_ratio).abs() < 1e-6 * ratio.abs().max(1e-3),
                    "{model:?} {elo0} {elo1} {cells:?}: {ratio} {mirrored_ratio}"
                );
            }
        }
    }
    assert!(llr_of_pairs(EloModel::Logistic, [0.0, 50.0], [0, 0, 0, 0, 9]) > 0.0);
    assert!(llr_of_pairs(EloModel::Normalized, [0.0, 50.0], [7, 0, 0, 0, 0]) < 0.0);
}

#[test]
fn invalid_hypotheses_and_error_rates_are_rejected() {
    let error = |elo, alpha, beta| Sprt::new(EloModel::Logistic, elo, alpha, beta).unwrap_err();
    assert_eq!(error([2.0, 0.0], 0.05, 0.05), SprtError::Order);
    assert_eq!(error([1.0, 1.0], 0.05, 0.05), SprtError::Order);
    assert_eq!(error([0.0, 201.0], 0.05, 0.05), SprtError::Range);
    assert_eq!(error([f64::NAN, 1.0], 0.05, 0.05), SprtError::Range);
    assert_eq!(error([0.0, 5.0], 0.0, 0.05), SprtError::Rates);
    assert_eq!(error([0.0, 5.0], 0.5, 0.5), SprtError::Rates);
    assert_eq!(error([0.0, 5.0], f64::NAN, 0.05), SprtError::Rates);
}
