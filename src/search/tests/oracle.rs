//! Tests of the search against the true scores of a tiny game, all of whose positions are
//! solved backwards from the final positions.

use std::collections::HashMap;

use super::*;
use crate::base::score::{DRAW, is_proved, loss_in, win_in};

/// The true scores of all positions that can arise; positions without a score are drawn.
/// Repetitions need no special treatment: an endless game is drawn, and a side that can
/// win need not repeat a position.
pub struct Truth {
    pub positions: Vec<Tiny>,
    scores: HashMap<u64, Score>,
}

impl Truth {
    pub fn of(start: Tiny) -> Self {
        let mut index = HashMap::from([(start.key(), 0)]);
        let mut positions = vec![start];
        let mut next = Vec::new();
        let mut at = 0;
        while at < positions.len() {
            let mut successors = Vec::new();
            for turn in legal_turns(&positions[at]) {
                let child = play_line(&positions[at], &[turn]);
                let fresh = positions.len();
                let id = *index.entry(child.key()).or_insert(fresh);
                if id == fresh {
                    positions.push(child);
                }
                successors.push(id);
            }
            next.push(successors);
            at += 1;
        }

        // Each pass solves the positions whose game ends one ply later: as wins if some turn
        // leads to a loss, as losses if all turns lead to wins.
        let mut solved: Vec<Option<Score>> = vec![None; positions.len()];
        for plies in 0.. {
            let solve = |id: &Vec<usize>, solved: &[Option<Score>]| {
                let best = id.iter().map(|&child| solved[child].map(|score| -score));
                if best.clone().flatten().any(|score| score > 0) {
                    Some(win_in(plies))
                } else if best.into_iter().all(|score| score.is_some()) {
                    Some(loss_in(plies))
                } else {
                    None
                }
            };
            let fresh: Vec<(usize, Score)> = (0..positions.len())
                .filter(|&id| solved[id].is_none())
                .filter_map(|id| solve(&next[id], &solved).map(|score| (id, score)))
                .collect();
            if fresh.is_empty() && plies > 0 {
                break;
            }
            for (id, score) in fresh {
                solved[id] = Some(score);
            }
        }
        let scores = positions
            .iter()
            .zip(&solved)
            .filter_map(|(position, score)| Some((position.key(), (*score)?)))
            .collect();
        Self { positions, scores }
    }

    pub fn score(&self, position: &Tiny) -> Option<Score> {
        self.scores.get(&position.key()).copied()
    }
}

/// Checks a decisive score: the winner must be the true one, and the end no closer than
/// the true end.
fn check_score(truth: Option<Score>, score: Score) {
    if is_proved(score) {
        let truth = truth.expect("the position is drawn");
        assert_eq!(truth.signum(), score.signum());
        assert!(score.abs() <= truth.abs(), "{score} is closer than {truth}");
    }
}

/// Returns the number of plies to the end, for a decisive score.
fn plies_to_end(score: Score) -> usize {
    (win_in(0) - score.abs()) as usize
}

/// Returns about `count` of the positions.
fn sample(truth: &Truth, count: usize) -> impl Iterator<Item = &Tiny> {
    let step = (truth.positions.len() / count).max(1);
    truth.positions.iter().step_by(step)
}

#[test]
fn decisive_scores_and_their_distances_are_correct() {
    let truth = Truth::of(Tiny::new(1));
    let mut wins = 0;
    let mut draws = 0;
    let mut longest = 0;
    for threads in [1, 3] {
        let mut searcher = Searcher::new(threads, 4, MenCount).unwrap();
        for position in sample(&truth, 400) {
            let expected = truth.score(position);
            let depth = expected.map_or(9, |score| plies_to_end(score) + 8).min(40);
            let request = Request::new(position.clone(), Limits::depth(depth));
            let (outcome, log) = checked_search(&mut searcher, &request, &Control::new());
            for info in &log {
                check_score(expected, info.score);
            }
            match expected {
                Some(score) => {
                    assert_eq!(outcome.score, score, "{position:?}");
                    if threads == 1 {
                        assert_eq!(outcome.pv.len(), plies_to_end(score), "{position:?}");
                    }
                    wins += 1;
                    longest = longest.max(plies_to_end(score));
                }
                None => draws += 1,
            }
        }
    }
    println!("{wins} decided, {draws} drawn, longest {longest}");
    assert!(wins > 100 && draws > 20 && longest > 10);
}

#[test]
fn a_mate_search_finds_every_win_in_n_and_no_other() {
    let truth = Truth::of(Tiny::new(1));
    let mut searcher = Searcher::new(1, 4, MenCount).unwrap();
    for position in sample(&truth, 300) {
        let expected = truth.score(position);
        for moves in 1..=4 {
            let limits = Limits {
                mate: Some(moves),
                ..Limits::default()
            };
            let request = Request::new(position.clone(), limits);
            let (outcome, _) = checked_search(&mut searcher, &request, &Control::new());
            check_score(expected, outcome.score);
            let wanted = win_in(2 * moves as usize - 1);
            let found = outcome.score >= wanted;
            assert_eq!(found, expected.is_some_and(|score| score >= wanted));
        }
    }
}

#[test]
fn a_won_game_is_played_to_its_end() {
    let truth = Truth::of(Tiny::new(1));
    let mut searcher = Searcher::new(2, 1, MenCount).unwrap();
    let is_won = |position: &&Tiny| truth.score(position).is_some_and(|score| score > 0);
    for start in sample(&truth, 200).filter(is_won) {
        let mut position = start.clone();
        let mut earlier_keys = Vec::new();
        let mut left = plies_to_end(truth.score(start).unwrap());
        while left > 0 {
            let mut request = Request::new(position.clone(), Limits::depth(left + 6));
            request.earlier_keys.clone_from(&earlier_keys);
            let (outcome, _) = checked_search(&mut searcher, &request, &Control::new());
            earlier_keys.push(position.key());
            position.play(outcome.best.unwrap());
            left -= 1;
            let true_left = plies_to_end(truth.score(&position).unwrap());
            assert!(true_left <= left + 2);
            left = true_left;
        }
        assert!(legal_turns(&position).is_empty());
    }
}

