//! The rate limit on what a host sends.
//!
//! It is a token bucket, which fills up with time; each line takes a token. A
//! host in debt must wait until the debt is paid; meanwhile nothing is read, so
//! that back-pressure on the host's own connection slows it down. A host that
//! stays in debt is malicious or broken.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::host::limits::Limit;

/// How long a host may stay in debt before it is refused.
const DEBT_GRACE: Duration = Duration::from_secs(10);
/// The capacity of the bucket, in seconds of the rate.
const BURST_SECONDS: f64 = 2.0;

/// The rate limit of one host, a token bucket.
#[derive(Debug)]
pub struct RateLimiter {
    /// The number of tokens added each second; 0 for no limit.
    rate: u32,
    tokens: f64,
    filled: Instant,
    /// The time at which the host fell into debt, until the bucket is half full
    /// again.
    in_debt_since: Option<Instant>,
}

impl RateLimiter {
    /// Creates a full bucket.
    pub fn new(rate: u32) -> Self {
        Self {
            rate,
            tokens: f64::from(rate) * BURST_SECONDS,
            filled: Instant::now(),
            in_debt_since: None,
        }
    }

    /// Takes tokens and waits until the debt, if any, is paid.
    pub async fn charge(&mut self, tokens: usize) -> Result<(), Limit> {
        if self.rate == 0 {
            return Ok(());
        }
        let debt = self.take(tokens, Instant::now());
        if debt > DEBT_GRACE {
            return Err(self.limit());
        }
        if !debt.is_zero() {
            sleep(debt).await;
        }
        match self.in_debt_since {
            Some(since) if since.elapsed() > DEBT_GRACE => Err(self.limit()),
            _ => Ok(()),
        }
    }

    /// Takes tokens and returns how long it will take to pay the debt.
    fn take(&mut self, tokens: usize, now: Instant) -> Duration {
        let rate = f64::from(self.rate);
        let capacity = rate * BURST_SECONDS;
        let added = now.saturating_duration_since(self.filled).as_secs_f64() * rate;
        self.filled = now;
        self.tokens = (self.tokens + added).min(capacity);
        if self.tokens >= capacity / 2.0 {
            self.in_debt_since = None;
        }
        self.tokens -= tokens as f64;
        if self.tokens >= 0.0 {
            return Duration::ZERO;
        }
        self.in_debt_since.get_or_insert(now);
        Duration::try_from_secs_f64(-self.tokens / rate).unwrap_or(Duration::MAX)
    }

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
    fn a_burst_is_free_and_a_flood_is_refused() {
        let mut bucket = RateLimiter::new(100);
        let mut now = Instant::now();
        assert_eq!(bucket.take(200, now), Duration::ZERO);
        assert_eq!(bucket.take(50, now), Duration::from_millis(500));
        for _ in 0..20 {
            now += Duration::from_millis(500);
            assert!(!bucket.take(50, now).is_zero());
        }
        let since = bucket.in_debt_since.unwrap();
        assert!(now - since > Duration::from_secs(9));
        now += Duration::from_secs(3);
        assert_eq!(bucket.take(1, now), Duration::ZERO);
        assert_eq!(bucket.in_debt_since, None);
    }

    #[tokio::test]
    async fn a_debt_that_lasts_too_long_is_refused_at_once() {
        let mut bucket = RateLimiter::new(10);
        assert!(bucket.charge(20).await.is_ok());
        assert!(bucket.charge(200).await.is_err());
        assert!(RateLimiter::new(0).charge(usize::MAX).await.is_ok());
    }
}
