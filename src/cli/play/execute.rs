//! Executes the commands.

use std::io;
use std::path::Path;

use super::args::Sides;
use super::command::{PlayCommand, argument_error};
use super::ending::Ending;
use super::refusal::refusal;
use super::save::Loaded;
use super::session::PlaySession;
use super::squares::{resolve_square, starts_on};
use super::view::shown_level;
use super::{clock, help_pages, phrases, save};
use crate::base::score::DRAW;
use crate::base::{Color, Score};
use crate::engine::Strength;
use crate::eval::wdl::WdlCurve;
use crate::game::{GameRecord, Variant};
use crate::host::engine::verdict::VerdictPolicy;
use crate::page::{Place, Texts, side_key};
use crate::search::Limits;
use crate::util::text::printable;

/// The minimum number of turns in a game from the start position before Batyr accepts a
/// draw.
const MIN_TURNS_FOR_DRAW: usize = 40;
/// The width of a page of text, in columns.
const PAGE_WIDTH: usize = 80;
/// The width of lists, in columns.
const LIST_WIDTH: usize = 78;

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
            let game = session.name_of(session.game.record().variant());
            print(session, "terminal.new-game", &[("game", &game)])
        }
        PlayCommand::Position(text) => position(session, text),
        PlayCommand::Rules => print_page(session, help_pages::rules),
        PlayCommand::Legend => print_page(session, help_pages::legend),
        PlayCommand::Load(path) => load(session, &path),
        PlayCommand::Save { path, may_replace } => save_game(session, &path, may_replace),
    }
}

