//! The token with which hosts authenticate themselves.
//!
//! Only the digest of the token is stored, and digests are compared in constant time, so that
//! the response time reveals neither the token's length nor its beginning.

use std::io::{self, Read};
use std::path::PathBuf;
use std::time::Duration;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::files::open_regular;

/// The minimum length of a token, in bytes. A shorter one could be guessed.
const MIN_LENGTH: usize = 16;

/// The maximum number of bytes read from a token file.
const MAX_FILE_BYTES: u64 = 1 << 16;

/// The maximum length of a token, in bytes. A line with a token of this length fits in the
/// bytes that are accepted before the token is checked.
const MAX_LENGTH: usize = 1024;

/// The environment variable that contains the token if no file is given.
const TOKEN_VARIABLE: &str = "BATYR_TOKEN";

/// The number of random bytes of a new token.
const NEW_TOKEN_BYTES: usize = 24;

/// The delay before the answer to a wrong token.
pub const WRONG_TOKEN_DELAY: Duration = Duration::from_millis(500);

/// Where the token comes from. Does not implement `Debug`, so that no log can reveal the
/// token.
#[derive(Clone)]
pub enum TokenSource {
    /// The environment variable `BATYR_TOKEN`; there is no token if it is not set.
    Environment,
    /// The file with this path.
    File(PathBuf),
    /// The token itself.
    Text(String),
}

impl TokenSource {
    /// Returns the source that the options of a command name: a file, or, if `makes_new` is set
    /// and the environment has no token, a new token.
    ///
    /// # Errors
    /// Returns an error if the system can't provide random numbers.
    pub fn of_options(file: Option<PathBuf>, makes_new: bool) -> io::Result<Self> {
        let is_set = std::env::var_os(TOKEN_VARIABLE).is_some();
        Ok(match file {
            Some(path) => Self::File(path),
            None if makes_new && !is_set => Self::Text(new_token()?),
            None => Self::Environment,
        })
    }

    /// Returns the token if it is a new one, of which the user does not know yet.
    pub fn new_token(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Environment | Self::File(_) => None,
        }
    }
}

/// Returns a new random token.
///
/// # Errors
/// Returns an error if the system can't provide random numbers.
fn new_token() -> io::Result<String> {
    let mut bytes = [0; NEW_TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(io::Error::from)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// An error in loading the token.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The file can't be read.
    #[error("can't read the token file '{}': {source}", path.display())]
    File {
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The token is too short or too long, or contains invalid characters.
    #[error(
        "the token in {location} must be {MIN_LENGTH} to {MAX_LENGTH} visible ASCII characters"
    )]
    Malformed {
        /// The file or the environment variable that contains the token.
        location: String,
    },
}

/// The digest of the token that hosts must send.
#[derive(Clone)]
pub struct AccessToken([u8; 32]);

impl AccessToken {
    /// Loads the token; returns `None` if the source is an environment variable that is not set.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or the token is malformed.
    pub fn load(source: &TokenSource) -> Result<Option<Self>, TokenError> {
        let (text, location) = match source {
            TokenSource::File(path) => {
                let file = open_regular(path);
                let text = file.and_then(|file| io::read_to_string(file.take(MAX_FILE_BYTES)));
                let text = text.map_err(|source| TokenError::File {
                    path: path.to_owned(),
                    source,
                })?;
                (text.trim().to_owned(), format!("'{}'", path.display()))
            }
            TokenSource::Environment => match std::env::var_os(TOKEN_VARIABLE) {
                None => return Ok(None),
                Some(text) => {
                    let text = text.to_string_lossy().into_owned();
                    (text, TOKEN_VARIABLE.to_owned())
                }
            },
            TokenSource::Text(text) => (text.clone(), "the configuration".to_owned()),
        };
        Self::parse(&text, location).map(Some)
    }

    /// Checks the length and the characters of a token, and returns its digest.
    fn parse(text: &str, location: String) -> Result<Self, TokenError> {
        if (MIN_LENGTH..=MAX_LENGTH).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_graphic())
        {
            Ok(Self(Sha256::digest(text).into()))
        } else {
            Err(TokenError::Malformed { location })
        }
    }

    /// Returns whether the token that a host sent is this one.
    pub fn matches(&self, sent_token: &str) -> bool {
        let digest: [u8; 32] = Sha256::digest(sent_token).into();
        self.0.ct_eq(&digest).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_matches_only_itself() {
        let token = AccessToken::parse("0123456789abcdef", String::new()).unwrap();
        assert!(token.matches("0123456789abcdef"));
        for different in [
            "",
            "0123456789abcde",
            "0123456789abcdefg",
            "0123456789abcdeF",
        ] {
            assert!(!token.matches(different), "{different}");
        }
    }

    #[test]
    fn new_tokens_differ_and_are_well_formed() {
        let tokens = [new_token().unwrap(), new_token().unwrap()];
        assert_ne!(tokens[0], tokens[1]);
        for token in tokens {
            let loaded = AccessToken::load(&TokenSource::Text(token.clone()));
            assert!(loaded.unwrap().unwrap().matches(&token));
        }
    }

    #[test]
    fn malformed_tokens_are_refused() {
        for malformed in [
            "",
            "0123456789abcde",
            "0123456789 abcdef",
            "0123456789abcdeé",
        ] {
            let error = AccessToken::parse(malformed, "'f'".to_owned()).err();
            assert!(error.unwrap().to_string().contains("'f'"));
        }
    }
}
