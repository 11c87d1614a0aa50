//! The engines' use of time.

use super::summary::Summary;

/// The time use of an engine in all games that count.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TimeUse {
    pub turns: usize,
    /// The times charged for each turn, in milliseconds.
    pub charged: Vec<f64>,
    /// The times charged minus the times that the engine reported, in milliseconds.
    pub unreported: Vec<f64>,
    /// The reported depths, in plies.
    pub depths: Vec<f64>,
    /// The sum of the reported nodes, and the milliseconds charged for them.
    pub nodes: (f64, f64),
    /// The charged times in milliseconds by own turn, from the first.
    pub charged_by_turn: Vec<Vec<f64>>,
    /// The reported depths by own turn.
    pub depth_by_turn: Vec<Vec<f64>>,
}

impl TimeUse {
    pub fn of(summary: &Summary, engine: usize) -> Self {
        let mut sum = Self::default();
        for counted in &summary.games {
            let is_white = counted.white == engine;
            if !is_white && counted.black != engine {
                continue;
            }
            // The opening determines which side has the first turn; the sides alternate from there.
            let skip = usize::from(is_white == black_begins(counted.game));
            let own = counted.game.turns.iter().skip(skip).step_by(2);
            for (number, turn) in own.enumerate() {
                sum.turns += 1;
                sum.charged.push(turn.ms);
                add_value(&mut sum.charged_by_turn, number, turn.ms);
                if let Some(reported) = turn.reported_ms {
                    sum.unreported.push(turn.ms - reported as f64);
                }
                if let Some(depth) = turn.depth {
                    sum.depths.push(depth.into());
                    add_value(&mut sum.depth_by_turn, number, depth.into());
                }
                if let Some(nodes) = turn.nodes {
                    sum.nodes.0 += nodes as f64;
                    sum.nodes.1 += turn.ms;
                }
            }
        }
        sum
    }

    /// Returns the number of nodes per second of charged time.
    pub fn nodes_per_second(&self) -> Option<f64> {
        let (nodes, ms) = self.nodes;
        (ms > 0.0).then(|| nodes / ms * 1000.0)
    }
}

fn add_value(by_turn: &mut Vec<Vec<f64>>, number: usize, value: f64) {
    if by_turn.len() <= number {
        by_turn.resize(number + 1, Vec::new());
    }
    if let Some(values) = by_turn.get_mut(number) {
        values.push(value);
    }
}

/// Returns whether Black has the first turn after the opening.
fn black_begins(game: &super::super::GameReport) -> bool {
    let position = game.opening.position.as_deref();
    let side = position.and_then(|text| text.split_whitespace().nth(1));
    (side == Some("b")) != (game.opening.turns.len() % 2 == 1)
}

/// Returns the mean; `None` without values.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Returns the smallest value that at least this share (0 to 1) of the values
/// does not exceed; `None` without values.
pub fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (share * sorted.len() as f64).ceil().max(1.0) as usize;
    sorted.get(rank - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_occur() {
        let values = [5.0, 1.0, 4.0, 2.0, 3.0];
        assert_eq!(quantile(&values, 0.5), Some(3.0));
        assert_eq!(quantile(&values, 0.0), Some(1.0));
        assert_eq!(quantile(&values, 0.95), Some(5.0));
        assert_eq!((quantile(&[], 0.5), mean(&[])), (None, None));
        assert_eq!(mean(&values), Some(3.0));
    }
}
