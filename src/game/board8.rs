//! The `Playable` interface of Shatranj and Shatar.

use std::ops::ControlFlow;

use super::board_contents::{Board8Contents, BoardContents};
use super::{Playable, PlayedTurn, PositionError, TurnDetails};
use crate::base::Square;
use crate::rules::board8::geometry::{SQUARES, square_name, square_named, squares};
use crate::rules::board8::{Move, Position, Rules, letter, promotion_letter};
use crate::rules::shatra::Numbering;
use crate::rules::{MoveList, Outcome, TurnError, WinReason};

impl<R: Rules> Position<R> {
    fn written(&self, mv: Move) -> PlayedTurn {
        let text = self.move_text(mv);
        PlayedTurn {
            jumps: vec![text.clone()],
            file_tokens: vec![self.san(mv)],
            text,
            squares: vec![mv.from(), mv.to()],
        }
    }

    fn moves(&self) -> MoveList<Move> {
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

    fn men(&self) -> i32 {
        Self::men(self)
    }

    fn board_outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn flipped(&self) -> Result<Self, PositionError> {
        let mut setup = self.setup();
        setup.to_move = !setup.to_move;
        Ok(setup.position()?)
    }

    fn baring_turns(&self) -> Vec<String> {
        let bares = |mv: &Move| {
            let end = self.after(*mv).board_outcome();
            matches!(end, Some(Outcome::Win(_, WinReason::Bared)))
        };
        let moves = self.moves().into_iter().filter(bares);
        moves.map(|mv| self.move_text(mv)).collect()
    }

    fn exchanged(&self) -> Self {
        Self::exchanged(self)
    }

    /// Parses a turn. Squares of this board have no numbers, so the numbering
    /// is ignored.
    fn read_turn(&self, text: &str, _: Numbering) -> Result<(Move, PlayedTurn), TurnError> {
        let mv = self.parse_move(text)?;
        Ok((mv, self.written(mv)))
    }

    fn turn_text(&self, mv: Move) -> String {
        self.move_text(mv)
    }

    fn jump_texts(&self, mv: Move) -> Vec<String> {
        vec![self.move_text(mv)]
    }

    fn for_each_path(&self, mut visit: impl FnMut(Move, PlayedTurn) -> ControlFlow<()>) {
        for mv in self.moves() {
            if visit(mv, self.written(mv)).is_break() {
                break;
            }
        }
    }

    fn turn_details(&self, mv: Move, written: PlayedTurn) -> TurnDetails {
        let captured = self.board().man_at(mv.to()).map(|_| mv.to());
        TurnDetails {
            text: written.text,
            path: written.squares,
            captures: captured.into_iter().collect(),
            promotion: mv.promotes().then(promotion_letter::<R>),
            is_drop: false,
        }
    }

    fn turn_texts(&self, limit: usize) -> Vec<String> {
        let moves = self.moves().into_iter().take(limit);
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
        for (square, place) in squares().zip(&mut men) {
            *place = self.board().man_at(square);
        }
        BoardContents::Board8(Board8Contents {
            men,
            letters: men.map(|man| man.map(letter::<R>)),
            bishop: R::BISHOP,
            checked: self.checked_king(),
        })
    }
}
