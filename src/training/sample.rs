//! A position of a game and what became of it, as a line of text:
//! `position | score | result`, both as White sees them; the score in centipawns,
//! the result 1, 0.5 or 0.

use std::fmt;
use std::str::FromStr;

use crate::base::Score;

/// One line of a file of samples.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The position.
    pub position: String,
    /// What a search said of it, in centipawns as White sees it.
    pub score: Score,
    /// The points that White got: 1, 0.5 or 0.
    pub result: f32,
}

/// Why a line is no sample.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SampleError {
    /// There are not three fields.
    #[error("expected 'position | score | result'")]
    Fields,
    /// The score is no number.
    #[error("score \"{0}\", expected a whole number of centipawns")]
    Score(String),
    /// The result is none.
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
    fn a_line_reads_back() {
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
    fn other_lines_are_told_apart() {
        let error = |line: &str| line.parse::<Sample>().unwrap_err();
        assert_eq!(error(""), SampleError::Fields);
        assert_eq!(error("a | 1 | 0 | 0"), SampleError::Fields);
        assert_eq!(error("a | x | 0"), SampleError::Score("x".to_owned()));
        assert_eq!(error("a | 3 | 2"), SampleError::Result("2".to_owned()));
    }
}
