//! The report of a small tournament, whose numbers are compared with those computed by hand.

use batyr::tournament::report::report;
use batyr::tournament::{GameReport, Spec, Warning};
use roxmltree::{Document, ParsingOptions};
use serde_json::{Value, json};

mod details;
mod replays;

/// The names contain characters that are special in every output format.
const FIRST: &str = "<b>&\"'";
const SECOND: &str = "B|*_[x](y)";

fn engine(name: &str) -> Value {
    json!({
        "name": name, "command": "./engine", "args": ["--a<b"], "dialect": "uci",
        "options": [["Hash", "16"]], "budget": {"nodes": 1000, "margin_ms": 5},
    })
}

fn spec() -> Spec {
    serde_json::from_value(json!({
        "version": 1, "event": "Trial <1> & more", "variant": "shatra",
        "engines": [engine(FIRST), engine(SECOND)],
        "format": {"round-robin": {"rounds": 5}}, "games": 2,
        "openings": {"source": "book", "random_order": false, "seed": 1},
        "terms": {"max_plies": 600, "no_progress": 200, "resign": null, "draw": null},
        "sprt": {"elo0": 0.0, "elo1": 5.0, "alpha": 0.05, "beta": 0.05, "model": "logistic"},
    }))
    .unwrap()
}

/// Returns a game in which one opening turn is followed by four turns, the first by Black. In each
/// turn, the first engine takes 10 ms and reaches depth 5, the second takes 30 ms and reaches
/// depth 7.
fn game(number: u32, encounter: u32, first_is_white: bool, result: &str, end: &str) -> GameReport {
    let (white, black) = if first_is_white {
        (FIRST, SECOND)
    } else {
        (SECOND, FIRST)
    };
    let turn = |name: &str| {
        let (ms, depth) = if name == FIRST { (10, 5) } else { (30, 7) };
        json!({
            "turn": "d5-d6", "depth": depth, "nodes": 1000, "said_ms": ms - 2, "ms": ms,
            "overhead_ms": 0.25,
        })
    };
    serde_json::from_value(json!({
        "game": number, "round": encounter, "encounter": encounter, "variant": "shatra",
        "white": white, "black": black, "result": result, "end": end,
        "opening": {"name": format!("o:{encounter}"), "turns": ["d5-d6"]},
        "detail": format!("{black} said \u{1} <nothing>"),
        "turns": [turn(black), turn(white), turn(black), turn(white)],
        "started": "2026-01-01T00:00:00Z", "seconds": 900.0,
    }))
    .unwrap()
}

/// Returns games with these results for the first engine: a win with each colour; a draw and a
/// loss; a win on time and an unfinished game; a loss as White and a win as Black. Game 7 is
/// missing.
fn games() -> Vec<GameReport> {
    vec![
        game(1, 1, true, "1-0", "biy-captured"),
        game(2, 1, false, "0-1", "no-legal-turn"),
        game(3, 2, true, "1/2-1/2", "repetition"),
        game(4, 2, false, "1-0", "biy-captured"),
        game(5, 3, true, "1-0", "time"),
        game(6, 3, false, "*", "interrupted"),
        game(8, 4, true, "0-1", "biy-captured"),
        game(9, 4, false, "0-1", "biy-captured"),
    ]
}

fn parse(page: &str) -> Document<'_> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(page, options).unwrap()
}

/// Returns the cells of each row of each table of the page.
fn rows(page: &str) -> Vec<Vec<String>> {
    let document = parse(page);
    let rows = document
        .descendants()
        .filter(|node| node.has_tag_name("tr"));
    rows.map(|row| {
        let cells = row.children().filter(|cell| cell.is_element());
        cells
            .map(|cell| cell.text().unwrap_or("").to_owned())
            .collect()
    })
    .collect()
}

fn row<'r>(rows: &'r [Vec<String>], first: &str, length: usize) -> Vec<&'r str> {
    let found = rows
        .iter()
        .find(|row| row.len() == length && row[0] == first);
    found
        .unwrap_or_else(|| panic!("no row {first:?} in {rows:?}"))
        .iter()
        .map(String::as_str)
        .collect()
}

#[test]
fn the_results_match_those_computed_by_hand() {
    let page = report(&spec(), None, &games()).html();
    let rows = rows(&page);
    let first = row(&rows, "1", 13);
    // 4½ of 7 points, one game of seven drawn. Three pairs: 2, 1 and ½ points.
    assert_eq!(
        first[..9],
        ["1", FIRST, "4.5", "7", "64.3 %", "4", "1", "2", "14.3 %"]
    );
    assert_eq!(first[12], "0 1 1 0 1");
    // Elo is that of the score, in which the game outside the pairs counts too: 400 · lg(9/5).
    assert!(first[9].starts_with("+102.1 "), "{first:?}");
    assert!(page.contains("Games outside pairs count too"));
    let second = row(&rows, "2", 13);
    assert_eq!(
        second[..9],
        ["2", SECOND, "2.5", "7", "35.7 %", "2", "1", "4", "14.3 %"]
    );
    assert_eq!(second[12], "1 0 1 1 0");
    assert!(second[9].starts_with("-102.1 "), "{second:?}");
}

