//! `batyr tables`: makes, verifies, lists and looks up endgame tables.

mod args;
mod facts;
mod make;
mod maker;
mod output;
mod pack;
mod pool;
mod probe;
mod queue;
mod value_record;
mod verify;

use std::process::ExitCode;

pub use args::TablesArgs;
pub use value_record::ValueRecord;

use super::error::CliError;
use crate::game::for_variant;
use args::TablesSubcommand;

/// Runs the subcommand.
pub fn run(args: TablesArgs) -> Result<ExitCode, CliError> {
    match args.subcommand {
        TablesSubcommand::Make {
            chosen,
            jobs,
            memory,
            queue,
        } => for_variant!(chosen.variant, P => make::make::<P>(&chosen, jobs, memory, &queue)),
        TablesSubcommand::Verify { chosen, jobs } => {
            for_variant!(chosen.variant, P => verify::verify_all::<P>(&chosen, jobs))
        }
        TablesSubcommand::Probe {
            position,
            variant,
            output,
        } => probe::probe(&position, variant, &output),
        TablesSubcommand::Pack { chosen, file } => {
            for_variant!(chosen.variant, P => pack::pack_all::<P>(&chosen, &file))
        }
        TablesSubcommand::List { output } => facts::list(&output),
        TablesSubcommand::Facts { chosen } => {
            for_variant!(chosen.variant, P => facts::facts::<P>(&chosen))
        }
    }
}
