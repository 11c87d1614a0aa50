//! Invalid input in UCI is rejected with a line that names the invalid token, the previous position
//! is kept, and the conversation continues.

use crate::host::{
    ConversationFault, EngineProcess,
    uci::{ask, start_engine, wait_until_ready},
};
use crate::slow::{Position, RuleSet, fixture};
use crate::support::Random;

/// The bytes that random edits insert into an SPN or a move list.
const EDIT_BYTES: &[u8] = b"QRBKSqrbksyuip!123456789/-wbTt 0x:=()Zz#?%\xC3\xA4";

/// The outcome of a `position` command.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Accepted,
    Refused(String),
}

/// Sends a `position` command; returns whether it was accepted, and the SPN of the engine's
/// position afterwards.
fn set_position(
    process: &mut EngineProcess,
    command: &str,
) -> Result<(Outcome, String), ConversationFault> {
    process.send(command)?;
    let errors = wait_until_ready(process)?;
    process.send("d")?;
    let shown = wait_until_ready(process)?;
    let spn = shown.iter().find_map(|line| line.strip_prefix("SPN: "));
    let spn = spn.ok_or_else(|| {
        ConversationFault::Protocol(process.with_log("the output of d has no SPN"))
    })?;
    let outcome = match &errors[..] {
        [] => Outcome::Accepted,
        [one] if one.starts_with("info string error: position: ") => Outcome::Refused(one.clone()),
        _ => {
            return Err(ConversationFault::Protocol(
                process.with_log("expected at most one error line"),
            ));
        }
    };
    Ok((outcome, spn.to_string()))
}

/// Checks that a search returns a legal turn of the engine's current position, given by its SPN, or
/// no turn if there is none.
fn check_search(
    process: &mut EngineProcess,
    rule_set: RuleSet,
    spn: &str,
) -> Result<(), ConversationFault> {
    let answer = ask(process, "go depth 1")?;
    let illegal =
        |fault: &str| ConversationFault::Illegal(process.with_log(&format!("{fault} in {spn}")));
    let position = Position::from_spn(rule_set, spn).map_err(|fault| illegal(&fault))?;
    match answer.best {
        None if position.turns().is_empty() => Ok(()),
        Some(best) if position.find_turn(&best).is_some() => Ok(()),
        best => Err(illegal(&format!("{best:?}"))),
    }
}

