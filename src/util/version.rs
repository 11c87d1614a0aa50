//! The version of the program.

/// The version of the crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The commit from which the program was built, if the environment variable `BATYR_COMMIT`
/// named it at build time.
const COMMIT: Option<&str> = option_env!("BATYR_COMMIT");

/// Returns the version, with the commit if it is known: `0.2.0 (1f2e3d4)`.
pub fn version_and_commit() -> String {
    match COMMIT {
        Some(commit) if !commit.is_empty() => format!("{VERSION} ({commit})"),
        _ => VERSION.to_owned(),
    }
}
