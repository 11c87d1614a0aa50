//! Tests against published figures, and against figures computed independently with mpmath (30 to
//! 40 digits) and numpy, from the formulas that are stated in each test.

mod counts;
mod crosstable;
mod elo;
mod ratings;
mod sprt;

/// Asserts that a number agrees with the expected one to a relative error of one millionth.
#[track_caller]
fn assert_close(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() <= 1e-6 * expected.abs(),
        "{found}, expected {expected}"
    );
}

/// Asserts that a number agrees with an expected one that was printed with two decimals.
#[track_caller]
fn assert_printed(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() <= 0.0051,
        "{found}, expected {expected}"
    );
}
