//! The execution of the commands.

use std::io;
use std::path::Path;

use super::command::{COMMANDS, Command, argument};
use super::ending::{Ending, name};
use super::session::Session;
use super::squares::{named, starts_on};
use super::view::level_words;
use super::{clock, pages, save, words};
use crate::base::score::DRAW;
use crate::base::{Color, Score};
use crate::engine::Strength;
use crate::eval::wdl::WdlCurve;
use crate::game::{GameRecord, Variant};
use crate::host::verdict::Judge;
use crate::search::Limits;

/// The number of turns in a game before which Batyr declines any draw.
const EARLIEST_DRAW: usize = 40;
/// The width of lists, in columns.
const WIDTH: usize = 78;
/// The number of commands listed: the aliases at the end are left out.
const LISTED: usize = COMMANDS.len() - 2;

/// Carries out a command.
///
/// # Errors
/// If stdout can't be written. A command that can't be carried out is reported
/// to the person.
pub fn obey(session: &mut Session, command: Command) -> io::Result<()> {
    match command {
        Command::Nothing | Command::Quit => Ok(()),
        Command::Turn(text) => turn(session, &text),
        Command::Help => help(session),
        Command::Moves(from) => moves(session, from),
        Command::Undo => undo(session),
        Command::Redo => redo(session),
        Command::Hint => hint(session),
        Command::Go => go(session),
        Command::Switch => switch(session),
        Command::Board => session.show_board(),
        Command::Flip => {
            session.view.is_turned = !session.view.is_turned;
            session.is_stale = true;
            Ok(())
        }
        Command::Numbers(official) => session.set_names(official),
        Command::Score => score(session),
        Command::Eval => eval(session),
        Command::Level(strength) => level(session, strength),
        Command::Clock => tell_clock(session),
        Command::Draw => draw(session),
        Command::Resign => resign(session),
        Command::New(variant) => {
            session.begin_anew(variant);
            let name = session.table.game().variant().name();
            session.screen.say(&format!("A new game of {name}."))
        }
        Command::Position(text) => position(session, text),
        Command::Rules => page(session, pages::rules),
        Command::Legend => page(session, pages::legend),
        Command::Load(path) => load(session, &path),
        Command::Save { path, may_replace } => save_game(session, &path, may_replace),
    }
}

/// Returns whether the game is over, and reports it if so.
fn is_over(session: &mut Session) -> io::Result<bool> {
    let is_over = session.table.ending().is_some();
    if is_over {
        session
            .screen
            .complain("the game is over; 'new' begins another, 'undo' takes back")?;
    }
    Ok(is_over)
}

fn turn(session: &mut Session, text: &str) -> io::Result<()> {
    if is_over(session)? {
        return Ok(());
    }
    match session.table.play(text) {
        Ok(()) => {
            (session.is_stale, session.is_paused) = (true, false);
            Ok(())
        }
        Err(error) => session.screen.complain(&error.to_string()),
    }
}

fn help(session: &mut Session) -> io::Result<()> {
    let turns = if Variant::SHATRA.contains(&session.table.game().variant()) {
        "d4-d6, a5:a7:g7, e13-e14=Q, or official numbers, 53-42"
    } else {
        "e2e3, or as in game files, Nf3"
    };
    session.screen.say(&format!("A turn: {turns}. Commands:"))?;
    for entry in COMMANDS.iter().take(LISTED) {
        let call = format!("{} {}", entry.name, entry.arguments);
        session
            .screen
            .say(&format!("  {call:<29}{}", entry.about))?;
    }
    Ok(())
}

fn moves(session: &mut Session, from: Option<String>) -> io::Result<()> {
    if is_over(session)? {
        return Ok(());
    }
    let variant = session.table.game().variant();
    let from = match from.map(|word| (named(variant, &word), word)) {
        None => None,
        Some((Ok(name), _)) => Some(name),
        Some((Err(expected), word)) => {
            let error = argument("moves", &word, expected);
            return session.screen.complain(&error.to_string());
        }
    };
    let starts_there = |turn: &String| from.as_ref().is_none_or(|from| starts_on(turn, from));
    let turns: Vec<_> = session.legal().into_iter().filter(starts_there).collect();
    let turns: Vec<_> = turns.iter().map(|turn| session.view.turn(turn)).collect();
    for row in words::rows(&turns, WIDTH) {
        session.screen.say(&row)?;
    }
    let turns = match turns.len() {
        1 => "1 legal turn".to_owned(),
        n => format!("{n} legal turns"),
    };
    match from {
        Some(from) => session.screen.say(&format!("{turns} from {from}.")),
        None => session.screen.say(&format!("{turns}.")),
    }
}

