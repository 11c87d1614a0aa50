//! ShatraBase's tournament clock: the times that the host sends, and those that it charges.

/// The number of moves in each stage, and the milliseconds for them. The last stage has 0 moves and
/// lasts for the rest of the game.
const STAGES: [(usize, i64); 3] = [(10, 6_000), (5, 4_000), (0, 4_000)];

/// The clock of one side. The host's overhead can be charged without waiting.
pub struct StageClock {
    /// The time left.
    milliseconds: i64,
    /// The index of the current stage.
    stage: usize,
    /// The number of moves made in the current stage.
    moves_made: usize,
}

impl Default for StageClock {
    fn default() -> Self {
        Self {
            milliseconds: STAGES[0].1,
            stage: 0,
            moves_made: 0,
        }
    }
}

impl StageClock {
    /// Returns the time left, in milliseconds; negative if it has run out.
    pub fn milliseconds(&self) -> i64 {
        self.milliseconds
    }

    /// Returns whether the side has lost on time.
    pub fn has_flagged(&self) -> bool {
        self.milliseconds < 0
    }

    /// Returns the `movestogo` that the host sends: the number of moves that remain in the stage
    /// after the next move. Before the last move of a stage it is the number of moves in the next
    /// stage, and in the last stage it is 0.
    pub fn movestogo(&self) -> usize {
        let (moves, _) = STAGES[self.stage];
        match moves.saturating_sub(self.moves_made + 1) {
            0 if moves > 0 => STAGES[self.stage + 1].0,
            remaining => remaining,
        }
    }

    /// Subtracts a time from the clock.
    pub fn charge(&mut self, milliseconds: i64) {
        self.milliseconds -= milliseconds;
    }

    /// Records a complete move, after which a new stage may begin.
    pub fn record_move(&mut self) {
        self.moves_made += 1;
        if self.moves_made == STAGES[self.stage].0 {
            self.stage += 1;
            self.moves_made = 0;
            self.milliseconds += STAGES[self.stage].1;
        }
    }
}

#[test]
fn movestogo_counts_the_moves_after_the_next_one() {
    let mut clock = StageClock::default();
    let sent = (0..18).map(|_| {
        let movestogo = clock.movestogo();
        clock.record_move();
        movestogo
    });
    let expected = [9, 8, 7, 6, 5, 4, 3, 2, 1, 5, 4, 3, 2, 1, 0, 0, 0, 0];
    assert_eq!(sent.collect::<Vec<_>>(), expected);
    assert_eq!(clock.milliseconds(), 14_000);
}
