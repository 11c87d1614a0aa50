//! A player that searches three plies ahead and counts men: the weakest opponent, which any
//! working engine must beat nearly always.

use batyr::rules::shatra::{Kind, Position, RuleSet, Turn};
use batyr::rules::{Game, MoveList};

use crate::support::Random;

/// The depth in plies.
const DEPTH: u32 = 3;
/// More than the value of all men together.
const WIN: i32 = 1_000;

const fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Biy => 0,
        Kind::Batyr => 9,
        Kind::Tura => 5,
        Kind::Yalkyn => 3,
        Kind::Shatra => 1,
    }
}

/// Returns the best turn by material, or a random one of several that are equally good.
pub fn choose_turn<R: RuleSet>(position: &Position<R>, random: &mut Random) -> Option<Turn> {
    let mut best = Vec::new();
    let mut best_score = -2 * WIN;
    for turn in legal_turns(position) {
        let alpha = best_score - 1;
        let score = -search(&position.after(turn), DEPTH - 1, -2 * WIN, -alpha);
        if score > best_score {
            best_score = score;
            best.clear();
        }
        if score == best_score {
            best.push(turn);
        }
    }
    random.choose(&best).copied()
}

/// Searches by plain alpha-beta, without a transposition table or a quiescence search. Returns the
/// score of the side to move. Faster wins score higher.
fn search<R: RuleSet>(position: &Position<R>, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    if position.is_lost() {
        return -WIN - depth as i32;
    }
    if depth == 0 {
        return balance(position);
    }
    let mut best = -WIN - depth as i32;
    for turn in legal_turns(position) {
        best = best.max(-search(&position.after(turn), depth - 1, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Returns the material of the side to move minus that of the other side.
fn balance<R: RuleSet>(position: &Position<R>) -> i32 {
    let mover = position.side_to_move();
    let kinds = [Kind::Batyr, Kind::Tura, Kind::Yalkyn, Kind::Shatra];
    let count = |color, kind| position.board().of(color, kind).count() as i32;
    let surplus = |kind| count(mover, kind) - count(!mover, kind);
    kinds.map(|kind| value(kind) * surplus(kind)).iter().sum()
}

fn legal_turns<R: RuleSet>(position: &Position<R>) -> MoveList<Turn> {
    let mut turns = MoveList::new();
    position.generate(&mut turns);
    turns
}
