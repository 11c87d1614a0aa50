//! The game that a host has set up: its record, the positions that later ones may
//! repeat, and the banned turns.

use super::error::EngineError;
use super::event::TurnNotation;
use super::search_task::BannedTurn;
use super::sent_positions::SentPositions;
use crate::game::{GameRecord, Variant};

/// The game that a host has set up.
#[derive(Clone)]
pub struct GameSession {
    game: GameRecord,
    /// The keys of the earlier positions that later ones may repeat, oldest first.
    earlier_keys: Vec<u64>,
    banned: Vec<BannedTurn>,
    sent_positions: SentPositions,
}

impl GameSession {
    /// Creates a session at the start position of a variant.
    pub fn new(variant: Variant) -> Self {
        Self {
            game: GameRecord::new(variant),
            earlier_keys: Vec::new(),
            banned: Vec::new(),
            sent_positions: SentPositions::default(),
        }
    }

    /// Returns the record of the game.
    pub const fn game(&self) -> &GameRecord {
        &self.game
    }

    /// Returns the keys of the earlier positions that later ones may repeat, oldest first.
    pub fn earlier_keys(&self) -> &[u64] {
        &self.earlier_keys
    }

    /// Returns the turns that searches of the current position must not consider.
    pub fn banned(&self) -> &[BannedTurn] {
        &self.banned
    }

    /// Parses a game of the same variant: its start position (in SPN or FEN, or `None`
    /// for that of the variant) and the turns played from there.
    ///
    /// # Errors
    /// Returns an error if `text` is not a position of the variant or a turn is not
    /// legal.
    pub fn read_game(
        &self,
        text: Option<&str>,
        turns: &[String],
        notation: TurnNotation,
    ) -> Result<GameRecord, EngineError> {
        let variant = self.game.variant();
        let mut game = match text {
            None => GameRecord::new(variant),
            Some(text) => GameRecord::from_position_text(variant, text)?,
        };
        for (index, text) in turns.iter().enumerate() {
            game.play(text, notation.numbering())
                .map_err(|error| EngineError::turn(index, error))?;
        }
        Ok(game)
    }

    /// Sets the position, given as in [`GameSession::read_game`], and lifts all bans.
    ///
    /// # Errors
    /// Returns an error if `text` is not a position of the variant or a turn is not
    /// legal; nothing is then changed.
    pub fn set_position(
        &mut self,
        text: Option<&str>,
        turns: &[String],
        notation: TurnNotation,
    ) -> Result<(), EngineError> {
        self.game = self.read_game(text, turns, notation)?;
        self.banned.clear();
        self.earlier_keys = match notation {
            TurnNotation::Complete => self.game.earlier_keys().to_vec(),
            TurnNotation::Jumps => self.sent_positions.add(&self.game),
        };
        Ok(())
    }

    /// Sets a game, and lifts all bans.
    pub fn set_game(&mut self, game: GameRecord) {
        self.earlier_keys = game.earlier_keys().to_vec();
        self.game = game;
        self.banned.clear();
    }

    /// Gives the move to the other side, forgets the earlier positions, and lifts all bans.
    ///
    /// # Errors
    /// Returns an error if the resulting position is not valid.
    pub fn flip(&mut self) -> Result<(), EngineError> {
        self.game = self.game.with_opponent_to_move()?;
        self.earlier_keys.clear();
        self.banned.clear();
        Ok(())
    }

    /// Bans turns, in addition to those already banned, until a position is set.
    ///
    /// # Errors
    /// Returns an error if one of the turns is not legal; none of them is then
    /// banned.
    pub fn ban(&mut self, turns: &[String], notation: TurnNotation) -> Result<(), EngineError> {
        let numbering = notation.numbering();
        for (index, text) in turns.iter().enumerate() {
            self.game
                .read_turn(text, numbering)
                .map_err(|error| EngineError::turn(index, error))?;
        }
        let turns = turns.iter().map(|text| (text.clone(), numbering));
        self.banned.extend(turns);
        Ok(())
    }

    /// Forgets the earlier positions that were sent one at a time.
    pub fn forget_sent_positions(&mut self) {
        self.sent_positions = SentPositions::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_list_with_an_illegal_turn_bans_nothing() {
        let mut session = GameSession::new(Variant::Shatranj);
        let result = session.ban(&turns("e2e3 e2e9"), TurnNotation::Complete);
        assert!(matches!(result, Err(EngineError::Turn { number: 2, .. })));
        assert!(session.banned.is_empty());
    }

    #[test]
    fn a_new_position_lifts_all_bans() {
        let mut session = GameSession::new(Variant::Shatranj);
        session.ban(&turns("e2e3"), TurnNotation::Complete).unwrap();
        session.ban(&turns("d2d3"), TurnNotation::Complete).unwrap();
        assert_eq!(session.banned.len(), 2);
        session
            .set_position(None, &[], TurnNotation::Complete)
            .unwrap();
        assert!(session.banned.is_empty());
    }

    #[test]
    fn a_refused_position_changes_nothing() {
        let mut session = GameSession::new(Variant::Original);
        let turns_so_far = turns("d6-d7");
        session
            .set_position(None, &turns_so_far, TurnNotation::Complete)
            .unwrap();
        let before = session.game().position_text();
        let result = session.set_position(None, &turns("d6-d9"), TurnNotation::Complete);
        assert!(matches!(result, Err(EngineError::Turn { number: 1, .. })));
        // `startpos` is not a position text.
        let result = session.set_position(Some("startpos"), &[], TurnNotation::Complete);
        assert!(matches!(result, Err(EngineError::Position(_))));
        assert_eq!(session.game().position_text(), before);
        assert_eq!(session.earlier_keys.len(), 1);
    }
}
