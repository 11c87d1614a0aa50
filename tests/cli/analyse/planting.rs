//! Games in which one blunder was planted: how they were made, and the proof
//! that each planted turn is a blunder.
//!
//! `tests/data/analyse/planted.txt` lists the blunders: game, ply and turn,
//! counted from 1. Each gives the opponent a win that a short search proves, in
//! a position that was not lost, so it is a blunder by any
//! evaluation. The proof uses the engine alone, searches deeper than the analysis
//! does, and does not use the marks.

use std::fmt::Write as _;
use std::fs;
use std::sync::{Arc, mpsc};

use batyr::base::Score;
use batyr::base::score::DECISIVE;
use batyr::engine::{Engine, EngineEvent};
use batyr::files::game_file::{FileGame, GameReader, ReadOptions};
use batyr::game::{GameRecord, Variant};
use batyr::rules::shatra::Numbering;
use batyr::search::Limits;

use super::command::data;

/// The number of games.
pub const GAMES: usize = 20;
/// The nodes of each search of the proof: ten times those of the analysis.
const PROOF_NODES: u64 = 30_000;
/// The nodes that must suffice to show the win: fewer than those of the
/// analysis.
const QUICK_NODES: u64 = 1_500;
/// The score in centipawns below which a side has little left to lose by a
/// blunder.
const LOSING: Score = -700;

/// A SplitMix64 generator: the same numbers for the same seed.
pub struct Random(u64);

impl Random {
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

    pub fn choose<'t>(&mut self, texts: &'t [String]) -> &'t str {
        &texts[(self.next() % texts.len() as u64) as usize]
    }
}

/// A planted blunder's place in a file, counted from 1.
pub struct Planted {
    pub game: usize,
    pub ply: usize,
    pub turn: String,
}

/// Returns the planted blunders.
pub fn planted() -> Vec<Planted> {
    let text = fs::read_to_string(data("planted.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            Planted {
                game: words[0].parse().unwrap(),
                ply: words[1].parse().unwrap(),
                turn: words[2].to_owned(),
            }
        })
        .collect()
}

/// Returns the games of a text.
pub fn games(text: &str) -> Vec<FileGame> {
    let games = GameReader::new(text.as_bytes(), ReadOptions::default());
    games.map(|game| game.unwrap()).collect()
}

/// Returns the best turn and its score for the side to move, searched with an
/// empty transposition table.
fn search(game: &GameRecord, nodes: u64) -> (Option<String>, Score) {
    let mut engine = Engine::new();
    engine.set_variant(game.variant()).unwrap();
    let turns: Vec<String> = game.turns().iter().map(|turn| turn.text.clone()).collect();
    engine
        .set_position(Some(&game.start_text()), &turns)
        .unwrap();
    let (sender, events) = mpsc::channel();
    let listener = Arc::new(move |event| drop(sender.send(event)));
    engine.search(Limits::nodes(nodes), &[], listener);
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

/// Returns whether a search proves that the turn loses.
fn loses(game: &GameRecord, turn: &str, nodes: u64) -> bool {
    let mut after = game.clone();
    after.play(turn, Numbering::Official).unwrap();
    search(&after, nodes).1 >= DECISIVE
}

#[test]
fn every_planted_blunder_loses() {
    let games = games(&fs::read_to_string(data("planted.sgn")).unwrap());
    let planted = planted();
    assert_eq!((games.len(), planted.len()), (GAMES, GAMES));
    for Planted { game, ply, turn } in planted {
        let file = &games[game - 1];
        assert_eq!(file.turns()[ply - 1].text(), turn);
        let before = file.record_before(ply - 1);
        let (_, score) = search(&before, PROOF_NODES);
        assert!(score > LOSING, "game {game} is lost before: {score}");
        assert!(loses(&before, &turn, PROOF_NODES), "game {game}: {turn}");
    }
}

/// Returns a game of the engine against itself after random turns, with one
/// blunder.
fn planted_game(number: u64) -> Option<(FileGame, usize)> {
    let variant = [Variant::Extended, Variant::Original][number as usize % 2];
    let mut random = Random::new(number);
    let mut game = GameRecord::new(variant);
    let place = 14 + (random.next() % 16) as usize;
    let mut planted = None;
    while game.outcome().is_none() && game.turns().len() < place + 12 {
        let ply = game.turns().len();
        let legal = game.legal_texts(usize::MAX);
        let turn = if ply < 4 {
            random.choose(&legal).to_owned()
        } else if ply >= place && planted.is_none() {
            match losing_turn(&game, &legal, &mut random) {
                Some(turn) => {
                    planted = Some(ply + 1);
                    turn
                }
                None => search(&game, 3_000).0?,
            }
        } else {
            search(&game, 3_000).0?
        };
        game.play(&turn, Numbering::Official).unwrap();
    }
    Some((FileGame::from(game), planted?))
}

/// Returns a legal turn that loses, in an even position.
fn losing_turn(game: &GameRecord, legal: &[String], random: &mut Random) -> Option<String> {
    let (_, best) = search(game, PROOF_NODES);
    if best.abs() >= 300 {
        return None;
    }
    for _ in 0..12 {
        let turn = random.choose(legal);
        if loses(game, turn, QUICK_NODES) && loses(game, turn, PROOF_NODES) {
            return Some(turn.to_owned());
        }
    }
    None
}

#[test]
#[ignore = "writes new files of planted blunders to the folder of temporary files"]
fn make_planted_games() {
    let mut text = String::new();
    let mut notes = "# The planted blunders of planted.sgn: game, ply, turn\n".to_owned();
    let mut count = 0;
    for seed in 1.. {
        let Some((mut game, ply)) = planted_game(seed) else {
            continue;
        };
        count += 1;
        game.tags.set("Event", "Planted blunders");
        game.tags.set("Round", &count.to_string());
        game.tags.set("White", "Batyr");
        game.tags.set("Black", "Batyr");
        write!(text, "{game}").unwrap();
        let turn = game.turns()[ply - 1].text();
        writeln!(notes, "{count} {ply} {turn}").unwrap();
        println!("{count} {ply} {turn}");
        if count == GAMES {
            break;
        }
    }
    let folder = std::env::temp_dir();
    fs::write(folder.join("planted.sgn"), text).unwrap();
    fs::write(folder.join("planted.txt"), notes).unwrap();
}
