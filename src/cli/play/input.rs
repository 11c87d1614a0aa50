//! Reads the input of a game: from a line editor on a terminal, otherwise from plain
//! stdin.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, Read};

use batyr_protocol::LineSplitter;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::{Hint, Hinter};
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, ExternalPrinter, Helper};

use super::completion::{CompletionHint, WordCompleter};
use super::palette;
use super::warning_timer::{TimedWarning, WarningTimer};

/// An input event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputEvent {
    /// A line.
    Line(String),
    /// A line that is not UTF-8 text.
    NotUtf8,
    /// A line that can't be read, and why.
    Unreadable(String),
    /// Ctrl-C.
    Interrupt,
    /// The end of the input.
    End,
}

/// A prompt for a line.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// The text before the line.
    pub text: String,
    /// The completer for the line.
    pub completer: WordCompleter,
    /// The warning to print while the user types.
    pub warning: Option<TimedWarning>,
}

/// A source of lines.
pub enum PlayInput {
    /// A user at a terminal.
    Terminal(Box<TerminalInput>),
    /// A script on stdin.
    Plain(PlainInput),
}

impl PlayInput {
    /// Creates an input that reads from a line editor.
    ///
    /// # Errors
    /// Returns an error if the editor can't use the terminal.
    pub fn terminal(with_colors: bool) -> rustyline::Result<Self> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .completion_prompt_limit(400)
            .auto_add_history(true)
            .history_ignore_dups(true)?
            .color_mode(match with_colors {
                true => ColorMode::Forced,
                false => ColorMode::Disabled,
            })
            .build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history)?;
        editor.set_helper(Some(LineHelper::default()));
        // Without cursor movement, warnings can't be printed above the prompt.
        let timer = editor.create_external_printer().ok().map(|mut printer| {
            WarningTimer::new(Box::new(move |text| {
                if let Err(error) = printer.print(text) {
                    log::warn!("a warning can't be printed: {error}");
                }
            }))
        });
        Ok(Self::Terminal(Box::new(TerminalInput { editor, timer })))
    }

    /// Creates an input from plain stdin.
    pub fn plain() -> Self {
        Self::Plain(PlainInput::default())
    }

    /// Returns whether the input is a terminal, where a user types.
    pub const fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// Returns whether Ctrl-C at the prompt arrives as [`InputEvent::Interrupt`]
    /// rather than as a signal.
    pub const fn receives_interrupts(&self) -> bool {
        matches!(self, Self::Terminal(terminal) if terminal.timer.is_some())
    }

    /// Waits for the next event and returns it; shows the prompt on a terminal.
    pub fn next(&mut self, prompt: Prompt) -> InputEvent {
        match self {
            Self::Terminal(terminal) => terminal.next(prompt),
            Self::Plain(plain) => plain.next(),
        }
    }
}

/// A line editor, and the timer for warnings at its prompt.
pub struct TerminalInput {
    editor: Editor<LineHelper, MemHistory>,
    timer: Option<WarningTimer>,
}

impl TerminalInput {
    fn next(&mut self, prompt: Prompt) -> InputEvent {
        if let Some(helper) = self.editor.helper_mut() {
            helper.completer = prompt.completer;
        }
        let strong = palette::STRONG;
        let styled = format!("{strong}{}{strong:#}", prompt.text);
        let timer = self.timer.as_ref().zip(prompt.warning);
        let _canceller = timer.map(|(timer, warning)| timer.start(warning));
        match self.editor.readline(&(prompt.text, styled)) {
            Ok(line) => InputEvent::Line(line),
            Err(ReadlineError::Interrupted) => InputEvent::Interrupt,
            Err(ReadlineError::Eof) => InputEvent::End,
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                InputEvent::NotUtf8
            }
            Err(error) => {
                log::error!("the terminal can't be read: {error}");
                InputEvent::End
            }
        }
    }
}

/// A reader of lines from stdin, which may contain any bytes and have any length.
#[derive(Default)]
pub struct PlainInput {
    splitter: LineSplitter,
    pending: VecDeque<InputEvent>,
    is_over: bool,
}

impl PlainInput {
    fn next(&mut self) -> InputEvent {
        let mut chunk = [0; 1 << 12];
        loop {
            if let Some(event) = self.pending.pop_front() {
                return event;
            }
            if self.is_over {
                return InputEvent::End;
            }
            let mut lines = Vec::new();
            match io::stdin().read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(read) if read > 0 => {
                    self.splitter
                        .push(chunk.get(..read).unwrap_or_default(), &mut lines);
                }
                _ => {
                    self.is_over = true;
                    lines.extend(self.splitter.finish());
                }
            }
            self.pending
                .extend(lines.into_iter().map(|line| match line {
                    Ok(line) => InputEvent::Line(line),
                    Err(error) => InputEvent::Unreadable(error.to_string()),
                }));
        }
    }
}

/// The helper of the line editor: completion and hints in the current game.
#[derive(Default)]
pub struct LineHelper {
    completer: WordCompleter,
}

impl Helper for LineHelper {}

impl Validator for LineHelper {}

impl Completer for LineHelper {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.completer.complete(line.get(..pos).unwrap_or_default()))
    }
}

impl Hinter for LineHelper {
    type Hint = CompletionHint;

    fn hint(&self, line: &str, pos: usize, _context: &Context<'_>) -> Option<CompletionHint> {
        (pos == line.len()).then(|| self.completer.hint(line))?
    }
}

impl Hint for CompletionHint {
    fn display(&self) -> &str {
        &self.shown
    }

    fn completion(&self) -> Option<&str> {
        self.inserted.as_deref()
    }
}

impl Highlighter for LineHelper {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        let dim = palette::DIM;
        Cow::Owned(format!("{dim}{hint}{dim:#}"))
    }
}
