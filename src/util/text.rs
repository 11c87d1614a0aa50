//! Texts for people: untrusted text is escaped for error messages, logs and reports, and
//! durations and lists are formatted.
//!
//! Text from a file, a host or an engine may contain terminal escapes and line breaks,
//! and may be megabytes long. All such text is escaped and shortened by this module
//! before it reaches a person or a log.

use std::fmt::Write as _;

/// The maximum length of a token that an error message quotes in full, in characters.
const MAX_TOKEN_CHARS: usize = 80;
/// The maximum length of a peer's line that a message quotes in full, in characters.
const MAX_LINE_CHARS: usize = 200;

/// Returns a token for an error message: escaped, and shortened to 80 characters.
pub fn brief(token: &str) -> String {
    excerpt(token, MAX_TOKEN_CHARS)
}

/// Returns a [`brief`] token in quotation marks; any quotation marks within it are
/// escaped.
pub fn quoted(token: &str) -> String {
    format!("\"{}\"", brief(token).replace('"', "\\\""))
}

/// Returns a peer's line for a message or a log: escaped, and shortened to 200
/// characters.
pub fn shorten(text: &str) -> String {
    excerpt(text, MAX_LINE_CHARS)
}

/// Returns the whole text, escaped.
pub fn printable(text: &str) -> String {
    excerpt(text, usize::MAX)
}

/// Returns the whole text with each of its lines escaped.
pub fn printable_lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(printable).collect();
    lines.join("\n")
}

/// Returns a duration in its two largest units, or in seconds if it is less than a minute.
pub fn duration_text(seconds: f64) -> String {
    let whole = seconds.round().max(0.0) as u64;
    let (days, hours, minutes) = (whole / 86_400, whole / 3600, whole / 60);
    match whole {
        0..10 => format!("{seconds:.1} s"),
        10..60 => format!("{whole} s"),
        60..3600 => format!("{minutes} min {} s", whole % 60),
        3600..86_400 => format!("{hours} h {} min", minutes % 60),
        _ => format!("{days} d {} h", hours % 24),
    }
}

/// Returns JSON text with the same meaning, in which characters that a terminal would
/// interpret or not show are escaped.
pub fn printable_json(json: &str) -> String {
    let mut output = String::with_capacity(json.len());
    for c in json.chars() {
        // Strings in JSON contain no raw line break, and no other unprintable character occurs
        // outside strings.
        if c == '\n' || !is_unprintable(c) {
            output.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a String can't fail.
            let _ = write!(output, "\\u{unit:04x}");
        }
    }
    output
}

/// Returns the first `length` characters of the text, followed by `…` if the text is longer.
/// Characters that a terminal would interpret or not show are escaped, for example ESC
/// as `\u{1b}`.
pub fn excerpt(text: &str, length: usize) -> String {
    let mut output = String::new();
    for (index, c) in text.chars().enumerate() {
        if index == length {
            output.push('…');
            break;
        }
        if is_unprintable(c) {
            // Writing to a String can't fail.
            let _ = write!(output, "{}", c.escape_default());
        } else {
            output.push(c);
        }
    }
    output
}

/// Returns whether the text can be shown unescaped.
pub fn is_printable(text: &str) -> bool {
    !text.chars().any(is_unprintable)
}

/// Returns whether the character is a control character, a line break, a mark that
/// changes the direction of text, or invisible.
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

/// Arranges words, with this gap between them, in rows of at most `width` columns; a longer
/// word gets its own row.
pub fn in_rows(words: impl IntoIterator<Item: AsRef<str>>, gap: &str, width: usize) -> Vec<String> {
    let columns = |text: &str| text.chars().count();
    let mut rows: Vec<String> = Vec::new();
    for word in words {
        let word = word.as_ref();
        match rows.last_mut() {
            Some(row) if columns(row) + columns(gap) + columns(word) <= width => {
                row.push_str(gap);
                row.push_str(word);
            }
            _ => rows.push(word.to_owned()),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_tokens_are_shortened() {
        assert_eq!(brief("d4-d6"), "d4-d6");
        assert_eq!(brief(&"ж".repeat(80)), "ж".repeat(80));
        assert_eq!(brief(&"ж".repeat(81)), format!("{}…", "ж".repeat(80)));
    }

    #[test]
    fn durations_have_two_units() {
        for (seconds, text) in [
            (5.04, "5.0 s"),
            (59.4, "59 s"),
            (61.0, "1 min 1 s"),
            (3720.0, "1 h 2 min"),
            (90_000.0, "1 d 1 h"),
        ] {
            assert_eq!(duration_text(seconds), text);
        }
    }

    #[test]
    fn quotation_marks_within_a_token_do_not_end_it() {
        assert_eq!(quoted("y\"]\u{1b}"), "\"y\\\"]\\u{1b}\"");
    }

    #[test]
    fn escaped_json_means_the_same() {
        let text = "\u{1b}[31m \u{7f} \u{9b} \u{202e} \u{e0041} \u{1f600} ж \" \\ \n";
        let json = serde_json::to_string(&[text]).unwrap() + "\n";
        let escaped = printable_json(&json);
        assert!(is_printable(escaped.trim_end()), "{escaped}");
        assert_eq!(
            serde_json::from_str::<[String; 1]>(&escaped).unwrap(),
            [text]
        );
    }

    #[test]
    fn terminal_escapes_and_line_breaks_are_escaped() {
        assert_eq!(shorten("a\u{1b}[31mb"), "a\\u{1b}[31mb");
        assert!(!is_printable("a\u{1b}[31mb") && is_printable("кижи"));
        assert_eq!(shorten("one\ntwo\r\t"), "one\\ntwo\\r\\t");
        assert_eq!(
            shorten("\u{9b}2J\u{2028}\u{202e}"),
            "\\u{9b}2J\\u{2028}\\u{202e}"
        );
        assert_eq!(
            shorten("кижи \"ӱч\" \\ o\u{308}"),
            "кижи \"ӱч\" \\ o\u{308}"
        );
    }

    #[test]
    fn rows_fit_the_width() {
        assert_eq!(in_rows(["aa", "bb", "cc"], "  ", 7), ["aa  bb", "cc"]);
        assert_eq!(in_rows(["much too long"], "  ", 3), ["much too long"]);
        assert!(in_rows([""; 0], "  ", 10).is_empty());
        let wrap = |text: &str, width| in_rows(text.split(' '), " ", width);
        assert_eq!(wrap("бий и шатра", 5), ["бий и", "шатра"]);
        assert_eq!(wrap("a  longword b", 4), ["a ", "longword", "b"]);
    }
}
