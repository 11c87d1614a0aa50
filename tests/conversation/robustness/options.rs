//! Options.

#[cfg(target_os = "linux")]
use super::machine::reserved;
use super::{
    boards,
    dialect::{Dialect, Setting},
    talk::{Conversation, each, each_that},
};
use crate::{
    host::{Fault, RESPONSE_TIMEOUT},
    slow::{Position, Variant},
};

/// An option as the engine declares it.
struct Declared {
    name: String,
    kind: String,
    /// The words after the kind.
    rest: Vec<String>,
}

impl Declared {
    fn number(&self, key: &str) -> i128 {
        let at = self.rest.iter().position(|word| word == key).unwrap();
        self.rest[at + 1].parse().unwrap()
    }
}

fn declared(talk: &mut Conversation) -> Result<Vec<Declared>, Fault> {
    talk.send(talk.dialect.handshake())?;
    let output = talk.read_handshake()?;
    let read = |line: &str| {
        let (name, kind) = line.strip_prefix("option ")?.split_once(" type ")?;
        let mut words = kind.split(' ').map(String::from);
        Some(Declared {
            name: name.strip_prefix("name ").unwrap_or(name).to_string(),
            kind: words.next()?,
            rest: words.collect(),
        })
    };
    Ok(output.iter().filter_map(|line| read(line)).collect())
}

/// Checks that each of these values is rejected with one line that names the option or the value,
/// and that searches are not affected.
fn are_refused(talk: &mut Conversation, name: &str, values: &[&str]) -> Result<(), Fault> {
    for value in values {
        talk.send(&talk.dialect.set_named(name, value))?;
        if name == "Shatra version" {
            talk.process
                .expect_line("version unsupported", RESPONSE_TIMEOUT)?;
            continue;
        }
        let error = talk.error("")?;
        talk.check(
            error.contains(name) && error.contains(value.trim()),
            "the error does not name option and value",
        )?;
    }
    Ok(())
}

#[test]
fn r49_impossible_hash_sizes_are_refused() {
    each(|talk| {
        let name = talk.dialect.name_of(Setting::Hash);
        let options = declared(talk)?;
        let max = options.iter().find(|option| option.name == name);
        let max = max.unwrap().number("max").to_string();
        talk.set(Setting::Hash, 64)?;
        talk.silent()?;
        let before = talk.ask("go depth 4")?.timeless();
        #[cfg(target_os = "linux")]
        let memory = reserved(talk.process.id());
        are_refused(
            talk,
            name,
            &["0", "-1", "lots", "1e3", "16 MB", "99999999999999999999"],
        )?;
        let above = format!("{max}0");
        are_refused(talk, name, &[&above])?;
        // Several terabytes, which no machine has.
        are_refused(talk, name, &[&max])?;
        talk.send(&talk.dialect.set(Setting::ClearHash, ""))?;
        let after = talk.ask("go depth 4")?.timeless();
        talk.check(before == after, "another table")?;
        #[cfg(target_os = "linux")]
        talk.check(
            reserved(talk.process.id()) + (8 << 10) >= memory,
            "the old table is lost",
        )?;
        Ok(())
    });
}

#[test]
fn r50_threads() {
    each(|talk| {
        let name = talk.dialect.name_of(Setting::Threads);
        let mut bad = vec!["-1", "999999", "two", "99999999999999999999"];
        // In UCCI, 0 leaves the choice to the engine.
        if talk.dialect != Dialect::Ucci {
            bad.push("0");
        }
        are_refused(talk, name, &bad)?;
        for threads in [1, 2, 3, 2, 1] {
            talk.set(Setting::Threads, threads)?;
            talk.ask("go depth 3")?;
            talk.place(&boards::chains())?;
            let sent_at = talk.send("go infinite")?;
            talk.set(Setting::Threads, threads + 1)?;
            talk.searching()?;
            talk.send("stop")?;
            talk.only_answer(sent_at)?;
            talk.place(&boards::start())?;
        }
        if talk.dialect == Dialect::Ucci {
            talk.set(Setting::Threads, 0)?;
            talk.ask("go depth 3")?;
        }
        Ok(())
    });
}

/// There are never more lines than legal turns, whatever the value of `MultiPV`.
#[test]
fn r51_more_lines_than_legal_turns() {
    each(|talk| {
        talk.set(Setting::MultiPv, 200)?;
        for position in [boards::few_turns(), boards::one_turn(), boards::win()] {
            talk.place(&position)?;
            let answer = talk.ask("go depth 3")?;
            if !talk.dialect.numbers_lines() {
                continue;
            }
            let turns = position.turns().len() as u64;
            for infos in answer.infos.chunk_by(|a, b| a.depth == b.depth) {
                let ranks = infos.iter().map(|info| info.multipv);
                talk.check(
                    ranks.eq((1..=turns).map(Some)),
                    &format!("not lines 1 to {turns}"),
                )?;
            }
        }
        Ok(())
    });
}

