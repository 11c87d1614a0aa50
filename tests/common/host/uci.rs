//! A UCI host's side of the conversation.

use std::time::{Duration, Instant};

use super::{
    Fault, Process, RESPONSE_TIMEOUT, ReceivedLine,
    info::{Info, Reader, read},
};

/// The answer to a `go`.
#[derive(Debug)]
pub struct Answer {
    /// The move; `None` for `(none)`.
    pub best: Option<String>,
    pub ponder: Option<String>,
    /// The `info` lines with a variation that arrived before the move.
    pub infos: Vec<Info>,
    /// The time from sending `go` to receiving `bestmove`.
    pub elapsed: Duration,
}

/// Starts an engine and completes the handshake.
pub fn open(variant: &str) -> Result<Process, Fault> {
    let mut process = Process::start(&[]);
    process.send("uci")?;
    process.expect("uciok", RESPONSE_TIMEOUT)?;
    process.send(&format!("setoption name UCI_Variant value {variant}"))?;
    sync(&mut process)?;
    Ok(process)
}

/// Waits until everything sent has taken effect; returns the lines that arrived meanwhile.
pub fn sync(process: &mut Process) -> Result<Vec<String>, Fault> {
    process.send("isready")?;
    let mut lines = process.until("readyok", RESPONSE_TIMEOUT)?;
    lines.pop();
    Ok(lines.into_iter().map(|received| received.text).collect())
}

/// Like [`sync`], but returns a fault if a line arrived.
pub fn sync_silently(process: &mut Process) -> Result<(), Fault> {
    process.send("isready")?;
    process.expect_line("readyok", RESPONSE_TIMEOUT)?;
    Ok(())
}

/// Sends a `go` and reads its answer.
pub fn ask(process: &mut Process, go: &str) -> Result<Answer, Fault> {
    let sent_at = process.send(go)?;
    answer(process, sent_at)
}

/// Reads up to `bestmove`, before which only `info` lines are allowed.
pub fn answer(process: &mut Process, sent_at: Instant) -> Result<Answer, Fault> {
    let mut infos = Vec::<Info>::new();
    loop {
        let received = process.next(RESPONSE_TIMEOUT)?;
        if received.text.starts_with("bestmove ") {
            return best_move(&received, infos, sent_at)
                .ok_or_else(|| Fault::Protocol(process.with_log("not a bestmove")));
        }
        if received.text == "info depth 0 score mate 0" {
            continue;
        }
        match read(&received.text, Reader::Uci) {
            Ok(Some(info)) => {
                if infos.last().is_some_and(|earlier| earlier.time > info.time) {
                    return Err(Fault::Protocol(process.with_log("time goes backwards")));
                }
                infos.push(info);
            }
            Ok(None) => {}
            Err(fault) => {
                let fault = format!("{fault} in {:?}", received.text);
                return Err(Fault::Protocol(process.with_log(&fault)));
            }
        }
    }
}

fn best_move(received: &ReceivedLine, infos: Vec<Info>, sent_at: Instant) -> Option<Answer> {
    let words: Vec<&str> = received.text.split(' ').collect();
    let (best, ponder) = match words[..] {
        ["bestmove", best] => (best, None),
        ["bestmove", best, "ponder", ponder] => (best, Some(ponder.to_string())),
        _ => return None,
    };
    Some(Answer {
        best: (best != "(none)").then(|| best.to_string()),
        ponder,
        infos,
        elapsed: received.at - sent_at,
    })
}