#[test]
fn the_score_and_elo_of_an_odd_number_of_games_agree() {
    let spec = Spec { games: 3, ..spec() };
    // The pairs are level; the first engine wins two of the three other games.
    let drawn = "1/2-1/2";
    let results = [
        drawn, drawn, "1-0", drawn, drawn, "1-0", drawn, drawn, "0-1",
    ];
    let games = (0..).zip(results).map(|(index, result)| {
        let (encounter, first_is_white) = (index / 3 + 1, index % 3 != 1);
        let mut game = game(index + 1, encounter, first_is_white, result, "repetition");
        // No game is a copy of another.
        game.turns[0].turn = format!("turn {index}");
        game
    });
    let games: Vec<GameReport> = games.collect();
    let rows = rows(&report(&spec, None, &games).html());
    let first = row(&rows, "1", 13);
    assert_eq!(first[2..5], ["5", "9", "55.6 %"]);
    assert_eq!(first[12], "0 0 3 0 0");
    assert!(first[9].starts_with("+38.8 "), "{first:?}");
}

#[test]
fn interrupted_and_missing_games_are_mentioned() {
    let text = report(&spec(), None, &games()).markdown();
    let state = "7 games, 1 more interrupted, 2 of 10 not played, 1 h 45 min of play.";
    assert!(text.contains(state), "{text}");
}

#[test]
fn durations_are_printed_in_suitable_units() {
    let markdown_with_duration = |seconds: f64| {
        let mut game = game(1, 1, true, "1-0", "biy-captured");
        game.seconds = seconds;
        report(&spec(), None, &[game]).markdown()
    };
    for (seconds, text) in [
        (0.26, "0.3 s"),
        (42.4, "42 s"),
        (59.9, "1 min 0 s"),
        (185.0, "3 min 5 s"),
        (3599.9, "1 h 0 min"),
        (90_000.0, "1 d 1 h"),
    ] {
        let text = format!(", {text} of play.");
        assert!(markdown_with_duration(seconds).contains(&text), "{text}");
    }
}

#[test]
fn game_lengths_include_the_opening() {
    let rows = rows(&report(&spec(), None, &games()).html());
    // One turn of the opening and four of the engines.
    assert_eq!(row(&rows, "longest", 4)[3], "5");
    assert_eq!(row(&rows, "shortest", 4)[3], "5");
}

#[test]
fn the_effect_of_faults_is_reported_with_the_test() {
    let fault_note = |games: &[GameReport]| {
        let text = report(&spec(), None, games).markdown();
        let line = text.lines().find(|line| line.contains("lost by a fault"));
        line.map(str::to_owned)
    };
    // Game 5 was lost on time, but its pair did not count anyway, because the other game was not
    // finished. The other three pairs are all that count.
    let text = fault_note(&games()).unwrap();
    assert!(
        text.starts_with("1 of these 7 games were lost by a fault; without the pairs with them"),
        "{text}"
    );
    assert!(text.ends_with("undecided."), "{text}");
    assert!(!text.contains("rests"), "{text}");
    let game_with_crashes = |n: u32| {
        let (first_is_white, result) = if n % 2 == 1 {
            (true, "1-0")
        } else {
            (false, "0-1")
        };
        let end = if n <= 4 { "biy-captured" } else { "disconnect" };
        let mut game = game(n, n.div_ceil(2), first_is_white, result, end);
        game.turns[0].turn = format!("turn {n}");
        game
    };
    let crashes: Vec<GameReport> = (1..=2000).map(game_with_crashes).collect();
    let text = fault_note(&crashes).unwrap();
    assert!(text.starts_with("1996 of these 2000 games"), "{text}");
    assert!(
        text.contains("undecided; the verdict rests on faults"),
        "{text}"
    );
    assert_eq!(fault_note(&crashes[..4]), None);
}

