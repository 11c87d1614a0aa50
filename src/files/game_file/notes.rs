//! The commands in the comment of a turn, such as `[%clk 0:04:59]`: clocks, scores, marked
//! squares and arrows.
//!
//! These are the commands that lichess, chess.com and ChessBase write into PGN files. In a file
//! they are part of the comment; hosts get them as fields. Other commands stay in the text.

use std::fmt::Write;

/// A comment, with its commands separated from the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// The text without the commands.
    pub text: String,
    /// The time on the clock of the side that played the turn (`[%clk 0:04:59.5]`), in
    /// milliseconds.
    pub clock_ms: Option<u64>,
    /// The score after the turn from White's point of view, as written (`[%eval -0.35]`,
    /// `[%eval #3]`).
    pub eval: Option<String>,
    /// Marked squares (`[%csl Gd4,Re5]`), each a letter for the colour and a square.
    pub squares: Vec<String>,
    /// Arrows (`[%cal Gd4d6]`), each a letter for the colour and two squares.
    pub arrows: Vec<String>,
}

impl Notes {
    /// Takes the commands out of a comment. A command that can't be read stays in the text, and
    /// so does a second command of the same kind.
    pub fn read(comment: &str) -> Self {
        let mut notes = Self {
            text: comment.to_owned(),
            ..Self::default()
        };
        // The text around a command may be a command once the inner one is taken out.
        while notes.take_commands() {}
        notes
    }

    /// Takes the commands out of the text. Returns whether there were any.
    fn take_commands(&mut self) -> bool {
        let comment = std::mem::take(&mut self.text);
        let (mut rest, mut has_taken) = (comment.as_str(), false);
        while let Some((before, from)) = rest.split_once("[%") {
            self.text.push_str(before);
            // A command contains no bracket, so the search for its end stays within it.
            let end = from.find(['[', ']']);
            let command = end.and_then(|end| Some((from.get(..end)?, from.get(end..)?)));
            let command = command.and_then(|(text, after)| Some((text, after.strip_prefix(']')?)));
            match command {
                Some((command, after)) if self.add(command) => {
                    has_taken = true;
                    // One space is left in place of a command, so that the text around it does
                    // not join into another command.
                    rest = after.trim_start();
                    if !self.text.is_empty() && !self.text.ends_with(' ') {
                        self.text.push(' ');
                    }
                }
                _ => {
                    self.text.push_str("[%");
                    rest = from;
                }
            }
        }
        self.text.push_str(rest);
        self.text.truncate(self.text.trim_end().len());
        has_taken
    }

    /// Returns the first score, square or arrow that a file can't contain; `None` if all are valid.
    pub fn first_invalid(&self) -> Option<&str> {
        let eval = self.eval.as_ref().filter(|eval| !is_eval(eval));
        let square = self.squares.iter().find(|mark| !is_mark(mark, 1));
        let arrow = self.arrows.iter().find(|mark| !is_mark(mark, 2));
        eval.or(square).or(arrow).map(String::as_str)
    }

    /// Stores a command in its field. Returns `false` if it is unknown, invalid or a repetition.
    fn add(&mut self, command: &str) -> bool {
        let (name, value) = command.split_once(' ').unwrap_or((command, ""));
        let value = value.trim();
        match name {
            "clk" if self.clock_ms.is_none() => {
                self.clock_ms = clock_ms(value);
                self.clock_ms.is_some()
            }
            "eval" if self.eval.is_none() && is_eval(value) => {
                self.eval = Some(value.to_owned());
                true
            }
            "csl" if self.squares.is_empty() => add_marks(&mut self.squares, value, 1),
            "cal" if self.arrows.is_empty() => add_marks(&mut self.arrows, value, 2),
            _ => false,
        }
    }

    /// Returns the comment, with the commands before the text.
    pub fn comment(&self) -> String {
        let mut comment = String::new();
        let mut push = |name: &str, value: &str| {
            // Writing to a string does not fail.
            let _ = write!(comment, "[%{name} {value}] ");
        };
        if !self.squares.is_empty() {
            push("csl", &self.squares.join(","));
        }
        if !self.arrows.is_empty() {
            push("cal", &self.arrows.join(","));
        }
        if let Some(eval) = &self.eval {
            push("eval", eval);
        }
        if let Some(clock_ms) = self.clock_ms {
            push("clk", &clock_text(clock_ms));
        }
        comment.push_str(&self.text);
        comment.truncate(comment.trim_end().len());
        comment
    }
}

