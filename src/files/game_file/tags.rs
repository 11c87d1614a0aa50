//! The tags of a game: players, event, date and other data apart from its moves.

use std::collections::BTreeMap;

use super::lines::BYTE_ORDER_MARK;

/// The tags that begin every game, in order: PGN's Seven Tag Roster without `Result`,
/// which a game stores in a separate field.
pub const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// The tags that a game stores in separate fields.
const RESERVED: [&str; 6] = ["Result", "SPN", "FEN", "Setup", "SetUp", "Variant"];

/// The tags that hold the position in which a game began.
pub(super) const POSITION_TAGS: [&str; 2] = ["SPN", "FEN"];

/// The tags of a game, except those for its variant, its start position and its result.
/// A roster tag whose value is unknown is not stored; files contain `?` for it, or
/// `????.??.??` for a date.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(BTreeMap<String, String>);

impl Tags {
    /// Returns the value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Sets a tag, or removes it if the value is empty or, for a roster tag, unknown.
    /// Characters that a file can't contain become `_` in a name and spaces in a value.
    /// Nothing changes if the name is empty, or is `Result`, `Variant`, `SPN`, `FEN`, `Setup`
    /// or `SetUp`, which are not stored here.
    pub fn set(&mut self, name: &str, value: &str) {
        let name: String = name
            .chars()
            .map(|c| if is_name_char(c) { c } else { '_' })
            .collect();
        if name.is_empty() || RESERVED.contains(&name.as_str()) {
            return;
        }
        let value = value.replace(is_unwritable, " ");
        if value.is_empty() || (ROSTER.contains(&name.as_str()) && value == unknown_value(&name)) {
            self.0.remove(&name);
        } else {
            self.0.insert(name, value);
        }
    }

    /// Returns all tags: the roster first, then the others in order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let roster = ROSTER
            .iter()
            .filter_map(|&name| Some((name, self.get(name)?)));
        roster.chain(self.others())
    }

    /// Returns the tags outside the roster, in order of their names.
    pub fn others(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self
            .0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()));
        all.filter(|(name, _)| !ROSTER.contains(name))
    }
}

/// Returns whether a file can't contain the character.
pub(super) fn is_unwritable(c: char) -> bool {
    c.is_control() || c == BYTE_ORDER_MARK
}

/// Returns whether a tag's name may contain the character. PGN allows letters, digits and `_`;
/// the others occur in the files of some programs.
pub(super) fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_+#=:-".contains(c)
}

/// Returns the value that files contain for a roster tag whose value is unknown.
pub(super) fn unknown_value(name: &str) -> &'static str {
    if name == "Date" { "????.??.??" } else { "?" }
}
