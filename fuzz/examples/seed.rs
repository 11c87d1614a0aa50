//! Writes the first inputs for the fuzzer, from the corpus and from the
//! positions and recordings in `tests/data`: `cargo run --example seed`, then
//! `cargo fuzz run TARGET corpus/TARGET seeds/TARGET`.

#[path = "../../tests/fuzzing/inputs.rs"]
#[expect(dead_code, reason = "only `pack` formats inputs and needs their names")]
mod inputs;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

const TARGETS: [&str; 8] = [
    "line",
    "spn",
    "fen",
    "move_text",
    "session",
    "game_file",
    "book",
    "table",
];

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for target in TARGETS {
        let text = fs::read_to_string(root.join(format!("corpus/{target}.txt")))?;
        let corpus = inputs::parse(&text)?.into_iter().map(|input| input.bytes);
        write(root, &format!("{target}/known"), corpus)?;
    }
    let data = root.join("../tests/data");
    let positions = read_all(&data.join("steps"))? + &read_all(&data.join("perft"))?;
    let positions: Vec<&str> = positions
        .lines()
        .filter(|line| !line.starts_with('#') && line.contains(" ; "))
        .collect();
    let recordings = read_all(&data.join("ushi"))?;

    let spns = positions.iter().filter_map(|line| line.split(" ; ").next());
    write(root, "spn", spns.map(|spn| spn.as_bytes().to_vec()))?;

    let steps = positions.iter().filter_map(|line| line.split(" ; ").nth(1));
    let steps = steps.flat_map(|steps| steps.split(' ')).enumerate();
    let texts = steps.map(|(i, step)| [&[i as u8], step.as_bytes()].concat());
    write(root, "move_text", texts.step_by(7))?;

    let lines = recordings.lines().filter_map(|line| line.split_once("> "));
    let lines = lines.map(|(_, line)| format!(" {line}\n").into_bytes());
    write(root, "line", lines)?;

    // A conversation for each recording; the engine answers every `go`.
    let conversations = recordings.split("-- started").map(|conversation| {
        let lines = conversation
            .lines()
            .filter_map(|line| line.split_once("GUI> "));
        let lines = lines.map(|(_, line)| match line.starts_with("go") {
            true => format!("{line}\n\u{1}\u{2}"),
            false => format!("{line}\n"),
        });
        lines.collect::<String>().into_bytes()
    });
    let uci = [
        "uci\nposition startpos moves a5-a6\ngo infinite\n\u{1}\u{2}stop\n",
        "uci\ngo ponder depth 3\nponderhit\n\u{1}\u{2}go depth 2\nwait\nquit\n\u{2}",
        "d\ngo perft 2\n\u{4}\u{2}ushinewgame\ngo movetime 3\n\u{2}stop\n",
        "uci\ngo\ngo\ngo depth 1\nisready\n\u{2}\u{6}\u{2}\u{2}\u{8}",
    ];
    let uci = uci
        .into_iter()
        .map(|conversation| conversation.as_bytes().to_vec());
    write(root, "session", conversations.chain(uci))?;
    Ok(())
}

/// Returns the contents of a folder's files, one after another.
fn read_all(folder: &Path) -> std::io::Result<String> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    paths.into_iter().map(fs::read_to_string).collect()
}

fn write(root: &Path, target: &str, seeds: impl Iterator<Item = Vec<u8>>) -> std::io::Result<()> {
    let folder: PathBuf = root.join("seeds").join(target);
    fs::create_dir_all(&folder)?;
    for (i, seed) in seeds.enumerate() {
        fs::write(folder.join(format!("{i:05}")), seed)?;
    }
    Ok(())
}
