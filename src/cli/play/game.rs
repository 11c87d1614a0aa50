//! A game at the terminal: its turns, its clocks and how it ended.

use std::time::Duration;

use super::args::Sides;
use super::clock::Clocks;
use crate::base::Color;
use crate::game::{GameRecord, GameResult, TurnDetails};
use crate::page::Texts;
use crate::rules::shatra::Numbering;
use crate::rules::{Outcome, TurnError};
use crate::search::Limits;
use crate::tournament::TimeControl;

/// The maximum number of legal turns that are listed, or offered as completions.
const MAX_TURNS: usize = 2_000;

/// How a game at the terminal ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules of the game.
    Rules(Outcome),
    /// This side's flag has fallen.
    Flag(Color),
    /// This side has resigned.
    Resigned(Color),
    /// Both sides have agreed to a draw.
    Agreed,
}

impl Ending {
    pub fn result(self) -> GameResult {
        match self {
            Self::Rules(outcome) => GameResult::from_outcome(outcome),
            Self::Flag(loser) | Self::Resigned(loser) => GameResult::win_by(!loser),
            Self::Agreed => GameResult::Draw,
        }
    }

    /// Returns the sentences that announce the end.
    pub fn announcement(self, texts: &Texts) -> String {
        let reason = match self {
            Self::Rules(outcome) => outcome.word(),
            Self::Flag(_) => "time",
            Self::Resigned(_) => "resignation",
            Self::Agreed => return texts.text("result.agreement"),
        };
        let result = texts.text(match self.result() {
            GameResult::WhiteWins => "result.white-wins",
            GameResult::BlackWins => "result.black-wins",
            GameResult::Draw | GameResult::Unfinished => "result.draw",
        });
        format!("{result}. {}", texts.text(&format!("result.{reason}")))
    }
}

/// A game in progress, or one that has ended.
#[derive(Clone, Debug)]
pub struct Game {
    record: GameRecord,
    control: Option<TimeControl>,
    /// The clocks, if the game has a time control.
    clocks: Option<Clocks>,
    /// The turns that were taken back: a list for each `undo`, in the order of play.
    undone: Vec<Vec<String>>,
    /// An ending that does not follow from the position: time, resignation or agreement.
    declared_ending: Option<Ending>,
}

impl Game {
    /// Starts a game from the current position of a record, with both clocks full.
    pub fn new(record: GameRecord, control: Option<TimeControl>) -> Self {
        Self {
            record,
            clocks: control.as_ref().map(Clocks::new),
            control,
            undone: Vec::new(),
            declared_ending: None,
        }
    }

    /// Returns the record of the game: its turns and its position.
    pub const fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Returns the time control; `None` for a game without clocks.
    pub const fn control(&self) -> Option<&TimeControl> {
        self.control.as_ref()
    }

    /// Returns the legal turns; none if the game is over.
    pub fn legal_turns(&self) -> Vec<TurnDetails> {
        match self.ending() {
            Some(_) => Vec::new(),
            None => self.record.legal_turns(MAX_TURNS),
        }
    }

