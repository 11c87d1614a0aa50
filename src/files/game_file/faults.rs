//! Collects the faults of a game in spite of which it is read.

use super::error::InputError;

/// The maximum number of faults that are kept for each game: more say nothing new, and a file
/// that is no game file has any number.
const MAX_FAULTS: usize = 20;

/// The faults of the current game.
#[derive(Debug)]
pub struct Faults {
    is_strict: bool,
    list: Vec<InputError>,
}

impl Faults {
    pub const fn new(is_strict: bool) -> Self {
        Self {
            is_strict,
            list: Vec::new(),
        }
    }

    /// Adds a fault.
    ///
    /// # Errors
    /// Returns the fault if games with faults are refused.
    pub fn report(&mut self, fault: InputError) -> Result<(), InputError> {
        if self.is_strict {
            return Err(fault);
        }
        if self.list.len() < MAX_FAULTS {
            self.list.push(fault);
        }
        Ok(())
    }

    /// Returns the faults so far, in the order of the file, and forgets them.
    pub fn take(&mut self) -> Vec<InputError> {
        std::mem::take(&mut self.list)
    }
}
