//! The option `--eval-file` of the subcommands that search: a network to evaluate with.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::error::CliError;
use crate::eval::network::{MAX_NETWORK_BYTES, Network};
use crate::eval::{EvaluationFamily, Networks};
use crate::files::read_bytes;
use crate::game::Variant;

/// The option `--eval-file`.
#[derive(Args, Debug, Clone)]
pub struct EvalFileArg {
    /// Evaluate with the network in this file, written by 'batyr train'
    #[arg(long = "eval-file", value_name = "NET")]
    path: Option<PathBuf>,
}

impl EvalFileArg {
    /// Returns the file, if one is given.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Returns the networks to search with: the built-in ones, except that the network in a given
    /// file replaces that of its family. If `variant` is given, the file's network must be for it.
    ///
    /// # Errors
    /// Returns an error if the file can't be read, or if it contains no network, or one
    /// that is not for the variant.
    pub fn networks(&self, variant: Option<Variant>) -> Result<Networks, CliError> {
        let mut networks = Networks::default();
        let Some(path) = &self.path else {
            return Ok(networks);
        };
        let bytes = read_bytes(path, MAX_NETWORK_BYTES).map_err(CliError::in_file(path))?;
        let network = match variant {
            Some(variant) => Network::read_for(&bytes, EvaluationFamily::of_variant(variant)),
            None => Network::read(&bytes),
        };
        let network = network.map_err(CliError::in_file(path))?;
        networks.insert(Arc::new(network));
        Ok(networks)
    }
}
