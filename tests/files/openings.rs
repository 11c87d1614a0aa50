//! Opening files, random openings, and the lists that ship with the program.

use std::collections::BTreeSet;
use std::process::Command;

use batyr::game::{GameRecord, TurnDetails, Variant};
use batyr::openings::{Opening, OpeningList, shipped};
use batyr::rules::shatra::Numbering;
use batyr::tournament::openings::Openings;
use batyr::tournament::{OpeningSource, OpeningsSpec};
use batyr::training::openings::{
    OpeningListConfig, RandomOpeningConfig, RandomOpeningFinder, SecondCheck, make_openings,
};

const EXTENDED: Variant = Variant::Extended;

fn turns(opening: &Opening) -> Vec<&str> {
    opening.turns.iter().map(String::as_str).collect()
}

/// Returns the position after these turns from the start position.
fn position_after(turns: &[&str]) -> String {
    let mut game = GameRecord::new(EXTENDED);
    for turn in turns {
        game.play(turn, Numbering::Official).unwrap();
    }
    game.position_text()
}

#[test]
fn an_opening_consists_of_turns_a_position_or_both() {
    let position = position_after(&["d5-d6", "d10-d9"]);
    let two_fields = position.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let text = format!(
        "\u{feff}# a comment\r\n\
         d5-d6 d10-d9   # the same in letters\r\n\
         \r\n\
         1. 49-42 14-21 2. e5-e6\n\
         {position}\n\
         {two_fields} # without the last fields\n\
         {position} ; e5-e6\n"
    );
    let list = OpeningList::parse(EXTENDED, "some/where/my.openings", &text).unwrap();
    let openings = list.openings();
    assert_eq!(list.name(), "my.openings");
    let names: Vec<_> = openings
        .iter()
        .map(|opening| opening.name.as_deref().unwrap())
        .collect();
    let lines = [2, 4, 5, 6, 7].map(|line| format!("my.openings:{line}"));
    assert_eq!(names, lines);
    assert_eq!(turns(&openings[0]), ["d5-d6", "d10-d9"]);
    assert_eq!(openings[0].position, None);
    assert_eq!(openings[1].turns.len(), 3);
    assert_eq!(openings[2].position.as_deref(), Some(position.as_str()));
    assert_eq!(openings[2].turns.len(), 0);
    assert!(
        openings[3]
            .position
            .as_deref()
            .unwrap()
            .starts_with(&two_fields)
    );
    assert_eq!(turns(&openings[4]), ["e5-e6"]);
}

#[test]
fn the_words_of_the_command_position_are_read() {
    let position = position_after(&["d5-d6", "d10-d9"]);
    let text = format!(
        "startpos\n\
         startpos moves d5-d6 d10-d9\n\
         startpos ; d5-d6\n\
         {position} moves e5-e6 # a comment\n"
    );
    let list = OpeningList::parse(EXTENDED, "words", &text).unwrap();
    let openings: Vec<_> = list
        .openings()
        .iter()
        .map(|opening| (opening.position.as_deref(), turns(opening)))
        .collect();
    let expected = [
        (None, vec![]),
        (None, vec!["d5-d6", "d10-d9"]),
        (None, vec!["d5-d6"]),
        (Some(position.as_str()), vec!["e5-e6"]),
    ];
    assert_eq!(openings, expected);
}