fn undo(session: &mut Session) -> io::Result<()> {
    let Some(count) = session.table.undo(session.view.sides) else {
        return session
            .screen
            .complain("there is no turn of yours to take back");
    };
    session.is_stale = true;
    // Otherwise an engine that plays itself would play the same turn again.
    session.is_paused = session.view.sides == super::args::Sides::None;
    session.screen.say(&match count {
        0 => "The game goes on.".to_owned(),
        1 => "1 turn was taken back.".to_owned(),
        n => format!("{n} turns were taken back."),
    })
}

fn redo(session: &mut Session) -> io::Result<()> {
    match session.table.redo() {
        0 => session.screen.complain("nothing was taken back"),
        _ => {
            session.is_stale = true;
            Ok(())
        }
    }
}

fn go(session: &mut Session) -> io::Result<()> {
    if is_over(session)? {
        return Ok(());
    }
    session.is_paused = false;
    session.engine_turn()
}

fn switch(session: &mut Session) -> io::Result<()> {
    let switched = session.view.sides.switched();
    if switched == session.view.sides {
        return session
            .screen
            .complain("there is no other side to change to");
    }
    session.view.sides = switched;
    session.view.is_turned = !session.view.is_turned;
    (session.is_stale, session.is_paused) = (true, false);
    let own = session.own_side().map_or("no side", name);
    session.screen.say(&format!("You play {own}."))
}

fn hint(session: &mut Session) -> io::Result<()> {
    if is_over(session)? {
        return Ok(());
    }
    let mover = session.table.game().side_to_move();
    let limits = Limits::movetime(session.movetime);
    let Some(thought) = session.think(limits, Strength::Full)? else {
        return Ok(());
    };
    let Some(best) = thought.best else {
        return session.screen.complain("there is no turn to play");
    };
    let worth = thought.score.map(|score| words::score(score, mover));
    let worth = worth.map_or_else(String::new, |worth| format!(" ({worth})"));
    let best = session.view.turn(&best);
    session
        .screen
        .say(&format!("Batyr would play {best}{worth}."))?;
    let line = thought.line.map(|line| line.pv).unwrap_or_default();
    let line: Vec<_> = line.iter().map(|turn| session.view.turn(turn)).collect();
    match words::rows(&line, WIDTH - 10).first() {
        Some(row) => session.screen.say(&format!("It expects {row}")),
        None => Ok(()),
    }
}

fn score(session: &mut Session) -> io::Result<()> {
    if is_over(session)? {
        return Ok(());
    }
    let game = session.table.game();
    let (mover, curve) = (
        game.side_to_move(),
        WdlCurve::of(game.variant(), game.men()),
    );
    let limits = Limits::movetime(session.movetime);
    let thought = session.think(limits, Strength::Full)?;
    let Some(score) = thought.and_then(|thought| thought.score) else {
        return Ok(());
    };
    let (worth, chances) = (words::score(score, mover), words::chances(score, curve));
    let side = name(mover);
    session
        .screen
        .say(&format!("{worth}; chances of {side}: {chances}."))
}

fn eval(session: &mut Session) -> io::Result<()> {
    if is_over(session)? {
        return Ok(());
    }
    match session.thinker.evaluation(session.table.game()) {
        Ok(text) => session.screen.say(&text),
        Err(error) => session.screen.complain(&error.to_string()),
    }
}

fn level(session: &mut Session, strength: Option<Strength>) -> io::Result<()> {
    session.view.strength = strength.unwrap_or(session.view.strength);
    let words = match session.view.strength {
        Strength::Level(level) => format!("at {}", level_words(level)),
        Strength::Full | Strength::Varied(_) => "as well as it can".to_owned(),
    };
    session.screen.say(&format!("Batyr plays {words}."))
}

