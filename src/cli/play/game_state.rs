//! Keeps the state of a game between the user and the engine: its turns, its clocks and
//! how it ended.

use super::args::Sides;
use super::clock::Clocks;
use super::ending::Ending;
use crate::base::Color;
use crate::game::GameRecord;
use crate::rules::TurnError;
use crate::rules::shatra::Numbering;
use crate::tournament::TimeControl;

/// A game in progress, or one that has ended.
#[derive(Clone, Debug)]
pub struct GameState {
    record: GameRecord,
    /// The clocks, if the game has a time control.
    pub clocks: Option<Clocks>,
    /// The turns that were taken back: a list for each `undo`, in the order of play.
    undone: Vec<Vec<String>>,
    /// An end that the rules do not bring about: time, resignation or agreement.
    declared_ending: Option<Ending>,
}

impl GameState {
    /// Starts a game from the current position of a record, with both clocks full.
    pub fn new(record: GameRecord, control: Option<TimeControl>) -> Self {
        Self {
            record,
            clocks: control.map(Clocks::new),
            undone: Vec::new(),
            declared_ending: None,
        }
    }

    /// Returns the record of the game: its turns and its position.
    pub const fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Returns how the game has ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.declared_ending
            .or_else(|| self.record.outcome().map(Ending::Rules))
    }

    /// Ends the game, unless it has already ended.
    pub fn end(&mut self, ending: Ending) {
        if self.ending().is_none() {
            self.declared_ending = Some(ending);
            self.stop_clocks();
        }
    }

    /// Starts the clock of the side to move, unless the game has ended.
    pub fn run_clock(&mut self) {
        let is_over = self.ending().is_some();
        let color = self.record.side_to_move();
        if let Some(clocks) = self.clocks.as_mut().filter(|_| !is_over) {
            clocks.start(color);
        }
    }

    fn stop_clocks(&mut self) {
        if let Some(clocks) = &mut self.clocks {
            clocks.stop();
        }
    }

    /// Ends the game if the side to move has no time left.
    pub fn check_flag(&mut self) {
        let color = self.record.side_to_move();
        if self.clocks.as_ref().is_some_and(|c| c.has_fallen(color)) {
            self.end(Ending::Flag(color));
        }
    }

    /// Plays a turn. Turns that were taken back before can no longer be redone.
    ///
    /// # Errors
    /// Returns an error if the text does not denote a legal turn; the game is then unchanged.
    pub fn play(&mut self, text: &str) -> Result<(), TurnError> {
        self.play_and_keep_undone(text)?;
        self.undone.clear();
        Ok(())
    }

    fn play_and_keep_undone(&mut self, text: &str) -> Result<(), TurnError> {
        let color = self.record.side_to_move();
        self.record.play(text, Numbering::Official)?;
        if let Some(clocks) = &mut self.clocks {
            clocks.finish_turn(color);
        }
        Ok(())
    }

    /// Takes back the user's last turn and all turns after it, or only the
    /// last turn if there is no human player. If the game ended by resignation or
    /// agreement, takes back only that; a loss on time is taken back together with the
    /// turns. Returns the number of turns taken back, or `None` if there was nothing to
    /// take back.
    pub fn undo(&mut self, sides: Sides) -> Option<usize> {
        if let Some(Ending::Resigned(_) | Ending::Agreed) = self.declared_ending {
            self.declared_ending = None;
            return Some(0);
        }
        let is_own = |color: Color| sides == Sides::None || sides.has(color);
        let turns: Vec<_> = self.record.turns().iter().map(|t| t.text.clone()).collect();
        // `mover` becomes the side that made each turn, starting with the last turn.
        let mut mover = self.record.side_to_move();
        let mut count = 0;
        for _ in &turns {
            mover = !mover;
            count += 1;
            if is_own(mover) {
                self.take_back(count);
                let from = turns.len() - count;
                self.undone.push(turns.get(from..)?.to_vec());
                return Some(count);
            }
        }
        None
    }

    fn take_back(&mut self, count: usize) {
        self.declared_ending = None;
        for _ in 0..count {
            self.record.undo();
            if let Some(clocks) = &mut self.clocks {
                clocks.undo_turn();
            }
        }
    }

    /// Replays the turns that the last `undo` took back. Returns how many were replayed.
    pub fn redo(&mut self) -> usize {
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

    fn after(turns: &[&str]) -> GameState {
        let mut game = GameState::new(GameRecord::new(Variant::Extended), None);
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
    fn a_resignation_is_taken_back_without_a_turn() {
        let mut game = after(&["d1-d6"]);
        game.end(Ending::Resigned(Color::Black));
        game.end(Ending::Agreed);
        assert_eq!(game.ending(), Some(Ending::Resigned(Color::Black)));
        assert_eq!(game.undo(Sides::White), Some(0));
        assert_eq!((game.ending(), game.record().turns().len()), (None, 1));
    }

    #[test]
    fn a_side_whose_flag_has_fallen_loses() {
        let control = TimeControl {
            base_ms: 1,
            increment_ms: 0,
            moves: None,
        };
        let mut game = GameState::new(GameRecord::new(Variant::Extended), Some(control));
        game.run_clock();
        std::thread::sleep(std::time::Duration::from_millis(5));
        game.check_flag();
        assert_eq!(game.ending(), Some(Ending::Flag(Color::White)));
    }
}
