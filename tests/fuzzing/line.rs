//! Streams of lines: splitting them, and parsing and printing the commands and replies.

use batyr_protocol::{
    Command, Dialect, LineError, LineSplitter, Parsed, Reply, Warning, warning::MAX_WARNINGS,
};

use super::check_message;

/// The maximum line length in bytes, unless the first byte of the input sets another one.
const MAX_LINE_BYTES: usize = 1 << 16;

/// Checks a stream. The first byte determines how the others arrive: it is the seed for splitting
/// them into pieces, and if its high bit is set, the low bits give the maximum line length.
pub fn check(bytes: &[u8]) {
    let Some((&seed, stream)) = bytes.split_first() else {
        return;
    };
    let limit = match seed {
        0x80.. => usize::from(seed & 0x7F) + 1,
        _ => MAX_LINE_BYTES,
    };
    let lines = split_in_pieces(stream, limit, u64::from(seed));
    assert_eq!(
        lines,
        split_at_once(stream, limit),
        "split with seed {seed}"
    );
    for line in lines.iter().flatten() {
        assert!(line.len() <= limit);
        for dialect in Dialect::ALL {
            check_command(dialect, line);
            check_reply(dialect, line);
        }
    }
}

/// Splits a stream that arrives in pieces of 1 to 16 bytes into lines.
fn split_in_pieces(mut stream: &[u8], limit: usize, seed: u64) -> Vec<Result<String, LineError>> {
    let mut splitter = LineSplitter::with_limit(limit);
    let mut lines = Vec::new();
    let mut state = seed;
    while !stream.is_empty() {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let size = usize::from((state >> 60) as u8) + 1;
        let (piece, rest) = stream.split_at(size.min(stream.len()));
        splitter.push(piece, &mut lines);
        stream = rest;
    }
    lines.extend(splitter.finish());
    lines
}

/// Splits a stream into lines with a second, simpler implementation.
fn split_at_once(stream: &[u8], limit: usize) -> Vec<Result<String, LineError>> {
    let mut raw: Vec<Vec<u8>> = vec![Vec::new()];
    let mut previous = 0;
    for &byte in stream {
        match byte {
            b'\n' if previous == b'\r' => {}
            b'\n' | b'\r' => raw.push(Vec::new()),
            _ => raw.last_mut().unwrap().push(byte),
        }
        previous = byte;
    }
    let last = raw.len() - 1;
    let mut lines = Vec::new();
    for (i, bytes) in raw.iter().enumerate() {
        let text = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
            Some(text) if i == 0 => text,
            _ => bytes,
        };
        let is_too_long = bytes.len() > limit;
        if i == last && text.is_empty() && !is_too_long {
            break;
        }
        lines.push(if is_too_long {
            Err(LineError::TooLong { limit })
        } else {
            str::from_utf8(text)
                .map(str::to_owned)
                .map_err(|error| LineError::NotUtf8 {
                    valid_up_to: error.valid_up_to(),
                })
        });
    }
    lines
}

fn check_warnings(warnings: &[Warning], line: &str) {
    assert!(warnings.len() <= MAX_WARNINGS, "{line:?}");
    for warning in warnings {
        check_message(&warning.to_string(), line);
    }
}

/// Returns whether a line has no control characters, which would be printed as spaces.
fn is_plain(line: &str) -> bool {
    !line.contains(char::is_control)
}

fn check_command(dialect: Dialect, line: &str) {
    let parsed = Command::parse(dialect, line);
    check_warnings(&parsed.warnings, line);
    let Parsed {
        value: Some(command),
        ..
    } = parsed
    else {
        let is_space = |c: char| c == ' ' || c.is_control();
        assert_eq!(
            parsed.warnings.is_empty(),
            line.chars().all(is_space),
            "an error must be reported unless the line is blank: {line:?}"
        );
        return;
    };
    let printed = command.to_line(dialect);
    assert!(is_plain(&printed), "{line:?} prints {printed:?}");
    if is_plain(line) {
        let again = Command::parse(dialect, &printed);
        // A position that can't be parsed is printed as another one.
        let is_bad = command == Command::BadPosition;
        let warnings = again.warnings;
        assert_eq!(!warnings.is_empty(), is_bad, "{printed:?}: {warnings:?}");
        assert_eq!(again.value, Some(command), "{line:?} prints {printed:?}");
    }
}

fn check_reply(dialect: Dialect, line: &str) {
    let parsed = Reply::parse(dialect, line);
    check_warnings(&parsed.warnings, line);
    let Some(reply) = parsed.value else {
        return;
    };
    let Some(printed) = reply.to_line(dialect) else {
        return;
    };
    assert!(is_plain(&printed), "{line:?} prints {printed:?}");
    if !is_plain(line) {
        return;
    }
    let again = Reply::parse(dialect, &printed);
    if !matches!(reply, Reply::Other(_)) {
        assert_eq!(again.warnings, [], "{line:?} prints {printed:?}");
    }
    // Dialects other than UCI print only part of a reply, but must print the same part again.
    let printed_again = again
        .value
        .as_ref()
        .and_then(|reply| reply.to_line(dialect));
    assert_eq!(printed_again.unwrap_or_default(), printed, "{line:?}");
    let has_action = matches!(
        &reply,
        Reply::BestMove {
            action: Some(_),
            ..
        }
    );
    if dialect == Dialect::Uci && !has_action {
        assert_eq!(again.value, Some(reply), "{line:?} prints {printed:?}");
    }
}
