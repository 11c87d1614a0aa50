//! How the engines used their time.

use super::summary::Summary;

/// An engine's use of time in all games that count.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TimeUse {
    /// The times charged minus the times that the engine reported, in milliseconds.
    pub unreported: Vec<f64>,
    /// The sum of the reported nodes.
    pub nodes: f64,
    /// The time charged for turns with reported nodes, in milliseconds.
    pub nodes_ms: f64,
    /// The times charged, in milliseconds, by the engine's own turn number, from 0.
    pub charged_by_turn: Vec<Vec<f64>>,
    /// The reported depths, in plies, by the engine's own turn number, from 0.
    pub depth_by_turn: Vec<Vec<f64>>,
}

impl TimeUse {
    pub fn new(summary: &Summary, engine: usize) -> Self {
        let mut time_use = Self::default();
        for counted in &summary.games {
            let is_white = counted.game.white == engine;
            if !is_white && counted.game.black != engine {
                continue;
            }
            // The opening determines which side has the first turn; then the sides alternate.
            let skip = usize::from(is_white == black_begins(counted.report));
            let own = counted.report.turns.iter().skip(skip).step_by(2);
            for (number, turn) in own.enumerate() {
                add_value(&mut time_use.charged_by_turn, number, turn.charged_ms);
                if let Some(reported) = turn.reported_ms {
                    time_use.unreported.push(turn.charged_ms - reported as f64);
                }
                if let Some(depth) = turn.depth {
                    add_value(&mut time_use.depth_by_turn, number, depth.into());
                }
                if let Some(nodes) = turn.nodes {
                    time_use.nodes += nodes as f64;
                    time_use.nodes_ms += turn.charged_ms;
                }
            }
        }
        time_use
    }

    /// Returns the number of nodes per second of charged time, if nodes were reported.
    pub fn nodes_per_second(&self) -> Option<f64> {
        (self.nodes_ms > 0.0).then(|| self.nodes / self.nodes_ms * 1000.0)
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

/// Returns the mean; `None` if there are no values.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Returns the smallest value that at least this share (0 to 1) of the values
/// do not exceed; `None` if there are no values.
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
    fn a_quantile_is_one_of_the_values() {
        let values = [5.0, 1.0, 4.0, 2.0, 3.0];
        assert_eq!(quantile(&values, 0.5), Some(3.0));
        assert_eq!(quantile(&values, 0.0), Some(1.0));
        assert_eq!(quantile(&values, 0.95), Some(5.0));
        assert_eq!((quantile(&[], 0.5), mean(&[])), (None, None));
        assert_eq!(mean(&values), Some(3.0));
    }
}
