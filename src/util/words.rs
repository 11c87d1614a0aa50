//! Splits texts at words.

/// Splits a text at the first occurrence of a word, and returns what is before and after it;
/// `None` if the text does not contain the word. Words are separated by white space.
pub fn split_at_word<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    text.match_indices(word).find_map(|(at, word)| {
        let (before, rest) = text.split_at_checked(at)?;
        let after = rest.get(word.len()..)?;
        let is_word = (before.is_empty() || before.ends_with(char::is_whitespace))
            && (after.is_empty() || after.starts_with(char::is_whitespace));
        is_word.then_some((before, after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_split_a_text() {
        for (text, expected) in [
            ("a moves b", Some(("a ", " b"))),
            ("movesx\tmoves", Some(("movesx\t", ""))),
            ("moves", Some(("", ""))),
            ("ж moves moves", Some(("ж ", " moves"))),
            ("removes b", None),
            ("", None),
        ] {
            assert_eq!(split_at_word(text, "moves"), expected, "{text}");
        }
    }
}
