//! Games between two players, two for each opening with colours exchanged.

#![allow(dead_code)] // each test program uses a part of it

use batyr::base::Color;
use batyr::base::score::is_decisive;
use batyr::eval::StaticEvaluator;
use batyr::eval::shatra::EvaluatedByFeatures;
use batyr::game::Record;
use batyr::rules::shatra::{Numbering, Position, RuleSet, Turn};
use batyr::rules::{MoveList, Outcome};
use batyr::search::{Control, Limits, NullSink, Request, Searcher};

use crate::host::{
    ConversationFault, EngineProcess,
    uci::{ask, expect_silence},
};
use crate::support::Random;

/// The number of turns after which an unfinished game is a draw.
const MAX_TURNS: usize = 400;

/// A player of games.
pub trait Player {
    /// Starts a game.
    fn begin(&mut self) -> Result<(), ConversationFault>;
    /// Returns a turn in a position that has at least one.
    fn turn<R: RuleSet>(
        &mut self,
        record: &Record<Position<R>>,
        random: &mut Random,
    ) -> Result<Turn, ConversationFault>;
}

/// An engine that runs as a process and speaks UCI, with the `go` line to send.
pub struct Engine {
    pub process: EngineProcess,
    pub go: String,
}

impl Player for Engine {
    fn begin(&mut self) -> Result<(), ConversationFault> {
        self.process.send("ucinewgame")?;
        expect_silence(&mut self.process)
    }

    fn turn<R: RuleSet>(
        &mut self,
        record: &Record<Position<R>>,
        _: &mut Random,
    ) -> Result<Turn, ConversationFault> {
        let mut command = "position startpos moves".to_string();
        let mut position = *record.start();
        for &turn in record.turns() {
            command.push(' ');
            command += &position.turn_text(turn);
            position.play(turn);
        }
        self.process.send(&command)?;
        let answer = ask(&mut self.process, &self.go)?;
        let best = answer.best.unwrap_or_default();
        let turn = position.parse_turn(&best, Numbering::Official);
        turn.map_err(|error| ConversationFault::Illegal(self.process.with_log(&error.to_string())))
    }
}

/// The results from the first player's point of view.
#[derive(Default)]
pub struct Score {
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
    pub turns: usize,
}

impl Score {
    pub fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// Returns twice the points.
    pub fn half_points(&self) -> usize {
        2 * self.wins + self.draws
    }

    pub fn text(&self) -> String {
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

/// Returns a game of 4 to 6 random turns that neither side has lost yet: random turns often leave
/// a biy that cannot be saved, which would not measure the players.
fn opening<R: EvaluatedByFeatures>(random: &mut Random) -> Record<Position<R>> {
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

/// Returns whether a short search finds a decisive score.
fn is_decided<R: EvaluatedByFeatures>(position: &Position<R>) -> bool {
    let mut searcher = Searcher::new(1, 1, StaticEvaluator).expect("a searcher");
    let request = Request::new(*position, Limits::depth(6));
    let outcome = searcher.search(&request, &Control::new(), &mut NullSink);
    is_decisive(outcome.score)
}

/// Plays one game; the first player has the colour `first`. Returns `None` if the game was stopped
/// at the limit.
fn play<R: EvaluatedByFeatures>(
    one: &mut impl Player,
    other: &mut impl Player,
    record: &mut Record<Position<R>>,
    first: Color,
    random: &mut Random,
) -> Result<Option<Outcome>, ConversationFault> {
    one.begin()?;
    other.begin()?;
    while record.turns().len() < MAX_TURNS {
        if let Some(outcome) = record.outcome() {
            return Ok(Some(outcome));
        }
        let turn = if record.position().side_to_move() == first {
            one.turn(record, random)?
        } else {
            other.turn(record, random)?
        };
        record.play(turn);
    }
    Ok(None)
}

/// Plays `games` games, two for each opening with colours exchanged. Prints the lost ones.
pub fn compete<R: EvaluatedByFeatures>(
    one: &mut impl Player,
    other: &mut impl Player,
    games: usize,
    seed: u64,
) -> Result<Score, ConversationFault> {
    let mut random = Random::new(seed);
    let mut score = Score::default();
    let mut start = opening::<R>(&mut random);
    for game in 0..games {
        let first = Color::ALL[game % 2];
        if game > 0 && game % 2 == 0 {
            start = opening(&mut random);
        }
        let mut record = start.clone();
        let outcome = play(one, other, &mut record, first, &mut random)?;
        score.turns += record.turns().len();
        match outcome {
            Some(Outcome::Win(winner, _)) if winner == first => score.wins += 1,
            Some(Outcome::Win(..)) => {
                println!("lost as {first:?}: {}", game_text(&start, &record));
                score.losses += 1;
            }
            Some(Outcome::Draw(_)) | None => score.draws += 1,
        }
    }
    println!("{}: {}", R::ID, score.text());
    Ok(score)
}

/// Returns the position after the opening and the turns from there.
fn game_text<R: RuleSet>(start: &Record<Position<R>>, record: &Record<Position<R>>) -> String {
    let mut position = *start.position();
    let mut text = position.to_string();
    for &turn in &record.turns()[start.turns().len()..] {
        text = format!("{text} {}", position.turn_text(turn));
        position.play(turn);
    }
    text
}
