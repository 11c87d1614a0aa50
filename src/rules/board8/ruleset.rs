//! The rule sets as values: those of Shatranj and Shatar and, because some hosts use them,
//! Fairy-Stockfish's for both games, each stated as its differences from the game's own.
//!
//! As in [`shatra`](crate::rules::shatra), a [`RuleSet`] makes a value a type parameter,
//! so conditions on the rules cost nothing at run time. protocol/SHATRANJ-SHATAR.md
//! describes the rules and their differences.

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
    /// other than the king, the game is drawn.
    Loses,
    /// The bared side loses at once. However, if the opponent has only one man other than
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

/// The rules of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The id of the rule set; a game's own is also a value of the option `UCI_Variant`.
    pub id: &'static str,
    /// The full name of the game.
    pub name: &'static str,
    /// The start position.
    pub start: &'static str,
    /// The letters of White's men, in the order of
    /// [`Kind::ALL`](super::Kind::ALL).
    pub letters: [char; 6],
    /// The names of the men, in the same order.
    pub man_names: [&'static str; 6],
    /// The movement of the bishop.
    pub bishop: BishopMovement,
    /// The movement of the queen.
    pub queen: QueenMovement,
    /// Whether each side must begin by pushing the pawn in front of its queen two squares.
    pub paired_start: bool,
    /// The result when a side is bared.
    pub baring: BaringRule,
    /// Whether the game is drawn when both sides are bared.
    pub bare_kings_draw: bool,
    /// The result of a mate.
    pub mate: MateRule,
    /// Whether a side that has no legal move and is not in check loses;
    /// otherwise the game is drawn.
    pub stalemate_loses: bool,
    /// The number of turns, counted for both sides together, without a capture or a pawn
    /// move after which the game is drawn.
    pub turn_limit: u16,
    /// Whether the turn limit takes precedence over a stalemate if the same turn causes
    /// both.
    pub turn_limit_before_stalemate: bool,
    /// Whether positions that differ in their series of checks are different positions
    /// for the threefold repetition.
    pub repetition_compares_series: bool,
}

impl Rules {
    /// Returns whether series of checks affect the result, and so are part of a position.
    #[inline]
    pub const fn has_series(&self) -> bool {
        match self.mate {
            MateRule::Wins => false,
            MateRule::WinsAfterShak | MateRule::WinsAfterShakNotByMori => true,
        }
    }
}

/// A rule set as a type parameter.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a rule set of the chessboard",
    note = "state its rules: implement `RuleSet` for `{Self}` in src/rules/board8/ruleset.rs"
)]
pub trait RuleSet: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The rules.
    const RULES: &'static Rules;
}

/// Shatranj, the chess of the Middle Ages.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Shatranj;

impl RuleSet for Shatranj {
    const RULES: &'static Rules = &Rules {
        id: "shatranj",
        name: "Shatranj",
        start: "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1",
        letters: ['P', 'N', 'B', 'R', 'Q', 'K'],
        man_names: ["piyadah", "asp", "pil", "rukh", "farzin", "shah"],
        bishop: BishopMovement::DiagonalLeap,
        queen: QueenMovement::DiagonalStep,
        paired_start: false,
        baring: BaringRule::Loses,
        bare_kings_draw: true,
        mate: MateRule::Wins,
        stalemate_loses: true,
        turn_limit: 140,
        turn_limit_before_stalemate: false,
        repetition_compares_series: false,
    };
}

/// Shatranj as Fairy-Stockfish plays it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FairyShatranj;

impl RuleSet for FairyShatranj {
    const RULES: &'static Rules = &Rules {
        id: "shatranj-fairy",
        name: "Shatranj by Fairy-Stockfish's rules",
        baring: BaringRule::LosesUnlessItBares,
        bare_kings_draw: false,
        turn_limit_before_stalemate: true,
        ..*Shatranj::RULES
    };
}

/// Shatar, the chess of the Mongols.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Shatar;

impl RuleSet for Shatar {
    const RULES: &'static Rules = &Rules {
        id: "shatar",
        name: "Shatar",
        start: "rnbjkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBJKBNR w - - 0 1",
        letters: ['P', 'N', 'B', 'R', 'J', 'K'],
        man_names: ["fu", "mori", "teme", "tereg", "bers", "noyon"],
        bishop: BishopMovement::DiagonalSlide,
        queen: QueenMovement::DiagonalStepOrOrthogonalSlide,
        paired_start: true,
        baring: BaringRule::Draws,
        bare_kings_draw: true,
        mate: MateRule::WinsAfterShak,
        stalemate_loses: false,
        turn_limit: 100,
        turn_limit_before_stalemate: false,
        repetition_compares_series: true,
    };
}

/// Shatar as Fairy-Stockfish plays it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FairyShatar;

impl RuleSet for FairyShatar {
    const RULES: &'static Rules = &Rules {
        id: "shatar-fairy",
        name: "Shatar by Fairy-Stockfish's rules",
        start: "rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 1",
        paired_start: false,
        mate: MateRule::WinsAfterShakNotByMori,
        turn_limit_before_stalemate: true,
        repetition_compares_series: false,
        ..*Shatar::RULES
    };
}