#[test]
fn no_element_is_wider_than_the_page() {
    let page = report(&spec(), None, &games()).html();
    let parsed = parse(&page);
    let style = parsed
        .descendants()
        .find(|node| node.has_tag_name("style"))
        .and_then(|node| node.text())
        .unwrap();
    // Long words break, and a table scrolls within its own box.
    assert!(style.contains("overflow-wrap:anywhere"), "{style}");
    assert!(style.contains(".wide{overflow-x:auto"), "{style}");
    let tables = parsed
        .descendants()
        .filter(|node| node.has_tag_name("table"));
    for table in tables {
        let container = table.parent_element().unwrap();
        assert_eq!(container.attribute("class"), Some("wide"));
        assert_eq!(
            container.attribute("tabindex"),
            Some("0"),
            "a table can be scrolled with the keyboard"
        );
    }
    // The results fit a window of 1200 pixels: letters are about half as wide as high, and each
    // cell has its margins.
    let characters: usize = rows(&page)
        .iter()
        .filter(|row| row.len() == 13)
        .fold(vec![0; 13], |widest: Vec<usize>, row| {
            let letters = row.iter().map(|cell| cell.chars().count());
            widest
                .iter()
                .zip(letters)
                .map(|(widest, length)| *widest.max(&length))
                .collect()
        })
        .iter()
        .sum();
    let rem = |name: &str, end: &str| {
        let (_, rest) = style.split_once(name).expect(style);
        rest.split_once(end).unwrap().0.parse::<f64>().unwrap()
    };
    let available = 16.0 * rem("max-width:", "rem").min(1200.0 / 16.0 - 2.0);
    let letter_width = 16.0 * rem("table{border-collapse:collapse;font-size:", "rem") * 0.55;
    let margins = 16.0 * 13.0 * 2.0 * rem("padding:.2rem ", "rem");
    let needed = characters as f64 * letter_width + margins;
    assert!(
        needed <= available,
        "{needed} pixels, {available} available"
    );
}

#[test]
fn ends_faults_and_openings_are_listed() {
    let page = report(&spec(), None, &games()).html();
    let rows = rows(&page);
    assert_eq!(row(&rows, "biy captured", 5)[1..], ["4", "2", "2", "0"]);
    assert_eq!(row(&rows, "time", 5)[1..], ["1", "1", "0", "0"]);
    assert_eq!(row(&rows, "repetition", 5)[1..], ["1", "0", "0", "1"]);
    assert!(
        !rows
            .iter()
            .any(|row| row[0] == "stall" || row[0] == "interrupted")
    );
    // Black won both games of the fourth opening, and of no other opening.
    assert_eq!(row(&rows, "o:4", 5)[1..], ["2", "0", "2", "0"]);
    assert!(!rows.iter().any(|row| row[0] == "o:1" || row[0] == "o:2"));
    let document = parse(&page);
    let items: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("li"))
        .filter_map(|node| node.text())
        .collect();
    let fault = format!("game 5 ({FIRST} – {SECOND}) 1-0: {SECOND} said \u{fffd} <nothing>");
    assert!(items.contains(&fault.as_str()), "{items:?}");
}

#[test]
fn time_is_attributed_to_the_engine_that_used_it() {
    let rows = rows(&report(&spec(), None, &games()).html());
    let first = row(&rows, FIRST, 9);
    assert_eq!(
        first[1..],
        ["14", "10.0", "10.0", "10.0", "10.0", "2.0", "5.0", "100000"]
    );
    let second = row(&rows, SECOND, 9);
    assert_eq!(
        second[1..],
        ["14", "30.0", "30.0", "30.0", "30.0", "2.0", "7.0", "33333"]
    );
}

#[test]
fn an_undecided_test_is_reported_with_its_bounds() {
    let text = report(&spec(), None, &games()).markdown();
    assert!(text.contains("The test is not decided yet. "), "{text}");
    // The bounds are ±ln(0.95/0.05).
    let bounds = "The test passes at 2.94 or more and fails at -2.94 or less.";
    assert!(text.contains(bounds), "{text}");
    let without = Spec {
        sprt: None,
        ..spec()
    };
    assert!(!report(&without, None, &games()).markdown().contains("LLR"));
}

#[test]
fn games_after_the_decision_are_mentioned() {
    let pair = |n: u32, result: [&str; 2]| {
        let mut games = [
            game(2 * n + 1, n + 1, true, result[0], "biy-captured"),
            game(2 * n + 2, n + 1, false, result[1], "biy-captured"),
        ];
        // No game is a copy of another.
        for game in &mut games {
            game.turns[0].turn = format!("turn {n}");
        }
        games
    };
    // Every other pair is drawn; of the rest, the first engine wins those before pair 300, the
    // second those after it.
    let results = |n: u32| match n {
        _ if n % 2 == 1 => ["1/2-1/2", "1/2-1/2"],
        0..300 => ["1-0", "0-1"],
        _ => ["0-1", "1-0"],
    };
    let games = |pairs| (0..pairs).flat_map(move |n| pair(n, results(n)));
    let report = |pairs| report(&spec(), None, &games(pairs).collect::<Vec<_>>()).markdown();
    let text = report(600);
    assert!(
        text.contains("The test is not decided yet. Its log-likelihood ratio (LLR) is "),
        "{text}"
    );
    let start = "That LLR is for all 1200 games. In the order of their numbers, the first ";
    let (_, rest) = text.split_once(start).expect(&text);
    let (first, rest) = rest.split_once(' ').unwrap();
    assert!(
        rest.starts_with("had already decided the test: passed, LLR 2.9"),
        "{rest}"
    );
    // A tournament that ends there needs no explanation.
    let first: u32 = first.parse().unwrap();
    let text = report(first / 2);
    assert!(
        text.contains("The test passed: the games fit a difference of "),
        "{text}"
    );
    assert!(text.contains("ratio (LLR) is 2.9"), "{text}");
    assert!(!text.contains("That LLR is of all"), "{text}");
    assert!(report(first / 2 - 1).contains("not decided yet"));
}

