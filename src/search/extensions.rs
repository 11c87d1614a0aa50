//! Extensions and internal iterative reduction: a position is searched deeper if the side to move
//! has hardly any choice, and less deeply if the table has no turn for the position.

use super::game::SearchGame;
use super::node::Node;
use super::parameters::IIR_DEPTH;
use super::worker::SearchWorker;
use crate::eval::Evaluator;

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Returns the change of a node's depth, in plies, and records an extension in the stack. A
    /// node is extended if the side to move has a single turn, or is in check but has a choice. At
    /// most `root_depth` nodes of a line are extended. A deep node without a turn in the table is
    /// reduced, except in mate searches.
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
