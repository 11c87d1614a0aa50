//! What a legal turn does, for tools that do not know the rules.

/// A legal turn with its way and its effects. Squares have the names that turns
/// have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnFacts {
    /// The text, as in UCI.
    pub text: String,
    /// The squares that the man visits, its first one included.
    pub path: Vec<String>,
    /// The squares of the men captured, in the order of capture.
    pub captures: Vec<String>,
    /// The letter of what the man becomes, a capital.
    pub promotion: Option<char>,
    /// Whether it is a drop.
    pub is_drop: bool,
}
