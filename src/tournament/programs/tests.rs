use std::path::Path;

use super::*;
use crate::tournament::EngineSpec;
use crate::tournament::player::StartError;

/// Returns an engine whose program is `sh` and whose argument and network are files in a folder,
/// which also contains `eng`, the program of one of the tests.
fn engine(folder: &Path) -> EngineSpec {
    for name in ["eng", "script", "net"] {
        std::fs::write(folder.join(name), name).unwrap();
    }
    let words = [
        "cmd=sh".to_owned(),
        format!("dir={}", folder.display()),
        "args=-x script --log=out.txt".to_owned(),
        "option.EvalFile=net".to_owned(),
        "option.Hash=4".to_owned(),
        "nodes=1".to_owned(),
    ];
    EngineSpec::from_words(&[""; 0], &words).unwrap()
}

fn read(spec: &EngineSpec) -> ProgramRecord {
    ProgramRecord::read(&spec.name, &parts::files(spec).unwrap())
}

#[test]
fn the_files_of_an_engine_are_recorded_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let spec = engine(folder);
    let record = read(&spec);
    let roles: Vec<&str> = record.files.iter().map(|used| used.role.as_str()).collect();
    assert_eq!(roles, ["program", "argument 2", "EvalFile"]);
    let net = &record.files[2].file;
    // SHA-256 of "net", by sha256sum.
    let expected = "a08a0fcbdeafd3c1b3a4b495b9a9c9d96850f08946b52bc0622347d3b6e73b78";
    assert_eq!(net.sha256.as_deref(), Some(expected));
    let path = folder.join("net").display().to_string();
    assert_eq!((net.bytes, &net.path), (3, &path));
    // A file rewritten with the same content is the same; a file that the engine writes is no
    // part of the engine.
    std::fs::write(folder.join("net"), "net").unwrap();
    std::fs::write(folder.join("out.txt"), "log").unwrap();
    assert_eq!(record.difference(&read(&spec)), None);
    std::fs::write(folder.join("net"), "new").unwrap();
    let difference = record.difference(&read(&spec));
    assert!(difference.is_some_and(|text| text.starts_with("its EvalFile was ")));
    std::fs::remove_file(folder.join("net")).unwrap();
    let difference = record.difference(&read(&spec));
    assert!(difference.is_some_and(|text| text.ends_with(" and is no file")));
}

#[test]
fn a_guard_notices_changes_and_ignores_what_the_engine_writes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let spec = engine(folder);
    std::fs::write(folder.join("out.txt"), "log").unwrap();
    let mut guard = ProgramGuard::new(&spec).unwrap();
    std::fs::write(folder.join("out.txt"), "more log").unwrap();
    guard.complete(Some("X 1".to_owned()));
    assert_eq!(guard.record().files.len(), 3);
    std::fs::write(folder.join("out.txt"), "even more log").unwrap();
    assert_eq!(guard.check_files(&spec), Ok(()));
    assert_eq!(guard.check_id(Some("X 1")), Ok(()));
    let changed = guard.check_id(Some("X 2")).unwrap_err().to_string();
    assert!(
        changed.contains("its 'id name' was \"X 1\" and is \"X 2\""),
        "{changed}"
    );
    // A file of the same length at the same second is noticed, too.
    std::fs::write(folder.join("net"), "ten").unwrap();
    let changed = guard.check_files(&spec).unwrap_err();
    assert!(
        matches!(changed, StartError::ProgramChanged(_)),
        "{changed}"
    );
}

#[test]
fn an_argument_that_changes_during_a_run_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let spec = engine(folder);
    let mut guard = ProgramGuard::new(&spec).unwrap();
    guard.complete(None);
    let (mut other, before) = (guard.for_engine("other"), guard.record().clone());
    std::fs::write(folder.join("script"), "learnt").unwrap();
    assert_eq!(guard.check_files(&spec), Ok(()));
    let warnings = guard.take_warnings();
    assert!(
        warnings.len() == 1
            && warnings[0]
                .kind
                .starts_with("the file of its argument 2 changed"),
        "{warnings:?}"
    );
    // One warning suffices for all workers, and none is given at the next change.
    std::fs::write(folder.join("script"), "learnt more").unwrap();
    assert_eq!(guard.check_files(&spec), Ok(()));
    assert_eq!(other.check_files(&spec), Ok(()));
    assert_eq!(guard.take_warnings(), []);
    assert_eq!(other.take_warnings(), []);
    let mut list = ProgramList::default();
    list.admit([&before], false).unwrap();
    let change = list.clone().admit([&read(&spec)], false).unwrap_err();
    assert!(
        change.difference.contains("name it in an option"),
        "{change:?}"
    );
    assert!(list.leave_out_written(&guard));
    assert_eq!(list.admit([&read(&spec)], false), Ok(Vec::new()));
}

#[test]
fn a_program_that_is_gone_has_changed() {
    let folder = tempfile::tempdir().unwrap();
    let mut spec = engine(folder.path());
    let program = folder.path().join("eng");
    spec.command = "./eng".into();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let permissions = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&program, permissions).unwrap();
    }
    let mut guard = ProgramGuard::new(&spec).unwrap();
    std::fs::remove_file(program).unwrap();
    let changed = guard.check_files(&spec).unwrap_err();
    assert!(
        matches!(changed, StartError::ProgramChanged(_)),
        "{changed}"
    );
}

#[test]
fn a_list_contains_each_program_once() {
    let record = |engine: &str, id: &str| ProgramRecord {
        engine: engine.to_owned(),
        id: Some(id.to_owned()),
        files: Vec::new(),
    };
    let mut list = ProgramList::default();
    for (engine, id) in [("A", "1"), ("B", "1"), ("A", "1")] {
        assert_eq!(list.admit([&record(engine, id)], false), Ok(Vec::new()));
    }
    assert_eq!(list.records.len(), 2);
    let change = list.admit([&record("A", "2")], false).unwrap_err();
    assert_eq!(change.engine, "A");
    assert_eq!(list.records.len(), 2);
    assert_eq!(list.admit([&record("A", "2")], true), Ok(vec![change]));
    assert_eq!(list.mixed_engines(), ["A"]);
    // Both ids are accepted from now on.
    for id in ["1", "2"] {
        assert_eq!(list.admit([&record("A", id)], false), Ok(Vec::new()));
    }
}