/// Converts a time, such as `1:02:03` or `0:00:09.5`, to milliseconds.
fn clock_ms(text: &str) -> Option<u64> {
    let [hours, minutes, seconds] = text.split(':').collect::<Vec<_>>().try_into().ok()?;
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let has_only_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let number = |part: &str| part.parse::<u64>().ok().filter(|_| has_only_digits(part));
    if !has_only_digits(fraction) {
        return None;
    }
    let thousandths = format!("{fraction:0<3}");
    let minutes = number(hours)?
        .checked_mul(60)?
        .checked_add(number(minutes)?)?;
    let seconds = minutes.checked_mul(60)?.checked_add(number(whole)?)?;
    seconds
        .checked_mul(1000)?
        .checked_add(number(thousandths.get(..3)?)?)
}

/// Returns a time as text, with the fraction of a second unless that is zero.
fn clock_text(clock_ms: u64) -> String {
    let (seconds, thousandths) = (clock_ms / 1000, clock_ms % 1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = match thousandths {
        0 => String::new(),
        _ => format!(".{thousandths:03}"),
    };
    let fraction = fraction.trim_end_matches('0');
    format!("{hours}:{minutes:02}:{seconds:02}{fraction}")
}

/// Returns whether a text is a score: `-0.35`, `#3` or `#-2`, perhaps with a depth after a comma.
fn is_eval(text: &str) -> bool {
    let (score, depth) = text.split_once(',').unwrap_or((text, "0"));
    let is_score = match score.strip_prefix('#') {
        Some(moves) => moves.parse::<i32>().is_ok(),
        None => score.parse::<f64>().is_ok_and(f64::is_finite),
    };
    is_score && depth.trim().parse::<u32>().is_ok()
}

/// Adds comma-separated marks; if one is not a mark of this number of squares, returns `false`.
fn add_marks(marks: &mut Vec<String>, text: &str, squares: usize) -> bool {
    let all = text.split(',').map(str::trim);
    if !all.clone().all(|mark| is_mark(mark, squares)) {
        return false;
    }
    marks.extend(all.map(str::to_owned));
    true
}

/// Returns whether a text is a letter for a colour, followed by this number of squares.
fn is_mark(text: &str, squares: usize) -> bool {
    let Some(mut rest) = text.strip_prefix(['G', 'R', 'Y', 'B', 'O', 'C']) else {
        return false;
    };
    for _ in 0..squares {
        let Some(after) = rest.strip_prefix(|file: char| matches!(file, 'a'..='h')) else {
            return false;
        };
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        if !(1..=2).contains(&digits) {
            return false;
        }
        rest = after.get(digits..).unwrap_or_default();
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_and_written() {
        let comment = "[%csl Gd4,Re14] [%cal Gd4d6,Rc10a6] [%eval -0.35] [%clk 0:04:59.5] A plan.";
        let notes = Notes::read(comment);
        assert_eq!(
            notes,
            Notes {
                text: "A plan.".to_owned(),
                clock_ms: Some(299_500),
                eval: Some("-0.35".to_owned()),
                squares: vec!["Gd4".to_owned(), "Re14".to_owned()],
                arrows: vec!["Gd4d6".to_owned(), "Rc10a6".to_owned()],
            }
        );
        assert_eq!(notes.comment(), comment);
        let notes = Notes::read("before [%eval #-3,12] after [%clk 1:00:00]");
        assert_eq!(
            (notes.text.as_str(), notes.eval.as_deref()),
            ("before after", Some("#-3,12"))
        );
        assert_eq!(notes.clock_ms, Some(3_600_000));
        assert_eq!(
            notes.comment(),
            "[%eval #-3,12] [%clk 1:00:00] before after"
        );
    }

    #[test]
    fn what_can_not_be_read_stays_in_the_text() {
        for comment in [
            "[%eval]",
            "[%eval much]",
            "[%clk 5:00]",
            "[%clk 1:2:x]",
            "[%clk 99999999999999999:00:00]",
            "[%clk 999999999999999999:00:00]",
            "[%clk 0:00:01.5x]",
            "[%clk 0:00:01.123x]",
            "[%csl Zd4]",
            "[%cal Gd4]",
            "[%emt 0:00:05] so",
            "[%clk",
            "[%",
            "50 % [x]",
        ] {
            let notes = Notes::read(comment);
            assert_eq!(notes.text, comment);
            assert_eq!(notes.comment(), comment);
        }
        let precise = Notes::read("[%clk 0:00:01.055]");
        assert_eq!(precise.clock_ms, Some(1055));
        assert_eq!(precise.comment(), "[%clk 0:00:01.055]");
        // If it were read, a second command of the same kind would be lost.
        let twice = Notes::read("[%clk 0:00:01] [%clk 0:00:02]");
        assert_eq!(twice.comment(), "[%clk 0:00:01] [%clk 0:00:02]");
    }

    #[test]
    fn many_brackets_take_no_long_time() {
        let brackets = "[%".repeat(500_000) + "]";
        let start = std::time::Instant::now();
        assert_eq!(Notes::read(&brackets).text, brackets);
        assert!(start.elapsed() < std::time::Duration::from_secs(5));
    }
}
