//! Collects the paths in a source file from its syntax.
//!
//! A path counts wherever it occurs: in a `use` tree, an expression, a type, a pattern, a derive,
//! or the tokens of a macro, which are searched for sequences such as `a::b`. Doc comments and
//! visibilities do not count. Paths are collected as written, with the module that contains them;
//! `modules.rs` resolves them when all modules have been read.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, Macro, Meta, Path, UseTree, Visibility};

/// A path as it is written in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourcePath {
    /// The module that contains the path.
    pub module: Vec<String>,
    /// The segments; the first may be `crate`, `self` or `super`.
    pub segments: Vec<String>,
    /// Whether the path begins with `::`, which leads out of the crate.
    pub is_external: bool,
    /// Whether the path is in test code.
    pub is_test: bool,
    /// The effect of a `use`; `None` for a path outside a `use`.
    pub import: Option<Import>,
}

/// The effect of a `use` declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Import {
    /// The path comes into scope under this name.
    Name(String),
    /// Every item in the path comes into scope.
    Glob,
}

/// What a source file contains.
#[derive(Default, Debug)]
pub struct FileContents {
    /// All paths.
    pub paths: Vec<SourcePath>,
    /// The paths of the items that the file defines.
    pub items: Vec<Vec<String>>,
    /// The modules that are compiled for tests only.
    pub test_modules: Vec<Vec<String>>,
    /// The modules written within the file.
    pub inline_modules: Vec<Vec<String>>,
}

/// Parses the text of the file of a module.
pub fn read(module: &[String], text: &str) -> syn::Result<FileContents> {
    let file = syn::parse_file(text)?;
    let mut collector = Collector {
        module: module.to_vec(),
        is_test: false,
        found: FileContents::default(),
    };
    collector.visit_file(&file);
    Ok(collector.found)
}

struct Collector {
    module: Vec<String>,
    is_test: bool,
    found: FileContents,
}

impl Collector {
    fn add(&mut self, segments: Vec<String>, is_external: bool, import: Option<Import>) {
        self.found.paths.push(SourcePath {
            module: self.module.clone(),
            segments,
            is_external,
            is_test: self.is_test,
            import,
        });
    }

    /// Adds the paths of a `use` tree, each with `prefix` before it.
    fn add_tree(&mut self, prefix: &[String], is_external: bool, tree: &UseTree) {
        let extended = |name: &dyn ToString| {
            let mut path = prefix.to_vec();
            let name = name.to_string();
            // `use a::{self}` imports a.
            if name != "self" || prefix.is_empty() {
                path.push(name);
            }
            path
        };
        match tree {
            UseTree::Path(path) => self.add_tree(&extended(&path.ident), is_external, &path.tree),
            UseTree::Name(name) => {
                let path = extended(&name.ident);
                let local = path.last().cloned().unwrap_or_default();
                self.add(path, is_external, Some(Import::Name(local)));
            }
            UseTree::Rename(rename) => {
                let local = rename.rename.to_string();
                self.add(
                    extended(&rename.ident),
                    is_external,
                    Some(Import::Name(local)),
                );
            }
            UseTree::Glob(_) => self.add(prefix.to_vec(), is_external, Some(Import::Glob)),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_tree(prefix, is_external, tree);
                }
            }
        }
    }

    /// Adds the paths in the tokens of a macro, each with `prefix` before it.
    fn add_tokens(&mut self, prefix: &[String], tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Ident(_) => at = self.add_token_path(prefix, &tokens, at),
                TokenTree::Group(group) => {
                    self.add_tokens(&[], group.stream());
                    at += 1;
                }
                _ => at += 1,
            }
        }
    }

    /// Adds the path that begins with the name at `start`, and returns the index of
    /// the token after it.
    fn add_token_path(&mut self, prefix: &[String], tokens: &[TokenTree], start: usize) -> usize {
        let mut path = prefix.to_vec();
        let mut at = start;
        while let Some(TokenTree::Ident(name)) = tokens.get(at) {
            path.push(name.to_string());
            at += 1;
            if !is_double_colon(tokens, at) {
                break;
            }
            at += 2;
            if let Some(group) = group_in_braces(tokens.get(at)) {
                self.add_tokens(&path, group.stream());
                return at + 1;
            }
        }
        let is_external = start >= 2
            && is_double_colon(tokens, start - 2)
            && !matches!(
                start.checked_sub(3).map(|before| &tokens[before]),
                Some(TokenTree::Ident(_))
            );
        // A lone name is most often a variable.
        if path.len() > 1 {
            self.add(path, is_external, None);
        }
        at
    }

    /// Calls `visit`, which visits test code if one of the attributes marks it as such.
    fn visit_with(&mut self, attributes: &[Attribute], visit: impl FnOnce(&mut Self)) {
        let before = self.is_test;
        self.is_test |= attributes.iter().any(marks_test_code);
        visit(self);
        self.is_test = before;
    }
}

