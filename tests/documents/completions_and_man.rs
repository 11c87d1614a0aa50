//! Shell completions and man pages, as shells and readers see them.

use std::process::{Command, Output};

use crate::program::{batyr, is_installed, run_with_input, stderr, stdout};

/// Returns what the program writes to stdout; it must succeed.
fn output_of(args: &[&str]) -> String {
    let output = batyr(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {output:?}");
    stdout(&output)
}

/// Returns the names of the subcommands that the help lists.
fn subcommands() -> Vec<String> {
    let help = output_of(&["--help"]);
    let lines = help.lines().skip_while(|line| *line != "Subcommands:");
    let rows = lines.skip(1).take_while(|line| !line.is_empty());
    let names = rows.filter_map(|row| row.strip_prefix("  ").filter(|row| !row.starts_with(' ')));
    let names = names.filter_map(|row| row.split(' ').next());
    names.map(str::to_owned).collect()
}

/// Runs another program with this input; it must succeed.
fn run_program(program: &str, args: &[&str], input: &str) -> Output {
    let output = run_with_input(Command::new(program).args(args), input.as_bytes());
    assert!(output.status.success(), "{program}: {output:?}");
    output
}

#[test]
fn completions_of_every_shell_name_every_subcommand() {
    let subcommands = subcommands();
    assert!(subcommands.len() >= 4, "{subcommands:?}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = output_of(&["completions", shell]);
        for name in &subcommands {
            assert!(script.contains(name.as_str()), "{shell}: no {name}");
        }
    }
}

#[test]
fn bash_completes_with_its_script() {
    if !is_installed("bash") {
        return;
    }
    let script = output_of(&["completions", "bash"]);
    run_program("bash", &["-n"], &script);
    let complete = |words: &str, last: usize| {
        let call = format!(
            "\nCOMP_WORDS=({words}); COMP_CWORD={last}; \
             _batyr batyr \"${{COMP_WORDS[{last}]}}\" \"${{COMP_WORDS[{last}-1]}}\"; \
             echo \"${{COMPREPLY[@]}}\"\n"
        );
        let output = run_program("bash", &["--norc"], &(script.clone() + &call));
        stdout(&output).trim().to_owned()
    };
    assert_eq!(complete("batyr serv", 1), "serve");
    assert_eq!(complete("batyr play --var", 2), "--variant");
    assert_eq!(complete("batyr play --color al", 3), "always");
}

#[test]
fn zsh_and_fish_accept_their_scripts() {
    for (shell, args) in [("zsh", ["-n"]), ("fish", ["--no-execute"])] {
        if is_installed(shell) {
            run_program(shell, &args, &output_of(&["completions", shell]));
        }
    }
}

/// Renders a man page, which must cause no warnings. Returns `None` if groff is not installed.
fn rendered(page: &str) -> Option<String> {
    let args = ["-Kutf8", "-man", "-Tutf8", "-ww", "-P-cbou"];
    is_installed("groff").then(|| {
        let output = run_program("groff", &args, page);
        assert_eq!(stderr(&output), "");
        stdout(&output)
    })
}

#[test]
fn the_man_page_names_every_subcommand_and_exit_status() {
    let page = output_of(&["man"]);
    assert!(page.contains("EXIT STATUS"));
    let Some(text) = rendered(&page) else {
        return;
    };
    for name in subcommands() {
        assert!(
            text.contains(&format!("batyr-{name}(1)")),
            "no {name} in {text}"
        );
    }
    let (_, statuses) = text.split_once("EXIT STATUS").unwrap();
    for status in ["0", "1", "2"] {
        assert!(
            statuses.contains(&format!("\n       {status} ")),
            "{statuses}"
        );
    }
}

#[test]
fn a_man_page_is_written_for_each_subcommand() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("share/man1");
    output_of(&["man", "--out", path.to_str().unwrap()]);
    let mut names = vec!["batyr.1".to_owned()];
    names.extend(subcommands().iter().map(|name| format!("batyr-{name}.1")));
    for name in names {
        let page = std::fs::read_to_string(path.join(&name));
        let page = page.unwrap_or_else(|error| panic!("{name}: {error}"));
        rendered(&page);
    }
}

#[test]
fn an_unwritable_folder_is_named_in_the_error() {
    // A folder can't be made in a file.
    let file = tempfile::NamedTempFile::new().unwrap();
    let folder = file.path().join("man");
    let output = batyr(&["man", "--out"]).arg(&folder).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let expected = format!("batyr man: can't write {}", folder.display());
    assert!(stderr(&output).starts_with(&expected), "{output:?}");
}
