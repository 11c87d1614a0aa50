//! Checks of the handshake and of the options.

use batyr_protocol::{Dialect, OptionKind, Reply, SetOptionForm};

use crate::compliance::{
    Check, CheckResult, EngineUnderTest, check, ensure, ensure_none, fail, first_word, skip,
};
use crate::game::{GameRecord, Variant};

pub const CHECKS: &[Check] = &[
    check(
        "the handshake is answered",
        "A conversation",
        // This check is reached only if the handshake was completed.
        |_| Ok(()),
    ),
    check(
        "the engine sends its name and author",
        "UCI, USHI, UCCI",
        name_and_author,
    ),
    check(
        "the handshake contains nothing but id, option and info lines",
        "UCI, USHI, UCCI",
        handshake_lines,
    ),
    check(
        "option declarations are well-formed",
        "Options",
        declarations,
    ),
    check(
        "a declared option can be set to its default",
        "Options",
        defaults_can_be_set,
    ),
    check(
        "option names are recognized in any case",
        "Lines",
        names_in_any_case,
    )
    .for_dialects(|dialect| dialect.properties().set_option_form == SetOptionForm::Keyed),
    check("a value out of range is refused", "Errors", out_of_range),
    check(
        "an unknown option is not an error",
        "USHI, UCCI",
        unknown_option,
    )
    .for_dialects(|dialect| dialect.properties().foreign_options),
    check("every declared game is played", "Options", variants)
        .for_dialects(|dialect| dialect.properties().version_option.is_none()),
    check(
        "the version is reported as supported or unsupported",
        "USHI",
        versions,
    )
    .for_dialects(|dialect| dialect.properties().version_option.is_some()),
];

fn name_and_author(engine: &mut EngineUnderTest) -> CheckResult {
    for key in ["name", "author"] {
        let mut lines = engine.handshake_lines.iter();
        let is_line = |line: &String| {
            let mut words = line.split_whitespace();
            words.next() == Some("id") && words.next() == Some(key) && words.next().is_some()
        };
        ensure(lines.any(is_line), || format!("no line \"id {key} …\""))?;
    }
    Ok(())
}

/// Checks all lines of the handshake except the first, which may be a banner.
fn handshake_lines(engine: &mut EngineUnderTest) -> CheckResult {
    let is_allowed = |line: &str| matches!(first_word(line), "id" | "option" | "info" | "");
    let done = engine.dialect().properties().handshake_done;
    let mut lines = engine.handshake_lines.iter().skip(1);
    let other = lines.find(|line| line.trim() != done && !is_allowed(line));
    ensure_none(other, |line| format!("unexpected line {line:?}"))
}

fn declarations(engine: &mut EngineUnderTest) -> CheckResult {
    let lines = engine.handshake_lines.iter();
    for line in lines.filter(|line| first_word(line) == "option") {
        let parsed = Reply::parse(engine.dialect(), line);
        if let Some(warning) = parsed.warnings.first() {
            return fail(format!("{line:?}: {warning}"));
        }
        ensure(matches!(parsed.value, Some(Reply::Option(_))), || {
            format!("{line:?} is not the declaration of an option")
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
            format!("{:?} does not allow its own default", option.name)
        })?;
        let mut others = engine.options.iter().skip(number + 1);
        let is_duplicate = others.any(|other| other.is_called(&option.name, dialect));
        ensure(!is_duplicate, || {
            format!("{:?} is declared twice", option.name)
        })?;
    }
    Ok(())
}

fn defaults_can_be_set(engine: &mut EngineUnderTest) -> CheckResult {
    for option in engine.options.clone() {
        let value = match option.kind {
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Combo { default, .. } => default,
            OptionKind::Button | OptionKind::Text { .. } | OptionKind::Label => continue,
        };
        engine.set(&option.name, &value)?;
        if let Some(error) = engine.reported_error()? {
            return fail(format!("{:?} to {value:?}: {error}", option.name));
        }
    }
    // The checks that follow give times in milliseconds.
    if engine.option("usemillisec").is_some() {
        engine.set("usemillisec", "true")?;
    }
    Ok(())
}

/// Returns the name, default and maximum of the first `spin` option; skips the check without one.
fn first_spin(engine: &EngineUnderTest) -> CheckResult<(String, i64, i64)> {
    let spin = engine.options.iter().find_map(|option| match option.kind {
        OptionKind::Spin { default, max, .. } => Some((option.name.clone(), default, max)),
        _ => None,
    });
    spin.map_or_else(|| skip("the engine has no numeric option"), Ok)
}

fn names_in_any_case(engine: &mut EngineUnderTest) -> CheckResult {
    let (name, default, _) = first_spin(engine)?;
    engine.set(&name.to_uppercase(), &default.to_string())?;
    engine.set(&name.to_lowercase(), &default.to_string())?;
    let error = match engine.dialect() {
        // USHI reports an unknown option without calling it an error.
        Dialect::Ushi => engine.ready()?.into_iter().next(),
        Dialect::Uci | Dialect::Ucci => engine.reported_error()?,
    };
    ensure_none(error, |line| {
        format!("{name:?} in a different case: {line}")
    })
}

fn out_of_range(engine: &mut EngineUnderTest) -> CheckResult {
    let (name, _, max) = first_spin(engine)?;
    let Some(value) = max.checked_add(1) else {
        return skip("every number fits the first numeric option");
    };
    let value = value.to_string();
    engine.set(&name, &value)?;
    engine.must_report_error(&format!("{name:?} to {value}"))
}

fn unknown_option(engine: &mut EngineUnderTest) -> CheckResult {
    engine.set("NoEngineHasThis", "5")?;
    engine.reported_error()?.map_or(Ok(()), fail)
}

fn variants(engine: &mut EngineUnderTest) -> CheckResult {
    let declared = engine.option(engine.dialect().properties().variant_option);
    let Some(OptionKind::Combo { choices, .. }) = declared.map(|option| option.kind.clone()) else {
        return skip("the engine offers no choice of variants");
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

fn versions(engine: &mut EngineUnderTest) -> CheckResult {
    let properties = engine.dialect().properties();
    let option = properties.version_option.unwrap_or_default();
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
