//! Implements [`Playable`] for Shatranj and Shatar.

use std::ops::ControlFlow;

use super::{
    Board8Contents, BoardContents, Playable, PositionError, StepDetails, TurnDetails, VariantRules,
};
use crate::rules::board8::{Move, Position, RuleSet, letter, promotion_letter};
use crate::rules::shatra::Numbering;
use crate::rules::{Game, MoveList, Outcome, TurnError};

impl<R: RuleSet> Position<R> {
    fn details(&self, mv: Move) -> TurnDetails {
        let text = self.move_text(mv);
        let captured = self.board().man_at(mv.to()).map(|_| mv.to());
        TurnDetails {
            steps: vec![text.clone()],
            file_tokens: vec![self.san(mv)],
            text,
            path: vec![mv.from(), mv.to()],
            captures: captured.into_iter().collect(),
            promotion: mv.promotes().then(promotion_letter::<R>),
            is_drop: false,
        }
    }
}

impl<R: RuleSet> Playable for Position<R> {
    const RULES: VariantRules = VariantRules::Board8(R::RULES);

    fn start() -> Self {
        Self::start()
    }

    fn read(text: &str) -> Result<Self, PositionError> {
        Ok(text.parse()?)
    }

    fn man_count(&self) -> i32 {
        self.board().occupied().count() as i32 - 2
    }

    fn board_outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn with_opponent_to_move(&self) -> Result<Self, PositionError> {
        let mut setup = self.setup();
        setup.to_move = !setup.to_move;
        Ok(setup.position()?)
    }

    /// Returns the legal turn that a text denotes. The squares of this board have no numbers,
    /// so the numbering is ignored.
    fn read_turn(&self, text: &str, _: Numbering) -> Result<(Move, TurnDetails), TurnError> {
        let mv = self.parse_move(text)?;
        Ok((mv, self.details(mv)))
    }

    fn turn_text(&self, mv: Move) -> String {
        self.move_text(mv)
    }

    fn turn_details(&self, mv: Move) -> Option<TurnDetails> {
        Some(self.details(mv))
    }

    fn step_texts(&self, mv: Move) -> Vec<String> {
        vec![self.move_text(mv)]
    }

    fn for_each_path(&self, mut visit: impl FnMut(Move, TurnDetails) -> ControlFlow<()>) {
        let mut moves = MoveList::new();
        self.generate(&mut moves);
        for mv in moves {
            if visit(mv, self.details(mv)).is_break() {
                break;
            }
        }
    }

    fn legal_steps(&self) -> Vec<StepDetails> {
        let mut moves = MoveList::new();
        self.generate(&mut moves);
        let step = |mv: Move| StepDetails {
            text: self.move_text(mv),
            ushi: self.move_text(mv),
            from: mv.from(),
            to: mv.to(),
            capture: self.board().man_at(mv.to()).map(|_| mv.to()),
            promotion: mv.promotes().then(promotion_letter::<R>),
            ends_turn: true,
        };
        moves.into_iter().map(step).collect()
    }

    fn contents(&self) -> BoardContents {
        let men = self.setup().squares;
        BoardContents::Board8(Board8Contents {
            men,
            letters: men.map(|man| man.map(letter::<R>)),
            bishop: R::RULES.bishop,
            checked_king: self.checked_king(),
        })
    }
}
