//! The tables of options agree with the engine's declarations.

use std::collections::BTreeMap;
use std::thread::available_parallelism;

use batyr_protocol::{Dialect, OptionKind, Reply};

use super::chapters::table;
use crate::host::{Process, RESPONSE_TIMEOUT};

/// Descriptions of option declarations, by name.
type Options = BTreeMap<String, String>;

/// Returns the options that the engine declares.
fn declared(dialect: Dialect) -> Options {
    let mut process = Process::start(&[]);
    process.send(dialect.handshake()).unwrap();
    let lines = process
        .until(dialect.handshake_done(), RESPONSE_TIMEOUT)
        .unwrap();
    let options = lines
        .iter()
        .filter_map(|line| match Reply::parse(dialect, &line.text).value {
            Some(Reply::Option(spec)) => Some((spec.name.clone(), in_words(&spec.kind))),
            _ => None,
        });
    let options = options.collect();
    process.quit().unwrap();
    options
}

fn in_words(kind: &OptionKind) -> String {
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
    let rows = table("## Options");
    let options = rows.into_iter().filter_map(|row| {
        let [uci, ushi, ucci, kind, range, default, _] = row[..] else {
            panic!("not seven columns: {row:?}");
        };
        let name = match dialect {
            Dialect::Uci => uci,
            Dialect::Ushi => ushi,
            Dialect::Ucci => ucci,
        };
        let default = plain(default);
        let words = match kind {
            "spin" => {
                let (min, max) = range.split_once('–').expect("a range");
                format!("spin {min} to {}, default {default}", greatest(max))
            }
            "check" => format!("check, default {default}"),
            "combo" => format!("combo of {}, default {default}", plain(range)),
            "string" => format!("string, default {:?}", default.replace("<empty>", "")),
            other => other.to_owned(),
        };
        (!name.is_empty()).then(|| (plain(name), words))
    });
    options.collect()
}

fn plain(cell: &str) -> String {
    cell.replace('`', "")
}

/// Returns the upper end of a range; that of threads depends on the machine.
fn greatest(text: &str) -> String {
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
        let chapter = dialect.name();
        let (documented, declared) = (documented(dialect), declared(dialect));
        for (name, words) in &documented {
            let Some(ours) = declared.get(name) else {
                faults.push(format!("{chapter}: {name}\n- {words}\n+ (none)"));
                continue;
            };
            let fits = match words.split_once('…') {
                Some((head, _)) => ours.starts_with(head.trim_end_matches('"')),
                None => ours == words,
            };
            if !fits {
                faults.push(format!("{chapter}: {name}\n- {words}\n+ {ours}"));
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
