//! Extensions: a position is searched deeper where its side has hardly any choice, and a turn
//! where it is far better than all others.

use super::Bound;
use super::game::SearchGame;
use super::parameters::{IIR_DEPTH, SINGULAR_DEPTH, SINGULAR_DOUBLE, SINGULAR_MARGIN};
use super::table::{TableEntry, score_from_tt};
use super::window::Window;
use super::worker::{STOPPED, SearchWorker};
use crate::base::Score;
use crate::base::score::is_decisive;
use crate::eval::Evaluator;

/// The number of plies by which the table's entry may be less deep than the node whose turn
/// it extends.
const SINGULAR_TT_MARGIN: i32 = 3;

/// A table's turn that may be far better than all others.
#[derive(Copy, Clone, Debug)]
pub struct SingularTurn {
    tag: u16,
    score: Score,
    depth: i32,
    ply: usize,
}

impl SingularTurn {
    /// Returns the turn of the table's entry, if its score is reliable enough.
    #[inline]
    pub fn new<G: SearchGame>(
        tt_entry: Option<TableEntry>,
        depth: i32,
        ply: usize,
    ) -> Option<Self> {
        let entry = tt_entry.filter(|entry| {
            depth >= SINGULAR_DEPTH.get::<G>()
                && entry.move_tag != 0
                && entry.bound != Bound::Upper
                && entry.depth >= depth - SINGULAR_TT_MARGIN
        })?;
        let score = score_from_tt(entry.score, ply);
        (!is_decisive(score)).then_some(Self {
            tag: entry.move_tag,
            score,
            depth,
            ply,
        })
    }
}

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Returns the number of plies by which the table's turn is extended: one if a shallow
    /// search finds that all others are worse by a margin (singular extension), two if they
    /// are much worse. If even the others exceed beta, returns the score of the node as the
    /// error, as several turns refute the opponent's (multi-cut).
    pub fn singular_extension<const PV: bool>(
        &mut self,
        position: &G,
        turn: SingularTurn,
        window: Window,
        cut_node: bool,
    ) -> Result<i32, Score> {
        let margin = SINGULAR_MARGIN.get::<G>() * turn.depth / 16;
        let bound = turn.score - margin;
        self.state.stack.at(turn.ply).excluded = Some(turn.tag);
        let depth = (turn.depth - 1) / 2;
        let others = Window::null(bound - 1);
        let score = self.negamax::<false>(position, others, depth, turn.ply, cut_node);
        self.state.stack.at(turn.ply).excluded = None;
        if self.stopped {
            return Err(STOPPED);
        }
        if score < bound {
            let is_double = !PV && score < bound - SINGULAR_DOUBLE.get::<G>();
            Ok(1 + i32::from(is_double))
        } else if !PV && bound >= window.beta && !is_decisive(bound) {
            Err(bound)
        } else {
            Ok(-i32::from(turn.score >= window.beta && !PV))
        }
    }

    /// Returns the change of a node's depth, in plies. A node is extended if its side is
    /// `compelled`: it has a single reply, or is in check without being forced. A node without
    /// a turn in the table is reduced (internal iterative reduction).
    pub fn depth_change(&mut self, ply: usize, depth: i32, compelled: bool, tt_tag: u16) -> i32 {
        let extensions = self.state.stack.at(ply).extensions;
        let extend = compelled && usize::from(extensions) < self.root_depth;
        self.state.stack.at(ply + 1).extensions = extensions.saturating_add(extend.into());
        if extend {
            1
        } else if tt_tag == 0 && depth >= IIR_DEPTH.get::<G>() && !self.mate_search {
            -1
        } else {
            0
        }
    }
}
