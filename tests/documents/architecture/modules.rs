//! The modules of a crate, and the item that each path in them leads to.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::syntax::{self, Contents, Import, SourcePath};

/// The number of imports followed from one name before giving up: cycles of
/// imports exist.
const MAX_IMPORTS: usize = 8;

/// The modules of a crate.
#[derive(Default)]
pub struct Modules {
    /// The modules that are files of their own, each with its file.
    files: BTreeMap<Vec<String>, PathBuf>,
    modules: BTreeSet<Vec<String>>,
    test_modules: BTreeSet<Vec<String>>,
    items: BTreeSet<Vec<String>>,
    names: BTreeMap<Vec<String>, (Vec<String>, bool)>,
    globs: BTreeMap<Vec<String>, Vec<Vec<String>>>,
    paths: Vec<SourcePath>,
}

/// A path and what it leads to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Use {
    /// The module that uses it.
    pub module: Vec<String>,
    /// The path from the root of the crate, `crate` first; or, for another crate,
    /// from that crate's name.
    pub path: Vec<String>,
    /// The path with imports followed to the item itself.
    pub item: Vec<String>,
    /// Whether this is test code.
    pub is_test: bool,
    /// Whether it is the path of a `use`.
    pub is_import: bool,
}

impl Modules {
    /// Reads the crate whose source is in this folder.
    pub fn read(folder: &Path) -> Self {
        let mut files = Vec::new();
        super::sources(folder, &mut files);
        files.sort();
        let mut crate_modules = Self::default();
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let module = module_of(file.strip_prefix(folder).unwrap());
            crate_modules.add(module, file, &text);
        }
        crate_modules
    }

    /// Adds a file.
    pub fn add(&mut self, module: Vec<String>, file: PathBuf, text: &str) {
        let contents = syntax::read(&module, text);
        let contents = contents.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let Contents {
            paths,
            items,
            test_modules,
            inline,
        } = contents;
        self.modules.insert(module.clone());
        self.modules.extend(inline);
        self.files.insert(module, file);
        self.items.extend(items);
        self.test_modules.extend(test_modules);
        for path in &paths {
            let target = (path.segments.clone(), path.is_external);
            match &path.import {
                Some(Import::Name(name)) => {
                    self.names.insert(join(&path.module, name), target);
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

    /// Returns the path of the file that contains a module.
    pub fn file_of(&self, module: &[String]) -> &Path {
        let file = self.owner(module);
        self.files
            .get(&file)
            .map_or(Path::new(""), PathBuf::as_path)
    }

    /// Returns every use that leads to this crate or to one of `others`, once for
    /// each module.
    pub fn uses(&self, others: &BTreeSet<String>) -> BTreeSet<Use> {
        let uses = self.paths.iter().filter_map(|source| {
            let path = self.absolute(&source.module, &source.segments, source.is_external)?;
            // A lone name that nothing imports is a variable or is in the prelude.
            let is_name = path.len() == 1 && source.import.is_none();
            if path[0] != "crate" && (is_name || !others.contains(&path[0])) {
                return None;
            }
            Some(Use {
                module: source.module.clone(),
                item: self.followed(path.clone()),
                path,
                is_test: source.is_test || self.is_test(&source.module),
                is_import: source.import.is_some(),
            })
        });
        uses.collect()
    }

    /// Returns the module, a file of its own, that contains the target of a path of this
    /// crate, and whether the path continues to an item in that module.
    pub fn holder(&self, path: &[String]) -> (Vec<String>, bool) {
        let inner = &path[1..];
        let owner = self.owner(inner);
        let is_item = owner.len() < inner.len();
        (owner, is_item)
    }

    fn owner(&self, path: &[String]) -> Vec<String> {
        let lengths = (0..=path.len()).rev();
        let mut prefixes = lengths.map(|length| &path[..length]);
        let found = prefixes.find(|prefix| self.files.contains_key(*prefix));
        found.unwrap_or_default().to_vec()
    }

    fn is_test(&self, module: &[String]) -> bool {
        (1..=module.len()).any(|length| self.test_modules.contains(&module[..length]))
    }

    /// Resolves a path as the compiler would: by `crate`, `self` and `super`, else
    /// by an import or a module of its own module, else as the name of a crate. Returns
    /// `None` for `Self`.
    fn absolute(
        &self,
        module: &[String],
        segments: &[String],
        is_external: bool,
    ) -> Option<Vec<String>> {
        self.absolute_within(module, segments, is_external, MAX_IMPORTS)
    }

    fn absolute_within(
        &self,
        module: &[String],
        segments: &[String],
        is_external: bool,
        imports: usize,
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
                let ups = rest
                    .iter()
                    .take_while(|segment| *segment == "super")
                    .count();
                base.truncate(base.len().saturating_sub(ups));
                return Some(rooted(&base, &rest[ups..]));
            }
            "Self" => return None,
            name => {
                let local = join(module, name);
                let imported = self.names.get(&local).filter(|_| imports > 0);
                if let Some((target, is_external)) = imported
                    && target.first() != Some(first)
                {
                    let mut path =
                        self.absolute_within(module, target, *is_external, imports - 1)?;
                    path.extend_from_slice(rest);
                    return Some(path);
                }
                if self.modules.contains(&local) || self.items.contains(&local) {
                    return Some(rooted(&local, rest));
                }
                return Some(segments.to_vec());
            }
        }
        Some(rooted(&base, rest))
    }

    /// Follows imports on a path of this crate to the item that it names.
    fn followed(&self, mut path: Vec<String>) -> Vec<String> {
        for _ in 0..MAX_IMPORTS {
            match self.next_import(&path) {
                Some(next) if next != path => path = next,
                _ => break,
            }
        }
        path
    }

    fn next_import(&self, path: &[String]) -> Option<Vec<String>> {
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
        if let Some((target, is_external)) = self.names.get(&name) {
            let mut next = self.absolute(module, target, *is_external)?;
            next.extend_from_slice(&rest[1..]);
            return Some(next);
        }
        let globs = self.globs.get(module)?.iter();
        let mut targets = globs.filter_map(|glob| self.absolute(module, glob, false));
        let target = targets.find(|target| {
            target[0] == "crate" && self.items.contains(&join(&target[1..], &rest[0]))
        })?;
        Some([target.as_slice(), rest].concat())
    }
}

/// Returns the module of a file, by its path below the folder of the crate.
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

fn rooted(module: &[String], rest: &[String]) -> Vec<String> {
    let root = ["crate".to_owned()];
    [root.as_slice(), module, rest].concat()
}
