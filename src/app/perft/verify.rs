//! Counts of others, held against our own.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use rayon::ThreadPool;
use serde::Serialize;

use super::{Failure, PerftArgs, WHO, leaves, speed};
use crate::app::interrupt::Interrupt;

/// One count of the file, as JSON.
#[derive(Serialize, Debug)]
struct Verdict<'a> {
    line: usize,
    position: &'a str,
    depth: u32,
    expected: u64,
    leaves: u64,
    agrees: bool,
}

/// Counts what a file tells, line by line, at depths up to `most`, and tells
/// whether all of it agrees.
pub fn verify(
    args: &PerftArgs,
    path: &Path,
    most: Option<u32>,
    pool: &ThreadPool,
    interrupt: &Interrupt,
) -> Result<bool, Failure> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| Failure::Read(name.clone(), error))?;
    let mut sum = Sum::default();
    let start = Instant::now();
    for (index, line) in text.lines().enumerate() {
        let (content, number) = (line.trim(), index + 1);
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        match read(content) {
            Err((found, expected)) => {
                let column = 1 + line.find(found).unwrap_or(0);
                eprintln!("{WHO}: {name}:{number}:{column}: {found:?}, expected {expected}");
                sum.wrong += 1;
            }
            Ok((position, counts)) => {
                for (depth, expected) in counts {
                    if most.is_some_and(|most| depth > most) || interrupt.is_raised() {
                        continue;
                    }
                    let case = Case {
                        number,
                        position,
                        depth,
                        expected,
                    };
                    sum.check(&case, &name, args, pool, interrupt)?;
                }
            }
        }
    }
    if !args.json {
        let Sum {
            right,
            wrong,
            leaves,
        } = sum;
        let speed = speed(leaves, start.elapsed());
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "{right} counts agree, {wrong} do not; {leaves} leaves in {speed}"
        )?;
    }
    Ok(sum.wrong == 0)
}

/// A count to check.
struct Case<'a> {
    number: usize,
    position: &'a str,
    depth: u32,
    expected: u64,
}

/// How the counts agree.
#[derive(Default)]
struct Sum {
    right: u64,
    wrong: u64,
    leaves: u64,
}

impl Sum {
    fn check(
        &mut self,
        case: &Case<'_>,
        file: &str,
        args: &PerftArgs,
        pool: &ThreadPool,
        interrupt: &Interrupt,
    ) -> Result<(), Failure> {
        let Case {
            number,
            position,
            depth,
            expected,
        } = *case;
        let stop = || interrupt.is_raised();
        let found = leaves(args.variant.0, Some(position), depth, pool, &stop);
        let (_, found) = match found {
            Ok(found) => found,
            Err(error) => {
                self.wrong += 1;
                eprintln!("{WHO}: {file}:{number}: {error}");
                return Ok(());
            }
        };
        if !found.complete {
            return Ok(());
        }
        let agrees = found.leaves == expected;
        *(if agrees {
            &mut self.right
        } else {
            &mut self.wrong
        }) += 1;
        self.leaves += found.leaves;
        let mut out = io::stdout().lock();
        let verdict = Verdict {
            line: number,
            position,
            depth,
            expected,
            leaves: found.leaves,
            agrees,
        };
        if args.json {
            serde_json::to_writer(&mut out, &verdict).map_err(io::Error::from)?;
            writeln!(out)?;
        } else if agrees {
            writeln!(out, "line {number}, depth {depth}: {expected}, agrees")?;
        } else {
            let leaves = found.leaves;
            writeln!(
                out,
                "line {number}, depth {depth}: {leaves}, expected {expected}: {position}"
            )?;
        }
        Ok(())
    }
}

/// Depths with their leaves.
type Counts = Vec<(u32, u64)>;

/// The position of a line and its counts, or the token that does not read and
/// what was expected there.
fn read(line: &str) -> Result<(&str, Counts), (&str, &'static str)> {
    let mut fields = line.split(';').map(str::trim);
    let position = fields.next().unwrap_or_default();
    let counts = fields.next();
    let counts = counts.filter(|counts| !counts.is_empty());
    let counts = counts.ok_or((line, "counts such as 1:154 2:23716 behind a ';'"))?;
    let count = |token| read_count(token).ok_or((token, "a depth and its leaves, such as 2:23716"));
    let counts: Result<Counts, _> = counts.split_whitespace().map(count).collect();
    Ok((position, counts?))
}

fn read_count(token: &str) -> Option<(u32, u64)> {
    let (depth, leaves) = token.split_once(':')?;
    Some((depth.parse().ok()?, leaves.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_counts_are_read() {
        let line = "9/1 w ; 1:3 2:14 ; why";
        assert_eq!(read(line), Ok(("9/1 w", vec![(1, 3), (2, 14)])));
        assert!(matches!(read("9/1 w"), Err(("9/1 w", _))));
        assert!(matches!(read("9/1 w ; 1:3 2-14"), Err(("2-14", _))));
    }
}
