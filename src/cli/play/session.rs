//! A person at the board: lines are read and carried out until the end.
//!
//! **The decision:** one loop. The side to move decides what comes next: the
//! engine thinks, or the person types a line. Nothing typed ends the game or
//! changes the board unless it can be parsed and is legal.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::alarm::Warning;
use super::args::{Names, PlayArgs, Sides};
use super::command::{self, Command};
use super::completion::Words;
use super::ending::{Ending, name};
use super::input::{Entry, Input, Question};
use super::palette;
use super::screen::Screen;
use super::table::Table;
use super::thinker::{Thinker, Thought};
use super::view::View;
use crate::base::Color;
use crate::engine::Strength;
use crate::game::{GameRecord, Variant};
use crate::search::Limits;
use crate::tournament::Clock;

/// The greatest number of legal turns generated for lists and completions.
const MOST_TURNS: usize = 2_000;
/// The time that the engine holds back from its clock at each turn.
const OVERHEAD: Duration = Duration::from_millis(20);

/// Whether to go on after a command.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// Another line follows.
    GoOn,
    /// The person has left.
    Quit,
}

/// A session of one or more games.
pub struct Session {
    pub(super) table: Table,
    pub(super) view: View,
    pub(super) thinker: Thinker,
    pub(super) screen: Screen,
    pub(super) input: Input,
    pub(super) control: Option<Clock>,
    pub(super) movetime: Duration,
    /// Whether the board has changed since it was shown.
    pub(super) is_stale: bool,
    /// Whether the engine waits although it is to move.
    pub(super) is_paused: bool,
    /// Whether the end of the game has been announced.
    pub(super) is_told: bool,
    /// The files that this session has written.
    pub(super) saved: Vec<PathBuf>,
    /// Whether Ctrl-C was the last input.
    wants_to_leave: bool,
}

impl Session {
    /// Creates a session that has not begun.
    pub fn new(
        args: &PlayArgs,
        game: GameRecord,
        thinker: Thinker,
        screen: Screen,
        input: Input,
    ) -> Self {
        Self {
            table: Table::new(game, args.time),
            view: View {
                sides: args.sides,
                strength: args.strength(),
                names: args.numbers,
                is_turned: args.sides == Sides::Black,
            },
            thinker,
            screen,
            input,
            control: args.time,
            movetime: args.thinking_time(),
            is_stale: true,
            is_paused: false,
            is_told: false,
            saved: Vec::new(),
            wants_to_leave: false,
        }
    }

    /// Plays until the person leaves.
    ///
    /// # Errors
    /// If stdout can't be written.
    pub fn run(&mut self) -> io::Result<()> {
        if self.input.is_terminal() {
            let version = env!("CARGO_PKG_VERSION");
            let turns = self.shown_turns();
            let turn = turns.first().map_or("d4-d6", String::as_str);
            self.screen.say(&format!(
                "Batyr {version}. Type a turn such as {turn}, 'help' for help; Tab completes."
            ))?;
        }
        loop {
            self.tell_end()?;
            if self.is_engine_to_move() {
                self.engine_turn()?;
                continue;
            }
            if self.is_stale && self.input.is_terminal() {
                self.show_board()?;
            }
            if self.ask()? == Next::Quit {
                return Ok(());
            }
        }
    }

    /// Returns whether an error was reported.
    pub const fn has_complained(&self) -> bool {
        self.screen.has_complained()
    }

    fn is_engine_to_move(&self) -> bool {
        let mover = self.table.game().side_to_move();
        !self.is_paused && self.table.ending().is_none() && !self.view.sides.has(mover)
    }

    /// Announces the end of the game, once.
    fn tell_end(&mut self) -> io::Result<()> {
        let Some(ending) = self.table.ending() else {
            self.is_told = false;
            return Ok(());
        };
        if self.is_told {
            return Ok(());
        }
        self.is_told = true;
        if self.is_stale && self.input.is_terminal() {
            self.show_board()?;
        }
        let strong = palette::GOOD;
        let words = ending.words();
        self.screen.say(&format!("{strong}{words}{strong:#}"))?;
        if self.input.is_terminal() {
            self.screen
                .say("'new' begins another game, 'undo' takes back, 'save FILE' keeps it.")?;
        }
        Ok(())
    }

    /// Reads a line and carries it out.
    fn ask(&mut self) -> io::Result<Next> {
        self.screen.wipe()?;
        self.table.run_clock();
        let question = Question {
            prompt: self.prompt(),
            words: Words {
                turns: self.shown_turns(),
            },
            warning: self.flag_warning(),
        };
        let entry = match self.thinker.take_missed_interrupt() {
            true => Entry::Interrupt,
            false => self.input.next(question),
        };
        if matches!(entry, Entry::Line(_)) {
            // A person who has typed a line since the interrupt wants to go on.
            self.thinker.take_missed_interrupt();
        }
        self.table.check_flag();
        let asked_before = std::mem::take(&mut self.wants_to_leave);
        match entry {
            Entry::Line(line) => match command::read(&line) {
                Ok(command) => return self.obey(command),
                Err(error) => self.screen.complain(&error.to_string())?,
            },
            Entry::Unreadable(error) => self.screen.complain(&error)?,
            Entry::Interrupt if asked_before => return Ok(Next::Quit),
            Entry::Interrupt => {
                self.wants_to_leave = true;
                self.screen.say("Ctrl-C again or Ctrl-D leaves the game.")?;
            }
            Entry::End => return Ok(Next::Quit),
        }
        Ok(Next::GoOn)
    }

