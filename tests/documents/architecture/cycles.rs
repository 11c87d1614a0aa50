//! Cycles: sets of modules of a layer, each of which leads to all the others.
//!
//! A module is a file, and uses the file in which the item that it
//! names is defined, not the one that re-exports it. The import of a module alone does
//! not count as a use; a path to an item in it does. Test code does not count.

use std::collections::{BTreeMap, BTreeSet};

use super::modules::{Modules, Use};

type Module = Vec<String>;

/// Returns the cycles, each as its modules, sorted.
pub fn cycles<'u>(
    modules: &Modules,
    uses: impl IntoIterator<Item = &'u Use>,
) -> BTreeSet<Vec<String>> {
    let mut graph: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for found in uses {
        if found.is_test || found.item[0] != "crate" {
            continue;
        }
        let from = modules.holder(&found.path_of_module()).0;
        let (to, is_item) = modules.holder(&found.item);
        // Cycles between layers are excluded by the table of layers.
        if is_item && from != to && from.first() == to.first() {
            graph.entry(from).or_default().insert(to);
        }
    }
    let reached: BTreeMap<_, _> = graph
        .keys()
        .map(|from| (from, reach(&graph, from)))
        .collect();
    let of = |module: &Module| {
        let others = reached[module].iter().filter(|other| {
            let back = reached.get(other);
            back.is_some_and(|back| back.contains(module))
        });
        let cycle: Vec<String> = others.map(|other| other.join("::")).collect();
        (cycle.len() > 1).then_some(cycle)
    };
    graph.keys().filter_map(of).collect()
}

/// Returns all modules that one leads to.
fn reach(graph: &BTreeMap<Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<Module> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for next in graph.get(module).into_iter().flatten() {
            if reached.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    reached
}

impl Use {
    fn path_of_module(&self) -> Vec<String> {
        [&["crate".to_owned()], self.module.as_slice()].concat()
    }
}
