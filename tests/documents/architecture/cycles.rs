//! Finds cycles: sets of modules of one layer in which each module leads to all the others.
//!
//! A module is a file here, and an item belongs to the file that defines it, not to one that
//! re-exports it. The import of a module alone does not count as a use; a path to an item in it
//! does. Test code does not count.

use std::collections::{BTreeMap, BTreeSet};

use super::modules::{Modules, Use};

type Module = Vec<String>;

/// Returns the cycles, each as a sorted list of modules.
pub fn cycles<'u>(
    modules: &Modules,
    uses: impl IntoIterator<Item = &'u Use>,
) -> BTreeSet<Vec<String>> {
    let mut graph: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for found in uses {
        if found.is_test || found.item[0] != "crate" {
            continue;
        }
        let from = modules.file_module_of(&found.module_path()).0;
        let (to, is_item) = modules.file_module_of(&found.item);
        // Cycles between layers are excluded by the table of layers.
        if is_item && from != to && from.first() == to.first() {
            graph.entry(from).or_default().insert(to);
        }
    }
    let reached: BTreeMap<_, _> = graph
        .keys()
        .map(|from| (from, reachable(&graph, from)))
        .collect();
    let cycle_of = |module: &Module| {
        let others = reached[module].iter().filter(|other| {
            let back = reached.get(other);
            back.is_some_and(|back| back.contains(module))
        });
        let cycle: Vec<String> = others.map(|other| other.join("::")).collect();
        (cycle.len() > 1).then_some(cycle)
    };
    graph.keys().filter_map(cycle_of).collect()
}

/// Returns all modules that a module leads to.
fn reachable(graph: &BTreeMap<Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<Module> {
    let mut reached = BTreeSet::new();
    let mut pending = vec![from];
    while let Some(module) = pending.pop() {
        for next in graph.get(module).into_iter().flatten() {
            if reached.insert(next.clone()) {
                pending.push(next);
            }
        }
    }
    reached
}

impl Use {
    /// Returns the path of the module that contains the use.
    fn module_path(&self) -> Vec<String> {
        [&["crate".to_owned()], self.module.as_slice()].concat()
    }
}
