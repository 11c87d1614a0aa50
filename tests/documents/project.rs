//! The versions in the manifests and lock files of the project are one, and its scripts say how they
//! are called.

use std::fs;
use std::path::{Path, PathBuf};

/// The fuzz targets have no version of their own, as nobody gets them.
const WITHOUT_VERSION: &str = "batyr-fuzz";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Adds the files below a folder for which `is_wanted` returns `true`, without those of builds.
fn find(folder: &Path, is_wanted: &dyn Fn(&Path) -> bool, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().and_then(|name| name.to_str());
        let is_built = |name: &str| ["target", "node_modules", ".git"].contains(&name);
        if path.is_dir() && !name.is_some_and(is_built) {
            find(&path, is_wanted, found);
        } else if is_wanted(&path) {
            found.push(path);
        }
    }
}

/// Returns the text between the first quotes behind `key`.
fn quoted<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    text.split_once(key)?.1.split('"').nth(1)
}

/// Returns the versions of the project's crates in a manifest or a lock file, with the lines in which
/// they stand.
fn versions(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    // The crate whose version the line `version = …` of its section gives.
    let mut owner = "";
    for line in text.lines() {
        if line.starts_with('[') {
            owner = if line == "[workspace.package]" {
                "batyr"
            } else {
                ""
            };
        } else if line.starts_with("name = ") {
            owner = quoted(line, "name = ").unwrap_or_default();
        }
        let is_ours = |name: &str| name.starts_with("batyr") && name != WITHOUT_VERSION;
        let is_version = line.starts_with("version = ") && is_ours(owner);
        // A dependency.
        if is_version || line.starts_with("batyr") {
            found.extend(quoted(line, "version = ").map(|version| (line, version)));
        }
    }
    found
}

#[test]
fn all_crates_have_the_version_of_the_workspace() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let expected = quoted(&manifest, "[workspace.package]\nversion = ").unwrap();
    let mut files = Vec::new();
    let is_cargos = |path: &Path| path.ends_with("Cargo.toml") || path.ends_with("Cargo.lock");
    find(root(), &is_cargos, &mut files);
    let mut counts = Vec::new();
    for path in &files {
        let text = fs::read_to_string(path).unwrap();
        let versions = versions(&text);
        for (line, version) in &versions {
            assert_eq!(*version, expected, "{}: {line}", path.display());
        }
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap();
        counts.push((name.replace('\\', "/"), versions.len()));
    }
    counts.sort_unstable();
    // The workspace and a dependency, two packages and a dependency, and what they lock.
    let expected = [
        ("Cargo.lock", 2),
        ("Cargo.toml", 2),
        ("bindings/python/Cargo.lock", 2),
        ("bindings/python/Cargo.toml", 2),
        ("bindings/wasm/Cargo.lock", 3),
        ("bindings/wasm/Cargo.toml", 1),
        ("fuzz/Cargo.lock", 2),
        ("fuzz/Cargo.toml", 0),
        ("protocol/Cargo.toml", 0),
    ];
    assert_eq!(
        counts,
        expected.map(|(name, count)| (name.to_owned(), count))
    );
}

/// Returns how a script is called, if that is with an argument: `.ci/script [OPTION] ARGUMENT`.
#[cfg(unix)]
fn usage(text: &str) -> Option<&str> {
    let usage = text.lines().find_map(|line| {
        let line = line.strip_prefix('#')?.trim_start();
        let is_call = [".ci/", "tests/"]
            .iter()
            .any(|folder| line.starts_with(folder));
        is_call.then_some(line)
    })?;
    let mut words = usage.split(' ').skip(1);
    let is_argument = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_uppercase());
    words.any(is_argument).then_some(usage)
}

#[cfg(unix)]
#[test]
fn a_script_without_its_argument_says_how_to_call_it() {
    use std::process::Command;

    let mut scripts = Vec::new();
    let is_script = |path: &Path| {
        fs::read_to_string(path).is_ok_and(|text| text.starts_with("#!") && usage(&text).is_some())
    };
    for folder in [".ci", "tests"] {
        find(&root().join(folder), &is_script, &mut scripts);
    }
    assert!(scripts.len() >= 6, "{scripts:?}");
    for script in scripts {
        let text = fs::read_to_string(&script).unwrap();
        let output = Command::new(&script).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        let expected = format!("usage: {}\n", usage(&text).unwrap());
        assert_eq!((output.status.code(), errors), (Some(2), expected));
    }
}
