//! `batyr play`: plays a game against the user in the terminal.
//!
//! On a terminal, a line editor reads the commands, and the board is shown after every
//! turn. Without a terminal, the same commands are read as plain lines and only the
//! responses are written, so that a game can be scripted.

mod args;
mod board;
mod clock;
mod ctrl_c;
mod game;
mod help_pages;
mod input;
mod refusal;
mod save;
mod screen;
mod session;
mod texts;
mod view;

use std::io::{IsTerminal, stdin, stdout};
use std::process::ExitCode;

pub use args::PlayArgs;

use super::error::CliError;
use super::position_text;
use crate::game::GameRecord;
use ctrl_c::CtrlC;
use input::{Input, InputEvent};
use screen::{RESULT, Screen, styled};
use session::{Session, commands};

/// Plays until the user quits. Exit status 1 without an error means that a line of a script
/// was rejected and that the reason has been printed.
pub fn run(args: PlayArgs) -> Result<ExitCode, CliError> {
    let record = match &args.position {
        Some(text) => position_text::read(args.variant, text)?,
        None => GameRecord::new(args.variant.unwrap_or_default()),
    };
    let is_interactive = stdin().is_terminal() && stdout().is_terminal();
    let mut screen = Screen::new(args.color, is_interactive);
    let mut input = match is_interactive {
        true => Input::terminal(screen.has_colors())
            .map_err(|error| CliError::failure(format!("can't use the terminal: {error}")))?,
        false => Input::script(),
    };
    let ctrl_c = CtrlC::listen(!input.receives_interrupts())?;
    let texts = texts::texts_for(args.language, is_interactive);
    let mut session = Session::new(&args, record, ctrl_c, texts)?;
    if is_interactive {
        screen.print(&session.welcome())?;
    }
    play(&mut session, &mut screen, &mut input, is_interactive)?;
    Ok(match screen.has_errors() && !is_interactive {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    })
}

/// Plays until the user quits: if the side to move is the engine's, the engine plays;
/// otherwise the user's next line is read and executed.
fn play(
    session: &mut Session,
    screen: &mut Screen,
    input: &mut Input,
    is_interactive: bool,
) -> Result<(), CliError> {
    let mut announced = None;
    let mut was_interrupted = false;
    while !session.has_quit() {
        if is_interactive && session.is_board_due() {
            screen.print(&session.board())?;
        }
        let ending = session.announcement();
        if let Some(sentence) = &ending
            && ending != announced
        {
            screen.print(&styled(RESULT, sentence))?;
            if is_interactive {
                screen.print(&session.text("terminal.after-end"))?;
            }
        }
        announced = ending;
        if session.is_engine_to_move() {
            screen.report(session.play_engine_turn())?;
            continue;
        }
        let prompt = session.prompt();
        let words = session.shown_turns().chain(commands::words()).collect();
        let event = match session.take_interrupt() {
            true => InputEvent::Interrupt,
            false => input.next(&prompt, words),
        };
        let is_interrupt = event == InputEvent::Interrupt;
        screen.report(match event {
            InputEvent::Line(line) => {
                // A user who types a line after Ctrl-C wants to continue.
                session.take_interrupt();
                commands::execute(session, &line)
            }
            InputEvent::NotUtf8 => Err(session.text("terminal.not-utf8")),
            InputEvent::Unreadable(error) => Err(error),
            InputEvent::Interrupt if !was_interrupted => Ok(session.text("terminal.leave")),
            InputEvent::Interrupt | InputEvent::End => return Ok(()),
        })?;
        was_interrupted = is_interrupt;
    }
    Ok(())
}
