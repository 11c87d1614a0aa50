//! Extensions and their opposite: a position is searched deeper where its side has hardly any
//! choice, and less deep where the table knows no turn.

use super::game::SearchGame;
use super::node::Node;
use super::parameters::IIR_DEPTH;
use super::worker::SearchWorker;
use crate::eval::Evaluator;

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
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
