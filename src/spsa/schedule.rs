//! How the perturbations and the steps of SPSA shrink from pair to pair.
//!
//! The exponents are those that Spall recommends for practice. Both series are given by their
//! values in the last pair, because a user can judge those: the smallest perturbation whose effect
//! games can show, and the rate at which the values may still move at the end.

use super::settings::SpsaSettings;

/// The exponent of the series of steps.
const ALPHA: f64 = 0.602;
/// The exponent of the series of perturbations.
const GAMMA: f64 = 0.101;
/// The stability constant, as a fraction of the number of pairs. It shortens the first steps.
const STABILITY: f64 = 0.1;

impl SpsaSettings {
    /// Returns the perturbation in a pair, numbered from 0; `last` is that of the last pair.
    pub(super) fn perturbation(&self, pair: u32, last: f64) -> f64 {
        let (pairs, number) = (f64::from(self.pairs), f64::from(pair) + 1.0);
        last * libm::pow(pairs / number, GAMMA)
    }

    /// Returns the change of the value for each point by which a pair is won: Spall's a/c.
    pub(super) fn gain(&self, pair: u32, last_perturbation: f64) -> f64 {
        let (pairs, number) = (f64::from(self.pairs), f64::from(pair) + 1.0);
        let stability = STABILITY * pairs;
        let last_step = self.rate * last_perturbation * last_perturbation;
        let step = last_step * libm::pow((stability + pairs) / (stability + number), ALPHA);
        step / self.perturbation(pair, last_perturbation)
    }
}

#[cfg(test)]
mod tests {
    use crate::spsa::tests::settings;

    fn assert_close(value: f64, expected: f64) {
        assert!((value / expected - 1.0).abs() < 1e-6, "{value} {expected}");
    }

    #[test]
    fn the_last_pair_has_the_given_values() {
        let settings = settings(1000, 1, Vec::new());
        assert_close(settings.perturbation(999, 4.0), 4.0);
        // 0.002 * 4² / 4
        assert_close(settings.gain(999, 4.0), 0.008);
    }

    #[test]
    fn the_first_pair_has_the_greatest_values() {
        let settings = settings(1000, 1, Vec::new());
        // 1000^0.101 = e^(0.101 * 6.907755) = e^0.6976833
        assert_close(settings.perturbation(0, 4.0), 4.0 * 2.009_092_8);
        // (1100 / 101)^0.602 = e^(0.602 * 2.387945) = e^1.4375429
        assert_close(settings.gain(0, 4.0), 0.008 * 4.210_337_7 / 2.009_092_8);
    }
}
