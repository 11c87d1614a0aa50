//! Runs the main loop of `batyr play`.
//!
//! If the side to move is the engine's, the engine plays; otherwise the next line of the
//! user is read and executed. A line that can't be parsed, or is not legal, changes
//! nothing.

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use super::args::{PlayArgs, Sides, SquareNames};
use super::blocking_engine::{BlockingEngine, SearchAnswer};
use super::command::{self, PlayCommand};
use super::completion::WordCompleter;
use super::ending::Ending;
use super::game_state::GameState;
use super::input::{InputEvent, PlayInput, Prompt};
use super::palette;
use super::screen::Screen;
use super::view::{View, variant_key};
use super::warning_timer::TimedWarning;
use crate::base::Color;
use crate::engine::Strength;
use crate::game::{GameRecord, Variant};
use crate::page::{Texts, side_key};
use crate::search::Limits;
use crate::tournament::TimeControl;
use crate::util::version::VERSION;

/// The maximum number of legal turns that are listed or completed.
const MAX_TURNS: usize = 2_000;
/// The part of the engine's time that it leaves unused on each turn, for the work
/// between searches.
const OVERHEAD: Duration = Duration::from_millis(20);

/// A session of one or more games.
pub struct PlaySession {
    pub(super) game: GameState,
    pub(super) view: View,
    pub(super) engine: BlockingEngine,
    pub(super) screen: Screen,
    pub(super) input: PlayInput,
    pub(super) texts: Texts,
    pub(super) time_control: Option<TimeControl>,
    pub(super) movetime: Duration,
    /// Whether the board has changed since it was shown.
    pub(super) is_board_stale: bool,
    /// Whether the engine waits even if it is to move.
    pub(super) is_paused: bool,
    /// Whether the end of the game has been announced.
    pub(super) is_end_announced: bool,
    /// The files that this session has written.
    pub(super) saved: Vec<PathBuf>,
    /// Whether Ctrl-C was the last input.
    was_interrupted: bool,
}

impl PlaySession {
    /// Creates a session that has not begun.
    pub fn new(
        args: &PlayArgs,
        game: GameRecord,
        engine: BlockingEngine,
        screen: Screen,
        input: PlayInput,
        texts: Texts,
    ) -> Self {
        Self {
            game: GameState::new(game, args.time),
            view: View {
                sides: args.sides,
                strength: args.strength(),
                names: args.numbers,
                is_flipped: args.sides == Sides::Black,
            },
            engine,
            screen,
            input,
            texts,
            time_control: args.time,
            movetime: args.thinking_time(),
            is_board_stale: true,
            is_paused: false,
            is_end_announced: false,
            saved: Vec::new(),
            was_interrupted: false,
        }
    }

    /// Plays until the user quits.
    ///
    /// # Errors
    /// Returns an error if stdout can't be written.
    pub fn run(&mut self) -> io::Result<()> {
        if self.input.is_terminal() {
            let version = VERSION;
            let turns = self.shown_turns();
            let turn = turns.first().map_or("d4-d6", String::as_str);
            self.screen.print_line(&self.texts.fill(
                "terminal.welcome",
                &[("version", &version), ("turn", &turn)],
            ))?;
        }
        loop {
            self.announce_end()?;
            if self.is_engine_to_move() {
                self.play_engine_turn()?;
                continue;
            }
            if self.is_board_stale && self.input.is_terminal() {
                self.show_board()?;
            }
            if self.read_and_execute()?.is_break() {
                return Ok(());
            }
        }
    }

    /// Returns whether an error was reported.
    pub const fn has_errors(&self) -> bool {
        self.screen.has_errors()
    }

    fn is_engine_to_move(&self) -> bool {
        let mover = self.game.record().side_to_move();
        !self.is_paused && self.game.ending().is_none() && !self.view.sides.has(mover)
    }

    /// Announces the end of the game, once.
    fn announce_end(&mut self) -> io::Result<()> {
        let Some(ending) = self.game.ending() else {
            self.is_end_announced = false;
            return Ok(());
        };
        if self.is_end_announced {
            return Ok(());
        }
        self.is_end_announced = true;
        if self.is_board_stale && self.input.is_terminal() {
            self.show_board()?;
        }
        let style = palette::RESULT;
        let sentence = ending.announcement(&self.texts);
        self.screen
            .print_line(&format!("{style}{sentence}{style:#}"))?;
        if self.input.is_terminal() {
            let advice = self.texts.text("terminal.after-end");
            self.screen.print_line(&advice)?;
        }
        Ok(())
    }

