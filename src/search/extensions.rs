//! Extensions: a position is searched deeper where its side has hardly any choice, and a turn
//! where it is far better than all others.

use super::Bound;
use super::game::SearchGame;
use super::node::Node;
use super::parameters::{IIR_DEPTH, SINGULAR_DEPTH, SINGULAR_DOUBLE, SINGULAR_MARGIN};
use super::table::score_from_tt;
use super::window::Window;
use super::worker::{STOPPED, SearchWorker};
use crate::base::Score;
use crate::base::score::is_decisive;
use crate::eval::Evaluator;

/// The number of plies by which the table's entry may be less deep than the node whose turn
/// it extends.
const SINGULAR_TT_MARGIN: i32 = 3;

/// Returns the table's score of a node, if it is reliable enough to compare all turns but the
/// table's with it.
#[inline]
fn singular_score<G: SearchGame>(node: &Node) -> Option<Score> {
    let entry = node.tt_entry.filter(|entry| {
        node.depth >= SINGULAR_DEPTH.get::<G>()
            && node.excluded.is_none()
            && node.turns > 1
            && entry.move_tag != 0
            && entry.bound != Bound::Upper
            && entry.depth >= node.depth - SINGULAR_TT_MARGIN
    })?;
    let score = score_from_tt(entry.score, node.ply);
    (!is_decisive(score)).then_some(score)
}

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Returns the number of plies by which the table's turn is extended: one if a shallow
    /// search finds that all others are worse by a margin (singular extension), two if they
    /// are much worse. If even the others exceed beta, returns the score of the node as the
    /// error, as several turns refute the opponent's (multi-cut).
    #[inline]
    pub fn singular_extension<const PV: bool>(
        &mut self,
        position: &G,
        node: &Node,
        window: Window,
    ) -> Result<i32, Score> {
        match singular_score::<G>(node) {
            Some(tt_score) if !self.mate_search && node.ply < 2 * self.root_depth => {
                self.compare_others::<PV>(position, node, tt_score, window)
            }
            _ => Ok(0),
        }
    }

    fn compare_others<const PV: bool>(
        &mut self,
        position: &G,
        node: &Node,
        tt_score: Score,
        window: Window,
    ) -> Result<i32, Score> {
        let bound = tt_score - SINGULAR_MARGIN.get::<G>() * node.depth / 16;
        self.state.stack.at(node.ply).excluded = Some(node.tt_tag());
        let depth = (node.depth - 1) / 2;
        let others = Window::null(bound - 1);
        let score = self.negamax::<false>(position, others, depth, node.ply, node.cut_node);
        self.state.stack.at(node.ply).excluded = None;
        if self.stopped {
            return Err(STOPPED);
        }
        if score < bound {
            let is_double = !PV && score < bound - SINGULAR_DOUBLE.get::<G>();
            Ok(1 + i32::from(is_double))
        } else if !PV && bound >= window.beta && !is_decisive(bound) {
            Err(bound)
        } else {
            Ok(-i32::from(tt_score >= window.beta && !PV))
        }
    }

    /// Returns the change of a node's depth, in plies. A node is extended if its side is
    /// compelled: it has a single reply, or is in check without being forced. A node without
    /// a turn in the table is reduced (internal iterative reduction).
    pub fn depth_change(&mut self, node: &Node) -> i32 {
        let (ply, compelled) = (node.ply, node.turns == 1 || node.in_check);
        let extensions = self.state.stack.at(ply).extensions;
        let extend = compelled && usize::from(extensions) < self.root_depth;
        self.state.stack.at(ply + 1).extensions = extensions.saturating_add(extend.into());
        if extend {
            1
        } else if node.tt_tag() == 0 && node.depth >= IIR_DEPTH.get::<G>() && !self.mate_search {
            -1
        } else {
            0
        }
    }
}
