//! Tests of the rules (`protocol/RULES.md`, `protocol/RULES-ONLINE.md`) by theme, with pictures of
//! the board.

mod biy_rights;
mod captures;
mod chains;
mod counters;
mod drops;
mod en_passant;
mod ends;
mod gate_rights;
mod kurin_lines;
mod landing_bans;
mod late_promotion;
mod nearest_square;
mod online;
mod passing_the_final_rank;
mod promotion;
mod quiet_steps;
mod set_up;
mod teleport;
mod temdek;
mod urgent;
