//! The token with which hosts authenticate themselves.
//!
//! Only its digest is kept, and digests are compared in constant time, so that
//! the time of an answer reveals neither the token's length nor its beginning.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::files::open_regular;

/// The minimum length of a token, in bytes: a shorter one could be guessed.
const MIN_LENGTH: usize = 16;

/// The maximum number of bytes read from a token file.
const MAX_FILE_BYTES: u64 = 1 << 16;

/// The maximum length of a token, in bytes: a longer one would not fit into
/// what is read before the token.
const MAX_LENGTH: usize = 1024;

/// The environment variable that holds the token if no file does.
const TOKEN_VARIABLE: &str = "BATYR_TOKEN";

/// The reason why there is no valid token.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The file can't be read.
    #[error("can't read the token file '{}': {source}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The text is not a valid token.
    #[error("the token in {place} must be {MIN_LENGTH} to {MAX_LENGTH} visible ASCII characters")]
    Form {
        /// The place where the text was found.
        place: String,
    },
}

/// Returns the text of a token file.
fn read(path: &Path) -> io::Result<String> {
    let file = open_regular(path)?;
    io::read_to_string(file.take(MAX_FILE_BYTES))
}

/// The digest of the token that hosts must send.
#[derive(Clone)]
pub struct AccessToken([u8; 32]);

impl AccessToken {
    /// Returns the token in the file, or else the one in the environment, if
    /// there is one.
    ///
    /// # Errors
    /// If the file can't be read, or the text is not a valid token.
    pub fn find(file: Option<&Path>) -> Result<Option<Self>, TokenError> {
        if let Some(path) = file {
            let text = read(path).map_err(|source| TokenError::File {
                path: path.to_owned(),
                source,
            })?;
            let place = format!("'{}'", path.display());
            return Self::read(text.trim(), place).map(Some);
        }
        match std::env::var_os(TOKEN_VARIABLE) {
            None => Ok(None),
            Some(text) => Self::read(&text.to_string_lossy(), TOKEN_VARIABLE.to_owned()).map(Some),
        }
    }

    fn read(text: &str, place: String) -> Result<Self, TokenError> {
        if (MIN_LENGTH..=MAX_LENGTH).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_graphic())
        {
            Ok(Self(Sha256::digest(text).into()))
        } else {
            Err(TokenError::Form { place })
        }
    }

    /// Returns whether the token that a host sent is this one.
    pub fn matches(&self, given: &str) -> bool {
        let given: [u8; 32] = Sha256::digest(given).into();
        self.0.ct_eq(&given).into()
    }
}

impl std::fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_matches_only_itself() {
        let token = AccessToken::read("0123456789abcdef", String::new()).unwrap();
        assert!(token.matches("0123456789abcdef"));
        for other in [
            "",
            "0123456789abcde",
            "0123456789abcdefg",
            "0123456789abcdeF",
        ] {
            assert!(!token.matches(other), "{other}");
        }
    }

    #[test]
    fn short_tokens_and_tokens_with_blanks_are_refused() {
        for bad in [
            "",
            "0123456789abcde",
            "0123456789 abcdef",
            "0123456789abcdeé",
        ] {
            let error = AccessToken::read(bad, "'f'".to_owned()).unwrap_err();
            assert!(error.to_string().contains("'f'"));
        }
    }
}