    /// Asks the person and returns whether the answer is yes. A script is not
    /// asked.
    pub(super) fn confirms(&mut self, question: &str) -> bool {
        if !self.input.is_terminal() {
            return false;
        }
        let question = Question {
            prompt: format!("{question} [y/N] "),
            words: Words::default(),
            warning: None,
        };
        let entry = self.input.next(question);
        matches!(entry, Entry::Line(line) if ["y", "yes"].contains(&line.trim().to_lowercase().as_str()))
    }

    /// Returns the warning to print when the flag of the side to move falls.
    fn flag_warning(&self) -> Option<Warning> {
        let mover = self.table.game().side_to_move();
        let clocks = self.table.clocks.as_ref()?;
        let left = u64::try_from(clocks.left(mover)).ok()?;
        self.table.ending().is_none().then(|| Warning {
            after: Duration::from_millis(left),
            text: format!("{}'s time is over; press Enter.\n", name(mover)),
        })
    }

    fn prompt(&self) -> String {
        match self.table.ending() {
            Some(_) => "over> ".to_owned(),
            None => format!("{}> ", name(self.table.game().side_to_move())),
        }
    }

    /// Returns the legal turns; none after the end.
    pub(super) fn legal(&self) -> Vec<String> {
        match self.table.ending() {
            Some(_) => Vec::new(),
            None => self.table.game().legal_texts(MOST_TURNS),
        }
    }

    /// Returns the legal turns as they are to be written.
    pub(super) fn shown_turns(&self) -> Vec<String> {
        self.legal()
            .iter()
            .map(|text| self.view.turn(text))
            .collect()
    }

    /// Shows the board.
    pub(super) fn show_board(&mut self) -> io::Result<()> {
        let lines = self.view.lines(&self.table, &self.legal());
        for line in lines {
            self.screen.say(line.trim_end())?;
        }
        self.is_stale = false;
        Ok(())
    }

    /// Replaces the current game by another.
    pub(super) fn begin(&mut self, game: GameRecord) {
        self.thinker.forget();
        self.table = Table::new(game, self.control);
        (self.is_stale, self.is_paused) = (true, false);
    }

    /// Begins a new game from the start position.
    pub(super) fn begin_anew(&mut self, variant: Option<Variant>) {
        let variant = variant.unwrap_or(self.table.game().variant());
        self.begin(GameRecord::new(variant));
    }

    /// Makes the engine think and play.
    pub(super) fn engine_turn(&mut self) -> io::Result<()> {
        let mover = self.table.game().side_to_move();
        self.table.run_clock();
        let strength = match self.view.sides.has(mover) {
            true => Strength::Full,
            false => self.view.strength,
        };
        let Some(thought) = self.think(self.playing_limits(), strength)? else {
            self.is_paused = true;
            return Ok(());
        };
        if thought.is_cut_short && self.view.sides == Sides::None {
            self.is_paused = true;
        }
        self.table.check_flag();
        let Some(best) = thought.best.filter(|_| self.table.ending().is_none()) else {
            // Without a legal turn the game has ended, so that this is not
            // reached again.
            self.is_paused = true;
            return Ok(());
        };
        if let Err(error) = self.table.play(&best) {
            self.is_paused = true;
            return self.screen.complain(&error.to_string());
        }
        self.is_stale = true;
        if self.view.sides == Sides::None && self.input.is_terminal() {
            self.show_board()?;
        }
        let said = format!("Batyr plays {}", self.view.turn(&best));
        self.screen.say(&said)
    }

    fn playing_limits(&self) -> Limits {
        match &self.table.clocks {
            Some(clocks) => Limits {
                overhead: OVERHEAD,
                ..clocks.limits()
            },
            None => Limits::movetime(self.movetime),
        }
    }

    /// Makes the engine think. Returns `None` if it can't, which has been
    /// reported.
    pub(super) fn think(
        &mut self,
        limits: Limits,
        strength: Strength,
    ) -> io::Result<Option<Thought>> {
        let screen = &mut self.screen;
        let mut shown = screen.pass("Batyr thinks (Ctrl-C: answer now)");
        let mut depth = 0;
        let mut show = |line: &crate::engine::Line| {
            if line.depth > depth && shown.is_ok() {
                depth = line.depth;
                shown = screen.pass(&format!(
                    "Batyr thinks, {depth} plies ahead (Ctrl-C: answer now)"
                ));
            }
        };
        let thought = self
            .thinker
            .think(self.table.game(), limits, strength, &mut show);
        shown?;
        self.screen.wipe()?;
        match thought {
            Ok(thought) => {
                for error in &thought.errors {
                    self.screen.complain(error)?;
                }
                Ok(Some(thought))
            }
            Err(error) => {
                self.screen.complain(&error.to_string())?;
                Ok(None)
            }
        }
    }

    /// Returns the person's side, which resigns or offers a draw.
    pub(super) fn own_side(&self) -> Option<Color> {
        let mover = self.table.game().side_to_move();
        match self.view.sides {
            Sides::White => Some(Color::White),
            Sides::Black => Some(Color::Black),
            Sides::Both => Some(mover),
            Sides::None => None,
        }
    }

    /// Sets whether squares are named by official numbers; toggles if `None`.
    pub(super) fn set_names(&mut self, official: Option<bool>) -> io::Result<()> {
        if !self.table.game().variant().is_shatra() {
            return self
                .screen
                .complain("the squares of this board have no numbers");
        }
        let official = official.unwrap_or(self.view.names == Names::Letters);
        self.view.names = if official {
            Names::Official
        } else {
            Names::Letters
        };
        self.is_stale = true;
        Ok(())
    }

    /// Ends the game in a way that does not follow from the board.
    pub(super) fn end(&mut self, ending: Ending) {
        self.table.end(ending);
    }

    fn obey(&mut self, command: Command) -> io::Result<Next> {
        if command == Command::Quit {
            return Ok(Next::Quit);
        }
        super::obey::obey(self, command)?;
        Ok(Next::GoOn)
    }
}
