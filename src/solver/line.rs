//! The principal variation of a proved win.

use super::{Solver, StopCheck, Stopped};
use crate::search::SearchGame;

impl<G: SearchGame> Solver<G> {
    /// Returns the shortest win against the longest resistance from a position that is won
    /// in exactly `moves` moves. The line ends early if the node limit is reached or the
    /// search is stopped.
    pub(super) fn line(&mut self, position: &G, moves: u32, stop: StopCheck<'_>) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut position = position.clone();
        for left in (1..=moves).rev() {
            let Ok(Some(turn)) = self.winning_turn(&position, left, stop) else {
                break;
            };
            line.push(turn);
            position.play(turn);
            let Ok(Some(turn)) = self.longest_reply(&position, left - 1, stop) else {
                break;
            };
            line.push(turn);
            position.play(turn);
        }
        line
    }

    /// Returns a turn that wins within `moves` moves.
    fn winning_turn(
        &mut self,
        position: &G,
        moves: u32,
        stop: StopCheck<'_>,
    ) -> Result<Option<G::Move>, Stopped> {
        let turns = self.turns(position)?;
        let tt_tag = self.tt_tag(position);
        for turn in self.ordering.attack_order(position, &turns, 0, tt_tag) {
            let child = self.after(position, turn, stop)?;
            if self.loses(&child, moves - 1, 1, stop)? {
                return Ok(Some(turn));
            }
        }
        Ok(None)
    }

    /// Returns a reply after which the opponent, who wins within `moves` moves, needs all
    /// of them; `None` if the game is over.
    fn longest_reply(
        &mut self,
        position: &G,
        moves: u32,
        stop: StopCheck<'_>,
    ) -> Result<Option<G::Move>, Stopped> {
        if moves == 0 {
            return Ok(None);
        }
        for turn in self.turns(position)? {
            let child = self.after(position, turn, stop)?;
            if moves == 1 || !self.wins(&child, moves - 1, 1, stop)? {
                return Ok(Some(turn));
            }
        }
        Ok(None)
    }
}
