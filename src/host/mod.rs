//! The protocol server: a conversation with a host, and the engine that answers;
//! over standard input and output, TCP and WebSocket.

pub mod conversation;
mod debug_log;
pub mod engine;
pub mod limits;
pub mod network;
mod output_queue;
mod script;
pub mod shutdown;
pub mod signals;
pub mod stdio;
mod stdout_pipe;
