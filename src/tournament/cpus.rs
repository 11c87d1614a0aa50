//! Processors, shared out among games that run at a time.

/// Why processors can't be shared out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CpusError {
    /// A part of the list does not read.
    #[error("--affinity: {0:?}, expected processors such as 0-3,6, or all")]
    Syntax(String),
    /// This process may not use one.
    #[error("--affinity: processor {cpu} can't be used, expected some of {allowed:?}")]
    Missing {
        /// The processor.
        cpu: usize,
        /// Those that may be used.
        allowed: Vec<usize>,
    },
    /// There are fewer processors than games.
    #[error("--affinity: {cpus} processors for {games} games at a time, expected one for each")]
    TooFew {
        /// Processors named.
        cpus: usize,
        /// Games at a time.
        games: usize,
    },
}

/// The highest number that a processor may have.
const HIGHEST: usize = 4095;

/// The processors of each of `games` games: equal shares of those in `list`,
/// such as `0-3,6`, or of all.
///
/// # Errors
/// If the list does not read or is too short.
pub fn shares(list: &str, games: usize) -> Result<Vec<Vec<usize>>, CpusError> {
    let cpus = match list {
        "all" => allowed(),
        _ => parse(list)?,
    };
    let each = cpus.len() / games.max(1);
    if each == 0 {
        let cpus = cpus.len();
        return Err(CpusError::TooFew { cpus, games });
    }
    Ok(cpus.chunks(each).take(games).map(<[_]>::to_vec).collect())
}

/// Sees to it that this process may use the processors: an engine that is sent
/// to others can't be started.
///
/// # Errors
/// If there is one that it may not use.
pub fn find(shares: &[Vec<usize>]) -> Result<(), CpusError> {
    let allowed = allowed();
    match shares.iter().flatten().find(|cpu| !allowed.contains(cpu)) {
        None => Ok(()),
        Some(&cpu) => Err(CpusError::Missing { cpu, allowed }),
    }
}

/// The processors that this process may use; they need not be the first ones.
#[cfg(target_os = "linux")]
fn allowed() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    match sched_getaffinity(None) {
        Ok(set) => (0..CpuSet::MAX_CPU)
            .filter(|&cpu| set.is_set(cpu))
            .collect(),
        Err(_) => first(),
    }
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Vec<usize> {
    first()
}

/// As many as there are.
fn first() -> Vec<usize> {
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    (0..count).collect()
}

fn parse(list: &str) -> Result<Vec<usize>, CpusError> {
    let mut cpus = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| {
            text.trim()
                .parse()
                .ok()
                .filter(|cpu: &usize| *cpu <= HIGHEST)
        };
        match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => cpus.extend(first..=last),
            _ => return Err(CpusError::Syntax(part.to_owned())),
        }
    }
    cpus.sort_unstable();
    cpus.dedup();
    Ok(cpus)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_are_shared_out_evenly() {
        assert_eq!(shares("0-3,6", 2).unwrap(), [vec![0, 1], vec![2, 3]]);
        assert_eq!(shares("5,4,4", 2).unwrap(), [vec![4], vec![5]]);
        let few = CpusError::TooFew { cpus: 1, games: 2 };
        assert_eq!(shares("3", 2), Err(few));
    }

    #[test]
    fn lists_that_do_not_read_are_told() {
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
}
