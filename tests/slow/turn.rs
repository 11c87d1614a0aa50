//! Complete turns: the steps that a side plays before the other side is to move (protocol/RULES.md
//! sections 3, 11 and 12).

use super::{
    position::Position,
    square::square_name,
    step::{Action, Step},
};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    pub steps: Vec<Step>,
}

impl Turn {
    /// Returns the notation, such as `d4-d6`, `a5:a7:g7`, `e13-e14=Q` or `e12:e14=Q:c12`. In a
    /// mid-chain position the first square is that of the man in mid-chain, and stopping there is
    /// `pass`. A stop after further jumps is not written.
    pub fn text(&self) -> String {
        let first = self.steps[0];
        if first.action == Action::Pass {
            return "pass".to_string();
        }
        let mut text = square_name(first.from);
        for step in &self.steps {
            match step.action {
                Action::Quiet => text.push('-'),
                Action::Jump { .. } => text.push(':'),
                Action::Pass => break,
            }
            text += &square_name(step.to);
            if let Some(kind) = step.promotion {
                text.push('=');
                text.push(kind.letter());
            }
        }
        text
    }
}

impl Position {
    /// Returns all legal turns.
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        self.collect_turns(&mut Vec::new(), &mut turns);
        turns
    }

    /// Returns the legal turn with exactly this notation.
    pub fn find_turn(&self, text: &str) -> Option<Turn> {
        self.turns().into_iter().find(|turn| turn.text() == text)
    }

    /// Returns the position after a legal turn.
    pub fn play(&self, turn: &Turn) -> Position {
        turn.steps
            .iter()
            .fold(self.clone(), |position, step| position.play_step(step))
    }

    /// Returns the number of sequences of `depth` legal turns.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.turns().len() as u64,
            _ => self
                .turns()
                .iter()
                .map(|turn| self.play(turn).perft(depth - 1))
                .sum(),
        }
    }

    /// Appends every legal turn that begins with `steps_so_far`, which have been played.
    fn collect_turns(&self, steps_so_far: &mut Vec<Step>, turns: &mut Vec<Turn>) {
        for step in self.steps() {
            steps_so_far.push(step);
            match step.action {
                Action::Jump { .. } => {
                    let next = self.play_step(&step);
                    if next.transit.is_some() {
                        next.collect_turns(steps_so_far, turns);
                    } else {
                        turns.push(Turn {
                            steps: steps_so_far.clone(),
                        });
                    }
                }
                Action::Quiet | Action::Pass => turns.push(Turn {
                    steps: steps_so_far.clone(),
                }),
            }
            steps_so_far.pop();
        }
    }
}
