//! The rule sets as compile-time facts: those of Shatranj and Shatar, and for both games
//! those of Fairy-Stockfish, which some hosts use.
//!
//! The compiler resolves each condition on a fact of `R` in
//! [`Position<R>`](super::Position), so facts cost nothing at run time.
//! protocol/SHATRANJ-SHATAR.md describes the rules and their differences.

use std::fmt::Debug;
use std::hash::Hash;

/// The movement of the bishop.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BishopMovement {
    /// Exactly two squares diagonally; a man on the square between does not block it.
    DiagonalLeap,
    /// Any distance diagonally, up to the first man.
    DiagonalSlide,
}

/// The movement of the queen, which is also the man that pawns are promoted to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum QueenMovement {
    /// One square diagonally.
    DiagonalStep,
    /// One square diagonally, or any distance along a file or rank, up to the first man.
    DiagonalStepOrOrthogonalSlide,
}

/// The result when a side is bared, that is, has lost all men except its king.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BaringRule {
    /// The bared side loses at once. However, if it can capture the opponent's last man
    /// besides the king, the game is drawn.
    Loses,
    /// The bared side loses at once. However, if the opponent has only one man left besides
    /// its king, the bared side may make a move, and loses only if it does not capture that
    /// man.
    LosesUnlessItBares,
    /// The game is drawn.
    Draws,
}

/// The result of a mate.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum MateRule {
    /// The mating side wins.
    Wins,
    /// The mating side wins if its series of checks has included a shak and the last move
    /// was not made by a mori; otherwise the game is drawn. See
    /// [`CheckSeries`](super::CheckSeries).
    WinsAfterShak,
    /// The mating side loses if only a mori gives check. Otherwise it wins if its series of
    /// checks has included a shak; if not, the game is drawn.
    WinsAfterShakNotByMori,
}

/// The rules of a game as compile-time facts.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a rule set of the chessboard",
    note = "state its facts: implement `Rules` for `{Self}` in src/rules/board8/ruleset.rs"
)]
pub trait Rules: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The id of the game, also a value of the option `UCI_Variant`.
    const ID: &'static str;
    /// The full name of the game.
    const NAME: &'static str;
    /// The start position.
    const START: &'static str;
    /// The letters of White's men, in the order of
    /// [`Kind::ALL`](super::Kind::ALL).
    const LETTERS: [char; 6];
    /// The names of the men, in the same order.
    const MAN_NAMES: [&'static str; 6];
    /// The movement of the bishop.
    const BISHOP: BishopMovement;
    /// The movement of the queen.
    const QUEEN: QueenMovement;
    /// Whether each side must begin by pushing the pawn in front of its queen two squares.
    const PAIRED_START: bool;
    /// The result when a side is bared.
    const BARING: BaringRule;
    /// Whether the game is drawn when both sides are bared.
    const BARE_KINGS_DRAW: bool;
    /// The result of a mate.
    const MATE: MateRule;
    /// Whether a side that has no legal move and is not in check loses;
    /// otherwise the game is drawn.
    const STALEMATE_LOSES: bool;
    /// The number of turns, counted for both sides together, without a capture or a pawn
    /// move after which the game is drawn.
    const TURN_LIMIT: u16;
    /// Whether the turn limit takes precedence over a stalemate if the last of these turns
    /// causes both.
    const TURN_LIMIT_BEFORE_STALEMATE: bool;
    /// Whether positions that differ in their series of checks are different positions
    /// for the threefold repetition.
    const REPETITION_COMPARES_SERIES: bool;

    /// Whether series of checks affect the result, and so are part of a position.
    const HAS_SERIES: bool = match Self::MATE {
        MateRule::Wins => false,
        MateRule::WinsAfterShak | MateRule::WinsAfterShakNotByMori => true,
    };
}

/// Shatranj, the chess of the Middle Ages.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Shatranj;

/// Shatranj as Fairy-Stockfish plays it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FairyShatranj;

/// Shatar, the chess of the Mongols.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Shatar;

/// Shatar as Fairy-Stockfish plays it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FairyShatar;

