//! Resolves the paths in the modules of a crate to the items that they name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::syntax::{self, FileContents, Import, SourcePath};

/// The maximum number of imports followed from one name, since imports can form a cycle.
const MAX_IMPORTS: usize = 8;

/// The modules of a crate.
#[derive(Default)]
pub struct Modules {
    /// The modules that have their own files, each with its file.
    files: BTreeMap<Vec<String>, PathBuf>,
    /// All modules, including those written within a file.
    modules: BTreeSet<Vec<String>>,
    /// The modules that are compiled for tests only.
    test_modules: BTreeSet<Vec<String>>,
    /// The items that the modules define.
    items: BTreeSet<Vec<String>>,
    /// The imported names, each with the path that it stands for and whether that path leads out of
    /// the crate.
    imports: BTreeMap<Vec<String>, (Vec<String>, bool)>,
    /// The modules with glob imports, each with the paths imported.
    globs: BTreeMap<Vec<String>, Vec<Vec<String>>>,
    /// All paths as they are written.
    paths: Vec<SourcePath>,
}

/// A path and the item that it names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Use {
    /// The module that contains the path.
    pub module: Vec<String>,
    /// The path from the root of the crate, which begins with `crate`, or from the name of another
    /// crate.
    pub path: Vec<String>,
    /// The path of the item itself, after all imports and re-exports are followed.
    pub item: Vec<String>,
    /// Whether the path is in test code.
    pub is_test: bool,
}

