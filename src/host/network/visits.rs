//! Counts the visits to a server that ends after some time without any.
//!
//! A visit is a session, or the answer to a request for a file of the page. The count is
//! watched, not polled, so even the shortest visit is noticed.

use std::future::pending;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

/// The visits to a server; there are none at first.
#[derive(Debug, Default)]
pub struct Visits {
    /// The number of visits that have not ended.
    ongoing: watch::Sender<usize>,
}

/// A visit, which ends when this value is dropped.
#[derive(Debug)]
pub struct Visit<'a>(&'a Visits);

impl Visits {
    pub fn begin(&self) -> Visit<'_> {
        self.ongoing.send_modify(|count| *count += 1);
        Visit(self)
    }

    /// Waits until there has been no visit for this time.
    pub async fn absence(&self, time: Duration) {
        let mut ongoing = self.ongoing.subscribe();
        loop {
            if ongoing.wait_for(|&count| count == 0).await.is_err() {
                // Never reached, because the sender outlives this call.
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
