//! `batyr play`: plays a game against the user in the terminal.
//!
//! On a terminal, a line editor reads the commands, and the board is shown after every
//! turn. Without a terminal, the same commands are read as plain lines and only the
//! responses are written, so that a game can be scripted.

mod args;
mod blocking_engine;
mod board;
mod clock;
mod command;
mod completion;
mod ending;
mod execute;
mod expected;
mod game_state;
mod help_pages;
mod input;
mod interrupt;
mod language;
mod palette;
mod phrases;
mod refusal;
mod save;
mod screen;
mod session;
mod squares;
#[cfg(test)]
mod text_tests;
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

/// An error that prevents `batyr play` from starting or continuing a game.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The position on the command line is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The engine can't be set up.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The terminal can't be used.
    #[error("can't use the terminal: {0}")]
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

/// Plays until the user quits. Exit status 1 without an error means that a line of a
/// script was rejected, which has been reported.
///
/// # Errors
/// Returns an error if the position is invalid, or if threads, memory or the
/// terminal are not available.
pub fn run(args: PlayArgs) -> Result<ExitCode, CliError> {
    Ok(match play(&args)? {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Plays until the user quits. Returns whether every line of a script was executed;
/// always `true` on a terminal.
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
    let router = InterruptRouter::listen(!input.receives_interrupts())?;
    let engine = BlockingEngine::new(router, args.threads as usize, args.hash as usize)?;
    let texts = language::texts_for(args.language, is_interactive);
    let mut session = PlaySession::new(args, game, engine, screen, input, texts);
    match session.run() {
        // The reader has closed the pipe, so nobody would see an error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
        Err(error) => Err(error.into()),
        Ok(()) => Ok(is_interactive || !session.has_errors()),
    }
}
