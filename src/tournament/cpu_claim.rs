//! Gives the concurrent games of a run processors of their own, on Linux.
//!
//! The system moves the threads of engines between processors, and may put two engines on
//! one while another is idle; a search that is pinned keeps its caches and its share of the
//! time. Two runs must not pin their engines to the same processors, so each processor is
//! claimed by listening on an abstract Unix socket that is named after it. Such a socket is
//! no file, belongs to one process at a time, and is freed when the process ends, however it
//! ends.

/// Processors that no other run uses while this value lives.
#[derive(Debug)]
pub struct ClaimedCpus {
    /// The processors of each concurrent game.
    pub shares: Vec<Vec<usize>>,
    _claims: Vec<Claim>,
}

impl ClaimedCpus {
    /// Claims processors for concurrent games that need `threads` each. Returns `None` if
    /// too few are free, or if the system is not Linux.
    pub fn new(games: usize, threads: usize) -> Option<Self> {
        let wanted = games.checked_mul(threads)?;
        let mut shares = vec![Vec::new(); games];
        let mut claims = Vec::new();
        for cpu in candidates() {
            if claims.len() == wanted {
                break;
            }
            if let Some(claim) = claim(cpu) {
                shares.get_mut(claims.len() / threads.max(1))?.push(cpu);
                claims.push(claim);
            }
        }
        (claims.len() == wanted).then_some(Self {
            shares,
            _claims: claims,
        })
    }
}

#[cfg(not(target_os = "linux"))]
use elsewhere::{Claim, candidates, claim};
#[cfg(target_os = "linux")]
use linux::{Claim, candidates, claim};

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixListener};

    use crate::tournament::cpus::allowed;

    /// The claim on a processor.
    pub type Claim = UnixListener;

    /// Returns the processors that this process may use: first one of each core, then those
    /// that share a core with an earlier one.
    pub fn candidates() -> Vec<usize> {
        let (mut first, second): (Vec<_>, Vec<_>) = allowed().into_iter().partition(is_first);
        first.extend(second);
        first
    }

    /// Returns whether a processor has the lowest number of those that share its core.
    fn is_first(cpu: &usize) -> bool {
        let path = format!("/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list");
        let Ok(siblings) = fs::read_to_string(path) else {
            return true;
        };
        let mut numbers = siblings.split(|c: char| !c.is_ascii_digit());
        numbers.next().and_then(|lowest| lowest.parse().ok()) == Some(*cpu)
    }

    /// Claims a processor, unless another process or run has claimed it.
    pub fn claim(cpu: usize) -> Option<Claim> {
        let name = format!("batyr-processor-{cpu}");
        let address = SocketAddr::from_abstract_name(name).ok()?;
        UnixListener::bind_addr(&address).ok()
    }
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    /// The claim on a processor.
    pub type Claim = ();

    pub const fn candidates() -> Vec<usize> {
        Vec::new()
    }

    pub const fn claim(_: usize) -> Option<Claim> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_processor_belongs_to_one_run_at_a_time() {
        // Matches that other tests play may have claimed the processors.
        let Some(first) = ClaimedCpus::new(1, 1) else {
            return;
        };
        assert_eq!(first.shares.len(), 1);
        if let Some(second) = ClaimedCpus::new(1, 1) {
            assert_ne!(first.shares, second.shares);
        }
        let cpu = first.shares[0][0];
        assert!(claim(cpu).is_none());
        drop(first);
        let is_free = (0..100).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(100));
            claim(cpu).is_some()
        });
        assert!(is_free);
    }

    #[test]
    fn more_processors_than_there_are_can_not_be_claimed() {
        assert!(ClaimedCpus::new(1 << 20, 1).is_none());
        assert!(ClaimedCpus::new(usize::MAX, 2).is_none());
    }
}
