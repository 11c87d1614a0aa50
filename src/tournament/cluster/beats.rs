//! The thread that stamps the claims of a worker, so that a long game does not look like a dead
//! worker.

use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use super::names::Claim;
use super::queue::ChunkQueue;
use super::store::DiskStore;
use crate::util::sync::lock;

/// The claims of a worker, and the thread that stamps them.
#[derive(Debug)]
pub struct Beats {
    store: DiskStore,
    worker: String,
    beat: Duration,
    held: HeldClaims,
    /// The thread, and the sender that ends it when it is dropped.
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

/// The claims that a worker holds, by chunk.
type HeldClaims = Arc<Mutex<BTreeMap<u32, HeldClaim>>>;

#[derive(Copy, Clone, Debug)]
struct HeldClaim {
    claim: Claim,
    is_lost: bool,
}

impl Beats {
    /// Creates the list of claims, which is empty. The thread starts with the first claim.
    pub fn new(store: DiskStore, worker: String, beat: Duration) -> Self {
        Self {
            store,
            worker,
            beat,
            held: HeldClaims::default(),
            thread: None,
        }
    }

    /// Adds a claim, which has just been stamped.
    ///
    /// # Errors
    /// Returns an error if the thread can't be started.
    pub fn hold(&mut self, claim: Claim) -> io::Result<()> {
        let is_lost = false;
        let held = HeldClaim { claim, is_lost };
        lock(&self.held).insert(claim.chunk, held);
        if self.thread.is_none() {
            let (running, stopped) = channel();
            let (store, worker) = (self.store.clone(), self.worker.clone());
            let (beat, held) = (self.beat, Arc::clone(&self.held));
            let thread = Builder::new()
                .name("batyr-claims".to_owned())
                .spawn(move || stamp_claims(&store, &worker, beat, &held, &stopped))?;
            self.thread = Some((running, thread));
        }
        Ok(())
    }

    /// Removes a claim.
    pub fn drop_claim(&self, chunk: u32) {
        lock(&self.held).remove(&chunk);
    }

    /// Removes and returns the chunks that other workers have claimed since.
    pub fn take_lost(&self) -> Vec<u32> {
        let mut held = lock(&self.held);
        let lost = held.iter().filter(|(_, held)| held.is_lost);
        let lost: Vec<u32> = lost.map(|(chunk, _)| *chunk).collect();
        for chunk in &lost {
            held.remove(chunk);
        }
        lost
    }

    /// Stamps the claims now rather than at the next beat.
    #[cfg(test)]
    pub fn stamp_now(&self) {
        stamp_once(&self.store, &self.worker, &self.held);
    }

    /// Ends the thread.
    pub fn stop(&mut self) {
        let Some((running, thread)) = self.thread.take() else {
            return;
        };
        drop(running);
        if thread.join().is_err() {
            log::error!("the thread that stamps claims panicked");
        }
    }
}

/// Stamps the claims at every beat, until the channel is closed.
fn stamp_claims(
    store: &DiskStore,
    worker: &str,
    beat: Duration,
    held: &HeldClaims,
    stopped: &Receiver<()>,
) {
    while stopped.recv_timeout(beat) == Err(RecvTimeoutError::Timeout) {
        stamp_once(store, worker, held);
    }
}

/// Stamps the claims, and marks those that are lost.
fn stamp_once(store: &DiskStore, worker: &str, held: &HeldClaims) {
    // No lock is held while the server is asked.
    let claims: Vec<Claim> = lock(held).values().map(|held| held.claim).collect();
    for claim in claims {
        match ChunkQueue::beat(store, worker, claim) {
            Ok(true) => {}
            Ok(false) => {
                if let Some(held) = lock(held).get_mut(&claim.chunk) {
                    held.is_lost = true;
                }
            }
            // If this goes on, the lease ends and another worker plays the chunk.
            Err(error) => log::warn!("can't stamp the claim of chunk {}: {error}", claim.chunk),
        }
    }
}
