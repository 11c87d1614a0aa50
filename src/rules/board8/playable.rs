//! The `Playable` interface of Shatranj and Shatar.

use std::ops::ControlFlow;

use super::fen::{letter, queen};
use super::geometry::{SQUARES, square_name, square_named, squares};
use super::mv::Move;
use super::position::Position;
use super::ruleset::{Baring, Mate, Rules};
use super::setup::Setup;
use crate::base::{End, Game, MoveList, Square};
use crate::rules::outcome::{DrawReason, Outcome, WinReason};
use crate::rules::scene::{Board8, Scene};
use crate::rules::shatra::Numbering;
use crate::rules::{Playable, PlayedTurn, PositionError, SvgOptions, TurnError, TurnFacts};

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

    /// Returns why the game is drawn, if it is.
    fn drawn(&self) -> DrawReason {
        if self.end_by_baring() == Some(End::Drawn) {
            let both = self.is_bare(self.to_move) && self.is_bare(!self.to_move);
            return match R::BARING {
                Baring::Draws => DrawReason::Robado,
                _ if both => DrawReason::BareKings,
                _ => DrawReason::BaredInReturn,
            };
        }
        match R::MATE {
            _ if self.is_patience_over() => DrawReason::Patience,
            _ if self.checkers.is_empty() => DrawReason::NoLegalTurn,
            Mate::WinsAfterShak if self.series.is_by_mori() => DrawReason::MateByMori,
            _ => DrawReason::Niol,
        }
    }
}

impl<R: Rules> Playable for Position<R> {
    const ID: &'static str = R::ID;
    const NAME: &'static str = R::NAME;
    const POSITION_TEXT: &'static str = "FEN";

    fn start() -> Self {
        Self::start()
    }

    fn read(text: &str) -> Result<Self, PositionError> {
        Ok(Setup::from_fen::<R>(text)?.position()?)
    }

    fn move_number(&self) -> u16 {
        Self::move_number(self)
    }

    fn men(&self) -> i32 {
        Self::men(self)
    }

    fn ended(&self) -> Option<Outcome> {
        let (me, in_check) = (self.to_move, self.checkers.any());
        let is_bare = self.is_bare(me) || self.is_bare(!me);
        if self.is_lost() {
            return Some(Outcome::Win(!me, WinReason::Bared));
        }
        if self.is_drawn() {
            return Some(Outcome::Draw(self.drawn()));
        }
        if self.has_move() {
            return None;
        }
        Some(match self.no_moves() {
            End::Drawn => Outcome::Draw(self.drawn()),
            End::Won if is_bare => Outcome::Win(me, WinReason::Bared),
            End::Won => Outcome::Win(me, WinReason::MatedByMori),
            End::Lost if in_check => Outcome::Win(!me, WinReason::Mate),
            End::Lost => Outcome::Win(!me, WinReason::NoLegalTurn),
        })
    }

    fn flipped(&self) -> Result<Self, PositionError> {
        let mut setup = self.setup();
        setup.to_move = !setup.to_move;
        Ok(setup.position()?)
    }

    fn baring_turns(&self) -> Vec<String> {
        let bares = |mv: &Move| {
            let end = self.after(*mv).ended();
            matches!(end, Some(Outcome::Win(_, WinReason::Bared)))
        };
        let moves = self.moves().into_iter().filter(bares);
        moves.map(|mv| self.move_text(mv)).collect()
    }

    fn exchanged(&self) -> Self {
        Self::from_setup(&self.setup().exchanged())
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

    fn for_each_way(&self, mut tell: impl FnMut(Move, PlayedTurn) -> ControlFlow<()>) {
        for mv in self.moves() {
            if tell(mv, self.written(mv)).is_break() {
                break;
            }
        }
    }

    fn facts(&self, mv: Move, way: PlayedTurn) -> TurnFacts {
        let captured = self.board().man_at(mv.to()).map(|_| square_name(mv.to()));
        TurnFacts {
            text: way.text,
            path: way.squares.into_iter().map(square_name).collect(),
            captures: captured.into_iter().collect(),
            promotion: mv.promotes().then(queen::<R>),
            is_drop: false,
        }
    }

    fn turn_texts(&self, most: usize) -> Vec<String> {
        let moves = self.moves().into_iter().take(most);
        moves.map(|mv| self.move_text(mv)).collect()
    }

    fn square_named(name: &str) -> Option<Square> {
        square_named(name.as_bytes())
    }

    fn square_name(square: Square) -> String {
        square_name(square)
    }

    fn picture(&self) -> String {
        self.diagram().to_string()
    }

    fn svg(&self, options: &SvgOptions) -> String {
        Self::svg(self, options)
    }

    fn scene(&self) -> Scene {
        let mut letters = [None; SQUARES];
        for (square, place) in squares().zip(&mut letters) {
            *place = self.board().man_at(square).map(letter::<R>);
        }
        Scene::Board8(Board8 {
            letters,
            checked: self.checked_king(),
        })
    }
}
