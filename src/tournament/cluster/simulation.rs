//! Simulations of many workers on one folder, in simulated time: a server, and clients that see
//! old listings.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::rc::Rc;
use std::time::Duration;

use super::names;
use super::names::Claim;
use super::queue::{ChunkQueue, Claimed};
use super::store::{Stamp, Store};
use crate::util::rng::Rng;

const BEAT: Duration = Duration::from_secs(30);

/// A server of files, with its clock and a count of the requests.
#[derive(Default)]
struct Server {
    now: Duration,
    /// The stamp of each file.
    files: BTreeMap<String, Stamp>,
    requests: BTreeMap<&'static str, u64>,
}

/// A client of the server that keeps what it has seen for up to `delay`.
struct Client {
    server: Rc<RefCell<Server>>,
    delay: Duration,
    listings: RefCell<BTreeMap<String, (Duration, Vec<String>)>>,
    /// Files that were not there, and when the client looked.
    absent: RefCell<BTreeMap<String, Duration>>,
}

impl Client {
    fn new(server: &Rc<RefCell<Server>>, delay: Duration) -> Self {
        Self {
            server: Rc::clone(server),
            delay,
            listings: RefCell::default(),
            absent: RefCell::default(),
        }
    }

    fn request(&self, kind: &'static str) {
        *self.server.borrow_mut().requests.entry(kind).or_default() += 1;
    }

    fn is_fresh(&self, seen: Duration) -> bool {
        self.server.borrow().now < seen + self.delay
    }
}

impl Store for Client {
    fn create(&self, name: &str, _: &str) -> io::Result<bool> {
        self.request("create");
        let mut server = self.server.borrow_mut();
        let now = server.now;
        let is_new = !server.files.contains_key(name);
        if is_new {
            server.files.insert(name.to_owned(), now);
        }
        Ok(is_new)
    }

    fn touch(&self, name: &str, _: &str) -> io::Result<()> {
        self.request("touch");
        let mut server = self.server.borrow_mut();
        let now = server.now;
        server.files.insert(name.to_owned(), now);
        Ok(())
    }

    fn expire(&self, name: &str) -> io::Result<()> {
        self.request("expire");
        let mut server = self.server.borrow_mut();
        server.files.insert(name.to_owned(), Stamp::ZERO);
        Ok(())
    }

    fn stamp(&self, name: &str) -> io::Result<Option<Stamp>> {
        self.request("stamp");
        Ok(self.server.borrow().files.get(name).copied())
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        if let Some((seen, names)) = self.listings.borrow().get(folder)
            && self.is_fresh(*seen)
        {
            return Ok(names.clone());
        }
        self.request("list");
        let server = self.server.borrow();
        let inside = server.files.keys();
        let inside = inside.filter_map(|name| name.strip_prefix(folder)?.strip_prefix('/'));
        let names: Vec<String> = inside.map(str::to_owned).collect();
        let listing = (server.now, names.clone());
        self.listings
            .borrow_mut()
            .insert(folder.to_owned(), listing);
        Ok(names)
    }

    fn publish(&self, from: &str, to: &str) -> io::Result<bool> {
        self.request("publish");
        if self.server.borrow().files.contains_key(to) {
            return Ok(false);
        }
        let mut server = self.server.borrow_mut();
        let now = server.now;
        server.files.insert(from.to_owned(), now);
        server.files.insert(to.to_owned(), now);
        Ok(true)
    }

    fn exists(&self, name: &str) -> io::Result<bool> {
        let absent = self.absent.borrow().get(name).copied();
        if absent.is_some_and(|seen| self.is_fresh(seen)) {
            return Ok(false);
        }
        self.request("exists");
        let is_there = self.server.borrow().files.contains_key(name);
        if !is_there {
            let now = self.server.borrow().now;
            self.absent.borrow_mut().insert(name.to_owned(), now);
        }
        Ok(is_there)
    }
}

/// A simulated worker: it plays a chunk in a time of its own, dies or freezes.
struct Worker {
    queue: ChunkQueue<Client>,
    claim: Option<Claim>,
    /// When it does something next.
    wakes: Duration,
    /// When its chunk is complete, unless it freezes.
    completes: Duration,
    seconds_per_chunk: u64,
}

