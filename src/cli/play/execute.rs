//! Executes the commands.

use std::io;
use std::path::Path;

use super::command::{COMMANDS, PlayCommand, argument_error};
use super::ending::Ending;
use super::session::PlaySession;
use super::squares::{resolve_square, starts_on};
use super::view::level_text;
use super::{clock, help_pages, phrases, save};
use crate::base::score::DRAW;
use crate::base::{Color, Score};
use crate::engine::Strength;
use crate::eval::wdl::WdlCurve;
use crate::game::{GameRecord, Variant};
use crate::host::engine::verdict::VerdictPolicy;
use crate::search::Limits;

/// The minimum number of turns in a game from the start position before Batyr accepts a
/// draw.
const MIN_TURNS_FOR_DRAW: usize = 40;
/// The width of lists, in columns.
const LIST_WIDTH: usize = 78;
/// The number of commands that `help` lists: all except the aliases at the end.
const LISTED_COMMANDS: usize = COMMANDS.len() - 2;

/// Executes a command.
///
/// # Errors
/// Returns an error if stdout can't be written. If a command can't be executed, the
/// user is told why, and no error is returned.
pub fn execute(session: &mut PlaySession, command: PlayCommand) -> io::Result<()> {
    match command {
        PlayCommand::Empty | PlayCommand::Quit => Ok(()),
        PlayCommand::Turn(text) => turn(session, &text),
        PlayCommand::Help => help(session),
        PlayCommand::Moves(from) => moves(session, from),
        PlayCommand::Undo => undo(session),
        PlayCommand::Redo => redo(session),
        PlayCommand::Hint => hint(session),
        PlayCommand::Go => go(session),
        PlayCommand::Switch => switch(session),
        PlayCommand::Board => session.show_board(),
        PlayCommand::Flip => {
            session.view.is_flipped = !session.view.is_flipped;
            session.is_board_stale = true;
            Ok(())
        }
        PlayCommand::Numbers(official) => session.set_names(official),
        PlayCommand::Score => score(session),
        PlayCommand::Eval => eval(session),
        PlayCommand::Level(strength) => level(session, strength),
        PlayCommand::Clock => show_clocks(session),
        PlayCommand::Draw => draw(session),
        PlayCommand::Resign => resign(session),
        PlayCommand::New(variant) => {
            session.begin_new_game(variant);
            let name = session.game.record().variant().name();
            session.screen.print_line(&format!("A new game of {name}."))
        }
        PlayCommand::Position(text) => position(session, text),
        PlayCommand::Rules => print_page(session, help_pages::rules),
        PlayCommand::Legend => print_page(session, help_pages::legend),
        PlayCommand::Load(path) => load(session, &path),
        PlayCommand::Save { path, may_replace } => save_game(session, &path, may_replace),
    }
}

/// Reports an error if the game is over; returns whether it is.
fn report_if_over(session: &mut PlaySession) -> io::Result<bool> {
    let is_over = session.game.ending().is_some();
    if is_over {
        session
            .screen
            .print_error("the game is over; 'new' starts another, 'undo' takes back turns")?;
    }
    Ok(is_over)
}

fn turn(session: &mut PlaySession, text: &str) -> io::Result<()> {
    if report_if_over(session)? {
        return Ok(());
    }
    match session.game.play(text) {
        Ok(()) => {
            (session.is_board_stale, session.is_paused) = (true, false);
            Ok(())
        }
        Err(error) => session.screen.print_error(&error.to_string()),
    }
}

fn help(session: &mut PlaySession) -> io::Result<()> {
    let turns = if session.game.record().variant().is_shatra() {
        "d4-d6, a5:a7:g7, e13-e14=Q, or 53-42 in official numbers"
    } else {
        "e2e3 or, as in game files, Nf3"
    };
    session
        .screen
        .print_line(&format!("Turns: {turns}. Commands:"))?;
    for entry in COMMANDS.iter().take(LISTED_COMMANDS) {
        let call = format!("{} {}", entry.name, entry.arguments);
        session
            .screen
            .print_line(&format!("  {call:<29}{}", entry.about))?;
    }
    Ok(())
}

