//! Counts the visits to a server that is to end when nobody has visited it for some time.
//!
//! A visit is a session, or the answer to a request for a file of the page. The count is
//! watched, not polled, so the shortest visit is noticed.

use std::future::pending;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

/// The visits to a server.
#[derive(Debug)]
pub struct Visits {
    /// The number of visits that have not ended.
    ongoing: watch::Sender<usize>,
}

/// A visit, which ends when this value is dropped.
#[derive(Debug)]
pub struct Visit<'a>(&'a Visits);

impl Visits {
    /// Creates the count of a server that nobody has visited.
    pub fn new() -> Self {
        Self {
            ongoing: watch::Sender::new(0),
        }
    }

    /// Begins a visit.
    pub fn begin(&self) -> Visit<'_> {
        self.ongoing.send_modify(|count| *count += 1);
        Visit(self)
    }

    /// Waits until there has been no visit for this time.
    pub async fn absence(&self, time: Duration) {
        let mut ongoing = self.ongoing.subscribe();
        loop {
            if ongoing.wait_for(|&count| count == 0).await.is_err() {
                // The sender is gone, which outlives this call.
                return pending().await;
            }
            tokio::select! {
                _ = ongoing.changed() => {}
                () = sleep(time) => return,
            }
        }
    }
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        self.0.ongoing.send_modify(|count| *count -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::timeout;

    const TIME: Duration = Duration::from_secs(10);

    #[tokio::test(start_paused = true)]
    async fn the_time_runs_from_the_end_of_the_last_visit() {
        let visits = Visits::new();
        let absence = visits.absence(TIME);
        tokio::pin!(absence);
        let soon = Duration::from_secs(9);
        assert!(timeout(soon, &mut absence).await.is_err());
        // However short a visit is, it counts.
        drop(visits.begin());
        assert!(timeout(soon, &mut absence).await.is_err());
        let long = visits.begin();
        drop(visits.begin());
        assert!(timeout(10 * TIME, &mut absence).await.is_err());
        drop(long);
        assert!(timeout(soon, &mut absence).await.is_err());
        assert!(timeout(soon, &mut absence).await.is_ok());
    }
}