/// Prints a text with values in its places.
fn print(session: &mut PlaySession, key: &str, places: &[Place<'_>]) -> io::Result<()> {
    let text = session.texts.fill(key, places);
    session.screen.print_line(&text)
}

/// Reports an error if the game is over; returns whether it is.
fn report_if_over(session: &mut PlaySession) -> io::Result<bool> {
    let is_over = session.game.ending().is_some();
    if is_over {
        session.print_error("terminal.is-over")?;
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
        Err(error) => {
            let variant = session.game.record().variant();
            let turns = session.shown_turns();
            let sentence = refusal(&error, variant, &session.view, &turns, &session.texts);
            session.screen.print_error(&sentence)
        }
    }
}

fn help(session: &mut PlaySession) -> io::Result<()> {
    session.print(match session.game.record().variant().is_shatra() {
        true => "terminal.help.turns-shatra",
        false => "terminal.help.turns-chess",
    })?;
    for row in help_pages::command_rows(&session.texts) {
        session.screen.print_line(&row)?;
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
            let message = error.message(&session.texts);
            return session.screen.print_error(&message);
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
    let count = turns.len() as u64;
    let text = match from {
        Some(from) => {
            let square = session.view.shown_turn(&from);
            let places: [Place<'_>; 1] = [("square", &square)];
            session.texts.count("terminal.legal-from", count, &places)
        }
        None => session.texts.count("terminal.legal", count, &[]),
    };
    session.screen.print_line(&text)
}

fn undo(session: &mut PlaySession) -> io::Result<()> {
    let Some(count) = session.game.undo(session.view.sides) else {
        return session.print_error("terminal.nothing-to-undo");
    };
    session.is_board_stale = true;
    // Otherwise an engine that plays both sides would play the same turn again.
    session.is_paused = session.view.sides == Sides::None;
    let text = match count {
        0 => session.texts.text("terminal.goes-on"),
        _ => session.texts.count("terminal.undone", count as u64, &[]),
    };
    session.screen.print_line(&text)
}

fn redo(session: &mut PlaySession) -> io::Result<()> {
    match session.game.redo() {
        0 => session.print_error("terminal.nothing-to-redo"),
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
        return session.print_error("terminal.cannot-switch");
    }
    session.view.sides = switched;
    session.view.is_flipped = !session.view.is_flipped;
    (session.is_board_stale, session.is_paused) = (true, false);
    // A user who plays exactly one side goes on playing exactly one.
    let own = if switched == Sides::White {
        Color::White
    } else {
        Color::Black
    };
    session.print(&side_key("terminal.you-play", own))
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
        return session.print_error("terminal.no-legal-turn");
    };
    let turn = session.view.shown_turn(&best);
    match answer.score {
        Some(score) => {
            let score = phrases::score_text(score, mover, &session.texts);
            let places: [Place<'_>; 2] = [("turn", &turn), ("score", &score)];
            print(session, "terminal.hint-with-score", &places)?;
        }
        None => print(session, "sentence.hint", &[("turn", &turn)])?,
    }
    let line = answer.line.map(|line| line.pv).unwrap_or_default();
    let line: Vec<_> = line
        .iter()
        .map(|turn| session.view.shown_turn(turn))
        .collect();
    match phrases::in_rows(&line, LIST_WIDTH - 10).first() {
        Some(row) => print(session, "terminal.expects", &[("line", row)]),
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
    let text = phrases::chances_text(score, mover, curve, &session.texts);
    session.screen.print_line(&text)
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
    match session.view.strength {
        Strength::Level(level) => {
            let level = shown_level(level);
            print(session, "terminal.level", &[("level", &level)])
        }
        Strength::Full | Strength::Varied(_) => session.print("terminal.full-strength"),
    }
}

fn show_clocks(session: &mut PlaySession) -> io::Result<()> {
    let Some(clocks) = &session.game.clocks else {
        return session.print("terminal.no-clock");
    };
    let left = Color::ALL.map(|color| {
        let left = clock::time_text(clocks.left(color));
        format!("{} {left}", session.texts.text(&side_key("side", color)))
    });
    session.screen.print_line(&left.join("   "))
}

fn draw(session: &mut PlaySession) -> io::Result<()> {
    if report_if_over(session)? {
        return Ok(());
    }
    let mover = session.game.record().side_to_move();
    let Some(own) = session.own_side() else {
        return session.print_error("terminal.cannot-offer-draw");
    };
    if session.view.sides.has(!own) {
        session.end(Ending::Agreed);
        return Ok(());
    }
    let is_early = session.game.record().turns().len() < MIN_TURNS_FOR_DRAW;
    if is_early && session.game.record().is_from_start() {
        return session.print("sentence.draw-declined");
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
    session.print("sentence.draw-declined")
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
        None => session.print_error("terminal.cannot-resign"),
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
            if variant == current {
                return session.print("terminal.position-set");
            }
            let name = session.name_of(variant);
            print(session, "terminal.position-set-in", &[("game", &name)])
        }
        Err(error) => session.screen.print_error(&error.to_string()),
    }
}

fn print_page(
    session: &mut PlaySession,
    page: fn(Variant, &Texts) -> Vec<String>,
) -> io::Result<()> {
    let variant = session.game.record().variant();
    for paragraph in page(variant, &session.texts) {
        for line in phrases::wrap(&paragraph, PAGE_WIDTH) {
            session.screen.print_line(&line)?;
        }
    }
    Ok(())
}

fn load(session: &mut PlaySession, path: &Path) -> io::Result<()> {
    match save::read(path) {
        Ok(Loaded { record, faults }) => {
            for error in faults {
                session.screen.print_error(&error.as_warning())?;
            }
            let name = session.name_of(record.variant());
            let count = record.turns().len() as u64;
            session.begin_game(record);
            let places: [Place<'_>; 1] = [("game", &name)];
            let text = session.texts.count("terminal.loaded", count, &places);
            session.screen.print_line(&text)
        }
        Err(error) => {
            let places: [Place<'_>; 2] = [
                ("path", &printable(&path.display().to_string())),
                ("message", &error),
            ];
            let text = session.texts.fill("terminal.cannot-load", &places);
            session.screen.print_error(&text)
        }
    }
}

fn save_game(session: &mut PlaySession, path: &Path, may_replace: bool) -> io::Result<()> {
    let may_replace = may_replace || session.saved.iter().any(|saved| saved == path);
    let shown = printable(&path.display().to_string());
    let question = session.texts.fill("terminal.replace", &[("path", &shown)]);
    let may_replace = may_replace || path.exists() && session.confirm(&question);
    match save::write(path, &session.game, &session.view, may_replace) {
        Ok(()) => {
            session.saved.push(path.to_path_buf());
            print(session, "terminal.saved", &[("path", &shown)])
        }
        Err(error) => {
            let key = match error.kind() {
                io::ErrorKind::AlreadyExists => "terminal.already-exists",
                _ => "terminal.cannot-save",
            };
            let places: [Place<'_>; 2] = [("path", &shown), ("message", &error)];
            let text = session.texts.fill(key, &places);
            session.screen.print_error(&text)
        }
    }
}
