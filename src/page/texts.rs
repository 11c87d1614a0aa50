//! The texts for users, in the languages of the page.
//!
//! The page's scripts read the same catalogs (`files/text/*.json`, `files/text.js`); the
//! terminal adds its own, so that a browser need not load what it never shows. A text may
//! have placeholders (places) such as `{count}`, and a form for each plural of its language.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Deserialize;

use crate::base::Color;

/// A language.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Language {
    /// English.
    English,
    /// Russian.
    Russian,
    /// Altai. Each text that has no attested Altai wording is shown in Russian.
    Altai,
}

/// The plural form of a noun after a number, as CLDR names the forms.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PluralForm {
    One,
    Few,
    Many,
    Other,
}

/// A text, or a text for each plural form.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Entry {
    Text(String),
    Plural(BTreeMap<PluralForm, String>),
}

/// The texts of one language by their keys.
#[derive(Clone, Debug)]
struct Catalog {
    language: Language,
    entries: BTreeMap<String, Entry>,
}

/// The texts in the language of a user.
#[derive(Clone, Debug)]
pub struct Texts {
    /// The catalogs, in order of preference.
    catalogs: Vec<Catalog>,
}

/// The name of a place in a text, and the value that is put there.
pub type Place<'a> = (&'a str, &'a dyn Display);

impl Language {
    /// Every language.
    pub const ALL: [Self; 3] = [Self::English, Self::Russian, Self::Altai];

    /// Returns the language of a locale such as `ru_RU.UTF-8`: English if that language
    /// has no texts, or if the locale's character set is not UTF-8, the encoding of the texts.
    pub fn from_locale(locale: &str) -> Self {
        let (name, charset) = locale.split_once('.').unwrap_or((locale, "UTF-8"));
        let charset = charset.split('@').next().unwrap_or_default();
        let is_utf8 = ["utf-8", "utf8"].contains(&charset.to_ascii_lowercase().as_str());
        match name.split(['_', '@']).next() {
            Some("ru") if is_utf8 => Self::Russian,
            Some("alt") if is_utf8 => Self::Altai,
            _ => Self::English,
        }
    }

    /// Returns the languages whose texts a user of this one gets, in order of preference.
    const fn chain(self) -> &'static [Self] {
        match self {
            Self::English => &[Self::English],
            Self::Russian => &[Self::Russian],
            Self::Altai => &[Self::Altai, Self::Russian],
        }
    }

    /// Returns the names of the page's catalogs that a user of this language needs.
    pub const fn catalog_names(self) -> &'static [&'static str] {
        match self {
            Self::English => &["en"],
            Self::Russian => &["ru"],
            Self::Altai => &["alt", "ru"],
        }
    }

    /// Returns the language that a browser asks for by the field `Accept-Language` (RFC 9110,
    /// section 12.5.4): the first of the page's languages in its list, which browsers write in
    /// the order of preference.
    pub fn accepted(field: &str) -> Self {
        let tags = field.split(',').map(|entry| {
            let tag = entry.split(';').next().unwrap_or_default().trim();
            tag.split('-')
                .next()
                .unwrap_or_default()
                .to_ascii_lowercase()
        });
        let known = tags.filter_map(|tag| match tag.as_str() {
            "en" => Some(Self::English),
            "ru" => Some(Self::Russian),
            "alt" => Some(Self::Altai),
            _ => None,
        });
        known.into_iter().next().unwrap_or(Self::English)
    }

    /// Returns the catalog that the page and the terminal share.
    pub(super) const fn shared_catalog(self) -> &'static str {
        match self {
            Self::English => include_str!("files/text/en.json"),
            Self::Russian => include_str!("files/text/ru.json"),
            Self::Altai => include_str!("files/text/alt.json"),
        }
    }

    /// Returns the form of a noun after a number. Altai leaves the noun unchanged.
    /// Source: CLDR, "Language Plural Rules".
    const fn plural_form(self, count: u64) -> PluralForm {
        match self {
            Self::English if count == 1 => PluralForm::One,
            Self::English | Self::Altai => PluralForm::Other,
            Self::Russian => match (count % 10, count % 100) {
                (_, 11..=14) => PluralForm::Many,
                (1, _) => PluralForm::One,
                (2..=4, _) => PluralForm::Few,
                _ => PluralForm::Many,
            },
        }
    }
}

impl Texts {
    /// Reads the texts of a language and of its fallback languages: the shared catalog of
    /// each, and the catalog that `own` returns for each.
    pub fn new(language: Language, own: fn(Language) -> &'static str) -> Self {
        let catalogs = language.chain().iter().map(|&language| Catalog {
            language,
            entries: [language.shared_catalog(), own(language)]
                .into_iter()
                .flat_map(parse)
                .collect(),
        });
        Self {
            catalogs: catalogs.collect(),
        }
    }

    /// Returns a text that has no places.
    pub fn text(&self, key: &str) -> String {
        self.fill(key, &[])
    }

