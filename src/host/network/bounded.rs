//! A bounded set of connections that are not sessions yet, or that are being refused.
//!
//! No connection waits for a slot in the set. A full set evicts the oldest connection from
//! the address that has the most connections in the set. So a host that opens connections and
//! sends nothing loses its own connections, and a host that sends its token at once is
//! admitted before it can be evicted.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use tokio::sync::oneshot;

use crate::util::sync::lock;

/// A set of connections with a fixed capacity.
#[derive(Debug, Clone)]
pub struct BoundedConnections {
    capacity: usize,
    /// The connections in the set, oldest first.
    entries: Arc<Mutex<VecDeque<ConnectionEntry>>>,
}

/// A connection in the set.
#[derive(Debug)]
struct ConnectionEntry {
    number: u64,
    address: IpAddr,
    /// Dropped with the entry, which closes the channel to the slot.
    _eviction_sender: oneshot::Sender<()>,
}

/// The slot of a connection in the set, which is released when this value is dropped.
#[derive(Debug)]
pub struct ConnectionSlot {
    set: BoundedConnections,
    number: u64,
    /// Closed when the connection is evicted.
    evicted: oneshot::Receiver<()>,
}

impl BoundedConnections {
    /// Creates an empty set with this capacity.
    pub fn new(capacity: usize) -> Self {
        Self {
            capacity,
            entries: Arc::default(),
        }
    }

    /// Adds a connection, and evicts another one if the set is full. Every connection must
    /// have a different number.
    pub fn add(&self, number: u64, address: IpAddr) -> ConnectionSlot {
        let (sender, evicted) = oneshot::channel();
        let mut entries = lock(&self.entries);
        if entries.len() >= self.capacity {
            let index = oldest_of_the_most_frequent_address(&entries);
            entries.remove(index);
        }
        entries.push_back(ConnectionEntry {
            number,
            address,
            _eviction_sender: sender,
        });
        ConnectionSlot {
            set: self.clone(),
            number,
            evicted,
        }
    }
}

fn oldest_of_the_most_frequent_address(entries: &VecDeque<ConnectionEntry>) -> usize {
    let frequency = |address| {
        let same = entries.iter().filter(|entry| entry.address == address);
        same.count()
    };
    // Of equal maxima, `max_by_key` returns the last, which here is the oldest.
    let newest_first = entries.iter().enumerate().rev();
    newest_first
        .max_by_key(|(_, entry)| frequency(entry.address))
        .map_or(0, |(index, _)| index)
}

impl ConnectionSlot {
    /// Waits until the connection is evicted.
    pub async fn evicted(&mut self) {
        // Nothing is ever sent: the channel is closed when the connection is evicted.
        let _ = (&mut self.evicted).await;
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut entries = lock(&self.set.entries);
        entries.retain(|entry| entry.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_evicted(slot: &mut ConnectionSlot) -> bool {
        slot.evicted.try_recv() == Err(oneshot::error::TryRecvError::Closed)
    }

    #[test]
    fn the_oldest_of_the_most_frequent_address_is_evicted() {
        let set = BoundedConnections::new(4);
        let [single_address, frequent_address] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
        let mut first = set.add(1, single_address);
        let mut slots: Vec<ConnectionSlot> = (2..9)
            .map(|number| set.add(number, frequent_address))
            .collect();
        assert!(!is_evicted(&mut first));
        let evicted: Vec<bool> = slots.iter_mut().map(is_evicted).collect();
        assert_eq!(evicted, [true, true, true, true, false, false, false]);
        drop(slots);
        assert_eq!(lock(&set.entries).len(), 1);
        drop(first);
        assert!(lock(&set.entries).is_empty());
    }
}
