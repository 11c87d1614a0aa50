//! `batyr datagen --queue`: several processes, one of which is killed, play what one plays.

use std::fs;
use std::time::{Duration, Instant};

use crate::program::{batyr, stderr};

#[test]
fn processes_that_share_a_queue_write_the_samples_of_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = |line: &str| {
        let mut command = batyr(&line.split(' ').collect::<Vec<_>>());
        command.current_dir(folder).output().unwrap()
    };
    let generate = "datagen --games 7 --nodes 50 --seed 3 --jobs 1";
    assert!(run(&format!("{generate} -o alone")).status.success());
    let queue = format!("{generate} --queue queue --chunk 2 --beat 1");
    let start = |more: &str| {
        let line = format!("{queue}{more}");
        let mut command = batyr(&line.split(' ').collect::<Vec<_>>());
        command.current_dir(folder).spawn().unwrap()
    };
    let claims = folder.join("queue/games/queue/claims");
    let mut killed = start("");
    let deadline = Instant::now() + Duration::from_secs(120);
    while fs::read_dir(&claims).map_or(0, Iterator::count) == 0 {
        assert!(Instant::now() < deadline);
        std::thread::sleep(Duration::from_millis(5));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let processes = [start(" -o first"), start(" -o second"), start("")];
    for mut process in processes {
        assert!(process.wait().unwrap().success());
    }
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert!(read("first") == read("alone") && read("second") == read("alone"));
    // A process that comes too late has nothing to play.
    let claimed = fs::read_dir(&claims).unwrap().count();
    assert!(run(&format!("{queue} -o late")).status.success());
    assert!(read("late") == read("alone"));
    assert_eq!(fs::read_dir(&claims).unwrap().count(), claimed);
    let other = queue.replace("--games 7", "--games 8");
    let failed = run(&other);
    assert_eq!(failed.status.code(), Some(1));
    let errors = stderr(&failed);
    assert!(
        errors.contains("other work") && errors.contains("7 games"),
        "{errors}"
    );
}
