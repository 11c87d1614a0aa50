//! A USHI host's side of the conversation, in the manner of ShatraBase.

use std::time::{Duration, Instant};

use super::{
    ConversationFault, EngineProcess, RESPONSE_TIMEOUT,
    info::{HostDialect, PvInfo, parse_info},
};

/// The empty board that the GUI shows before a game.
pub const EMPTY: &str = "9/1/7/7/7/7/7/7/1/9 w - - - - 1";

/// The answer to a `go`.
pub struct UshiAnswer {
    pub best: String,
    /// The `info` lines with a variation that arrived before the move.
    pub infos: Vec<PvInfo>,
    /// The time from sending `go` to receiving `bestmove`.
    pub elapsed: Duration,
}

/// Starts an engine and completes the handshake: banner, `ushi`, version, `isready`. Also returns
/// the time to the first line.
pub fn open(version: u8) -> Result<(EngineProcess, Duration), ConversationFault> {
    let mut process = EngineProcess::start(&[]);
    let banner = process.next_line(RESPONSE_TIMEOUT)?;
    let to_first_line = banner.at - process.started;
    check_banner(&banner.text).map_err(ConversationFault::Protocol)?;
    process.send("ushi")?;
    for received in process.read_until("ushiok", RESPONSE_TIMEOUT)? {
        check_handshake_line(&received.text)
            .map_err(|fault| ConversationFault::Protocol(process.with_log(&fault)))?;
    }
    process.send(&format!(
        "setoption name Shatra version value {version}\nisready"
    ))?;
    process.expect_line("version supported", RESPONSE_TIMEOUT)?;
    process.expect_line("readyok", RESPONSE_TIMEOUT)?;
    Ok((process, to_first_line))
}

/// Checks the line that ShatraBase's engine tester waits for.
pub fn check_banner(text: &str) -> Result<(), String> {
    let bad = ["uciok", "id", "option"];
    match bad.into_iter().find(|&word| text.contains(word)) {
        Some(word) => Err(format!("the banner {text:?} contains {word:?}")),
        None if text.trim().is_empty() => Err("the banner is empty".to_string()),
        None => Ok(()),
    }
}

/// Checks a line between `ushi` and `ushiok`. The GUI cuts option lines at any character other
/// than a letter, digit or underscore.
pub fn check_handshake_line(text: &str) -> Result<(), String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ' ';
    let Some(option) = text.strip_prefix("option name ") else {
        let is_allowed =
            text == "ushiok" || text.starts_with("id name ") || text.starts_with("id author ");
        return if is_allowed {
            Ok(())
        } else {
            Err(format!("{text:?} before ushiok"))
        };
    };
    let (name, rest) = option.split_once(" type ").ok_or("no type")?;
    let default = rest.find(" default ");
    let first_choice = rest.find(" var ");
    if !option.chars().all(is_plain) || name.is_empty() {
        return Err(format!(
            "{text:?} has characters at which the GUI cuts the line"
        ));
    }
    if first_choice.is_some() && (default.is_none() || default > first_choice) {
        return Err(format!("{text:?}: default must come before var"));
    }
    Ok(())
}

/// Returns the lines that the GUI sends with every `go`, in one burst.
pub fn burst(spn: &str, go: &str) -> String {
    format!(
        "stop\nushinewgame\nisready\nsetoption name MultiPV value 1\nposition spn {spn}\n\
         setoption name USHI_AnalyseMode value false\n{go}"
    )
}

/// Requests one jump in this position and sends the `stop` that the GUI sends after each answer.
/// The engine must be silent until this burst's `readyok`, which proves that `stop` had no answer
/// either.
pub fn ask(
    process: &mut EngineProcess,
    spn: &str,
    go: &str,
) -> Result<UshiAnswer, ConversationFault> {
    let sent_at = process.send(&burst(spn, go))?;
    process.expect_line("readyok", RESPONSE_TIMEOUT)?;
    let answer = read_answer(process, sent_at)?;
    process.send("stop")?;
    Ok(answer)
}

/// Reads up to `bestmove`.
pub fn read_answer(
    process: &mut EngineProcess,
    sent_at: Instant,
) -> Result<UshiAnswer, ConversationFault> {
    let mut infos = Vec::<PvInfo>::new();
    loop {
        let received = process.next_line(RESPONSE_TIMEOUT)?;
        if let Some(best) = received.text.strip_prefix("bestmove ") {
            let elapsed = received.at - sent_at;
            let best = best.to_string();
            return Ok(UshiAnswer {
                best,
                infos,
                elapsed,
            });
        }
        let wrong = |fault: &str| format!("{fault} in {:?}", received.text);
        let read = parse_info(&received.text, HostDialect::Ushi).map_err(|fault| wrong(&fault));
        match read {
            Ok(Some(info)) => {
                let earlier = infos.last();
                if earlier.is_some_and(|earlier| earlier.time > info.time) {
                    return Err(ConversationFault::Protocol(
                        process.with_log("time goes backwards"),
                    ));
                }
                infos.push(info);
            }
            Ok(None) if !received.text.contains("error") => {}
            Ok(None) => {
                return Err(ConversationFault::Protocol(
                    process.with_log("an error is reported"),
                ));
            }
            Err(fault) => return Err(ConversationFault::Protocol(process.with_log(&fault))),
        }
    }
}
