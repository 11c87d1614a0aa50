//! Checks of the handshake and of the options.

use batyr_protocol::{OptionKind, Reply, SetOptionForm};

use crate::game::{GameRecord, Variant};
use crate::tournament::compliance::check::{Check, every_dialect};
use crate::tournament::compliance::engine_under_test::{
    CheckError, EngineUnderTest, ensure, fail, first_word,
};

pub const CHECKS: &[Check] = &[
    Check {
        name: "the handshake is answered",
        section: "A conversation",
        applies_to: every_dialect,
        // This check is reached only if the handshake was completed.
        run: |_| Ok(()),
    },
    Check {
        name: "sends its name and author",
        section: "UCI, USHI, UCCI",
        applies_to: every_dialect,
        run: name_and_author,
    },
    Check {
        name: "the handshake contains nothing but id, option and info lines",
        section: "UCI, USHI, UCCI",
        applies_to: every_dialect,
        run: handshake_lines,
    },
    Check {
        name: "option declarations are well-formed",
        section: "Options",
        applies_to: every_dialect,
        run: declarations,
    },
    Check {
        name: "a declared option can be set to its default",
        section: "Options",
        applies_to: every_dialect,
        run: defaults_can_be_set,
    },
    Check {
        name: "option names are recognized in any case",
        section: "Lines",
        applies_to: |dialect| dialect.properties().set_option_form == SetOptionForm::Keyed,
        run: names_in_any_case,
    },
    Check {
        name: "a value out of range is refused",
        section: "Errors",
        applies_to: every_dialect,
        run: out_of_range,
    },
    Check {
        name: "an unknown option is not an error",
        section: "USHI, UCCI",
        applies_to: |dialect| dialect.properties().foreign_options,
        run: unknown_option,
    },
    Check {
        name: "every declared game is played",
        section: "Options",
        applies_to: |dialect| dialect.properties().version_option.is_none(),
        run: variants,
    },
    Check {
        name: "the version is reported as supported or unsupported",
        section: "USHI",
        applies_to: |dialect| dialect.properties().version_option.is_some(),
        run: versions,
    },
];

fn name_and_author(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let has_line = |key: &str| {
        let mut lines = engine.handshake_lines.iter();
        lines.any(|line| {
            line.strip_prefix(key)
                .is_some_and(|text| !text.trim().is_empty())
        })
    };
    ensure(has_line("id name "), || "no line \"id name …\"".to_owned())?;
    ensure(has_line("id author "), || {
        "no line \"id author …\"".to_owned()
    })
}

/// Checks all lines of the handshake except the first, which may be a banner.
fn handshake_lines(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let is_allowed = |line: &&String| matches!(first_word(line), "id" | "option" | "info" | "");
    let done = engine.dialect().properties().handshake_done;
    let lines = engine.handshake_lines.iter().skip(1);
    match lines
        .filter(|line| line.trim() != done)
        .find(|line| !is_allowed(line))
    {
        Some(line) => fail(format!("{line:?}")),
        None => Ok(()),
    }
}

fn declarations(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    for line in engine
        .handshake_lines
        .iter()
        .filter(|line| first_word(line) == "option")
    {
        let parsed = Reply::parse(engine.dialect(), line);
        if let Some(warning) = parsed.warnings.first() {
            return fail(format!("{line:?}: {warning}"));
        }
        ensure(matches!(parsed.value, Some(Reply::Option(_))), || {
            format!("{line:?}")
        })?;
    }
    let dialect = engine.dialect();
    for (number, option) in engine.options.iter().enumerate() {
        let is_valid = match &option.kind {
            OptionKind::Spin { default, min, max } => min <= default && default <= max,
            OptionKind::Combo { default, choices } => choices.contains(default),
            _ => true,
        };
        ensure(is_valid, || {
            format!("the default of {:?} is out of range", option.name)
        })?;
        let mut others = engine.options.iter().skip(number + 1);
        let is_duplicate = others.any(|other| other.is_called(&option.name, dialect));
        ensure(!is_duplicate, || {
            format!("{:?} is declared twice", option.name)
        })?;
    }
    Ok(())
}

fn defaults_can_be_set(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    for option in engine.options.clone() {
        let value = match option.kind {
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Combo { default, .. } => default,
            OptionKind::Button | OptionKind::Text { .. } | OptionKind::Label => continue,
        };
        engine.set(&option.name, &value)?;
        let replies = engine.ready()?;
        if let Some(error) = replies.iter().find(|line| line.contains("error")) {
            return fail(format!("{:?} to {value:?}: {error}", option.name));
        }
    }
    if engine.option("usemillisec").is_some() {
        engine.set("usemillisec", "true")?;
    }
    Ok(())
}

/// Returns the name, default and maximum of the first option of type `spin`.
fn first_spin(engine: &EngineUnderTest) -> Result<(String, i64, i64), CheckError> {
    let spin = engine.options.iter().find_map(|option| match option.kind {
        OptionKind::Spin { default, max, .. } => Some((option.name.clone(), default, max)),
        _ => None,
    });
    spin.ok_or_else(|| CheckError::Skipped("the engine has no numeric option".to_owned()))
}

fn names_in_any_case(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let (name, default, _) = first_spin(engine)?;
    engine.set(&name.to_uppercase(), &default.to_string())?;
    engine.set(&name.to_lowercase(), &default.to_string())?;
    // USHI reports an unknown option without calling it an error.
    match engine.ready()?.first() {
        Some(line) => fail(format!("{name:?} in a different case: {line}")),
        None => Ok(()),
    }
}

fn out_of_range(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let (name, _, max) = first_spin(engine)?;
    let value = max.saturating_add(1).to_string();
    engine.set(&name, &value)?;
    engine.must_report_error(&format!("{name:?} to {value}"))
}

fn unknown_option(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    engine.set("NoEngineHasThis", "5")?;
    let replies = engine.ready()?;
    match replies.iter().find(|line| line.contains("error")) {
        Some(error) => fail(error.clone()),
        None => Ok(()),
    }
}

fn variants(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let declared = engine.option(engine.dialect().properties().variant_option);
    let Some(OptionKind::Combo { choices, .. }) = declared.map(|option| option.kind.clone()) else {
        return Err(CheckError::Skipped(
            "the engine offers no choice of variants".to_owned(),
        ));
    };
    let mut played = 0;
    for variant in choices.iter().filter_map(|id| Variant::from_id(id)) {
        engine.select_variant(variant)?;
        let game = GameRecord::new(variant);
        engine.set_position(&game)?;
        engine.must_answer(&game, "go depth 1")?;
        played += 1;
    }
    ensure(played > 0, || {
        format!("no known variant among {}", choices.join(", "))
    })
}

fn versions(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let option = engine
        .dialect()
        .properties()
        .version_option
        .unwrap_or_default();
    let mut expect_answer = |version: u8, answer: &str| {
        engine.set(option, &version.to_string())?;
        let replies = engine.ready()?;
        let is_sent = replies.iter().any(|line| line.trim() == answer);
        ensure(is_sent, || {
            format!("no {answer:?} in answer to version {version}")
        })
    };
    expect_answer(9, "version unsupported")?;
    expect_answer(1, "version supported")?;
    expect_answer(2, "version supported")
}
