//! The engine's options.

use super::{
    dialect::{HostDialect, Setting},
    examples,
    refereed_engine::{RefereedEngine, in_dialects_where, in_each_dialect},
};
#[cfg(target_os = "linux")]
use crate::program::memory_kilobytes;
use crate::{
    host::{ConversationFault, RESPONSE_TIMEOUT},
    slow::{Position, RuleSet},
};

/// An option as the engine declares it.
struct DeclaredOption {
    name: String,
    /// The type, such as `spin`.
    option_type: String,
    /// The words after the type.
    rest: Vec<String>,
}

impl DeclaredOption {
    /// Returns the number that follows this key.
    fn number(&self, key: &str) -> i128 {
        let index = self.rest.iter().position(|word| word == key).unwrap();
        self.rest[index + 1].parse().unwrap()
    }
}

/// Performs the handshake and returns the options that the engine declares.
fn declared_options(engine: &mut RefereedEngine) -> Result<Vec<DeclaredOption>, ConversationFault> {
    engine.send(engine.dialect.handshake())?;
    let output = engine.read_handshake()?;
    let parse = |line: &str| {
        let (name, declaration) = line.strip_prefix("option ")?.split_once(" type ")?;
        let mut words = declaration.split(' ').map(String::from);
        Some(DeclaredOption {
            name: name.strip_prefix("name ").unwrap_or(name).to_string(),
            option_type: words.next()?,
            rest: words.collect(),
        })
    };
    Ok(output.iter().filter_map(|line| parse(line)).collect())
}

/// Checks that each of these values is rejected with one error that names the option and the value.
fn expect_values_refused(
    engine: &mut RefereedEngine,
    name: &str,
    values: &[&str],
) -> Result<(), ConversationFault> {
    for value in values {
        engine.send(&engine.dialect.set_named(name, value))?;
        if name == "Shatra version" {
            engine
                .process
                .expect_line("version unsupported", RESPONSE_TIMEOUT)?;
            continue;
        }
        let error = engine.expect_error("")?;
        engine.check(
            error.contains(name) && error.contains(value.trim()),
            "the error does not name the option and the value",
        )?;
    }
    Ok(())
}

#[test]
fn r49_impossible_hash_sizes_are_refused() {
    in_each_dialect(|engine| {
        let name = engine.dialect.option_name(Setting::Hash);
        let options = declared_options(engine)?;
        let max = options.iter().find(|option| option.name == name);
        let max = max.unwrap().number("max").to_string();
        engine.set(Setting::Hash, 64)?;
        engine.expect_silence()?;
        let before = engine.ask("go depth 4")?.without_times();
        #[cfg(target_os = "linux")]
        let memory_before = memory_kilobytes(engine.process.id(), "VmSize");
        expect_values_refused(
            engine,
            name,
            &["0", "-1", "lots", "1e3", "16 MB", "99999999999999999999"],
        )?;
        let too_large = format!("{max}0");
        expect_values_refused(engine, name, &[&too_large])?;
        // The maximum is several terabytes, more than any machine has.
        expect_values_refused(engine, name, &[&max])?;
        engine.send(&engine.dialect.set(Setting::ClearHash, ""))?;
        let after = engine.ask("go depth 4")?.without_times();
        engine.check(before == after, "the table has changed")?;
        #[cfg(target_os = "linux")]
        engine.check(
            memory_kilobytes(engine.process.id(), "VmSize") + (8 << 10) >= memory_before,
            "the old table was freed",
        )?;
        Ok(())
    });
}

#[test]
fn r50_threads() {
    in_each_dialect(|engine| {
        let name = engine.dialect.option_name(Setting::Threads);
        let mut invalid = vec!["-1", "999999", "two", "99999999999999999999"];
        // In UCCI, 0 lets the engine choose.
        if engine.dialect != HostDialect::Ucci {
            invalid.push("0");
        }
        expect_values_refused(engine, name, &invalid)?;
        for threads in [1, 2, 3, 2, 1] {
            engine.set(Setting::Threads, threads)?;
            engine.ask("go depth 3")?;
            engine.set_position(&examples::only_chains())?;
            let sent_at = engine.send("go infinite")?;
            engine.set(Setting::Threads, threads + 1)?;
            engine.expect_searching()?;
            engine.send("stop")?;
            engine.expect_only_answer(sent_at)?;
            engine.set_position(&examples::start())?;
        }
        if engine.dialect == HostDialect::Ucci {
            engine.set(Setting::Threads, 0)?;
            engine.ask("go depth 3")?;
        }
        Ok(())
    });
}

