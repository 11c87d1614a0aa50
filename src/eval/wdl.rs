//! From a score to the chances of win, draw and loss.
//!
//! Two logistic curves, one for winning and its mirror for losing; what they
//! leave is the draw. The two numbers were read off some 37,000 positions of
//! 800 games of the engine against itself, played by both main rule sets at
//! 3,000 nodes a turn; they are a first estimate, not a calibration.

use crate::base::Score;
use crate::base::score::is_decisive;

/// The score from which a win is as likely as not, in centipawns.
const EVEN: f64 = 120.0;
/// By how many centipawns more the odds are multiplied by `e`.
const SLOPE: f64 = 320.0;

/// Chances of the side to move in thousandths; they add up to 1000.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Chances {
    /// Of winning.
    pub win: u16,
    /// Of a draw.
    pub draw: u16,
    /// Of losing.
    pub loss: u16,
}

impl Chances {
    /// The chances at this score; a proved end is certain.
    pub fn of(score: Score) -> Self {
        let (win, loss) = match is_decisive(score) {
            true => (u16::from(score > 0) * 1000, u16::from(score < 0) * 1000),
            false => (chance(score), chance(-score)),
        };
        Self {
            win,
            draw: 1000 - win - loss,
            loss,
        }
    }
}

/// How likely a win is at this score, in thousandths: less than half of them
/// where the other side is as well off.
fn chance(score: Score) -> u16 {
    (1000.0 / (1.0 + ((EVEN - f64::from(score)) / SLOPE).exp())) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::score::{MAX_EVAL, lost_in, win_in};

    #[test]
    fn chances_add_up_and_rise_with_the_score() {
        let mut last = Chances::of(-MAX_EVAL);
        for score in (-MAX_EVAL..=MAX_EVAL).step_by(7) {
            let chances = Chances::of(score);
            let Chances { win, draw, loss } = chances;
            assert_eq!(win + draw + loss, 1000);
            assert!(win >= last.win && loss <= last.loss);
            let mirrored = Chances::of(-score);
            assert_eq!((mirrored.win, mirrored.loss), (loss, win));
            last = chances;
        }
    }

    #[test]
    fn what_is_proved_is_certain() {
        assert_eq!(Chances::of(win_in(9)).win, 1000);
        assert_eq!(Chances::of(lost_in(0)).loss, 1000);
    }
}
