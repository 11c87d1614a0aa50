//! Work other than games that several processes share: samples, books, tables.
//!
//! The work is divided into *stages*, of which each begins when the one before is complete, and
//! stages into numbered chunks. A stage has a queue of its own, in a folder of its own, with the
//! claims and leases of a tournament's queue. The result of a chunk depends on nothing but the work
//! and the chunk, so it does not matter who computes it, and how often: of several results the
//! first to be published counts, and all of them are the same. A worker that dies loses at most the
//! chunks that it holds.
//!
//! A result is a file of JSON lines, of which the last says how many there are. It is written whole
//! before it is published, so an incomplete one can only be one that this client sees too early.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::beats::Beats;
use super::error::ClusterError;
use super::join::register;
use super::names;
use super::part::Part;
use super::queue::{ChunkQueue, Claimed};
use super::settings::write_new;
use super::share::publish_error;
use super::store::{DiskStore, SIGHT};
use crate::files::{MEGABYTE, OutputFile, read_text};
use crate::tournament::folder::Folder;
use crate::util::fnv::fnv1a;
use crate::util::sync::lock;

/// The settings of the work. They are written by the first worker.
const WORK: &str = "work.json";
/// How often a worker without a chunk looks whether the stage is complete.
const LOOK: Duration = Duration::from_millis(300);
/// The time between two looks at the request to stop.
const TICK: Duration = Duration::from_millis(50);
/// The maximum size of a result, in bytes.
const MAX_RESULT_BYTES: u64 = 1024 * MEGABYTE;
/// The size of the stack of a thread that works on chunks.
const STACK_BYTES: usize = 8 << 20;

/// What the processes that share a piece of work have in common: the file `work.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct WorkSettings {
    /// The version of the file format.
    version: u32,
    /// All that the results depend on, as text.
    work: String,
    /// The time between the stamps of a claim, in seconds, from 1.
    beat_seconds: u32,
    /// The first worker, with which the others are compared.
    first: Part,
}

impl WorkSettings {
    /// The version of the file format that this program writes.
    const VERSION: u32 = 1;
}

/// The place of this process in work that several processes share.
#[derive(Clone, Debug)]
pub struct SharedWork {
    folder: PathBuf,
    worker: String,
    beat: Duration,
}

/// The last line of a result.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EndOfResult {
    end_after_lines: usize,
}

impl SharedWork {
    /// Joins the work in a folder as this process; begins it if there is none. `work` is all that
    /// the results depend on. `beat_seconds` applies only to work that begins.
    ///
    /// # Errors
    /// Returns an error if the folder has other work, if this process computes something else than
    /// the first one, or if a file can't be written.
    pub fn join(
        path: &Path,
        work: &str,
        part: Part,
        beat_seconds: u32,
    ) -> Result<Self, ClusterError> {
        let folder = Folder::new(path.to_owned());
        folder.create_folder(names::WORKERS)?;
        let part = register(&folder, part)?;
        let settings = WorkSettings {
            version: WorkSettings::VERSION,
            work: work.to_owned(),
            beat_seconds: beat_seconds.max(1),
            first: part.clone(),
        };
        if !folder.join(WORK).exists() {
            write_new(&folder.join(WORK), &settings)?;
        }
        let found: Option<WorkSettings> = folder.read_file(WORK)?;
        let found = found.unwrap_or(settings);
        folder.expect_version(WORK, found.version, WorkSettings::VERSION)?;
        if found.work != work {
            return Err(ClusterError::OtherWork {
                folder: path.to_owned(),
                found: found.work,
                expected: work.to_owned(),
            });
        }
        if let Some(difference) = found.first.difference(&part, false) {
            return Err(ClusterError::Mixture {
                worker: part.worker,
                first: found.first.worker,
                difference,
            });
        }
        Ok(Self {
            folder: path.to_owned(),
            worker: part.worker,
            beat: Duration::from_secs(found.beat_seconds.max(1).into()),
        })
    }

