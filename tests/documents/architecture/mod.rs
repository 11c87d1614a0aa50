//! docs/ARCHITECTURE.md and the source agree.
//!
//! The document is the specification. Its tables list which layers and crates a layer may use, and
//! what parts of a layer must not use. These tests read the tables and the syntax of the source, and
//! fail on a use that is not listed as well as on an entry that is no longer needed.

mod allowed_uses;
mod cycles;
mod modules;
mod snippets;
mod syntax;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use allowed_uses::{AllowedUses, PROTOCOL};
use modules::{Modules, Use};

/// The maximum length of a source file, in lines.
const MAX_LINES: usize = 500;

/// The accepted cycles of modules, one per line. Break a new cycle rather than add it.
const ACCEPTED_CYCLES: &str = include_str!("cycles.txt");

fn collect_sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn allowed_uses() -> AllowedUses {
    AllowedUses::read(&fs::read_to_string(root().join("docs/ARCHITECTURE.md")).unwrap())
}

/// The modules of both crates, with their uses. Reading them takes most of the time of these tests.
struct SourceUses {
    engine: (Modules, BTreeSet<Use>),
    protocol: (Modules, BTreeSet<Use>),
}

static SOURCE: LazyLock<SourceUses> = LazyLock::new(|| {
    let outer_crates = allowed_uses().outer_crates();
    let read = |folder| {
        let modules = Modules::read(&root().join(folder));
        let uses = modules.uses(&outer_crates);
        (modules, uses)
    };
    SourceUses {
        engine: read("src"),
        protocol: read("protocol/src"),
    }
});

impl SourceUses {
    /// Returns the uses in both crates, each with the layer and the crate that contain it.
    fn uses(&self) -> Vec<(String, &Modules, Use)> {
        let (engine, uses) = &self.engine;
        let in_layers = uses.iter().cloned().map(move |found| {
            let layer = found.module.first().cloned().unwrap_or_default();
            (layer, engine, found)
        });
        let (protocol, uses) = &self.protocol;
        let in_protocol = uses.iter().cloned().map(move |mut found| {
            // The modules of the protocol crate are not layers.
            if found.path[0] == "crate" {
                found.path.insert(1, PROTOCOL.to_owned());
            }
            (PROTOCOL.to_owned(), protocol, found)
        });
        in_layers.chain(in_protocol).collect()
    }
}

#[test]
fn the_source_contains_only_allowed_uses() {
    let allowed_uses = allowed_uses();
    let uses = SOURCE.uses();
    let violations = [
        allowed_uses.layer_violations(&uses),
        allowed_uses.crate_violations(&uses),
        allowed_uses.ban_violations(&uses),
    ]
    .concat();
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn there_is_no_new_cycle_of_modules() {
    let (engine, uses) = &SOURCE.engine;
    let mut found = cycles::cycles(engine, uses);
    let (protocol, uses) = &SOURCE.protocol;
    for cycle in cycles::cycles(protocol, uses) {
        let prefixed = cycle.iter().map(|module| format!("{PROTOCOL}::{module}"));
        found.insert(prefixed.collect());
    }
    let found: BTreeSet<String> = found.iter().map(|cycle| cycle.join(" ")).collect();
    let accepted: BTreeSet<String> = ACCEPTED_CYCLES.lines().map(str::to_owned).collect();
    let new: Vec<_> = found.difference(&accepted).cloned().collect();
    let gone: Vec<_> = accepted.difference(&found).cloned().collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "cycles that are not in tests/documents/architecture/cycles.txt:\n{}\n\
         cycles to remove from that file:\n{}",
        new.join("\n"),
        gone.join("\n"),
    );
}

#[test]
fn every_folder_of_the_source_is_a_layer() {
    let allowed_uses = allowed_uses();
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let is_layer = allowed_uses.layers.iter().any(|(layer, _)| layer == name);
        assert!(!path.is_dir() || is_layer, "{name} is not in the table");
    }
}

#[test]
fn a_layer_uses_only_layers_above_it_in_the_table() {
    let allowed_uses = allowed_uses();
    let mut above = BTreeSet::new();
    for (layer, uses) in &allowed_uses.layers {
        assert!(uses.is_subset(&above), "{layer} uses a layer below it");
        above.insert(layer.clone());
    }
}

#[test]
fn every_dependency_is_in_the_table() {
    let allowed_uses = allowed_uses();
    let mut declared = BTreeSet::new();
    for manifest in ["Cargo.toml", "protocol/Cargo.toml"] {
        let text = fs::read_to_string(root().join(manifest)).unwrap();
        let mut is_in_dependencies = false;
        for line in text.lines() {
            if line.starts_with('[') {
                is_in_dependencies = line.ends_with("dependencies]") && !line.contains("dev-");
            } else if let Some((name, _)) =
                line.split_once([' ', '.']).filter(|_| is_in_dependencies)
                && !name.starts_with('#')
            {
                declared.insert(name.replace('-', "_"));
            }
        }
    }
    declared.remove("batyr_protocol");
    let listed: BTreeSet<String> = allowed_uses.crates.keys().cloned().collect();
    assert_eq!(declared, listed);
}

#[test]
fn files_are_short() {
    let mut files = Vec::new();
    for folder in ["src", "protocol/src", "tests", "protocol/tests", "benches"] {
        collect_sources(&root().join(folder), &mut files);
    }
    for file in files {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= MAX_LINES, "{} has {lines} lines", file.display());
    }
}
