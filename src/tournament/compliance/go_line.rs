//! `go` commands with clocks, in the words of each dialect.

use batyr_protocol::{ClockForm, ClockParameter, Dialect};

/// Returns a command that begins with `head` and sends these values of the clocks, in this order.
/// A value for which the dialect has no word is left out.
pub fn with_clock(head: &str, dialect: Dialect, values: &[(ClockParameter, i64)]) -> String {
    let mut line = head.to_owned();
    for (parameter, value) in values {
        if let Some(word) = dialect.clock_word(*parameter) {
            line.push_str(&format!(" {word} {value}"));
        }
    }
    line
}

/// Returns a command that begins with `head` and gives both sides the same time, in milliseconds.
pub fn with_equal_clocks(head: &str, dialect: Dialect, time: i64) -> String {
    let parameters = match dialect.clock_form() {
        ClockForm::Colors => [ClockParameter::WhiteTime, ClockParameter::BlackTime],
        ClockForm::Players => [ClockParameter::OwnTime, ClockParameter::OpponentTime],
    };
    with_clock(
        head,
        dialect,
        &parameters.map(|parameter| (parameter, time)),
    )
}
