//! The numbering of squares, as a value on the command line.

use clap::ValueEnum;

use crate::rules::shatra::Numbering;

/// A numbering of the squares of Shatra's board.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum NumberingArg {
    /// 1 = c14 … 62 = e1
    Official,
    /// 1 = e1 … 62 = c14
    Spn,
}

impl From<NumberingArg> for Numbering {
    fn from(numbering: NumberingArg) -> Self {
        match numbering {
            NumberingArg::Official => Self::Official,
            NumberingArg::Spn => Self::Spn,
        }
    }
}
