//! The record of a game of any variant, with its turns as text.
//!
//! Code that referees, stores or displays games handles turns as text and chooses the
//! variant at run time. This module connects such code to [`Record`], which is compiled
//! for each rule set.

use std::ops::ControlFlow;

use super::any_position::{Untyped, for_any};
use super::any_record::{AnyRecord, for_record};
use super::variant::for_variant;
use super::{
    BoardContents, GamePosition, LegalTurn, Playable, PositionError, Record, Reserve, START,
    TurnDetails, Variant,
};
use crate::base::Color;
use crate::rules::perft::perft_until;
use crate::rules::shatra::Numbering;
use crate::rules::{Game, Outcome, TurnError};

/// A game from its start to the current position.
#[derive(Clone, Debug)]
pub struct GameRecord {
    record: AnyRecord,
    turns: Vec<TurnDetails>,
}

/// Dispatches from a [`GameRecord`] to code compiled for each game:
/// `for_position!(game, position => body)` evaluates `body` with `position` as the typed
/// current position.
macro_rules! for_position {
    ($game:expr, $position:ident => $body:expr) => {
        $crate::game::variants!(($crate::game::match_record) { $game.any_record(), record => {
            let $position = record.position();
            $body
        } })
    };
}

#[cfg(feature = "search")]
pub(crate) use for_position;

impl GameRecord {
    /// Creates a game that begins in the start position.
    pub fn new(variant: Variant) -> Self {
        for_variant!(variant, P => Self::from_position(P::start()))
    }

    /// Creates a game that begins in the position that a text describes: SPN, FEN or
    /// [`START`].
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the variant.
    pub fn from_text(variant: Variant, text: &str) -> Result<Self, PositionError> {
        if text == START {
            return Ok(Self::new(variant));
        }
        Self::from_position_text(variant, text)
    }

    /// Creates a game that begins in the position that a text describes: SPN or FEN, but not
    /// [`START`].
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the variant.
    pub fn from_position_text(variant: Variant, text: &str) -> Result<Self, PositionError> {
        for_variant!(variant, P => Ok(Self::from_position(P::read(text)?)))
    }

    /// Creates a game that begins in a position.
    pub(super) fn from_position<P: Playable>(position: P) -> Self
    where
        AnyRecord: From<Record<P>>,
    {
        Self {
            record: Record::new(position).into(),
            turns: Vec::new(),
        }
    }

    /// Returns the game up to and including its first `turns` turns, or the whole game
    /// if it has fewer.
    #[must_use]
    pub fn up_to(&self, turns: usize) -> Self {
        let mut first = self.clone();
        first.truncate(turns);
        first
    }

    /// Returns a game that begins in the current position, without the turns before it.
    #[must_use]
    pub fn without_history(&self) -> Self {
        for_position!(self, position => Self::from_position(*position))
    }

    /// Returns a game that begins in the current position, but with the opponent to
    /// move.
    ///
    /// # Errors
    /// Returns an error if the result is not a position of the variant.
    pub fn with_opponent_to_move(&self) -> Result<Self, PositionError> {
        for_position!(self, position => {
            Ok(Self::from_position(position.with_opponent_to_move()?))
        })
    }

    /// Returns the record, for code that is compiled for each game.
    pub(crate) const fn any_record(&self) -> &AnyRecord {
        &self.record
    }

    /// Returns the current position as a value of its type, or `None` if `P` is the type
    /// of a different game.
    pub fn position_as<P: Playable>(&self) -> Option<P> {
        self.record.downcast().map(|record| *record.position())
    }

    /// Returns the current position as a value, which stays as it is when the game goes on.
    pub fn position(&self) -> GamePosition {
        for_position!(self, position => position.untyped())
    }

    /// Returns the variant.
    pub const fn variant(&self) -> Variant {
        self.record.variant()
    }

    /// Returns the text (SPN or FEN) of the position in which the game began.
    pub fn start_text(&self) -> String {
        for_record!(&self.record, record => record.start().to_string())
    }

