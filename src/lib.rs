//! Shatra, the chess-and-draughts of the Altai: its rules, its files, and an engine.
//!
//! With its default feature `cli`, the crate also builds the program `batyr`. A program
//! that uses only the library turns the default features off:
//!
//! ```toml
//! [dependencies]
//! batyr = { version = "0.2", default-features = false, features = ["engine"] }
//! ```
//!
//! Without the feature `engine`, the crate contains [positions and turns](rules),
//! [games](game), [files](files) and [boards as SVG](diagram), and has few dependencies. The
//! feature adds the [engine](engine), its networks (0.9 MB), and a [solver](solver); the feature
//! `search` adds the same without networks, for programs that load them.
//!
//! In these pages a *turn* is what one side does at a time: a step, a drop, or a chain of
//! captures. A *move* is a turn of White and one of Black, as in move numbers. The files
//! RULES.md, RULES-ONLINE.md and SGN.md, which these pages cite, are in the folder `protocol`
//! of the [repository](https://example.org/batyr).
//!
//! # A position and its turns
//!
//! A [`GameRecord`](game::GameRecord) is a game under the rules of a
//! [`Variant`](game::Variant), which is chosen by its id: `"shatra-original".parse()`. The
//! default one is Extended, with the id `shatra`.
//!
//! A position of Shatra is text in SPN (RULES.md section 10): the board in ten groups from
//! White's fortress to Black's, each rank from file g to file a, with capitals for White's men
//! (K biy, Q batyr, R tura, B yalkyn, S shatra) and digits for empty squares; then the side to
//! move (`w` or `b`) and five fields that may be left out. `startpos` is the start position. A
//! turn of Shatra is written as the squares that the man visits: `d4-d6`, or `a5:a7:g7` where
//! it captures. On the chessboard, positions are in FEN, and turns look like `e2e4`.
//!
//! ```
//! use batyr::game::{GameRecord, Variant};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let position = "9/1/K1S4/7/4Ss1/7/7/k3s2/1/9 b - - 22";
//! let game = GameRecord::from_text(Variant::Extended, position)?;
//! println!("{}", game.diagram());
//!
//! // The capture is compulsory, and so is its second jump. The argument limits the number of
//! // turns returned; a position may have millions.
//! let turns = game.legal_turns(1000);
//! assert_eq!(turns.len(), 1);
//! assert_eq!(turns[0].text, "b7:d5:f5");
//! let captured = turns[0].captures.iter().map(|&square| game.variant().square_name(square));
//! assert_eq!(captured.collect::<Vec<_>>(), ["c7", "e5"]);
//! # Ok(())
//! # }
//! ```
//!
//! # A game
//!
//! [`play`](game::GameRecord::play) accepts only legal turns; its error says why a turn is illegal.
//! [`outcome`](game::GameRecord::outcome) says whether and how the game has ended. Squares can also
//! be given as numbers; [`Numbering`](rules::shatra::Numbering) says which square a number denotes.
//! In the following game, each side plays the first turn of the list of legal turns:
//!
//! ```
//! use batyr::game::{GameRecord, GameResult, Variant};
//! use batyr::rules::shatra::Numbering;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut game = GameRecord::new(Variant::Extended);
//! game.play("d4-d6", Numbering::Official)?;
//! let error = game.play("d6-d8", Numbering::Official).unwrap_err();
//! println!("{error}");
//!
//! let outcome = loop {
//!     if let Some(outcome) = game.outcome() {
//!         break outcome;
//!     }
//!     let turns = game.legal_texts(1);
//!     game.play(&turns[0], Numbering::Official)?;
//! };
//! println!("{} after {} turns: {}", GameResult::from_outcome(outcome).text(),
//!     game.turns().len(), outcome.reason());
//! println!("{}", game.position_text());
//!
//! // The game as a file.
//! println!("{}", batyr::files::game_file::FileGame::from(game));
//! # Ok(())
//! # }
//! ```
//!
//! # A file
//!
//! [`GameReader`](files::game_file::GameReader) reads the games of an SGN file, with their
//! comments and variations, and checks every turn; a [`FileGame`](files::game_file::FileGame)
//! is written with [`Display`](std::fmt::Display): as SGN, or as PGN for games on the chessboard.
//!
//! ```
//! use batyr::files::game_file::{FileGame, GameReader, ReadOptions};
//! use batyr::game::Variant;
//! use batyr::rules::shatra::Numbering;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut game = FileGame::new(Variant::Original);
//! game.tags.set("White", "Aidar");
//! game.play("c3-g7", Numbering::Official)?;
//! let text = game.to_string();
//!
//! for read in GameReader::new(text.as_bytes(), ReadOptions::default()) {
//!     let game = read?.game;
//!     assert_eq!(game.tags.get("White"), Some("Aidar"));
//!     assert_eq!(game.variant(), Variant::Original);
//!     assert_eq!(game.record().turns().len(), 1);
//! }
//! # Ok(())
//! # }
//! ```
#![cfg_attr(
    feature = "search",
    doc = r##"
# The engine

An [`Engine`](engine::Engine) searches a position of any variant, within
[`Limits`](engine::Limits). Scores are in centipawns, for the side to move. If one is a
win or loss at a known distance, [`moves_to_end`](base::score::moves_to_end) gives the number
of moves to it, negative for a loss.

```
use batyr::engine::{Engine, EngineEvent, Limits};
use batyr::game::{GameRecord, Variant};

# fn main() -> Result<(), Box<dyn std::error::Error>> {
let game = GameRecord::from_text(Variant::Extended, "9/1/5QK/7/7/3S3/k4S1/7/1/4S4 w")?;
let mut engine = Engine::new();
engine.set_threads(2)?;
engine.set_game(&game)?;
let answer = engine.best_turn(Limits::nodes(100_000))?;
println!("{:?}, expecting {:?}: {:?}", answer.turn, answer.reply, answer.score);
// One line, unless more were asked for.
for line in &answer.lines {
    println!("depth {}: {} {:?}", line.depth, line.score, line.pv);
}

// A search can be followed while it runs, and stopped.
for event in engine.search_events(Limits::default()) {
    match event {
        EngineEvent::Line(line) if line.depth >= 5 => engine.stop(),
        EngineEvent::Done { best, .. } => println!("{best:?}"),
        _ => {}
    }
}
# Ok(())
# }
```
"##
)]
//! # What may change
//!
//! The modules below are the stable interface; their public items are listed in
//! `tests/documents/surface`, and a change to that list changes the crate's version according
//! to semantic versioning. With the feature `cli`, the documentation also shows the modules
//! of the program, which may change at any time.

// `println!` and `eprintln!` panic if stdout or stderr can't be written to.
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(feature = "analysis")]
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub mod analysis;
pub mod base;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "tournament")]
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub mod compliance;
pub mod diagram;
#[cfg(feature = "search")]
pub mod engine;
#[cfg(feature = "search")]
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub mod eval;
pub mod files;
pub mod game;
#[cfg(feature = "conversation")]
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub mod host;
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub mod openings;
#[cfg(any(feature = "analysis", feature = "tournament"))]
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub mod page;
#[cfg(feature = "puzzles")]
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub mod puzzles;
pub mod rules;
#[cfg(feature = "search")]
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub mod search;
#[cfg(feature = "search")]
pub mod solver;
#[cfg(feature = "spsa")]
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub mod spsa;
#[cfg(feature = "tables")]
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub mod tables;
#[cfg(feature = "tournament")]
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub mod tournament;
#[cfg(feature = "training")]
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub mod training;
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub mod util;
