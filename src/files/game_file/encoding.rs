//! The encodings of game files that are not UTF-8.
//!
//! Older programs wrote Russian names in Windows-1251 and Western ones in Windows-1252
//! (Latin-1 and a few signs). The files do not name their encoding, so it is guessed from the
//! first line that is not UTF-8: a Cyrillic word has no ASCII letters, while a word in Latin
//! script mixes accented letters with those of ASCII.

use std::fmt::{self, Display};

/// An encoding other than UTF-8 in which a file is read.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// UTF-16 with the less significant byte first.
    Utf16Le,
    /// UTF-16 with the more significant byte first.
    Utf16Be,
    /// The Cyrillic code page of Windows.
    Windows1251,
    /// The Western code page of Windows, of which Latin-1 is a part.
    Windows1252,
}

/// The characters from 0x80 to 0xBF of Windows-1251; from 0xC0 on it has the letters from А
/// to я in the order of Unicode.
const CYRILLIC: &str =
    "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕї";
/// The characters from 0x80 to 0x9F of Windows-1252; every other byte is its Unicode code point.
const WESTERN: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

impl Encoding {
    const ALL: [Self; 4] = [
        Self::Utf16Le,
        Self::Utf16Be,
        Self::Windows1251,
        Self::Windows1252,
    ];

    /// Returns the IANA name of the encoding.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Windows1251 => "windows-1251",
            Self::Windows1252 => "windows-1252",
        }
    }

    /// Returns the encoding with this IANA name in upper or lower case, if any.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|encoding| encoding.name().eq_ignore_ascii_case(name))
    }

    /// Returns the number of bytes of a text in this encoding. A character that the encoding
    /// lacks counts as one byte.
    pub fn encoded_len(self, text: &str) -> usize {
        match self {
            Self::Utf16Le | Self::Utf16Be => 2 * text.encode_utf16().count(),
            Self::Windows1251 | Self::Windows1252 => text.chars().count(),
        }
    }

    /// Returns the form of UTF-16 that a byte order mark at the start of a file states, if any.
    pub fn from_byte_order_mark(start: &[u8]) -> Option<Self> {
        match start {
            [0xff, 0xfe, ..] => Some(Self::Utf16Le),
            [0xfe, 0xff, ..] => Some(Self::Utf16Be),
            _ => None,
        }
    }

    /// Guesses the encoding of a line that is not UTF-8. Returns `None` if the line is not text.
    pub fn guess(line: &[u8]) -> Option<Self> {
        // Binary files contain zeros; text files can contain Ctrl-Z, as their last byte.
        if line.contains(&0) {
            return None;
        }
        let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte >= 0x80;
        let (mut cyrillic, mut western) = (0, 0);
        for word in line.split(|byte| !is_letter(byte)) {
            let beyond_ascii = word.iter().filter(|byte| !byte.is_ascii()).count();
            if beyond_ascii == word.len() {
                cyrillic += beyond_ascii;
            } else {
                western += beyond_ascii;
            }
        }
        Some(if cyrillic >= western {
            Self::Windows1251
        } else {
            Self::Windows1252
        })
    }

    /// Returns the text of a line. Invalid UTF-16 becomes U+FFFD, and half a unit at the end `?`.
    pub fn decode(self, line: &[u8]) -> String {
        match self {
            Self::Utf16Le => decode_utf16(line, u16::from_le_bytes),
            Self::Utf16Be => decode_utf16(line, u16::from_be_bytes),
            Self::Windows1251 => decode_bytes(line, |byte| match byte {
                0xc0.. => char::from_u32(0x0410 + u32::from(byte - 0xc0)),
                _ => CYRILLIC.chars().nth(usize::from(byte - 0x80)),
            }),
            Self::Windows1252 => decode_bytes(line, |byte| match byte {
                0xa0.. => Some(char::from(byte)),
                _ => WESTERN.chars().nth(usize::from(byte - 0x80)),
            }),
        }
    }

    /// Returns the low byte of a unit of UTF-16; `None` if the high byte is not 0.
    pub const fn low_byte_of_unit(self, unit: [u8; 2]) -> Option<u8> {
        match (self, unit) {
            (Self::Utf16Le, [ascii, 0]) | (Self::Utf16Be, [0, ascii]) => Some(ascii),
            _ => None,
        }
    }

    /// Returns whether characters consist of units of two bytes.
    pub const fn is_utf16(self) -> bool {
        matches!(self, Self::Utf16Le | Self::Utf16Be)
    }
}

impl Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn decode_utf16(line: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = line.chunks(2).map(|bytes| match bytes {
        [first, second] => unit([*first, *second]),
        // Half a unit at the end of the file.
        _ => u16::from(b'?'),
    });
    let characters = char::decode_utf16(units);
    characters
        .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// Decodes bytes; `decode` decodes those that are not ASCII (0x80 and above).
fn decode_bytes(line: &[u8], decode: impl Fn(u8) -> Option<char>) -> String {
    let characters = line.iter().map(|&byte| match byte.is_ascii() {
        true => char::from(byte),
        false => decode(byte).unwrap_or(char::REPLACEMENT_CHARACTER),
    });
    characters.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Encodes a text in a single-byte encoding.
    fn encoded(text: &str, encoding: Encoding) -> Vec<u8> {
        let byte = |character: char| {
            let mut bytes = 0..=255_u8;
            let decoded = |byte: &u8| encoding.decode(&[*byte]) == character.to_string();
            bytes.find(decoded).unwrap()
        };
        text.chars().map(byte).collect()
    }

    #[test]
    fn the_code_pages_have_the_letters_of_their_languages() {
        for (byte, character) in [
            (0xa8, "Ё"),
            (0xb8, "ё"),
            (0xb9, "№"),
            (0xff, "я"),
            (0x88, "€"),
        ] {
            assert_eq!(Encoding::Windows1251.decode(&[byte]), character);
        }
        for (byte, character) in [(0x80, "€"), (0x9f, "Ÿ"), (0xa0, "\u{a0}"), (0xf6, "ö")] {
            assert_eq!(Encoding::Windows1252.decode(&[byte]), character);
        }
    }

    #[test]
    fn the_encoding_is_guessed_from_the_words() {
        let cyrillic = [
            "[White \"Иван\"]",
            "{Ход в центр}",
            "[White \"Ёлкин, А.\"]",
            "а",
        ];
        for text in cyrillic {
            let line = encoded(text, Encoding::Windows1251);
            assert_eq!(
                Encoding::guess(&line),
                Some(Encoding::Windows1251),
                "{text}"
            );
            assert_eq!(Encoding::Windows1251.decode(&line), text);
        }
        for text in ["[White \"Läufer\"]", "{très fort}", "[Site \"São Paulo\"]"] {
            let line = encoded(text, Encoding::Windows1252);
            assert_eq!(
                Encoding::guess(&line),
                Some(Encoding::Windows1252),
                "{text}"
            );
            assert_eq!(Encoding::Windows1252.decode(&line), text);
        }
        assert_eq!(Encoding::guess(b"\x00\xff\x10"), None);
    }

    #[test]
    fn utf_16_is_decoded_in_both_orders() {
        let units: Vec<u16> = "Ёж 😀".encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        assert_eq!(Encoding::Utf16Le.decode(&little), "Ёж 😀");
        assert_eq!(Encoding::Utf16Be.decode(&big), "Ёж 😀");
        assert_eq!(Encoding::Utf16Le.decode(&[0x00, 0xd8, 0x41]), "\u{fffd}?");
    }
}