#[test]
fn r52_names_in_any_case_and_values_with_blanks() {
    each(|talk| {
        let dialect = talk.dialect;
        for name in [
            dialect.name_of(Setting::MultiPv).to_lowercase(),
            dialect.name_of(Setting::MultiPv).to_uppercase(),
        ] {
            for lines in ["2", " 1"] {
                talk.send(&dialect.set_named(&name, lines))?;
                talk.silent()?;
                let answer = talk.ask("go depth 2")?;
                let lines: u64 = lines.trim().parse().unwrap();
                let reported = answer.infos.iter().filter_map(|info| info.multipv).max();
                talk.check(
                    reported == Some(lines) || !dialect.numbers_lines(),
                    "another number of lines",
                )?;
            }
        }
        if dialect != Dialect::Ucci {
            for name in ["clear hash", "CLEAR   Hash", " Clear\tHASH "] {
                talk.send(&format!("setoption name {name}"))?;
                talk.silent()?;
            }
        }
        // A path that contains blanks and the word `value` is one value.
        let path = std::env::temp_dir().join("a value of  batyr.log");
        let declared = declared(talk)?;
        let is_declared = declared
            .iter()
            .any(|option| option.name == "Debug Log File");
        talk.send(&dialect.set_named("Debug Log File", &path.display().to_string()))?;
        let output = talk.ready()?;
        let is_text = |line: &String| line.starts_with(dialect.text());
        talk.check(
            output.len() <= 1 && output.iter().all(is_text),
            "not a text",
        )?;
        if is_declared {
            talk.check(output.is_empty(), "not accepted")?;
            talk.ask("go depth 2")?;
            let exists = path.exists();
            talk.send(&dialect.set_named("Debug Log File", "<empty>"))?;
            talk.silent()?;
            // The file may not exist, which the next check reports.
            let _ = std::fs::remove_file(&path);
            talk.check(exists, "no file by this name")?;
        }
        talk.ask("go depth 2").map(drop)
    });
}

/// The button makes the next search like the first one, whatever follows its name.
#[test]
fn r53_a_button_with_a_value() {
    each(|talk| {
        let first = talk.ask("go depth 5")?.timeless();
        let again = talk.ask("go depth 5")?.timeless();
        talk.check(first != again, "the table was not used")?;
        for value in ["%2", "true", "", "a value"] {
            talk.set(Setting::ClearHash, value)?;
            talk.silent()?;
            let answer = talk.ask("go depth 5")?.timeless();
            talk.check(answer == first, &format!("not cleared with {value:?}"))?;
        }
        Ok(())
    });
}

/// Every option rejects what its declaration does not allow.
#[test]
fn r54_values_out_of_range() {
    each(|talk| {
        let first = talk.ask("go depth 4")?.timeless();
        let options = declared(talk)?;
        talk.check(options.len() > 4, "too few options")?;
        for option in options {
            let bad = match option.kind.as_str() {
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
            let bad: Vec<_> = bad.iter().map(String::as_str).collect();
            are_refused(talk, &option.name, &bad)?;
            talk.send(&talk.dialect.set_named(&option.name, ""))?;
            if option.name != "Shatra version" {
                talk.error(&option.name)?;
            } else {
                talk.process
                    .expect_line("version unsupported", RESPONSE_TIMEOUT)?;
            }
        }
        talk.set(Setting::ClearHash, "")?;
        let again = talk.ask("go depth 4")?.timeless();
        talk.check(first == again, "a refused value had an effect")
    });
}

/// The running search keeps its transposition table, which is cleared when the search ends.
#[test]
fn r55_clearing_the_hash_while_searching() {
    each(|talk| {
        let first = talk.ask("go depth 5")?.timeless();
        let sent_at = talk.send("go infinite")?;
        talk.process.expect("info depth 3 ", RESPONSE_TIMEOUT)?;
        talk.set(Setting::ClearHash, "")?;
        talk.searching()?;
        talk.send("stop")?;
        talk.only_answer(sent_at)?;
        let again = talk.ask("go depth 5")?.timeless();
        talk.check(first == again, "not cleared")
    });
}

/// Other rules begin at their start position; unknown ones change nothing.
#[test]
fn r56_other_rules_with_a_position_set() {
    each(|talk| {
        talk.place(&boards::reply())?;
        talk.ask("go depth 2")?;
        let refuse = |talk: &mut Conversation| {
            let name = talk.dialect.name_of(Setting::Rules);
            are_refused(talk, name, &["chess", "0", "shatra original"])
        };
        refuse(talk)?;
        talk.ask("go depth 2")?;
        for variant in [Variant::Original, Variant::Shatra] {
            talk.choose(variant)?;
            is_at_start(talk, variant)?;
            refuse(talk)?;
            is_at_start(talk, variant)?;
        }
        // While a search runs, a change of rules waits for its end.
        talk.place(&boards::reply())?;
        let sent_at = talk.send("go infinite")?;
        talk.send(&talk.dialect.set_rules(Variant::Original))?;
        talk.searching()?;
        talk.send("stop")?;
        talk.answer(sent_at)?;
        let output = talk.ready()?;
        let expected: &[&str] = match talk.dialect {
            Dialect::Ushi => &["version supported"],
            Dialect::Uci | Dialect::Ucci => &[],
        };
        talk.check(output == expected, "unexpected output")?;
        talk.position = Position::start(Variant::Original);
        is_at_start(talk, Variant::Original)
    });
    each_that(
        |dialect| dialect != Dialect::Ushi,
        |talk| {
            for variant in Variant::ALL {
                talk.choose(variant)?;
                is_at_start(talk, variant)?;
            }
            Ok(())
        },
    );
}

/// Checks that each turn of the start position has its own `info` line.
fn is_at_start(talk: &mut Conversation, variant: Variant) -> Result<(), Fault> {
    talk.set(Setting::MultiPv, 256)?;
    let answer = talk.ask("go depth 1")?;
    talk.set(Setting::MultiPv, 1)?;
    let turns = Position::start(variant).turns().len();
    talk.check(
        answer.infos.len() == turns || !talk.dialect.numbers_lines(),
        &format!("not the {turns} turns of the start"),
    )
}
