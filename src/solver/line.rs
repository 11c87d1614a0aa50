//! The principal variation of a proved win.

use super::ordering::Role;
use super::proof::{ProofSearch, Stopped};
use crate::search::SearchGame;

impl<G: SearchGame> ProofSearch<'_, G> {
    /// Returns the shortest win against the longest resistance from a position that is won
    /// in exactly `moves` moves. The line ends early if the node limit is reached or the
    /// search is stopped.
    pub fn line(&mut self, position: &G, moves: u32) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut position = position.clone();
        for left in (1..=moves).rev() {
            let Ok(Some(turn)) = self.winning_turn(&position, left) else {
                break;
            };
            line.push(turn);
            position.play(turn);
            let Ok(Some(turn)) = self.longest_reply(&position, left - 1) else {
                break;
            };
            line.push(turn);
            position.play(turn);
        }
        line
    }

    /// Returns a turn that wins within `moves` moves; `None` if no turn does.
    fn winning_turn(&mut self, position: &G, moves: u32) -> Result<Option<G::Move>, Stopped> {
        let turns = self.turns(position)?;
        let tt_tag = self.tt_tag(position);
        let ordered = self
            .ordering
            .order(position, &turns, Role::Attacker, 0, tt_tag);
        for turn in ordered {
            let child = self.after(position, turn)?;
            if self.loses(&child, moves - 1, 1)? {
                return Ok(Some(turn));
            }
        }
        Ok(None)
    }

    /// Returns a reply after which the opponent, who wins within `moves` moves, needs all
    /// of them; `None` if the game is over.
    fn longest_reply(&mut self, position: &G, moves: u32) -> Result<Option<G::Move>, Stopped> {
        if moves == 0 {
            return Ok(None);
        }
        for turn in self.turns(position)? {
            let child = self.after(position, turn)?;
            if moves == 1 || !self.wins(&child, moves - 1, 1)? {
                return Ok(Some(turn));
            }
        }
        Ok(None)
    }
}
