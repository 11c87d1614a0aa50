//! The ten differences between Online and Original (RULES-ONLINE.md section 1).

mod captures;
mod ends;
mod gates;
mod home;
mod temdek;
