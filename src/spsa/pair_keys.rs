//! The keys of the pairs that a run has played; copies of a pair have the same key.
//!
//! An engine that repeats its games plays the same pair again if both sides get the same values and
//! the same opening, even with the sides exchanged. The values would then move as if the second
//! pair were another observation.

use std::collections::BTreeSet;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// The number of hexadecimal digits of a key in the file.
const DIGITS: usize = 16;

/// The keys of pairs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PairKeys(BTreeSet<u64>);

impl PairKeys {
    /// Adds a pair. Returns whether it is new.
    pub fn add(&mut self, key: u64) -> bool {
        self.0.insert(key)
    }
}

impl Serialize for PairKeys {
    /// Writes the keys as one text, which is shorter than a list.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let text: String = self.0.iter().map(|key| format!("{key:016x}")).collect();
        to.serialize_str(&text)
    }
}

impl<'d> Deserialize<'d> for PairKeys {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let keys = text.as_bytes().chunks(DIGITS).map(|digits| {
            let digits = std::str::from_utf8(digits).ok()?;
            let is_key = digits.len() == DIGITS && digits.bytes().all(|c| c.is_ascii_hexdigit());
            u64::from_str_radix(digits, 16).ok().filter(|_| is_key)
        });
        let keys: Option<BTreeSet<u64>> = keys.collect();
        keys.map(Self)
            .ok_or_else(|| D::Error::custom("expected keys of 16 hexadecimal digits each"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_were_written() {
        let mut keys = PairKeys::default();
        assert!(keys.add(7) && keys.add(u64::MAX) && !keys.add(7));
        let text = serde_json::to_string(&keys).unwrap();
        assert_eq!(text, "\"0000000000000007ffffffffffffffff\"");
        assert_eq!(serde_json::from_str::<PairKeys>(&text).unwrap(), keys);
        for bad in [
            "\"7\"",
            "\"000000000000000g\"",
            "\"+000000000000007\"",
            "\"é\"",
        ] {
            assert!(serde_json::from_str::<PairKeys>(bad).is_err(), "{bad}");
        }
    }
}
