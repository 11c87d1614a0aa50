//! The proof of a hunt: its tree, walked once more by the rules alone.
//!
//! What the table says depends on the position, not on the game before it. So a win counts only
//! after this walk: it plays the hunter's turn and every reply in each position, and fails where
//! a position has occurred in the game, where the game is drawn, or where the walk would go in a
//! circle. The walk also gives the distance: the hunter plays its proved turns, and the hunted side
//! holds out as long as it can.
//!
//! **Why a position that was walked need not be walked again.** The hunter has one turn in each
//! position, and each position is nearer to the end than those from which the walk has come to it.
//! So no line of the proof visits a position twice, whatever the order in which they were walked.

use std::collections::HashMap;

use super::proof_search::{HuntPosition, ProofSearch};
use crate::base::Score;
use crate::base::score::{loss_in, win_in};
use crate::search::game::SearchGame;

/// The maximum length of a line of a proof. Hunts of real games are far shorter.
const MAX_PROOF_PLIES: usize = 120;

/// The line of a proved hunt against the longest resistance, up to the capture of the biy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HuntLine<M>(Vec<M>);

impl<M: Copy> HuntLine<M> {
    /// Returns the turns.
    pub fn turns(&self) -> &[M] {
        &self.0
    }

    /// Returns the line that begins with this turn.
    #[must_use]
    pub fn after(mut self, turn: M) -> Self {
        self.0.insert(0, turn);
        self
    }

    /// Returns whether the side that plays the first turn is the hunter, which plays the last.
    pub const fn is_won(&self) -> bool {
        self.0.len() % 2 == 1
    }

    /// Returns the number of moves of the hunter.
    pub const fn moves(&self) -> u32 {
        self.0.len().div_ceil(2) as u32
    }

    /// Returns the score for the side that plays the first turn.
    pub const fn score(&self) -> Score {
        let plies = self.0.len();
        if self.is_won() {
            win_in(plies)
        } else {
            loss_in(plies)
        }
    }
}

/// Walks the proof of a position in which the hunter wins according to the table. `earlier` are the
/// keys of the positions of the game before it. Returns `None` if the win is not certain.
pub fn walk<G: SearchGame, F: FnMut() -> bool>(
    search: &mut ProofSearch<'_, F>,
    root: &HuntPosition<G>,
    earlier: &[u64],
) -> Option<HuntLine<G::Move>> {
    let mut walk = Walk {
        search,
        earlier,
        walked: HashMap::new(),
    };
    // The root itself may have occurred before; no other position may.
    walk.walk(root, 0)?;
    Some(HuntLine(walk.line(root)))
}

struct Walk<'w, 't, M, F> {
    search: &'w mut ProofSearch<'t, F>,
    earlier: &'w [u64],
    walked: HashMap<u64, Walked<M>>,
}

/// What the walk has found in a position.
#[derive(Copy, Clone)]
struct Walked<M> {
    /// The half-move clock with which the position was reached.
    clock: u32,
    /// The turn to play and the distance to the end, in plies; `None` while the position is being
    /// walked, or if the win is not certain.
    found: Option<(M, usize)>,
}

impl<M: Copy + Eq, F: FnMut() -> bool> Walk<'_, '_, M, F> {
    /// Returns the distance to the end in plies, for a position `ply` plies from the root.
    fn distance<G: SearchGame<Move = M>>(
        &mut self,
        node: &HuntPosition<G>,
        ply: usize,
    ) -> Option<usize> {
        let position = &node.position;
        if position.is_lost() {
            return (!node.hunter_moves).then_some(0);
        }
        if ply >= MAX_PROOF_PLIES || position.is_drawn() || self.earlier.contains(&position.key()) {
            return None;
        }
        let Some(walked) = self.walked.get(&node.key()) else {
            return self.walk(node, ply);
        };
        // A lower clock than before draws no earlier; a higher one might.
        let (_, distance) = walked.found?;
        (position.halfmove_clock() <= walked.clock).then_some(distance)
    }

    fn walk<G: SearchGame<Move = M>>(
        &mut self,
        node: &HuntPosition<G>,
        ply: usize,
    ) -> Option<usize> {
        let clock = node.position.halfmove_clock();
        let nothing = Walked { clock, found: None };
        self.walked.insert(node.key(), nothing);
        let found = if node.hunter_moves {
            self.hunters_turn(node, ply)
        } else {
            self.longest_reply(node, ply)
        };
        self.walked.insert(node.key(), Walked { clock, found });
        found.map(|(_, distance)| distance)
    }

    fn hunters_turn<G: SearchGame<Move = M>>(
        &mut self,
        node: &HuntPosition<G>,
        ply: usize,
    ) -> Option<(M, usize)> {
        // An entry that was replaced is proved again.
        if self.search.decide(node) != Some(true) {
            return None;
        }
        let index = self.search.table().get(node.key())?.turn;
        let turn = *node.turns()?.get(usize::from(index))?;
        let distance = self.distance(&node.after(turn), ply + 1)?;
        Some((turn, distance + 1))
    }

    fn longest_reply<G: SearchGame<Move = M>>(
        &mut self,
        node: &HuntPosition<G>,
        ply: usize,
    ) -> Option<(M, usize)> {
        let mut longest = None;
        for turn in node.turns()? {
            let distance = self.distance(&node.after(turn), ply + 1)? + 1;
            if longest.is_none_or(|(_, known)| distance > known) {
                longest = Some((turn, distance));
            }
        }
        longest
    }

    /// Returns the line from a walked position.
    fn line<G: SearchGame<Move = M>>(&self, root: &HuntPosition<G>) -> Vec<M> {
        let mut line = Vec::new();
        let mut node = root.clone();
        while let Some((turn, _)) = self.walked.get(&node.key()).and_then(|node| node.found) {
            line.push(turn);
            node = node.after(turn);
        }
        line
    }
}
