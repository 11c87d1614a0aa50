//! A UCI host's side of the conversation.

use std::time::{Duration, Instant};

use super::{
    Fault, Heard, PATIENCE, Process,
    info::{Info, Reader, read},
};

/// The answer to a `go`.
#[derive(Debug)]
pub struct Answer {
    /// The move; `None` for `(none)`.
    pub best: Option<String>,
    pub ponder: Option<String>,
    /// The `info` lines with a variation that came before the move.
    pub infos: Vec<Info>,
    /// The time from sending `go` to receiving `bestmove`.
    pub taken: Duration,
}

/// Starts an engine and opens the conversation.
pub fn open(variant: &str) -> Result<Process, Fault> {
    let mut process = Process::start(&[]);
    process.send("uci")?;
    process.expect("uciok", PATIENCE)?;
    process.send(&format!("setoption name UCI_Variant value {variant}"))?;
    sync(&mut process)?;
    Ok(process)
}

/// Waits until everything sent has taken effect; returns the lines that arrived meanwhile.
pub fn sync(process: &mut Process) -> Result<Vec<String>, Fault> {
    process.send("isready")?;
    let mut lines = process.until("readyok", PATIENCE)?;
    lines.pop();
    Ok(lines.into_iter().map(|heard| heard.text).collect())
}

/// Like [`sync`], but returns a fault if a line arrived.
pub fn sync_silently(process: &mut Process) -> Result<(), Fault> {
    process.send("isready")?;
    process.must_say("readyok", PATIENCE)?;
    Ok(())
}

/// Sends a `go` and reads its answer.
pub fn ask(process: &mut Process, go: &str) -> Result<Answer, Fault> {
    let asked = process.send(go)?;
    answer(process, asked)
}

/// Reads up to `bestmove`. Only `info` lines may come before it.
pub fn answer(process: &mut Process, asked: Instant) -> Result<Answer, Fault> {
    let mut infos = Vec::<Info>::new();
    loop {
        let heard = process.next(PATIENCE)?;
        if heard.text.starts_with("bestmove ") {
            return best_move(&heard, infos, asked)
                .ok_or_else(|| Fault::Talk(process.story("not a bestmove")));
        }
        if heard.text == "info depth 0 score mate 0" {
            continue;
        }
        match read(&heard.text, Reader::Uci) {
            Ok(Some(info)) => {
                if infos.last().is_some_and(|earlier| earlier.time > info.time) {
                    return Err(Fault::Talk(process.story("time goes backwards")));
                }
                infos.push(info);
            }
            Ok(None) => {}
            Err(fault) => {
                let fault = format!("{fault} in {:?}", heard.text);
                return Err(Fault::Talk(process.story(&fault)));
            }
        }
    }
}

fn best_move(heard: &Heard, infos: Vec<Info>, asked: Instant) -> Option<Answer> {
    let words: Vec<&str> = heard.text.split(' ').collect();
    let (best, ponder) = match words[..] {
        ["bestmove", best] => (best, None),
        ["bestmove", best, "ponder", ponder] => (best, Some(ponder.to_string())),
        _ => return None,
    };
    Some(Answer {
        best: (best != "(none)").then(|| best.to_string()),
        ponder,
        infos,
        taken: heard.at - asked,
    })
}
