//! The tables of options agree with the engine's declarations.

use std::collections::BTreeMap;
use std::thread::available_parallelism;

use batyr_protocol::{Dialect, OptionKind, Reply};

use super::chapters::rows;
use crate::host::{EngineProcess, RESPONSE_TIMEOUT};

/// Descriptions of the options, by name.
type Options = BTreeMap<String, String>;

/// Returns the options that the engine declares.
fn declared(dialect: Dialect) -> Options {
    let mut process = EngineProcess::start(&[]);
    process.send(dialect.properties().handshake).unwrap();
    let lines = process
        .read_until(dialect.properties().handshake_done, RESPONSE_TIMEOUT)
        .unwrap();
    let options = lines
        .iter()
        .filter_map(|line| match Reply::parse(dialect, &line.text).value {
            Some(Reply::Option(spec)) => Some((spec.name.clone(), description(&spec.kind))),
            _ => None,
        });
    let options = options.collect();
    process.quit().unwrap();
    options
}

fn description(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Spin { default, min, max } => format!("spin {min} to {max}, default {default}"),
        OptionKind::Check { default } => format!("check, default {default}"),
        OptionKind::Combo { default, choices } => {
            format!("combo of {}, default {default}", choices.join(" "))
        }
        OptionKind::Button => "button".to_owned(),
        OptionKind::Text { default } => format!("string, default {default:?}"),
        OptionKind::Label => "label".to_string(),
    }
}

/// Returns the options that the document lists.
fn documented(dialect: Dialect) -> Options {
    let rows = rows("## Options");
    let options = rows.into_iter().filter_map(|row| {
        let [uci, ushi, ucci, kind, range, default, _] = row[..] else {
            panic!("not seven columns: {row:?}");
        };
        let name = match dialect {
            Dialect::Uci => uci,
            Dialect::Ushi => ushi,
            Dialect::Ucci => ucci,
        };
        let default = without_backquotes(default);
        let words = match kind {
            "spin" => {
                let (min, max) = range.split_once('–').expect("a range");
                format!("spin {min} to {}, default {default}", upper_end(max))
            }
            "check" => format!("check, default {default}"),
            "combo" => format!("combo of {}, default {default}", without_backquotes(range)),
            "string" => format!("string, default {:?}", default.replace("<empty>", "")),
            other => other.to_owned(),
        };
        (!name.is_empty()).then(|| (without_backquotes(name), words))
    });
    options.collect()
}

fn without_backquotes(cell: &str) -> String {
    cell.replace('`', "")
}

/// Returns the upper end of a range; that of the number of threads depends on the machine.
fn upper_end(text: &str) -> String {
    if text != "4 a core" {
        return text.to_owned();
    }
    let cores = available_parallelism().map_or(1, |cores| cores.get());
    (4 * cores.max(2)).to_string()
}

#[test]
fn documented_options_are_those_of_the_engine() {
    let mut faults = Vec::new();
    for dialect in Dialect::ALL {
        let chapter = dialect.properties().name;
        let (documented, declared) = (documented(dialect), declared(dialect));
        for (name, words) in &documented {
            let Some(actual) = declared.get(name) else {
                faults.push(format!("{chapter}: {name}\n- {words}\n+ (none)"));
                continue;
            };
            let agrees = match words.split_once('…') {
                Some((head, _)) => actual.starts_with(head.trim_end_matches('"')),
                None => actual == words,
            };
            if !agrees {
                faults.push(format!("{chapter}: {name}\n- {words}\n+ {actual}"));
            }
        }
        for (name, words) in declared
            .iter()
            .filter(|(name, _)| !documented.contains_key(*name))
        {
            faults.push(format!("{chapter}: {name}\n- (none)\n+ {words}"));
        }
    }
    assert!(
        faults.is_empty(),
        "- the document, + the engine\n{}",
        faults.join("\n")
    );
}
