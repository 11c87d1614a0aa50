//! A game whose rule set is known at compile time: its current position and its
//! searcher.

use std::sync::{Arc, Mutex};

use super::error::EngineError;
use super::event::{Known, Notation};
use super::history::Seen;
use super::lazy::LazySearcher;
use super::seat::{Order, Seat};
use super::task::{self, Search, lock, numbering};
use super::thread::Job;
use crate::base::{Color, Score};
use crate::eval::{Evaluation, StaticEvaluation, breakdown, values_by_kind};
use crate::game::{GameResult, Playable, Record};
use crate::rules::{MoveList, Outcome};

/// The greatest number of turns that a picture of the board lists.
const LISTED: usize = 1000;
/// The width of a terminal, in columns.
const WIDTH: usize = 80;

/// The engine's game with positions of the type `P`.
pub struct Table<P: Playable> {
    record: Record<P>,
    /// The keys that the current position may repeat, oldest first.
    history: Vec<u64>,
    /// The turns that the next searches may not play.
    banned: Vec<P::Move>,
    seen: Seen,
    searcher: Arc<Mutex<LazySearcher<P>>>,
}

impl<P: Playable + StaticEvaluation> Table<P> {
    /// Returns a game at its start position.
    pub fn new(threads: usize, megabytes: usize) -> Self {
        Self {
            record: Record::new(P::start()),
            history: Vec::new(),
            banned: Vec::new(),
            seen: Seen::default(),
            searcher: Arc::new(Mutex::new(LazySearcher::new(threads, megabytes))),
        }
    }

    /// Returns a search of the current position.
    fn prepare(&self, order: Order) -> Search<P> {
        Search {
            position: *self.position(),
            history: self.history.clone(),
            banned: self.banned.clone(),
            order,
        }
    }

    const fn position(&self) -> &P {
        self.record.position()
    }
}

/// Returns the record of a game from a position and the turns played from
/// there.
fn record<P: Playable>(
    text: Option<&str>,
    turns: &[String],
    notation: Notation,
) -> Result<Record<P>, EngineError> {
    let start = match text {
        None => P::start(),
        Some(text) => P::read(text)?,
    };
    let mut record = Record::new(start);
    for (i, text) in turns.iter().enumerate() {
        let turn = read_turn(record.position(), i, text, notation)?;
        record.play(turn);
    }
    Ok(record)
}

/// Parses the turn at place `i` of a list.
fn read_turn<P: Playable>(
    position: &P,
    i: usize,
    text: &str,
    notation: Notation,
) -> Result<P::Move, EngineError> {
    let turn = position.read_turn(text, numbering(notation));
    turn.map(|(turn, _)| turn)
        .map_err(|error| EngineError::Turn {
            number: i + 1,
            error,
        })
}

/// Returns the result as game files have it, and the reason for the end of the
/// game.
fn result(outcome: Option<Outcome>) -> String {
    match outcome {
        None => GameResult::Unfinished.text().to_owned(),
        Some(outcome) => format!("{} ({})", GameResult::of(outcome).text(), outcome.reason()),
    }
}

/// Joins words into lines of a terminal's width.
fn wrap(words: &[String]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        let length = word.chars().count() + 1;
        width += length;
        if width > WIDTH {
            text.push('\n');
            width = length;
        }
        text.push(' ');
        text.push_str(word);
    }
    text
}

impl<P: Playable + StaticEvaluation> Seat for Table<P> {
    fn set_position(
        &mut self,
        text: Option<&str>,
        turns: &[String],
        notation: Notation,
    ) -> Result<(), EngineError> {
        let record = record(text, turns, notation)?;
        self.banned.clear();
        self.history = match notation {
            Notation::Turns => record.earlier_keys().to_vec(),
            Notation::Jumps => self.seen.show(record.position()),
        };
        self.record = record;
        Ok(())
    }

    fn flip(&mut self) -> Result<(), EngineError> {
        self.record = Record::new(self.position().flipped()?);
        self.history.clear();
        self.banned.clear();
        Ok(())
    }

