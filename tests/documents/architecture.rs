//! The layers of the program: a module may use the layers below its own and no
//! others.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers, from the bottom up.
const LAYERS: [&str; 15] = [
    "base",
    "util",
    "rules",
    "game",
    "files",
    "diagram",
    "eval",
    "search",
    "solver",
    "engine",
    "training",
    "tournament",
    "analysis",
    "host",
    "cli",
];

/// The layers that may use the protocol crate.
const PROTOCOL_USERS: [&str; 3] = ["tournament", "host", "cli"];

/// The maximum length of a source file, in lines.
const MAX_LINES: usize = 500;

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

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn modules_use_only_lower_layers() {
    let mut wrong = Vec::new();
    for (height, layer) in LAYERS.iter().enumerate() {
        let mut files = Vec::new();
        sources(&root().join("src").join(layer), &mut files);
        assert!(!files.is_empty(), "no source on layer {layer}");
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for above in &LAYERS[height + 1..] {
                if text.contains(&format!("crate::{above}")) {
                    wrong.push(format!("{} uses crate::{above}", file.display()));
                }
            }
            if !PROTOCOL_USERS.contains(layer) && text.contains("batyr_protocol") {
                wrong.push(format!("{} uses the protocol crate", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_folder_is_a_layer() {
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(
            !path.is_dir() || LAYERS.contains(&name),
            "{name} is on no layer"
        );
    }
}

#[test]
fn the_document_lists_the_layers() {
    let text = fs::read_to_string(root().join("docs/ARCHITECTURE.md")).unwrap();
    let names = text.lines().filter_map(|line| {
        let (name, _) = line.strip_prefix("| `")?.split_once('`')?;
        Some(name)
    });
    assert_eq!(names.collect::<Vec<_>>(), LAYERS);
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
