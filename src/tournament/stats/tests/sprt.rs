//! The sequential test.

use super::super::{EloModel, Pentanomial, Sprt, SprtError, SprtState, Tally};
use super::assert_close;

fn test(model: EloModel, elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(model, [elo0, elo1], 0.05, 0.05).unwrap()
}

fn games(model: EloModel, [elo0, elo1]: [f64; 2], [w, d, l]: [u64; 3]) -> f64 {
    test(model, elo0, elo1).llr(&Tally::new(w, d, l))
}

fn pairs(model: EloModel, [elo0, elo1]: [f64; 2], pairs: [u64; 5]) -> f64 {
    test(model, elo0, elo1).llr_of_pairs(&Pentanomial(pairs))
}

/// By mpmath: the likelihood is maximized under the constraint by solving Lagrange's equations to
/// 30 digits, followed from the observed distribution to the constrained one; empty cells count
/// 0.001. The counts of the first eight are those of fastchess's tests below.
#[test]
fn ratios_match_those_computed_by_mpmath() {
    use EloModel::{Logistic, Normalized};
    assert_close(
        games(Normalized, [0.0, 2.0], [36433, 68692, 36027]),
        0.923293450949526,
    );
    assert_close(
        games(Normalized, [-1.75, 0.25], [10871, 20431, 10650]),
        2.29750040710322,
    );
    assert_close(
        games(Logistic, [0.5, 2.5], [21404, 40708, 21184]),
        -1.57188879269218,
    );
    assert_close(
        games(Logistic, [0.0, 2.0], [57433, 106593, 57030]),
        -2.59302416352406,
    );
    assert_close(
        pairs(Normalized, [0.0, 2.0], [365, 16618, 36229, 16974, 390]),
        2.25036770354698,
    );
    assert_close(
        pairs(Normalized, [-1.75, 0.25], [127, 4883, 10712, 5150, 104]),
        3.01015419660369,
    );
    assert_close(
        pairs(Logistic, [0.5, 2.5], [223, 9863, 21279, 10037, 246]),
        -3.07412643958917,
    );
    assert_close(
        pairs(Logistic, [0.0, 2.0], [871, 26175, 55983, 26678, 821]),
        -4.97867286344901,
    );
    assert_close(
        pairs(Logistic, [-10.0, 30.0], [3, 20, 50, 37, 12]),
        6.8315409139589,
    );
    assert_close(
        pairs(Normalized, [-20.0, 60.0], [3, 20, 50, 37, 12]),
        8.53898633542029,
    );
    assert_close(
        pairs(Logistic, [0.0, 10.0], [0, 1, 3, 2, 0]),
        0.0957691597521664,
    );
    assert_close(
        pairs(Normalized, [0.0, 10.0], [0, 1, 3, 2, 0]),
        0.0525477322131416,
    );
    assert_close(
        games(Normalized, [-50.0, 100.0], [5, 0, 2]),
        1.0754772548864,
    );
}

/// The numbers of fastchess's own unit tests (`app/tests/sprt_test.cpp`), which agree to one per
/// cent, also with fishtest's method. Its figures for samples of a single outcome are left out, as
/// they belong to other counts in other versions; the exact ratios follow by hand, below.
#[test]
fn ratios_match_those_of_fastchess() {
    use EloModel::{Logistic, Normalized};
    let found = [
        (games(Normalized, [0.0, 2.0], [36433, 68692, 36027]), 0.92),
        (
            games(Normalized, [-1.75, 0.25], [10871, 20431, 10650]),
            2.30,
        ),
        (games(Logistic, [0.5, 2.5], [21404, 40708, 21184]), -1.57),
        (games(Logistic, [0.0, 2.0], [57433, 106593, 57030]), -2.59),
        (
            pairs(Normalized, [0.0, 2.0], [365, 16618, 36229, 16974, 390]),
            2.25,
        ),
        (
            pairs(Normalized, [-1.75, 0.25], [127, 4883, 10712, 5150, 104]),
            3.01,
        ),
        (
            pairs(Logistic, [0.5, 2.5], [223, 9863, 21279, 10037, 246]),
            -3.07,
        ),
        (
            pairs(Logistic, [0.0, 2.0], [871, 26175, 55983, 26678, 821]),
            -4.98,
        ),
    ];
    for (found, expected) in found {
        assert!(
            (found - expected).abs() <= 0.01 * expected.abs(),
            "{found} is not {expected}"
        );
    }
}

/// By hand: all draws are evidence against any superiority. The best that `elo1` can do is to take
/// some share `w` of wins, with `t = sqrt(w / (1 - w))` standard deviations above one half, at a
/// likelihood of `(1 - w)^n`. The thousandth of a game in the empty cells changes this by less than
/// one per cent.
#[test]
fn draws_support_the_lower_hypothesis() {
    let t = 5.0 * std::f64::consts::LN_10 / 800.0;
    let expected = -16_700.0 * (t * t).ln_1p();
    let found = games(EloModel::Normalized, [0.0, 5.0], [0, 16_700, 0]);
    assert!(
        (found - expected).abs() < 0.01 * expected.abs(),
        "{found} is not {expected}"
    );
}

/// By hand: after wins only, the most likely distribution of a hypothesis has wins and losses only.
/// Where the score is `t` standard deviations of a pair above one half, the share of wins `w` has
/// `w - 1/2 = t sqrt(w (1 - w))`, so `w = (1 + t / sqrt(1 + t^2)) / 2`; at equality it is one half.
#[test]
fn wins_support_the_upper_hypothesis() {
    let t = 5.0 * std::f64::consts::LN_10 / 800.0 * std::f64::consts::SQRT_2;
    let wins = (1.0 + t / (1.0 + t * t).sqrt()) / 2.0;
    let expected = 104.0 * (2.0 * wins).ln();
    let found = pairs(EloModel::Normalized, [0.0, 5.0], [0, 0, 0, 0, 104]);
    assert!(
        (found - expected).abs() < 1e-3 * expected,
        "{found} is not {expected}"
    );
}

/// `ln(0.05 / 0.95)`, by mpmath.
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

/// For all results, the ratio is a number and changes its sign with the sides.
#[test]
fn extreme_results_have_a_ratio() {
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
                let ratio = pairs(model, [elo0, elo1], cells);
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
    assert!(pairs(EloModel::Logistic, [0.0, 50.0], [0, 0, 0, 0, 9]) > 0.0);
    assert!(pairs(EloModel::Normalized, [0.0, 50.0], [7, 0, 0, 0, 0]) < 0.0);
}

#[test]
fn invalid_hypotheses_and_error_rates_are_refused() {
    let error = |elo, alpha, beta| Sprt::new(EloModel::Logistic, elo, alpha, beta).unwrap_err();
    assert_eq!(error([2.0, 0.0], 0.05, 0.05), SprtError::Order);
    assert_eq!(error([1.0, 1.0], 0.05, 0.05), SprtError::Order);
    assert_eq!(error([0.0, 201.0], 0.05, 0.05), SprtError::Range);
    assert_eq!(error([f64::NAN, 1.0], 0.05, 0.05), SprtError::Range);
    assert_eq!(error([0.0, 5.0], 0.0, 0.05), SprtError::Rates);
    assert_eq!(error([0.0, 5.0], 0.5, 0.5), SprtError::Rates);
    assert_eq!(error([0.0, 5.0], f64::NAN, 0.05), SprtError::Rates);
}