    /// Returns how the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.declared_ending
            .or_else(|| self.record.outcome().map(Ending::Rules))
    }

    /// Ends the game, unless it has already ended.
    pub fn end(&mut self, ending: Ending) {
        if self.ending().is_none() {
            self.declared_ending = Some(ending);
            if let Some(clocks) = &mut self.clocks {
                clocks.stop();
            }
        }
    }

    /// Starts the clock of the side to move, unless the game has ended.
    pub fn start_clock(&mut self) {
        if self.ending().is_none()
            && let Some(clocks) = &mut self.clocks
        {
            clocks.start();
        }
    }

    /// Returns the time that a side has left; `None` without clocks.
    pub fn left(&self, color: Color) -> Option<Duration> {
        let mover = self.record.side_to_move();
        Some(self.clocks.as_ref()?.left(color, mover))
    }

    /// Returns the clocks' limits for a search by the side to move; `None` without clocks.
    pub fn clock_limits(&self) -> Option<Limits> {
        let clocks = self.clocks.as_ref()?;
        Some(clocks.limits(self.record.side_to_move()))
    }

    /// Ends the game if the side to move has no time left.
    pub fn check_flag(&mut self) {
        let mover = self.record.side_to_move();
        if self.left(mover).is_some_and(|left| left.is_zero()) {
            self.end(Ending::Flag(mover));
        }
    }

    /// Plays a turn. Turns taken back earlier can then no longer be replayed.
    ///
    /// # Errors
    /// Returns an error if the text does not denote a legal turn; the game is then unchanged.
    pub fn play(&mut self, text: &str) -> Result<(), TurnError> {
        self.play_and_keep_undone(text)?;
        self.undone.clear();
        Ok(())
    }

    fn play_and_keep_undone(&mut self, text: &str) -> Result<(), TurnError> {
        let mover = self.record.side_to_move();
        self.record.play(text, Numbering::Official)?;
        if let Some(clocks) = &mut self.clocks {
            clocks.finish_turn(mover);
        }
        Ok(())
    }

    /// Takes back the user's last turn and all turns after it, or only the last turn if no
    /// player is human. If the game ended by resignation or agreement, takes back only that
    /// ending; a loss on time is taken back together with the turns, or alone before the user's
    /// first turn. Returns the number of turns taken back, or `None` if there was nothing to take
    /// back.
    pub fn undo(&mut self, sides: Sides) -> Option<usize> {
        if let Some(Ending::Resigned(_) | Ending::Agreed) = self.declared_ending {
            self.declared_ending = None;
            return Some(0);
        }
        let turns = self.record.turns();
        let mover = self.record.side_to_move();
        let is_own = |&count: &usize| {
            let color = Color::ALL[(mover.index() + count) % 2];
            sides == Sides::None || sides.has(color)
        };
        let Some(count) = (1..=turns.len()).find(is_own) else {
            self.declared_ending.take()?;
            if let Some(clocks) = &mut self.clocks {
                clocks.restart_turn();
            }
            return Some(0);
        };
        let taken_back = turns.iter().skip(turns.len() - count);
        self.undone
            .push(taken_back.map(|turn| turn.text.clone()).collect());
        self.declared_ending = None;
        for _ in 0..count {
            self.record.undo();
            if let Some(clocks) = &mut self.clocks {
                clocks.undo_turn();
            }
        }
        Some(count)
    }

    /// Replays the turns that the last `undo` took back, unless the game has ended. Returns how
    /// many were replayed.
    pub fn redo(&mut self) -> usize {
        if self.ending().is_some() {
            return 0;
        }
        let turns = self.undone.pop().unwrap_or_default();
        turns
            .iter()
            .take_while(|text| self.play_and_keep_undone(text).is_ok())
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    fn after(turns: &[&str]) -> Game {
        let mut game = Game::new(GameRecord::new(Variant::Extended), None);
        for turn in turns {
            game.play(turn).unwrap();
        }
        game
    }

    #[test]
    fn undo_takes_back_the_reply_as_well() {
        let mut game = after(&["d1-d6", "d14-d9", "e1-e6", "e14-e9"]);
        assert_eq!(game.undo(Sides::White), Some(2));
        assert_eq!(game.undo(Sides::Black), Some(1));
        assert_eq!(game.redo(), 1);
        assert_eq!(game.redo(), 2);
        assert_eq!((game.redo(), game.record().turns().len()), (0, 4));
        assert_eq!(game.undo(Sides::Both), Some(1));
        assert_eq!(game.undo(Sides::None), Some(1));
        game.play("c1-c6").unwrap();
        assert_eq!(game.redo(), 0);
    }

    #[test]
    fn a_user_without_a_turn_has_nothing_to_undo() {
        let mut game = after(&["d1-d6"]);
        assert_eq!(game.undo(Sides::Black), None);
        assert_eq!(game.record().turns().len(), 1);
        assert_eq!(after(&[]).undo(Sides::Both), None);
    }

    #[test]
    fn a_loss_on_time_before_the_first_turn_is_taken_back() {
        let mut game = after(&["d1-d6"]);
        game.end(Ending::Flag(Color::Black));
        assert_eq!(game.undo(Sides::Black), Some(0));
        assert_eq!((game.ending(), game.record().turns().len()), (None, 1));
    }

    #[test]
    fn a_resignation_is_taken_back_without_a_turn() {
        let mut game = after(&["d1-d6"]);
        game.end(Ending::Resigned(Color::Black));
        game.end(Ending::Agreed);
        assert_eq!(game.ending(), Some(Ending::Resigned(Color::Black)));
        assert_eq!(game.undo(Sides::White), Some(0));
        assert_eq!((game.ending(), game.record().turns().len()), (None, 1));
    }

    #[test]
    fn no_turn_is_replayed_after_a_resignation() {
        let mut game = after(&["d1-d6", "d14-d9"]);
        assert_eq!(game.undo(Sides::White), Some(2));
        game.end(Ending::Resigned(Color::White));
        assert_eq!((game.redo(), game.record().turns().len()), (0, 0));
        assert_eq!(game.undo(Sides::White), Some(0));
        assert_eq!(game.redo(), 2);
    }
}
