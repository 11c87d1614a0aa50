//! The tournament clock of ShatraBase, as it is told and charged.

/// How many moves, and the milliseconds they get. The last stage, without a
/// number, is for the rest of the game.
const STAGES: [(usize, i64); 3] = [(10, 6_000), (5, 4_000), (0, 4_000)];

/// The clock of one side. Nobody waits for what the host adds.
pub struct StageClock {
    milliseconds: i64,
    stage: usize,
    /// Moves made in this stage.
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

    /// What the host says of the moves to go: those behind the next one; before
    /// the last one of a stage those of the next stage; 0 in the last stage.
    pub fn movestogo(&self) -> usize {
        let (moves, _) = STAGES[self.stage];
        match moves.saturating_sub(self.made + 1) {
            0 if moves > 0 => STAGES[self.stage + 1].0,
            behind => behind,
        }
    }

    /// Takes the time of an answer, and what the host adds.
    pub fn charge(&mut self, milliseconds: i64) {
        self.milliseconds -= milliseconds;
    }

    /// A move is complete.
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
fn movestogo_is_told_as_the_host_tells_it() {
    let mut clock = StageClock::default();
    let told = (0..18).map(|_| {
        let moves = clock.movestogo();
        clock.move_made();
        moves
    });
    let wanted = [9, 8, 7, 6, 5, 4, 3, 2, 1, 5, 4, 3, 2, 1, 0, 0, 0, 0];
    assert_eq!(told.collect::<Vec<_>>(), wanted);
    assert_eq!(clock.milliseconds(), 14_000);
}
