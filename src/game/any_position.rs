//! A position of any variant with its legal turns, for callers that keep many of them.
//!
//! A turn is kept as the generator made it, beside the position that it belongs to; its texts
//! are made when they are asked for. Only generation and reading create a [`LegalTurn`], so every
//! one is legal in its position, and playing it there needs no check.

use std::any::Any;
use std::sync::Arc;

use super::variant::{for_variant, variants};
use super::{
    AnyTurn, BoardContents, Playable, PositionError, Reserve, START, StepDetails, TurnDetails,
    Variant,
};
use crate::base::{Color, Square};
use crate::rules::shatra::Numbering;
use crate::rules::{Game, MoveList, Outcome, TurnError};

/// A position whose variant is known at compile time.
pub(super) trait Untyped {
    /// Returns the position as one of any variant.
    fn untyped(self) -> GamePosition;
}

/// Declares [`AnyPosition`] from the list of variants.
macro_rules! declare_any_position {
    ({} $($name:ident $board:ident $own:ident,)*) => {
        /// A position of one of the variants.
        #[derive(Copy, Clone, PartialEq, Debug)]
        pub(super) enum AnyPosition {
            $($name(crate::rules::$board::Position<crate::rules::$board::$name>),)*
        }

        impl AnyPosition {
            const fn variant(&self) -> Variant {
                match self {
                    $(Self::$name(_) => Variant::$name,)*
                }
            }

            /// Returns the typed position.
            fn typed(&self) -> &dyn Any {
                match self {
                    $(Self::$name(position) => position,)*
                }
            }
        }

        $(impl Untyped for crate::rules::$board::Position<crate::rules::$board::$name> {
            fn untyped(self) -> GamePosition {
                GamePosition(Arc::new(AnyPosition::$name(self)))
            }
        })*
    };
}

variants!((declare_any_position) {});

/// The `match` of [`for_any!`].
macro_rules! match_any {
    ({ $any:expr, $position:ident => $body:expr } $($name:ident $board:ident $own:ident,)*) => {
        match $any {
            $($crate::game::any_position::AnyPosition::$name($position) => $body,)*
        }
    };
}

/// Dispatches from a [`GamePosition`] to code compiled for each game:
/// `for_any!(position, typed => body)` evaluates `body` with `typed` as the typed position.
macro_rules! for_any {
    ($any:expr, $position:ident => $body:expr) => {
        $crate::game::variants!(($crate::game::any_position::match_any) { $any.any(), $position => $body })
    };
}

pub(super) use for_any;
pub(super) use match_any;

/// A position of any variant. A clone shares the memory of the original.
#[derive(Clone, PartialEq, Debug)]
pub struct GamePosition(Arc<AnyPosition>);

/// A turn together with the position in which it is legal.
#[derive(Clone, PartialEq, Debug)]
pub struct LegalTurn {
    position: GamePosition,
    turn: AnyTurn,
}

impl GamePosition {
    /// Reads a position: SPN, FEN or [`START`].
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the variant.
    pub fn from_text(variant: Variant, text: &str) -> Result<Self, PositionError> {
        if text == START {
            return Ok(for_variant!(variant, P => <P as Playable>::start().untyped()));
        }
        for_variant!(variant, P => Ok(P::read(text)?.untyped()))
    }

    /// Returns the position, whose type `for_any!` finds.
    pub(super) fn any(&self) -> &AnyPosition {
        &self.0
    }

    /// Returns the variant.
    pub fn variant(&self) -> Variant {
        self.0.variant()
    }

    /// Returns the text of the position: SPN or FEN.
    pub fn text(&self) -> String {
        for_any!(self, position => position.to_string())
    }

    /// Returns the hash key; see [`GameRecord::key`](super::GameRecord::key).
    pub fn key(&self) -> u64 {
        for_any!(self, position => position.key())
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> Color {
        for_any!(self, position => position.side_to_move())
    }

    /// Returns whether the position is in the middle of a turn, between its steps.
    pub fn is_in_mid_turn(&self) -> bool {
        for_any!(self, position => position.is_in_mid_turn())
    }

    /// Returns the outcome as far as the position determines it, that is, apart from repetition.
    pub fn outcome(&self) -> Option<Outcome> {
        for_any!(self, position => position.board_outcome())
    }

    /// Returns the reserves of White and Black, in games with reserves.
    pub fn reserves(&self) -> Option<[Reserve; 2]> {
        for_any!(self, position => position.reserves())
    }

    /// Returns the contents of the board.
    pub fn contents(&self) -> BoardContents {
        for_any!(self, position => position.contents())
    }

    /// Returns the number of legal turns.
    pub fn count_turns(&self) -> u64 {
        for_any!(self, position => position.count())
    }

    /// Calls `visit` with each legal turn. They are listed first: sixteen bytes each.
    pub fn for_each_turn(&self, mut visit: impl FnMut(LegalTurn)) {
        let visit: &mut dyn FnMut(LegalTurn) = &mut visit;
        for_any!(self, position => {
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            for turn in moves {
                visit(self.legal(turn.into()));
            }
        });
    }

    /// Returns the legal turn that a text denotes. `numbering` determines which squares bare
    /// numbers denote.
    ///
    /// # Errors
    /// Returns an error if the text can't be parsed, or if it matches no legal turn or more than
    /// one.
    pub fn read_turn(&self, text: &str, numbering: Numbering) -> Result<LegalTurn, TurnError> {
        for_any!(self, position => {
            let (turn, _) = position.read_turn(text, numbering)?;
            Ok(self.legal(turn.into()))
        })
    }

    /// Returns the legal steps: a quiet turn, a single jump, or stopping. In games without
    /// jumps, a step is a complete turn.
    pub fn steps(&self) -> Vec<StepDetails> {
        for_any!(self, position => position.legal_steps())
    }

    fn legal(&self, turn: AnyTurn) -> LegalTurn {
        LegalTurn::new(self.clone(), turn)
    }
}

impl LegalTurn {
    /// Returns the position in which the turn is legal.
    pub const fn position(&self) -> &GamePosition {
        &self.position
    }

