//! Parses the arguments of `setoption`.

use nom::Parser;

use super::Command;
use crate::{
    text::{any_keyword, phrase, rest_of_line, word},
    warning::{Expected, Warnings},
};

const NAME: &[&str] = &["name"];
const VALUE: &[&str] = &["value"];

/// Parses the arguments, or returns `None` if they contain no name. The name ends at the first
/// word `value`. The value is the trimmed rest of the line, in which paths keep their spaces.
pub(super) fn parse(args: &str, warnings: &mut Warnings) -> Option<Command> {
    let mut rest = args;
    loop {
        if let Ok((after, _)) = any_keyword(NAME).parse(rest) {
            rest = after;
            break;
        }
        let Ok((after, junk)) = word(rest) else {
            warnings.missing_argument(Expected::OneOf(NAME));
            return None;
        };
        warnings.unexpected(junk, Expected::OneOf(NAME));
        rest = after;
    }
    let (rest, name) = phrase(rest, VALUE);
    if name.is_empty() {
        warnings.missing_value("name", Expected::OptionName);
        return None;
    }
    let value = any_keyword(VALUE)
        .parse(rest)
        .ok()
        .map(|(text, _)| rest_of_line(text).to_owned());
    Some(Command::SetOption { name, value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;

    fn parse(args: &str) -> (Option<(String, Option<String>)>, usize) {
        let parsed = Command::parse(Dialect::Uci, &format!("setoption {args}"));
        let value = parsed.value.map(|command| match command {
            Command::SetOption { name, value } => (name, value),
            other => panic!("{other:?}"),
        });
        (value, parsed.warnings.len())
    }

    fn set(name: &str, value: Option<&str>) -> (Option<(String, Option<String>)>, usize) {
        (Some((name.into(), value.map(Into::into))), 0)
    }

    #[test]
    fn names_and_values_may_contain_spaces() {
        assert_eq!(parse("name Clear Hash"), set("Clear Hash", None));
        assert_eq!(
            parse("name Clear  Hash value %2"),
            set("Clear Hash", Some("%2"))
        );
        assert_eq!(
            parse("name Debug Log File value C:\\my  logs\\a value.txt "),
            set("Debug Log File", Some("C:\\my  logs\\a value.txt"))
        );
        assert_eq!(parse("name X value"), set("X", Some("")));
        assert_eq!(parse("name X value   "), set("X", Some("")));
    }

    #[test]
    fn an_option_is_set_only_if_it_has_a_name() {
        assert_eq!(parse(""), (None, 1));
        assert_eq!(parse("name"), (None, 1));
        assert_eq!(parse("name value 3"), (None, 1));
        assert_eq!(parse("Hash 64").0, None);
        assert_eq!(parse("foo name Hash value 6").0, set("Hash", Some("6")).0);
    }
}
