//! The host's side of a conversation in UCI.

use std::time::{Duration, Instant};

use super::{
    ConversationFault, EngineProcess, RESPONSE_TIMEOUT, ReceivedLine,
    info::{HostDialect, PvInfo, parse_info},
};

/// The answer to a `go` command.
#[derive(Debug)]
pub struct UciAnswer {
    /// The move; `None` for `(none)`.
    pub best: Option<String>,
    /// The move to ponder on, if there is one.
    pub ponder: Option<String>,
    /// The `info` lines with a variation that arrived before the answer.
    pub infos: Vec<PvInfo>,
    /// The time from sending `go` to receiving `bestmove`.
    pub elapsed: Duration,
}

/// Starts an engine, completes the handshake and selects the variant.
pub fn start_engine(variant: &str) -> Result<EngineProcess, ConversationFault> {
    let mut process = EngineProcess::start(&[]);
    process.send("uci")?;
    process.skip_to("uciok", RESPONSE_TIMEOUT)?;
    process.send(&format!("setoption name UCI_Variant value {variant}"))?;
    wait_until_ready(&mut process)?;
    Ok(process)
}

/// Sends `isready` and waits for `readyok`, when all earlier commands have taken effect. Returns
/// the lines that arrived before it.
pub fn wait_until_ready(process: &mut EngineProcess) -> Result<Vec<String>, ConversationFault> {
    process.send("isready")?;
    let mut lines = process.read_until("readyok", RESPONSE_TIMEOUT)?;
    lines.pop();
    Ok(lines.into_iter().map(|received| received.text).collect())
}

/// Like [`wait_until_ready`], but returns a fault if a line arrives before `readyok`.
pub fn expect_silence(process: &mut EngineProcess) -> Result<(), ConversationFault> {
    process.send("isready")?;
    process.expect_line("readyok", RESPONSE_TIMEOUT)?;
    Ok(())
}

/// Sends a `go` command and reads the answer.
pub fn ask(process: &mut EngineProcess, go: &str) -> Result<UciAnswer, ConversationFault> {
    let sent_at = process.send(go)?;
    read_answer(process, sent_at)
}

/// Reads the answer, up to `bestmove`. Only `info` lines are allowed before it.
pub fn read_answer(
    process: &mut EngineProcess,
    sent_at: Instant,
) -> Result<UciAnswer, ConversationFault> {
    let mut infos = Vec::<PvInfo>::new();
    loop {
        let received = process.next_line(RESPONSE_TIMEOUT)?;
        if received.text.starts_with("bestmove ") {
            return parse_best_move(&received, infos, sent_at).ok_or_else(|| {
                ConversationFault::Protocol(process.with_log("invalid bestmove line"))
            });
        }
        if received.text == "info depth 0 score mate 0" {
            continue;
        }
        match parse_info(&received.text, HostDialect::Uci) {
            Ok(Some(info)) => {
                if infos.last().is_some_and(|earlier| earlier.time > info.time) {
                    return Err(ConversationFault::Protocol(
                        process.with_log("the time decreases"),
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

fn parse_best_move(
    received: &ReceivedLine,
    infos: Vec<PvInfo>,
    sent_at: Instant,
) -> Option<UciAnswer> {
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
        elapsed: received.arrived_at - sent_at,
    })
}
