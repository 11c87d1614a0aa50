//! The file of a run.

use std::fs;

use super::super::{OnExisting, SpsaFile, SpsaState, read_saved};
use super::{parameter, settings};

#[test]
fn a_file_is_read_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let settings = settings(10, 1, vec![parameter("A", 0, 9, 0.1 + 0.2)]);
    let mut file = SpsaFile::lock(&path).unwrap();
    assert_eq!(read_saved(&path, OnExisting::Resume).unwrap(), None);
    let mut state = file.state(&settings, OnExisting::Refuse).unwrap();
    assert_eq!(state, SpsaState::new(&settings));
    state.begin(&settings);
    file.write(&settings, &state).unwrap();
    assert_eq!(file.state(&settings, OnExisting::Resume).unwrap(), state);
    let new = file.state(&settings, OnExisting::Overwrite).unwrap();
    assert_eq!(new, SpsaState::new(&settings));
    let error = file.state(&settings, OnExisting::Refuse).unwrap_err();
    assert!(error.to_string().contains("use --resume"), "{error}");
    let error = SpsaFile::lock(&path).unwrap_err();
    assert!(error.to_string().contains("in use by another"), "{error}");

    let mut other = settings.clone();
    other.openings.seed = 2;
    let error = file.state(&other, OnExisting::Resume).unwrap_err();
    let expected = "openings.seed is 1 in the file, but 2 is requested";
    assert!(error.to_string().ends_with(expected), "{error}");
}

#[test]
fn a_file_that_no_run_wrote_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let settings = settings(10, 1, vec![parameter("ABC", 0, 9, 5.0)]);
    let file = SpsaFile::lock(&path).unwrap();
    file.write(&settings, &SpsaState::new(&settings)).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    for (part, replacement, expected) in [
        ("\"version\": 1", "\"version\": 2", "version 2 instead of 1"),
        (
            "\"programs\": {\n    \"version\": 1",
            "\"programs\": {\n    \"version\": 2",
            "version 2 of the list of programs instead of 1",
        ),
        (
            "\"pairs\": 10",
            "\"pairs\": 4000000000",
            "4000000000 pairs with a rate of",
        ),
        (
            "\"begun\": 0",
            "\"begun\": 11",
            "11 pairs begun, but the run has only 10",
        ),
        (
            "\"unfinished\": []",
            "\"unfinished\": [3]",
            "pair 3 is unfinished, but only 0 have begun",
        ),
        ("\"max\": 9", "\"max\": -1", "its range is 0 to -1"),
        (
            "\"max\": 9",
            "\"max\": 4",
            "start 5, expected a number from 0 to 4",
        ),
        ("\"start\": 5.0", "\"start\": null", "invalid type"),
        ("\"ABC\"", "\"A\\u001b\"", "control characters"),
        (
            "      5.0\n",
            "      5.0, 5.0\n",
            "2 values for 1 parameters",
        ),
        ("{", "no run", "expected"),
    ] {
        assert!(text.contains(part), "{part}: {text}");
        fs::write(&path, text.replacen(part, replacement, 1)).unwrap();
        let error = read_saved(&path, OnExisting::Resume)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("expected a file written by 'batyr spsa'"),
            "{error}"
        );
        assert!(error.contains(expected), "{error}");
    }
}