    /// Returns the square that the man leaves and the square on which the turn ends. A chain may
    /// end where it started.
    pub const fn squares(&self) -> (Square, Square) {
        match self.turn {
            AnyTurn::Shatra(turn) => (turn.from(), turn.to()),
            AnyTurn::Board8(turn) => (turn.from(), turn.to()),
        }
    }

    /// Returns the text of the turn, as in UCI.
    pub fn text(&self) -> String {
        for_any!(self.position, position => {
            self.typed(position).map_or_else(String::new, |turn| position.turn_text(turn))
        })
    }

    /// Returns the notations, the path and the effects of the turn.
    pub fn details(&self) -> TurnDetails {
        for_any!(self.position, position => {
            let details = self.typed(position).and_then(|turn| position.turn_details(turn));
            details.unwrap_or_default()
        })
    }

    /// Returns the position after the turn.
    pub fn after(&self) -> GamePosition {
        for_any!(self.position, position => match self.typed(position) {
            Some(turn) => position.after(turn).untyped(),
            None => self.position.clone(),
        })
    }

    /// Returns the turn as a value of `P`, which is always the game of the position.
    fn typed<P: Playable>(&self, _: &P) -> Option<P::Move> {
        P::Move::try_from(self.turn).ok()
    }

    /// Creates a turn that is legal in a position.
    pub(super) fn new(position: GamePosition, turn: impl Into<AnyTurn>) -> Self {
        let turn = turn.into();
        Self { position, turn }
    }

    /// Returns the turn if `position` is the one in which it is legal.
    pub(super) fn in_position<P: Playable>(&self, position: &P) -> Option<P::Move> {
        let own = self.position.0.typed().downcast_ref::<P>()?;
        (own == position).then(|| self.typed(own)).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain with a choice, en passant, urgent men, a biy that may stop, and a chessboard.
    const POSITIONS: [(Variant, &str); 6] = [
        (Variant::Extended, START),
        (Variant::Extended, "9/1/K6/5s1/4S1R/7/7/k6/1/9 b - - 22 - 1"),
        (
            Variant::Extended,
            "1RS3!S2/1/K6/7/5S1/7/4s2/k6/1/9 w T - - - 1",
        ),
        (Variant::Kurin, "9/K/6Q/6s/7/6s/1ss4/k3s2/1/9 w - - - - 1"),
        (
            Variant::Original,
            "SSSSSSS2/1/SSSSSSS/SSSSSSS/2S1s1S/k2sp2/sssssK1/sssssss/1/1ssssssss w Tt 44 - - 6",
        ),
        (Variant::Shatar, START),
    ];

    #[test]
    fn a_turn_as_a_value_is_the_turn_as_text() {
        for (variant, text) in POSITIONS {
            let position = GamePosition::from_text(variant, text).unwrap();
            let record = position.record();
            let mut turns = Vec::new();
            position.for_each_turn(|turn| turns.push(turn));
            let mut details: Vec<_> = turns.iter().map(LegalTurn::details).collect();
            let mut expected = record.legal_turns(usize::MAX);
            details.sort_by(|a, b| a.text.cmp(&b.text));
            expected.sort_by(|a, b| a.text.cmp(&b.text));
            assert_eq!(details, expected, "{text}");
            assert_eq!(position.count_turns(), turns.len() as u64);
            for turn in turns {
                let mut played = record.clone();
                played.play(&turn.text(), Numbering::Official).unwrap();
                assert_eq!(turn.after().text(), played.position_text());
                assert_eq!(played.turn_at(0), Some(turn.clone()));
                let mut quickly = record.clone();
                assert!(quickly.play_legal(&turn));
                assert_eq!(quickly.turns(), played.turns());
                // The turn is no longer one of the current position.
                assert!(!quickly.play_legal(&turn));
                assert_eq!(quickly.turns().len(), 1);
            }
        }
    }

    #[test]
    fn a_step_says_what_it_captures_and_whether_the_turn_is_over() {
        for (variant, text) in POSITIONS {
            let position = GamePosition::from_text(variant, text).unwrap();
            for step in position.steps() {
                let mut turn = position.record().turn_in_steps();
                let is_over = turn.play(&step.ushi).unwrap() != crate::game::StepResult::Incomplete;
                assert_eq!(step.ends_turn, is_over, "{text}: {}", step.text);
                assert_eq!(
                    step.text.contains(':'),
                    variant.is_shatra() && step.capture.is_some()
                );
            }
            if let Some(turn) = position
                .record()
                .legal_turns(usize::MAX)
                .iter()
                .find(|turn| turn.captures.len() > 1)
            {
                let mut current = position.clone();
                let mut captures = Vec::new();
                for (index, ushi) in turn.steps.iter().enumerate() {
                    let step = current
                        .steps()
                        .into_iter()
                        .find(|step| step.ushi == *ushi)
                        .unwrap();
                    captures.extend(step.capture);
                    assert_eq!(step.ends_turn, index + 1 == turn.steps.len());
                    let mut in_steps = position.record().turn_in_steps();
                    for earlier in &turn.steps[..=index] {
                        in_steps.play(earlier).unwrap();
                    }
                    current = GamePosition::from_text(variant, &in_steps.position_text()).unwrap();
                }
                assert_eq!(captures, turn.captures);
            }
        }
    }
}
