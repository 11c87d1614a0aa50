//! `batyr play`: a person against the engine, in the terminal.
//!
//! On a terminal a line editor reads the commands and the
//! board is shown after every turn; without a terminal the same commands are
//! read as plain lines and only answers are written, so that a game can be
//! scripted.

mod args;
mod blocking_engine;
mod board;
mod clock;
mod command;
mod completion;
mod ending;
mod execute;
mod game_state;
mod help_pages;
mod input;
mod interrupt;
mod palette;
mod phrases;
mod save;
mod screen;
mod session;
mod squares;
mod view;
mod warning_timer;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

pub use args::PlayArgs;

use super::error::CliError;
use crate::engine::EngineError;
use crate::game::{GameRecord, PositionError, Variant};
use blocking_engine::BlockingEngine;
use input::PlayInput;
use interrupt::InterruptRouter;
use screen::Screen;
use session::PlaySession;

/// The reason why no game can be played.
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

impl From<PlayError> for CliError {
    fn from(error: PlayError) -> Self {
        Self::failure(error)
    }
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

/// Returns whether every line of a script was executed; always `true` at a
/// terminal.
fn play(args: &PlayArgs) -> Result<bool, PlayError> {
    let game = match &args.position {
        Some(text) => {
            let variant = args.variant.unwrap_or_else(|| Variant::accepting(text));
            GameRecord::from_text(variant, text)?
        }
        None => GameRecord::new(args.variant.unwrap_or_default()),
    };
    let is_interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
    let screen = Screen::new(args.color, is_interactive);
    let input = match is_interactive {
        true => PlayInput::terminal(screen.has_colors())?,
        false => PlayInput::plain(),
    };
    let router = InterruptRouter::listen(!input.takes_interrupts())?;
    let engine = BlockingEngine::new(router, args.threads as usize, args.hash as usize)?;
    let mut session = PlaySession::new(args, game, engine, screen, input);
    match session.run() {
        // The reader of a pipe has closed it; an error would have no reader.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
        Err(error) => Err(error.into()),
        Ok(()) => Ok(is_interactive || !session.has_errors()),
    }
}
