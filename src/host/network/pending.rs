//! A bounded set of connections that are not sessions.
//!
//! No connection waits for a place in the set. To make room,
//! a full set evicts the oldest connection from the address that has the most:
//! a host that opens connections and sends nothing loses its own, and a host
//! that sends its token at once is admitted before it is evicted.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// A set of connections with a fixed number of places.
#[derive(Debug, Clone)]
pub struct PendingConnections {
    size: usize,
    entries: Arc<Mutex<VecDeque<PendingEntry>>>,
}

/// A connection in the set; the oldest comes first in the queue.
#[derive(Debug)]
struct PendingEntry {
    number: u64,
    address: IpAddr,
    /// Dropped with the entry, which closes the channel to its place.
    _evicted: oneshot::Sender<()>,
}

/// The place of a connection in the set, released when this is dropped.
#[derive(Debug)]
pub struct PendingPlace {
    set: PendingConnections,
    number: u64,
    /// Closed when the connection is evicted.
    evicted: oneshot::Receiver<()>,
}

impl PendingConnections {
    /// Creates an empty set with `size` places.
    pub fn new(size: usize) -> Self {
        Self {
            size,
            entries: Arc::default(),
        }
    }

    /// Takes a place, evicting another connection if the set is full. Every
    /// call needs a different number.
    pub fn add(&self, number: u64, address: IpAddr) -> PendingPlace {
        let (sender, evicted) = oneshot::channel();
        let mut entries = self.entries();
        if entries.len() >= self.size {
            let index = oldest_of_the_most_frequent_address(&entries);
            entries.remove(index);
        }
        entries.push_back(PendingEntry {
            number,
            address,
            _evicted: sender,
        });
        PendingPlace {
            set: self.clone(),
            number,
            evicted,
        }
    }

    fn entries(&self) -> MutexGuard<'_, VecDeque<PendingEntry>> {
        // The list is consistent between any two calls of its methods, so that
        // a poisoned lock does no harm.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn oldest_of_the_most_frequent_address(entries: &VecDeque<PendingEntry>) -> usize {
    let frequency = |address| {
        let same = entries.iter().filter(|entry| entry.address == address);
        same.count()
    };
    // Of equal maxima `max_by_key` returns the last, here the oldest.
    let by_age = entries.iter().enumerate().rev();
    by_age
        .max_by_key(|(_, entry)| frequency(entry.address))
        .map_or(0, |(index, _)| index)
}

impl PendingPlace {
    /// Waits until the connection is evicted.
    pub async fn evicted(&mut self) {
        // Nothing is ever sent.
        let _ = (&mut self.evicted).await;
    }
}

impl Drop for PendingPlace {
    fn drop(&mut self) {
        let mut entries = self.set.entries();
        entries.retain(|entry| entry.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_evicted(place: &mut PendingPlace) -> bool {
        place.evicted.try_recv() == Err(oneshot::error::TryRecvError::Closed)
    }

    #[test]
    fn the_oldest_of_the_most_frequent_address_is_evicted() {
        let set = PendingConnections::new(4);
        let [alone, crowd] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
        let mut first = set.add(1, alone);
        let mut places: Vec<PendingPlace> = (2..9).map(|number| set.add(number, crowd)).collect();
        assert!(!is_evicted(&mut first));
        let evicted: Vec<bool> = places.iter_mut().map(is_evicted).collect();
        assert_eq!(evicted, [true, true, true, true, false, false, false]);
        drop(places);
        assert_eq!(set.entries().len(), 1);
        drop(first);
        assert!(set.entries().is_empty());
    }
}
