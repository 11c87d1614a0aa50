//! Formats the static evaluation as a human-readable table: its score, and what the men of
//! each kind contribute to it.

use crate::base::{Color, Score};
use crate::eval::network::Network;
use crate::eval::network::inputs::NetworkInputs;

/// Returns a table of the static evaluation of a position.
pub fn evaluation_text<P: NetworkInputs>(network: &Network, position: &P) -> String {
    let mut text = format!("{:18}{:>8}{:>8}{:>8}\n", "men", "White", "Black", "diff");
    for (name, [white, black]) in values_by_kind(network, position) {
        text += &format!("{name:18}{white:>8}{black:>8}{:>8}\n", white - black);
    }
    let score = network.score(position);
    text + &format!("For the side to move: {score} cp")
}

/// Returns the name of each kind of man, and the total value of White's and of Black's men
/// of that kind, in centipawns. The value of a man is the drop in its side's score when
/// the man is removed.
fn values_by_kind<P: NetworkInputs>(
    network: &Network,
    position: &P,
) -> Vec<(&'static str, [Score; 2])> {
    let score = network.score(position);
    let value_of_kind = |color: Color, kind: usize| -> Score {
        let men = position.men_of_kind(color, kind);
        let drops = men
            .into_iter()
            .map(|square| score - network.score_without(position, square));
        let value: Score = drops.sum();
        match color == position.side_to_move() {
            true => value,
            false => -value,
        }
    };
    let kinds = P::KINDS.iter().enumerate();
    kinds
        .map(|(kind, &name)| (name, Color::ALL.map(|color| value_of_kind(color, kind))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::EvaluatedPosition;
    use crate::rules::board8::{Position, Shatar, Shatranj};

    fn check_values_by_kind<P: EvaluatedPosition>() {
        let network = P::FAMILY.built_in_network();
        let with_rook = P::read("4k3/ppp5/8/8/8/8/PPP5/R3K3 w").unwrap();
        let values = values_by_kind(network, &with_rook);
        let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["pawn", "knight", "bishop", "rook", "queen"]);
        let without = P::read("4k3/ppp5/8/8/8/8/PPP5/4K3 w").unwrap();
        let drop = network.score(&with_rook) - network.score(&without);
        assert_eq!(values[3].1, [drop, 0]);
        // With Black to move, the value of White's rook still counts for White.
        let black_to_move = P::read("4k3/ppp5/8/8/8/8/PPP5/R3K3 b").unwrap();
        let values = values_by_kind(network, &black_to_move);
        assert!(values[3].1[0] > 200, "{values:?}");
    }

    #[test]
    fn the_value_of_a_kind_is_the_drop_in_score_without_its_men() {
        check_values_by_kind::<Position<Shatranj>>();
        check_values_by_kind::<Position<Shatar>>();
    }
}
