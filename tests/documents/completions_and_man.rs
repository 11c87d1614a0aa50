//! Shell completions and man pages, as shells and readers see them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn batyr(args: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_batyr"))
        .args(args)
        .output()
        .unwrap();
    assert!(output.status.success(), "{args:?}: {output:?}");
    output
}

/// Returns the names of the subcommands that the help lists.
fn subcommands() -> Vec<String> {
    let help = String::from_utf8(batyr(&["--help"]).stdout).unwrap();
    let lines = help.lines().skip_while(|line| *line != "Subcommands:");
    let rows = lines.skip(1).take_while(|line| !line.is_empty());
    let names = rows.filter_map(|row| row.strip_prefix("  ").filter(|row| !row.starts_with(' ')));
    let names = names.filter_map(|row| row.split(' ').next());
    names.map(str::to_owned).collect()
}

/// Runs a program with this input; returns `None` if the program is not installed.
fn run_with_input(program: &str, args: &[&str], input: &[u8]) -> Option<Output> {
    let child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        eprintln!("skipped: there is no {program}");
        return None;
    };
    child.stdin.take().unwrap().write_all(input).unwrap();
    Some(child.wait_with_output().unwrap())
}

#[test]
fn completions_of_every_shell_name_every_subcommand() {
    let subcommands = subcommands();
    assert!(subcommands.len() >= 4, "{subcommands:?}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = String::from_utf8(batyr(&["completions", shell]).stdout).unwrap();
        for name in &subcommands {
            assert!(script.contains(name.as_str()), "{shell}: no {name}");
        }
    }
}

#[test]
fn bash_completes_with_its_script() {
    let script = batyr(&["completions", "bash"]).stdout;
    let Some(checked) = run_with_input("bash", &["-n"], &script) else {
        return;
    };
    assert!(checked.status.success(), "{checked:?}");
    let complete = |words: &str, last: usize| {
        let call = format!(
            "\nCOMP_WORDS=({words}); COMP_CWORD={last}; \
             _batyr batyr \"${{COMP_WORDS[{last}]}}\" \"${{COMP_WORDS[{last}-1]}}\"; \
             echo \"${{COMPREPLY[@]}}\"\n"
        );
        let input = [script.as_slice(), call.as_bytes()].concat();
        let output = run_with_input("bash", &["--norc"], &input).unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    assert_eq!(complete("batyr serv", 1), "serve");
    assert_eq!(complete("batyr play --var", 2), "--variant");
    assert_eq!(complete("batyr play --color al", 3), "always");
}

#[test]
fn zsh_and_fish_accept_their_scripts() {
    for (shell, args) in [("zsh", ["-n"]), ("fish", ["--no-execute"])] {
        let script = batyr(&["completions", shell]).stdout;
        if let Some(checked) = run_with_input(shell, &args, &script) {
            assert!(checked.status.success(), "{checked:?}");
        }
    }
}

/// Renders a man page, which must cause no warnings. Returns `None` if groff is not installed.
fn rendered(page: &[u8]) -> Option<String> {
    let output = run_with_input(
        "groff",
        &["-Kutf8", "-man", "-Tutf8", "-ww", "-P-cbou"],
        page,
    )?;
    let warnings = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && warnings.is_empty(), "{warnings}");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_man_page_names_every_subcommand_and_exit_status() {
    let page = batyr(&["man"]).stdout;
    let source = String::from_utf8(page.clone()).unwrap();
    assert!(source.contains("EXIT STATUS"));
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
    batyr(&["man", "--out", path.to_str().unwrap()]);
    let mut names = vec!["batyr.1".to_owned()];
    names.extend(subcommands().iter().map(|name| format!("batyr-{name}.1")));
    for name in names {
        let page = std::fs::read(path.join(&name)).unwrap_or_else(|_| panic!("no {name}"));
        rendered(&page);
    }
}

#[test]
fn an_unwritable_folder_is_named_in_the_error() {
    // A folder can't be made in a file.
    let file = tempfile::NamedTempFile::new().unwrap();
    let folder = file.path().join("man");
    let output = Command::new(env!("CARGO_BIN_EXE_batyr"))
        .args(["man", "--out"])
        .arg(&folder)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    let expected = format!("batyr man: can't write {}", folder.display());
    assert!(error.starts_with(&expected), "{error}");
}
