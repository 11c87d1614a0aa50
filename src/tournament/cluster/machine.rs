//! What a process can learn of the machine that it runs on.

use std::fs;

/// Returns the name of the machine; `host` if it is unknown. Only characters that are safe in
/// file names are kept.
pub fn host_name() -> String {
    let name = node_name().unwrap_or_default();
    let is_safe = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let name: String = name.chars().filter(is_safe).take(40).collect();
    if name.is_empty() {
        "host".to_owned()
    } else {
        name
    }
}

#[cfg(unix)]
fn node_name() -> Option<String> {
    let names = rustix::system::uname();
    names.nodename().to_str().ok().map(str::to_owned)
}

#[cfg(not(unix))]
fn node_name() -> Option<String> {
    std::env::var("COMPUTERNAME").ok()
}

/// Returns the name of the processor; empty if it is unknown.
pub fn processor_name() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let mut lines = text.lines().filter_map(|line| line.split_once(':'));
    let found = lines.find(|(key, _)| key.trim() == "model name");
    found.map_or_else(String::new, |(_, name)| name.trim().to_owned())
}
