//! The name that a mistyped name most likely stands for.

/// The candidate nearest to a name by edits of single letters, if it is near
/// enough to be meant: at most a third of the letters differ. Case and blanks
/// don't count, as `skilllevel` means `Skill Level`.
pub fn nearest<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let wanted = letters(name);
    let distances = candidates.map(|candidate| (edits(&wanted, &letters(candidate)), candidate));
    let (distance, found) = distances.min_by_key(|(distance, _)| *distance)?;
    (3 * distance <= wanted.len().max(3)).then_some(found)
}

fn letters(name: &str) -> Vec<char> {
    let letters = name.chars().filter(|letter| !letter.is_whitespace());
    letters.flat_map(char::to_lowercase).take(100).collect()
}

/// How many letters must be put in, left out or replaced (Levenshtein).
fn edits(one: &[char], other: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (taken, letter) in one.iter().enumerate() {
        let mut left = taken + 1;
        let mut next = vec![left];
        for (pair, wanted) in row.windows(2).zip(other) {
            let &[diagonal, above] = pair else { continue };
            let replaced = diagonal + usize::from(letter != wanted);
            left = replaced.min(above + 1).min(left + 1);
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_near_and_another_word_is_not() {
        let near = |name| nearest(name, ["Hash", "Skill Level", "Threads"].into_iter());
        assert_eq!(near("Skil Level"), Some("Skill Level"));
        assert_eq!(near("skilllevel"), Some("Skill Level"));
        assert_eq!(near("Hsh"), Some("Hash"));
        assert_eq!(near("Thraeds"), Some("Threads"));
        assert_eq!(near("Nonsense"), None);
        assert_eq!(nearest("Hash", std::iter::empty()), None);
        assert_eq!((edits(&[], &['a']), edits(&['a'], &[])), (1, 1));
    }
}