#[test]
fn a_third_occurrence_saves_a_lost_game_but_a_second_does_not() {
    let truth = Truth::of(Tiny::new(1));
    let mut searcher = Searcher::new(1, 1, MenCount).unwrap();
    let mut saved = 0;
    for position in sample(&truth, 2000) {
        let Some(score) = truth.score(position).filter(|&score| score < 0) else {
            continue;
        };
        let position = position.clone().with_clock(10);
        let reversible = |turn: &Turn| play_line(&position, &[*turn]).halfmove_clock() > 0;
        let Some(turn) = legal_turns(&position).into_iter().find(reversible) else {
            continue;
        };
        let seen = play_line(&position, &[turn]).key();
        let mut request = Request::new(position, Limits::depth(plies_to_end(score) + 8));
        let (once, twice) = ([0, 0, 0, seen], [0, seen, 0, seen]);
        for (earlier_keys, contempt, expected) in [
            (once, 0, score),
            (twice, 0, DRAW),
            (twice, 40, -40),
            (twice, -40, 40),
        ] {
            // Searches with different contempts share no scores, nor do those of games in which other
            // positions have occurred twice.
            request.earlier_keys = earlier_keys.to_vec();
            request.settings.contempt = contempt;
            let (outcome, _) = checked_search(&mut searcher, &request, &Control::new());
            assert_eq!(outcome.score, expected);
            if expected != score {
                assert_eq!(outcome.best, Some(turn));
            }
        }
        saved += 1;
    }
    assert!(saved > 5);
}

/// Where a second occurrence draws, a position of the game saves a lost one, even if the loss has been
/// proved before that position occurred.
#[test]
fn a_proof_ends_when_a_position_occurs_to_which_the_loser_can_return() {
    let truth = Truth::of(Tiny::new(1));
    let mut searcher = Searcher::new(1, 1, MenCount).unwrap();
    let mut saved = 0;
    for position in sample(&truth, 2000) {
        // The loser's reply after which the position has occurred, two plies from the root.
        let Some(score) = truth.score(position).filter(|&score| score > win_in(20)) else {
            continue;
        };
        let mut request = Request::new(
            position.clone().with_clock(10),
            Limits::depth(plies_to_end(score) + 8),
        );
        request.settings.repetition_draw = RepetitionDraw::Second;
        let (before, _) = checked_search(&mut searcher, &request, &Control::new());
        assert_eq!(before.score, score);
        let lost = play_line(&request.position, &[before.best.unwrap()]);
        let reversible = |turn: &Turn| play_line(&lost, &[*turn]).halfmove_clock() > 0;
        let Some(reply) = legal_turns(&lost).into_iter().find(reversible) else {
            continue;
        };
        request.earlier_keys = vec![0, 0, 0, play_line(&lost, &[reply]).key()];
        let (after, _) = checked_search(&mut searcher, &request, &Control::new());
        searcher.clear();
        let (fresh, _) = checked_search(&mut searcher, &request, &Control::new());
        searcher.clear();
        assert_eq!(is_proved(after.score), is_proved(fresh.score));
        saved += u32::from(!is_proved(fresh.score));
    }
    assert!(saved > 5, "{saved}");
}

/// A search at a low half-move clock proves what a limit on plies draws at a high one.
#[test]
fn a_proof_ends_when_the_limit_on_plies_comes_first() {
    const LIMIT: u32 = 60;
    let truth = Truth::of(Tiny::new(1));
    let mut searcher = Searcher::new(1, 1, MenCount).unwrap();
    let mut drawn = 0;
    for position in sample(&truth, 2000) {
        let Some(score) = truth
            .score(position)
            .filter(|score| plies_to_end(*score) > 4)
        else {
            continue;
        };
        let score_at = |searcher: &mut Searcher<Tiny, MenCount>, clock| {
            let position = position.clone().with_clock(clock).with_limit(LIMIT);
            let request = Request::new(position, Limits::depth(plies_to_end(score) + 8));
            let (outcome, _) = checked_search(searcher, &request, &Control::new());
            outcome.score
        };
        searcher.clear();
        if !is_proved(score_at(&mut searcher, LIMIT - 4)) {
            searcher.clear();
            assert_eq!(score_at(&mut searcher, 0), score);
            let later = score_at(&mut searcher, LIMIT - 4);
            assert!(!is_proved(later), "{position:?}");
            drawn += 1;
        }
    }
    assert!(drawn > 10, "{drawn}");
}

#[test]
fn an_interrupted_search_reports_no_false_win_or_loss() {
    let truth = Truth::of(Tiny::new(1));
    let mut searcher = Searcher::new(1, 1, MenCount).unwrap();
    let mut ends = 0;
    for position in sample(&truth, 200) {
        for nodes in (1..200).step_by(3) {
            searcher.clear();
            let request = Request::new(position.clone(), Limits::nodes(nodes));
            let (outcome, log) = checked_search(&mut searcher, &request, &Control::new());
            let reported = log.last().map(|info| info.score);
            assert_eq!(reported, Some(outcome.score));
            if is_proved(outcome.score) {
                check_score(truth.score(position), outcome.score);
                ends += 1;
            }
        }
    }
    assert!(ends > 1000, "{ends} ends");
}
