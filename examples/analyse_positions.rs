//! Prints the best turn and the score of each position of a file, one position on a line.
//!
//! ```sh
//! cargo run --release --no-default-features --features engine --example analyse_positions positions.txt
//! ```

use std::error::Error;
use std::fs;

use batyr::engine::{Engine, Limits};
use batyr::game::{GameRecord, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args()
        .nth(1)
        .ok_or("expected the path of a file of positions")?;
    let mut engine = Engine::new();
    for line in fs::read_to_string(path)?.lines() {
        let game = match GameRecord::from_text(Variant::accepting(line), line) {
            Ok(game) => game,
            Err(error) => {
                eprintln!("{line}: {error}");
                continue;
            }
        };
        if let Some(outcome) = game.outcome() {
            println!("{line}: {}", outcome.reason());
            continue;
        }
        // Results do not depend on the positions before.
        engine.clear();
        engine.set_game(&game)?;
        let answer = engine.best_turn(Limits::nodes(100_000))?;
        let line_of_play = answer.lines.first().map(|line| line.pv.join(" "));
        println!(
            "{line}: {} ({}) {}",
            answer.turn.unwrap_or_default(),
            answer
                .score
                .map_or("only turn".to_owned(), |score| format!("{score} cp")),
            line_of_play.unwrap_or_default(),
        );
    }
    Ok(())
}