/// The engine never reports more variations than there are legal turns, whatever `MultiPV` is.
#[test]
fn r51_more_variations_than_legal_turns() {
    in_each_dialect(|engine| {
        engine.set(Setting::MultiPv, 200)?;
        for position in [
            examples::few_turns(),
            examples::one_legal_turn(),
            examples::win_in_one(),
        ] {
            engine.set_position(&position)?;
            let answer = engine.ask("go depth 3")?;
            if !engine.dialect.numbers_variations() {
                continue;
            }
            let turns = position.turns().len() as u64;
            for infos in answer.infos.chunk_by(|a, b| a.depth == b.depth) {
                let numbers = infos.iter().map(|info| info.multipv);
                engine.check(
                    numbers.eq((1..=turns).map(Some)),
                    &format!("the variations are not numbered from 1 to {turns}"),
                )?;
            }
        }
        Ok(())
    });
}

#[test]
fn r52_names_in_any_case_and_values_with_spaces() {
    in_each_dialect(|engine| {
        let dialect = engine.dialect;
        for name in [
            dialect.option_name(Setting::MultiPv).to_lowercase(),
            dialect.option_name(Setting::MultiPv).to_uppercase(),
        ] {
            for count in ["2", " 1"] {
                engine.send(&dialect.set_named(&name, count))?;
                engine.expect_silence()?;
                let answer = engine.ask("go depth 2")?;
                let count: u64 = count.trim().parse().unwrap();
                let reported = answer.infos.iter().filter_map(|info| info.multipv).max();
                engine.check(
                    reported == Some(count) || !dialect.numbers_variations(),
                    "wrong number of variations",
                )?;
            }
        }
        if dialect != HostDialect::Ucci {
            for name in ["clear hash", "CLEAR   Hash", " Clear\tHASH "] {
                engine.send(&format!("setoption name {name}"))?;
                engine.expect_silence()?;
            }
        }
        // A path may contain spaces and the word `value`.
        let path = std::env::temp_dir().join("a value of  batyr.log");
        let declared = declared_options(engine)?;
        let is_declared = declared
            .iter()
            .any(|option| option.name == "Debug Log File");
        engine.send(&dialect.set_named("Debug Log File", &path.display().to_string()))?;
        let output = engine.wait_until_ready()?;
        let is_message = |line: &String| line.starts_with(dialect.message_prefix());
        engine.check(
            output.len() <= 1 && output.iter().all(is_message),
            "expected at most one message",
        )?;
        if is_declared {
            engine.check(output.is_empty(), "the path was not accepted")?;
            engine.ask("go depth 2")?;
            let exists = path.exists();
            engine.send(&dialect.set_named("Debug Log File", "<empty>"))?;
            engine.expect_silence()?;
            // If the file does not exist, the next check fails.
            let _ = std::fs::remove_file(&path);
            engine.check(exists, "there is no file with this name")?;
        }
        engine.ask("go depth 2").map(drop)
    });
}

/// After the button is pressed, a search gives the same result as the first one, whatever follows
/// the button's name.
#[test]
fn r53_a_button_with_a_value() {
    in_each_dialect(|engine| {
        let first = engine.ask("go depth 5")?.without_times();
        let again = engine.ask("go depth 5")?.without_times();
        engine.check(first != again, "the second search did not use the table")?;
        for value in ["%2", "true", "", "a value"] {
            engine.set(Setting::ClearHash, value)?;
            engine.expect_silence()?;
            let answer = engine.ask("go depth 5")?.without_times();
            engine.check(
                answer == first,
                &format!("{value:?} keeps the table from being cleared"),
            )?;
        }
        Ok(())
    });
}

