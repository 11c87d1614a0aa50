//! The names of the log files of the engines.
//!
//! Each name is unique within a tournament, even in file systems that ignore case, and all systems
//! accept it, whatever the engine is called.

use std::collections::HashSet;

/// The maximum length of a name in bytes. File systems allow 255; the number of the worker and the
/// extension are added.
const MAX_BYTES: usize = 120;

/// The names that Windows reserves for devices, with or without an extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
/// The names that Windows reserves for devices if a digit follows.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// Returns a file name for each engine, without an extension: the engine's name, changed if it is
/// not a safe file name or if an earlier engine has that file name.
pub fn log_names<'n>(engines: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let unique_name = |engine: &str| {
        let name = safe_name(engine);
        let numbered = (2_u64..).map(|number| format!("{name}.{number}"));
        let candidates = std::iter::once(name.clone()).chain(numbered);
        let mut free = candidates.filter(|candidate| taken.insert(candidate.to_lowercase()));
        // The numbers do not run out.
        free.next().unwrap_or_default()
    };
    engines.into_iter().map(unique_name).collect()
}

/// Returns a safe file name: unsuitable characters become underscores, and a long name is cut.
fn safe_name(engine: &str) -> String {
    let is_suitable = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let characters = engine.chars();
    let mut name: String = characters
        .map(|c| if is_suitable(c) { c } else { '_' })
        .collect();
    let mut end = MAX_BYTES.min(name.len());
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    name.truncate(end);
    // A leading dot hides a file.
    if name.starts_with('.') || is_device(&name) {
        name.insert(0, '_');
    }
    name
}

/// Returns whether Windows reserves the name for a device. Only what precedes the first dot counts.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_lowercase();
    let is_numbered = |device: &&str| {
        let rest = stem.strip_prefix(*device);
        rest.is_some_and(|rest| rest.chars().count() == 1 && rest.chars().all(char::is_numeric))
    };
    DEVICES.contains(&stem.as_str()) || NUMBERED_DEVICES.iter().any(is_numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_has_a_name_of_its_own() {
        let engines = ["a/b", "a_b", "A_B", "a_b.2", "a b", "x"];
        let names = log_names(engines);
        assert_eq!(names, ["a_b", "a_b.2", "A_B.3", "a_b.2.2", "a_b.4", "x"]);
        let folded: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(folded.len(), engines.len());
    }

    #[test]
    fn names_are_safe_in_all_file_systems() {
        for (engine, name) in [
            ("..", "_.."),
            (".hidden", "_.hidden"),
            ("../../etc/passwd", "_.._.._etc_passwd"),
            ("CON", "_CON"),
            ("nul.x", "_nul.x"),
            ("com1.7", "_com1.7"),
            ("com", "com"),
            ("console", "console"),
            ("Батыр 2", "Батыр_2"),
            ("a:b*c?\u{202e}\u{1b}", "a_b_c___"),
            ("", ""),
        ] {
            assert_eq!(log_names([engine]), [name], "{engine:?}");
        }
        // A long name is cut between two characters; two of them still differ.
        let long = "ы".repeat(500);
        let others = format!("{long}2");
        let names = log_names([long.as_str(), others.as_str()]);
        assert_eq!(names[0], "ы".repeat(MAX_BYTES / 2));
        assert_eq!(names[1], format!("{}.2", names[0]));
    }
}