/// Returns the text after one or two random edits: a byte is replaced, removed or inserted, two
/// bytes are swapped, or a word is removed or repeated.
fn edited(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(2) {
        let index = random.below(bytes.len().max(1));
        let byte = *random.choose(EDIT_BYTES).unwrap();
        match random.below(6) {
            0 | 1 if index < bytes.len() => bytes[index] = byte,
            2 if index < bytes.len() => drop(bytes.remove(index)),
            3 => bytes.insert(index.min(bytes.len()), byte),
            4 if index + 1 < bytes.len() => bytes.swap(index, index + 1),
            _ => {
                let mut words: Vec<_> = bytes
                    .split(|&byte| byte == b' ')
                    .map(<[u8]>::to_vec)
                    .collect();
                let index = random.below(words.len());
                let word = words.remove(index);
                if random.once_in(2) {
                    words.splice(index..index, [word.clone(), word]);
                }
                bytes = words.join(&b' ');
            }
        }
    }
    // Invalid UTF-8 is covered by the tests of the protocol crate.
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Edits the SPNs of a fixture file. The engine and the slow reference implementation must accept
/// the same SPNs as the same positions.
fn check_edited_spns(rule_set: RuleSet, edits: usize, seed: u64) -> Result<(), ConversationFault> {
    let mut random = Random::new(seed);
    let spns = fixture::lines("steps", rule_set);
    let mut process = start_engine(rule_set.id())?;
    let (_, mut current) = set_position(&mut process, "position startpos")?;
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..edits {
        let spn = edited(&random.choose(&spns).unwrap()[0], &mut random);
        let (outcome, shown) = set_position(&mut process, &format!("position fen {spn}"))?;
        let expected = Position::from_spn(rule_set, &spn);
        let fault = match (&outcome, expected) {
            (Outcome::Accepted, Ok(expected)) if shown != expected.to_spn() => {
                "parsed as a different position"
            }
            (Outcome::Accepted, Err(_)) => "accepted although invalid",
            // The reference implementation accepts higher counters than the engine.
            (Outcome::Refused(error), Ok(_)) if error.contains("to 65535") => "",
            (Outcome::Refused(_), Ok(_)) => "refused although valid",
            (Outcome::Refused(_), _) if shown != current => "refused, but the position changed",
            _ => "",
        };
        if !fault.is_empty() {
            return Err(ConversationFault::Protocol(
                process.with_log(&format!("{fault}: {spn}")),
            ));
        }
        match outcome {
            Outcome::Accepted => accepted += 1,
            Outcome::Refused(_) => refused += 1,
        }
        current = shown;
        check_search(&mut process, rule_set, &current)?;
    }
    assert!(
        accepted > 0 && refused > accepted,
        "{accepted} accepted, {refused} refused"
    );
    println!("{}: {accepted} accepted, {refused} refused", rule_set.id());
    process.quit().map(drop)
}

/// Edits lists of legal turns. Each list must be accepted or rejected as a whole.
fn check_edited_turns(rule_set: RuleSet, edits: usize, seed: u64) -> Result<(), ConversationFault> {
    let mut random = Random::new(seed);
    let mut process = start_engine(rule_set.id())?;
    let (_, mut current) = set_position(&mut process, "position startpos")?;
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..edits {
        let mut position = Position::start(rule_set);
        let mut turns = Vec::new();
        for _ in 0..1 + random.below(16) {
            let Some(turn) = random.choose(&position.turns()).cloned() else {
                break;
            };
            position = position.play(&turn);
            turns.push(turn.text());
        }
        let legal_command = format!("position startpos moves {}", turns.join(" "));
        let list = edited(&turns.join(" "), &mut random);
        let (outcome, shown) =
            set_position(&mut process, &format!("position startpos moves {list}"))?;
        match outcome {
            Outcome::Refused(error) => {
                refused += 1;
                assert_eq!(shown, current, "refused, but the position changed: {list}");
                let is_named = |word: &str| error.contains(&format!("{word:?}"));
                assert!(list.split_whitespace().any(is_named), "{list}: {error}");
            }
            Outcome::Accepted => accepted += 1,
        }
        // If the list ends the game, there is nothing to search.
        if shown.contains('K') && shown.contains('k') {
            check_search(&mut process, rule_set, &shown)?;
        }
        let (outcome, shown) = set_position(&mut process, &legal_command)?;
        assert_eq!(
            (outcome, &shown),
            (Outcome::Accepted, &position.to_spn()),
            "{legal_command}"
        );
        current = shown;
    }
    assert!(refused > accepted, "{accepted} accepted, {refused} refused");
    println!("{}: {accepted} accepted, {refused} refused", rule_set.id());
    process.quit().map(drop)
}

#[test]
fn edited_positions_are_accepted_or_refused_correctly() {
    for (rule_set, seed) in [(RuleSet::Extended, 1), (RuleSet::Original, 2)] {
        check_edited_spns(rule_set, 200, seed).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

#[test]
fn edited_turns_are_accepted_or_refused_correctly() {
    for (rule_set, seed) in RuleSet::ALL.into_iter().zip(3..) {
        check_edited_turns(rule_set, 60, seed).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

#[test]
#[ignore = "slow: 20,000 edits"]
fn many_edits_are_accepted_or_refused_correctly() {
    for (rule_set, seed) in RuleSet::ALL.into_iter().zip(11..) {
        if matches!(rule_set, RuleSet::Extended | RuleSet::Original) {
            check_edited_spns(rule_set, 6_000, seed).unwrap_or_else(|fault| panic!("{fault}"));
        }
        check_edited_turns(rule_set, 2_000, seed).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

/// Each error names the invalid token.
#[test]
fn errors_name_the_invalid_token() {
    let invalid = [
        ("fen foo", "\"foo\""),
        ("fen 9/K/7/7/7/7/7/7/k w", "9/K/7/7/7/7/7/7/k"),
        ("fen 9/K/7/7/8/7/7/7/k/9 w", "\"8\""),
        ("fen 9/K/7/7/7/7/7/7/k/8 w", "\"8\""),
        ("fen 9/K/7/7/6x/7/7/7/k/9 w", "'x'"),
        ("fen 9/K/7/7/6!/7/7/7/k/9 w", "'!'"),
        ("fen 9/1/7/7/7/7/7/7/s/9 w", "White has 0 biys"),
        ("fen 9/K/7/7/k6/7/7/7/k/9 w", "Black has 2 biys"),
        ("fen QQ7/K/7/7/7/7/7/7/k/9 w", "\"Q\""),
        ("fen 9/K/7/7/7/7/7/7/k/9", "side to move"),
        ("fen 9/K/7/7/7/7/7/7/k/9 x", "\"x\""),
        ("fen 9/K/7/7/7/7/7/7/k/9 w tT", "\"tT\""),
        ("fen 9/K/7/7/7/7/7/7/k/9 w - 63", "\"63\""),
        ("fen 9/K/7/7/7/7/7/7/k/9 w - 5", "transit square 5"),
        ("fen 9/K/7/7/7/7/7/7/k/9 w - - 0", "\"0\""),
        ("fen 9/K/7/7/7/7/7/7/k/9 w - - - -5", "\"-5\""),
        ("fen 9/K/7/7/7/7/7/7/k/9 w - - - - 0", "\"0\""),
        ("fen 9/K/7/7/7/7/7/7/k/9 w - - - - 1 more", "\"more\""),
        ("fen 9/K/7/7/p6/7/7/7/k/9 w", "'p'"),
        ("startpos moves a5-a8", "\"a5-a8\""),
        ("startpos moves a5-a6 a10-a9 a6-a8 d10-d9", "\"a6-a8\""),
        ("startpos moves a5", "\"a5\""),
        ("startpos moves a5-a6=X", "\"a5-a6=X\""),
        ("startpos moves a5-a15", "\"a5-a15\""),
        ("startpos moves 99-1", "\"99-1\""),
    ];
    let run = || -> Result<(), ConversationFault> {
        let mut process = start_engine("shatra")?;
        let (_, before) = set_position(&mut process, "position startpos moves b5-b6 b10-b9")?;
        for (command, token) in invalid {
            let (outcome, shown) = set_position(&mut process, &format!("position {command}"))?;
            let Outcome::Refused(error) = outcome else {
                panic!("{command} was accepted");
            };
            assert!(error.contains(token), "{command}: {error}");
            assert!(error.contains("expected"), "{command}: {error}");
            assert_eq!(shown, before, "{command}");
        }
        check_search(&mut process, RuleSet::Extended, &before)?;
        process.quit().map(drop)
    };
    run().unwrap_or_else(|fault| panic!("{fault}"));
}

/// Lines that are not valid UTF-8, and those that are not commands, are reported and skipped.
#[test]
fn invalid_lines_are_reported_and_skipped() {
    let run = || -> Result<(), ConversationFault> {
        let mut process = start_engine("shatra")?;
        process.send_bytes(b"\xFF\xFE\n\n \t \r\nfoo bar\r\x00\xC3\n")?;
        let errors = wait_until_ready(&mut process)?;
        let is_error = |line: &String| line.starts_with("info string error: ");
        assert!(
            errors.len() >= 3 && errors.iter().all(is_error),
            "{errors:?}"
        );
        process.send_bytes(b"\t position   startpos\tmoves  a5-a6 \r\n")?;
        let (_, shown) = set_position(&mut process, "")?;
        assert!(shown.contains(" b Tt "), "{shown}");
        process.quit().map(drop)
    };
    run().unwrap_or_else(|fault| panic!("{fault}"));
}
