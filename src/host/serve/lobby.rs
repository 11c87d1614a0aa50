//! The lobby: places for connections that are not sessions.
//!
//! **The decision:** no connection waits to get in. A full lobby makes room by
//! evicting, of the connections from the address with the most places, the
//! oldest: a host that opens connections and sends nothing loses its own
//! places, and a host that sends its token at once is admitted before its turn
//! to be evicted comes.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// A set of connections with a fixed number of places.
#[derive(Debug, Clone)]
pub struct Lobby {
    size: usize,
    guests: Arc<Mutex<VecDeque<Guest>>>,
}

/// A connection that holds a place; the oldest comes first in the queue.
#[derive(Debug)]
struct Guest {
    number: u64,
    address: IpAddr,
    /// Dropped with the guest, which closes the channel to its place.
    _stays: oneshot::Sender<()>,
}

/// A place in a lobby, released when this is dropped.
#[derive(Debug)]
pub struct Place {
    lobby: Lobby,
    number: u64,
    stays: oneshot::Receiver<()>,
}

impl Lobby {
    /// Creates an empty lobby with `size` places.
    pub fn new(size: usize) -> Self {
        Self {
            size,
            guests: Arc::default(),
        }
    }

    /// Takes a place, evicting another connection if the lobby is full. Every
    /// call needs a different number.
    pub fn enter(&self, number: u64, address: IpAddr) -> Place {
        let (sender, stays) = oneshot::channel();
        let mut guests = self.guests();
        if guests.len() >= self.size {
            let given_up = oldest_of_the_most(&guests);
            guests.remove(given_up);
        }
        guests.push_back(Guest {
            number,
            address,
            _stays: sender,
        });
        Place {
            lobby: self.clone(),
            number,
            stays,
        }
    }

    fn guests(&self) -> MutexGuard<'_, VecDeque<Guest>> {
        // The list is consistent between any two calls of its methods, so that
        // a poisoned lock does no harm.
        self.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn oldest_of_the_most(guests: &VecDeque<Guest>) -> usize {
    let fellows = |address| {
        guests
            .iter()
            .filter(|guest| guest.address == address)
            .count()
    };
    // Of equal maxima `max_by_key` returns the last, here the oldest.
    let by_age = guests.iter().enumerate().rev();
    by_age
        .max_by_key(|(_, guest)| fellows(guest.address))
        .map_or(0, |(index, _)| index)
}

impl Place {
    /// Waits until the place is given to another connection.
    pub async fn given_up(&mut self) {
        // Nothing is ever sent.
        let _ = (&mut self.stays).await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut guests = self.lobby.guests();
        guests.retain(|guest| guest.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_given_up(place: &mut Place) -> bool {
        place.stays.try_recv() == Err(oneshot::error::TryRecvError::Closed)
    }

    #[test]
    fn the_oldest_of_the_address_with_most_makes_room() {
        let lobby = Lobby::new(4);
        let [alone, crowd] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
        let mut first = lobby.enter(1, alone);
        let mut places: Vec<Place> = (2..9).map(|number| lobby.enter(number, crowd)).collect();
        assert!(!is_given_up(&mut first));
        let given_up: Vec<bool> = places.iter_mut().map(is_given_up).collect();
        assert_eq!(given_up, [true, true, true, true, false, false, false]);
        drop(places);
        assert_eq!(lobby.guests().len(), 1);
        drop(first);
        assert!(lobby.guests().is_empty());
    }
}
