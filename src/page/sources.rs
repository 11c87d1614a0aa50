//! The files of the folder `files`, as they are written.
//!
//! The table is written by hand, which avoids a build script, and a test compares it with the
//! folder.

/// Declares the table of the files in the folder `files`.
macro_rules! files {
    ($($path:literal)*) => {
        /// The files of the folder: their paths and contents.
        pub const FILES: &[(&str, &str)] = &[$(($path, include_str!(concat!("files/", $path)))),*];
    };
}

files! {
    "analysis.js"
    "annotate.js"
    "arrangement.js"
    "board-drawing.js"
    "board-picture.js"
    "board-pointer.js"
    "board-view.js"
    "board.css"
    "board.js"
    "choose-step.js"
    "clock.js"
    "conversation.js"
    "dom.js"
    "download.js"
    "editor-form.js"
    "editor.js"
    "explorer.js"
    "file-bytes.js"
    "game-files.js"
    "game.js"
    "graph.js"
    "hand.js"
    "icons.js"
    "index.html"
    "keeper.js"
    "lessons-list.js"
    "lessons.js"
    "library.js"
    "lines.js"
    "main.js"
    "menus.js"
    "message.js"
    "mistakes.js"
    "own-game.js"
    "panel-analysis.js"
    "panel-explorer.js"
    "panel-files.js"
    "panel-game-list.js"
    "panel-games.js"
    "panel-help.js"
    "panel-notes.js"
    "panel-play.js"
    "panel-players.js"
    "panel-puzzles.js"
    "panel-review.js"
    "panel-settings.js"
    "panel-steps.js"
    "panel-turns.js"
    "parts.css"
    "play.js"
    "position.js"
    "preview.js"
    "puzzle-record.js"
    "puzzle-report.js"
    "puzzle-run.js"
    "puzzles.js"
    "replay-game.js"
    "replay.js"
    "score.js"
    "share.js"
    "small-board.js"
    "sounds.js"
    "storage.js"
    "store.js"
    "style.css"
    "tabs.js"
    "text.js"
    "text/alt.json"
    "text/en.json"
    "text/lessons-en.json"
    "text/lessons-ru.json"
    "text/puzzles-en.json"
    "text/puzzles-ru.json"
    "text/ru.json"
    "theme.js"
    "trainer.js"
    "tree.js"
    "turns.js"
    "views.css"
    "words.js"
    "work.js"
}

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
}