#[test]
fn an_error_names_the_place_and_the_token() {
    let cases = [
        ("d5-d6 xyz", 1, 7, "\"xyz\""),
        ("d5-d6\n  d5-d9", 2, 3, "\"d5-d9\""),
        ("# ж\n\nd5-d6 d10-d9 d6-d5 # back", 3, 14, "\"d6-d5\""),
        (" 9/9 w", 1, 2, "board"),
        ("1/2/3 ; d5-d6", 1, 1, "board"),
        ("  9/1/3K3/7/7/7/7/3k3/1/9 x", 1, 27, "\"x\""),
        (" ; d5-d6", 1, 2, "expected POSITION ; TURNS"),
        ("startpos moves", 1, 10, "expected POSITION moves TURNS"),
        ("moves d5-d6", 1, 1, "expected POSITION moves TURNS"),
        ("startpos d5-d6", 1, 1, "\"startpos\""),
        ("startpos moves d5-d9", 1, 16, "\"d5-d9\""),
        (
            "9/1/3K3/7/7/7/7/3k3/1/9 b ;",
            1,
            27,
            "expected POSITION ; TURNS",
        ),
    ];
    for (text, line, column, expected) in cases {
        let error = OpeningList::parse(EXTENDED, "a/b.txt", text)
            .unwrap_err()
            .to_string();
        let place = format!("a/b.txt, line {line}, column {column}: ");
        assert!(error.starts_with(&place), "{text:?}: {error}");
        assert!(error.contains(expected), "{text:?}: {error}");
    }
    for empty in ["", "\n\n", "# nothing\n  # at all"] {
        let error = OpeningList::parse(EXTENDED, "b.txt", empty)
            .unwrap_err()
            .to_string();
        assert_eq!(error, "b.txt contains no opening; expected one per line");
    }
}

#[test]
fn an_opening_that_ends_the_game_is_rejected() {
    // White's tura can capture Black's biy.
    let position = "9/1/K6/5s1/4R2/4k2/7/7/1/9 w";
    let game = GameRecord::from_text(Variant::Kurin, position).unwrap();
    let turns = game.legal_texts(usize::MAX);
    let capture = turns.iter().find(|turn| {
        let mut after = game.clone();
        after.play(turn, Numbering::Official).unwrap();
        after.outcome().is_some()
    });
    let text = format!("{position} ; {}", capture.unwrap());
    let error = OpeningList::parse(Variant::Kurin, "x", &text)
        .unwrap_err()
        .to_string();
    let column = text.chars().count() - capture.unwrap().len() + 1;
    assert!(
        error.starts_with(&format!(
            "x, line 1, column {column}: the game is over after"
        )),
        "{error}"
    );
}

fn openings_spec(source: OpeningSource, random_order: bool, seed: u64) -> OpeningsSpec {
    OpeningsSpec {
        source,
        random_order,
        seed,
    }
}

/// Returns a file with one opening for each legal first turn, and the number of openings.
fn first_turns_file() -> (OpeningSource, usize) {
    let first_turns = GameRecord::new(EXTENDED).legal_texts(usize::MAX);
    let source = OpeningSource::File {
        path: "all.openings".to_owned(),
        text: first_turns.join("\n"),
    };
    (source, first_turns.len())
}

/// Returns the names of the openings of these encounters.
fn opening_names(openings: &mut Openings, encounters: std::ops::Range<u32>) -> Vec<String> {
    encounters
        .map(|encounter| openings.opening(encounter).unwrap().name.unwrap())
        .collect()
}

#[test]
fn openings_are_used_in_order_and_then_again() {
    let (source, count) = first_turns_file();
    let mut openings = Openings::new(EXTENDED, &openings_spec(source, false, 0)).unwrap();
    let all = count as u32;
    assert!(count > 5);
    assert_eq!(
        opening_names(&mut openings, 1..3),
        ["all.openings:1", "all.openings:2"]
    );
    assert_eq!(
        opening_names(&mut openings, 1..all),
        opening_names(&mut openings, all + 1..all * 2)
    );
    assert_eq!(openings.shortage(all), None);
    let warning = openings.shortage(all + 1).unwrap();
    assert!(
        warning.contains(&format!("{count} openings for {}", count + 1)),
        "{warning}"
    );
}

