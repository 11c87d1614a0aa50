//! The search for the name that a mistyped name was most likely meant to be.

/// The maximum number of letters of a name that are compared: names come from files
/// and engines and may have any length.
const COMPARED_LETTERS: usize = 100;

/// Returns the candidate nearest to a name, if near enough: one letter in three, and at
/// least one, may be wrong, missing, added or swapped with the next. Case and blanks
/// don't count, so `skilllevel` matches `Skill Level`.
pub fn nearest<'n>(name: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let name = letters(name);
    let distance = |candidate: &str| strsim::osa_distance(&name, &letters(candidate));
    let all = candidates
        .into_iter()
        .map(|candidate| (distance(candidate), candidate));
    let (distance, candidate) = all.min_by_key(|(distance, _)| *distance)?;
    (3 * distance <= name.chars().count().max(3)).then_some(candidate)
}

fn letters(name: &str) -> String {
    let letters = name.chars().filter(|letter| !letter.is_whitespace());
    letters
        .flat_map(char::to_lowercase)
        .take(COMPARED_LETTERS)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_name_is_near_and_another_word_is_not() {
        let near = |name| nearest(name, ["Hash", "Skill Level", "Threads"]);
        assert_eq!(near("Skil Level"), Some("Skill Level"));
        assert_eq!(near("skilllevel"), Some("Skill Level"));
        assert_eq!(near("Hsh"), Some("Hash"));
        assert_eq!(near("Hsah"), Some("Hash"));
        assert_eq!(near("Thraeds"), Some("Threads"));
        assert_eq!(near("Nonsense"), None);
        assert_eq!(near(""), None);
        assert_eq!(nearest("Hash", []), None);
    }
}
