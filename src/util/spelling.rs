//! Suggests the name that was most likely meant by a mistyped name.

/// The maximum number of characters of a name that are compared: names come from files
/// and engines and may have any length.
const MAX_COMPARED_CHARS: usize = 100;

/// Returns the candidate that is most similar to a name, or `None` if none is similar
/// enough. Up to a third of the letters, rounded down but at least one, may be wrong,
/// missing, added or swapped with the next. Case and spaces are ignored, so `skilllevel`
/// matches `Skill Level`.
pub fn nearest<'n>(name: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let name = normalized(name);
    let distance = |candidate: &str| strsim::osa_distance(&name, &normalized(candidate));
    let distances = candidates
        .into_iter()
        .map(|candidate| (distance(candidate), candidate));
    let (distance, candidate) = distances.min_by_key(|(distance, _)| *distance)?;
    (3 * distance <= name.chars().count().max(3)).then_some(candidate)
}

fn normalized(name: &str) -> String {
    name.chars()
        .filter(|letter| !letter.is_whitespace())
        .flat_map(char::to_lowercase)
        .take(MAX_COMPARED_CHARS)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_name_is_recognized_and_a_different_word_is_not() {
        let suggestion = |name| nearest(name, ["Hash", "Skill Level", "Threads"]);
        assert_eq!(suggestion("Skil Level"), Some("Skill Level"));
        assert_eq!(suggestion("skilllevel"), Some("Skill Level"));
        assert_eq!(suggestion("Hsh"), Some("Hash"));
        assert_eq!(suggestion("Hsah"), Some("Hash"));
        assert_eq!(suggestion("Thraeds"), Some("Threads"));
        assert_eq!(suggestion("Nonsense"), None);
        assert_eq!(suggestion(""), None);
        assert_eq!(nearest("Hash", []), None);
    }
}
