//! Implements [`Playable`] for Shatranj and Shatar.

use std::ops::ControlFlow;

use super::board_contents::{Board8Contents, BoardContents};
use super::{Playable, PlayedTurn, PositionError, TurnDetails};
use crate::base::Square;
use crate::rules::board8::geometry::{SQUARES, square_name, square_named, squares};
use crate::rules::board8::{Move, Position, Rules, letter, promotion_letter};
use crate::rules::shatra::Numbering;
use crate::rules::{MoveList, Outcome, TurnError, WinReason};

impl<R: Rules> Position<R> {
    fn played_turn(&self, mv: Move) -> PlayedTurn {
        let text = self.move_text(mv);
        PlayedTurn {
            steps: vec![text.clone()],
            file_tokens: vec![self.san(mv)],
            text,
            squares: vec![mv.from(), mv.to()],
        }
    }

    fn legal_move_list(&self) -> MoveList<Move> {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves
    }
}

impl<R: Rules> Playable for Position<R> {
    const ID: &'static str = R::ID;
    const NAME: &'static str = R::NAME;
    const POSITION_NOTATION: &'static str = "FEN";

    fn start() -> Self {
        Self::start()
    }

    fn read(text: &str) -> Result<Self, PositionError> {
        Ok(text.parse()?)
    }

    fn move_number(&self) -> u16 {
        Self::move_number(self)
    }

    fn man_count(&self) -> i32 {
        Self::man_count(self)
    }

    fn board_outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn with_opponent_to_move(&self) -> Result<Self, PositionError> {
        let mut setup = self.setup();
        setup.to_move = !setup.to_move;
        Ok(setup.position()?)
    }

    fn baring_turns(&self) -> Vec<String> {
        let is_baring = |mv: &Move| {
            let outcome = self.after(*mv).board_outcome();
            matches!(outcome, Some(Outcome::Win(_, WinReason::Bared)))
        };
        let moves = self.legal_move_list().into_iter().filter(is_baring);
        moves.map(|mv| self.move_text(mv)).collect()
    }

    fn exchanged(&self) -> Self {
        Self::exchanged(self)
    }

    /// Returns the legal turn that a text denotes. The squares of this board have no numbers,
    /// so the numbering is ignored.
    fn read_turn(&self, text: &str, _: Numbering) -> Result<(Move, PlayedTurn), TurnError> {
        let mv = self.parse_move(text)?;
        Ok((mv, self.played_turn(mv)))
    }

    fn turn_text(&self, mv: Move) -> String {
        self.move_text(mv)
    }

    fn step_texts(&self, mv: Move) -> Vec<String> {
        vec![self.move_text(mv)]
    }

    fn for_each_path(&self, mut visit: impl FnMut(Move, PlayedTurn) -> ControlFlow<()>) {
        for mv in self.legal_move_list() {
            if visit(mv, self.played_turn(mv)).is_break() {
                break;
            }
        }
    }

    fn turn_details(&self, mv: Move, played: PlayedTurn) -> TurnDetails {
        let captured = self.board().man_at(mv.to()).map(|_| mv.to());
        TurnDetails {
            text: played.text,
            path: played.squares,
            captures: captured.into_iter().collect(),
            promotion: mv.promotes().then(promotion_letter::<R>),
            is_drop: false,
        }
    }

    fn turn_texts(&self, limit: usize) -> Vec<String> {
        let moves = self.legal_move_list().into_iter().take(limit);
        moves.map(|mv| self.move_text(mv)).collect()
    }

    fn square_named(name: &str) -> Option<Square> {
        square_named(name.as_bytes())
    }

    fn square_name(square: Square) -> String {
        square_name(square)
    }

    fn diagram(&self) -> String {
        self.diagram().to_string()
    }

    fn contents(&self) -> BoardContents {
        let mut men = [None; SQUARES];
        for (square, slot) in squares().zip(&mut men) {
            *slot = self.board().man_at(square);
        }
        BoardContents::Board8(Board8Contents {
            men,
            letters: men.map(|man| man.map(letter::<R>)),
            bishop: R::BISHOP,
            checked_king: self.checked_king(),
        })
    }
}
