//! A session: games between a user and the engine, one after another.
//!
//! A session does not depend on a terminal. It takes a line and returns the text to print, so its
//! replies are the same at a terminal and in a script; only the status during a search is printed
//! directly. A line that can't be parsed, or that denotes an illegal turn, changes nothing.

mod actions;
pub mod commands;

use std::path::PathBuf;
use std::time::Duration;

use super::args::{PlayArgs, Sides};
use super::ctrl_c::CtrlC;
use super::game::Game;
use super::screen::show_status;
use super::view::View;
use crate::analysis::book::explore;
use crate::base::Color;
use crate::engine::{Answer, Engine, EngineError, PvLine, RootFilter, Strength, random_seed};
use crate::game::GameRecord;
use crate::openings::book::shipped_book;
use crate::page::{Place, Texts, side_key};
use crate::search::Limits;
use crate::util::text::quoted;
use crate::util::version::VERSION;

/// The text to print, which may be empty, or the error to report.
pub type Reply = Result<String, String>;

/// A session of one or more games.
pub struct Session {
    game: Game,
    view: View,
    engine: Engine,
    ctrl_c: CtrlC,
    texts: Texts,
    movetime: Duration,
    /// Whether the engine plays from the opening book.
    plays_from_book: bool,
    /// Whether the board has changed since it was last shown.
    is_board_stale: bool,
    /// Whether the engine waits even if it is to move.
    is_paused: bool,
    /// The files that this session has written.
    saved: Vec<PathBuf>,
    has_quit: bool,
}

impl Session {
    /// Creates a session, with its first game.
    pub fn new(
        args: &PlayArgs,
        record: GameRecord,
        ctrl_c: CtrlC,
        texts: Texts,
    ) -> Result<Self, EngineError> {
        let mut engine = Engine::with_hash(args.hash as usize);
        engine.set_threads(args.threads as usize)?;
        Ok(Self {
            game: Game::new(record, args.time.clone()),
            view: View {
                sides: args.sides,
                strength: args.strength(),
                names: args.numbers,
                is_flipped: args.sides == Sides::Black,
            },
            engine,
            ctrl_c,
            texts,
            movetime: Duration::from_millis(args.movetime.into()),
            plays_from_book: args.own_book,
            is_board_stale: true,
            is_paused: false,
            saved: Vec::new(),
            has_quit: false,
        })
    }

