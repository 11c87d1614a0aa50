//! A UCI host's side of the conversation.

use std::time::{Duration, Instant};

use super::{
    ConversationFault, EngineProcess, RESPONSE_TIMEOUT, ReceivedLine,
    info::{HostDialect, PvInfo, parse_info},
};

/// The answer to a `go`.
#[derive(Debug)]
pub struct UciAnswer {
    /// The move; `None` for `(none)`.
    pub best: Option<String>,
    pub ponder: Option<String>,
    /// The `info` lines with a variation that arrived before the move.
    pub infos: Vec<PvInfo>,
    /// The time from sending `go` to receiving `bestmove`.
    pub elapsed: Duration,
}

/// Starts an engine and completes the handshake.
pub fn start_engine(variant: &str) -> Result<EngineProcess, ConversationFault> {
    let mut process = EngineProcess::start(&[]);
    process.send("uci")?;
    process.skip_to("uciok", RESPONSE_TIMEOUT)?;
    process.send(&format!("setoption name UCI_Variant value {variant}"))?;
    wait_until_ready(&mut process)?;
    Ok(process)
}

/// Waits until everything sent has taken effect; returns the lines that arrived meanwhile.
pub fn wait_until_ready(process: &mut EngineProcess) -> Result<Vec<String>, ConversationFault> {
    process.send("isready")?;
    let mut lines = process.read_until("readyok", RESPONSE_TIMEOUT)?;
    lines.pop();
    Ok(lines.into_iter().map(|received| received.text).collect())
}

/// Like [`wait_until_ready`], but returns a fault if a line arrived.
pub fn expect_silence(process: &mut EngineProcess) -> Result<(), ConversationFault> {
    process.send("isready")?;
    process.expect_line("readyok", RESPONSE_TIMEOUT)?;
    Ok(())
}

/// Sends a `go` and reads its answer.
pub fn ask(process: &mut EngineProcess, go: &str) -> Result<UciAnswer, ConversationFault> {
    let sent_at = process.send(go)?;
    read_answer(process, sent_at)
}

/// Reads up to `bestmove`, before which only `info` lines are allowed.
pub fn read_answer(
    process: &mut EngineProcess,
    sent_at: Instant,
) -> Result<UciAnswer, ConversationFault> {
    let mut infos = Vec::<PvInfo>::new();
    loop {
        let received = process.next_line(RESPONSE_TIMEOUT)?;
        if received.text.starts_with("bestmove ") {
            return best_move(&received, infos, sent_at)
                .ok_or_else(|| ConversationFault::Protocol(process.with_log("not a bestmove")));
        }
        if received.text == "info depth 0 score mate 0" {
            continue;
        }
        match parse_info(&received.text, HostDialect::Uci) {
            Ok(Some(info)) => {
                if infos.last().is_some_and(|earlier| earlier.time > info.time) {
                    return Err(ConversationFault::Protocol(
                        process.with_log("time goes backwards"),
                    ));
                }
                infos.push(info);
            }
            Ok(None) => {}
            Err(fault) => {
                let fault = format!("{fault} in {:?}", received.text);
                return Err(ConversationFault::Protocol(process.with_log(&fault)));
            }
        }
    }
}

fn best_move(received: &ReceivedLine, infos: Vec<PvInfo>, sent_at: Instant) -> Option<UciAnswer> {
    let words: Vec<&str> = received.text.split(' ').collect();
    let (best, ponder) = match words[..] {
        ["bestmove", best] => (best, None),
        ["bestmove", best, "ponder", ponder] => (best, Some(ponder.to_string())),
        _ => return None,
    };
    Some(UciAnswer {
        best: (best != "(none)").then(|| best.to_string()),
        ponder,
        infos,
        elapsed: received.at - sent_at,
    })
}
