//! What is known of a game besides its moves.

use std::collections::BTreeMap;

/// The tags that every game file has, in their order. `Result` is the seventh;
/// a game holds it as a value of its own.
pub const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// Tags that a game holds as values of their own.
const STRUCTURE: [&str; 6] = ["Result", "SPN", "FEN", "Setup", "SetUp", "Variant"];

/// Tags that hold the position from which a game began.
pub(super) const POSITION: [&str; 2] = ["SPN", "FEN"];

/// The tags of a game but for those that say where and by which rules it began
/// and how it ended. A tag of the roster that is not known is not held: files
/// say `?` then.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(BTreeMap<String, String>);

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Sets a tag, or takes it away if the value is empty or, in the roster,
    /// unknown (`?`). Signs that no file can hold become `_` in a name and
    /// blanks in a value. `Result`, `Variant`, `SPN` or `FEN`, and `Setup` are
    /// not tags here and change nothing.
    pub fn set(&mut self, name: &str, value: &str) {
        let name: String = name
            .chars()
            .map(|c| if fits_name(c) { c } else { '_' })
            .collect();
        if name.is_empty() || STRUCTURE.contains(&name.as_str()) {
            return;
        }
        let blank = |c: char| if c.is_control() { ' ' } else { c };
        let value: String = value.chars().map(blank).collect();
        if value.is_empty() || (ROSTER.contains(&name.as_str()) && value == unknown(&name)) {
            self.0.remove(&name);
        } else {
            self.0.insert(name, value);
        }
    }

    /// All tags: the roster first, then the others by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let known = ROSTER
            .iter()
            .filter_map(|&name| Some((name, self.get(name)?)));
        known.chain(self.others())
    }

    /// The tags outside the roster, by name.
    pub fn others(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self
            .0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()));
        all.filter(|(name, _)| !ROSTER.contains(name))
    }
}

/// Whether a tag's name may hold the sign.
pub(super) fn fits_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// What a file says for a tag of the roster that is not known.
pub(super) fn unknown(name: &str) -> &'static str {
    if name == "Date" { "????.??.??" } else { "?" }
}
