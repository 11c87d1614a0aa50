//! Inputs as lines of text, in the format of libFuzzer's dictionaries: `"bytes"`, or
//! `name="bytes"` for an input that once revealed a fault. The escapes are `\\`, `\"` and `\xNN`.
//! Blank lines and lines that begin with `#` are skipped.

use std::fmt::Write as _;

/// An input, or a word of a dictionary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// The name of the input, which describes it, or an empty string if it has none.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Parses the inputs of a file.
///
/// # Errors
///
/// Returns an error with the number and the text of the first invalid line.
pub fn parse(text: &str) -> Result<Vec<Input>, String> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let entries = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let parse = |(number, line)| parse_line(line).ok_or(format!("line {number}: {line}"));
    entries.map(parse).collect()
}

fn parse_line(line: &str) -> Option<Input> {
    let (name, rest) = line.split_once('"')?;
    let bytes = unescape(rest.strip_suffix('"')?)?;
    let name = match name {
        "" => "",
        name => name.strip_suffix('=')?,
    };
    Some(Input {
        name: name.to_owned(),
        bytes,
    })
}

fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let (byte, after) = match (byte, after) {
            (b'\\', [b'x', after @ ..]) => {
                let (digits, after) = after.split_at_checked(2)?;
                let digits = str::from_utf8(digits).ok()?;
                (u8::from_str_radix(digits, 16).ok()?, after)
            }
            (b'\\', [escaped @ (b'\\' | b'"'), after @ ..]) => (*escaped, after),
            (b'\\' | b'"', _) => return None,
            _ => (byte, after),
        };
        bytes.push(byte);
        rest = after;
    }
    Some(bytes)
}

/// Returns the line that represents an input.
pub fn format_line(input: &Input) -> String {
    let mut line = match input.name.as_str() {
        "" => String::new(),
        name => format!("{name}="),
    };
    line.push('"');
    for &byte in &input.bytes {
        // Writing to a `String` cannot fail.
        let _ = match byte {
            b'\\' | b'"' => write!(line, "\\{}", char::from(byte)),
            b' '..=b'~' => write!(line, "{}", char::from(byte)),
            _ => write!(line, "\\x{byte:02x}"),
        };
    }
    line.push('"');
    line
}