impl Modules {
    /// Reads the crate whose source is in this folder.
    pub fn read(folder: &Path) -> Self {
        let mut files = Vec::new();
        super::collect_sources(folder, &mut files);
        files.sort();
        let mut crate_modules = Self::default();
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let module = module_of(file.strip_prefix(folder).unwrap());
            crate_modules.add(module, file, &text);
        }
        crate_modules
    }

    /// Adds a module, given its file and its text.
    pub fn add(&mut self, module: Vec<String>, file: PathBuf, text: &str) {
        let contents = syntax::read(&module, text);
        let contents = contents.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let FileContents {
            paths,
            items,
            test_modules,
            inline_modules,
        } = contents;
        self.modules.insert(module.clone());
        self.modules.extend(inline_modules);
        self.files.insert(module, file);
        self.items.extend(items);
        self.test_modules.extend(test_modules);
        for path in &paths {
            let target = (path.segments.clone(), path.is_external);
            match &path.import {
                Some(Import::Name(name)) => {
                    self.imports.insert(join(&path.module, name), target);
                }
                Some(Import::Glob) if !path.is_external => {
                    let globs = self.globs.entry(path.module.clone()).or_default();
                    globs.push(path.segments.clone());
                }
                _ => {}
            }
        }
        self.paths.extend(paths);
    }

    /// Returns the file that contains a module.
    pub fn file_of(&self, module: &[String]) -> &Path {
        let file = self.file_module(module);
        self.files
            .get(&file)
            .map_or(Path::new(""), PathBuf::as_path)
    }

    /// Returns every use of this crate and of `outer_crates`; each path occurs once for each module
    /// that uses it.
    pub fn uses(&self, outer_crates: &BTreeSet<String>) -> BTreeSet<Use> {
        let uses = self.paths.iter().filter_map(|source| {
            let path = self.resolve(&source.module, &source.segments, source.is_external)?;
            // A lone name that nothing imports is a variable or is in the prelude.
            let is_name = path.len() == 1 && source.import.is_none();
            if path[0] != "crate" && (is_name || !outer_crates.contains(&path[0])) {
                return None;
            }
            Some(Use {
                module: source.module.clone(),
                item: self.follow_imports(path.clone()),
                path,
                is_test: source.is_test || self.is_test_module(&source.module),
            })
        });
        uses.collect()
    }

    /// Returns the module with its own file that contains the target of a path of this crate, and
    /// whether the path continues to an item in that module.
    pub fn file_module_of(&self, path: &[String]) -> (Vec<String>, bool) {
        let inner = &path[1..];
        let module = self.file_module(inner);
        let is_item = module.len() < inner.len();
        (module, is_item)
    }

    /// Returns the longest beginning of a path that is a module with its own file.
    fn file_module(&self, path: &[String]) -> Vec<String> {
        let lengths = (0..=path.len()).rev();
        let mut prefixes = lengths.map(|length| &path[..length]);
        let found = prefixes.find(|prefix| self.files.contains_key(*prefix));
        found.unwrap_or_default().to_vec()
    }

    fn is_test_module(&self, module: &[String]) -> bool {
        (1..=module.len()).any(|length| self.test_modules.contains(&module[..length]))
    }

    /// Resolves a path as the compiler would: by `crate`, `self` or `super`, else by an import or
    /// an item of its module, else as the name of a crate. Returns `None` for `Self`.
    fn resolve(
        &self,
        module: &[String],
        segments: &[String],
        is_external: bool,
    ) -> Option<Vec<String>> {
        self.resolve_within(module, segments, is_external, MAX_IMPORTS)
    }

    fn resolve_within(
        &self,
        module: &[String],
        segments: &[String],
        is_external: bool,
        imports_left: usize,
    ) -> Option<Vec<String>> {
        let first = segments.first()?;
        let rest = &segments[1..];
        if is_external {
            return Some(segments.to_vec());
        }
        let mut base = module.to_vec();
        match first.as_str() {
            "crate" => base.clear(),
            "self" => {}
            "super" => {
                base.pop();
                let more_supers = rest
                    .iter()
                    .take_while(|segment| *segment == "super")
                    .count();
                base.truncate(base.len().saturating_sub(more_supers));
                return Some(crate_path(&base, &rest[more_supers..]));
            }
            "Self" => return None,
            name => {
                let local = join(module, name);
                let imported = self.imports.get(&local).filter(|_| imports_left > 0);
                if let Some((target, is_external)) = imported
                    && target.first() != Some(first)
                {
                    let mut path =
                        self.resolve_within(module, target, *is_external, imports_left - 1)?;
                    path.extend_from_slice(rest);
                    return Some(path);
                }
                if self.modules.contains(&local) || self.items.contains(&local) {
                    return Some(crate_path(&local, rest));
                }
                return Some(segments.to_vec());
            }
        }
        Some(crate_path(&base, rest))
    }

    /// Follows imports on a path of this crate to the item that it names.
    fn follow_imports(&self, mut path: Vec<String>) -> Vec<String> {
        for _ in 0..MAX_IMPORTS {
            match self.follow_one_import(&path) {
                Some(next) if next != path => path = next,
                _ => break,
            }
        }
        path
    }

    /// Replaces the first imported name of a path by the path that it stands for.
    fn follow_one_import(&self, path: &[String]) -> Option<Vec<String>> {
        if path[0] != "crate" {
            return None;
        }
        let inner = &path[1..];
        let depth = (0..inner.len()).find(|at| !self.modules.contains(&inner[..=*at]))?;
        let (module, rest) = inner.split_at(depth);
        let name = join(module, &rest[0]);
        if self.items.contains(&name) {
            return None;
        }
        if let Some((target, is_external)) = self.imports.get(&name) {
            let mut next = self.resolve(module, target, *is_external)?;
            next.extend_from_slice(&rest[1..]);
            return Some(next);
        }
        let globs = self.globs.get(module)?.iter();
        let mut targets = globs.filter_map(|glob| self.resolve(module, glob, false));
        let target = targets.find(|target| {
            target[0] == "crate" && self.items.contains(&join(&target[1..], &rest[0]))
        })?;
        Some([target.as_slice(), rest].concat())
    }
}

/// Returns the module of a file, given its path within the crate's source folder.
pub fn module_of(file: &Path) -> Vec<String> {
    let path = file.with_extension("");
    let mut names: Vec<String> = path
        .iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    if matches!(names.last().map(String::as_str), Some("mod" | "lib")) {
        names.pop();
    }
    names
}

fn join(module: &[String], name: &str) -> Vec<String> {
    let mut path = module.to_vec();
    path.push(name.to_owned());
    path
}

/// Returns a path that begins with `crate`.
fn crate_path(module: &[String], rest: &[String]) -> Vec<String> {
    let root = ["crate".to_owned()];
    [root.as_slice(), module, rest].concat()
}
