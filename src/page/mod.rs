//! The board's page: the files that a browser gets, the texts, which other parts of the program
//! use, too, and the script with which other pages replay games on the same board.
//!
//! The files are compiled into the program, so none needs to be installed, and no path of a
//! request ever reaches the file system. The table of files is written by hand, which avoids a
//! build script, and a test compares it with the folder. `files/README.md` describes each file.

pub mod replay;
mod texts;

use std::collections::BTreeMap;
use std::sync::LazyLock;

pub use texts::{Language, Place, Texts, side_key};

use crate::diagram::board::figures;

/// A file of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageFile {
    /// The path below the page's address, without a slash at its start.
    pub path: &'static str,
    /// The contents.
    pub contents: &'static str,
}

/// Declares the table of the files in the folder `files`.
macro_rules! files {
    ($($path:literal)*) => {
        /// The files of the folder: their paths and contents.
        const FILES: &[(&str, &str)] = &[$(($path, include_str!(concat!("files/", $path)))),*];
    };
}

files! {
    "analysis.js"
    "annotate.js"
    "board-drawing.js"
    "board-picture.js"
    "board-pointer.js"
    "board-view.js"
    "board.js"
    "choose-step.js"
    "clock.js"
    "conversation.js"
    "dom.js"
    "download.js"
    "editor-form.js"
    "editor.js"
    "file-bytes.js"
    "game-files.js"
    "game.js"
    "graph.js"
    "hand.js"
    "keeper.js"
    "index.html"
    "lessons-list.js"
    "lessons.js"
    "library.js"
    "lines.js"
    "main.js"
    "mistakes.js"
    "panel-analysis.js"
    "panel-files.js"
    "panel-game-list.js"
    "panel-library.js"
    "panel-moves.js"
    "panel-play.js"
    "panel-players.js"
    "panel-settings.js"
    "play.js"
    "position.js"
    "replay-game.js"
    "replay.js"
    "score.js"
    "share.js"
    "sounds.js"
    "store.js"
    "style.css"
    "text.js"
    "text/alt.json"
    "text/en.json"
    "text/ru.json"
    "tree.js"
    "turns.js"
    "words.js"
}

/// The path of the page itself.
const INDEX: &str = "index.html";
/// The path of the file with the shapes of the men.
const FIGURES: &str = "figures.json";
/// The start of the comment before the board's styles, which extend to the end of the file.
const BOARD_STYLE: &str = "/* The board:";

impl PageFile {
    /// Returns the file with this path, which may begin with a slash; a slash alone is the
    /// page itself.
    pub fn find(path: &str) -> Option<Self> {
        let path = path.strip_prefix('/').unwrap_or(path);
        let path = if path.is_empty() { INDEX } else { path };
        Self::all().into_iter().find(|file| file.path == path)
    }

    /// Returns all files.
    pub fn all() -> Vec<Self> {
        let files = FILES
            .iter()
            .map(|&(path, contents)| Self { path, contents });
        let figures = Self {
            path: FIGURES,
            contents: &FIGURES_JSON,
        };
        files.chain([figures]).collect()
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

/// Returns the styles of the board.
fn board_style() -> &'static str {
    let mut files = FILES.iter();
    let part = files.find_map(|(_, text)| text.get(text.find(BOARD_STYLE)?..));
    part.unwrap_or_default()
}

/// The shapes of the men by name, as JSON. The program uses the same shapes for the boards
/// that it draws itself.
static FIGURES_JSON: LazyLock<String> = LazyLock::new(|| {
    let figures: BTreeMap<_, _> = figures().into_iter().collect();
    // Figures consist of strings, which can always be serialized.
    serde_json::to_string(&figures).unwrap_or_default()
});

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Files of the folder that are for developers.
    const NOT_SERVED: [&str; 2] = ["README.md", "types.js"];

    fn add_paths(folder: &Path, prefix: &str, paths: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                add_paths(&entry.path(), &format!("{path}/"), paths);
            } else {
                paths.insert(path);
            }
        }
    }

    #[test]
    fn the_table_has_every_file_of_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page/files");
        let mut paths = BTreeSet::new();
        add_paths(&folder, "", &mut paths);
        for path in NOT_SERVED {
            assert!(paths.remove(path), "{path}");
        }
        let listed: BTreeSet<String> = FILES.iter().map(|(path, _)| (*path).to_owned()).collect();
        assert_eq!(listed, paths);
        assert_eq!(listed.len(), FILES.len());
    }

    #[test]
    fn the_readme_names_every_file() {
        let readme = include_str!("files/README.md");
        for (path, _) in FILES {
            let folder = path.split_once('/').map(|(folder, _)| format!("{folder}/"));
            let name = folder.unwrap_or_else(|| (*path).to_owned());
            assert!(readme.contains(&format!("`{name}`")), "{path}");
        }
    }

    /// Returns the parts of a text between each `start` and the next `end`.
    fn quoted<'a>(text: &'a str, start: &str, end: char) -> BTreeSet<&'a str> {
        let parts = text.split(start).skip(1);
        parts.filter_map(|part| part.split(end).next()).collect()
    }

    #[test]
    fn the_index_preloads_what_the_main_module_imports() {
        let mut imported = BTreeSet::new();
        let mut unread = vec!["main.js"];
        while let Some(path) = unread.pop() {
            if imported.insert(path) {
                let (_, contents) = FILES.iter().find(|(other, _)| *other == path).unwrap();
                let imports = contents.lines().filter(|line| line.starts_with("import "));
                unread.extend(imports.flat_map(|line| quoted(line, "from './", '\'')));
            }
        }
        imported.remove("main.js");
        let index = include_str!("files/index.html");
        let preloaded = quoted(index, "<link rel=\"modulepreload\" href=\"", '"');
        assert_eq!(preloaded, imported);
    }

    #[test]
    fn the_style_of_the_board_is_found() {
        let style = board_style();
        for rule in [".board {", ".squares button {", ".man.white .body {"] {
            assert!(style.contains(rule), "{rule}");
        }
        assert!(!style.contains("body {\n  margin"));
    }

    #[test]
    fn a_path_finds_its_file() {
        assert_eq!(PageFile::find("/").unwrap().path, INDEX);
        assert_eq!(PageFile::find("/main.js").unwrap().path, "main.js");
        assert!(
            PageFile::find("/figures.json")
                .unwrap()
                .contents
                .contains("\"crown\"")
        );
        for path in [
            "//",
            "/main.js/",
            "/../Cargo.toml",
            "/README.md",
            "/MAIN.js",
            "/main.js%00",
        ] {
            assert_eq!(PageFile::find(path), None, "{path}");
        }
    }
}
