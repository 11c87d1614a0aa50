//! The rules by theme, each test with a picture of the board
//! (`protocol/RULES.md`).

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
mod passing_the_final_rank;
mod promotion;
mod quiet_steps;
mod set_up;
mod teleport;
mod temdek;
mod urgent;
