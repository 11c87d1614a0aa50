//! The `batyr` program.

fn main() -> std::process::ExitCode {
    batyr::cli::run()
}