/// What a simulation has counted.
#[derive(Default, Debug)]
struct Outcome {
    /// How often each chunk was published.
    published: BTreeMap<u32, u32>,
    /// The number of complete chunks that were dropped, because another result came first.
    dropped: u32,
    deaths: u32,
    freezes: u32,
    ended: Duration,
    requests: BTreeMap<&'static str, u64>,
}

/// How a simulation goes wrong.
#[derive(Copy, Clone)]
struct Trouble {
    /// The mean number of beats after which a worker dies, and is replaced; 0 for never.
    beats_to_death: usize,
    /// The mean number of beats after which a worker freezes for ten minutes; 0 for never.
    beats_to_freeze: usize,
    /// How old listings and missing files may be.
    delay: Duration,
}

const CALM: Trouble = Trouble {
    beats_to_death: 0,
    beats_to_freeze: 0,
    delay: Duration::ZERO,
};

fn worker(
    server: &Rc<RefCell<Server>>,
    (number, chunks): (usize, u32),
    delay: Duration,
    rng: &mut Rng,
) -> Worker {
    let client = Client::new(server, delay);
    Worker {
        queue: ChunkQueue::new(client, format!("w{number}"), BEAT, chunks, number as u64),
        claim: None,
        wakes: server.borrow().now + Duration::from_millis(rng.below(5000) as u64),
        completes: Duration::ZERO,
        // Shares differ in speed by a factor of eight.
        seconds_per_chunk: 30 + rng.below(210) as u64,
    }
}

/// Lets workers play all chunks.
fn simulate(workers: usize, chunks: u32, trouble: Trouble, seed: u64) -> Outcome {
    let mut rng = Rng::new(seed, 0);
    let server = Rc::new(RefCell::new(Server::default()));
    // A server's clock is not at the epoch.
    server.borrow_mut().now = Duration::from_secs(1_000_000);
    let start = server.borrow().now;
    let mut count = 0;
    let mut new_worker = |rng: &mut Rng| {
        count += 1;
        worker(&server, (count, chunks), trouble.delay, rng)
    };
    let mut all: Vec<Worker> = (0..workers).map(|_| new_worker(&mut rng)).collect();
    let mut outcome = Outcome::default();
    while !all.is_empty() {
        let next = (0..all.len()).min_by_key(|&i| all[i].wakes).unwrap();
        let now = all[next].wakes;
        server.borrow_mut().now = now;
        let is_chosen = |beats: usize, rng: &mut Rng| beats > 0 && rng.below(beats) == 0;
        if is_chosen(trouble.beats_to_death, &mut rng) {
            outcome.deaths += 1;
            all[next] = new_worker(&mut rng);
            continue;
        }
        if is_chosen(trouble.beats_to_freeze, &mut rng) {
            outcome.freezes += 1;
            all[next].wakes += Duration::from_secs(600);
            continue;
        }
        if !step(&mut all[next], now, &mut outcome) {
            all.swap_remove(next);
        }
        assert!(now < start + Duration::from_secs(1_000_000), "no progress");
    }
    outcome.ended = server.borrow().now - start;
    outcome.requests = server.borrow().requests.clone();
    outcome
}

/// Lets a worker do what is due. Returns `false` if it has ended.
fn step(worker: &mut Worker, now: Duration, outcome: &mut Outcome) -> bool {
    if let Some(claim) = worker.claim {
        if now >= worker.completes {
            match worker.queue.publish(claim).unwrap() {
                true => *outcome.published.entry(claim.chunk).or_default() += 1,
                false => outcome.dropped += 1,
            }
            worker.claim = None;
        } else {
            let name = worker.queue.worker().to_owned();
            let is_mine = ChunkQueue::beat(worker.queue.store(), &name, claim).unwrap();
            if !is_mine {
                worker.claim = None;
            }
            worker.wakes = (now + BEAT).min(worker.completes);
            return true;
        }
    }
    match worker.queue.claim(&BTreeSet::new()).unwrap() {
        Claimed::Claim(claim) => {
            worker.claim = Some(claim);
            worker.completes = now + Duration::from_secs(worker.seconds_per_chunk);
            worker.wakes = (now + BEAT).min(worker.completes);
        }
        Claimed::Wait(time) => worker.wakes = now + time,
        Claimed::Done => return false,
    }
    true
}

fn assert_each_once(outcome: &Outcome, chunks: u32) {
    assert_eq!(outcome.published.len(), chunks as usize, "lost");
    assert!(
        outcome.published.values().all(|&times| times == 1),
        "double"
    );
}

