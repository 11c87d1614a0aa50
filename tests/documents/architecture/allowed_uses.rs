//! Reads the tables of docs/ARCHITECTURE.md and compares them with the uses in the source.

use std::collections::{BTreeMap, BTreeSet};

use super::modules::{Modules, Use};

/// The protocol crate as the tables name it: it is listed like a layer.
pub const PROTOCOL: &str = "protocol";
const PROTOCOL_CRATE: &str = "batyr_protocol";

/// The uses that the document allows.
#[derive(Debug)]
pub struct AllowedUses {
    /// The layers in the order of the document, each with the layers that it may use.
    pub layers: Vec<(String, BTreeSet<String>)>,
    /// The crates, each with the layers that may use it; `None` if any layer may.
    pub crates: BTreeMap<String, Option<BTreeSet<String>>>,
    /// The paths that parts of the source must not use.
    pub bans: Vec<Ban>,
}

/// Paths that a part of the source must not use, except in test code.
#[derive(Debug)]
pub struct Ban {
    within: String,
    paths: Vec<String>,
    except: Vec<String>,
}

impl AllowedUses {
    /// Reads the tables of the document, each of which is found by its header.
    pub fn read(document: &str) -> Self {
        let layers = rows(document, "| layer | contents | uses |");
        let crates = rows(document, "| crate | used by |");
        let bans = rows(document, "| within | not used | except in |");
        Self {
            layers: layers
                .iter()
                .map(|row| (row[0][0].clone(), row[2].iter().cloned().collect()))
                .collect(),
            crates: crates
                .iter()
                .flat_map(|row| {
                    let users = BTreeSet::from_iter(row[1].iter().cloned());
                    let users = (!users.is_empty()).then_some(users);
                    row[0].iter().map(move |name| (name.clone(), users.clone()))
                })
                .collect(),
            bans: bans
                .into_iter()
                .map(|row| Ban {
                    within: row[0][0].clone(),
                    paths: row[1].clone(),
                    except: row[2].clone(),
                })
                .collect(),
        }
    }

    /// Returns the names of the crates whose uses are collected.
    pub fn outer_crates(&self) -> BTreeSet<String> {
        let own = [PROTOCOL_CRATE, "batyr", "std", "core", "alloc"].map(str::to_owned);
        own.into_iter().chain(self.crates.keys().cloned()).collect()
    }

    fn layers_allowed_in(&self, layer: &str) -> Option<&BTreeSet<String>> {
        let (_, uses) = self.layers.iter().find(|(name, _)| name == layer)?;
        Some(uses)
    }

    /// Returns the layer that contains the target of a use, if it is in a layer.
    fn layer_of<'u>(&self, found: &'u Use) -> Option<&'u str> {
        match found.path[0].as_str() {
            PROTOCOL_CRATE => Some(PROTOCOL),
            "crate" | "batyr" => {
                let layer = found.path.get(1)?;
                self.layers_allowed_in(layer)?;
                Some(layer)
            }
            _ => None,
        }
    }

    /// Returns the violations in the uses of layers: uses that the document does not list, and
    /// entries that no use needs.
    pub fn layer_violations(&self, uses: &[(String, &Modules, Use)]) -> Vec<String> {
        let mut violations = Violations::default();
        let mut seen = BTreeSet::new();
        for (layer, modules, found) in uses {
            let (Some(target), Some(allowed)) =
                (self.layer_of(found), self.layers_allowed_in(layer))
            else {
                continue;
            };
            seen.insert((layer.as_str(), target));
            if target != layer && !allowed.contains(target) {
                violations.add(modules, found, &format!("the layer `{target}`"));
            }
        }
        for (layer, allowed) in &self.layers {
            for target in allowed {
                if !seen.contains(&(layer, target)) {
                    violations.add_unused(layer, &format!("the layer `{target}`"));
                }
            }
        }
        violations.lines()
    }

    /// Returns the violations in the uses of other crates, in the same way. Test code may use any
    /// crate.
    pub fn crate_violations(&self, uses: &[(String, &Modules, Use)]) -> Vec<String> {
        let mut violations = Violations::default();
        let mut seen = BTreeSet::new();
        for (layer, modules, found) in uses.iter().filter(|(_, _, found)| !found.is_test) {
            let name = &found.path[0];
            if let Some(Some(users)) = self.crates.get(name) {
                seen.insert((layer.as_str(), name.as_str()));
                if !users.contains(layer) && self.layers_allowed_in(layer).is_some() {
                    violations.add(modules, found, &format!("the crate `{name}`"));
                }
            }
        }
        for (name, users) in &self.crates {
            for layer in users.iter().flatten() {
                if !seen.contains(&(layer, name)) {
                    violations.add_unused(layer, &format!("the crate `{name}`"));
                }
            }
        }
        violations.lines()
    }

    /// Returns the uses that a ban forbids.
    pub fn ban_violations(&self, uses: &[(String, &Modules, Use)]) -> Vec<String> {
        let mut violations = Violations::default();
        for (_, modules, found) in uses.iter().filter(|(_, _, found)| !found.is_test) {
            let place = found.module.join("::");
            for ban in &self.bans {
                if !is_in(&place, &ban.within) || ban.except.iter().any(|part| is_in(&place, part))
                {
                    continue;
                }
                let leads_to = |banned: &&String| {
                    [&found.path, &found.item].iter().any(|path| {
                        let path = path.join("::");
                        is_in(path.strip_prefix("crate::").unwrap_or(&path), banned)
                    })
                };
                if let Some(banned) = ban.paths.iter().find(leads_to) {
                    violations.add(modules, found, &format!("`{banned}`"));
                }
            }
        }
        violations.lines()
    }
}

/// The violations: for each file and each forbidden target, the first path that leads there.
#[derive(Default)]
struct Violations(BTreeMap<String, String>);

impl Violations {
    fn add(&mut self, modules: &Modules, found: &Use, target: &str) {
        let file = modules.file_of(&found.module).display();
        let path = found.path.join("::");
        let line = self
            .0
            .entry(format!("{file}: {target} must not be used here"));
        line.or_insert(format!(": {path}"));
    }

    fn add_unused(&mut self, layer: &str, target: &str) {
        let line = format!("docs/ARCHITECTURE.md: the layer `{layer}` no longer uses {target}");
        self.0.insert(line, String::new());
    }

    fn lines(self) -> Vec<String> {
        self.0
            .into_iter()
            .map(|(line, path)| line + &path)
            .collect()
    }
}

/// Returns whether a path is this part of the source or leads into it.
fn is_in(path: &str, part: &str) -> bool {
    let rest = path.strip_prefix(part);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Returns the rows of the table with this header; each cell is the list of its names in
/// backquotes.
fn rows(document: &str, header: &str) -> Vec<Vec<Vec<String>>> {
    let lines = document.lines().skip_while(|line| *line != header);
    let rows = lines.skip(2).take_while(|line| line.starts_with('|'));
    let rows: Vec<_> = rows
        .map(|row| {
            let cells = row.trim_matches('|').split('|');
            cells.map(names).collect()
        })
        .collect();
    assert!(!rows.is_empty(), "no table with the header {header}");
    rows
}

/// Returns the names in backquotes.
fn names(cell: &str) -> Vec<String> {
    let quoted = cell.split('`').skip(1).step_by(2);
    quoted.map(str::to_owned).collect()
}
