//! Parses declarations of options, with or without the word `name`.

use nom::Parser;

use crate::{
    option::{EMPTY, OptionKind, OptionSpec},
    text::{any_keyword, keyword, non_keyword, phrase, rest_of_line, word},
    warning::{Expected, Warnings},
};

const TYPE: &[&str] = &["type"];
const TYPES: &[&str] = &["spin", "check", "combo", "button", "string", "label"];
const KEYS: &[&str] = &["default", "min", "max", "var"];

/// The values that follow the type of an option.
#[derive(Default)]
struct Values {
    default: Option<String>,
    min: Option<i64>,
    max: Option<i64>,
    choices: Vec<String>,
}

pub(super) fn parse(args: &str, warnings: &mut Warnings) -> Option<OptionSpec> {
    let rest = keyword("name").parse(args).map_or(args, |(rest, _)| rest);
    let (rest, name) = phrase(rest, TYPE);
    if name.is_empty() {
        warnings.missing_value("name", Expected::OptionName);
        return None;
    }
    let Ok((rest, _)) = keyword("type").parse(rest) else {
        warnings.missing_value("type", Expected::OneOf(TYPES));
        return None;
    };
    let (rest, kind) = match any_keyword(TYPES).parse(rest) {
        Ok(found) => found,
        Err(_) => {
            match word(rest) {
                Ok((_, other)) => warnings.bad_value("type", other, Expected::OneOf(TYPES)),
                Err(_) => warnings.missing_value("type", Expected::OneOf(TYPES)),
            }
            return None;
        }
    };
    let kind = match kind {
        "button" => OptionKind::Button,
        "label" => OptionKind::Label,
        "string" => text_kind(rest),
        _ => kind_with_values(kind, parse_values(rest, warnings), warnings),
    };
    Some(OptionSpec::new(name, kind))
}

/// Parses the default of a text option: the rest of the line, or nothing for `<empty>`.
fn text_kind(rest: &str) -> OptionKind {
    let default = match keyword("default").parse(rest) {
        Ok((text, _)) => rest_of_line(text),
        Err(_) => "",
    };
    let default = if default == EMPTY { "" } else { default };
    OptionKind::Text {
        default: default.to_owned(),
    }
}

fn parse_values(args: &str, warnings: &mut Warnings) -> Values {
    let mut values = Values::default();
    let mut rest = args;
    loop {
        rest = match any_keyword(KEYS).parse(rest) {
            Ok((after, key)) => {
                let (after, text) = phrase(after, KEYS);
                let given = (!text.is_empty()).then_some(text.as_str());
                match key {
                    "min" => warnings.parse_number(key, given, &mut values.min),
                    "max" => warnings.parse_number(key, given, &mut values.max),
                    "var" => values.choices.push(text),
                    _ => values.default = Some(text),
                }
                after
            }
            Err(_) => match non_keyword(KEYS).parse(rest) {
                Ok((after, junk)) => {
                    warnings.unexpected(junk, Expected::OneOf(KEYS));
                    after
                }
                Err(_) => return values,
            },
        };
    }
}

/// Returns the kind of an option. A missing or bad default is replaced, with a
/// warning; a missing bound leaves the range unlimited on that side.
fn kind_with_values(kind: &str, values: Values, warnings: &mut Warnings) -> OptionKind {
    let Values {
        default,
        min,
        max,
        choices,
    } = values;
    match kind {
        "spin" => {
            let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
            let mut valid_default = None;
            warnings.parse_number("default", default.as_deref(), &mut valid_default);
            let valid_default = valid_default.unwrap_or_else(|| 0.max(min).min(max));
            OptionKind::Spin {
                default: valid_default,
                min,
                max,
            }
        }
        "check" => {
            const STATES: &[&str] = &["true", "false"];
            match default.as_deref() {
                None => warnings.missing_value("default", Expected::OneOf(STATES)),
                Some(text) if !STATES.contains(&text) => {
                    warnings.bad_value("default", text, Expected::OneOf(STATES));
                }
                Some(_) => {}
            }
            OptionKind::Check {
                default: default.is_some_and(|text| text == "true"),
            }
        }
        _ => {
            if default.is_none() {
                warnings.missing_value("default", Expected::Text);
            }
            let default = default
                .filter(|text| !text.is_empty())
                .or_else(|| choices.first().cloned())
                .unwrap_or_default();
            OptionKind::Combo { default, choices }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, Reply};

    fn spec(line: &str) -> (Option<OptionSpec>, usize) {
        let parsed = Reply::parse(Dialect::Uci, line);
        let spec = match parsed.value {
            Some(Reply::Option(spec)) => Some(spec),
            _ => None,
        };
        (spec, parsed.warnings.len())
    }

    #[test]
    fn declarations_of_all_types_are_parsed() {
        let parses_to =
            |line: &str, expected: OptionSpec| assert_eq!(spec(line), (Some(expected), 0));
        parses_to(
            "option name Hash type spin default 16 min 1 max 4096",
            OptionSpec::spin("Hash", 16, 1, 4096),
        );
        parses_to(
            "option name Style type combo default Normal var Very Solid var Normal",
            OptionSpec::combo("Style", "Normal", &["Very Solid", "Normal"]),
        );
        parses_to(
            "option name Clear Hash type button",
            OptionSpec::button("Clear Hash"),
        );
        parses_to(
            "option name X type check default true",
            OptionSpec::check("X", true),
        );
        parses_to(
            "option name Path type string default <empty>",
            OptionSpec::text("Path", ""),
        );
        parses_to("option name Path type string", OptionSpec::text("Path", ""));
        parses_to(
            "option hashsize type spin min 16 max 1024 default 16",
            OptionSpec::spin("hashsize", 16, 16, 1024),
        );
        parses_to(
            "option about type label",
            OptionSpec::new("about", OptionKind::Label),
        );
        parses_to(
            "option name Path type string default /my  dir",
            OptionSpec::text("Path", "/my  dir"),
        );
    }

    #[test]
    fn malformed_declarations_are_repaired_or_refused() {
        assert_eq!(
            spec("option name Hash type spin default lots min 4"),
            (Some(OptionSpec::spin("Hash", 4, 4, i64::MAX)), 1)
        );
        for bad in [
            "option",
            "option name",
            "option name X",
            "option name X type",
            "option name X type file",
        ] {
            assert_eq!(spec(bad), (None, 1), "{bad}");
        }
    }
}
