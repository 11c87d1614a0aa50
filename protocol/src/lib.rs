//! The text protocols.
