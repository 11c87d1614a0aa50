//! Published figures, and figures computed independently by other methods: with mpmath (30 to 40
//! digits) and numpy, from the formulas given with them.

mod crosstable;
mod elo;
mod ratings;
mod sprt;

/// Asserts that two numbers agree to a millionth of the expected one.
#[track_caller]
fn assert_close(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() <= 1e-6 * expected.abs(),
        "{found} is not {expected}"
    );
}

/// Asserts that a number agrees with the expected one in its printed digits.
#[track_caller]
fn assert_printed(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() <= 0.0051,
        "{found} is not {expected}"
    );
}
