//! The protocol server: conversations with hosts, over standard input and output, TCP and
//! WebSocket, and the engines that answer them. A host is the program (usually a GUI) that
//! uses the engine.

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
