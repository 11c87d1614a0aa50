//! Spans: the parts of a text that errors point at.
//!
//! A parser records the place of a fault when it finds the fault. No
//! later code searches a text or a message for that place.

use std::ops::Range;

/// A part of a text, as byte offsets on character boundaries. The end is
/// excluded. The offsets have 32 bits, so that errors stay small; texts are far
/// shorter.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// Returns the span of `part`, which must be a slice of `text`.
    pub fn of(part: &str, text: &str) -> Self {
        let start = part.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
        Self::new(start.min(text.len()), part.len())
    }

    /// Returns the span of a complete text.
    pub fn whole(text: &str) -> Self {
        Self::new(0, text.len())
    }

    /// Returns the empty span at the end of a text.
    pub fn end_of(text: &str) -> Self {
        Self::new(text.len(), 0)
    }

    /// Returns the span of `length` bytes from an offset on.
    pub fn new(start: usize, length: usize) -> Self {
        let offset = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Self {
            start: offset(start),
            end: offset(start + length),
        }
    }

    /// Returns the offset of the first byte.
    pub const fn start(self) -> usize {
        self.start as usize
    }

    /// Returns the number of characters of the text before the span.
    pub fn column(self, text: &str) -> usize {
        text.get(..self.start()).unwrap_or(text).chars().count()
    }

    /// Returns the byte offsets as a range, to slice the text with.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_located_by_its_address_and_not_by_its_content() {
        let text = "ж a a";
        let second = text.split(' ').nth(2).unwrap();
        let span = Span::of(second, text);
        assert_eq!(span, Span::new(5, 1));
        assert_eq!(text.get(span.range()), Some("a"));
        assert_eq!(span.column(text), 4);
    }

    #[test]
    fn the_end_of_a_text_is_after_its_last_character() {
        assert_eq!(Span::end_of("жa").column("жa"), 2);
        assert_eq!(Span::whole("жa").column("жa"), 0);
    }
}
