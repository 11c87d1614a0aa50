//! The search of a hunt: depth-first proof-number search (df-pn; Nagai 2002).
//!
//! Each position has a proof number and a disproof number, estimates of how much is left to show
//! that the hunter wins, or that the hunt fails. The search always goes where the least is left. An
//! offer begins with the number of replies to it as its proof number, so that offers with one reply
//! come first.

use super::table::{HuntEntry, HuntTable, INFINITE, Numbers};
use crate::rules::MoveList;
use crate::search::game::{Compulsion, SearchGame, may_be_truncated};

/// The maximum length of a chain, in plies.
const MAX_PLIES: usize = 40;
/// Distinguishes the keys of positions in which the hunted side is to move.
const HUNTED_SALT: u64 = 0x6A09_E667_F3BC_C908;

/// A position of a hunt, and the role of the side to move.
#[derive(Clone)]
pub struct HuntPosition<G> {
    /// The position.
    pub position: G,
    /// Whether the hunter is to move.
    pub hunter_moves: bool,
}

impl<G: SearchGame> HuntPosition<G> {
    /// Returns this position, in which the side to move is the hunter.
    pub fn of_hunter(position: &G) -> Self {
        Self {
            position: position.clone(),
            hunter_moves: true,
        }
    }

    /// Returns the key in the table.
    pub fn key(&self) -> u64 {
        self.position.key() ^ if self.hunter_moves { 0 } else { HUNTED_SALT }
    }

    /// Returns the position after a turn.
    pub fn after(&self, turn: G::Move) -> Self {
        Self {
            position: self.position.after(turn),
            hunter_moves: !self.hunter_moves,
        }
    }

    /// Returns all turns that count: offers and own captures of the hunter; all replies of the
    /// hunted side, or `None` if that side is free, which ends the hunt, or has so many replies that
    /// the list may lack some.
    pub fn turns(&self) -> Option<MoveList<G::Move>> {
        let mut turns = MoveList::new();
        let is_forced = match self.position.generate_compulsory(&mut turns) {
            Compulsion::Forced => true,
            Compulsion::Free => false,
            Compulsion::NoTurn => return None,
        };
        if !is_forced && self.hunter_moves {
            self.position.generate_forcing(&mut turns);
        }
        let are_all_known = is_forced && !may_be_truncated(&turns);
        (are_all_known || self.hunter_moves).then_some(turns)
    }
}

/// A turn of a position, and the position after it.
struct Child<G> {
    after: HuntPosition<G>,
    /// The index of the turn among [`HuntPosition::turns`].
    index: u16,
    numbers: Numbers,
}

/// A hunt in progress. `count_node` counts a position, and returns whether the search may go on.
pub struct ProofSearch<'t, F> {
    table: &'t mut HuntTable,
    count_node: F,
    /// The number of positions counted.
    nodes: u64,
    is_stopped: bool,
}

impl<'t, F: FnMut() -> bool> ProofSearch<'t, F> {
    /// Creates a search that continues from what the table contains.
    pub const fn new(table: &'t mut HuntTable, count_node: F) -> Self {
        Self {
            table,
            count_node,
            nodes: 0,
            is_stopped: false,
        }
    }

    /// Returns the table.
    pub const fn table(&self) -> &HuntTable {
        self.table
    }

    /// Returns whether the hunter wins (`true`) or the hunt fails; `None` if the search was stopped
    /// before either was proved.
    pub fn decide<G: SearchGame>(&mut self, root: &HuntPosition<G>) -> Option<bool> {
        let unlimited = Numbers {
            proof: INFINITE,
            disproof: INFINITE,
        };
        self.search(root, unlimited, 0).decision()
    }

