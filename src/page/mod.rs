//! The board's page: the files that a browser gets, the texts, which other parts of the program
//! use, too, and the script with which other pages replay games on the same board.
//!
//! The files are compiled into the program, so none needs to be installed, and no path of a
//! request ever reaches the file system. `files/README.md` describes each file.

pub mod collections;
pub mod replay;
mod scripts;
mod sources;
mod texts;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

pub use texts::{Language, Place, Texts, side_key};

use crate::diagram::board::figures;
use crate::game::{GameRecord, Variant};
use sources::FILES;

/// A file of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageFile {
    /// The path below the page's address, without a slash at its start.
    pub path: &'static str,
    /// The language of the users for whom it is meant; `None` if it is the same for all.
    pub language: Option<Language>,
    /// The contents.
    pub contents: Cow<'static, str>,
}

/// The path of the page itself.
const INDEX: &str = "index.html";
/// The path of the file with the shapes of the men.
const FIGURES: &str = "figures.json";
/// The style sheet of the board, which replays use, too.
const BOARD_STYLE: &str = include_str!("files/board.css");
/// The path of the style sheet that a browser gets, and the sheets that it joins.
const STYLE: &str = "style.css";
const STYLES: [&str; 4] = ["board.css", STYLE, "parts.css", "views.css"];
/// Where the page names the catalog to load at once.
const HEAD_END: &str = "</head>";

impl PageFile {
    /// Returns the files that a browser gets: the modules and the style sheets joined, and the
    /// page itself once for each language, with the catalogs that it needs.
    pub fn served() -> Vec<Self> {
        let data = format!("{{ figures: {}, starts: {} }}", *FIGURES_JSON, *STARTS_JSON);
        let file = |path, contents| Self {
            path,
            language: None,
            contents,
        };
        let mut served = vec![
            file(FIGURES, FIGURES_JSON.as_str().into()),
            file(scripts::MAIN, scripts::main_script(&data).into()),
            file(scripts::REST, scripts::rest_script().into()),
            file(collections::INDEX, collections::index().into()),
        ];
        served.extend(collections::files().map(|(path, text)| file(path, text.into())));
        for &(path, text) in FILES {
            match path {
                INDEX => served.extend(Language::ALL.map(|language| Self {
                    path,
                    language: Some(language),
                    contents: page_in(language, text).into(),
                })),
                scripts::MAIN => {}
                STYLE => served.push(file(path, joined_styles().into())),
                _ if scripts::is_joined(path) => {
                    served.push(file(path, scripts::stub(path, text)));
                }
                _ => served.push(file(path, text.into())),
            }
        }
        served
    }

    /// Returns whether this is the file with this path, which may begin with a slash; a slash
    /// alone is the page itself.
    pub fn is_at(&self, path: &str) -> bool {
        let path = path.strip_prefix('/').unwrap_or(path);
        self.path == if path.is_empty() { INDEX } else { path }
    }

    /// Returns the media type of the file, which follows from the extension of its path.
    pub fn media_type(&self) -> &'static str {
        match self.path.rsplit_once('.') {
            Some((_, "html")) => "text/html; charset=utf-8",
            Some((_, "css")) => "text/css; charset=utf-8",
            Some((_, "js")) => "text/javascript; charset=utf-8",
            Some((_, "json")) => "application/json",
            _ => "text/plain; charset=utf-8",
        }
    }
}

/// Returns the text of the file with this path; empty if there is none.
fn text_of(path: &str) -> &'static str {
    let found = FILES.iter().find(|(other, _)| *other == path);
    found.map_or("", |(_, text)| text)
}

fn joined_styles() -> String {
    STYLES.map(text_of).map(without_comments).concat()
}

/// Returns a style sheet without its comments, which browsers need not load.
fn without_comments(style: &str) -> String {
    let mut parts = style.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut rules, part| {
        let rest = part.split_once("*/").map_or("", |(_, rest)| rest);
        rules.push_str(rest.strip_prefix('\n').unwrap_or(rest));
        rules
    })
}

/// Returns the page with one style sheet, and with the catalogs of a language to load at once.
fn page_in(language: Language, page: &str) -> String {
    let is_other_style = |line: &&str| {
        let names = |style: &&&str| line.contains(&format!("href=\"{style}\""));
        STYLES
            .iter()
            .filter(|style| **style != STYLE)
            .any(|style| names(&style))
    };
    let lines = page.lines().filter(|line| !is_other_style(line));
    let catalogs = language.catalog_names().iter().map(|name| {
        format!("  <link rel=\"preload\" href=\"text/{name}.json\" as=\"fetch\" crossorigin>\n")
    });
    let preloads: String = catalogs.collect();
    let mut text = String::with_capacity(page.len() + preloads.len());
    for line in lines {
        if line == HEAD_END {
            text.push_str(&preloads);
        }
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// The shapes of the men by name, as JSON. The program uses the same shapes for the boards
/// that it draws itself.
static FIGURES_JSON: LazyLock<String> = LazyLock::new(|| {
    let figures: BTreeMap<_, _> = figures().into_iter().collect();
    // Figures consist of strings, which can always be serialized.
    serde_json::to_string(&figures).unwrap_or_default()
});

/// The start positions of the rule sets by their ids, as JSON, for a board before the engine has
/// answered.
static STARTS_JSON: LazyLock<String> = LazyLock::new(|| {
    let starts = Variant::ALL.map(|variant| (variant.id(), GameRecord::new(variant).start_text()));
    let starts: BTreeMap<_, _> = starts.into_iter().collect();
    serde_json::to_string(&starts).unwrap_or_default()
});

#[cfg(test)]
mod tests {
    use super::*;

    fn served(path: &str) -> Vec<PageFile> {
        let files = PageFile::served().into_iter();
        files.filter(|file| file.is_at(path)).collect()
    }

    #[test]
    fn a_path_finds_its_file() {
        assert_eq!(served("/").len(), Language::ALL.len());
        for (path, part) in [
            ("/main.js", "batyrModules.set('board.js'"),
            ("/rest.js", "batyrModules.set('editor.js'"),
            (
                "/editor.js",
                "import './rest.js';\nexport const { mountEditor } =",
            ),
            ("/style.css", ".board {"),
            ("/figures.json", "\"crown\""),
        ] {
            let [file] = &served(path)[..] else {
                panic!("{path}")
            };
            assert!(file.contents.contains(part), "{path}");
        }
        for path in [
            "//",
            "/main.js/",
            "/../Cargo.toml",
            "/README.md",
            "/MAIN.js",
            "/main.js%00",
        ] {
            assert_eq!(served(path), [], "{path}");
        }
    }

    #[test]
    fn the_page_names_one_style_sheet_and_the_catalogs_of_its_language() {
        for file in served("/") {
            assert_eq!(file.contents.matches("rel=\"stylesheet\"").count(), 1);
            let preloads = file.contents.matches("rel=\"preload\"").count();
            assert_eq!(
                preloads,
                if file.language == Some(Language::Altai) {
                    2
                } else {
                    1
                }
            );
        }
        let all = joined_styles();
        assert!(!all.contains("/*") && !all.contains("*/"));
        for style in STYLES {
            let rules = without_comments(text_of(style));
            assert!(!rules.is_empty() && all.contains(&rules), "{style}");
        }
    }

    #[test]
    fn the_start_positions_are_those_of_the_games() {
        let starts: BTreeMap<String, String> = serde_json::from_str(&STARTS_JSON).unwrap();
        for variant in Variant::ALL {
            assert_eq!(starts[variant.id()], GameRecord::new(variant).start_text());
        }
    }
}
