//! Writes the inputs of a folder to a corpus file, where they replace those without a name: `cargo
//! run --example pack TARGET FOLDER`.

#[path = "../../tests/fuzzing/inputs.rs"]
mod inputs;

use std::error::Error;
use std::fs;
use std::path::Path;

use inputs::{Input, format_line, parse};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [target, folder] = words.as_slice() else {
        return Err("expected a target and a folder".into());
    };
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("corpus/{target}.txt"));
    let mut kept = parse(&fs::read_to_string(&file)?)?;
    kept.retain(|input| !input.name.is_empty());
    kept.sort_by(|one, other| one.name.cmp(&other.name));
    let mut new = Vec::new();
    for entry in fs::read_dir(folder)? {
        let bytes = fs::read(entry?.path())?;
        if kept.iter().all(|input| input.bytes != bytes) {
            new.push(bytes);
        }
    }
    new.sort();
    new.dedup();
    let new = new.into_iter().map(|bytes| Input {
        name: String::new(),
        bytes,
    });
    let lines: Vec<String> = kept
        .into_iter()
        .chain(new)
        .map(|input| format_line(&input))
        .collect();
    fs::write(file, lines.join("\n") + "\n")?;
    Ok(())
}
