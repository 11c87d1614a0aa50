//! Where connections stand that are no sessions.
//!
//! **The decision:** nobody waits to get in. A full lobby makes room by giving
//! up who has stood there longest, of the address that has most there: who
//! opens connections and says nothing takes the places of his own, and a host
//! that shows its token at once is through before its turn comes.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// A room with a fixed number of places.
#[derive(Debug, Clone)]
pub struct Lobby {
    size: usize,
    guests: Arc<Mutex<VecDeque<Guest>>>,
}

/// Who holds a place; the longest there stands first.
#[derive(Debug)]
struct Guest {
    number: u64,
    address: IpAddr,
    /// Dropped with the guest, which is how the place hears of its end.
    _stays: oneshot::Sender<()>,
}

/// A place in a lobby, free again when this is dropped.
#[derive(Debug)]
pub struct Place {
    lobby: Lobby,
    number: u64,
    stays: oneshot::Receiver<()>,
}

impl Lobby {
    /// An empty lobby.
    pub fn new(size: usize) -> Self {
        Self {
            size,
            guests: Arc::default(),
        }
    }

    /// Takes a place, another's if need be. No number comes twice.
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
        // The list is whole between any two of its calls.
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
    // The last one of the greatest is taken, and that is the oldest.
    let by_age = guests.iter().enumerate().rev();
    by_age
        .max_by_key(|(_, guest)| fellows(guest.address))
        .map_or(0, |(index, _)| index)
}

impl Place {
    /// Waits until the place is given to another.
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
