//! Completes the line that the user is typing.

use super::command::{COMMANDS, SQUARE_NAMES};
use crate::game::Variant;
use crate::page::fill_places;

/// The maximum number of turns that are offered in full; if there are more, only their
/// first squares are offered.
const MAX_COMPLETE_TURNS: usize = 40;
/// The maximum width of a hint, in columns.
const HINT_WIDTH: usize = 40;

/// The completer for turns of the current position and for commands.
#[derive(Clone, Debug, Default)]
pub struct WordCompleter {
    /// The texts of the legal turns.
    pub turns: Vec<String>,
    /// The text that ends a list which is cut short, with the places `{turns}` and `{count}`.
    pub more: String,
}

/// A hint about how the typed text may continue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompletionHint {
    /// The text shown.
    pub shown: String,
    /// The text to insert, if there is only one continuation.
    pub inserted: Option<String>,
}

impl WordCompleter {
    /// Returns the offset at which the last word of the text begins, and its completions.
    pub fn complete(&self, text: &str) -> (usize, Vec<String>) {
        let Some((command, word)) = text.split_once(char::is_whitespace) else {
            return (0, self.complete_first_word(text));
        };
        let word = word.trim_start();
        let words = match command.to_ascii_lowercase().as_str() {
            "moves" => heads(&self.turns)
                .into_iter()
                .map(|head| head.trim_end_matches(['-', ':']).to_owned())
                .collect(),
            "new" => Variant::ALL.map(|variant| variant.id().to_owned()).into(),
            "numbers" => SQUARE_NAMES.map(str::to_owned).into(),
            _ => Vec::new(),
        };
        (text.len() - word.len(), distinct(matching(words, word)))
    }

    fn complete_first_word(&self, word: &str) -> Vec<String> {
        let turns = self.matching_turns(word);
        let has_first_square = word.contains(['-', ':']);
        let mut words = if turns.len() > MAX_COMPLETE_TURNS && !has_first_square {
            heads(&turns)
        } else {
            turns
        };
        let commands = COMMANDS.map(|entry| match entry.arguments {
            "" => entry.name.to_owned(),
            // After the space, the user can type the arguments straight away.
            _ => format!("{} ", entry.name),
        });
        words.extend(matching(commands.into(), &word.to_ascii_lowercase()));
        distinct(words)
    }

    fn matching_turns(&self, word: &str) -> Vec<String> {
        matching(self.turns.clone(), &word.to_ascii_lowercase())
    }

    /// Returns a hint about the possible continuations of a partly typed turn or command.
    pub fn hint(&self, text: &str) -> Option<CompletionHint> {
        if text.is_empty() || text.contains(char::is_whitespace) {
            return None;
        }
        let (_, words) = self.complete(text);
        let continuations: Vec<&str> = words
            .iter()
            .filter_map(|word| word.get(text.len()..))
            .filter(|rest| !rest.is_empty())
            .collect();
        match continuations.as_slice() {
            [] => None,
            [only] => Some(CompletionHint {
                shown: (*only).to_owned(),
                inserted: Some((*only).to_owned()),
            }),
            several => Some(CompletionHint {
                shown: self.list(several),
                inserted: None,
            }),
        }
    }

    /// Lists as many continuations as fit in the width of a hint.
    fn list(&self, continuations: &[&str]) -> String {
        let mut text = String::from(" ");
        for (i, rest) in continuations.iter().enumerate() {
            if text.len() + rest.len() > HINT_WIDTH {
                let count = continuations.len() - i;
                return fill_places(&self.more, &[("turns", &text), ("count", &count)]);
            }
            text.push(' ');
            text.push_str(rest);
        }
        text
    }
}

fn matching(words: Vec<String>, start: &str) -> Vec<String> {
    let fits = |word: &String| word.to_ascii_lowercase().starts_with(start);
    words.into_iter().filter(fits).collect()
}

/// Returns each turn up to and including its first separator, or its first
/// square if it has no separator.
fn heads(turns: &[String]) -> Vec<String> {
    distinct(turns.iter().map(|turn| head(turn).to_owned()).collect())
}

fn head(turn: &str) -> &str {
    if let Some(at) = turn.find(['-', ':']) {
        return turn.get(..=at).unwrap_or(turn);
    }
    let rank = turn.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let rest = rank.trim_start_matches(|c: char| c.is_ascii_digit());
    turn.strip_suffix(rest).unwrap_or(turn)
}

fn distinct(mut words: Vec<String>) -> Vec<String> {
    words.sort();
    words.dedup();
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameRecord;

    fn completer_at_the_start() -> WordCompleter {
        let turns = GameRecord::new(Variant::Extended).legal_texts(1000);
        WordCompleter {
            turns,
            more: "{turns} and {count} more".to_owned(),
        }
    }

    #[test]
    fn many_turns_are_offered_by_their_first_squares() {
        let (start, words) = completer_at_the_start().complete("");
        assert_eq!(start, 0);
        assert!(words.contains(&"d1-".to_owned()) && words.contains(&"undo".to_owned()));
        assert!(words.iter().all(|word| !word.starts_with("d1-d")));
        let (_, words) = completer_at_the_start().complete("a5");
        assert_eq!(words, ["a5-a6", "a5-a7"]);
    }

    #[test]
    fn the_head_of_a_turn_without_separators_is_its_first_square() {
        assert_eq!(head("e2e4"), "e2");
        assert_eq!(head("a7a8q"), "a7");
        assert_eq!(head("pass"), "pass");
        assert_eq!(head("d10-d9"), "d10-");
    }

    #[test]
    fn arguments_of_commands_are_completed() {
        let completer = completer_at_the_start();
        let (start, found) = completer.complete("moves a");
        assert_eq!((start, found), (6, vec!["a5".to_owned()]));
        let (_, found) = completer.complete("new shatra-k");
        assert_eq!(found, ["shatra-kurin"]);
        assert_eq!(completer.complete("undo x").1, Vec::<String>::new());
    }

    #[test]
    fn hints_show_the_continuations() {
        let completer = completer_at_the_start();
        let hint = completer.hint("a5-a6");
        assert_eq!(hint, None);
        let hint = completer.hint("resi").unwrap();
        assert_eq!(hint.inserted.as_deref(), Some("gn"));
        let hint = completer.hint("mov").unwrap();
        assert_eq!(hint.inserted.as_deref(), Some("es "));
        let hint = completer.hint("a5-").unwrap();
        assert_eq!((hint.shown.as_str(), hint.inserted), ("  a6 a7", None));
        let hint = completer.hint("d1").unwrap();
        assert!(hint.shown.ends_with("more"), "{}", hint.shown);
        assert_eq!(completer.hint(""), None);
    }
}
