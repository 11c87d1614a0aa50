//! The tournament clock of ShatraBase: the times that the host sends and charges.

/// The stages: a number of moves, and the milliseconds for them. The last
/// stage, with 0 moves, is the rest of the game.
const STAGES: [(usize, i64); 3] = [(10, 6_000), (5, 4_000), (0, 4_000)];

/// The clock of one side. The host's overhead is charged without actual waiting.
pub struct StageClock {
    milliseconds: i64,
    stage: usize,
    /// The moves made in this stage.
    made: usize,
}

impl Default for StageClock {
    fn default() -> Self {
        Self {
            milliseconds: STAGES[0].1,
            stage: 0,
            made: 0,
        }
    }
}

impl StageClock {
    pub fn milliseconds(&self) -> i64 {
        self.milliseconds
    }

    pub fn has_flagged(&self) -> bool {
        self.milliseconds < 0
    }

    /// Returns the `movestogo` that the host sends: the moves after the next
    /// one; before the last move of a stage, those of the next stage; 0 in the
    /// last stage.
    pub fn movestogo(&self) -> usize {
        let (moves, _) = STAGES[self.stage];
        match moves.saturating_sub(self.made + 1) {
            0 if moves > 0 => STAGES[self.stage + 1].0,
            later => later,
        }
    }

    /// Charges the time of an answer, and the host's overhead.
    pub fn charge(&mut self, milliseconds: i64) {
        self.milliseconds -= milliseconds;
    }

    /// Counts a complete move.
    pub fn move_made(&mut self) {
        self.made += 1;
        if self.made == STAGES[self.stage].0 {
            self.stage += 1;
            self.made = 0;
            self.milliseconds += STAGES[self.stage].1;
        }
    }
}

#[test]
fn movestogo_is_sent_as_the_host_counts_it() {
    let mut clock = StageClock::default();
    let planned = (0..18).map(|_| {
        let moves = clock.movestogo();
        clock.move_made();
        moves
    });
    let expected = [9, 8, 7, 6, 5, 4, 3, 2, 1, 5, 4, 3, 2, 1, 0, 0, 0, 0];
    assert_eq!(planned.collect::<Vec<_>>(), expected);
    assert_eq!(clock.milliseconds(), 14_000);
}
