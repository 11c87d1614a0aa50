//! The request for a search.

use super::repetition::{RepetitionDraw, drawing_keys};
use super::{Handicap, Limits};
use crate::base::Score;
use crate::base::score::{DRAW, for_white, loss_in, win_in};
use crate::base::zobrist::splitmix;
use crate::rules::{End, Game};
use crate::util::clock::Instant;

/// The salt of searches for a win in n: they neither prune nor reduce, so they must not
/// use the scores of other searches.
const MATE_SEARCH_SALT: u64 = 0x9E37_79B9_7F4A_7C15;
/// The salt of searches in which a draw is worth a centipawn to White.
const DRAW_SCORE_SALT: u64 = 0xBF58_476D_1CE4_E5B9;

/// The settings that apply to all searches of a host until it changes them.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchSettings {
    /// The number of lines to report, at most one per legal turn. 0 counts as 1.
    pub multipv: usize,
    /// How far below full strength to play; `None` for full strength.
    pub handicap: Option<Handicap>,
    /// The share of the time for which the workers sleep, so that other processes can
    /// use the processor, in percent; at most 90.
    pub idle: u8,
    /// How much worse than an even position a draw is for the side to move at the root, in
    /// centipawns; negative if a draw is better.
    pub contempt: Score,
    /// The occurrence of a position at which the game is drawn.
    pub repetition_draw: RepetitionDraw,
}

/// Returns the score of a game that has ended `ply` plies from the root, for the side to move
/// there. A side that has won without moving is scored as if it still had a move to make, so that
/// every win is an odd number of plies away from the winner.
#[inline]
pub(super) const fn end_score(end: End, ply: usize) -> Score {
    match end {
        End::Lost => loss_in(ply),
        End::Drawn => DRAW,
        End::Won => win_in(ply + 1),
    }
}

/// A request for a search: a position and how to search it.
#[derive(Clone, Debug)]
pub struct Request<G: Game> {
    /// The position to search.
    pub position: G,
    /// The keys of the earlier positions of the game, oldest first; `position` itself is
    /// not among them.
    pub earlier_keys: Vec<u64>,
    /// The limits of the search.
    pub limits: Limits,
    /// The only turns to consider; if all of these are illegal or banned, all turns are considered.
    pub root_turns: Vec<G::Move>,
    /// The turns not to consider.
    pub banned: Vec<G::Move>,
    /// The settings of the host.
    pub settings: SearchSettings,
    /// The time at which the host requested the search, and the engine's clock began to run.
    pub started: Instant,
}

impl<G: Game> Request<G> {
    /// Returns a request with default settings for a search that starts now, of a position
    /// without earlier ones.
    pub fn new(position: G, limits: Limits) -> Self {
        Self {
            position,
            earlier_keys: Vec::new(),
            limits,
            root_turns: Vec::new(),
            banned: Vec::new(),
            settings: SearchSettings::default(),
            started: Instant::now(),
        }
    }

    /// Returns whether the search may ask endgame tables.
    pub(super) const fn may_use_tables(&self) -> bool {
        self.limits.mate.is_none() && self.settings.handicap.is_none()
    }

    /// Returns the salt of the keys in the transposition table. Searches that would give
    /// a position different scores must have different salts.
    pub(super) fn table_salt(&self) -> u64 {
        // The pattern names every setting, so that adding one is a compile error until
        // this function decides whether it changes scores.
        let SearchSettings {
            multipv: _,
            handicap: _,
            idle: _,
            contempt,
            repetition_draw,
        } = self.settings;
        let repetitions = match repetition_draw {
            // These change with every turn; see `Request::shares_proofs`.
            RepetitionDraw::Second => 0,
            RepetitionDraw::Third => {
                let keys = drawing_keys(&self.earlier_keys, repetition_draw);
                keys.into_iter().fold(0, |salt, key| splitmix(salt ^ key))
            }
        };
        if self.limits.mate.is_some() {
            return repetitions ^ MATE_SEARCH_SALT;
        }
        // What a draw is worth to White, whichever side is to move.
        let draw_score = for_white(-contempt, self.position.side_to_move());
        repetitions ^ (draw_score as u64).wrapping_mul(DRAW_SCORE_SALT)
    }

    /// Returns whether the wins and losses that searches with the same salt have proved still count in
    /// this one. They do not where every position of the game draws when it occurs once more, because
    /// the loser may be able to return to one that has occurred since.
    pub(super) fn shares_proofs(&self) -> bool {
        self.settings.repetition_draw == RepetitionDraw::Third
    }
}
