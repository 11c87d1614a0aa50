//! The engine against a player that only counts men.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

mod host;
mod material;
mod support;

use batyr::base::score::is_decisive;
use batyr::base::{Color, MoveList};
use batyr::eval::shatra::HandWritten;
use batyr::rules::shatra::{
    Extended, Numbering, Original, Outcome, Position, Record, RuleSet, Turn,
};
use batyr::search::{Control, Limits, Request, Searcher, Silent};
use host::{
    Fault, Process, alone, games,
    uci::{ask, open, sync_silently},
};
use support::Random;

const MOVETIME: u32 = 50;
/// A game that is still going on after so many turns is a draw.
const LONGEST: usize = 400;

/// Results as the engine sees them.
#[derive(Default)]
struct Score {
    wins: usize,
    draws: usize,
    losses: usize,
    turns: usize,
}

impl Score {
    fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// Twice the points.
    fn half_points(&self) -> usize {
        2 * self.wins + self.draws
    }

    fn text(&self) -> String {
        format!(
            "{} games, {} turns: +{} ={} -{}, {:.1} points",
            self.games(),
            self.turns,
            self.wins,
            self.draws,
            self.losses,
            self.half_points() as f64 / 2.0
        )
    }
}

fn legal<R: RuleSet>(position: &Position<R>) -> MoveList<Turn> {
    let mut turns = MoveList::new();
    position.legal_turns(&mut turns);
    turns
}

/// A game of 4 to 6 random turns that neither side has lost yet: random turns
/// often leave a biy that can't be saved, which says nothing of the players.
fn opening<R: RuleSet>(random: &mut Random) -> Record<R> {
    loop {
        let mut record = Record::new(Position::start());
        for _ in 0..4 + random.below(3) {
            match random.choose(&legal(record.position())) {
                Some(&turn) => record.play(turn),
                None => break,
            }
        }
        if record.outcome().is_none() && !is_decided(record.position()) {
            return record;
        }
    }
}

/// Whether a short search sees the end of the game.
fn is_decided<R: RuleSet>(position: &Position<R>) -> bool {
    let mut searcher = Searcher::new(1, 1, HandWritten).expect("a searcher");
    let request = Request::new(*position, Limits::depth(6));
    let outcome = searcher.search(&request, &Control::new(), &mut Silent);
    is_decisive(outcome.score)
}

/// Asks the engine for its turn in this game.
fn engine_turn<R: RuleSet>(process: &mut Process, record: &Record<R>) -> Result<Turn, Fault> {
    let mut command = "position startpos moves".to_string();
    let mut position = *record.start();
    for &turn in record.turns() {
        command.push(' ');
        command += &position.turn_text(turn);
        position.play(turn);
    }
    process.send(&command)?;
    let answer = ask(process, &format!("go movetime {MOVETIME}"))?;
    let best = answer.best.unwrap_or_default();
    let turn = position.parse_turn(&best, Numbering::Official);
    turn.map_err(|error| Fault::Illegal(process.story(&error.to_string())))
}

/// Plays one game; the engine has the colour `engine`. `None` is a game that was broken off.
fn play<R: RuleSet>(
    process: &mut Process,
    record: &mut Record<R>,
    engine: Color,
    random: &mut Random,
) -> Result<Option<Outcome>, Fault> {
    process.send("ucinewgame")?;
    sync_silently(process)?;
    while record.turns().len() < LONGEST {
        if let Some(outcome) = record.outcome() {
            return Ok(Some(outcome));
        }
        let position = record.position();
        let turn = if position.side_to_move() == engine {
            engine_turn(process, record)?
        } else {
            material::choose(position, random).expect("a legal turn")
        };
        record.play(turn);
    }
    Ok(None)
}

/// Plays `games` games, each opening twice with colours changed.
fn compete<R: RuleSet>(games: usize, seed: u64) -> Result<Score, Fault> {
    let mut random = Random::new(seed);
    let mut score = Score::default();
    let mut process = open(R::ID)?;
    let mut start = opening::<R>(&mut random);
    for game in 0..games {
        let engine = Color::ALL[game % 2];
        if game > 0 && game % 2 == 0 {
            start = opening(&mut random);
        }
        let mut record = start.clone();
        let outcome = play(&mut process, &mut record, engine, &mut random)?;
        score.turns += record.turns().len();
        match outcome {
            Some(Outcome::Win(winner, _)) if winner == engine => score.wins += 1,
            Some(Outcome::Win(..)) => {
                println!("lost as {engine:?}: {}", game_text(&start, &record));
                score.losses += 1;
            }
            Some(Outcome::Draw(_)) | None => score.draws += 1,
        }
    }
    process.quit()?;
    println!("{}: {}", R::ID, score.text());
    Ok(score)
}

/// The position after the opening and the turns from there.
fn game_text<R: RuleSet>(start: &Record<R>, record: &Record<R>) -> String {
    let mut position = *start.position();
    let mut text = position.to_string();
    for &turn in &record.turns()[start.turns().len()..] {
        text = format!("{text} {}", position.turn_text(turn));
        position.play(turn);
    }
    text
}

fn short<R: RuleSet>(seed: u64) {
    let _alone = alone();
    let score = compete::<R>(2, seed).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(score.losses < 2, "{}", score.text());
}

fn long<R: RuleSet>(seed: u64) {
    let _alone = alone();
    let games = games(100);
    let score = compete::<R>(games, seed).unwrap_or_else(|fault| panic!("{fault}"));
    // 95 points of 100.
    assert!(
        score.half_points() * 100 >= 2 * 95 * games,
        "{}",
        score.text()
    );
}

#[test]
fn extended_is_won() {
    short::<Extended>(1);
}

#[test]
fn original_is_won() {
    short::<Original>(2);
}

#[test]
#[ignore = "the long form: 100 games, some minutes"]
fn extended_is_nearly_always_won() {
    long::<Extended>(11);
}

#[test]
#[ignore = "the long form: 100 games, some minutes"]
fn original_is_nearly_always_won() {
    long::<Original>(12);
}
