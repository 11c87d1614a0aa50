//! `batyr book`: makes an opening book.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::bar::bar;
use super::error::CliError;
use super::variant::variant_parser;
use crate::files::OutputFile;
use crate::game::Variant;
use crate::host::shutdown::Shutdown;
use crate::host::signals;
use crate::tournament::openings::{
    BookConfig, MakeBookError, OpeningError, RandomOpeningConfig, SecondCheck, make_book,
};

/// The template of the progress bar.
const BAR: &str = "{wide_bar} {pos}/{len} openings, {eta} left";

const DETAILS: &str = "\
An opening is a series of random turns from the start of the game to a position
without captures. A search finds this position balanced, a deeper search finds
its score within the bound, and the game is still open (within 2.5 times the
bound) after the engine has played some turns from there. No two openings lead
to the same position, nor to the same position with the colours exchanged. The
book depends only on these options, not on the number of threads.

Each line holds the turns of an opening and, after a '#', the score for White in
hundredths of a shatra. Each opening is written as soon as it is known; SIGINT
ends the work with the openings found so far, and exit status 130.

Each book that comes with the program names the command that made it in its
first lines. To use a book, run 'batyr match --openings FILE'.";

/// Make a book of balanced openings
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct BookArgs {
    /// The game
    #[arg(long, value_name = "GAME", default_value = "shatra", ignore_case = true, value_parser = variant_parser())]
    variant: Variant,

    /// The number of openings
    #[arg(long, value_name = "N", default_value_t = 300,
          value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,

    /// The number of turns of an opening, or a range such as 4..8
    #[arg(long, value_name = "N..M", default_value = "4..8", value_parser = plies)]
    plies: RangeInclusive<u32>,

    /// The greatest advantage of a side, in hundredths of a shatra
    #[arg(long, value_name = "CP", default_value_t = 60,
          value_parser = clap::value_parser!(i32).range(0..=10_000))]
    bound: i32,

    /// Nodes of the first search
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Nodes of the second search; each further turn gets a tenth of them
    #[arg(long, value_name = "N", default_value_t = 400_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    verify: u64,

    /// The number of turns that the engine plays after the opening
    #[arg(long, value_name = "N", default_value_t = 12)]
    follow: u32,

    /// The seed of the random turns
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The number of threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,

    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Parses a number of turns or a range of them, such as 4..8, up to 100.
///
/// # Errors
/// If the text is neither.
pub fn plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (min, max) = text.split_once("..").unwrap_or((text, text));
    let max = max.strip_prefix('=').unwrap_or(max);
    match (min.parse(), max.parse()) {
        (Ok(min), Ok(max)) if min <= max && max <= 100 => Ok(min..=max),
        _ => Err("expected a number up to 100, or a range such as 4..8".to_owned()),
    }
}

impl BookArgs {
    fn config(&self) -> BookConfig {
        BookConfig {
            random: RandomOpeningConfig {
                variant: self.variant,
                turns: self.plies.clone(),
                bound: self.bound,
                nodes: self.nodes,
                seed: self.seed,
            },
            second_check: SecondCheck {
                nodes: self.verify,
                turns: self.follow,
            },
            count: self.count,
        }
    }

    /// Returns the command line that makes the same book.
    fn command(&self) -> String {
        format!(
            "batyr book --variant {} --count {} --plies {}..{} --bound {} --nodes {} \
             --verify {} --follow {} --seed {}",
            self.variant.id(),
            self.count,
            self.plies.start(),
            self.plies.end(),
            self.bound,
            self.nodes,
            self.verify,
            self.follow,
            self.seed
        )
    }
}

/// Makes the book.
///
/// # Errors
/// If the output can't be written, openings can't be found, or a signal ends
/// the work.
pub fn run(args: BookArgs) -> Result<ExitCode, CliError> {
    match make(&args)? {
        BookOutcome::All => Ok(ExitCode::SUCCESS),
        BookOutcome::Interrupted { done } => Err(CliError::Interrupted(Some(format!(
            "interrupted with {done} of {} openings",
            args.count
        )))),
    }
}

/// The outcome of making a book.
enum BookOutcome {
    All,
    /// A signal came after this number of openings.
    Interrupted {
        done: u64,
    },
}

fn make(args: &BookArgs) -> Result<BookOutcome, MakeBookError> {
    let shutdown = signals::listen();
    let is_stopped = || *shutdown.borrow() == Shutdown::Requested;
    let mut book: Box<dyn Write> = match &args.output {
        // Each line is in the file as soon as it is known.
        Some(path) => Box::new(OutputFile::in_place(path)?),
        None => Box::new(io::stdout().lock()),
    };
    writeln!(book, "# {} (Batyr)", args.variant.name())?;
    writeln!(book, "# {}", args.command())?;
    book.flush()?;

    let bar = bar(args.count.into(), BAR);
    let mut write_line = |line: &str| {
        writeln!(book, "{line}")?;
        book.flush()?;
        bar.inc(1);
        Ok(())
    };
    let threads = args
        .threads
        .map_or_else(rayon::current_num_threads, |n| n as usize);
    let made = make_book(&args.config(), threads, &is_stopped, &mut write_line);
    let done = bar.position();
    bar.finish_and_clear();
    match made {
        Err(MakeBookError::Opening(OpeningError::Interrupted)) => {
            Ok(BookOutcome::Interrupted { done })
        }
        made => made.map(|()| BookOutcome::All),
    }
}

impl From<MakeBookError> for CliError {
    fn from(error: MakeBookError) -> Self {
        Self::failure(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_is_a_number_or_a_range() {
        assert_eq!(plies("6"), Ok(6..=6));
        assert_eq!(plies("4..8"), Ok(4..=8));
        assert_eq!(plies("4..=8"), Ok(4..=8));
        for bad in ["", "..", "8..4", "-1", "4..x", "101"] {
            assert!(plies(bad).is_err(), "{bad}");
        }
    }
}