    /// Returns whether the game began in the variant's start position.
    pub fn is_from_start(&self) -> bool {
        for_record!(&self.record, record => *record.start() == Playable::start())
    }

    /// Returns the number of the move to which the turn after the first `ply` turns belongs,
    /// and the side that makes this turn. A move is a turn of White and one of Black.
    pub fn move_at(&self, ply: usize) -> (u32, Color) {
        let (first_number, first_side) = for_record!(&self.record, record => {
            let start = record.start();
            (start.move_number(), start.side_to_move())
        });
        let half_moves = first_side.index() + ply;
        let moves = u32::try_from(half_moves / 2).unwrap_or(u32::MAX);
        let number = u32::from(first_number).saturating_add(moves);
        (number, Color::ALL[half_moves % 2])
    }

    /// Returns the text (SPN or FEN) of the current position.
    pub fn position_text(&self) -> String {
        for_position!(self, position => position.to_string())
    }

    /// Returns the hash key of the current position. Positions with the same key count
    /// as repetitions.
    pub fn key(&self) -> u64 {
        for_position!(self, position => position.key())
    }

    /// Returns the hash key of the current position with the sides exchanged: the board
    /// is turned around, and each man is given to the other side.
    pub fn exchanged_key(&self) -> u64 {
        for_position!(self, position => position.exchanged().key())
    }

    /// Returns the smallest of the hash keys of the current position, its mirror image, and both
    /// with the sides exchanged. Positions that are alike in this way have the same.
    pub fn symmetric_key(&self) -> u64 {
        for_position!(self, position => {
            let exchanged = position.exchanged();
            let keys = [position.key(), exchanged.key()];
            let mirrored = [position.mirrored().key(), exchanged.mirrored().key()];
            keys.into_iter().chain(mirrored).fold(u64::MAX, u64::min)
        })
    }

    /// Returns the hash keys of all positions before the current one, oldest first.
    pub fn earlier_keys(&self) -> &[u64] {
        for_record!(&self.record, record => record.earlier_keys())
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> Color {
        for_position!(self, position => position.side_to_move())
    }

    /// Returns the half-move clock: the number of turns since the last
    /// irreversible one.
    pub fn halfmove_clock(&self) -> u32 {
        for_position!(self, position => position.halfmove_clock())
    }

    /// Returns the number of the current move.
    pub fn move_number(&self) -> u16 {
        for_position!(self, position => position.move_number())
    }

    /// Returns the number of men on the board, not counting the kings.
    pub fn man_count(&self) -> i32 {
        for_position!(self, position => position.man_count())
    }

    /// Returns whether the current position is in the middle of a turn, between
    /// its steps.
    pub fn is_in_mid_turn(&self) -> bool {
        for_position!(self, position => position.is_in_mid_turn())
    }

    /// Returns the turns played from the start position of the game.
    pub fn turns(&self) -> &[TurnDetails] {
        &self.turns
    }

    /// Returns the turn after the first `ply` turns, with the position in which it was played;
    /// `None` if the game has no such turn.
    pub fn turn_at(&self, ply: usize) -> Option<LegalTurn> {
        for_record!(&self.record, record => {
            let (position, turn) = record.turn_at(ply)?;
            Some(LegalTurn::new(position.untyped(), turn))
        })
    }

    /// Returns the outcome of the game, if it has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        for_record!(&self.record, record => record.outcome())
    }

    /// Returns the reserves of White and Black, in games with reserves.
    pub fn reserves(&self) -> Option<[Reserve; 2]> {
        for_position!(self, position => position.reserves())
    }

    /// Returns the number of legal turns.
    pub fn count_turns(&self) -> u64 {
        for_position!(self, position => position.count())
    }

    /// Returns the texts of at most `limit` legal turns.
    pub fn legal_texts(&self, limit: usize) -> Vec<String> {
        let turns = self.legal_turns(limit).into_iter();
        turns.map(|turn| turn.text).collect()
    }

