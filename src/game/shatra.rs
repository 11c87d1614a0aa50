//! Implements [`Playable`] for Shatra.

use std::ops::ControlFlow;

use super::{
    BoardContents, Playable, PositionError, Reserve, StepDetails, TurnDetails, VariantRules,
};
use crate::base::Color;
use crate::rules::shatra::{Kind, Numbering, Path, Position, RuleSet, Step, Turn, capture_order};
use crate::rules::{Game, Outcome, TurnError};

impl<R: RuleSet> Position<R> {
    fn details(&self, turn: Turn, path: &Path) -> TurnDetails {
        let squares = path.squares();
        TurnDetails {
            text: path.text(),
            steps: path.steps(),
            file_tokens: path.file_tokens::<R>(),
            captures: capture_order(&squares, turn.captured()),
            path: squares,
            promotion: turn.promotion().map(Kind::letter),
            is_drop: self.is_drop(turn),
        }
    }

    fn step_details(&self, step: &Step<R>) -> StepDetails {
        let (path, enemy) = (&step.path, !self.side_to_move());
        let last = path.landings.last();
        // Under some rule sets a captured man stays until the chain ends, but as a ghost.
        let captured = self
            .board()
            .men(enemy)
            .without(step.after.board().men(enemy));
        StepDetails {
            text: path.text(),
            ushi: step.text(),
            from: path.from,
            to: last.map_or(path.from, |landing| landing.at),
            capture: captured.first().filter(|_| path.is_capture),
            promotion: last.and_then(|landing| landing.promotion).map(Kind::letter),
            ends_turn: step.after.transit().is_none(),
        }
    }
}

impl<R: RuleSet> Playable for Position<R> {
    const RULES: VariantRules = VariantRules::Shatra(R::RULES);

    fn start() -> Self {
        Self::start()
    }

    fn read(text: &str) -> Result<Self, PositionError> {
        Ok(text.parse()?)
    }

    fn man_count(&self) -> i32 {
        let biys = 2 - i32::from(self.is_biy_lost());
        self.board()
            .occupied()
            .without(self.board().ghosts())
            .count() as i32
            - biys
    }

    fn is_in_mid_turn(&self) -> bool {
        self.transit().is_some()
    }

    fn reserves(&self) -> Option<[Reserve; 2]> {
        let reserve = |color: Color| match self.temdek(color) {
            true => Reserve {
                men: self.reserve(color).count(),
                next: self.first_in_drop_order(color),
            },
            false => Reserve::default(),
        };
        Some(Color::ALL.map(reserve))
    }

    fn board_outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn with_opponent_to_move(&self) -> Result<Self, PositionError> {
        let mut setup = self.setup();
        setup.to_move = !setup.to_move;
        setup.en_passant = None;
        Ok(setup.position()?)
    }

    fn read_turn(
        &self,
        text: &str,
        numbering: Numbering,
    ) -> Result<(Turn, TurnDetails), TurnError> {
        let (turn, path) = self.parse_path(text, numbering)?;
        Ok((turn, self.details(turn, &path)))
    }

    fn turn_text(&self, turn: Turn) -> String {
        Self::turn_text(self, turn)
    }

    fn turn_details(&self, turn: Turn) -> Option<TurnDetails> {
        Some(self.details(turn, &self.path(turn)?))
    }

    fn step_texts(&self, turn: Turn) -> Vec<String> {
        Self::step_texts(self, turn)
    }

    fn for_each_path(&self, mut visit: impl FnMut(Turn, TurnDetails) -> ControlFlow<()>) {
        Self::for_each_path(self, |turn, path| visit(turn, self.details(turn, &path)));
    }

    fn read_step(&self, text: &str) -> Result<(String, Self), TurnError> {
        let step = self.parse_step(text, Numbering::Spn)?;
        Ok((step.text(), step.after))
    }

    fn legal_steps(&self) -> Vec<StepDetails> {
        let mut steps = Vec::new();
        self.for_each_step(|step| {
            steps.push(self.step_details(&step));
            ControlFlow::Continue(())
        });
        steps
    }

    fn contents(&self) -> BoardContents {
        BoardContents::Shatra(self.setup())
    }
}
