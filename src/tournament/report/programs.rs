//! The programs of the engines in a report.

use super::super::programs::ProgramList;
use super::document::{Block, Table};

/// Returns the section on the programs that played.
pub fn blocks(list: &ProgramList) -> Vec<Block> {
    let head = [
        "Engine", "id name", "File", "Path", "SHA-256", "Modified", "Bytes",
    ];
    let mut table = Table::new(&head, head.len() - 1);
    for record in &list.records {
        for used in &record.files {
            let file = &used.file;
            table.rows.push(vec![
                record.engine.clone(),
                record.id.clone().unwrap_or_default(),
                used.role.clone(),
                file.path.clone(),
                file.short_hash().unwrap_or("unreadable").to_owned(),
                file.modified.clone(),
                file.bytes.to_string(),
            ]);
        }
    }
    let mut blocks = vec![Block::Heading("Programs")];
    if !table.rows.is_empty() {
        blocks.push(Block::Table(table));
    }
    let mixed = list.mixed_engines();
    if !mixed.is_empty() {
        let engines = mixed.join(", ");
        blocks.push(Block::Text(format!(
            "Games of different programs were counted together, as was requested \
             (--accept-changed-programs): {engines}."
        )));
    }
    if list.has_unrecorded {
        blocks.push(Block::Text(
            "Some games were played before programs were recorded; which programs played them is \
             not known."
                .to_owned(),
        ));
    }
    blocks
}
