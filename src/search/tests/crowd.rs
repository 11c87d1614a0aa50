//! Tests of searches in a game that has more turns than the list of turns can hold.

use super::*;
use crate::base::Color;
use crate::base::score::{MAX_EVAL, is_proved};
use crate::rules::{End, MAX_DISTINCT_TURNS};
use crate::search::{Compulsion, ParameterSet};

/// The number of turns in the second position.
const TURNS: u16 = MAX_DISTINCT_TURNS as u16 + 100;

/// A game of three turns, which the side that begins wins, unless the opponent plays the last of its
/// many turns, which draws.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Crowd {
    turns_played: u8,
    is_drawn: bool,
    /// Whether turns are compulsory captures.
    captures: bool,
}

impl Game for Crowd {
    type Move = u16;

    fn side_to_move(&self) -> Color {
        Color::ALL[usize::from(self.turns_played % 2)]
    }

    fn key(&self) -> u64 {
        let bits = [self.is_drawn, self.captures].map(u64::from);
        1 + u64::from(self.turns_played) + 16 * bits[0] + 32 * bits[1]
    }

    fn halfmove_clock(&self) -> u32 {
        0
    }

    fn generate(&self, list: &mut MoveList<u16>) {
        list.extend(match self.turns_played {
            0 | 2 => 0..1,
            1 => 0..TURNS,
            _ => 0..0,
        });
    }

    fn generate_distinct(&self, list: &mut MoveList<u16>) {
        self.generate(list);
        list.truncate(MAX_DISTINCT_TURNS);
    }

    fn play(&mut self, turn: u16) {
        self.turns_played += 1;
        self.is_drawn = turn == TURNS - 1;
    }

    fn end_without_turns(&self) -> End {
        End::Lost
    }

    fn is_drawn(&self) -> bool {
        self.is_drawn
    }
}

impl SearchGame for Crowd {
    const PARAMETERS: ParameterSet = ParameterSet::Shatra;
    const HAS_HUNTS: bool = false;
    const HISTORY_SLOTS: usize = 2;

    fn men_on_board(&self) -> u32 {
        2
    }

    fn generate_compulsory(&self, list: &mut MoveList<u16>) -> Compulsion {
        if !self.captures {
            return Compulsion::Free;
        }
        self.generate_distinct(list);
        if list.is_empty() {
            Compulsion::NoTurn
        } else {
            Compulsion::Forced
        }
    }

    fn is_tactical(&self, _: u16) -> bool {
        self.captures
    }

    fn gain(&self, _: u16) -> i32 {
        0
    }

    fn move_tag(turn: u16) -> u16 {
        turn + 1
    }

    fn history_slot(&self, _: u16) -> usize {
        self.side_to_move().index()
    }
}

/// An evaluator that finds every position even.
#[derive(Copy, Clone)]
struct Even;

impl Evaluator<Crowd> for Even {
    type Memory = ();

    fn evaluate(&self, _: &Crowd, _: usize, (): &mut ()) -> Score {
        0
    }
}

#[test]
fn a_truncated_list_of_turns_proves_no_loss() {
    // Captures are searched by the quiescence search alone at depth 1.
    for (captures, depths) in [(false, 3..=8), (true, 1..=8)] {
        let position = |turns_played| Crowd {
            turns_played,
            is_drawn: false,
            captures,
        };
        for depth in depths {
            // The winner, its opponent, and the winner without a choice.
            for (turns_played, is_won) in [(0, false), (1, false), (2, true)] {
                let mut searcher = Searcher::new(1, 1, Even).unwrap();
                let request = Request::new(position(turns_played), Limits::depth(depth));
                let (outcome, log) = checked_search(&mut searcher, &request, &Control::new());
                assert_eq!(is_proved(outcome.score), is_won, "{request:?}");
                assert!(is_won || log.iter().all(|info| info.score.abs() <= MAX_EVAL));
                // Nor does what the search has stored.
                let again = searcher.search(&request, &Control::new(), &mut NullSink);
                assert_eq!(is_proved(again.score), is_won);
            }
        }
    }
}
