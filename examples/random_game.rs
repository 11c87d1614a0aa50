//! Plays a game of random turns and prints it as a game file.
//!
//! ```sh
//! cargo run --no-default-features --example random_game shatra-original
//! ```

use std::error::Error;
use std::hash::{BuildHasher, RandomState};

use batyr::files::game_file::FileGame;
use batyr::game::{GameResult, Variant};
use batyr::rules::shatra::Numbering;

fn main() -> Result<(), Box<dyn Error>> {
    let variant = match std::env::args().nth(1) {
        None => Variant::default(),
        Some(id) => Variant::from_id(&id)
            .ok_or_else(|| format!("unknown variant '{id}'; expected {}", Variant::id_list()))?,
    };
    let random = RandomState::new();
    let mut game = FileGame::new(variant);
    while game.record().outcome().is_none() {
        let turns = game.record().legal_texts(1000);
        let number = random.hash_one(game.turns().len()) as usize % turns.len();
        game.play(&turns[number], Numbering::Official)?;
    }
    if let Some(outcome) = game.record().outcome() {
        game.result = GameResult::from_outcome(outcome);
        eprintln!("{}", outcome.reason());
    }
    print!("{game}");
    Ok(())
}
