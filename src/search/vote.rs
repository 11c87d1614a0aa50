//! The vote that decides which worker's answer counts.
//!
//! Each worker votes for its best turn. A vote weighs more the deeper the worker searched
//! and the better the score of the turn. Proofs outvote all: the shortest win found is
//! played, and a loss only if no worker has found anything better.

use super::root_turn::RootTurn;
use crate::base::Score;
use crate::base::score::is_proved;

/// The result of one worker.
#[derive(Copy, Clone, Debug)]
pub struct Ballot<M> {
    /// The best turn of the worker.
    pub turn: M,
    /// The score of that turn.
    pub score: Score,
    /// The depth of the last complete iteration of the worker; 0 if none is complete.
    pub completed_depth: usize,
}

impl<M: Copy> Ballot<M> {
    /// Returns the ballot of a worker with this list of root turns; `None` if
    /// the list is empty.
    pub fn new(root: &[RootTurn<M>], completed_depth: usize) -> Option<Self> {
        root.first().map(|best| Self {
            turn: best.turn,
            score: best.latest_score(),
            completed_depth,
        })
    }

    /// Returns a rank that puts proofs before votes: positive for a win, and higher for a
    /// shorter one; negative for a loss; 0 without a proof.
    fn proof_rank(&self) -> Score {
        if is_proved(self.score) { self.score } else { 0 }
    }
}

/// Returns the index of the elected worker: the first among equals, so the main worker if it
/// is one of them.
pub fn elect<M: Copy + Eq>(ballots: &[Ballot<M>]) -> usize {
    let voters = || ballots.iter().filter(|ballot| ballot.completed_depth > 0);
    let worst = voters().map(|ballot| ballot.score).min().unwrap_or(0);
    // The 20 gives even a ballot with the worst score some weight.
    let weight = |ballot: &Ballot<M>| {
        i64::from((ballot.score - worst).min(200) + 20) * ballot.completed_depth as i64
    };
    let votes = |turn: M| -> i64 {
        voters()
            .filter(|other| other.turn == turn)
            .map(weight)
            .sum()
    };
    let rank = |ballot: &Ballot<M>| (ballot.proof_rank(), votes(ballot.turn), weight(ballot));
    let candidates = ballots
        .iter()
        .enumerate()
        .filter(|(_, ballot)| ballot.completed_depth > 0);
    let elected = candidates.rev().max_by_key(|(_, ballot)| rank(ballot));
    elected.map_or(0, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::score::{loss_in, win_in};

    fn elected(ballots: &[(char, Score, usize)]) -> usize {
        let ballots: Vec<_> = ballots
            .iter()
            .map(|&(turn, score, completed_depth)| Ballot {
                turn,
                score,
                completed_depth,
            })
            .collect();
        elect(&ballots)
    }

    #[test]
    fn the_main_worker_answers_when_all_agree() {
        assert_eq!(elected(&[('a', 10, 8), ('a', 10, 8), ('a', 10, 8)]), 0);
        assert_eq!(elected(&[('a', 10, 8)]), 0);
    }

    #[test]
    fn two_outvote_one() {
        assert_eq!(elected(&[('a', 10, 8), ('b', 10, 8), ('b', 10, 8)]), 1);
    }

    #[test]
    fn the_deepest_voter_for_the_elected_turn_answers() {
        assert_eq!(elected(&[('a', 10, 8), ('b', 10, 8), ('b', 12, 9)]), 2);
    }

    #[test]
    fn a_worker_without_a_complete_iteration_does_not_vote() {
        assert_eq!(elected(&[('a', 10, 8), ('b', 900, 0), ('b', 900, 0)]), 0);
        assert_eq!(elected(&[('a', 0, 0), ('b', 0, 0)]), 0);
        assert_eq!(elected(&[('a', win_in(5), 0), ('b', -10, 8)]), 1);
    }

    #[test]
    fn the_shortest_win_is_played_and_a_loss_avoided() {
        let (short_win, long_win) = (win_in(5), win_in(9));
        assert_eq!(
            elected(&[('a', 300, 9), ('a', 300, 9), ('b', long_win, 5)]),
            2
        );
        assert_eq!(elected(&[('a', long_win, 9), ('b', short_win, 5)]), 1);
        let lost = loss_in(8);
        assert_eq!(
            elected(&[('a', lost, 9), ('a', lost, 9), ('b', -400, 5)]),
            2
        );
    }
}
