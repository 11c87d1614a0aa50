//! The answer of a search that was cut short in the middle of an iteration.
//!
//! The unfinished iteration has searched some of the root turns, the former best first. One
//! turn proves a win. Only all turns together prove a loss, so each turn records the shortest
//! loss that any iteration has proved for it. The position is lost once every turn is; its
//! loss is that of the turn that holds out longest. So an unfinished iteration may raise the
//! score of the last complete one, but lowers that score to a loss only if the loss is proved,
//! and replaces a proved win only with a shorter one.

use super::Bound;
use super::root_turn::RootTurn;
use crate::base::Score;
use crate::base::score::PROVED_WIN;

/// The losses that the workers of a search have proved, for each turn the shortest.
#[derive(Debug)]
pub struct ProvedLosses<M>(Vec<(M, Score)>);

impl<M> Default for ProvedLosses<M> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<M: Copy + Eq> ProvedLosses<M> {
    /// Adds the losses that a worker has proved for its root turns.
    pub fn add(&mut self, root: &[RootTurn<M>]) {
        for turn in root {
            let Some(loss) = turn.proved_loss else {
                continue;
            };
            match self.0.iter_mut().find(|(other, _)| *other == turn.turn) {
                Some((_, known)) => *known = loss.min(*known),
                None => self.0.push((turn.turn, loss)),
            }
        }
    }

    /// Records the losses in the root turns of a worker.
    pub fn apply_to(&self, root: &mut [RootTurn<M>]) {
        for turn in root {
            let known = self.0.iter().find(|(other, _)| *other == turn.turn);
            if let Some(&(_, loss)) = known {
                turn.note_loss(loss);
            }
        }
    }
}

/// Puts the turn to play first. Its score is a win or a loss only if that result is proved.
/// `complete` are the root turns after the last complete iteration, whose depth is `depth`.
pub fn settle<M: Copy + Eq>(root: &mut [RootTurn<M>], complete: &[RootTurn<M>], depth: usize) {
    let (Some(best), Some(former)) = (root.first(), complete.first()) else {
        return;
    };
    let former_score = former.latest_score();
    let score = best.latest_score();
    let is_bound = best.line.bound == Bound::Upper;
    if former_score >= PROVED_WIN {
        let is_shorter = score > former_score && !is_bound;
        let place = root.iter().position(|turn| turn.turn == former.turn);
        if let Some(place) = place.filter(|_| !is_shorter) {
            root[place].clone_from(former);
            root[..=place].rotate_right(1);
        }
    } else if score >= PROVED_WIN && !is_bound {
        // A win that this iteration has found.
    } else if let Some(loss) = loss_of_all(root) {
        let longest = root.iter().position(|turn| turn.proved_loss == Some(loss));
        if let Some(longest) = longest {
            root[longest].lose(loss, depth);
            root[..=longest].rotate_right(1);
        }
    } else if best.proved_loss.is_some() {
        let is_open = |turn: &RootTurn<M>| turn.proved_loss.is_none();
        let untried = root.iter().position(|turn| is_open(turn) && !turn.searched);
        if let Some(open) = untried.or_else(|| root.iter().position(is_open)) {
            // The turn was no better in the last complete iteration.
            let line = &mut root[open].line;
            line.score = former_score;
            line.bound = Bound::Upper;
            line.depth = depth;
            root[..=open].rotate_right(1);
        }
    }
}

/// Returns the proved loss of the position: the longest loss of a turn, if every turn has one.
fn loss_of_all<M>(root: &[RootTurn<M>]) -> Option<Score> {
    let losses: Option<Vec<Score>> = root.iter().map(|turn| turn.proved_loss).collect();
    losses?.into_iter().max()
}