#[test]
fn warnings_are_counted_by_kind() {
    let mut games = games();
    let line = "a pv with an illegal move";
    let warning = |engine: &str, kind: &str, times, example: Option<&str>| Warning {
        engine: engine.to_owned(),
        kind: kind.to_owned(),
        times,
        example: example.map(str::to_owned),
    };
    let hash = "it has no option \"Hsh\", so nothing was set";
    games[0].warnings = vec![
        warning(FIRST, line, 2, Some("before move 3, x in pv x")),
        warning(SECOND, hash, 1, None),
    ];
    games[2].warnings = vec![warning(FIRST, line, 1, Some("before move 9, y in pv y"))];
    let rows = rows(&report(&spec(), None, &games).html());
    let row_of = |kind: String| row(&rows, &kind, 4)[1..].join(" | ");
    assert_eq!(
        row_of(format!("{FIRST}: {line}")),
        "2 | 1 | (2 times): before move 3, x in pv x"
    );
    assert_eq!(row_of(format!("{SECOND}: {hash}")), "1 | 1 | ");
}

#[test]
fn names_are_escaped_in_markdown() {
    let text = report(&spec(), None, &games()).markdown();
    assert!(text.starts_with("# Trial &lt;1> &amp; more\n"), "{text}");
    assert!(text.contains("| 1 | &lt;b>&amp;\"' | 4.5 | 7 |"), "{text}");
    assert!(
        text.contains("| 2 | B\\|\\*\\_\\[x\\](y) | 2.5 | 7 |"),
        "{text}"
    );
    assert!(!text.contains("<b>"));
    for plot in report(&spec(), None, &games()).plots() {
        assert!(text.contains(&format!("]({}.svg)", plot.name)));
        Document::parse(&plot.svg).unwrap();
    }
}

#[test]
fn the_page_needs_no_other_file() {
    let document = report(&spec(), None, &games());
    let page = document.html();
    let parsed = parse(&page);
    let title = parsed
        .descendants()
        .find(|node| node.has_tag_name("title"))
        .unwrap();
    assert_eq!(title.text(), Some("Trial <1> & more"));
    let names = ["score", "llr", "time", "depth"];
    assert_eq!(
        document.plots().map(|plot| plot.name).collect::<Vec<_>>(),
        names
    );
    for node in parsed.descendants().filter(roxmltree::Node::is_element) {
        assert!(!["link", "img", "iframe"].contains(&node.tag_name().name()));
        for attribute in node.attributes() {
            assert!(!["src", "href"].contains(&attribute.name()), "{node:?}");
        }
    }
}

#[test]
fn reports_without_games_and_with_three_engines_are_made() {
    let none = report(&spec(), None, &[]);
    parse(&none.html());
    assert!(none.markdown().contains("0 games"));

    let mut spec = spec();
    let mut third = spec.engines[0].clone();
    third.name = "third".to_owned();
    spec.engines.push(third);
    let mut games = games();
    games[7].white = "third".to_owned();
    games[6].black = "an unknown engine".to_owned();
    let rows = rows(&report(&spec, None, &games).html());
    // The crosstable: the first engine against the others, by rank.
    let first = row(&rows, &format!("1. {FIRST}"), 4);
    assert_eq!(first[1], "–");
    let mut others = [first[2], first[3]];
    others.sort_unstable();
    assert_eq!(others, ["1/1", "3.5/5"]);
}

#[test]
#[ignore = "writes a report for inspection to the folder that BATYR_PICTURES names"]
fn a_report_is_written_for_inspection() {
    let folder = std::path::PathBuf::from(std::env::var_os("BATYR_PICTURES").unwrap());
    let draws = (0..400_u32).map(|n| n.wrapping_mul(2_654_435_761) >> 16);
    let results = ["1-0", "0-1", "1/2-1/2", "1-0", "1/2-1/2"];
    let games: Vec<GameReport> = (0..)
        .zip(draws)
        .map(|(n, draw)| {
            let result = results[draw as usize % results.len()];
            game(n + 1, n / 2 + 1, n % 2 == 0, result, "biy-captured")
        })
        .collect();
    std::fs::write(
        folder.join("report.html"),
        report(&spec(), None, &games).html(),
    )
    .unwrap();
}
