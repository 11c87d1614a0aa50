//! `batyr datagen`: generates samples from self-play, for training networks.

mod args;
mod queue;

use std::ops::ControlFlow;
use std::process::ExitCode;

pub use args::DatagenArgs;

use super::bar::bar;
use super::batch::conflict::check_not_input;
use super::batch::run::{WORKER_THREADS, cannot_start_threads};
use super::error::CliError;
use super::interrupt::Interrupt;
use crate::files::PackedSample;
use crate::training::{SelfPlayError, self_play_samples};
use args::BAR;

/// Plays the games and writes their samples.
pub fn run(args: DatagenArgs) -> Result<ExitCode, CliError> {
    if let Some(output) = &args.output {
        check_not_input(output, args.eval_file.path())?;
    }
    let networks = args.eval_file.networks(Some(args.variant))?;
    let interrupt = Interrupt::listen();
    if args.queue.queue.is_some() {
        return queue::play(&args, networks, &interrupt);
    }
    let (mut output, last) = args.open_output(&networks)?;
    let settings = args.settings(networks);
    let numbers = args.numbers();
    let is_written = |number: &u32| last.is_some_and(|last| *number <= last);
    let first = numbers.clone().take_while(is_written).count();
    let bar = bar(numbers.len() as u64, BAR);
    bar.set_position(first as u64);
    bar.reset_eta();
    let worker = |number: u32| {
        let samples = self_play_samples(&settings, number.into());
        bar.inc(1);
        (number, samples)
    };
    let mut rest = numbers.clone().skip(first);
    let next = || rest.next().filter(|_| !interrupt.is_raised());
    let (mut done, mut samples) = (first, 0);
    let finish = |(number, game): (u32, Result<Vec<PackedSample>, SelfPlayError>)| {
        let game = game.map_err(CliError::from);
        let written = game.and_then(|game| {
            samples += game.len() as u64;
            output.write_game(number, &game)
        });
        if let Err(error) = written {
            return ControlFlow::Break(error);
        }
        done += 1;
        let seconds = bar.elapsed().as_secs_f64().max(1e-3);
        let per_hour = samples as f64 / seconds * 3600.0;
        bar.set_message(format!("{per_hour:.0} samples an hour, "));
        ControlFlow::Continue(())
    };
    let run = WORKER_THREADS.run_in_order(vec![worker; args.jobs()], next, finish);
    bar.finish_and_clear();
    match run.map_err(cannot_start_threads)? {
        Some(error) => return Err(error),
        None if done < numbers.len() => {
            let message = format!("interrupted after {done} of {} games", numbers.len());
            return Err(CliError::Interrupted(Some(message)));
        }
        None => output.commit()?,
    }
    Ok(ExitCode::SUCCESS)
}
