//! The table of a hunt: what is known of each position, kept from search to search.

use crate::search::table::{TableError, TableMemory};

/// A proof or disproof number that can't be reached: the other number is then 0.
pub const INFINITE: u32 = (1 << 20) - 1;

/// How much is left to prove, and to disprove, that the hunter wins.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The number of positions that are still to be won to prove a win; 0 if it is proved.
    pub proof: u32,
    /// The number of positions that are still to be refuted to disprove a win; 0 if it is disproved.
    pub disproof: u32,
}

impl Numbers {
    /// The numbers of a position in which the hunter wins.
    pub const WON: Self = Self {
        proof: 0,
        disproof: INFINITE,
    };
    /// The numbers of a position in which the hunt fails.
    pub const FAILED: Self = Self {
        proof: INFINITE,
        disproof: 0,
    };
    /// The numbers of a position of which nothing is known.
    pub const UNKNOWN: Self = Self {
        proof: 1,
        disproof: 1,
    };

    /// Returns whether the hunter is proved to win (`true`) or the hunt to fail; `None` while
    /// neither is proved.
    pub const fn decision(self) -> Option<bool> {
        match self {
            Self { proof: 0, .. } => Some(true),
            Self { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// What the table says about a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct HuntEntry {
    /// The numbers.
    pub numbers: Numbers,
    /// The index of the most promising turn among those of the hunt: of the winning one where the
    /// hunter wins.
    pub turn: u16,
}

/// The table.
#[derive(Debug)]
pub struct HuntTable(TableMemory);

impl HuntTable {
    /// Creates an empty table.
    ///
    /// # Errors
    /// Returns an error if the memory can't be allocated.
    pub fn new() -> Result<Self, TableError> {
        TableMemory::new(1).map(Self)
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the entry of a key, if any.
    pub fn get(&self, key: u64) -> Option<HuntEntry> {
        let mut entries = self.0.bucket(key).iter();
        let found = entries.find(|[stored, data]| *stored == key && *data != 0);
        found.map(|[_, data]| HuntEntry {
            numbers: Numbers {
                proof: *data as u32 & INFINITE,
                disproof: (*data >> 20) as u32 & INFINITE,
            },
            turn: (*data >> 40) as u16,
        })
    }

    /// Stores an entry that took `nodes` nodes, in place of the one for the same key or else of the
    /// one that took the fewest. Wins are replaced last: the proofs of others may rely on them.
    pub fn put(&mut self, key: u64, entry: HuntEntry, nodes: u64) {
        let HuntEntry { numbers, turn } = entry;
        let is_won = u64::from(numbers == Numbers::WON);
        let work = u64::from(nodes.checked_ilog2().unwrap_or(0)) + 1 + (is_won << 7);
        let priority = |[stored, data]: &[u64; 2]| (*stored != key, data >> 56);
        if let Some(entry) = self
            .0
            .bucket_mut(key)
            .iter_mut()
            .min_by_key(|entry| priority(entry))
        {
            let data = u64::from(numbers.proof) | u64::from(numbers.disproof) << 20;
            *entry = [key, data | u64::from(turn) << 40 | work << 56];
        }
    }
}
