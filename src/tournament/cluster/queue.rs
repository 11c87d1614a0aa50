//! The queue of chunks: claims, leases and results.
//!
//! A claim is a file, created exclusively, whose name is the number of the chunk and a
//! *generation*. Its player stamps it at every beat. If three beats are missed, another worker
//! creates the claim of the next generation. Nothing is ever deleted or renamed, so a worker that
//! sees an old listing can at worst fail to create a file.
//!
//! A lease is judged by the server's clock alone: the judge stamps a file of its own first, and
//! reads the stamp of the claim afterwards. If the judge is frozen between the two, the claim
//! only seems younger. Reclaiming comes before new chunks, since the first missing chunk holds up
//! the sequential test, but each worker judges only a few claims at a time, so that the server's
//! load grows with the number of workers and not with its square.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::time::Duration;

use super::names;
use super::names::Claim;
use super::store::{Stamp, Store};
use crate::util::rng::Rng;

/// The number of beats without which a claim is lost.
const MISSED_BEATS: u32 = 3;
/// The number of claims judged at a time, from the lowest chunk on, and as many at random.
const JUDGED: usize = 4;
/// The number of chunks found claimed after which the folder is listed.
const COLLISIONS: u32 = 8;
/// How often an idle worker asks again within a beat.
const POLLS_PER_BEAT: u32 = 3;

/// The answer to a request for a chunk.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Claimed {
    /// The worker plays this chunk.
    Claim(Claim),
    /// Others play the rest; ask again after this time.
    Wait(Duration),
    /// All chunks are complete, or the tournament was ended.
    Done,
}

/// A worker's view of the queue.
#[derive(Debug)]
pub struct ChunkQueue<S> {
    store: S,
    worker: String,
    beat: Duration,
    /// The number of chunks.
    chunks: u32,
    /// All lower chunks have been claimed.
    next: u32,
    /// The chunks known to be complete.
    complete: BTreeSet<u32>,
    /// The time of the last judgement.
    judged: Option<Stamp>,
    rng: Rng,
}

impl<S: Store> ChunkQueue<S> {
    /// Creates the view of a worker, whose name is unique. Claims are stamped every `beat`.
    pub fn new(store: S, worker: String, beat: Duration, chunks: u32, seed: u64) -> Self {
        Self {
            store,
            worker,
            beat,
            chunks,
            next: 1,
            complete: BTreeSet::new(),
            judged: None,
            rng: Rng::new(seed, 0),
        }
    }

    /// Returns the shared folder.
    pub const fn store(&self) -> &S {
        &self.store
    }

    /// Returns the name of the worker.
    pub fn worker(&self) -> &str {
        &self.worker
    }

    /// Returns whether the tournament was ended.
    ///
    /// # Errors
    /// Returns an error if the folder can't be read.
    pub fn is_ended(&self) -> io::Result<bool> {
        self.store.exists(names::ENDED)
    }

    /// Claims a chunk: one whose player seems dead, or the next that nobody has claimed. `held`
    /// are the chunks that this worker plays.
    ///
    /// # Errors
    /// Returns an error if the folder can't be used.
    pub fn claim(&mut self, held: &BTreeSet<u32>) -> io::Result<Claimed> {
        if self.is_ended()? {
            return Ok(Claimed::Done);
        }
        let now = self.now()?;
        let is_due = match self.judged {
            None => true,
            Some(judged) => now.saturating_sub(judged) >= self.lease(),
        };
        if is_due && let Some(claim) = self.reclaim(now, held)? {
            return Ok(Claimed::Claim(claim));
        }
        if let Some(claim) = self.claim_new()? {
            return Ok(Claimed::Claim(claim));
        }
        if !is_due && let Some(claim) = self.reclaim(now, held)? {
            return Ok(Claimed::Claim(claim));
        }
        let complete = u32::try_from(self.complete.len()).unwrap_or(u32::MAX);
        Ok(if complete >= self.chunks {
            Claimed::Done
        } else {
            Claimed::Wait(self.beat / POLLS_PER_BEAT)
        })
    }

    /// Stamps a claim. Returns whether it is still the last one of its chunk.
    ///
    /// # Errors
    /// Returns an error if the claim can't be stamped.
    pub fn beat(store: &S, worker: &str, claim: Claim) -> io::Result<bool> {
        store.touch(&names::claim_file(claim), &content(worker))?;
        let generation = claim.generation + 1;
        let later = Claim {
            generation,
            ..claim
        };
        Ok(!store.exists(&names::claim_file(later))?)
    }

