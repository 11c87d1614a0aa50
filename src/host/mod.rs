//! The protocol server: conversations with hosts, over standard input and output, TCP and
//! WebSocket, and the engines that answer them. A host is the program (usually a GUI) that
//! uses the engine.
//!
//! A conversation and its engine do not depend on the operating system: [`system`] declares
//! what they use of it. The feature `host` adds the transports, with threads and signals.

pub mod conversation;
pub mod engine;
pub mod limits;
pub mod system;

#[cfg(feature = "host")]
mod channels;
#[cfg(feature = "host")]
pub mod network;
#[cfg(feature = "host")]
mod output_queue;
#[cfg(feature = "host")]
mod own_system;
#[cfg(feature = "host")]
pub mod shutdown;
#[cfg(feature = "host")]
pub mod signals;
#[cfg(feature = "host")]
pub mod stdio;
#[cfg(feature = "host")]
mod stdout_pipe;
