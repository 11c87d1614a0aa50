//! Training samples as lines of text, `position | score | result`: a position of a game,
//! its score and the result of the game. The score (in centipawns) and the result (1,
//! 0.5 or 0) are from White's point of view.

use std::fmt;
use std::str::FromStr;

use crate::base::Score;

/// A training sample as one line of text.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The position as text (SPN or FEN).
    pub position: String,
    /// The score that a search found, in centipawns, positive if White is better.
    pub score: Score,
    /// The result for White: 1, 0.5 or 0.
    pub result: f32,
}

/// An error in the text of a sample.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SampleError {
    /// The line does not have three fields.
    #[error("expected 'position | score | result'")]
    Fields,
    /// The score is not a whole number.
    #[error("score \"{0}\", expected a whole number of centipawns")]
    Score(String),
    /// The position is in the middle of a turn.
    #[error("a position in the middle of a turn, expected one between turns")]
    MidTurn,
    /// The result is not 1, 0.5 or 0.
    #[error("result \"{0}\", expected 1, 0.5 or 0")]
    Result(String),
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} | {} | {}", self.position, self.score, self.result)
    }
}

impl FromStr for Sample {
    type Err = SampleError;

    fn from_str(line: &str) -> Result<Self, SampleError> {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [position, score, result] = fields[..] else {
            return Err(SampleError::Fields);
        };
        Ok(Self {
            position: position.to_owned(),
            score: score
                .parse()
                .map_err(|_| SampleError::Score(score.to_owned()))?,
            result: match result {
                "1" => 1.0,
                "0.5" => 0.5,
                "0" => 0.0,
                _ => return Err(SampleError::Result(result.to_owned())),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_sample_can_be_read_back() {
        for (score, result) in [(-57, 0.0), (0, 0.5), (312, 1.0)] {
            let position = "9/K/7/7/7/1S5/5s1/6k/1/9 w - - - - 1".to_owned();
            let sample = Sample {
                position,
                score,
                result,
            };
            assert_eq!(sample.to_string().parse(), Ok(sample));
        }
    }

    #[test]
    fn lines_that_are_not_samples_are_rejected() {
        let error = |line: &str| line.parse::<Sample>().unwrap_err();
        assert_eq!(error(""), SampleError::Fields);
        assert_eq!(error("a | 1 | 0 | 0"), SampleError::Fields);
        assert_eq!(error("a | x | 0"), SampleError::Score("x".to_owned()));
        assert_eq!(error("a | 3 | 2"), SampleError::Result("2".to_owned()));
    }
}