    /// Opens a stage with this many chunks. All processes must give it the same name and number.
    ///
    /// # Errors
    /// Returns an error if a folder can't be created.
    pub fn stage(&self, name: &str, chunks: u32) -> Result<Stage, ClusterError> {
        let path = self.folder.join(name);
        let folder = Folder::new(path.clone());
        for name in [names::CLAIMS, names::WORK, names::CHUNKS, names::WORKERS] {
            folder.create_folder(name)?;
        }
        let (store, worker) = (DiskStore::new(path), self.worker.clone());
        let seed = fnv1a(worker.bytes()).into();
        Ok(Stage {
            store: store.clone(),
            queue: Mutex::new(ChunkQueue::new(
                store.clone(),
                worker.clone(),
                self.beat,
                chunks,
                seed,
            )),
            beats: Mutex::new(Beats::new(store, worker, self.beat)),
            held: Mutex::new(BTreeSet::new()),
            is_stopped: AtomicBool::new(false),
        })
    }
}

/// A stage of shared work.
#[derive(Debug)]
pub struct Stage {
    store: DiskStore,
    queue: Mutex<ChunkQueue<DiskStore>>,
    beats: Mutex<Beats>,
    /// The chunks that this process works on.
    held: Mutex<BTreeSet<u32>>,
    /// Whether a worker was stopped or has failed.
    is_stopped: AtomicBool,
}

