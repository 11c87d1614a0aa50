//! The solver: example wins, and small positions compared with a minimax that
//! shares no code with it, not even the rules.

mod brute_force;
mod engine;
mod examples;

use crate::support::Random;
use batyr::rules::shatra::{Kind, Man, Occupant, Position, RuleSet, Setup};
use batyr::solver::{ProofLimits, ProofVerdict, Solution, Solver};

/// Ten shatras around the biy on its gate: behind every man that it could jump
/// there is another one, once f8-f9 is played.
const RING: &str = "9/1/6K/7/7/1S5/3S1S1/2SSS2/k/SSS1S4 w";

/// Returns a position of the two biys with up to four more men of the side to
/// move and one of the other, most of them close together, so that short
/// wins are frequent and turns are few.
fn sparse<R: RuleSet>(random: &mut Random) -> Position<R> {
    loop {
        let mut setup = Setup::EMPTY;
        if random.once_in(2) {
            setup.to_move = !setup.to_move;
        }
        for color in batyr::base::Color::ALL {
            let more = random.below(if color == setup.to_move { 5 } else { 2 });
            for number in 0..=more {
                let kinds = if R::OFFICERS_LIMITED {
                    &[Kind::Shatra, Kind::Yalkyn, Kind::Tura, Kind::Batyr][..]
                } else {
                    &[Kind::Shatra, Kind::Batyr]
                };
                let other = random.choose(kinds).copied().unwrap();
                let kind = if number == 0 { Kind::Biy } else { other };
                let square = if random.once_in(5) {
                    random.below(setup.squares.len())
                } else {
                    // The left of the field, where the biy has its back to the edge.
                    10 + 7 * random.below(6) + 4 + random.below(3)
                };
                let man = Man { color, kind };
                setup.squares[square] = Some(Occupant::Man { man, urgent: false });
            }
        }
        setup.temdeks = [random.once_in(3), random.once_in(3)];
        setup.halfmoves = random.below(7) as u16;
        // A man may have replaced a biy.
        if let Ok(position) = setup.position() {
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
