//! The game that a host has set up: its record, the positions that may be
//! repeated, and the banned turns.

use super::error::EngineError;
use super::event::Notation;
use super::search_task::SearchTask;
use super::shown_positions::ShownPositions;
use super::task_params::TaskParams;
use crate::game::{GameRecord, Variant};
use crate::rules::shatra::Numbering;

/// The text of a turn that the next searches must not play, and the meaning of
/// its bare numbers.
pub type BannedTurn = (String, Numbering);

/// The game that a host has set up.
pub struct GameSession {
    game: GameRecord,
    /// The keys that the current position may repeat, oldest first.
    earlier_keys: Vec<u64>,
    banned: Vec<BannedTurn>,
    shown: ShownPositions,
}

impl GameSession {
    /// Returns a session at the start of a game.
    pub fn new(variant: Variant) -> Self {
        Self {
            game: GameRecord::new(variant),
            earlier_keys: Vec::new(),
            banned: Vec::new(),
            shown: ShownPositions::default(),
        }
    }

    /// Returns the record of the game.
    pub const fn game(&self) -> &GameRecord {
        &self.game
    }

    /// Returns the record of a game of the same variant, given by its start position
    /// (a position text, or `None` for that of the variant) and the turns from there.
    pub fn read_game(
        &self,
        text: Option<&str>,
        turns: &[String],
        notation: Notation,
    ) -> Result<GameRecord, EngineError> {
        let variant = self.game.variant();
        let mut game = match text {
            None => GameRecord::new(variant),
            Some(text) => GameRecord::from_position_text(variant, text)?,
        };
        for (i, text) in turns.iter().enumerate() {
            game.play(text, notation.numbering())
                .map_err(|error| EngineError::turn(i, error))?;
        }
        Ok(game)
    }

    /// Sets the position, given as in [`GameSession::read_game`], and lifts all
    /// bans.
    pub fn set_position(
        &mut self,
        text: Option<&str>,
        turns: &[String],
        notation: Notation,
    ) -> Result<(), EngineError> {
        self.game = self.read_game(text, turns, notation)?;
        self.banned.clear();
        self.earlier_keys = match notation {
            Notation::Turns => self.game.earlier_keys().to_vec(),
            Notation::Jumps => self.shown.add(&self.game),
        };
        Ok(())
    }

    /// Makes it the other side's move, and lifts all bans.
    pub fn flip(&mut self) -> Result<(), EngineError> {
        self.game = self.game.with_opponent_to_move()?;
        self.earlier_keys.clear();
        self.banned.clear();
        Ok(())
    }

    /// Bans turns, in addition to those banned before, until the next position
    /// is set.
    pub fn ban(&mut self, turns: &[String], notation: Notation) -> Result<(), EngineError> {
        let numbering = notation.numbering();
        for (i, text) in turns.iter().enumerate() {
            self.game
                .read_turn(text, numbering)
                .map_err(|error| EngineError::turn(i, error))?;
        }
        let turns = turns.iter().map(|text| (text.clone(), numbering));
        self.banned.extend(turns);
        Ok(())
    }

    /// Forgets the earlier positions that were sent one at a time.
    pub fn forget_shown(&mut self) {
        self.shown = ShownPositions::default();
    }

    /// Returns a search of the current position.
    pub fn search_task(&self, params: TaskParams) -> SearchTask {
        SearchTask {
            game: self.game.clone(),
            earlier_keys: self.earlier_keys.clone(),
            banned: self.banned.clone(),
            params,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_list_with_an_illegal_turn_bans_nothing() {
        let mut session = GameSession::new(Variant::Shatranj);
        let refused = session.ban(&words("e2e3 e2e9"), Notation::Turns);
        assert!(matches!(refused, Err(EngineError::Turn { number: 2, .. })));
        assert!(session.banned.is_empty());
    }

    #[test]
    fn a_new_position_lifts_all_bans() {
        let mut session = GameSession::new(Variant::Shatranj);
        session.ban(&words("e2e3"), Notation::Turns).unwrap();
        session.ban(&words("d2d3"), Notation::Turns).unwrap();
        assert_eq!(session.banned.len(), 2);
        session.set_position(None, &[], Notation::Turns).unwrap();
        assert!(session.banned.is_empty());
    }

    #[test]
    fn a_refused_position_changes_nothing() {
        let mut session = GameSession::new(Variant::Original);
        let turns = words("d6-d7");
        session.set_position(None, &turns, Notation::Turns).unwrap();
        let before = session.game().position_text();
        let refused = session.set_position(None, &words("d6-d9"), Notation::Turns);
        assert!(matches!(refused, Err(EngineError::Turn { number: 1, .. })));
        // `startpos` is not a position text.
        let refused = session.set_position(Some("startpos"), &[], Notation::Turns);
        assert!(matches!(refused, Err(EngineError::Position(_))));
        assert_eq!(session.game().position_text(), before);
        assert_eq!(session.earlier_keys.len(), 1);
    }
}
