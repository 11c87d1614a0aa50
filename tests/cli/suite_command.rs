//! `batyr suite` as its users see it.

use std::process::Output;

use crate::program::{batyr, stderr, stdout};

/// A hunt of real play that wins in five, and a chain that anyone sees.
const SUITE: &str = "\
# comment
9/1/Bq1BS1K/4S2/2S3S/s6/7/2sss2/k/8s w t - - - 27 bm e7-f8; id \"hunt\";
9/1/7/7/7/7/2k4/2S4/1/K8 w bm e10:e8; id \"capture\";
";

/// Runs a suite with these options.
fn suite(text: &str, options: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("suite.epd");
    std::fs::write(&file, text).unwrap();
    let args = [&["suite", file.to_str().unwrap()], options].concat();
    batyr(&args).output().unwrap()
}

/// Returns the last line without the time.
fn totals(output: &Output) -> String {
    let text = stdout(output);
    let last = text.lines().last().unwrap_or_default();
    last.rsplit_once(" in ").unwrap().0.to_owned()
}

#[test]
fn a_lower_level_solves_less_and_the_same_again() {
    let full = suite(SUITE, &["--nodes", "20000"]);
    assert!(full.status.success(), "{}", stderr(&full));
    assert!(totals(&full).starts_with("solved 2 of 2, points 2 of 2, "));
    let level = || suite(SUITE, &["--nodes", "20000", "--level", "0"]);
    let low = totals(&level());
    assert!(low.starts_with("solved 1 of 2, points 1 of 2, "), "{low}");
    assert_eq!(totals(&level()), low);
}

#[test]
fn a_line_at_fault_is_named_and_the_rest_is_searched() {
    let text = format!("startpos bm d5-d9;\n{SUITE}");
    let output = suite(&text, &["--nodes", "1000"]);
    assert_eq!(output.status.code(), Some(1));
    let error = stderr(&output);
    assert!(error.contains("suite.epd:1: "), "{error}");
    assert!(error.contains("d5-d9"), "{error}");
    assert!(totals(&output).contains(" of 2, "));
}

#[test]
fn levels_end_at_20() {
    let output = suite(SUITE, &["--level", "21"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("21"), "{}", stderr(&output));
}
