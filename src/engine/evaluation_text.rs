//! Formats the static evaluation and its components as a human-readable table.

use crate::base::{Color, Score};
use crate::eval::{Evaluation, StaticEvaluation, group_contributions, values_by_kind};

/// A row of the table: the name of a component, and its score for White and for Black.
type Row = (String, [Score; 2]);

/// Returns a table of the static evaluation of a position.
pub fn evaluation_text<G: StaticEvaluation>(position: &G) -> String {
    let (title, rows) = match &G::EVALUATION {
        Evaluation::Features(evaluation) => {
            let (men, full_men) = (evaluation.phase)(position);
            let [white, black] =
                Color::ALL.map(|color| group_contributions(evaluation, position, color));
            let both = white.into_iter().zip(black);
            let rows = both.map(|((name, white), (_, black))| {
                (name, [white, black].map(|pair| pair.at(men, full_men)))
            });
            ("term", rows.collect::<Vec<Row>>())
        }
        Evaluation::Network(evaluation) => {
            let values_by_kind = values_by_kind(evaluation, position).into_iter();
            let rows = values_by_kind.map(|(name, sides)| (name.to_owned(), sides));
            ("men", rows.collect())
        }
    };
    let mut text = format!("{title:18}{:>8}{:>8}{:>8}\n", "White", "Black", "diff");
    for (name, [white, black]) in rows {
        text += &format!("{name:18}{white:>8}{black:>8}{:>8}\n", white - black);
    }
    let score = position.static_score();
    text + &format!("For the side to move: {score} cp")
}
