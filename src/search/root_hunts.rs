//! Hunts at the root: those of the own side are looked for before each iteration, and those of the
//! opponent after a turn that is about to become the best. Workers share what they find, and all but
//! the main one also look at turns that are not the best.

use super::game::SearchGame;
use super::hunt::{HuntLine, find_hunt};
use super::worker::SearchWorker;
use crate::eval::Evaluator;
use crate::util::sync::lock;

/// How many nodes the hunts of one side may take.
struct Quota {
    /// The index of the side in [`SearchWorker::hunt_nodes`].
    side: usize,
    /// The number at the start of a search, if that is not too much for the time planned.
    free: u64,
    /// The share of a limit on nodes that is never exceeded, in eighths.
    of_limit: u64,
}

/// The hunts of the side to move at the root.
const OWN: Quota = Quota {
    side: 0,
    free: 16_000,
    of_limit: 5,
};
/// The hunts of the opponent.
const OPPONENT: Quota = Quota {
    side: 1,
    free: 1_000,
    of_limit: 1,
};

/// The first iteration before which hunts are looked for: even the shortest search has an answer by
/// then.
const MIN_DEPTH: usize = 2;
/// The number of nodes that hunts may take at the start of a search for each millisecond that is
/// planned for it.
const FREE_PER_MILLISECOND: u128 = 40;
/// The percentage of the nodes of a search that the hunts of each side may take, besides what is
/// free. The hunts of the opponent get it once for each line that the search reports.
const PERCENT: u64 = 8;
/// The greatest number of lines that are counted for this.
const MAX_LINES: u64 = 5;

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Does the hunts that come before an iteration: takes over those that other workers have
    /// found, and looks for one of the own side or, if this is not the main worker, for one of the
    /// opponent after a turn that is not the best.
    pub fn hunt_before_iteration(&mut self) {
        if !self.may_hunt() {
            return;
        }
        for line in lock(&self.job.hunts).iter() {
            self.state.note_hunt(line.clone());
        }
        let is_won = self.state.root.iter().any(|root| root.is_won_by_hunt());
        if self.index == 0 && !is_won {
            self.hunt_at_root();
        } else if let Some(root) = self.state.root.get(self.index)
            && root.hunt.is_none()
        {
            self.hunt_after(root.turn);
        }
        // The turn of a hunt comes first.
        let won = self
            .state
            .root
            .iter()
            .position(|root| root.is_won_by_hunt());
        if let Some(index) = won {
            self.state.root[..=index].rotate_right(1);
        }
    }

    /// Looks for a hunt of the side to move at the root.
    fn hunt_at_root(&mut self) {
        let request = self.job.request;
        let is_wanted = |line: &HuntLine<_>| {
            let mate = request.limits.mate.map(|moves| moves.max(1));
            mate.is_none_or(|moves| line.moves() <= moves)
        };
        let line = self.hunt(&OWN, &request.position, &request.earlier_keys);
        if let Some(line) = line.filter(is_wanted) {
            self.share_hunt(line);
        }
    }

    /// Looks for a hunt of the opponent after a turn at the root. Returns whether there is one.
    pub fn hunt_after(&mut self, turn: G::Move) -> bool {
        if self.mate_search || !self.may_hunt() {
            return false;
        }
        let request = self.job.request;
        let position = request.position.after(turn);
        if self.is_drawn_after(&position) {
            return false;
        }
        let mut earlier = request.earlier_keys.clone();
        earlier.push(request.position.key());
        let Some(line) = self.hunt(&OPPONENT, &position, &earlier) else {
            return false;
        };
        self.share_hunt(line.after(turn));
        true
    }

    /// Returns whether this search looks for hunts: a weakened one does not, nor one that saves its
    /// time because there is no choice.
    fn may_hunt(&self) -> bool {
        let has_choice = self.state.root.len() > 1 || !self.timer.has_clock();
        G::HAS_HUNTS
            && has_choice
            && self.root_depth >= MIN_DEPTH
            && self.job.request.settings.handicap.is_none()
    }

    fn hunt(&mut self, quota: &Quota, position: &G, earlier: &[u64]) -> Option<HuntLine<G::Move>> {
        let taken_before = self.hunt_nodes[quota.side];
        let left = self.hunt_nodes_allowed(quota).saturating_sub(taken_before);
        // The next turn that is to be verified needs some, too.
        let allowed = if quota.side == OPPONENT.side {
            left / 2
        } else {
            left
        };
        let mut taken = 0;
        let mut table = self.state.hunts.take()?;
        let line = find_hunt(&mut table, position, earlier, || {
            let goes_on = taken < allowed && self.count_node();
            taken += u64::from(goes_on);
            goes_on
        });
        self.state.hunts = Some(table);
        self.hunt_nodes[quota.side] += taken;
        line
    }

    /// Returns how many nodes the hunts of one side may have taken by now.
    fn hunt_nodes_allowed(&self, quota: &Quota) -> u64 {
        let planned = self.timer.planned();
        let by_time = planned.map_or(u128::MAX, |time| time.as_millis() * FREE_PER_MILLISECOND);
        let free = quota.free.min(u64::try_from(by_time).unwrap_or(u64::MAX));
        let lines = match quota.side == OPPONENT.side {
            true => MAX_LINES.min(self.job.reported_lines as u64),
            false => 1,
        };
        let growth = self.nodes() * PERCENT * lines / 100;
        let limit = self.job.request.limits.nodes.unwrap_or(u64::MAX);
        (free + growth).min(limit / 8 * quota.of_limit)
    }

    fn share_hunt(&mut self, line: HuntLine<G::Move>) {
        if self.job.counters.len() > 1 {
            lock(&self.job.hunts).push(line.clone());
        }
        self.state.note_hunt(line);
    }
}