impl Rules for Shatranj {
    const ID: &'static str = "shatranj";
    const NAME: &'static str = "Shatranj";
    const START: &'static str = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1";
    const LETTERS: [char; 6] = ['P', 'N', 'B', 'R', 'Q', 'K'];
    const MAN_NAMES: [&'static str; 6] = ["piyadah", "asp", "pil", "rukh", "farzin", "shah"];
    const BISHOP: BishopMovement = BishopMovement::DiagonalLeap;
    const QUEEN: QueenMovement = QueenMovement::DiagonalStep;
    const PAIRED_START: bool = false;
    const BARING: BaringRule = BaringRule::Loses;
    const BARE_KINGS_DRAW: bool = true;
    const MATE: MateRule = MateRule::Wins;
    const STALEMATE_LOSES: bool = true;
    const TURN_LIMIT: u16 = 140;
    const TURN_LIMIT_BEFORE_STALEMATE: bool = false;
    const REPETITION_COMPARES_SERIES: bool = false;
}

impl Rules for FairyShatranj {
    const ID: &'static str = "shatranj-fairy";
    const NAME: &'static str = "Shatranj by Fairy-Stockfish's rules";
    const START: &'static str = Shatranj::START;
    const LETTERS: [char; 6] = Shatranj::LETTERS;
    const MAN_NAMES: [&'static str; 6] = Shatranj::MAN_NAMES;
    const BISHOP: BishopMovement = Shatranj::BISHOP;
    const QUEEN: QueenMovement = Shatranj::QUEEN;
    const PAIRED_START: bool = Shatranj::PAIRED_START;
    const BARING: BaringRule = BaringRule::LosesUnlessItBares;
    const BARE_KINGS_DRAW: bool = false;
    const MATE: MateRule = Shatranj::MATE;
    const STALEMATE_LOSES: bool = Shatranj::STALEMATE_LOSES;
    const TURN_LIMIT: u16 = Shatranj::TURN_LIMIT;
    const TURN_LIMIT_BEFORE_STALEMATE: bool = true;
    const REPETITION_COMPARES_SERIES: bool = Shatranj::REPETITION_COMPARES_SERIES;
}

impl Rules for Shatar {
    const ID: &'static str = "shatar";
    const NAME: &'static str = "Shatar";
    const START: &'static str = "rnbjkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBJKBNR w - - 0 1";
    const LETTERS: [char; 6] = ['P', 'N', 'B', 'R', 'J', 'K'];
    const MAN_NAMES: [&'static str; 6] = ["fu", "mori", "teme", "tereg", "bers", "noyon"];
    const BISHOP: BishopMovement = BishopMovement::DiagonalSlide;
    const QUEEN: QueenMovement = QueenMovement::DiagonalStepOrOrthogonalSlide;
    const PAIRED_START: bool = true;
    const BARING: BaringRule = BaringRule::Draws;
    const BARE_KINGS_DRAW: bool = true;
    const MATE: MateRule = MateRule::WinsAfterShak;
    const STALEMATE_LOSES: bool = false;
    const TURN_LIMIT: u16 = 100;
    const TURN_LIMIT_BEFORE_STALEMATE: bool = false;
    const REPETITION_COMPARES_SERIES: bool = true;
}

impl Rules for FairyShatar {
    const ID: &'static str = "shatar-fairy";
    const NAME: &'static str = "Shatar by Fairy-Stockfish's rules";
    const START: &'static str = "rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 1";
    const LETTERS: [char; 6] = Shatar::LETTERS;
    const MAN_NAMES: [&'static str; 6] = Shatar::MAN_NAMES;
    const BISHOP: BishopMovement = Shatar::BISHOP;
    const QUEEN: QueenMovement = Shatar::QUEEN;
    const PAIRED_START: bool = false;
    const BARING: BaringRule = Shatar::BARING;
    const BARE_KINGS_DRAW: bool = Shatar::BARE_KINGS_DRAW;
    const MATE: MateRule = MateRule::WinsAfterShakNotByMori;
    const STALEMATE_LOSES: bool = Shatar::STALEMATE_LOSES;
    const TURN_LIMIT: u16 = Shatar::TURN_LIMIT;
    const TURN_LIMIT_BEFORE_STALEMATE: bool = true;
    const REPETITION_COMPARES_SERIES: bool = false;
}
