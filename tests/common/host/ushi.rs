//! The host's side of a conversation in USHI, as ShatraBase conducts it.

use std::time::{Duration, Instant};

use super::{
    ConversationFault, EngineProcess, RESPONSE_TIMEOUT,
    info::{HostDialect, PvInfo, parse_info},
};

/// The SPN of the empty board that ShatraBase shows before a game.
pub const EMPTY_BOARD: &str = "9/1/7/7/7/7/7/7/1/9 w - - - - 1";

/// The answer to a `go` command.
pub struct UshiAnswer {
    /// The step that the engine plays, from `bestmove`.
    pub best: String,
    /// The `info` lines with a variation that arrived before the answer.
    pub infos: Vec<PvInfo>,
    /// The time from sending `go` to receiving `bestmove`.
    pub elapsed: Duration,
}

/// Starts an engine and completes the handshake: banner, `ushi`, the option `Shatra version`,
/// `isready`. `version` is the value of that option, which selects the rule set. Also returns how
/// long the first line took to arrive.
pub fn start_engine(version: u8) -> Result<(EngineProcess, Duration), ConversationFault> {
    let mut process = EngineProcess::start(&[]);
    let banner = process.next_line(RESPONSE_TIMEOUT)?;
    let time_to_first_line = banner.arrived_at - process.started_at;
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
    Ok((process, time_to_first_line))
}

/// Checks that the engine's first line, for which ShatraBase's engine tester waits, is not blank
/// and contains no word that the tester would take for a UCI reply.
pub fn check_banner(text: &str) -> Result<(), String> {
    let forbidden = ["uciok", "id", "option"];
    match forbidden.into_iter().find(|&word| text.contains(word)) {
        Some(word) => Err(format!("the banner {text:?} contains {word:?}")),
        None if text.trim().is_empty() => Err("the banner is empty".to_string()),
        None => Ok(()),
    }
}

/// Checks a line of the answer to `ushi`, up to `ushiok`. ShatraBase splits option lines at every
/// character that is not a letter, a digit or an underscore.
pub fn check_handshake_line(text: &str) -> Result<(), String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ' ';
    let Some(option) = text.strip_prefix("option name ") else {
        let is_allowed =
            text == "ushiok" || text.starts_with("id name ") || text.starts_with("id author ");
        return if is_allowed {
            Ok(())
        } else {
            Err(format!("{text:?} is not allowed before ushiok"))
        };
    };
    let (name, rest) = option
        .split_once(" type ")
        .ok_or_else(|| format!("{text:?} has no type"))?;
    let default = rest.find(" default ");
    let first_choice = rest.find(" var ");
    if name.is_empty() {
        return Err(format!("{text:?} has no name"));
    }
    if !option.chars().all(is_plain) {
        return Err(format!(
            "{text:?} contains characters at which ShatraBase splits the line"
        ));
    }
    if first_choice.is_some() && (default.is_none() || default > first_choice) {
        return Err(format!("{text:?}: default must come before var"));
    }
    Ok(())
}

/// Returns the lines that ShatraBase sends with every `go`, in one burst.
pub fn burst(spn: &str, go: &str) -> String {
    format!(
        "stop\nushinewgame\nisready\nsetoption name MultiPV value 1\nposition spn {spn}\n\
         setoption name USHI_AnalyseMode value false\n{go}"
    )
}

/// Requests one step in this position and then sends `stop`, as ShatraBase does after each answer.
/// Nothing may arrive before the `readyok` of this burst; this also shows that the `stop` sent
/// after the previous answer was not answered.
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

/// Reads the answer, up to `bestmove`.
pub fn read_answer(
    process: &mut EngineProcess,
    sent_at: Instant,
) -> Result<UshiAnswer, ConversationFault> {
    let mut infos = Vec::<PvInfo>::new();
    loop {
        let received = process.next_line(RESPONSE_TIMEOUT)?;
        if let Some(best) = received.text.strip_prefix("bestmove ") {
            let elapsed = received.arrived_at - sent_at;
            let best = best.to_string();
            return Ok(UshiAnswer {
                best,
                infos,
                elapsed,
            });
        }
        let info = parse_info(&received.text, HostDialect::Ushi)
            .map_err(|fault| format!("{fault} in {:?}", received.text));
        match info {
            Ok(Some(info)) => {
                let earlier = infos.last();
                if earlier.is_some_and(|earlier| earlier.time > info.time) {
                    return Err(ConversationFault::Protocol(
                        process.with_log("the time decreases"),
                    ));
                }
                infos.push(info);
            }
            Ok(None) if !received.text.contains("error") => {}
            Ok(None) => {
                return Err(ConversationFault::Protocol(
                    process.with_log("the engine reported an error"),
                ));
            }
            Err(fault) => return Err(ConversationFault::Protocol(process.with_log(&fault))),
        }
    }
}
