//! The language in which `batyr play` speaks, and its texts.

use std::env;

use clap::ValueEnum;

use crate::page::{Language, Texts};

/// A language, as chosen by `--language`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum LanguageName {
    /// English
    En,
    /// Russian
    Ru,
    /// Altai; Russian where no Altai word is attested
    Alt,
}

impl LanguageName {
    const fn language(self) -> Language {
        match self {
            Self::En => Language::English,
            Self::Ru => Language::Russian,
            Self::Alt => Language::Altai,
        }
    }
}

/// Returns the texts for a user. Without a choice the environment decides, but only for a user
/// at a terminal: what a script reads must not depend on the locale of the machine.
pub fn texts_for(choice: Option<LanguageName>, is_interactive: bool) -> Texts {
    let by_locale = || match is_interactive {
        true => Language::from_locale(&locale()),
        false => Language::English,
    };
    texts_of(choice.map_or_else(by_locale, LanguageName::language))
}

/// Returns the texts of the terminal in a language.
pub fn texts_of(language: Language) -> Texts {
    Texts::new(language, |language| match language {
        Language::English => include_str!("text/en.json"),
        Language::Russian => include_str!("text/ru.json"),
        Language::Altai => include_str!("text/alt.json"),
    })
}

/// Returns the locale of messages: the first of these variables that is not empty.
/// Source: POSIX.1-2017, Base Definitions, section 8.2.
fn locale() -> String {
    let values = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().map(env::var);
    let mut values = values.filter_map(Result::ok);
    values.find(|value| !value.is_empty()).unwrap_or_default()
}
