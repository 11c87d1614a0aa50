//! What a probe costs.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use batyr::rules::shatra::{Original, Position};
use batyr::tables::{Class, TableFolder, TableSet};

use crate::support::Random;

/// How many positions are probed in turn. A table of three men fits in memory; in one of four, every
/// block that has been needed is kept.
const POSITIONS: usize = 10_000;

/// Returns positions of this number of men, drawn at random.
fn drawn(tables: &TableSet<Position<Original>>, men: usize) -> Vec<Position<Original>> {
    let classes = Class::<Position<Original>>::all(men).into_iter();
    let classes: Vec<_> = classes.filter(|class| class.men() == men).collect();
    let mut random = Random::new(7);
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let class = classes[random.below(classes.len())];
        let layout = tables.table(class).unwrap().layout();
        let placement = layout.placement(random.below(layout.entries()));
        let position = placement.and_then(|placement| layout.position(&placement));
        positions.extend(position.filter(|position| !position.is_biy_lost()));
    }
    positions
}

/// `TABLES` names a folder with tables of `shatra-original`, `PROBES` how often each position is
/// probed. Instructions under callgrind are the difference between two numbers of probes.
#[test]
#[ignore = "a measurement; needs tables of four men"]
fn a_probe_takes() {
    let folder = PathBuf::from(std::env::var_os("TABLES").unwrap());
    let probes = std::env::var("PROBES").map_or(20, |text| text.parse::<usize>().unwrap());
    let tables = TableFolder::new(folder).open();
    for men in [3, 4] {
        let positions = drawn(&tables, men);
        for position in &positions {
            black_box(tables.value(position).unwrap());
        }
        let start = Instant::now();
        for position in (0..probes).flat_map(|_| &positions) {
            black_box(tables.value(black_box(position)).unwrap());
        }
        let count = probes.max(1) * positions.len();
        let nanoseconds = start.elapsed().as_nanos() / count as u128;
        println!("{men} men: {nanoseconds} ns a probe");
    }
}