    /// Returns at most `limit` legal turns, with the squares that they visit and capture.
    pub fn legal_turns(&self, limit: usize) -> Vec<TurnDetails> {
        let mut turns = Vec::new();
        self.for_each_turn(|turn| {
            if turns.len() == limit {
                return ControlFlow::Break(());
            }
            turns.push(turn);
            ControlFlow::Continue(())
        });
        turns
    }

    /// Calls `visit` with each legal turn until `visit` returns `Break`. The turns are
    /// not stored because there may be millions.
    pub fn for_each_turn(&self, mut visit: impl FnMut(TurnDetails) -> ControlFlow<()>) {
        let visit: &mut dyn FnMut(TurnDetails) -> ControlFlow<()> = &mut visit;
        for_position!(self, position => {
            Playable::for_each_path(position, |_, details| visit(details));
        });
    }

    /// Calls `report` with the text of each legal turn and the number of leaves after
    /// it, which are `depth` turns away from this position. Returns the total number of
    /// leaves, or `None` if `stop` returns `true` first. `stop` is called every few
    /// milliseconds. With a depth of 0, the total is 1 and nothing is reported.
    pub fn perft_divide(
        &self,
        depth: u32,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&str, u64),
    ) -> Option<u64> {
        for_position!(self, position => perft_divide(position, depth, stop, report))
    }

    /// Returns a text diagram of the board.
    pub fn diagram(&self) -> String {
        for_position!(self, position => position.diagram())
    }

    /// Returns the contents of the board, for code that draws the board.
    pub fn contents(&self) -> BoardContents {
        for_position!(self, position => position.contents())
    }

    /// Returns the legal turn that a text denotes. `numbering` determines which squares
    /// bare numbers denote.
    ///
    /// # Errors
    /// Returns an error if the text can't be parsed, or if it matches no legal turn or
    /// more than one.
    pub fn read_turn(&self, text: &str, numbering: Numbering) -> Result<TurnDetails, TurnError> {
        for_position!(self, position => {
            position.read_turn(text, numbering).map(|(_, details)| details)
        })
    }

    /// Plays the legal turn that a text denotes. `numbering` determines which squares
    /// bare numbers denote.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`GameRecord::read_turn`]. The game is then
    /// unchanged.
    pub fn play(&mut self, text: &str, numbering: Numbering) -> Result<(), TurnError> {
        for_record!(&mut self.record, record => {
            let (turn, details) = record.position().read_turn(text, numbering)?;
            record.play(turn);
            self.turns.push(details);
        });
        Ok(())
    }

    /// Plays a turn that was found to be legal. Returns `false`, and leaves the game unchanged, if
    /// that was in another position than the current one.
    pub fn play_legal(&mut self, turn: &LegalTurn) -> bool {
        for_record!(&mut self.record, record => {
            let Some(typed) = turn.in_position(record.position()) else {
                return false;
            };
            record.play(typed);
        });
        self.turns.push(turn.details());
        true
    }

    /// Takes back the last turn. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(turns) = self.turns.len().checked_sub(1) else {
            return false;
        };
        self.truncate(turns);
        true
    }

    /// Takes back all but the first `turns` turns.
    pub fn truncate(&mut self, turns: usize) {
        for_record!(&mut self.record, record => record.truncate(turns));
        self.turns.truncate(turns);
    }

    /// Returns the USHI notation of the step that `text` denotes, and a game that begins
    /// in the position after the step, which may be in the middle of the turn; see
    /// [`Playable::read_step`].
    pub(super) fn after_step(&self, text: &str) -> Result<(String, Self), TurnError> {
        for_position!(self, position => {
            let (step, after) = position.read_step(text)?;
            Ok((step, Self::from_position(after)))
        })
    }

    /// Returns the text of the legal turn that consists of these steps, if there is one.
    pub(super) fn turn_of_steps(&self, steps: &[String]) -> Option<String> {
        let mut turn = None;
        for_position!(self, position => {
            Playable::for_each_path(position, |_, details| {
                if details.steps == steps {
                    turn = Some(details.text);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
        });
        turn
    }
}

impl GamePosition {
    /// Returns a game that begins in this position.
    pub fn record(&self) -> GameRecord {
        for_any!(self, position => GameRecord::from_position(*position))
    }
}

/// Does what [`GameRecord::perft_divide`] does, for a position of known type.
fn perft_divide<P: Playable>(
    position: &P,
    depth: u32,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&str, u64),
) -> Option<u64> {
    let Some(depth_below) = depth.checked_sub(1) else {
        return Some(1);
    };
    let mut turns = Vec::new();
    position.for_each_path(|turn, details| {
        turns.push((turn, details.text));
        if stop() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let mut total = 0;
    for (turn, text) in turns {
        let leaves = perft_until(&position.after(turn), depth_below, &stop)?;
        if stop() {
            return None;
        }
        report(&text, leaves);
        total += leaves;
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the game of Kurin's example of a chain (RULES.md section 12), before the chain.
    fn game_before_a_chain() -> GameRecord {
        let spn = "9/K/6R/5S1/1k1S3/7/7/4q2/1/9 w";
        let mut game = GameRecord::from_text(Variant::Kurin, spn).unwrap();
        game.play("d7-c8", Numbering::Official).unwrap();
        game
    }

    #[test]
    fn a_turn_has_three_notations() {
        let mut game = game_before_a_chain();
        game.play("c10:a6", Numbering::Official).unwrap();
        let [quiet, chain] = game.turns() else {
            panic!("two turns were played");
        };
        assert_eq!((quiet.steps.len(), quiet.file_tokens.len()), (1, 1));
        assert_eq!(chain.text, "c10:c6:a6");
        assert_eq!(chain.steps, ["50:22", "22:24"]);
        assert_eq!(chain.file_tokens, ["13:41", ":39"]);
    }

    #[test]
    fn undo_restores_the_game() {
        let mut game = GameRecord::new(Variant::Original);
        let before = game.position_text();
        game.play("d6-d7", Numbering::Official).unwrap();
        assert_ne!(game.position_text(), before);
        assert!(game.undo());
        assert_eq!((game.position_text(), game.turns().len()), (before, 0));
        assert!(!game.undo());
    }

    #[test]
    fn the_start_of_a_game_is_the_game_as_it_was() {
        let mut game = GameRecord::new(Variant::Original);
        game.play("d6-d7", Numbering::Official).unwrap();
        let first = game.clone();
        game.play("d9-d8", Numbering::Official).unwrap();
        for (turns, expected) in [(2, &game), (9, &game), (1, &first)] {
            let start = game.up_to(turns);
            assert_eq!(start.position_text(), expected.position_text());
            assert_eq!(start.earlier_keys(), expected.earlier_keys());
            assert_eq!(start.turns(), expected.turns());
            assert!(start.is_from_start());
        }
    }

    #[test]
    fn a_position_is_available_only_as_its_own_type() {
        use crate::rules::{board8, shatra};
        let game = game_before_a_chain();
        let position = game.position_as::<shatra::Position<shatra::Kurin>>();
        let text = position.map(|position| position.to_string());
        assert_eq!(text, Some(game.position_text()));
        assert_eq!(
            game.position_as::<shatra::Position<shatra::Original>>(),
            None
        );
        assert_eq!(game.position_as::<board8::Position<board8::Shatar>>(), None);
    }

    #[test]
    fn startpos_is_not_a_position_text() {
        for variant in Variant::ALL {
            assert!(GameRecord::from_text(variant, START).is_ok());
            assert!(GameRecord::from_position_text(variant, START).is_err());
            assert_eq!(GameRecord::new(variant).variant(), variant);
        }
    }
}
