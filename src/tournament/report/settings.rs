//! The settings of a tournament in a report, and the programs of its engines.

use super::super::programs::ProgramList;
use super::super::{
    AdjudicationRules, Budget, EloModel, EngineSpec, OpeningSource, PairingSystem, Spec, TablesRule,
};
use super::document::{Block, Table};

/// Returns the settings of the tournament, one item per setting.
pub fn lines(spec: &Spec) -> Vec<String> {
    let mut lines = vec![
        format!("Game: {} ({})", spec.variant.name(), spec.variant.id()),
        format!("Format: {}", format(spec)),
        format!("Openings: {}", openings(spec)),
    ];
    if spec.opening_per_round {
        lines.push("All encounters of a round have the same opening".to_owned());
    }
    if spec.fixed_colors {
        lines.push("The engine that is named first has White in every game".to_owned());
    }
    lines.extend(adjudication(&spec.adjudication));
    if let Some(test) = spec.sprt {
        let unit = unit(test.model);
        lines.push(format!(
            "Test: {} against {} {unit}, α = {}, β = {}",
            test.elo0, test.elo1, test.alpha, test.beta
        ));
    }
    if let Some(shard) = spec.shard {
        lines.push(format!("Shard of the schedule: {shard}"));
    }
    if spec.recover > 0 {
        lines.push(format!(
            "Games interrupted by a breakdown are replayed up to {}",
            count(spec.recover, "time")
        ));
    }
    lines
}

/// Returns the unit in which the bounds of a test are given.
pub fn unit(model: EloModel) -> &'static str {
    match model {
        EloModel::Logistic => "Elo",
        EloModel::Normalized => "normalized Elo",
    }
}

fn format(spec: &Spec) -> String {
    let games = format!("{} per encounter", count(spec.games, "game"));
    match spec.format {
        PairingSystem::RoundRobin { rounds } => {
            format!("round-robin, {}, {games}", encounters(rounds))
        }
        PairingSystem::Gauntlet { rounds } => {
            format!(
                "gauntlet of the first engine, {}, {games}",
                encounters(rounds)
            )
        }
        PairingSystem::Knockout { .. } => format!("knockout, {games}"),
        PairingSystem::Swiss { rounds } => format!("Swiss, {}, {games}", count(rounds, "round")),
    }
}

fn openings(spec: &Spec) -> String {
    let seed = spec.openings.seed;
    let order = if spec.openings.random_order {
        format!("in random order, seed {seed}")
    } else {
        "in order".to_owned()
    };
    match &spec.openings.source {
        OpeningSource::Start => "the start position".to_owned(),
        OpeningSource::Shipped => format!("those that ship with the program, {order}"),
        OpeningSource::File { path, .. } => format!("{path}, {order}"),
        OpeningSource::Random { turns } => format!("{turns} random balanced turns, seed {seed}"),
    }
}

fn adjudication(adjudication: &AdjudicationRules) -> Vec<String> {
    let mut lines = vec![format!("Drawn after {} turns", adjudication.max_turns)];
    if let Some(turns) = adjudication.no_progress {
        lines.push(format!(
            "Drawn after {turns} consecutive turns without a capture or promotion"
        ));
    }
    if let Some(resign) = adjudication.resign {
        let sides = if resign.two_sided {
            "both engines"
        } else {
            "the loser"
        };
        lines.push(format!(
            "Lost at -{} cp or less in {} consecutive turns, by the scores of {sides}",
            resign.score, resign.count
        ));
    }
    if let Some(draw) = adjudication.draw {
        lines.push(format!(
            "Drawn from move {} on if both engines' scores were within {} cp of 0 in the last {} \
             turns of each",
            draw.from_move, draw.score, draw.count
        ));
    }
    if let Some(tables) = &adjudication.tables {
        let source = match tables {
            TablesRule::Shipped => "that come with the program".to_owned(),
            TablesRule::Folder(folder) => format!("in {}", folder.display()),
        };
        lines.push(format!("Ended by the endgame tables {source}"));
    }
    lines
}

/// Returns a table of the engines and their settings.
pub fn engines(engines: &[EngineSpec]) -> Table {
    let head = ["Engine", "Dialect", "Limits", "Options", "Command"];
    let mut table = Table::new(&head, head.len());
    for engine in engines {
        let options: Vec<String> = engine
            .options
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let command = std::iter::once(engine.command.display().to_string());
        let command: Vec<String> = command.chain(engine.args.iter().cloned()).collect();
        table.rows.push(vec![
            engine.name.clone(),
            engine.dialect.properties().handshake.to_owned(),
            budget(&engine.budget) + if engine.ponder { ", pondering" } else { "" },
            options.join(" "),
            command.join(" "),
        ]);
    }
    table
}

fn budget(budget: &Budget) -> String {
    let mut parts = Vec::new();
    parts.extend(budget.clock.as_ref().map(|clock| format!("{clock} s")));
    parts.extend(budget.movetime_ms.map(|ms| format!("{ms} ms per move")));
    parts.extend(budget.depth.map(|depth| format!("depth {depth}")));
    parts.extend(budget.nodes.map(|nodes| format!("{nodes} nodes")));
    if parts.is_empty() {
        parts.push("none".to_owned());
    }
    if budget.margin_ms > 0 {
        parts.push(format!("margin {} ms", budget.margin_ms));
    }
    parts.join(", ")
}

fn count(number: u32, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn encounters(rounds: u32) -> String {
    count(rounds, "encounter") + " with each opponent"
}

/// Returns the section on the programs that played.
pub fn programs(list: &ProgramList) -> Vec<Block> {
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
            "Games of different programs were counted together, as requested \
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