    /// Reads a line and executes it. Returns `Break` if the user has quit.
    fn read_and_execute(&mut self) -> io::Result<ControlFlow<()>> {
        self.screen.clear_status()?;
        self.game.run_clock();
        let prompt = Prompt {
            text: self.prompt(),
            completer: WordCompleter {
                turns: self.shown_turns(),
                more: self.texts.text("terminal.more"),
            },
            warning: self.flag_warning(),
        };
        let event = match self.engine.take_missed_interrupt() {
            true => InputEvent::Interrupt,
            false => self.input.next(prompt),
        };
        if matches!(event, InputEvent::Line(_)) {
            // A user who types a line after the interrupt wants to continue.
            self.engine.take_missed_interrupt();
        }
        self.game.check_flag();
        let was_interrupted = std::mem::take(&mut self.was_interrupted);
        match event {
            InputEvent::Line(line) => match command::parse(&line) {
                Ok(command) => return self.execute(command),
                Err(error) => self.screen.print_error(&error.message(&self.texts))?,
            },
            InputEvent::NotUtf8 => self.print_error("terminal.not-utf8")?,
            InputEvent::Unreadable(error) => self.screen.print_error(&error)?,
            InputEvent::Interrupt if was_interrupted => return Ok(ControlFlow::Break(())),
            InputEvent::Interrupt => {
                self.was_interrupted = true;
                self.print("terminal.leave")?;
            }
            InputEvent::End => return Ok(ControlFlow::Break(())),
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Asks the user for confirmation. For a script, the answer is no.
    pub(super) fn confirm(&mut self, question: &str) -> bool {
        if !self.input.is_terminal() {
            return false;
        }
        let prompt = Prompt {
            text: self
                .texts
                .fill("terminal.confirm", &[("question", &question)]),
            completer: WordCompleter::default(),
            warning: None,
        };
        let event = self.input.next(prompt);
        let yes = format!("y yes {}", self.texts.text("terminal.yes"));
        let is_yes = |line: &str| {
            yes.split(' ')
                .any(|word| word == line.trim().to_lowercase())
        };
        matches!(event, InputEvent::Line(line) if is_yes(&line))
    }

    /// Returns the warning to print when the flag of the side to move falls.
    fn flag_warning(&self) -> Option<TimedWarning> {
        let mover = self.game.record().side_to_move();
        let clocks = self.game.clocks.as_ref()?;
        let left = u64::try_from(clocks.left(mover)).ok()?;
        self.game.ending().is_none().then(|| TimedWarning {
            after: Duration::from_millis(left),
            text: self.texts.of_side("terminal.flag-warning", mover, &[]) + "\n",
        })
    }

    fn prompt(&self) -> String {
        match self.game.ending() {
            Some(_) => self.texts.text("terminal.prompt-over") + "> ",
            None => {
                let mover = self.game.record().side_to_move();
                self.texts.text(&side_key("side", mover)) + "> "
            }
        }
    }

    /// Returns the texts of the legal turns; none if the game is over.
    pub(super) fn legal_turns(&self) -> Vec<String> {
        match self.game.ending() {
            Some(_) => Vec::new(),
            None => self.game.record().legal_texts(MAX_TURNS),
        }
    }

    /// Returns the texts of the legal turns with squares named as the user has chosen.
    pub(super) fn shown_turns(&self) -> Vec<String> {
        self.legal_turns()
            .iter()
            .map(|text| self.view.shown_turn(text))
            .collect()
    }

    /// Shows the board.
    pub(super) fn show_board(&mut self) -> io::Result<()> {
        let lines = self
            .view
            .lines(&self.game, &self.legal_turns(), &self.texts);
        for line in lines {
            self.screen.print_line(line.trim_end())?;
        }
        self.is_board_stale = false;
        Ok(())
    }

    /// Replaces the current game with another.
    pub(super) fn begin_game(&mut self, game: GameRecord) {
        self.engine.clear();
        self.game = GameState::new(game, self.time_control);
        (self.is_board_stale, self.is_paused) = (true, false);
    }

    /// Begins a new game from the start position, of the current variant if `None`.
    pub(super) fn begin_new_game(&mut self, variant: Option<Variant>) {
        let variant = variant.unwrap_or(self.game.record().variant());
        self.begin_game(GameRecord::new(variant));
    }

    /// Makes the engine search and play a turn for the side to move.
    pub(super) fn play_engine_turn(&mut self) -> io::Result<()> {
        let mover = self.game.record().side_to_move();
        self.game.run_clock();
        let strength = match self.view.sides.has(mover) {
            true => Strength::Full,
            false => self.view.strength,
        };
        let Some(answer) = self.search(self.playing_limits(), strength)? else {
            self.is_paused = true;
            return Ok(());
        };
        if answer.is_interrupted && self.view.sides == Sides::None {
            self.is_paused = true;
        }
        self.game.check_flag();
        let Some(best) = answer.best.filter(|_| self.game.ending().is_none()) else {
            // The game is over, or the search returned no turn.
            self.is_paused = true;
            return Ok(());
        };
        if let Err(error) = self.game.play(&best) {
            self.is_paused = true;
            return self.screen.print_error(&error.to_string());
        }
        self.is_board_stale = true;
        if self.view.sides == Sides::None && self.input.is_terminal() {
            self.show_board()?;
        }
        let turn = self.view.shown_turn(&best);
        let text = self.texts.fill("terminal.engine-plays", &[("turn", &turn)]);
        self.screen.print_line(&text)
    }

    fn playing_limits(&self) -> Limits {
        match &self.game.clocks {
            Some(clocks) => Limits {
                overhead: OVERHEAD,
                ..clocks.limits()
            },
            None => Limits::movetime(self.movetime),
        }
    }

    /// Makes the engine search. Returns `None` if the engine rejects the game, after
    /// reporting the error.
    pub(super) fn search(
        &mut self,
        limits: Limits,
        strength: Strength,
    ) -> io::Result<Option<SearchAnswer>> {
        let (screen, texts) = (&mut self.screen, &self.texts);
        let mut status = screen.show_status(&texts.text("terminal.thinks"));
        let mut depth = 0;
        let mut show = |line: &crate::engine::PvLine| {
            if line.depth > depth && status.is_ok() {
                depth = line.depth;
                let count = u64::try_from(depth).unwrap_or_default();
                status = screen.show_status(&texts.count("terminal.thinks-ahead", count, &[]));
            }
        };
        let answer = self
            .engine
            .search(self.game.record(), limits, strength, &mut show);
        status?;
        self.screen.clear_status()?;
        match answer {
            Ok(answer) => {
                for error in &answer.errors {
                    self.screen.print_error(error)?;
                }
                Ok(Some(answer))
            }
            Err(error) => {
                self.screen.print_error(&error.to_string())?;
                Ok(None)
            }
        }
    }

    /// Returns the side for which the user resigns or offers a draw; `None` if the user
    /// plays neither side.
    pub(super) fn own_side(&self) -> Option<Color> {
        let mover = self.game.record().side_to_move();
        match self.view.sides {
            Sides::White => Some(Color::White),
            Sides::Black => Some(Color::Black),
            Sides::Both => Some(mover),
            Sides::None => None,
        }
    }

    /// Sets whether squares are named by official numbers; toggles if `None`.
    pub(super) fn set_names(&mut self, official: Option<bool>) -> io::Result<()> {
        if !self.game.record().variant().is_shatra() {
            return self.print_error("terminal.no-numbers");
        }
        let official = official.unwrap_or(self.view.names == SquareNames::Letters);
        self.view.names = if official {
            SquareNames::Official
        } else {
            SquareNames::Letters
        };
        self.is_board_stale = true;
        Ok(())
    }

    /// Prints a text that has no places.
    pub(super) fn print(&mut self, key: &str) -> io::Result<()> {
        self.screen.print_line(&self.texts.text(key))
    }

    /// Reports an error whose text has no places.
    pub(super) fn print_error(&mut self, key: &str) -> io::Result<()> {
        self.screen.print_error(&self.texts.text(key))
    }

    /// Returns the name of a game in the user's language.
    pub(super) fn name_of(&self, variant: Variant) -> String {
        self.texts.text(&variant_key(variant))
    }

    /// Ends the game by resignation or agreement.
    pub(super) fn end(&mut self, ending: Ending) {
        self.game.end(ending);
    }

    fn execute(&mut self, command: PlayCommand) -> io::Result<ControlFlow<()>> {
        if command == PlayCommand::Quit {
            return Ok(ControlFlow::Break(()));
        }
        super::execute::execute(self, command)?;
        Ok(ControlFlow::Continue(()))
    }
}