fn moves(session: &mut PlaySession, from: Option<String>) -> io::Result<()> {
    if report_if_over(session)? {
        return Ok(());
    }
    let variant = session.game.record().variant();
    let from = match from.map(|word| (resolve_square(variant, &word), word)) {
        None => None,
        Some((Ok(name), _)) => Some(name),
        Some((Err(expected), word)) => {
            let error = argument_error("moves", &word, expected);
            return session.screen.print_error(&error.to_string());
        }
    };
    let starts_there = |turn: &String| from.as_ref().is_none_or(|from| starts_on(turn, from));
    let turns: Vec<_> = session
        .legal_turns()
        .into_iter()
        .filter(starts_there)
        .collect();
    let turns: Vec<_> = turns
        .iter()
        .map(|turn| session.view.shown_turn(turn))
        .collect();
    for row in phrases::in_rows(&turns, LIST_WIDTH) {
        session.screen.print_line(&row)?;
    }
    let turns = match turns.len() {
        1 => "1 legal turn".to_owned(),
        n => format!("{n} legal turns"),
    };
    match from {
        Some(from) => session.screen.print_line(&format!("{turns} from {from}.")),
        None => session.screen.print_line(&format!("{turns}.")),
    }
}

fn undo(session: &mut PlaySession) -> io::Result<()> {
    let Some(count) = session.game.undo(session.view.sides) else {
        return session.screen.print_error("you have no turn to take back");
    };
    session.is_board_stale = true;
    // Otherwise an engine that plays both sides would play the same turn again.
    session.is_paused = session.view.sides == super::args::Sides::None;
    session.screen.print_line(&match count {
        0 => "The game goes on.".to_owned(),
        1 => "1 turn was taken back.".to_owned(),
        n => format!("{n} turns were taken back."),
    })
}

fn redo(session: &mut PlaySession) -> io::Result<()> {
    match session.game.redo() {
        0 => session.screen.print_error("there is nothing to redo"),
        _ => {
            session.is_board_stale = true;
            Ok(())
        }
    }
}

fn go(session: &mut PlaySession) -> io::Result<()> {
    if report_if_over(session)? {
        return Ok(());
    }
    session.is_paused = false;
    session.play_engine_turn()
}

fn switch(session: &mut PlaySession) -> io::Result<()> {
    let switched = session.view.sides.switched();
    if switched == session.view.sides {
        return session
            .screen
            .print_error("you must play exactly one side to change sides");
    }
    session.view.sides = switched;
    session.view.is_flipped = !session.view.is_flipped;
    (session.is_board_stale, session.is_paused) = (true, false);
    let own = session.own_side().map_or("no side", Color::name);
    session.screen.print_line(&format!("You play {own}."))
}

fn hint(session: &mut PlaySession) -> io::Result<()> {
    if report_if_over(session)? {
        return Ok(());
    }
    let mover = session.game.record().side_to_move();
    let limits = Limits::movetime(session.movetime);
    let Some(answer) = session.search(limits, Strength::Full)? else {
        return Ok(());
    };
    let Some(best) = answer.best else {
        return session.screen.print_error("there is no legal turn");
    };
    let score = answer.score.map(|score| phrases::score_text(score, mover));
    let score = score.map_or_else(String::new, |score| format!(" ({score})"));
    let best = session.view.shown_turn(&best);
    session
        .screen
        .print_line(&format!("Batyr would play {best}{score}."))?;
    let line = answer.line.map(|line| line.pv).unwrap_or_default();
    let line: Vec<_> = line
        .iter()
        .map(|turn| session.view.shown_turn(turn))
        .collect();
    match phrases::in_rows(&line, LIST_WIDTH - 10).first() {
        Some(row) => session.screen.print_line(&format!("It expects {row}")),
        None => Ok(()),
    }
}

fn score(session: &mut PlaySession) -> io::Result<()> {
    if report_if_over(session)? {
        return Ok(());
    }
    let game = session.game.record();
    let (mover, curve) = (
        game.side_to_move(),
        WdlCurve::for_variant(game.variant(), game.man_count()),
    );
    let limits = Limits::movetime(session.movetime);
    let answer = session.search(limits, Strength::Full)?;
    let Some(score) = answer.and_then(|answer| answer.score) else {
        return Ok(());
    };
    let (text, chances) = (
        phrases::score_text(score, mover),
        phrases::chances_text(score, curve),
    );
    let side = mover.name();
    session
        .screen
        .print_line(&format!("{text}; chances of {side}: {chances}."))
}

fn eval(session: &mut PlaySession) -> io::Result<()> {
    if report_if_over(session)? {
        return Ok(());
    }
    match session.engine.evaluation(session.game.record()) {
        Ok(text) => session.screen.print_line(&text),
        Err(error) => session.screen.print_error(&error.to_string()),
    }
}

