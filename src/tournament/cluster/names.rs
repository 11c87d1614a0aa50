//! The names of the files of a shared tournament, relative to its folder, and the claims of chunks,
//! which are the names of files.

/// A claim of a chunk by a worker.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Claim {
    /// The number of the chunk, from 1.
    pub chunk: u32,
    /// The generation: 1 for the first claim of the chunk.
    pub generation: u32,
}

/// The settings of the queue. It is written before `match.json`.
pub const QUEUE: &str = "queue.json";
/// The verdict, whose existence ends the shares.
pub const ENDED: &str = "ended.json";
/// The folder of the claims.
pub const CLAIMS: &str = "queue/claims";
/// The folder of the journals of the claims.
pub const WORK: &str = "queue/work";
/// The folder of the complete chunks.
pub const CHUNKS: &str = "queue/chunks";
/// The folder of the workers.
pub const WORKERS: &str = "queue/workers";

/// Returns the name of a claim's file.
pub fn claim_file(claim: Claim) -> String {
    format!("{CLAIMS}/{}", claim_name(claim))
}

/// Returns the name of a claim's journal.
pub fn work_file(claim: Claim) -> String {
    format!("{WORK}/{}.jsonl", claim_name(claim))
}

/// Returns the name of the file of a complete chunk.
pub fn chunk_file(chunk: u32) -> String {
    format!("{CHUNKS}/{chunk:07}.jsonl")
}

/// Returns the name of a worker's record.
pub fn worker_file(worker: &str) -> String {
    format!("{WORKERS}/{worker}.json")
}

/// Returns the name of the file by which a worker learns the server's time.
pub fn probe_file(worker: &str) -> String {
    format!("{WORKERS}/{worker}.stamp")
}

fn claim_name(Claim { chunk, generation }: Claim) -> String {
    format!("{chunk:07}.{generation}")
}

/// Returns the claim that a file in the folder of claims stands for.
pub fn parse_claim(name: &str) -> Option<Claim> {
    let (chunk, generation) = name.split_once('.')?;
    let (chunk, generation) = (chunk.parse().ok()?, generation.parse().ok()?);
    (chunk > 0 && generation > 0).then_some(Claim { chunk, generation })
}

/// Returns the chunk that a file in the folder of chunks stands for.
pub fn parse_chunk(name: &str) -> Option<u32> {
    name.strip_suffix(".jsonl")?
        .parse()
        .ok()
        .filter(|&chunk| chunk > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parsed() {
        let claim = Claim {
            chunk: 12,
            generation: 3,
        };
        let name = claim_file(claim);
        assert_eq!(name, "queue/claims/0000012.3");
        assert_eq!(parse_claim("0000012.3"), Some(claim));
        assert_eq!(work_file(claim), "queue/work/0000012.3.jsonl");
        assert_eq!(parse_chunk("0000012.jsonl"), Some(12));
        // Beyond seven digits the names only grow.
        assert_eq!(parse_claim("12345678.1").unwrap().chunk, 12_345_678);
        for other in [
            "",
            "12",
            "0000000.1",
            "12.0",
            "x.1",
            ".nfs0001",
            "12.1.jsonl",
        ] {
            assert_eq!(parse_claim(other), None, "{other}");
        }
        assert_eq!(parse_chunk(".nfs0001"), None);
    }
}
