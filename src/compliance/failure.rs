//! The errors that end a check.

use crate::util::text::shorten;

/// An error that ends a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckError {
    /// The engine does not meet the requirement.
    Failed(String),
    /// The engine lacks the feature that is checked.
    Skipped(String),
}

/// The result of a check, or of a step of one.
pub type CheckResult<T = ()> = Result<T, CheckError>;

impl<E: std::error::Error> From<E> for CheckError {
    fn from(error: E) -> Self {
        Self::Failed(error.to_string())
    }
}

impl CheckError {
    /// Prefixes the reason of a failure with the line that was sent before it.
    pub fn after(self, line: &str) -> Self {
        match self {
            Self::Failed(reason) => Self::Failed(format!("after \"{}\": {reason}", shorten(line))),
            skipped => skipped,
        }
    }
}

/// Returns a failure with this reason.
pub fn fail<T>(reason: impl Into<String>) -> CheckResult<T> {
    Err(CheckError::Failed(reason.into()))
}

/// Returns the error that skips a check because the engine lacks a feature.
pub fn skip<T>(reason: impl Into<String>) -> CheckResult<T> {
    Err(CheckError::Skipped(reason.into()))
}

/// Returns a failure with this reason unless the condition holds.
pub fn ensure(condition: bool, reason: impl FnOnce() -> String) -> CheckResult {
    if condition { Ok(()) } else { fail(reason()) }
}

/// Returns a failure if something was found, with a reason that describes it.
pub fn ensure_none<T>(found: Option<T>, reason: impl FnOnce(T) -> String) -> CheckResult {
    found.map_or(Ok(()), |found| fail(reason(found)))
}
