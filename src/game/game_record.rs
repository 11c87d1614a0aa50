//! The record of a game of any variant.
//!
//! Code that referees, stores or displays games handles turns as
//! texts and chooses the game at run time. This module connects that code to
//! [`Record`], which is compiled for each rule set.

use std::ops::ControlFlow;

use super::any_record::{AnyRecord, for_record};
use super::perft_divide::perft_divide;
use super::variant::for_game;
use super::{BoardContents, Playable, PlayedTurn, PositionError, Record, TurnDetails, Variant};
use crate::base::Color;
use crate::rules::shatra::Numbering;
use crate::rules::{Game, Outcome, TurnError};

/// The text that denotes the start position wherever a position text is read.
pub const START: &str = "startpos";

/// A game from its start to the current position.
#[derive(Clone, Debug)]
pub struct GameRecord {
    record: AnyRecord,
    turns: Vec<PlayedTurn>,
}

/// Dispatches from a [`GameRecord`] to code compiled for each game:
/// `for_position!(game, position => work)` evaluates `work` with `position` as the typed
/// current position.
macro_rules! for_position {
    ($game:expr, $position:ident => $work:expr) => {
        $crate::game::games!(($crate::game::match_record) { $game.any_record(), record => {
            let $position = record.position();
            $work
        } })
    };
}

pub(crate) use for_position;

impl GameRecord {
    /// Creates a game from the start position.
    pub fn new(variant: Variant) -> Self {
        for_game!(variant, P => Self::from_position(P::start()))
    }

    /// Creates a game from a position text: SPN or FEN, or [`START`].
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the variant.
    pub fn from_text(variant: Variant, text: &str) -> Result<Self, PositionError> {
        if text == START {
            return Ok(Self::new(variant));
        }
        Self::from_position_text(variant, text)
    }

    /// Creates a game from a position text: SPN or FEN, but not [`START`].
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the variant.
    pub fn from_position_text(variant: Variant, text: &str) -> Result<Self, PositionError> {
        for_game!(variant, P => Ok(Self::from_position(P::read(text)?)))
    }

    /// Creates a game from a position.
    fn from_position<P: Playable>(position: P) -> Self
    where
        AnyRecord: From<Record<P>>,
    {
        Self {
            record: Record::new(position).into(),
            turns: Vec::new(),
        }
    }

    /// Returns the game after its first `turns` turns, or the complete game
    /// if it has no more.
    #[must_use]
    pub fn up_to(&self, turns: usize) -> Self {
        Self {
            record: for_record!(&self.record, record => record.up_to(turns).into()),
            turns: self.turns.iter().take(turns).cloned().collect(),
        }
    }

    /// Returns a game that begins at the current position, without its history.
    #[must_use]
    pub fn without_history(&self) -> Self {
        for_record!(&self.record, record => Self::from_position(*record.position()))
    }

    /// Returns a game that begins at the current position with the other side
    /// to move.
    ///
    /// # Errors
    /// Returns an error if the result is not a position of the variant.
    pub fn with_opponent_to_move(&self) -> Result<Self, PositionError> {
        for_record!(&self.record, record => {
            Ok(Self::from_position(record.position().with_opponent_to_move()?))
        })
    }

    /// Returns the record for code that is compiled for each game.
    pub(crate) const fn any_record(&self) -> &AnyRecord {
        &self.record
    }

    /// Returns the current position as a value of its own type; `None` if `P`
    /// is the type of another game.
    pub fn position_as<P: Playable>(&self) -> Option<P> {
        self.record.downcast().map(|record| *record.position())
    }

    /// Returns the variant.
    pub const fn variant(&self) -> Variant {
        self.record.variant()
    }

    /// Returns the text of the position in which the game began.
    pub fn start_text(&self) -> String {
        for_record!(&self.record, record => record.start().to_string())
    }

    /// Returns whether the game began in the variant's start position.
    pub fn is_from_start(&self) -> bool {
        for_record!(&self.record, record => *record.start() == Playable::start())
    }

    /// Returns the side that had the first turn.
    pub fn first_to_move(&self) -> Color {
        for_record!(&self.record, record => record.start().side_to_move())
    }

    /// Returns the number of the first move.
    pub fn first_move_number(&self) -> u16 {
        for_record!(&self.record, record => record.start().move_number())
    }

    /// Returns the text of the current position.
    pub fn position_text(&self) -> String {
        for_record!(&self.record, record => record.position().to_string())
    }

    /// Returns the key of the current position; positions with the same key are
    /// repetitions of each other.
    pub fn key(&self) -> u64 {
        for_record!(&self.record, record => record.position().key())
    }

    /// Returns the key of the current position with the sides exchanged: the
    /// board turned around, and each man given to the other side.
    pub fn exchanged_key(&self) -> u64 {
        for_record!(&self.record, record => record.position().exchanged().key())
    }

