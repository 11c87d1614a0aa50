//! The protocol server: a conversation with a host, its options, the engine behind
//! it; over stdio, TCP and WebSocket.

pub mod allowance;
mod at_once;
mod backend;
pub mod console;
pub mod conversation;
mod debug_log;
mod hangup;
pub mod limit;
pub mod options;
mod outbox;
mod peer_log;
mod refusal;
mod script;
pub mod serve;
mod settings;
pub mod signals;
mod telling;
pub mod terms;
pub mod verdict;
mod writer;