    /// Searches a position until a number reaches its limit.
    fn search<G: SearchGame>(
        &mut self,
        node: &HuntPosition<G>,
        limit: Numbers,
        ply: usize,
    ) -> Numbers {
        if let Some(decided) = self.decided(node) {
            return decided;
        }
        if ply >= MAX_PLIES {
            return Numbers::FAILED;
        }
        let nodes_before = self.nodes;
        let mut children = match self.children(node) {
            Ok(children) => children,
            Err(decided) => {
                self.table.put(node.key(), decided, 1);
                return decided.numbers;
            }
        };
        loop {
            // The position may have been decided below, where it occurs again.
            if let Some(decided) = self.decided(node) {
                return decided;
            }
            if self.is_stopped && children.is_empty() {
                return Numbers::UNKNOWN;
            }
            let (numbers, best, second) = combine(&children, node.hunter_moves);
            let is_done = numbers.proof >= limit.proof || numbers.disproof >= limit.disproof;
            if is_done || numbers.decision().is_some() || self.is_stopped {
                let turn = children[best].index;
                self.table.put(
                    node.key(),
                    HuntEntry { numbers, turn },
                    self.nodes - nodes_before,
                );
                return numbers;
            }
            let child = &children[best];
            // A child is left for another only when that is clearly better (1 + epsilon trick;
            // Pawlewicz and Lew 2006).
            let second = second.saturating_add(1 + second / 2);
            let rest =
                |limit: u32, sum: u32, own: u32| limit.saturating_sub(sum).saturating_add(own);
            let child_limit = if node.hunter_moves {
                Numbers {
                    proof: limit.proof.min(second),
                    disproof: rest(limit.disproof, numbers.disproof, child.numbers.disproof)
                        .min(INFINITE),
                }
            } else {
                Numbers {
                    proof: rest(limit.proof, numbers.proof, child.numbers.proof).min(INFINITE),
                    disproof: limit.disproof.min(second),
                }
            };
            let after = child.after.clone();
            children[best].numbers = self.search(&after, child_limit, ply + 1);
        }
    }

    /// Returns the numbers of a position that is decided. A proof stays as it is: if a position were
    /// proved again, by a proof that relies on the first one, the turns in the table might lead in
    /// a circle.
    fn decided<G: SearchGame>(&self, node: &HuntPosition<G>) -> Option<Numbers> {
        let numbers = self.table.get(node.key())?.numbers;
        numbers.decision().map(|_| numbers)
    }

    /// Returns the children of a position; an entry if it is decided at once. The list is empty
    /// only if the search was stopped.
    fn children<G: SearchGame>(
        &mut self,
        node: &HuntPosition<G>,
    ) -> Result<Vec<Child<G>>, HuntEntry> {
        let failed = HuntEntry {
            numbers: Numbers::FAILED,
            turn: 0,
        };
        if node.position.is_drawn() {
            return Err(failed);
        }
        let turns = node.turns().ok_or(failed)?;
        let mut children = Vec::new();
        for (index, turn) in (0..).zip(turns) {
            let after = node.after(turn);
            if after.position.is_lost() {
                let numbers = if node.hunter_moves {
                    Numbers::WON
                } else {
                    Numbers::FAILED
                };
                return Err(HuntEntry {
                    numbers,
                    turn: index,
                });
            }
            if node.hunter_moves && !after.position.must_respond() {
                continue;
            }
            self.nodes += 1;
            if !(self.count_node)() {
                self.is_stopped = true;
                return Ok(Vec::new());
            }
            let known = self.table.get(after.key()).map(|entry| entry.numbers);
            let numbers = known.unwrap_or_else(|| first_numbers(&after));
            children.push(Child {
                after,
                index,
                numbers,
            });
        }
        if children.is_empty() {
            Err(failed)
        } else {
            Ok(children)
        }
    }
}

/// Returns the numbers of a position that has not been searched.
fn first_numbers<G: SearchGame>(node: &HuntPosition<G>) -> Numbers {
    if node.hunter_moves {
        return Numbers::UNKNOWN;
    }
    let mut replies = MoveList::new();
    node.position.generate_compulsory(&mut replies);
    let proof = (replies.len() as u32).max(1);
    Numbers {
        proof,
        ..Numbers::UNKNOWN
    }
}

/// Returns the numbers of a position with these children, the index of the best child, and the number
/// of the second-best one: the proof number if the hunter is to move, otherwise the disproof number.
fn combine<G>(children: &[Child<G>], hunter_moves: bool) -> (Numbers, usize, u32) {
    let (mut least, mut second, mut sum, mut best) = (INFINITE, INFINITE, 0_u32, 0);
    for (index, child) in children.iter().enumerate() {
        let Numbers { proof, disproof } = child.numbers;
        let (own, other) = if hunter_moves {
            (proof, disproof)
        } else {
            (disproof, proof)
        };
        sum = sum.saturating_add(other).min(INFINITE);
        if own < least {
            (least, second, best) = (own, least, index);
        } else {
            second = second.min(own);
        }
    }
    let numbers = match (least, sum, hunter_moves) {
        (0, _, true) => Numbers::WON,
        (0, _, false) => Numbers::FAILED,
        (_, 0, true) => Numbers::FAILED,
        (_, 0, false) => Numbers::WON,
        (least, sum, true) => Numbers {
            proof: least,
            disproof: sum,
        },
        (least, sum, false) => Numbers {
            proof: sum,
            disproof: least,
        },
    };
    (numbers, best, second)
}
