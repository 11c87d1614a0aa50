//! Limits the rate at which a host sends lines.
//!
//! The limit is a token bucket, which fills up over time; each line costs at least one
//! token, and so does each piece of input without a complete line. While the host is in
//! debt, nothing is read from it, so that back-pressure on its connection slows it down.
//! A host that stays in debt is malicious or broken, and is disconnected.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::host::limits::Limit;

/// The time for which a host may stay in debt before it is disconnected.
const DEBT_GRACE: Duration = Duration::from_secs(10);
/// The capacity of the bucket: the number of seconds in which it fills up.
const BURST_SECONDS: f64 = 2.0;

/// The rate limiter of one host, which is a token bucket.
#[derive(Debug)]
pub struct RateLimiter {
    /// The number of tokens added each second; 0 for no limit.
    rate: u32,
    /// The number of tokens in the bucket; negative if the host is in debt.
    credit: f64,
    /// The time up to which tokens have been added.
    filled_at: Instant,
    /// The time at which the host fell into debt; `None` once the bucket is half full again.
    in_debt_since: Option<Instant>,
}

impl RateLimiter {
    /// Creates a full bucket to which `rate` tokens are added each second; 0 for no limit.
    pub fn new(rate: u32) -> Self {
        Self {
            rate,
            credit: f64::from(rate) * BURST_SECONDS,
            filled_at: Instant::now(),
            in_debt_since: None,
        }
    }

    /// Charges this number of tokens, and waits until the debt, if any, is paid.
    ///
    /// # Errors
    /// Returns the limit if the host has been, or would be, in debt for too long.
    pub async fn charge(&mut self, cost: usize) -> Result<(), Limit> {
        if self.rate == 0 {
            return Ok(());
        }
        let wait = self.take(cost, Instant::now());
        if wait > DEBT_GRACE {
            return Err(self.limit());
        }
        if !wait.is_zero() {
            sleep(wait).await;
        }
        match self.in_debt_since {
            Some(since) if since.elapsed() > DEBT_GRACE => Err(self.limit()),
            _ => Ok(()),
        }
    }

    /// Takes this number of tokens, and returns the time until the debt is paid; 0 without debt.
    fn take(&mut self, cost: usize, now: Instant) -> Duration {
        let rate = f64::from(self.rate);
        let capacity = rate * BURST_SECONDS;
        let added = now.saturating_duration_since(self.filled_at).as_secs_f64() * rate;
        self.filled_at = now;
        self.credit = (self.credit + added).min(capacity);
        if self.credit >= capacity / 2.0 {
            self.in_debt_since = None;
        }
        self.credit -= cost as f64;
        if self.credit >= 0.0 {
            return Duration::ZERO;
        }
        self.in_debt_since.get_or_insert(now);
        Duration::try_from_secs_f64(-self.credit / rate).unwrap_or(Duration::MAX)
    }

    /// Returns the exceeded limit, for the message to the host.
    const fn limit(&self) -> Limit {
        Limit::Rate {
            lines: self.rate,
            seconds: DEBT_GRACE.as_secs(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_free_and_a_flood_causes_debt() {
        let mut limiter = RateLimiter::new(100);
        let mut now = Instant::now();
        assert_eq!(limiter.take(200, now), Duration::ZERO);
        assert_eq!(limiter.take(50, now), Duration::from_millis(500));
        for _ in 0..20 {
            now += Duration::from_millis(500);
            assert!(!limiter.take(50, now).is_zero());
        }
        let since = limiter.in_debt_since.unwrap();
        assert!(now - since > Duration::from_secs(9));
        now += Duration::from_secs(3);
        assert_eq!(limiter.take(1, now), Duration::ZERO);
        assert_eq!(limiter.in_debt_since, None);
    }

    #[tokio::test]
    async fn a_debt_that_would_last_too_long_is_an_error_at_once() {
        let mut limiter = RateLimiter::new(10);
        assert!(limiter.charge(20).await.is_ok());
        assert!(limiter.charge(200).await.is_err());
        assert!(RateLimiter::new(0).charge(usize::MAX).await.is_ok());
    }
}