/// Every option rejects the values that its declaration does not allow.
#[test]
fn r54_values_out_of_range() {
    in_each_dialect(|engine| {
        let first = engine.ask("go depth 4")?.without_times();
        let options = declared_options(engine)?;
        engine.check(options.len() > 4, "too few options")?;
        for option in options {
            let invalid = match option.option_type.as_str() {
                "spin" => vec![
                    (option.number("min") - 1).to_string(),
                    (option.number("max") + 1).to_string(),
                    "99999999999999999999".to_string(),
                    "some".to_string(),
                    "1.5".to_string(),
                ],
                "check" => ["perhaps", "2"].map(String::from).to_vec(),
                "combo" => ["chess", "0", "3"].map(String::from).to_vec(),
                _ => continue,
            };
            let invalid: Vec<_> = invalid.iter().map(String::as_str).collect();
            expect_values_refused(engine, &option.name, &invalid)?;
            engine.send(&engine.dialect.set_named(&option.name, ""))?;
            if option.name != "Shatra version" {
                engine.expect_error(&option.name)?;
            } else {
                engine
                    .process
                    .expect_line("version unsupported", RESPONSE_TIMEOUT)?;
            }
        }
        engine.set(Setting::ClearHash, "")?;
        let again = engine.ask("go depth 4")?.without_times();
        engine.check(first == again, "a rejected value had an effect")
    });
}

/// The transposition table is cleared only when the running search ends.
#[test]
fn r55_clearing_the_hash_while_searching() {
    in_each_dialect(|engine| {
        let first = engine.ask("go depth 5")?.without_times();
        let sent_at = engine.send("go infinite")?;
        engine.process.skip_to("info depth 3 ", RESPONSE_TIMEOUT)?;
        engine.set(Setting::ClearHash, "")?;
        engine.expect_searching()?;
        engine.send("stop")?;
        engine.expect_only_answer(sent_at)?;
        let again = engine.ask("go depth 5")?.without_times();
        engine.check(first == again, "the table was not cleared")
    });
}

/// Selecting a rule set also sets its start position. Selecting an unknown one changes nothing.
#[test]
fn r56_changing_the_rules_with_a_position_set() {
    in_each_dialect(|engine| {
        engine.set_position(&examples::after_first_turn())?;
        engine.ask("go depth 2")?;
        let check_unknown_rules = |engine: &mut RefereedEngine| {
            let name = engine.dialect.option_name(Setting::Rules);
            expect_values_refused(engine, name, &["chess", "0", "shatra original"])
        };
        check_unknown_rules(engine)?;
        engine.ask("go depth 2")?;
        for rule_set in [RuleSet::Original, RuleSet::Extended] {
            engine.select_rules(rule_set)?;
            expect_start_position(engine, rule_set)?;
            check_unknown_rules(engine)?;
            expect_start_position(engine, rule_set)?;
        }
        // A change of the rules during a search takes effect when the search ends.
        engine.set_position(&examples::after_first_turn())?;
        let sent_at = engine.send("go infinite")?;
        engine.send(&engine.dialect.set_rules(RuleSet::Original))?;
        engine.expect_searching()?;
        engine.send("stop")?;
        engine.expect_answer(sent_at)?;
        let output = engine.wait_until_ready()?;
        let expected: &[&str] = match engine.dialect {
            HostDialect::Ushi => &["version supported"],
            HostDialect::Uci | HostDialect::Ucci => &[],
        };
        engine.check(output == expected, "unexpected output")?;
        engine.position = Position::start(RuleSet::Original);
        expect_start_position(engine, RuleSet::Original)
    });
    in_dialects_where(
        |dialect| dialect != HostDialect::Ushi,
        |engine| {
            for rule_set in RuleSet::ALL {
                engine.select_rules(rule_set)?;
                expect_start_position(engine, rule_set)?;
            }
            Ok(())
        },
    );
}

/// Checks that the engine's position is the start position of this rule set: a search with
/// `MultiPV` reports one variation for each legal turn.
fn expect_start_position(
    engine: &mut RefereedEngine,
    rule_set: RuleSet,
) -> Result<(), ConversationFault> {
    engine.set(Setting::MultiPv, 256)?;
    let answer = engine.ask("go depth 1")?;
    engine.set(Setting::MultiPv, 1)?;
    let turns = Position::start(rule_set).turns().len();
    engine.check(
        answer.infos.len() == turns || !engine.dialect.numbers_variations(),
        &format!("expected {turns} variations"),
    )
}
