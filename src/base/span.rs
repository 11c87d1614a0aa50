//! Spans: the parts of a text to which errors refer.
//!
//! A parser records the span when it detects the error, so no later code searches the text
//! or the message for the faulty part.

use std::ops::Range;

/// A part of a text, as a half-open range of byte offsets on character boundaries. The
/// offsets have 32 bits to keep errors small; greater ones are clamped.
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

    /// Returns the span of the whole text.
    pub fn whole(text: &str) -> Self {
        Self::new(0, text.len())
    }

    /// Returns the empty span at the end of the text.
    pub fn end_of(text: &str) -> Self {
        Self::new(text.len(), 0)
    }

    /// Returns the span of `length` bytes that begins at the offset `start`.
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

    /// Returns the number of characters in `text` before the span.
    pub fn column(self, text: &str) -> usize {
        text.get(..self.start()).unwrap_or(text).chars().count()
    }

    /// Returns the byte offsets as a range, with which to slice the text.
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
    fn the_span_at_the_end_is_after_the_last_character() {
        assert_eq!(Span::end_of("жa").column("жa"), 2);
        assert_eq!(Span::whole("жa").column("жa"), 0);
    }
}
