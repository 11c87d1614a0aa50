//! The request for conversations to end.

use std::future::pending;

use batyr_protocol::Reply;
use tokio::sync::watch;

/// A request for a conversation to end, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shutdown {
    /// There is no such request; the conversation goes on.
    None,
    /// Answer the running searches, then end.
    Requested,
    /// Send this reply, then end in the same way.
    RequestedWith(Reply),
}

/// Waits until a shutdown is requested, and returns the request.
pub async fn shutdown_requested(requests: &mut watch::Receiver<Shutdown>) -> Shutdown {
    let request = requests
        .wait_for(|request| *request != Shutdown::None)
        .await;
    match request.map(|request| request.clone()) {
        Ok(request) => request,
        // No sender is left that could request one.
        Err(_) => pending().await,
    }
}
