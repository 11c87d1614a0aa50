//! The adapters of the boards: each implements
//! [`SearchGame`](super::game::SearchGame) for the positions of one board.

mod board8;
mod shatra;
mod static_exchange;
