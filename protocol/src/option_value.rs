//! Checks values against the declarations of their options.

use thiserror::Error;

use crate::{
    option::{EMPTY, OptionKind, OptionSpec},
    text::number,
    warning::shorten,
};

/// A value that fits its option.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OptionValue {
    /// The number of a spin option, within its range.
    Spin(i64),
    /// The state of a check option.
    Check(bool),
    /// The choice of a combo option, spelled as it was declared.
    Combo(String),
    /// A button was pressed.
    Button,
    /// The text of a text option; empty for `<empty>`.
    Text(String),
}

/// An error that prevents an option from being set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("setoption: unknown option '{0}', expected an option from the handshake")]
    Unknown(String),
    /// The option with this name is a label.
    #[error("setoption: {0} is a label and has no value")]
    IsLabel(String),
    /// The option needs a value, but none was sent.
    #[error("setoption: missing value for {name}, expected {expected}")]
    MissingValue {
        /// The option's name.
        name: String,
        /// A human-readable description of the accepted values.
        expected: String,
    },
    /// The option does not accept the value.
    #[error("setoption: bad value '{value}' for {name}, expected {expected}")]
    BadValue {
        /// The option's name.
        name: String,
        /// The value as it was sent, shortened if it is long.
        value: String,
        /// A human-readable description of the accepted values.
        expected: String,
    },
}

impl OptionSpec {
    /// Parses the value that a host sent. A button accepts any value, because some
    /// hosts send one.
    ///
    /// # Errors
    /// Returns an error if the option is a label, or if the value is missing,
    /// has the wrong form or is out of range.
    pub fn read(&self, value: Option<&str>) -> Result<OptionValue, OptionError> {
        let name = || self.name.clone();
        let required = || {
            value
                .filter(|value| !value.is_empty())
                .ok_or_else(|| OptionError::MissingValue {
                    name: name(),
                    expected: self.kind.accepted_values(),
                })
        };
        let bad = |value| OptionError::BadValue {
            name: name(),
            value: shorten(value),
            expected: self.kind.accepted_values(),
        };
        match &self.kind {
            OptionKind::Button => Ok(OptionValue::Button),
            OptionKind::Label => Err(OptionError::IsLabel(name())),
            OptionKind::Text { .. } => {
                let text = value.filter(|text| *text != EMPTY).unwrap_or_default();
                Ok(OptionValue::Text(text.to_owned()))
            }
            OptionKind::Spin { min, max, .. } => {
                let value = required()?;
                let number = number(value).filter(|number| (min..=max).contains(&number));
                number.map(OptionValue::Spin).ok_or_else(|| bad(value))
            }
            OptionKind::Check { .. } => {
                let value = required()?;
                let state = value.to_ascii_lowercase().parse().map_err(|_| bad(value));
                state.map(OptionValue::Check)
            }
            OptionKind::Combo { choices, .. } => {
                let value = required()?;
                let lower = value.to_lowercase();
                let choice = choices.iter().find(|choice| choice.to_lowercase() == lower);
                let choice = choice.cloned().map(OptionValue::Combo);
                choice.ok_or_else(|| bad(value))
            }
        }
    }
}

impl OptionKind {
    /// Returns a human-readable description of the accepted values.
    fn accepted_values(&self) -> String {
        match self {
            Self::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            Self::Check { .. } => "true or false".to_owned(),
            Self::Combo { choices, .. } => format!("one of: {}", choices.join(", ")),
            Self::Text { .. } => "text".to_owned(),
            Self::Button | Self::Label => "nothing".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(spec: &OptionSpec, value: Option<&str>) -> String {
        spec.read(value).unwrap_err().to_string()
    }

    #[test]
    fn a_spin_accepts_whole_numbers_in_its_range() {
        let hash = OptionSpec::spin("Hash", 16, 1, 4096);
        assert_eq!(hash.read(Some("64")), Ok(OptionValue::Spin(64)));
        for bad in ["0", "5000", "+5", "1e3", "lots", "", "99999999999999999999"] {
            assert!(hash.read(Some(bad)).is_err(), "{bad}");
        }
        assert_eq!(
            message(&hash, Some("5000")),
            "setoption: bad value '5000' for Hash, expected a whole number from 1 to 4096"
        );
        assert_eq!(
            message(&hash, None),
            "setoption: missing value for Hash, expected a whole number from 1 to 4096"
        );
    }

    #[test]
    fn checks_and_combos_ignore_case() {
        let check = OptionSpec::check("Ponder", false);
        assert_eq!(check.read(Some("TRUE")), Ok(OptionValue::Check(true)));
        assert!(message(&check, Some("1")).contains("'1'"));
        assert_eq!(
            message(&check, None),
            "setoption: missing value for Ponder, expected true or false"
        );
        let combo = OptionSpec::combo("Style", "Normal", &["Normal", "Very Solid"]);
        let solid = OptionValue::Combo("Very Solid".into());
        assert_eq!(combo.read(Some("very solid")), Ok(solid));
        assert_eq!(
            message(&combo, Some("wild")),
            "setoption: bad value 'wild' for Style, expected one of: Normal, Very Solid"
        );
        assert_eq!(
            message(&combo, Some("")),
            "setoption: missing value for Style, expected one of: Normal, Very Solid"
        );
    }

    #[test]
    fn a_label_cannot_be_set() {
        let label = OptionSpec::new("about", OptionKind::Label);
        assert_eq!(
            message(&label, Some("x")),
            "setoption: about is a label and has no value"
        );
    }

    #[test]
    fn buttons_and_texts_accept_any_value() {
        let button = OptionSpec::button("Clear Hash");
        assert_eq!(button.read(Some("%2")), Ok(OptionValue::Button));
        assert_eq!(button.read(None), Ok(OptionValue::Button));
        let text = OptionSpec::text("Debug Log File", "");
        for (sent, read) in [
            (Some("/a b"), "/a b"),
            (Some(EMPTY), ""),
            (Some(""), ""),
            (None, ""),
        ] {
            assert_eq!(text.read(sent), Ok(OptionValue::Text(read.into())));
        }
    }
}
