//! `batyr play`: a person against the engine, in the terminal.
//!
//! **The decision:** on a terminal a line editor reads the commands and the
//! board is shown after every turn; without a terminal the same commands are
//! read as plain lines and only answers are written, so that a game can be
//! scripted.

mod alarm;
mod args;
mod board;
mod clock;
mod command;
mod completion;
mod ending;
mod input;
mod interrupt;
mod obey;
mod pages;
mod palette;
mod save;
mod screen;
mod session;
mod squares;
mod table;
mod thinker;
mod view;
mod words;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

pub use args::PlayArgs;

use super::error::CliError;
use crate::engine::EngineError;
use crate::game::{GameRecord, PositionError, Variant};
use input::Input;
use interrupt::Interrupts;
use screen::Screen;
use session::Session;
use thinker::Thinker;

/// The reasons why no game can be played.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The position on the command line is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The engine can't be set up.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The terminal can't be used.
    #[error("the terminal: {0}")]
    Terminal(#[from] rustyline::error::ReadlineError),
    /// A thread can't be started, or stdout can't be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Plays until the person leaves. Exit status 1 without an error means that a
/// line of a script was refused, which has been reported.
///
/// # Errors
/// If the position is invalid, or the system refuses threads, memory or the
/// terminal.
pub fn run(args: PlayArgs) -> Result<ExitCode, CliError> {
    Ok(match play(&args)? {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Returns whether every line of a script was carried out; always `true` at a
/// terminal.
fn play(args: &PlayArgs) -> Result<bool, PlayError> {
    let game = match &args.position {
        Some(text) => {
            let variant = args.variant.unwrap_or_else(|| Variant::of_text(text));
            GameRecord::from_text(variant, text)?
        }
        None => GameRecord::new(args.variant.unwrap_or_default()),
    };
    let is_dialogue = io::stdin().is_terminal() && io::stdout().is_terminal();
    let screen = Screen::new(args.color, is_dialogue);
    let input = match is_dialogue {
        true => Input::terminal(screen.has_colors())?,
        false => Input::plain(),
    };
    let interrupts = Interrupts::listen(!input.takes_interrupts())?;
    let thinker = Thinker::new(interrupts, args.threads as usize, args.hash as usize)?;
    let mut session = Session::new(args, game, thinker, screen, input);
    match session.run() {
        // The reader of a pipe has closed it; there is nobody to report it to.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
        Err(error) => Err(error.into()),
        Ok(()) => Ok(is_dialogue || !session.has_complained()),
    }
}