fn level(session: &mut PlaySession, strength: Option<Strength>) -> io::Result<()> {
    session.view.strength = strength.unwrap_or(session.view.strength);
    let strength = match session.view.strength {
        Strength::Level(level) => format!("at {}", level_text(level)),
        Strength::Full | Strength::Varied(_) => "at full strength".to_owned(),
    };
    session
        .screen
        .print_line(&format!("Batyr plays {strength}."))
}

fn show_clocks(session: &mut PlaySession) -> io::Result<()> {
    let Some(clocks) = &session.game.clocks else {
        return session
            .screen
            .print_line("There is no clock; 'batyr play --time 5:00+3' sets one.");
    };
    let left = Color::ALL.map(|color| {
        let left = clock::time_text(clocks.left(color));
        format!("{} {left}", color.name())
    });
    session.screen.print_line(&left.join("   "))
}

fn draw(session: &mut PlaySession) -> io::Result<()> {
    if report_if_over(session)? {
        return Ok(());
    }
    let mover = session.game.record().side_to_move();
    let Some(own) = session.own_side() else {
        return session
            .screen
            .print_error("you play neither side, so you can't offer a draw");
    };
    if session.view.sides.has(!own) {
        session.end(Ending::Agreed);
        return Ok(());
    }
    let is_early = session.game.record().turns().len() < MIN_TURNS_FOR_DRAW;
    if is_early && session.game.record().is_from_start() {
        return session.screen.print_line("Batyr wants to play on.");
    }
    let limits = Limits::movetime(session.movetime);
    let Some(answer) = session.search(limits, Strength::Full)? else {
        return Ok(());
    };
    let for_engine = |score: Score| if mover == own { -score } else { score };
    let accepts = answer.score.map(for_engine).is_some_and(|score| {
        VerdictPolicy::default()
            .verdict(score, true, DRAW, false)
            .is_some()
    });
    if accepts {
        session.end(Ending::Agreed);
        return Ok(());
    }
    session.screen.print_line("Batyr wants to play on.")
}

fn resign(session: &mut PlaySession) -> io::Result<()> {
    if report_if_over(session)? {
        return Ok(());
    }
    match session.own_side() {
        Some(own) => {
            session.end(Ending::Resigned(own));
            Ok(())
        }
        None => session
            .screen
            .print_error("you play neither side, so you can't resign"),
    }
}

fn position(session: &mut PlaySession, text: Option<String>) -> io::Result<()> {
    let Some(text) = text else {
        let text = session.game.record().position_text();
        return session.screen.print_line(&text);
    };
    let current = session.game.record().variant();
    let variant = match current.accepts(&text) {
        true => current,
        // If no variant accepts the position, the current one reports why.
        false => Variant::ALL
            .into_iter()
            .find(|variant| variant.accepts(&text))
            .unwrap_or(current),
    };
    match GameRecord::from_text(variant, &text) {
        Ok(game) => {
            session.begin_game(game);
            let name = variant.name();
            session.screen.print_line(&match variant == current {
                true => "The position is set up.".to_owned(),
                false => format!("The position is set up; the game is {name}."),
            })
        }
        Err(error) => session.screen.print_error(&error.to_string()),
    }
}

fn print_page(session: &mut PlaySession, lines: fn(Variant) -> Vec<String>) -> io::Result<()> {
    let variant = session.game.record().variant();
    for line in lines(variant) {
        session.screen.print_line(&line)?;
    }
    Ok(())
}

fn load(session: &mut PlaySession, path: &Path) -> io::Result<()> {
    match save::read(path) {
        Ok(game) => {
            let (name, turns) = (game.variant().name(), game.turns().len());
            session.begin_game(game);
            let turns = match turns {
                1 => "1 turn".to_owned(),
                n => format!("{n} turns"),
            };
            session
                .screen
                .print_line(&format!("A game of {name}, after {turns}."))
        }
        Err(error) => {
            let text = format!("can't load {}: {error}", path.display());
            session.screen.print_error(&text)
        }
    }
}

fn save_game(session: &mut PlaySession, path: &Path, may_replace: bool) -> io::Result<()> {
    let may_replace = may_replace || session.saved.iter().any(|saved| saved == path);
    let may_replace =
        may_replace || path.exists() && session.confirm(&format!("Replace {}?", path.display()));
    match save::write(path, &session.game, &session.view, may_replace) {
        Ok(()) => {
            session.saved.push(path.to_path_buf());
            session
                .screen
                .print_line(&format!("The game is saved in {}.", path.display()))
        }
        Err(error) => {
            let mut text = format!("can't write {}: {error}", path.display());
            if error.kind() == io::ErrorKind::AlreadyExists {
                text += "; 'save! FILE' replaces it";
            }
            session.screen.print_error(&text)
        }
    }
}
