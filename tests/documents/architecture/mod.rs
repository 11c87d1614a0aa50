//! The plan of the source, docs/ARCHITECTURE.md, and the source agree.
//!
//! The document is the specification. Its tables list which layers
//! and crates a layer uses, and what parts of a layer must not use; this
//! test reads them and the syntax of the source, and fails on a use that they do not
//! list as well as on an entry that is no longer needed.

mod cycles;
mod modules;
mod plan;
mod snippets;
mod syntax;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use modules::{Modules, Use};
use plan::{PROTOCOL, Plan};

/// The maximum length of a source file, in lines.
const MAX_LINES: usize = 500;

/// The accepted cycles of modules, one per line. Break a cycle rather than add one.
const ACCEPTED_CYCLES: &str = include_str!("cycles.txt");

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn plan() -> Plan {
    Plan::read(&fs::read_to_string(root().join("docs/ARCHITECTURE.md")).unwrap())
}

/// The source of both crates. Reading it takes most of the time of these tests.
struct Source {
    engine: (Modules, BTreeSet<Use>),
    protocol: (Modules, BTreeSet<Use>),
}

static SOURCE: LazyLock<Source> = LazyLock::new(|| {
    let outer_crates = plan().outer_crates();
    let read = |folder| {
        let modules = Modules::read(&root().join(folder));
        let uses = modules.uses(&outer_crates);
        (modules, uses)
    };
    Source {
        engine: read("src"),
        protocol: read("protocol/src"),
    }
});

impl Source {
    /// Returns the uses in both crates, each with the layer that contains it.
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
fn the_source_follows_the_plan() {
    let plan = plan();
    let uses = SOURCE.uses();
    let wrong = [
        plan.wrong_layer_uses(&uses),
        plan.wrong_crate_uses(&uses),
        plan.violated_bans(&uses),
    ]
    .concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_is_no_new_cycle_of_modules() {
    let (engine, uses) = &SOURCE.engine;
    let mut found = cycles::cycles(engine, uses);
    let (protocol, uses) = &SOURCE.protocol;
    for cycle in cycles::cycles(protocol, uses) {
        let named = cycle.iter().map(|module| format!("{PROTOCOL}::{module}"));
        found.insert(named.collect());
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
    let plan = plan();
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let is_layer = plan.layers.iter().any(|(layer, _)| layer == name);
        assert!(!path.is_dir() || is_layer, "{name} is not in the table");
    }
}

#[test]
fn a_layer_uses_only_layers_above_it_in_the_table() {
    let plan = plan();
    let mut above = BTreeSet::new();
    for (layer, uses) in &plan.layers {
        assert!(uses.is_subset(&above), "{layer} uses a layer below it");
        above.insert(layer.clone());
    }
}

#[test]
fn every_dependency_is_in_the_table() {
    let plan = plan();
    let mut declared = BTreeSet::new();
    for manifest in ["Cargo.toml", "protocol/Cargo.toml"] {
        let text = fs::read_to_string(root().join(manifest)).unwrap();
        let mut is_normal = false;
        for line in text.lines() {
            if line.starts_with('[') {
                is_normal = line.ends_with("dependencies]") && !line.contains("dev-");
            } else if let Some((name, _)) = line.split_once([' ', '.']).filter(|_| is_normal)
                && !name.starts_with('#')
            {
                declared.insert(name.replace('-', "_"));
            }
        }
    }
    declared.remove("batyr_protocol");
    let listed: BTreeSet<String> = plan.crates.keys().cloned().collect();
    assert_eq!(declared, listed);
}

#[test]
fn files_are_short() {
    let mut files = Vec::new();
    for folder in ["src", "protocol/src", "tests", "protocol/tests", "benches"] {
        sources(&root().join(folder), &mut files);
    }
    for file in files {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= MAX_LINES, "{} has {lines} lines", file.display());
    }
}
