//! Divides the processors on which engines run among concurrent games.
//!
//! The system moves the threads of engines between processors, and may put two engines on one
//! processor while another is idle; a pinned search keeps its caches and its share of the time.
//! Two runs must not pin their engines to the same processors, so each processor is claimed, on
//! Linux, by listening on an abstract Unix socket that is named after it. Such a socket is not a
//! file, belongs to one process at a time, and is freed when the process ends, however it ends.

use crate::util::sync::processors;

/// An error in dividing processors among games.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CpusError {
    /// A part of the list can't be parsed.
    #[error(
        "--affinity: invalid processors {0:?}; expected a list such as 0-3,6, or all, auto or none"
    )]
    Syntax(String),
    /// A processor is not available to this process.
    #[error(
        "--affinity: processor {cpu} is not available; expected some of {}", ranges(.allowed)
    )]
    Missing {
        /// The number of the processor.
        cpu: usize,
        /// The numbers of the available processors.
        allowed: Vec<usize>,
    },
    /// There are fewer processors than games.
    #[error(
        "--affinity: {cpus} processors for {games} concurrent games; expected at least one for each"
    )]
    TooFew {
        /// The number of processors listed.
        cpus: usize,
        /// The number of concurrent games.
        games: usize,
    },
}

/// The highest processor number that is accepted.
const MAX_CPU: usize = 4095;

/// Divides the processors in `list`, such as `0-3,6`, into equal shares for `games` concurrent
/// games; a remainder stays unused. If `list` is `all`, divides all available processors.
///
/// # Errors
/// Returns an error if the list can't be parsed or has fewer processors than
/// games.
pub fn shares(list: &str, games: usize) -> Result<Vec<Vec<usize>>, CpusError> {
    let cpus = match list {
        "all" => allowed(),
        _ => parse(list)?,
    };
    let share_size = cpus.len() / games.max(1);
    if share_size == 0 {
        let cpus = cpus.len();
        return Err(CpusError::TooFew { cpus, games });
    }
    Ok(cpus
        .chunks(share_size)
        .take(games)
        .map(<[_]>::to_vec)
        .collect())
}

/// Checks that this process may use these processors; an engine that is pinned
/// to any other processor can't be started.
///
/// # Errors
/// Returns an error if one of them is not available to this process.
pub fn check_available(shares: &[Vec<usize>]) -> Result<(), CpusError> {
    let allowed = allowed();
    match shares.iter().flatten().find(|cpu| !allowed.contains(cpu)) {
        None => Ok(()),
        Some(&cpu) => Err(CpusError::Missing { cpu, allowed }),
    }
}

/// Returns the processors that this process may use, which need not be numbered
/// from 0.
#[cfg(target_os = "linux")]
fn allowed() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    match sched_getaffinity(None) {
        Ok(set) => (0..CpuSet::MAX_CPU)
            .filter(|&cpu| set.is_set(cpu))
            .collect(),
        Err(_) => first_cpus(),
    }
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Vec<usize> {
    first_cpus()
}

/// Returns the numbers from 0 of as many processors as the system reports.
fn first_cpus() -> Vec<usize> {
    (0..processors()).collect()
}

/// Formats processors in ascending order as a list such as `0-3,6`.
fn ranges(cpus: &[usize]) -> String {
    let runs = cpus.chunk_by(|one, next| one + 1 == *next);
    let texts = runs.map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        [only] => only.to_string(),
        [] => String::new(),
    });
    texts.collect::<Vec<_>>().join(",")
}

fn parse(list: &str) -> Result<Vec<usize>, CpusError> {
    let mut cpus = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let parse_number = |text: &str| {
            text.trim()
                .parse()
                .ok()
                .filter(|cpu: &usize| *cpu <= MAX_CPU)
        };
        match (parse_number(first), parse_number(last)) {
            (Some(first), Some(last)) if first <= last => cpus.extend(first..=last),
            _ => return Err(CpusError::Syntax(part.to_owned())),
        }
    }
    cpus.sort_unstable();
    cpus.dedup();
    Ok(cpus)
}

/// Processors that no other run can claim while this value lives.
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

/// The claim on a processor.
#[cfg(target_os = "linux")]
type Claim = std::os::unix::net::UnixListener;

/// Claims a processor, unless another process or run has claimed it.
#[cfg(target_os = "linux")]
fn claim(cpu: usize) -> Option<Claim> {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixListener};
    let address = SocketAddr::from_abstract_name(format!("batyr-processor-{cpu}")).ok()?;
    UnixListener::bind_addr(&address).ok()
}

#[cfg(not(target_os = "linux"))]
type Claim = ();

#[cfg(not(target_os = "linux"))]
const fn claim(_: usize) -> Option<Claim> {
    None
}

/// Returns the processors that this process may use: first one of each core, then those
/// that share a core with an earlier one.
fn candidates() -> Vec<usize> {
    let (mut first, second): (Vec<_>, Vec<_>) = allowed().into_iter().partition(is_first);
    first.extend(second);
    first
}

/// Returns whether a processor has the lowest number among those that share its core; true if
/// the system does not list them.
fn is_first(cpu: &usize) -> bool {
    let path = format!("/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list");
    let Ok(siblings) = std::fs::read_to_string(path) else {
        return true;
    };
    let mut numbers = siblings.split(|c: char| !c.is_ascii_digit());
    numbers.next().and_then(|lowest| lowest.parse().ok()) == Some(*cpu)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_are_divided_evenly() {
        assert_eq!(shares("0-3,6", 2).unwrap(), [vec![0, 1], vec![2, 3]]);
        assert_eq!(shares("5,4,4", 2).unwrap(), [vec![4], vec![5]]);
        let few = CpusError::TooFew { cpus: 1, games: 2 };
        assert_eq!(shares("3", 2), Err(few));
    }

    #[test]
    fn an_error_lists_processors_as_ranges() {
        let allowed = (0..64).chain([66, 68, 69]).collect();
        let error = CpusError::Missing { cpu: 65, allowed };
        let expected = "--affinity: processor 65 is not available; expected some of 0-63,66,68-69";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn invalid_processor_lists_are_rejected() {
        for (list, part) in [
            ("0-", "0-"),
            ("3-1", "3-1"),
            ("0,x", "x"),
            ("", ""),
            ("9999", "9999"),
        ] {
            assert_eq!(
                shares(list, 1),
                Err(CpusError::Syntax(part.to_owned())),
                "{list}"
            );
        }
    }

    #[cfg(target_os = "linux")]
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
