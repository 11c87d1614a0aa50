//! What crashed engines wrote, and programs that are not known.

use batyr::tournament::programs::ProgramList;
use batyr::tournament::report::report;

use super::{game, games, spec};

#[test]
fn the_lines_on_stderr_of_the_last_games_are_listed() {
    let crash = |number| {
        let mut report = game(
            number,
            number.div_ceil(2),
            number % 2 == 1,
            "1-0",
            "disconnect",
        );
        report.stderr = vec![format!("first line of {number}"), "second line".to_owned()];
        report
    };
    let text =
        |count| report(&spec(), None, &(1..=count).map(crash).collect::<Vec<_>>()).markdown();
    let all = text(10);
    assert!(
        all.contains("first line of 1 ") && !all.contains("such games"),
        "{all}"
    );
    let last = text(12);
    assert_eq!(last.matches("second line").count(), 10);
    assert!(
        last.contains("first line of 12 ") && !last.contains("first line of 2 "),
        "{last}"
    );
    assert!(
        last.contains("These are the last 10 of 12 games with such lines"),
        "{last}"
    );
}

#[test]
fn programs_that_are_not_known_have_no_table() {
    let mut list = ProgramList::default();
    list.has_unrecorded = true;
    let text = report(&spec(), Some(&list), &games()).markdown();
    let (_, programs) = text.split_once("## Programs").unwrap();
    assert!(
        programs.contains("is not known") && !programs.contains("SHA-256"),
        "{programs}"
    );
}
