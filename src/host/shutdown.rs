//! Requests for conversations to end.

use std::future::pending;

use batyr_protocol::Reply;
use tokio::sync::watch;

/// The request, if any, for a conversation to end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shutdown {
    /// There is no request: the conversation continues.
    None,
    /// The conversation must answer its running searches and then end.
    Requested,
    /// The conversation must send this reply and then end in the same way.
    RequestedWith(Reply),
}

/// Waits until a shutdown is requested; returns the reply, if any, to send to the host first.
pub async fn shutdown_requested(requests: &mut watch::Receiver<Shutdown>) -> Option<Reply> {
    let request = requests
        .wait_for(|request| *request != Shutdown::None)
        .await;
    match request.map(|request| request.clone()) {
        Ok(Shutdown::RequestedWith(reply)) => Some(reply),
        Ok(Shutdown::Requested | Shutdown::None) => None,
        // No sender is left that could request a shutdown.
        Err(_) => pending().await,
    }
}