    /// Returns a text with values in its places.
    pub fn fill(&self, key: &str, places: &[Place<'_>]) -> String {
        fill_places(&self.form(key, 0), places)
    }

    /// Returns a text in the plural form for a number, which is put in the place `{count}`.
    pub fn count(&self, key: &str, count: u64, places: &[Place<'_>]) -> String {
        let places = [&[("count", &count as &dyn Display)], places].concat();
        fill_places(&self.form(key, count), &places)
    }

    /// Returns the text about a side. Its key ends in `.white` or `.black`, because a side's
    /// name is declined in Russian and so can't be put in a place.
    pub fn of_side(&self, key: &str, color: Color, places: &[Place<'_>]) -> String {
        self.fill(&side_key(key, color), places)
    }

    /// Returns a text in one plural form, with its places unfilled. A key without a text is a
    /// mistake in the program; the key is returned in brackets, and logged.
    fn form(&self, key: &str, count: u64) -> String {
        let texts = self.catalogs.iter();
        let mut found = texts.filter_map(|catalog| match catalog.entries.get(key)? {
            Entry::Text(text) => Some(text),
            Entry::Plural(forms) => forms
                .get(&catalog.language.plural_form(count))
                .or_else(|| forms.get(&PluralForm::Other)),
        });
        match found.next() {
            Some(text) => text.clone(),
            None => {
                log::error!("no text for {key}");
                format!("⟦{key}⟧")
            }
        }
    }
}

/// Returns the key of a text about one of the sides.
pub fn side_key(key: &str, color: Color) -> String {
    match color {
        Color::White => format!("{key}.white"),
        Color::Black => format!("{key}.black"),
    }
}

/// Puts values in the places of a text. The values are not searched for places.
fn fill_places(text: &str, places: &[Place<'_>]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, opened)) = rest.split_once('{') {
        filled.push_str(before);
        let place = opened.split_once('}').and_then(|(name, after)| {
            let value = places.iter().find(|(place, _)| *place == name)?.1;
            Some((value, after))
        });
        match place {
            Some((value, after)) => {
                filled.push_str(&value.to_string());
                rest = after;
            }
            None => {
                filled.push('{');
                rest = opened;
            }
        }
    }
    filled.push_str(rest);
    filled
}

/// Parses a catalog. The tests parse every catalog, so an invalid one is never shipped.
fn parse(json: &str) -> BTreeMap<String, Entry> {
    serde_json::from_str(json).unwrap_or_else(|error| {
        log::error!("a catalog of texts can't be read: {error}");
        BTreeMap::new()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = r#"{ "man": { "one": "{count} man", "other": "{count} men on {place}" } }"#;
    const OWN_RUSSIAN: &str =
        r#"{ "man": { "one": "1", "few": "2–4", "many": "5", "other": "1,5" } }"#;

    fn own(language: Language) -> &'static str {
        match language {
            Language::English => OWN,
            Language::Russian => OWN_RUSSIAN,
            Language::Altai => "{}",
        }
    }

    #[test]
    fn a_locale_names_a_language() {
        for (locale, language) in [
            ("ru_RU.UTF-8", Language::Russian),
            ("ru_RU.utf8@cyrillic", Language::Russian),
            ("ru", Language::Russian),
            ("alt_RU", Language::Altai),
            ("ru_RU.KOI8-R", Language::English),
            ("rup_MK.UTF-8", Language::English),
            ("de_DE.UTF-8", Language::English),
            ("C", Language::English),
            ("", Language::English),
        ] {
            assert_eq!(Language::from_locale(locale), language, "{locale}");
        }
    }

    #[test]
    fn plural_forms_follow_the_number() {
        let forms = |language, counts: &[u64]| {
            let texts = Texts::new(language, own);
            let place = ("place", &"d4" as &dyn Display);
            let counts = counts.iter();
            let texts = counts.map(|&count| texts.count("man", count, &[place]));
            texts.collect::<Vec<_>>()
        };
        let english = forms(Language::English, &[0, 1, 2, 11]);
        assert_eq!(
            english,
            ["0 men on d4", "1 man", "2 men on d4", "11 men on d4"]
        );
        let counts = [1, 2, 4, 5, 11, 12, 14, 20, 21, 22, 111, 0];
        let russian = forms(Language::Russian, &counts);
        let expected = [
            "1", "2–4", "2–4", "5", "5", "5", "5", "5", "1", "2–4", "5", "5",
        ];
        assert_eq!(russian, expected);
        // The text is Russian, and so is its plural.
        assert_eq!(forms(Language::Altai, &[1, 3]), ["1", "2–4"]);
    }

    #[test]
    fn altai_falls_back_to_russian() {
        let [russian, altai] =
            [Language::Russian, Language::Altai].map(|language| Texts::new(language, own));
        assert_ne!(altai.text("side.white"), russian.text("side.white"));
        assert_eq!(altai.text("result.mate"), russian.text("result.mate"));
    }

    #[test]
    fn a_key_without_a_text_is_shown() {
        assert_eq!(Texts::new(Language::English, own).text("none"), "⟦none⟧");
    }

    #[test]
    fn values_are_not_searched_for_places() {
        let places: [Place<'_>; 2] = [("path", &"{message}"), ("message", &"full")];
        assert_eq!(
            fill_places("{path}: {message} {other} {", &places),
            "{message}: full {other} {"
        );
    }
}
