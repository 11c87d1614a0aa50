//! Divides the processors on which engines run among concurrent games.

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

/// Divides the processors in `list`, such as `0-3,6`, into equal shares for
/// `games` concurrent games; if `list` is `all`, divides all available ones.
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
/// to any others can't be started.
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
pub(super) fn allowed() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    match sched_getaffinity(None) {
        Ok(set) => (0..CpuSet::MAX_CPU)
            .filter(|&cpu| set.is_set(cpu))
            .collect(),
        Err(_) => first_cpus(),
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn allowed() -> Vec<usize> {
    first_cpus()
}

/// Returns the numbers from 0 of as many processors as the system reports.
fn first_cpus() -> Vec<usize> {
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    (0..count).collect()
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
}