impl<'ast> Visit<'ast> for Collector {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, name) = attributes_and_name(item);
        if let Some(name) = name {
            let mut path = self.module.clone();
            path.push(name);
            self.found.items.push(path);
        }
        self.visit_with(attributes, |collector| visit::visit_item(collector, item));
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.module.push(item.ident.to_string());
        if self.is_test {
            self.found.test_modules.push(self.module.clone());
        }
        if item.content.is_some() {
            self.found.inline_modules.push(self.module.clone());
        }
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.add_tree(&[], item.leading_colon.is_some(), &item.tree);
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let names = path.segments.iter().map(|part| part.ident.to_string());
        self.add(names.collect(), path.leading_colon.is_some(), None);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.visit_path(&call.path);
        self.add_tokens(&[], call.tokens.clone());
    }

    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        match &attribute.meta {
            Meta::List(list) if list.path.is_ident("derive") => {
                self.add_tokens(&[], list.tokens.clone());
            }
            // `#[tokio::test]`
            meta => self.visit_path(meta.path()),
        }
    }
}

/// Returns the attributes of an item and the name that it defines.
fn attributes_and_name(item: &Item) -> (&[Attribute], Option<String>) {
    let (attributes, name) = match item {
        Item::Const(item) => (&item.attrs, Some(&item.ident)),
        Item::Enum(item) => (&item.attrs, Some(&item.ident)),
        Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
        Item::Impl(item) => (&item.attrs, None),
        Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
        Item::Mod(item) => (&item.attrs, None),
        Item::Static(item) => (&item.attrs, Some(&item.ident)),
        Item::Struct(item) => (&item.attrs, Some(&item.ident)),
        Item::Trait(item) => (&item.attrs, Some(&item.ident)),
        Item::Type(item) => (&item.attrs, Some(&item.ident)),
        Item::Use(item) => (&item.attrs, None),
        _ => return (&[], None),
    };
    (attributes, name.map(ToString::to_string))
}

/// Returns whether an attribute is `#[test]` or `#[cfg(test)]`, alone or in `all(…)`.
fn marks_test_code(attribute: &Attribute) -> bool {
    match &attribute.meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("cfg") => {
            let text = list.tokens.to_string();
            let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
            words.contains(&"test") && !words.contains(&"not") && !words.contains(&"any")
        }
        _ => false,
    }
}

/// Returns whether the tokens at this index are `::`.
fn is_double_colon(tokens: &[TokenTree], at: usize) -> bool {
    let is_colon =
        |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ':');
    tokens
        .get(at..at + 2)
        .is_some_and(|pair| pair.iter().all(is_colon))
}

/// Returns the token as a group if it is one in braces.
fn group_in_braces(token: Option<&TokenTree>) -> Option<&Group> {
    match token {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => Some(group),
        _ => None,
    }
}