/// Puts first the candidate with this index, which a handicap has chosen. If that candidate
/// loses, so do all others, and the reported score remains that of the best candidate,
/// because the chosen one may lose sooner than necessary.
pub fn choose<M: Copy>(root: &mut [RootTurn<M>], choice: usize) {
    let best = root.first().map(RootTurn::latest_score);
    let Some(chosen) = root.get_mut(choice) else {
        return;
    };
    if let Some(best) = best.filter(|_| chosen.latest_score() <= -PROVED_WIN) {
        chosen.line.score = best;
    }
    root[..=choice].rotate_right(1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::score::{INFINITE, loss_in, win_in};

    /// A root turn that was searched with this score, or not at all.
    fn turn(name: char, score: Option<Score>, proved_loss: Option<Score>) -> RootTurn<char> {
        let mut root = RootTurn::new(name);
        root.line.score = score.unwrap_or(-INFINITE);
        root.searched = score.is_some();
        root.proved_loss = proved_loss;
        root
    }

    /// Returns the first turn after settling, with its score and bound.
    fn settled(root: &[RootTurn<char>], complete: Score) -> (char, Score, Bound) {
        let mut root = root.to_vec();
        settle(&mut root, &[turn('a', Some(complete), None)], 7);
        (root[0].turn, root[0].line.score, root[0].line.bound)
    }

    #[test]
    fn a_loss_of_one_turn_is_no_loss_of_the_position() {
        let lost = Some(loss_in(4));
        let root = [turn('a', lost, lost), turn('b', None, None)];
        assert_eq!(settled(&root, 50), ('b', 50, Bound::Upper));
        // Another turn may lose later, but a third was not searched.
        let later = Some(loss_in(8));
        let root = [
            turn('b', later, later),
            turn('a', lost, lost),
            turn('c', None, None),
        ];
        assert_eq!(settled(&root, 50), ('c', 50, Bound::Upper));
    }

    #[test]
    fn a_lost_position_keeps_its_longest_proved_loss() {
        let (short, long) = (Some(loss_in(6)), Some(loss_in(10)));
        let root = [turn('a', short, short), turn('b', None, long)];
        assert_eq!(
            settled(&root, loss_in(10)),
            ('b', loss_in(10), Bound::Upper)
        );
        let root = [turn('a', Some(-300), long), turn('b', None, short)];
        assert_eq!(
            settled(&root, loss_in(10)),
            ('a', loss_in(10), Bound::Upper)
        );
    }

    #[test]
    fn a_proved_win_is_replaced_only_by_a_shorter_one() {
        let long = win_in(9);
        for score in [-200, loss_in(4), long, win_in(11)] {
            let root = [turn('b', Some(score), None), turn('a', None, None)];
            assert_eq!(settled(&root, long), ('a', long, Bound::Exact));
        }
        let root = [turn('b', Some(win_in(5)), None), turn('a', None, None)];
        assert_eq!(settled(&root, long), ('b', win_in(5), Bound::Exact));
        assert_eq!(settled(&root, 50), ('b', win_in(5), Bound::Exact));
    }

    #[test]
    fn workers_prove_a_loss_together() {
        let lost = |plies| Some(loss_in(plies));
        let mut first = [turn('a', lost(4), lost(4)), turn('b', None, None)];
        let second = [turn('b', lost(8), lost(8)), turn('a', None, lost(6))];
        let mut losses = ProvedLosses::default();
        losses.add(&first);
        losses.add(&second);
        losses.apply_to(&mut first);
        assert_eq!(settled(&first, 50), ('b', loss_in(8), Bound::Upper));
        assert_eq!(first[0].proved_loss, lost(4));
    }

    #[test]
    fn a_chosen_turn_that_loses_sooner_is_reported_with_the_loss_of_the_position() {
        let mut root = [
            turn('a', Some(loss_in(8)), None),
            turn('b', Some(loss_in(2)), None),
        ];
        choose(&mut root, 1);
        assert_eq!((root[0].turn, root[0].line.score), ('b', loss_in(8)));
        let mut root = [turn('a', Some(30), None), turn('b', Some(20), None)];
        choose(&mut root, 1);
        assert_eq!((root[0].turn, root[0].line.score), ('b', 20));
    }
}
