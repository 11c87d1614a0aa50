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
    #[error("setoption: unknown option '{name}', expected an option from the handshake")]
    Unknown {
        /// The name as it was sent.
        name: String,
    },
    /// The option needs a value, but none was sent.
    #[error("setoption: {name} needs a value, expected {expected}")]
    Missing {
        /// The option's name.
        name: String,
        /// A human-readable description of the accepted values.
        expected: String,
    },
    /// The option is a label.
    #[error("setoption: {name} is a label and has no value")]
    IsLabel {
        /// The option's name.
        name: String,
    },
    /// The value of a spin option is not a whole number.
    #[error("setoption: '{value}' for {name} is not a whole number from {min} to {max}")]
    NotANumber {
        /// The option's name.
        name: String,
        /// The value as it was sent.
        value: String,
        /// The smallest value allowed.
        min: i64,
        /// The greatest value allowed.
        max: i64,
    },
    /// The value of a spin option is out of range.
    #[error("setoption: {value} for {name} is out of range, expected {min} to {max}")]
    OutOfRange {
        /// The option's name.
        name: String,
        /// The value.
        value: i64,
        /// The smallest value allowed.
        min: i64,
        /// The greatest value allowed.
        max: i64,
    },
    /// The value of a check option is neither `true` nor `false`.
    #[error("setoption: '{value}' for {name} is neither true nor false")]
    NotACheck {
        /// The option's name.
        name: String,
        /// The value as it was sent.
        value: String,
    },
    /// The value of a combo option is not one of its choices.
    #[error("setoption: '{value}' for {name} is not one of: {}", choices.join(", "))]
    NotAChoice {
        /// The option's name.
        name: String,
        /// The value as it was sent.
        value: String,
        /// All choices.
        choices: Vec<String>,
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
        let required = || match value {
            None | Some("") => Err(OptionError::Missing {
                name: name(),
                expected: self.kind.accepted_values(),
            }),
            Some(value) => Ok(value),
        };
        match &self.kind {
            OptionKind::Button => Ok(OptionValue::Button),
            OptionKind::Label => Err(OptionError::IsLabel { name: name() }),
            OptionKind::Text { .. } => {
                let text = value.filter(|text| *text != EMPTY).unwrap_or_default();
                Ok(OptionValue::Text(text.to_owned()))
            }
            OptionKind::Spin { min, max, .. } => {
                let (value, min, max) = (required()?, *min, *max);
                match number::<i64>(value) {
                    Some(n) if (min..=max).contains(&n) => Ok(OptionValue::Spin(n)),
                    Some(value) => Err(OptionError::OutOfRange {
                        name: name(),
                        value,
                        min,
                        max,
                    }),
                    None => Err(OptionError::NotANumber {
                        name: name(),
                        value: shorten(value),
                        min,
                        max,
                    }),
                }
            }
            OptionKind::Check { .. } => {
                let value = required()?;
                match value.to_ascii_lowercase().as_str() {
                    "true" => Ok(OptionValue::Check(true)),
                    "false" => Ok(OptionValue::Check(false)),
                    _ => Err(OptionError::NotACheck {
                        name: name(),
                        value: shorten(value),
                    }),
                }
            }
            OptionKind::Combo { choices, .. } => {
                let value = required()?;
                let lower = value.to_lowercase();
                let choice = choices.iter().find(|choice| choice.to_lowercase() == lower);
                match choice {
                    Some(choice) => Ok(OptionValue::Combo(choice.clone())),
                    None => Err(OptionError::NotAChoice {
                        name: name(),
                        value: shorten(value),
                        choices: choices.clone(),
                    }),
                }
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
            "setoption: 5000 for Hash is out of range, expected 1 to 4096"
        );
        assert_eq!(
            message(&hash, None),
            "setoption: Hash needs a value, expected a whole number from 1 to 4096"
        );
    }

    #[test]
    fn checks_and_combos_ignore_case() {
        let check = OptionSpec::check("Ponder", false);
        assert_eq!(check.read(Some("TRUE")), Ok(OptionValue::Check(true)));
        assert!(message(&check, Some("1")).contains("'1'"));
        assert_eq!(
            message(&check, None),
            "setoption: Ponder needs a value, expected true or false"
        );
        let combo = OptionSpec::combo("Style", "Normal", &["Normal", "Very Solid"]);
        let solid = OptionValue::Combo("Very Solid".into());
        assert_eq!(combo.read(Some("very solid")), Ok(solid));
        assert_eq!(
            message(&combo, Some("wild")),
            "setoption: 'wild' for Style is not one of: Normal, Very Solid"
        );
        assert_eq!(
            message(&combo, Some("")),
            "setoption: Style needs a value, expected one of: Normal, Very Solid"
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