    /// Returns the keys of all positions before the current one, oldest first.
    pub fn earlier_keys(&self) -> &[u64] {
        for_record!(&self.record, record => record.earlier_keys())
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> Color {
        for_record!(&self.record, record => record.position().side_to_move())
    }

    /// Returns the half-move clock: the number of turns since the last
    /// irreversible one.
    pub fn halfmoves(&self) -> u32 {
        for_record!(&self.record, record => record.position().halfmove_clock())
    }

    /// Returns the number of the current move.
    pub fn move_number(&self) -> u16 {
        for_record!(&self.record, record => record.position().move_number())
    }

    /// Returns the number of men on the board, not counting the kings.
    pub fn man_count(&self) -> i32 {
        for_record!(&self.record, record => record.position().man_count())
    }

    /// Returns whether the current position is in the middle of a turn, between
    /// its steps.
    pub fn is_in_mid_turn(&self) -> bool {
        for_record!(&self.record, record => record.position().is_in_mid_turn())
    }

    /// Returns the turns played.
    pub fn turns(&self) -> &[PlayedTurn] {
        &self.turns
    }

    /// Returns the outcome of the game, if it has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        for_record!(&self.record, record => record.outcome())
    }

    /// Returns the number of legal turns.
    pub fn count_turns(&self) -> u64 {
        for_record!(&self.record, record => record.position().count())
    }

    /// Returns the texts of legal turns, at most `limit` of them.
    pub fn legal_texts(&self, limit: usize) -> Vec<String> {
        for_record!(&self.record, record => record.position().turn_texts(limit))
    }

    /// Returns the turns that win by leaving the opponent nothing but the king;
    /// see [`Playable::baring_turns`].
    pub fn baring_turns(&self) -> Vec<String> {
        for_record!(&self.record, record => record.position().baring_turns())
    }

    /// Calls `visit` with each legal turn until `visit` returns `Break`. The
    /// turns are not stored, as there may be millions.
    pub fn for_each_turn(&self, mut visit: impl FnMut(TurnDetails) -> ControlFlow<()>) {
        let visit: &mut dyn FnMut(TurnDetails) -> ControlFlow<()> = &mut visit;
        for_record!(&self.record, record => {
            let position = record.position();
            Playable::for_each_path(position, |turn, written| {
                visit(position.turn_details(turn, written))
            });
        });
    }

    /// Calls `report` with the text of each legal turn and the number of leaves
    /// `depth - 1` turns after it, and returns the number of leaves `depth`
    /// turns away; `None` if `stop` returns `true` first. `stop` is called
    /// every few milliseconds.
    pub fn perft_divide(
        &self,
        depth: u32,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&str, u64),
    ) -> Option<u64> {
        for_record!(&self.record, record => perft_divide(record.position(), depth, stop, report))
    }

    /// Returns a text diagram of the board.
    pub fn diagram(&self) -> String {
        for_record!(&self.record, record => record.position().diagram().to_string())
    }

    /// Returns the contents of the board, for code that draws it.
    pub fn contents(&self) -> BoardContents {
        for_record!(&self.record, record => record.position().contents())
    }

    /// Returns the legal turn that a text denotes. `numbering` is the meaning
    /// of bare numbers.
    ///
    /// # Errors
    /// Returns an error if the text cannot be parsed, or matches no legal turn
    /// or several.
    pub fn read_turn(&self, text: &str, numbering: Numbering) -> Result<PlayedTurn, TurnError> {
        for_record!(&self.record, record => {
            record.position().read_turn(text, numbering).map(|(_, written)| written)
        })
    }

    /// Plays the legal turn that a text denotes. `numbering` is the meaning of
    /// bare numbers.
    ///
    /// # Errors
    /// Returns the errors of [`GameRecord::read_turn`]; the game is then
    /// unchanged.
    pub fn play(&mut self, text: &str, numbering: Numbering) -> Result<(), TurnError> {
        for_record!(&mut self.record, record => {
            let (turn, written) = record.position().read_turn(text, numbering)?;
            record.play(turn);
            self.turns.push(written);
        });
        Ok(())
    }

    /// Takes back the last turn. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        for_record!(&mut self.record, record => record.undo()) && self.turns.pop().is_some()
    }

    /// Returns the text of the step that `text` denotes, as USHI writes it, and
    /// a game that begins after it, possibly in the middle of the turn; see
    /// [`Playable::read_step`].
    pub(super) fn after_step(&self, text: &str) -> Result<(String, Self), TurnError> {
        for_record!(&self.record, record => {
            let (step, after) = record.position().read_step(text)?;
            Ok((step, Self::from_position(after)))
        })
    }

    /// Returns the text of the legal turn that consists of these steps.
    pub(super) fn turn_of_steps(&self, steps: &[String]) -> Option<String> {
        let mut turn = None;
        for_record!(&self.record, record => {
            Playable::for_each_path(record.position(), |_, written| {
                if written.steps == steps {
                    turn = Some(written.text);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
        });
        turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns Kurin's example of a chain (RULES.md section 12) before the chain.
    fn game_before_a_chain() -> GameRecord {
        let spn = "9/K/6R/5S1/1k1S3/7/7/4q2/1/9 w";
        let mut game = GameRecord::from_text(Variant::Kurin, spn).unwrap();
        game.play("d7-c8", Numbering::Official).unwrap();
        game
    }

    #[test]
    fn a_turn_is_written_in_three_ways() {
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
