//! The commands for settings and positions that every driver of an engine sends.

use batyr_protocol::{Command, Dialect, PositionStart};

use crate::game::{GameRecord, Variant};

/// Returns the option that chooses a variant in a dialect, and its value; `None` if the dialect
/// numbers the versions of the rules and has no number for the variant.
pub fn variant_setting(dialect: Dialect, variant: Variant) -> Option<(&'static str, String)> {
    match dialect.properties().version_option {
        None => Some((dialect.properties().variant_option, variant.id().to_owned())),
        Some(option) => Some((option, variant.ushi_version()?.to_string())),
    }
}

/// Returns the command that sets an option, or presses a button.
pub fn setoption(name: &str, value: Option<&str>) -> Command {
    Command::SetOption {
        name: name.to_owned(),
        value: value.map(str::to_owned),
    }
}

/// Returns the `position` command for a game, followed by the turn `more` if given.
pub fn position_command(record: &GameRecord, more: Option<&str>) -> Command {
    let start = if record.is_from_start() {
        PositionStart::StartPos
    } else {
        PositionStart::Text(record.start_text())
    };
    let turns = record.turns().iter().map(|turn| turn.text.as_str());
    let moves = turns.chain(more).map(str::to_owned).collect();
    Command::Position { start, moves }
}
