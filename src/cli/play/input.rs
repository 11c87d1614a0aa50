//! The input of a game: a line editor on a terminal, plain stdin otherwise.

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

use super::alarm::{Alarm, Warning};
use super::completion::{Suggestion, Words};
use super::palette;

/// What the input yields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A line.
    Line(String),
    /// A line that can't be read, with the reason.
    Unreadable(String),
    /// Ctrl-C.
    Interrupt,
    /// The end of the input.
    End,
}

/// A question to the person.
#[derive(Clone, Debug)]
pub struct Question {
    /// The prompt.
    pub prompt: String,
    /// The words that complete an answer.
    pub words: Words,
    /// The warning to print while the answer is awaited.
    pub warning: Option<Warning>,
}

/// A source of lines.
pub enum Input {
    /// A person at a terminal.
    Terminal(Box<TerminalInput>),
    /// A script on stdin.
    Plain(PlainInput),
}

impl Input {
    /// Creates a line editor.
    ///
    /// # Errors
    /// If there is no terminal that the editor can use.
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
        editor.set_helper(Some(Typist::default()));
        // A terminal that can't move its cursor has no alarm.
        let alarm = editor.create_external_printer().ok().map(|mut printer| {
            Alarm::new(Box::new(move |text| {
                if let Err(error) = printer.print(text) {
                    log::warn!("past the prompt: {error}");
                }
            }))
        });
        Ok(Self::Terminal(Box::new(TerminalInput { editor, alarm })))
    }

    /// Creates an input from plain stdin.
    pub fn plain() -> Self {
        Self::Plain(PlainInput::default())
    }

    /// Returns whether the input is a terminal, where a person types.
    pub const fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// Returns whether Ctrl-C at the prompt arrives as [`Entry::Interrupt`]
    /// rather than as a signal.
    pub const fn takes_interrupts(&self) -> bool {
        matches!(self, Self::Terminal(terminal) if terminal.alarm.is_some())
    }

    /// Returns the next entry.
    pub fn next(&mut self, question: Question) -> Entry {
        match self {
            Self::Terminal(terminal) => terminal.next(question),
            Self::Plain(plain) => plain.next(),
        }
    }
}

/// A line editor, and the alarm for warnings at its prompt.
pub struct TerminalInput {
    editor: Editor<Typist, MemHistory>,
    alarm: Option<Alarm>,
}

impl TerminalInput {
    fn next(&mut self, question: Question) -> Entry {
        if let Some(typist) = self.editor.helper_mut() {
            typist.words = question.words;
        }
        let strong = palette::STRONG;
        let styled = format!("{strong}{}{strong:#}", question.prompt);
        let alarm = self.alarm.as_ref().zip(question.warning);
        let _set = alarm.map(|(alarm, warning)| alarm.set(warning));
        match self.editor.readline(&(question.prompt, styled)) {
            Ok(line) => Entry::Line(line),
            Err(ReadlineError::Interrupted) => Entry::Interrupt,
            Err(ReadlineError::Eof) => Entry::End,
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Entry::Unreadable("what was typed is no UTF-8 text".to_owned())
            }
            Err(error) => {
                log::error!("reading the terminal: {error}");
                Entry::End
            }
        }
    }
}

/// A reader of lines from stdin, of any bytes and any length.
#[derive(Default)]
pub struct PlainInput {
    splitter: LineSplitter,
    waiting: VecDeque<Entry>,
    is_over: bool,
}

impl PlainInput {
    fn next(&mut self) -> Entry {
        let mut chunk = [0; 1 << 12];
        loop {
            if let Some(entry) = self.waiting.pop_front() {
                return entry;
            }
            if self.is_over {
                return Entry::End;
            }
            let mut found = Vec::new();
            match io::stdin().read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(read) if read > 0 => {
                    self.splitter
                        .push(chunk.get(..read).unwrap_or_default(), &mut found);
                }
                _ => {
                    self.is_over = true;
                    found.extend(self.splitter.finish());
                }
            }
            self.waiting
                .extend(found.into_iter().map(|line| match line {
                    Ok(line) => Entry::Line(line),
                    Err(error) => Entry::Unreadable(error.to_string()),
                }));
        }
    }
}

/// The helper of the line editor: completion and hints in the current game.
#[derive(Default)]
pub struct Typist {
    words: Words,
}

impl Helper for Typist {}

impl Validator for Typist {}

impl Completer for Typist {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.words.complete(line.get(..pos).unwrap_or_default()))
    }
}

impl Hinter for Typist {
    type Hint = Suggestion;

    fn hint(&self, line: &str, pos: usize, _context: &Context<'_>) -> Option<Suggestion> {
        (pos == line.len()).then(|| self.words.suggest(line))?
    }
}

impl Hint for Suggestion {
    fn display(&self) -> &str {
        &self.shown
    }

    fn completion(&self) -> Option<&str> {
        self.taken.as_deref()
    }
}

impl Highlighter for Typist {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        let dim = palette::DIM;
        Cow::Owned(format!("{dim}{hint}{dim:#}"))
    }
}