    /// Publishes the complete journal of a claim. Returns `false` if another claim of the same
    /// chunk was published before; the games of this one then don't count.
    ///
    /// # Errors
    /// Returns an error if the journal can't be linked.
    pub fn publish(&mut self, claim: Claim) -> io::Result<bool> {
        // Others need not see the result before this stamp is too old.
        self.store
            .touch(&names::claim_file(claim), &content(&self.worker))?;
        let (from, to) = (names::work_file(claim), names::chunk_file(claim.chunk));
        let is_published = self.store.publish(&from, &to)?;
        self.complete.insert(claim.chunk);
        Ok(is_published)
    }

    /// Gives a chunk up, so that others need not wait for the lease to end.
    ///
    /// # Errors
    /// Returns an error if the claim can't be changed. It ends by itself in any case.
    pub fn release(&self, claim: Claim) -> io::Result<()> {
        self.store.expire(&names::claim_file(claim))
    }

    /// The time after which a claim without a new stamp is lost.
    fn lease(&self) -> Duration {
        self.beat * MISSED_BEATS
    }

    /// Returns the server's time.
    fn now(&self) -> io::Result<Stamp> {
        let probe = names::probe_file(&self.worker);
        self.store.touch(&probe, "\n")?;
        Ok(self.store.stamp(&probe)?.unwrap_or_default())
    }

    /// Claims the next chunk that nobody has claimed, if there is one.
    fn claim_new(&mut self) -> io::Result<Option<Claim>> {
        let mut collisions = 0;
        while self.next <= self.chunks {
            let claim = Claim {
                chunk: self.next,
                generation: 1,
            };
            let text = content(&self.worker);
            let is_mine = self.store.create(&names::claim_file(claim), &text)?;
            self.next += 1;
            if is_mine {
                return Ok(Some(claim));
            }
            collisions += 1;
            if collisions % COLLISIONS == 0 {
                self.claims()?;
            }
        }
        Ok(None)
    }

    /// Returns the last generation of each chunk that is claimed, and notes the first chunk that
    /// is not.
    fn claims(&mut self) -> io::Result<BTreeMap<u32, u32>> {
        let mut claims = BTreeMap::new();
        let files = self.store.list(names::CLAIMS)?;
        for claim in files.iter().filter_map(|name| names::parse_claim(name)) {
            let generation = claims.entry(claim.chunk).or_default();
            *generation = claim.generation.max(*generation);
        }
        // Chunks are claimed in order, so there are no gaps.
        if let Some((last, _)) = claims.last_key_value() {
            self.next = self.next.max(last + 1);
        }
        Ok(claims)
    }

    /// Looks which chunks are complete. Returns whether all are.
    ///
    /// # Errors
    /// Returns an error if the folder can't be read.
    pub fn is_complete(&mut self) -> io::Result<bool> {
        let files = self.store.list(names::CHUNKS)?;
        let complete = files.iter().filter_map(|name| names::parse_chunk(name));
        self.complete.extend(complete);
        Ok(self.complete.len() >= self.chunks as usize)
    }

    /// Judges a few claims, and claims the chunk of one that is lost.
    fn reclaim(&mut self, now: Stamp, held: &BTreeSet<u32>) -> io::Result<Option<Claim>> {
        self.judged = Some(now);
        let claims = self.claims()?;
        self.is_complete()?;
        let is_open = |chunk: &u32| !self.complete.contains(chunk) && !held.contains(chunk);
        let open: Vec<u32> = claims.keys().copied().filter(is_open).collect();
        for chunk in self.candidates(&open) {
            let generation = claims.get(&chunk).copied().unwrap_or(1);
            let old = Claim { chunk, generation };
            let Some(stamp) = self.store.stamp(&names::claim_file(old))? else {
                continue;
            };
            if now.saturating_sub(stamp) <= self.lease() {
                continue;
            }
            if self.store.exists(&names::chunk_file(chunk))? {
                self.complete.insert(chunk);
                continue;
            }
            let claim = Claim {
                chunk,
                generation: generation + 1,
            };
            let text = content(&self.worker);
            if self.store.create(&names::claim_file(claim), &text)? {
                return Ok(Some(claim));
            }
        }
        Ok(None)
    }

    /// Returns the chunks to judge, lowest first, out of those that are open.
    fn candidates(&mut self, open: &[u32]) -> BTreeSet<u32> {
        let mut chosen: BTreeSet<u32> = open.iter().copied().take(JUDGED).collect();
        if open.len() > JUDGED {
            let random = (0..JUDGED).map(|_| self.rng.below(open.len()));
            chosen.extend(random.filter_map(|index| open.get(index)));
        }
        chosen
    }
}

/// The content of a claim, for people.
fn content(worker: &str) -> String {
    format!("{worker}\n")
}
