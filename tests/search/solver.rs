//! Tests the solver on example wins, and compares it on small positions with a minimax search that
//! shares no code with it, not even the rules.

mod brute_force;
mod engine;
mod examples;

use crate::support::Random;
use batyr::rules::shatra::{Kind, Man, Occupant, Position, RuleSet, Setup};
use batyr::solver::{ProofLimits, ProofVerdict, Solution, Solver};

/// Ten shatras surround Black's biy on its gate. Once f8-f9 is played, there is another shatra
/// behind each one that the biy could jump over.
const RING: &str = "9/1/6K/7/7/1S5/3S1S1/2SSS2/k/SSS1S4 w";

/// Returns a random position with both biys, up to four other men of the side to move and at most
/// one of the other side. Most of the men are close together, so that short wins are frequent.
fn sparse_position<R: RuleSet>(random: &mut Random) -> Position<R> {
    loop {
        let mut setup = Setup::EMPTY;
        if random.once_in(2) {
            setup.to_move = !setup.to_move;
        }
        for color in batyr::base::Color::ALL {
            let other_men = random.below(if color == setup.to_move { 5 } else { 2 });
            for number in 0..=other_men {
                let kinds = if R::RULES.officers_limited {
                    &[Kind::Shatra, Kind::Yalkyn, Kind::Tura, Kind::Batyr][..]
                } else {
                    &[Kind::Shatra, Kind::Batyr]
                };
                let kind = random.choose(kinds).copied().unwrap();
                let kind = if number == 0 { Kind::Biy } else { kind };
                let square = if random.once_in(5) {
                    random.below(setup.squares.len())
                } else {
                    // The left of the field, where the edge limits the biy.
                    10 + 7 * random.below(6) + 4 + random.below(3)
                };
                let man = Man { color, kind };
                setup.squares[square] = Some(Occupant::Man { man, urgent: false });
            }
        }
        setup.temdeks = [random.once_in(3), random.once_in(3)];
        setup.halfmoves = random.below(7) as u16;
        // A man may have replaced a biy; the game is then over.
        let biys = setup.squares.iter().flatten().filter(
            |occupant| matches!(occupant, Occupant::Man { man, .. } if man.kind == Kind::Biy),
        );
        if biys.count() == 2
            && let Ok(position) = setup.position()
        {
            return position;
        }
    }
}

fn solve<R: RuleSet>(position: &Position<R>, moves: u32) -> Solution<batyr::rules::shatra::Turn> {
    let limits = ProofLimits {
        moves,
        nodes: u64::MAX,
    };
    Solver::new(4).unwrap().solve(position, limits, &|| false)
}

fn verdict<R: RuleSet>(position: &Position<R>, moves: u32) -> ProofVerdict {
    solve(position, moves).verdict
}