#[test]
fn random_order_uses_each_opening_once_per_pass() {
    let (source, count) = first_turns_file();
    let all = count as u32;
    let shuffled = |seed: u64| {
        let mut openings =
            Openings::new(EXTENDED, &openings_spec(source.clone(), true, seed)).unwrap();
        (
            opening_names(&mut openings, 1..all + 1),
            opening_names(&mut openings, all + 1..all * 2 + 1),
        )
    };
    let (first, second) = shuffled(7);
    assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), count);
    assert_eq!(second.iter().collect::<BTreeSet<_>>().len(), count);
    assert_ne!(first, second);
    assert_eq!(shuffled(7), (first.clone(), second));
    assert_ne!(shuffled(8).0, first);
}

#[test]
fn the_start_position_is_an_opening_without_a_name() {
    let mut openings =
        Openings::new(EXTENDED, &openings_spec(OpeningSource::Start, true, 3)).unwrap();
    assert_eq!(openings.opening(5).unwrap(), Opening::default());
    assert_eq!(openings.shortage(1000), None);
}

#[test]
fn random_openings_are_determined_by_seed_and_number() {
    let random = |seed| {
        let source = OpeningSource::Random { turns: 6 };
        Openings::new(Variant::Original, &openings_spec(source, false, seed)).unwrap()
    };
    let third = random(1).opening(3).unwrap();
    let mut again = random(1);
    assert_ne!(again.opening(4).unwrap().turns, third.turns);
    assert_eq!(again.opening(3).unwrap(), third);
    assert_ne!(random(2).opening(3).unwrap().turns, third.turns);
    assert_eq!(third.turns.len(), 6);
}

/// Returns whether a turn captures nothing.
fn is_quiet(turn: &TurnDetails) -> bool {
    turn.captures.is_empty()
}

#[test]
fn random_openings_are_quiet_and_within_the_bound() {
    for variant in Variant::ALL {
        let config = RandomOpeningConfig {
            variant,
            turns: 4..=8,
            bound: 40,
            nodes: 4000,
            seed: 11,
        };
        let mut random = RandomOpeningFinder::new(config);
        for number in 1..=6 {
            let found = random.find(number).unwrap();
            assert!(found.score.abs() <= 40);
            assert!((4..=8).contains(&found.game.turns().len()));
            assert_eq!(found.game.outcome(), None);
            let legal = found.game.legal_turns(usize::MAX);
            assert!(legal.iter().all(is_quiet), "{variant:?}: {legal:?}");
        }
    }
}

/// Makes a list of `count` openings, but stops once there are `stop_after`. Returns its lines.
fn list_lines(count: u32, threads: usize, stop_after: usize) -> Vec<String> {
    let config = OpeningListConfig {
        random: RandomOpeningConfig {
            variant: EXTENDED,
            turns: 2..=3,
            bound: 50,
            nodes: 1000,
            seed: 5,
        },
        second_check: SecondCheck {
            nodes: 2000,
            turns: 2,
        },
        count,
    };
    let stop = std::sync::atomic::AtomicBool::new(false);
    let is_stopped = || stop.load(std::sync::atomic::Ordering::Relaxed);
    let mut lines = Vec::new();
    let mut record = |line: &str| {
        lines.push(line.to_owned());
        stop.fetch_or(
            lines.len() >= stop_after,
            std::sync::atomic::Ordering::Relaxed,
        );
        Ok::<(), std::io::Error>(())
    };
    let result = make_openings(&config, threads, &is_stopped, &mut record);
    assert_eq!(result.is_ok(), stop_after > count as usize, "{result:?}");
    lines
}

#[test]
fn a_list_is_the_same_on_any_number_of_threads() {
    let single_threaded = list_lines(30, 1, usize::MAX);
    assert_eq!(single_threaded.len(), 30);
    assert_eq!(list_lines(30, 3, usize::MAX), single_threaded);
    assert_eq!(list_lines(12, 2, usize::MAX), single_threaded[..12]);
    let stopped = list_lines(1000, 2, 9);
    assert!(stopped.len() >= 9 && stopped.len() < 1000);
    let common = stopped.len().min(single_threaded.len());
    assert_eq!(stopped[..common], single_threaded[..common]);
    let list = OpeningList::parse(EXTENDED, "list", &single_threaded.join("\n")).unwrap();
    let distinct: BTreeSet<u64> = list.openings().iter().map(key_after).collect();
    assert_eq!(distinct.len(), 30);
}

