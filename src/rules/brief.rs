//! Tokens in error messages.

/// The longest token that a message repeats in full.
const LENGTH: usize = 80;

/// The token, cut short if it is very long.
pub fn brief(token: &str) -> String {
    match token.char_indices().nth(LENGTH) {
        None => token.to_owned(),
        Some((end, _)) => format!("{}…", token.get(..end).unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_tokens_are_cut() {
        assert_eq!(brief("d4-d6"), "d4-d6");
        assert_eq!(brief(&"ж".repeat(81)), format!("{}…", "ж".repeat(80)));
    }
}
