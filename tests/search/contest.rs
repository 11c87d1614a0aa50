//! Contests: games between two contestants, two for each opening with colours exchanged.

#![allow(dead_code)] // each test program uses only part of this module

use batyr::base::Color;
use batyr::base::score::is_proved;
use batyr::eval::{EvaluatedPosition, NetworkEvaluator};
use batyr::game::Record;
use batyr::rules::shatra::{Numbering, Position, RuleSet, Turn};
use batyr::rules::{Game, MoveList, Outcome};
use batyr::search::{Control, Limits, NullSink, Request, Searcher};

use crate::host::{
    ConversationFault, EngineProcess,
    uci::{ask, expect_silence},
};
use crate::support::Random;

/// The number of turns after which an unfinished game counts as a draw.
const MAX_TURNS: usize = 400;

/// One of the two sides of a contest.
pub trait Contestant {
    /// Prepares for a new game.
    fn begin_game(&mut self) -> Result<(), ConversationFault>;
    /// Chooses a turn in a position that has at least one.
    fn choose_turn<R: RuleSet>(
        &mut self,
        record: &Record<Position<R>>,
        random: &mut Random,
    ) -> Result<Turn, ConversationFault>;
}

/// An engine process that plays by UCI.
pub struct UciEngine {
    pub process: EngineProcess,
    /// The `go` command for each turn.
    pub go: String,
}

impl Contestant for UciEngine {
    fn begin_game(&mut self) -> Result<(), ConversationFault> {
        self.process.send("ucinewgame")?;
        expect_silence(&mut self.process)
    }

    fn choose_turn<R: RuleSet>(
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

/// The result of a contest from the first contestant's point of view.
#[derive(Default)]
pub struct ContestResult {
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
    /// The number of turns in all games.
    pub turns: usize,
}

impl ContestResult {
    pub fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// Returns the points of the first contestant, doubled to be a whole number.
    pub fn half_points(&self) -> usize {
        2 * self.wins + self.draws
    }

    pub fn summary(&self) -> String {
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

fn legal_turns<R: RuleSet>(position: &Position<R>) -> MoveList<Turn> {
    let mut turns = MoveList::new();
    position.generate(&mut turns);
    turns
}

/// Returns a game of 4 to 6 random turns in which a short search finds no forced win. Random turns
/// often leave a biy that cannot be saved, and such games say nothing about the contestants.
fn random_opening<R: RuleSet>(random: &mut Random) -> Record<Position<R>>
where
    Position<R>: EvaluatedPosition + Game<Move = Turn>,
{
    loop {
        let mut record = Record::new(Position::start());
        for _ in 0..4 + random.below(3) {
            match random.choose(&legal_turns(record.position())) {
                Some(&turn) => record.play(turn),
                None => break,
            }
        }
        if record.outcome().is_none() && !is_decided(record.position()) {
            return record;
        }
    }
}

/// Returns whether a short search finds a forced win for either side.
fn is_decided<R: RuleSet>(position: &Position<R>) -> bool
where
    Position<R>: EvaluatedPosition + Game<Move = Turn>,
{
    let mut searcher = Searcher::new(1, 1, NetworkEvaluator::default()).expect("a searcher");
    let request = Request::new(*position, Limits::depth(6));
    let outcome = searcher.search(&request, &Control::new(), &mut NullSink);
    is_proved(outcome.score)
}

/// Plays one game, in which the first contestant has `first_color`. Returns `None` if the game is
/// stopped at `MAX_TURNS`.
fn play_game<R: RuleSet>(
    first: &mut impl Contestant,
    second: &mut impl Contestant,
    record: &mut Record<Position<R>>,
    first_color: Color,
    random: &mut Random,
) -> Result<Option<Outcome>, ConversationFault>
where
    Position<R>: EvaluatedPosition + Game<Move = Turn>,
{
    first.begin_game()?;
    second.begin_game()?;
    while record.turns().len() < MAX_TURNS {
        if let Some(outcome) = record.outcome() {
            return Ok(Some(outcome));
        }
        let turn = if record.position().side_to_move() == first_color {
            first.choose_turn(record, random)?
        } else {
            second.choose_turn(record, random)?
        };
        record.play(turn);
    }
    Ok(None)
}

/// Plays `games` games, two for each opening with colours exchanged. Prints those that the first
/// contestant loses.
pub fn play_contest<R: RuleSet>(
    first: &mut impl Contestant,
    second: &mut impl Contestant,
    games: usize,
    seed: u64,
) -> Result<ContestResult, ConversationFault>
where
    Position<R>: EvaluatedPosition + Game<Move = Turn>,
{
    let mut random = Random::new(seed);
    let mut result = ContestResult::default();
    let mut start = random_opening::<R>(&mut random);
    for game in 0..games {
        let first_color = Color::ALL[game % 2];
        if game > 0 && game % 2 == 0 {
            start = random_opening(&mut random);
        }
        let mut record = start.clone();
        let outcome = play_game(first, second, &mut record, first_color, &mut random)?;
        result.turns += record.turns().len();
        match outcome {
            Some(Outcome::Win(winner, _)) if winner == first_color => result.wins += 1,
            Some(Outcome::Win(..)) => {
                println!("lost as {first_color:?}: {}", game_text(&start, &record));
                result.losses += 1;
            }
            Some(Outcome::Draw(_)) | None => result.draws += 1,
        }
    }
    println!("{}: {}", R::RULES.id, result.summary());
    Ok(result)
}

/// Returns the position after the opening and the later turns, as text.
fn game_text<R: RuleSet>(start: &Record<Position<R>>, record: &Record<Position<R>>) -> String {
    let mut position = *start.position();
    let mut text = position.to_string();
    for &turn in &record.turns()[start.turns().len()..] {
        text = format!("{text} {}", position.turn_text(turn));
        position.play(turn);
    }
    text
}