    /// Bans every turn that leads to the same position: another order of the
    /// same jumps would be the same turn to the host.
    fn ban(&mut self, texts: &[String], notation: Notation) -> Result<(), EngineError> {
        let position = self.position();
        let mut legal = MoveList::new();
        position.generate(&mut legal);
        let mut banned = self.banned.clone();
        for (i, text) in texts.iter().enumerate() {
            let after = position.after(read_turn(position, i, text, notation)?);
            banned.extend(legal.iter().filter(|&&turn| position.after(turn) == after));
        }
        self.banned = banned;
        Ok(())
    }

    fn search(&self, order: Order) -> Job {
        let searcher = Arc::clone(&self.searcher);
        let search = self.prepare(order);
        Box::new(move || search.run(&searcher))
    }

    fn perft(&self, depth: u32, order: Order) -> Job {
        let position = *self.position();
        Box::new(move || task::perft(&position, depth, &order))
    }

    fn refuse(&self, order: Order, fault: &EngineError) {
        self.prepare(order).refuse(fault);
    }

    fn make_searcher(&mut self) -> Result<(), EngineError> {
        lock(&self.searcher).get()?;
        Ok(())
    }

    fn has_searcher(&self) -> bool {
        // If the lock is taken, a search is running.
        self.searcher
            .try_lock()
            .map_or(true, |searcher| searcher.is_made())
    }

    fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        lock(&self.searcher).set_threads(threads)
    }

    fn resize_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        lock(&self.searcher).resize_hash(megabytes)
    }

    fn clear(&mut self) {
        lock(&self.searcher).clear();
        self.seen = Seen::default();
    }

    fn probe(
        &self,
        text: Option<&str>,
        turns: &[String],
        notation: Notation,
    ) -> Result<Option<Known>, EngineError> {
        let record = record::<P>(text, turns, notation)?;
        let position = record.position();
        let known = lock(&self.searcher).probe(position);
        Ok(known.map(|(entry, best)| Known {
            best: best.map(|turn| position.turn_text(turn)),
            score: entry.score,
            bound: entry.bound,
            depth: entry.depth,
        }))
    }

    fn side_to_move(&self) -> Color {
        self.position().side_to_move()
    }

    fn halfmoves(&self) -> u32 {
        self.position().halfmove_clock()
    }

    fn baring_turns(&self) -> Vec<String> {
        self.position().baring_turns()
    }

    fn men(&self) -> i32 {
        self.position().men()
    }

    fn static_score(&self) -> Score {
        self.position().static_score()
    }

    fn board(&self) -> String {
        let position = self.position();
        let mut turns = position.turn_texts(LISTED);
        let count = position.count();
        if count > turns.len() as u64 {
            turns.push("…".to_owned());
        }
        format!(
            "{}\nVariant: {}\n{}: {position}\nKey: {:016X}\nResult: {}\nLegal turns: {}\n{}",
            position.picture(),
            P::ID,
            P::POSITION_TEXT,
            position.key(),
            result(self.record.outcome()),
            count,
            wrap(&turns)
        )
    }

    fn evaluation(&self) -> String {
        let position = self.position();
        let (title, rows): (_, Vec<(String, [Score; 2])>) = match &P::EVALUATION {
            Evaluation::Features(weighing) => {
                let (men, full) = (weighing.phase)(position);
                let [white, black] = Color::ALL.map(|color| breakdown(weighing, position, color));
                let both = white.into_iter().zip(black);
                let told = both.map(|((name, white), (_, black))| {
                    (name, [white, black].map(|pair| pair.at(men, full)))
                });
                ("term", told.collect())
            }
            Evaluation::Network(learned) => {
                let values_by_kind = values_by_kind(learned, position).into_iter();
                (
                    "men",
                    values_by_kind
                        .map(|(name, sides)| (name.to_owned(), sides))
                        .collect(),
                )
            }
        };
        let mut text = format!("{title:18}{:>8}{:>8}{:>8}\n", "White", "Black", "sum");
        for (name, [white, black]) in rows {
            text += &format!("{name:18}{white:>8}{black:>8}{:>8}\n", white - black);
        }
        let score = position.static_score();
        text + &format!("For the side to move: {score} cp")
    }
}
