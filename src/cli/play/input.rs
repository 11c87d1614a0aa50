//! Reads lines: those that a user types in a line editor, or those of a script.

use std::io::{self, StdinLock};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, Helper};

use super::screen::{STRONG, styled};
use crate::files::game_file::{FileFault, LineReader};
use crate::game::Variant;

/// An input event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputEvent {
    /// A line.
    Line(String),
    /// A line that is not UTF-8 text.
    NotUtf8,
    /// A line of a script that can't be read, as its error message.
    Unreadable(String),
    /// Ctrl-C.
    Interrupt,
    /// The end of the input.
    End,
}

/// A source of lines.
pub enum Input {
    /// A user at a terminal.
    Terminal(Box<Editor<WordCompleter, MemHistory>>),
    /// A script on stdin.
    Script(LineReader<StdinLock<'static>>),
}

impl Input {
    /// Creates an input from a line editor.
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
        let editor = Editor::with_history(config, history)?;
        Ok(Self::Terminal(Box::new(editor)))
    }

    /// Creates an input from plain stdin.
    pub fn script() -> Self {
        Self::Script(LineReader::new(io::stdin().lock()))
    }

    /// Returns whether Ctrl-C at the prompt arrives as [`InputEvent::Interrupt`] rather than
    /// as a signal, because a user types at a terminal whose lines can be edited.
    pub fn receives_interrupts(&mut self) -> bool {
        match self {
            // No other method of the editor says whether it can edit lines.
            Self::Terminal(editor) => editor.create_external_printer().is_ok(),
            Self::Script(_) => false,
        }
    }

    /// Waits for the next event and returns it. On a terminal, shows the prompt and completes
    /// `words`, with which a line may begin.
    pub fn next(&mut self, prompt: &str, words: Vec<String>) -> InputEvent {
        let editor = match self {
            Self::Terminal(editor) => editor,
            Self::Script(lines) => {
                return match lines.next() {
                    Some(Ok(line)) => InputEvent::Line(line.text),
                    Some(Err(error)) if !matches!(error.fault, FileFault::Input(_)) => {
                        InputEvent::Unreadable(error.to_string())
                    }
                    Some(Err(_)) | None => InputEvent::End,
                };
            }
        };
        editor.set_helper(Some(WordCompleter { words }));
        match editor.readline(&(prompt, styled(STRONG, prompt))) {
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

/// Completes the line that the user is typing.
#[derive(Clone, Debug)]
pub struct WordCompleter {
    /// The words with which a line may begin.
    words: Vec<String>,
}

impl WordCompleter {
    /// Returns the byte offset of the last word of a text, and the completions of this word:
    /// `words` at the start of the line, variants after `new`, otherwise none.
    fn completions(&self, text: &str) -> (usize, Vec<String>) {
        let word = text.rsplit(char::is_whitespace).next().unwrap_or_default();
        let start = text.len() - word.len();
        let candidates = match text.get(..start).unwrap_or_default().trim() {
            "" => self.words.clone(),
            "new" => Variant::ALL.map(|variant| variant.id().to_owned()).into(),
            _ => Vec::new(),
        };
        let word = word.to_ascii_lowercase();
        let fits = |candidate: &String| candidate.to_ascii_lowercase().starts_with(&word);
        let mut words: Vec<_> = candidates.into_iter().filter(fits).collect();
        words.sort();
        (start, words)
    }
}

impl Helper for WordCompleter {}

impl Validator for WordCompleter {}

impl Completer for WordCompleter {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.completions(line.get(..pos).unwrap_or_default()))
    }
}

impl Hinter for WordCompleter {
    type Hint = String;
}

impl Highlighter for WordCompleter {}

#[cfg(test)]
mod tests {
    use super::*;

    fn completer() -> WordCompleter {
        let words = [
            "a5-a6", "a5-a7", "d1-d6", "moves ", "new ", "resign", "undo",
        ];
        WordCompleter {
            words: words.map(str::to_owned).into(),
        }
    }

    #[test]
    fn turns_and_commands_are_completed() {
        let completer = completer();
        assert_eq!(completer.completions("A5").1, ["a5-a6", "a5-a7"]);
        assert_eq!(completer.completions("mov").1, ["moves "]);
        assert_eq!(completer.completions("").1.len(), completer.words.len());
    }

    #[test]
    fn the_argument_of_new_is_completed() {
        let completer = completer();
        let (start, found) = completer.completions("new shatra-k");
        assert_eq!((start, found), (4, vec!["shatra-kurin".to_owned()]));
        assert_eq!(completer.completions("undo x").1, Vec::<String>::new());
    }
}