    /// Returns the text that greets a user at a terminal.
    pub fn welcome(&self) -> String {
        let turn = self.shown_turns().next();
        let turn = turn.unwrap_or_else(|| "d4-d6".to_owned());
        let places: [Place<'_>; 2] = [("version", &VERSION), ("turn", &turn)];
        self.fill("terminal.welcome", &places)
    }

    /// Returns whether the user has quit.
    pub const fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Returns the sentences that announce the end of the game, if it has ended.
    pub fn announcement(&self) -> Option<String> {
        let ending = self.game.ending();
        ending.map(|ending| ending.announcement(&self.texts))
    }

    /// Returns whether Ctrl-C was pressed outside a search, and resets that state.
    pub fn take_interrupt(&self) -> bool {
        self.ctrl_c.take()
    }

    /// Returns whether the engine is to play a turn now.
    pub fn is_engine_to_move(&self) -> bool {
        let mover = self.game.record().side_to_move();
        !self.is_paused && self.game.ending().is_none() && !self.view.sides.has(mover)
    }

    /// Returns whether to show the board to a user at a terminal: it has changed, and
    /// no reply of the engine is about to change it again.
    pub fn is_board_due(&self) -> bool {
        let is_reply_due = self.is_engine_to_move() && self.view.sides != Sides::None;
        self.is_board_stale && !is_reply_due
    }

    /// Returns a picture of the board, with the state of the game beside it.
    pub fn board(&mut self) -> String {
        self.is_board_stale = false;
        self.view.board(&self.game, &self.texts)
    }

    /// Starts the clock of the side to move, and returns the prompt for the next line.
    pub fn prompt(&mut self) -> String {
        self.game.start_clock();
        let mover = self.game.record().side_to_move();
        let prompt = match self.game.ending() {
            Some(_) => self.text("terminal.prompt-over"),
            None => self.text(&side_key("side", mover)),
        };
        prompt + "> "
    }

    /// Returns the legal turns with squares named as the user has chosen.
    pub fn shown_turns(&self) -> impl Iterator<Item = String> {
        let turns = self.game.legal_turns().into_iter();
        turns.map(|turn| self.view.shown_turn(&turn.text))
    }

    /// Makes the engine search and play a turn for the side to move.
    pub fn play_engine_turn(&mut self) -> Reply {
        let mover = self.game.record().side_to_move();
        self.game.start_clock();
        let strength = match self.view.sides.has(mover) {
            true => Strength::Full,
            false => self.view.strength,
        };
        let limits = self.game.clock_limits();
        let limits = limits.unwrap_or_else(|| Limits::movetime(self.movetime));
        // The engine waits if the search fails, or has no answer in time.
        self.is_paused = true;
        let answer = match self.turn_of_book(strength) {
            Some(turn) => Answer {
                turn: Some(turn),
                ..Answer::default()
            },
            None => self.search(limits, strength)?,
        };
        self.game.check_flag();
        let Some(turn) = answer.turn.filter(|_| self.game.ending().is_none()) else {
            return Ok(String::new());
        };
        self.game.play(&turn).map_err(|error| error.to_string())?;
        self.is_paused = answer.is_stopped && self.view.sides == Sides::None;
        self.is_board_stale = true;
        let turn = self.view.shown_turn(&turn);
        Ok(self.fill("terminal.engine-plays", &[("turn", &turn)]))
    }

    /// Returns the turn that the opening book plays, if it is used and has one.
    fn turn_of_book(&self, strength: Strength) -> Option<String> {
        let record = self.game.record();
        let book = self.plays_from_book.then(|| shipped_book(record.variant()));
        let book = book?.ok()??;
        let found = explore(&book, &record.position())?;
        let chosen = found.choose(strength, record.earlier_keys(), random_seed())?;
        Some(chosen.turn.text())
    }

    /// Makes the engine search the current position until Ctrl-C is pressed or a limit is
    /// reached.
    fn search(&mut self, limits: Limits, strength: Strength) -> Result<Answer, String> {
        show_status(&self.text("terminal.thinks"));
        let texts = &self.texts;
        let mut depth = 0;
        let mut show_depth = |line: &PvLine| {
            if line.depth > depth {
                depth = line.depth;
                show_status(&texts.count("terminal.thinks-ahead", depth as u64, &[]));
            }
        };
        let should_stop = || self.ctrl_c.is_pressed();
        self.engine.set_strength(strength);
        let set = self.engine.set_game(self.game.record());
        let answer = set.and_then(|()| {
            self.ctrl_c.during(|| {
                let filter = RootFilter::default();
                self.engine
                    .search_and_wait(limits, filter, &should_stop, &mut show_depth)
            })
        });
        show_status("");
        if answer.as_ref().is_ok_and(|answer| answer.is_stopped) {
            self.ctrl_c.take();
        }
        answer.map_err(|error| error.to_string())
    }

    /// Makes the engine search at full strength, for the user.
    fn advise(&mut self) -> Result<Answer, String> {
        self.search(Limits::movetime(self.movetime), Strength::Full)
    }

    /// Replaces the current game with another.
    fn begin(&mut self, record: GameRecord) {
        self.engine.clear();
        self.game = Game::new(record, self.game.control().cloned());
        (self.is_board_stale, self.is_paused) = (true, false);
    }

    /// Returns the side for which the user resigns or offers a draw, or the text with the key
    /// `error` if the user plays neither side.
    fn own_side(&self, error: &str) -> Result<Color, String> {
        match self.view.sides {
            Sides::White => Ok(Color::White),
            Sides::Black => Ok(Color::Black),
            Sides::Both => Ok(self.game.record().side_to_move()),
            Sides::None => Err(self.text(error)),
        }
    }

    /// Returns the error for an argument that is invalid, or missing (empty).
    fn expected(&self, command: &str, argument: &str, expected: &str) -> String {
        let places: [Place<'_>; 3] = [
            ("command", &command),
            ("word", &quoted(argument)),
            ("expected", &expected),
        ];
        self.fill("terminal.argument", &places)
    }

    /// Returns a text that has no places.
    pub fn text(&self, key: &str) -> String {
        self.texts.text(key)
    }

    /// Returns a text with values in its places.
    fn fill(&self, key: &str, places: &[Place<'_>]) -> String {
        self.texts.fill(key, places)
    }
}
