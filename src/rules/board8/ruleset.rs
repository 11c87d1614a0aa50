//! The two games and, for hosts that go by those, Fairy-Stockfish's rules of
//! them, as lists of compile-time facts.
//!
//! [`Position<R>`](super::Position) folds each `if R::FACT` away.
//! protocol/SHATRANJ-SHATAR.md tells the rules, and where they differ.

use std::fmt::Debug;
use std::hash::Hash;

/// What a side that is bared of all men but its king comes to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Baring {
    /// It loses at once, unless it can take the last man that the other side
    /// has: then the game is drawn.
    Loses,
    /// The same, but a last man that can be taken must be.
    LosesUnlessItBares,
    /// The game is drawn.
    Draws,
}

/// What a mate is worth.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mate {
    /// The game.
    Wins,
    /// The game, if the series of checks that led to it had a shak in it and no
    /// mori made the last move; otherwise a draw.
    WinsAfterShak,
    /// The same, but a mori that mates by itself loses.
    WinsAfterShakNotByMori,
}

/// The facts of a game.
pub trait Rules: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The id, also a value of the option `UCI_Variant`.
    const ID: &'static str;
    /// What people call the game.
    const NAME: &'static str;
    /// The start position.
    const START: &'static str;
    /// Letters of the men, as White has them, in the order of
    /// [`Kind::ALL`](super::Kind::ALL).
    const LETTERS: [char; 6];
    /// What people call the men, in the same order.
    const MAN_NAMES: [&'static str; 6];
    /// The bishop slides; otherwise it leaps two squares diagonally.
    const BISHOP_SLIDES: bool;
    /// The queen slides like a rook, besides her step.
    const QUEEN_SLIDES: bool;
    /// In the start position each side must push its queen's pawn two squares.
    const PAIRED_START: bool;
    /// What baring comes to.
    const BARING: Baring;
    /// Two bare kings end the game in a draw.
    const BARE_KINGS_DRAW: bool;
    /// What a mate is worth.
    const MATE: Mate;
    /// A side without a legal move that is not in check loses; otherwise the
    /// game is drawn.
    const STALEMATE_LOSES: bool;
    /// After so many turns without a pawn's move or a capture the game is drawn.
    const PATIENCE: u16;
    /// Even if the last of them stalemates.
    const PATIENCE_BEFORE_STALEMATE: bool;

    /// Series of checks count, so they are part of a position.
    const SERIES: bool = !matches!(Self::MATE, Mate::Wins);
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
    const BISHOP_SLIDES: bool = false;
    const QUEEN_SLIDES: bool = false;
    const PAIRED_START: bool = false;
    const BARING: Baring = Baring::Loses;
    const BARE_KINGS_DRAW: bool = true;
    const MATE: Mate = Mate::Wins;
    const STALEMATE_LOSES: bool = true;
    const PATIENCE: u16 = 140;
    const PATIENCE_BEFORE_STALEMATE: bool = false;
}

impl Rules for FairyShatranj {
    const ID: &'static str = "shatranj-fairy";
    const NAME: &'static str = "Shatranj by Fairy-Stockfish's rules";
    const START: &'static str = Shatranj::START;
    const LETTERS: [char; 6] = Shatranj::LETTERS;
    const MAN_NAMES: [&'static str; 6] = Shatranj::MAN_NAMES;
    const BISHOP_SLIDES: bool = Shatranj::BISHOP_SLIDES;
    const QUEEN_SLIDES: bool = Shatranj::QUEEN_SLIDES;
    const PAIRED_START: bool = Shatranj::PAIRED_START;
    const BARING: Baring = Baring::LosesUnlessItBares;
    const BARE_KINGS_DRAW: bool = false;
    const MATE: Mate = Shatranj::MATE;
    const STALEMATE_LOSES: bool = Shatranj::STALEMATE_LOSES;
    const PATIENCE: u16 = Shatranj::PATIENCE;
    const PATIENCE_BEFORE_STALEMATE: bool = true;
}

impl Rules for Shatar {
    const ID: &'static str = "shatar";
    const NAME: &'static str = "Shatar";
    const START: &'static str = "rnbjkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBJKBNR w - - 0 1";
    const LETTERS: [char; 6] = ['P', 'N', 'B', 'R', 'J', 'K'];
    const MAN_NAMES: [&'static str; 6] = ["fu", "mori", "teme", "tereg", "bers", "noyon"];
    const BISHOP_SLIDES: bool = true;
    const QUEEN_SLIDES: bool = true;
    const PAIRED_START: bool = true;
    const BARING: Baring = Baring::Draws;
    const BARE_KINGS_DRAW: bool = true;
    const MATE: Mate = Mate::WinsAfterShak;
    const STALEMATE_LOSES: bool = false;
    const PATIENCE: u16 = 100;
    const PATIENCE_BEFORE_STALEMATE: bool = false;
}

impl Rules for FairyShatar {
    const ID: &'static str = "shatar-fairy";
    const NAME: &'static str = "Shatar by Fairy-Stockfish's rules";
    const START: &'static str = "rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 1";
    const LETTERS: [char; 6] = Shatar::LETTERS;
    const MAN_NAMES: [&'static str; 6] = Shatar::MAN_NAMES;
    const BISHOP_SLIDES: bool = Shatar::BISHOP_SLIDES;
    const QUEEN_SLIDES: bool = Shatar::QUEEN_SLIDES;
    const PAIRED_START: bool = false;
    const BARING: Baring = Shatar::BARING;
    const BARE_KINGS_DRAW: bool = Shatar::BARE_KINGS_DRAW;
    const MATE: Mate = Mate::WinsAfterShakNotByMori;
    const STALEMATE_LOSES: bool = Shatar::STALEMATE_LOSES;
    const PATIENCE: u16 = Shatar::PATIENCE;
    const PATIENCE_BEFORE_STALEMATE: bool = true;
}
