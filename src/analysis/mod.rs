//! What positions and games are worth, for people and for scripts.
