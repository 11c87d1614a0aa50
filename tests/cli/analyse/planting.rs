//! Generates games with one planted blunder each, and proves that the planted turns are blunders.
//!
//! `tests/data/analyse/planted.txt` lists the game and the ply, both counted from 1, and the turn
//! of each blunder. A planted turn gives the opponent a win that a short search proves, in a
//! position that was even when the games were written, and no search chose it there. The proof
//! does not depend on the analysis: it searches with the engine directly, and deeper than the
//! analysis does. With another network the analysis may play the blunder too, or find the position
//! nearly lost before it; then new games are written ([`write_planted_games`]).

use std::fmt::Write as _;
use std::fs;
use std::sync::{Arc, mpsc};

use batyr::base::Score;
use batyr::base::score::PROVED_WIN;
use batyr::engine::{Engine, EngineEvent, RootFilter};
use batyr::files::game_file::{FileGame, GameReader, ReadOptions};
use batyr::game::{GameRecord, Variant};
use batyr::rules::shatra::Numbering;
use batyr::search::Limits;

use super::command::fixture;

/// The number of games with a planted blunder.
pub const GAMES: usize = 20;
/// The node limit of each search in a proof.
const PROOF_NODES: u64 = 10 * ANALYSIS_NODES;
/// The number of nodes within which the win must be found: fewer than the limit of the analysis.
const QUICK_NODES: u64 = 1_500;
/// The node limit of the analysis.
pub const ANALYSIS_NODES: u64 = 3_000;
/// The score in centipawns at which a position counts as lost, so that no turn in it is a
/// blunder.
const LOST_SCORE: Score = -700;

/// A SplitMix64 generator, which returns the same numbers for the same seed.
pub struct SplitMix64(u64);

impl SplitMix64 {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    /// Returns a random element of `texts`.
    pub fn choose<'t>(&mut self, texts: &'t [String]) -> &'t str {
        &texts[(self.next() % texts.len() as u64) as usize]
    }
}

/// A planted blunder and its place in planted.sgn, counted from 1.
pub struct PlantedBlunder {
    pub game: usize,
    pub ply: usize,
    pub turn: String,
}

/// Reads the list of planted blunders.
pub fn planted_blunders() -> Vec<PlantedBlunder> {
    let text = fs::read_to_string(fixture("planted.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            PlantedBlunder {
                game: words[0].parse().unwrap(),
                ply: words[1].parse().unwrap(),
                turn: words[2].to_owned(),
            }
        })
        .collect()
}

/// Parses the games of an SGN text.
pub fn read_games(text: &str) -> Vec<FileGame> {
    let games = GameReader::new(text.as_bytes(), ReadOptions::default());
    games.map(|game| game.unwrap().game).collect()
}

/// Searches the final position of a game with an empty transposition table. Returns the best turn
/// and its score for the side to move.
fn search(game: &GameRecord, nodes: u64) -> (Option<String>, Score) {
    let mut engine = Engine::new();
    engine.set_variant(game.variant()).unwrap();
    let turns: Vec<String> = game.turns().iter().map(|turn| turn.text.clone()).collect();
    engine
        .set_position(Some(&game.start_text()), &turns)
        .unwrap();
    let (sender, events) = mpsc::channel();
    let listener = Arc::new(move |event| drop(sender.send(event)));
    engine.search(Limits::nodes(nodes), RootFilter::default(), listener);
    let mut score = 0;
    for event in events {
        match event {
            EngineEvent::Line(line) => score = line.score,
            EngineEvent::Done { best, .. } => return (best, score),
            _ => {}
        }
    }
    panic!("the search gave no answer");
}

/// Returns whether a search finds a forced win for the opponent after the turn.
fn loses(game: &GameRecord, turn: &str, nodes: u64) -> bool {
    let mut after = game.clone();
    after.play(turn, Numbering::Official).unwrap();
    search(&after, nodes).1 >= PROVED_WIN
}

#[test]
fn every_planted_blunder_loses() {
    let games = read_games(&fs::read_to_string(fixture("planted.sgn")).unwrap());
    let planted = planted_blunders();
    assert_eq!((games.len(), planted.len()), (GAMES, GAMES));
    for PlantedBlunder { game, ply, turn } in planted {
        let file = &games[game - 1];
        assert_eq!(file.turns()[ply - 1].text(), turn);
        let before = file.record_before(ply - 1);
        let (_, score) = search(&before, PROOF_NODES);
        assert!(
            score > LOST_SCORE,
            "game {game} is lost before the blunder: {score}"
        );
        assert!(loses(&before, &turn, PROOF_NODES), "game {game}: {turn}");
    }
}

/// Plays the engine against itself after a few random turns, with one planted blunder. Returns the
/// game and the ply of the blunder, or `None` if none was found.
fn game_with_blunder(number: u64) -> Option<(FileGame, usize)> {
    let variant = [Variant::Extended, Variant::Original][number as usize % 2];
    let mut random = SplitMix64::new(number);
    let mut game = GameRecord::new(variant);
    let first_blunder_ply = 14 + (random.next() % 16) as usize;
    let mut blunder_ply = None;
    while game.outcome().is_none() && game.turns().len() < first_blunder_ply + 12 {
        let ply = game.turns().len();
        let legal_turns = game.legal_texts(usize::MAX);
        let turn = if ply < 4 {
            random.choose(&legal_turns).to_owned()
        } else if ply >= first_blunder_ply && blunder_ply.is_none() {
            match losing_turn(&game, &legal_turns, &mut random) {
                Some(turn) => {
                    blunder_ply = Some(ply + 1);
                    turn
                }
                None => search(&game, ANALYSIS_NODES).0?,
            }
        } else {
            search(&game, ANALYSIS_NODES).0?
        };
        game.play(&turn, Numbering::Official).unwrap();
    }
    Some((FileGame::from(game), blunder_ply?))
}

/// Returns a random turn that loses, if short and long searches find the position even and such a
/// turn, which none of them chooses, is found.
fn losing_turn(
    game: &GameRecord,
    legal_turns: &[String],
    random: &mut SplitMix64,
) -> Option<String> {
    let mut chosen = Vec::new();
    for nodes in [QUICK_NODES, ANALYSIS_NODES, PROOF_NODES] {
        let (best, score) = search(game, nodes);
        if score.abs() >= 300 {
            return None;
        }
        chosen.extend(best);
    }
    for _ in 0..12 {
        let turn = random.choose(legal_turns);
        if !chosen.iter().any(|best| best == turn)
            && loses(game, turn, QUICK_NODES)
            && loses(game, turn, PROOF_NODES)
        {
            return Some(turn.to_owned());
        }
    }
    None
}

#[test]
#[ignore = "writes new games with planted blunders to the temporary folder"]
fn write_planted_games() {
    let mut text = String::new();
    let mut list = "# The planted blunders of planted.sgn: game, ply, turn\n".to_owned();
    let mut count = 0;
    for seed in 1.. {
        let Some((mut game, ply)) = game_with_blunder(seed) else {
            continue;
        };
        count += 1;
        game.tags.set("Event", "Planted blunders");
        game.tags.set("Round", &count.to_string());
        game.tags.set("White", "Batyr");
        game.tags.set("Black", "Batyr");
        write!(text, "{game}").unwrap();
        let turn = game.turns()[ply - 1].text();
        writeln!(list, "{count} {ply} {turn}").unwrap();
        println!("{count} {ply} {turn}");
        if count == GAMES {
            break;
        }
    }
    let folder = std::env::temp_dir();
    fs::write(folder.join("planted.sgn"), text).unwrap();
    fs::write(folder.join("planted.txt"), list).unwrap();
}
