//! Whether the machine can run as many games at a time as requested.
//!
//! Too many games at a time spoil results without a message: engines lose on time for lack of a
//! processor, or can't be started for lack of a file descriptor. Both are checked before the first
//! game. As in fastchess, more timed games than processors are an error unless they are forced.

use super::EngineSpec;

/// Why the requested number of games is too high.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CapacityError {
    /// There are more games with a time limit than processors.
    #[error(
        "--jobs {games}: {games} games at a time with a time limit, but {processors}; engines \
         would lose on time for lack of a processor. Use fewer --jobs, a limit in nodes or depth, \
         or --force-jobs", processors = processors_clause(*.processors)
    )]
    Processors {
        /// The number of concurrent games.
        games: usize,
        /// The number of processors.
        processors: usize,
    },
    /// The limit on open files can't be raised far enough.
    #[error(
        "--jobs {games}: {games} games at a time need {needed} open files, but the limit of this \
         process is {limit}; use fewer --jobs, or raise the limit (ulimit -n {needed})"
    )]
    OpenFiles {
        /// The number of concurrent games.
        games: usize,
        /// The number of files that they need.
        needed: u64,
        /// The hard limit, or the current limit if the system refuses to raise it.
        limit: u64,
    },
}

/// Checks whether the processors suffice for this number of concurrent games. If the games
/// are accepted but their search threads outnumber the processors, returns a warning. Games
/// without a time limit are not checked: they only get slower.
///
/// # Errors
/// Returns an error if there are more games with a time limit than processors, unless they are
/// forced.
pub fn check_processors(
    engines: &[EngineSpec],
    games: usize,
    processors: usize,
    is_forced: bool,
) -> Result<Option<String>, CapacityError> {
    if !engines.iter().any(|engine| engine.budget.is_timed()) {
        return Ok(None);
    }
    if games > processors && !is_forced {
        return Err(CapacityError::Processors { games, processors });
    }
    let threads = EngineSpec::threads_of_game(engines);
    let wanted = games.saturating_mul(threads);
    Ok((wanted > processors).then(|| {
        let processors = processors_clause(processors);
        let s = if threads == 1 { "" } else { "s" };
        format!(
            "--jobs {games}: {games} games at a time with {threads} search thread{s} each need \
             {wanted} processors, but {processors}; engines may lose on time for lack of one"
        )
    }))
}

fn processors_clause(processors: usize) -> String {
    match processors {
        1 => "there is 1 processor".to_owned(),
        _ => format!("there are {processors} processors"),
    }
}

/// The files that a run has open besides those of its games.
const FILES_OF_RUN: u64 = 24;
/// The files of an engine: its three standard streams and its log.
const FILES_OF_ENGINE: u64 = 4;
/// The further files that are open while an engine is being started.
const FILES_OF_START: u64 = 6;

/// Raises the limit on open files of this process as far as this many concurrent games need it. The
/// limit is left alone if it suffices, because engines inherit it.
///
/// # Errors
/// Returns an error if the system does not allow so high a limit.
pub fn reserve_open_files(games: usize) -> Result<(), CapacityError> {
    let needed = files_needed(games);
    raise_limit(needed).map_err(|limit| CapacityError::OpenFiles {
        games,
        needed,
        limit,
    })
}

/// Returns the number of files that this many concurrent games need.
fn files_needed(games: usize) -> u64 {
    let games = u64::try_from(games).unwrap_or(u64::MAX);
    let of_game = 2 * FILES_OF_ENGINE + FILES_OF_START;
    games.saturating_mul(of_game).saturating_add(FILES_OF_RUN)
}

/// Raises the limit on open files to this number if it is lower. The error is the hard limit
/// if that is too low, or the current limit if the system refuses to raise it.
#[cfg(unix)]
fn raise_limit(needed: u64) -> Result<(), u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let Some(current) = current.filter(|current| *current < needed) else {
        return Ok(());
    };
    let raised = Rlimit {
        current: Some(needed),
        maximum,
    };
    match maximum {
        Some(maximum) if maximum < needed => Err(maximum),
        // Some systems have a lower limit than they report.
        _ => setrlimit(Resource::Nofile, raised).map_err(|_| current),
    }
}

/// Does nothing: other systems have no such limit.
#[cfg(not(unix))]
const fn raise_limit(_: u64) -> Result<(), u64> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engines(words: &[&str]) -> Vec<EngineSpec> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let engine = |name: &str| {
            let words = [&[format!("cmd=x{name}")], &words[..]].concat();
            EngineSpec::from_words::<String, _>(&[], &words).unwrap()
        };
        vec![engine("a"), engine("b")]
    }

    #[test]
    fn more_timed_games_than_processors_are_refused() {
        for words in [&["tc=1+0"], &["st=1"]] {
            let engines = engines(words);
            assert_eq!(check_processors(&engines, 2, 2, false), Ok(None));
            let error = check_processors(&engines, 64, 1, false).unwrap_err();
            let text = error.to_string();
            assert!(
                text.contains("64 games") && text.contains("1 processor;"),
                "{text}"
            );
            let warning = check_processors(&engines, 64, 1, true).unwrap().unwrap();
            let expected = "64 games at a time with 1 search thread each need 64 processors";
            assert!(warning.contains(expected), "{warning}");
        }
        let untimed = engines(&["nodes=100"]);
        assert_eq!(check_processors(&untimed, 64, 1, false), Ok(None));
    }

    #[test]
    fn search_threads_beyond_the_processors_are_a_warning() {
        let threads = engines(&["tc=1+0", "option.Threads=2"]);
        assert_eq!(check_processors(&threads, 2, 4, false), Ok(None));
        let warning = check_processors(&threads, 2, 3, false).unwrap().unwrap();
        assert!(
            warning.contains("need 4 processors, but there are 3"),
            "{warning}"
        );
        let pondering = engines(&["tc=1+0", "ponder"]);
        assert!(check_processors(&pondering, 1, 1, false).unwrap().is_some());
        let of = |words| engines(words).swap_remove(0);
        let mixed = [
            of(&["tc=1+0", "option.Threads=4"]),
            of(&["tc=1+0", "ponder"]),
        ];
        assert_eq!(EngineSpec::threads_of_game(&mixed), 5);
        assert_eq!(EngineSpec::threads_of_game(&mixed[1..]), 2);
    }
}