impl Stage {
    /// Works on chunks until all of the stage are complete, with a thread for each of `workers`. A
    /// worker gets the number of a chunk, from 1, and returns the lines of its result, or `None` if
    /// it was stopped. Returns whether the stage is complete; `false` if it was stopped.
    ///
    /// # Errors
    /// Returns the first error of a worker or of the folder.
    pub fn run<R: Serialize, E: From<ClusterError> + Send>(
        &self,
        workers: Vec<impl FnMut(u32) -> Result<Option<Vec<R>>, E> + Send>,
        should_stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<bool, E> {
        let first_error = Mutex::new(None);
        let fail = |error: E| {
            lock(&first_error).get_or_insert(error);
            self.is_stopped.store(true, Ordering::Relaxed);
        };
        thread::scope(|scope| {
            for mut worker in workers {
                let work = move || match self.work(&mut worker, should_stop) {
                    Ok(()) => {}
                    Err(error) => fail(error),
                };
                let thread = Builder::new().name("batyr-chunks".to_owned());
                let started = thread.stack_size(STACK_BYTES).spawn_scoped(scope, work);
                if let Err(error) = started {
                    fail(ClusterError::Thread(error).into());
                }
            }
        });
        lock(&self.beats).stop();
        match lock(&first_error).take() {
            Some(error) => Err(error),
            None => Ok(!self.is_stopped.load(Ordering::Relaxed)),
        }
    }

    /// Works on chunks on this thread.
    fn work<R: Serialize, E: From<ClusterError>>(
        &self,
        worker: &mut impl FnMut(u32) -> Result<Option<Vec<R>>, E>,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<(), E> {
        let is_stopped = || {
            if should_stop() {
                self.is_stopped.store(true, Ordering::Relaxed);
            }
            self.is_stopped.load(Ordering::Relaxed)
        };
        while !is_stopped() {
            let claim = match self.claim()? {
                Claimed::Claim(claim) => claim,
                Claimed::Wait(time) => {
                    if self.is_complete_within(time, &is_stopped)? {
                        return Ok(());
                    }
                    continue;
                }
                Claimed::Done => return Ok(()),
            };
            let result = worker(claim.chunk);
            let published = match result {
                Ok(Some(lines)) => self.publish(claim, &lines).map_err(E::from),
                Ok(None) => {
                    self.is_stopped.store(true, Ordering::Relaxed);
                    self.release(claim);
                    Ok(())
                }
                Err(error) => {
                    self.release(claim);
                    Err(error)
                }
            };
            lock(&self.beats).drop_claim(claim.chunk);
            lock(&self.held).remove(&claim.chunk);
            published?;
        }
        Ok(())
    }

    fn claim(&self) -> Result<Claimed, ClusterError> {
        let mut queue = lock(&self.queue);
        let mut held = lock(&self.held);
        let claimed = queue.claim(&held).map_err(|error| self.io_error(error))?;
        if let Claimed::Claim(claim) = claimed {
            held.insert(claim.chunk);
            let hold = lock(&self.beats).hold(claim);
            hold.map_err(ClusterError::Thread)?;
        }
        Ok(claimed)
    }

    /// Waits until the stage is complete, but at most this long. Returns whether it is.
    fn is_complete_within(
        &self,
        time: Duration,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<bool, ClusterError> {
        let (started, mut looked) = (Instant::now(), Instant::now());
        while started.elapsed() < time && !is_stopped() {
            thread::sleep(TICK);
            if looked.elapsed() >= LOOK {
                looked = Instant::now();
                let is_complete = lock(&self.queue).is_complete();
                if is_complete.map_err(|error| self.io_error(error))? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn publish(&self, claim: names::Claim, lines: &[impl Serialize]) -> Result<(), ClusterError> {
        let path = self.store.path(&names::work_file(claim));
        let end_after_lines = lines.len();
        let text: serde_json::Result<String> = lines
            .iter()
            .map(serde_json::to_string)
            .chain([serde_json::to_string(&EndOfResult { end_after_lines })])
            .map(|line| line.map(|line| line + "\n"))
            .collect();
        let written = text.map_err(std::io::Error::from);
        let written = written.and_then(|text| OutputFile::write_whole(&path, text));
        written.map_err(|error| ClusterError::Io {
            path: path.clone(),
            error,
        })?;
        let published = lock(&self.queue).publish(claim);
        published.map_err(|error| publish_error(path, error))?;
        Ok(())
    }

    fn release(&self, claim: names::Claim) {
        if let Err(error) = lock(&self.queue).release(claim) {
            log::warn!("can't release chunk {}: {error}", claim.chunk);
        }
    }

    /// Reads the result of a chunk of a complete stage.
    ///
    /// # Errors
    /// Returns an error if it can't be read, or is not complete even after a while.
    pub fn result<R: DeserializeOwned>(&self, chunk: u32) -> Result<Vec<R>, ClusterError> {
        let path = self.store.path(&names::chunk_file(chunk));
        let started = Instant::now();
        loop {
            let read = read_text(&path, MAX_RESULT_BYTES).and_then(|text| Ok(parse(&text)?));
            match read {
                Ok(lines) => return Ok(lines),
                Err(_) if started.elapsed() < SIGHT => thread::sleep(LOOK),
                Err(error) => return Err(ClusterError::Io { path, error }),
            }
        }
    }

    fn io_error(&self, error: std::io::Error) -> ClusterError {
        ClusterError::Io {
            path: self.store.path("queue"),
            error,
        }
    }
}

/// Parses a result, which must be complete.
fn parse<R: DeserializeOwned>(text: &str) -> serde_json::Result<Vec<R>> {
    use serde::de::Error;
    let incomplete = || serde_json::Error::custom("expected a complete result");
    let (rest, last) = text.trim_end().rsplit_once('\n').unwrap_or(("", text));
    let end: EndOfResult = serde_json::from_str(last)?;
    let lines = rest.lines().map(serde_json::from_str);
    let lines: Vec<R> = lines.collect::<serde_json::Result<_>>()?;
    match lines.len() == end.end_after_lines {
        true => Ok(lines),
        false => Err(incomplete()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::part::tests::part;
    use super::*;

    fn join(folder: &Path, name: &str) -> SharedWork {
        SharedWork::join(folder, "squares", part(name, 1, 1, "aa"), 1).unwrap()
    }

    fn square(chunk: u32) -> Result<Option<Vec<u32>>, ClusterError> {
        Ok(Some(vec![chunk, chunk * chunk]))
    }

    #[test]
    fn processes_compute_each_chunk_once() {
        let folder = tempfile::tempdir().unwrap();
        let computed = Mutex::new(Vec::new());
        let work = |chunk| {
            lock(&computed).push(chunk);
            square(chunk)
        };
        thread::scope(|scope| {
            for name in ["a", "b", "c"] {
                let stage = join(folder.path(), name).stage("1", 20).unwrap();
                let work = &work;
                scope.spawn(move || {
                    assert!(stage.run(vec![work, work], &|| false).unwrap());
                    assert_eq!(stage.result::<u32>(7).unwrap(), [7, 49]);
                });
            }
        });
        let mut computed = computed.into_inner().unwrap();
        computed.sort_unstable();
        assert_eq!(computed, (1..=20).collect::<Vec<_>>());
    }

    #[test]
    fn the_chunk_of_a_dead_worker_is_computed_by_another() {
        let folder = tempfile::tempdir().unwrap();
        let dead = join(folder.path(), "dead").stage("1", 2).unwrap();
        // It claims a chunk, and no thread stamps the claim.
        let claimed = lock(&dead.queue).claim(&BTreeSet::new()).unwrap();
        assert!(matches!(claimed, Claimed::Claim(claim) if claim.chunk == 1));
        let stage = join(folder.path(), "alive").stage("1", 2).unwrap();
        assert!(stage.run(vec![square], &|| false).unwrap());
        assert_eq!(stage.result::<u32>(1).unwrap(), [1, 1]);
        // It wakes up, finishes, and changes nothing.
        let Claimed::Claim(claim) = claimed else {
            panic!("no claim")
        };
        dead.publish(claim, &[5, 5]).unwrap();
        assert_eq!(stage.result::<u32>(1).unwrap(), [1, 1]);
    }

    #[test]
    fn a_stopped_worker_gives_its_chunk_up_and_an_error_ends_the_run() {
        let folder = tempfile::tempdir().unwrap();
        let stage = join(folder.path(), "a").stage("1", 3).unwrap();
        let stopped = |_| Ok::<_, ClusterError>(None::<Vec<u32>>);
        assert!(!stage.run(vec![stopped], &|| false).unwrap());
        let failing = |chunk| match chunk {
            2 => Err(ClusterError::UnknownWorker("x".to_owned())),
            _ => square(chunk),
        };
        let second = join(folder.path(), "b").stage("1", 3).unwrap();
        assert!(second.run(vec![failing], &|| false).is_err());
        let third = join(folder.path(), "c").stage("1", 3).unwrap();
        assert!(third.run(vec![square], &|| false).unwrap());
        assert_eq!(third.result::<u32>(2).unwrap(), [2, 4]);
    }

    #[test]
    fn other_work_and_other_programs_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        join(folder.path(), "a");
        let other = SharedWork::join(folder.path(), "cubes", part("b", 1, 1, "aa"), 1);
        let text = other.unwrap_err().to_string();
        assert!(text.contains("squares") && text.contains("cubes"), "{text}");
        let other = SharedWork::join(folder.path(), "squares", part("b", 2, 1, "aa"), 1);
        assert!(matches!(other, Err(ClusterError::Mixture { .. })));
    }

    #[test]
    fn a_part_of_a_result_is_no_result() {
        let text = "1\n2\n{\"end_after_lines\":2}\n";
        assert_eq!(parse::<u32>(text).unwrap(), [1, 2]);
        let empty = parse::<u32>("{\"end_after_lines\":0}\n");
        assert_eq!(empty.unwrap().len(), 0);
        for length in 0..text.len() - 1 {
            assert!(parse::<u32>(&text[..length]).is_err(), "{length}");
        }
        assert!(parse::<u32>("1\n{\"end_after_lines\":2}\n").is_err());
    }
}