#[test]
fn without_trouble_every_chunk_is_played_once() {
    for workers in [1, 2, 7] {
        let outcome = simulate(workers, 40, CALM, 1);
        assert_each_once(&outcome, 40);
        assert_eq!(outcome.dropped, 0);
    }
}

/// Twelve workers, of which one dies every three minutes and one freezes every six, for more than
/// an hour, on a server whose clients see files up to a minute late.
#[test]
fn deaths_and_freezes_lose_no_chunk_and_count_none_twice() {
    let trouble = Trouble {
        beats_to_death: 72,
        beats_to_freeze: 144,
        delay: Duration::from_secs(60),
    };
    for seed in 0..20 {
        let chunks = 400;
        let outcome = simulate(12, chunks, trouble, seed);
        assert_each_once(&outcome, chunks);
        assert!(outcome.ended > Duration::from_secs(3600), "{outcome:?}");
        assert!(outcome.deaths > 10 && outcome.freezes > 5, "{outcome:?}");
        println!(
            "seed {seed}: {} deaths, {} freezes, {} results dropped, {} s",
            outcome.deaths,
            outcome.freezes,
            outcome.dropped,
            outcome.ended.as_secs()
        );
    }
}

/// What the server has to bear if a thousand shares start within five seconds.
#[test]
#[ignore = "slow: minutes"]
fn a_thousand_workers_do_not_flood_the_server() {
    let (workers, chunks) = (1000, 2000);
    let delayed = Trouble {
        delay: Duration::from_secs(60),
        ..CALM
    };
    let outcome = simulate(workers, chunks, delayed, 3);
    assert_each_once(&outcome, chunks);
    let requests: u64 = outcome.requests.values().sum();
    let per_second = requests as f64 / outcome.ended.as_secs_f64();
    println!(
        "{:?}, {per_second:.0} requests a second for {} s",
        outcome.requests,
        outcome.ended.as_secs()
    );
    // A few for each worker and beat.
    assert!(per_second < 1000.0, "{per_second}");
}

#[test]
fn a_released_chunk_is_taken_over_at_once() {
    let server = Rc::new(RefCell::new(Server::default()));
    server.borrow_mut().now = Duration::from_secs(1_000_000);
    let queue = |name: &str| {
        let client = Client::new(&server, Duration::ZERO);
        ChunkQueue::new(client, name.to_owned(), BEAT, 1, 1)
    };
    let (mut one, mut other) = (queue("one"), queue("other"));
    let held = BTreeSet::new();
    let claim = |chunk, generation| Claimed::Claim(Claim { chunk, generation });
    assert_eq!(one.claim(&held).unwrap(), claim(1, 1));
    assert!(matches!(other.claim(&held).unwrap(), Claimed::Wait(_)));
    let (chunk, generation) = (1, 1);
    one.release(Claim { chunk, generation }).unwrap();
    assert_eq!(other.claim(&held).unwrap(), claim(1, 2));
    server
        .borrow_mut()
        .files
        .insert(names::ENDED.to_owned(), BEAT);
    assert_eq!(one.claim(&held).unwrap(), Claimed::Done);
}

#[test]
fn a_lease_ends_after_three_beats() {
    let server = Rc::new(RefCell::new(Server::default()));
    server.borrow_mut().now = Duration::from_secs(1_000_000);
    let queue = |name: &str| {
        let client = Client::new(&server, Duration::ZERO);
        ChunkQueue::new(client, name.to_owned(), BEAT, 1, 1)
    };
    let (mut one, mut other) = (queue("one"), queue("other"));
    let held = BTreeSet::new();
    let Claimed::Claim(claim) = one.claim(&held).unwrap() else {
        panic!("nothing to claim");
    };
    server.borrow_mut().now += BEAT * 3;
    assert!(matches!(other.claim(&held).unwrap(), Claimed::Wait(_)));
    server.borrow_mut().now += Duration::from_millis(1);
    assert!(matches!(
        other.claim(&held).unwrap(),
        Claimed::Claim(Claim { generation: 2, .. })
    ));
    // The first worker wakes up: it learns that it has lost its claim, but if it has finished in
    // the meantime, its result counts and the other is dropped.
    assert!(!ChunkQueue::beat(one.store(), "one", claim).unwrap());
    assert!(one.publish(claim).unwrap());
    let generation = 2;
    assert!(
        !other
            .publish(Claim {
                generation,
                ..claim
            })
            .unwrap()
    );
}