fn tell_clock(session: &mut Session) -> io::Result<()> {
    let Some(clocks) = &session.table.clocks else {
        return session
            .screen
            .say("There is no clock; 'batyr play --time 5:00+3' has one.");
    };
    let left = Color::ALL.map(|color| {
        let left = clock::shown(clocks.left(color));
        format!("{} {left}", name(color))
    });
    session.screen.say(&left.join("   "))
}

fn draw(session: &mut Session) -> io::Result<()> {
    if is_over(session)? {
        return Ok(());
    }
    let mover = session.table.game().side_to_move();
    let Some(own) = session.own_side() else {
        return session
            .screen
            .complain("you play no side that could offer a draw");
    };
    if session.view.sides.has(!own) {
        session.end(Ending::Agreed);
        return Ok(());
    }
    let is_early = session.table.game().turns().len() < EARLIEST_DRAW;
    if is_early && session.table.game().is_from_start() {
        return session.screen.say("Batyr wants to play on.");
    }
    let limits = Limits::movetime(session.movetime);
    let Some(thought) = session.think(limits, Strength::Full)? else {
        return Ok(());
    };
    let of_engine = |score: Score| if mover == own { -score } else { score };
    let takes = thought
        .score
        .map(of_engine)
        .is_some_and(|score| Judge::default().judge(score, true, DRAW, false).is_some());
    if takes {
        session.end(Ending::Agreed);
        return Ok(());
    }
    session.screen.say("Batyr wants to play on.")
}

fn resign(session: &mut Session) -> io::Result<()> {
    if is_over(session)? {
        return Ok(());
    }
    match session.own_side() {
        Some(own) => {
            session.end(Ending::Resigned(own));
            Ok(())
        }
        None => session
            .screen
            .complain("you play no side that could resign"),
    }
}

fn position(session: &mut Session, text: Option<String>) -> io::Result<()> {
    let Some(text) = text else {
        let text = session.table.game().position_text();
        return session.screen.say(&text);
    };
    let current = session.table.game().variant();
    let variant = match current.accepts(&text) {
        true => current,
        // If the position fits no variant, the current one reports why.
        false => Variant::ALL
            .into_iter()
            .find(|variant| variant.accepts(&text))
            .unwrap_or(current),
    };
    match GameRecord::from_text(variant, &text) {
        Ok(game) => {
            session.begin(game);
            let name = variant.name();
            session.screen.say(&match variant == current {
                true => "The position is set up.".to_owned(),
                false => format!("The position is set up, a game of {name}."),
            })
        }
        Err(error) => session.screen.complain(&error.to_string()),
    }
}

fn page(session: &mut Session, of: fn(Variant) -> Vec<String>) -> io::Result<()> {
    let variant = session.table.game().variant();
    for line in of(variant) {
        session.screen.say(&line)?;
    }
    Ok(())
}

fn load(session: &mut Session, path: &Path) -> io::Result<()> {
    match save::read(path) {
        Ok(game) => {
            let (name, turns) = (game.variant().name(), game.turns().len());
            session.begin(game);
            let turns = match turns {
                1 => "1 turn".to_owned(),
                n => format!("{n} turns"),
            };
            session
                .screen
                .say(&format!("A game of {name}, after {turns}."))
        }
        Err(error) => {
            let text = format!("can't load {}: {error}", path.display());
            session.screen.complain(&text)
        }
    }
}

fn save_game(session: &mut Session, path: &Path, may_replace: bool) -> io::Result<()> {
    let own = may_replace || session.saved.iter().any(|saved| saved == path);
    let own = own || path.exists() && session.confirms(&format!("Replace {}?", path.display()));
    match save::write(path, &session.table, &session.view, own) {
        Ok(()) => {
            session.saved.push(path.to_path_buf());
            session
                .screen
                .say(&format!("The game is in {}.", path.display()))
        }
        Err(error) => {
            let mut text = format!("can't write {}: {error}", path.display());
            if error.kind() == io::ErrorKind::AlreadyExists {
                text += "; 'save! FILE' replaces it";
            }
            session.screen.complain(&text)
        }
    }
}