/// Returns the key of the position after the turns of an opening.
fn key_after(opening: &Opening) -> u64 {
    let mut game = GameRecord::new(EXTENDED);
    for turn in &opening.turns {
        game.play(turn, Numbering::Official).unwrap();
    }
    game.key()
}

#[test]
fn the_program_can_read_the_list_that_it_makes() {
    let folder = std::env::temp_dir().join(format!("batyr-openings-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("small.openings");
    let run_openings = |options: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_batyr"))
            .arg("openings")
            .args(options)
            .output()
            .unwrap()
    };
    let options =
        "--variant shatra-kurin --count 5 --plies 4 --nodes 1000 --verify 2000 --follow 2";
    let options: Vec<&str> = options.split(' ').collect();
    let printed = run_openings(&options);
    assert!(printed.status.success(), "{printed:?}");
    let to_file = run_openings(&[&options[..], &["-o", path.to_str().unwrap()]].concat());
    assert!(to_file.status.success() && to_file.stdout.is_empty());
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.as_bytes(), printed.stdout);

    // The command in the header reproduces the list.
    let command = text
        .lines()
        .nth(1)
        .unwrap()
        .strip_prefix("# batyr openings ")
        .unwrap();
    let again = run_openings(&command.split(' ').collect::<Vec<_>>());
    assert_eq!(again.stdout, printed.stdout);

    let list = OpeningList::parse(Variant::Kurin, "small.openings", &text).unwrap();
    assert_eq!(list.count(), 5);
    assert!(
        list.openings()
            .iter()
            .all(|opening| opening.turns.len() == 4)
    );
    std::fs::remove_dir_all(&folder).unwrap();

    let rejected = run_openings(&["--plies", "8..4"]);
    assert_eq!(rejected.status.code(), Some(2));
}

#[test]
#[cfg(unix)]
fn an_interrupted_list_keeps_its_openings() {
    let path = std::env::temp_dir().join(format!("batyr-openings-{}.openings", std::process::id()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_batyr"))
        .args([
            "openings", "--count", "100000", "--nodes", "1000", "--verify", "2000",
        ])
        .args(["--jobs", "2", "-o"])
        .arg(&path)
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let openings = || {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        text.lines().filter(|line| !line.starts_with('#')).count()
    };
    while openings() < 3 {
        assert!(
            child.try_wait().unwrap().is_none(),
            "the program ended by itself"
        );
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let signal = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(signal.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let text = std::fs::read_to_string(&path).unwrap();
    let list = OpeningList::parse(EXTENDED, "list", &text).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    let expected = format!(
        "interrupted after {} of 100000 openings",
        list.openings().len()
    );
    assert!(errors.contains(&expected), "{errors}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn every_shipped_list_has_300_different_openings() {
    for variant in Variant::ALL {
        let Some(list) = shipped(variant).unwrap() else {
            continue;
        };
        assert_eq!(list.openings().len(), 300, "{variant:?}");
        let mut seen = BTreeSet::new();
        for opening in list.openings() {
            assert_eq!(opening.position, None);
            assert!((4..=9).contains(&opening.turns.len()), "{opening:?}");
            let mut game = GameRecord::new(variant);
            for turn in &opening.turns {
                game.play(turn, Numbering::Official).unwrap();
            }
            assert!(seen.insert(game.key()), "{opening:?} occurs twice");
            let legal = game.legal_turns(usize::MAX);
            let all_are_quiet = !legal.is_empty() && legal.iter().all(is_quiet);
            assert!(
                all_are_quiet && game.outcome().is_none(),
                "{variant:?}: {opening:?}"
            );
        }
    }
}
