//! The games on the chessboard in every dialect and every tool.

use std::fs;

use batyr::files::game_file::{GameReader, ReadOptions};
use batyr::game::{GameRecord, GameResult, Variant};
use batyr::rules::shatra::Numbering;

use crate::program::{run, stderr, stdout};

const BATYR: &str = env!("CARGO_BIN_EXE_batyr");

/// Returns the games on the chessboard, under their own rules.
fn chessboard_games() -> impl Iterator<Item = Variant> {
    let hosted = Variant::UCI_VARIANTS.into_iter();
    hosted.filter(|variant| !variant.is_shatra())
}

/// Runs the program, which must succeed, and returns its output.
fn output_of(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    stdout(&output)
}

fn output_lines(args: &[&str], input: &str) -> Vec<String> {
    output_of(args, input).lines().map(str::to_owned).collect()
}

#[test]
fn every_dialect_plays_the_chessboard_games() {
    for variant in chessboard_games() {
        let id = variant.id();
        let legal = GameRecord::new(variant).legal_texts(100);
        for (handshake, set_variant, position) in [
            (
                "uci",
                format!("setoption name UCI_Variant value {id}"),
                "position startpos",
            ),
            (
                "ucci",
                format!("setoption variant {id}"),
                "position startpos",
            ),
            (
                "ushi",
                format!("setoption name Variant value {id}"),
                "position startpos",
            ),
        ] {
            let input = format!("{handshake}\n{set_variant}\n{position}\ngo depth 3\nwait\nquit\n");
            let output = output_lines(&[], &input);
            let best = output
                .iter()
                .find_map(|line| line.strip_prefix("bestmove "));
            let best = best.and_then(|rest| rest.split(' ').next());
            let is_legal = best.is_some_and(|best| legal.iter().any(|turn| turn == best));
            assert!(is_legal, "{handshake}: {best:?} in {output:?}");
        }
    }
}

/// Adapters such as uci2wb look for the names of variants only at the start of the line.
#[test]
fn the_variant_option_lists_the_chessboard_games_first() {
    let output = output_lines(&[], "uci\nquit\n");
    let line = output
        .iter()
        .find(|line| line.contains(" UCI_Variant "))
        .unwrap();
    let first: String = line.chars().take(80).collect();
    let ids: String = chessboard_games()
        .map(|variant| format!(" var {}", variant.id()))
        .collect();
    assert!(first.contains(&format!("{ids} ")), "{first}");
}

#[test]
fn an_option_selects_the_fairy_rules() {
    let shown_after = |options: &str| {
        let input = format!("uci\n{options}d\nquit\n");
        let output = output_lines(&[], &input);
        let fen = output.iter().find_map(|line| line.strip_prefix("FEN: "));
        let fen = fen.unwrap_or_else(|| panic!("{output:?}")).to_owned();
        let has = |word: &str| output.iter().any(|line| line == word);
        (fen, has("Variant: shatar"), has("Variant: shatar-fairy"))
    };
    let shatar = "setoption name UCI_Variant value shatar\n";
    let on = "setoption name Fairy Rules value true\n";
    let off = "setoption name Fairy Rules value false\n";
    let own = GameRecord::new(Variant::Shatar).start_text();
    let fairy = GameRecord::new(Variant::FairyShatar).start_text();
    assert_ne!(own, fairy);
    assert_eq!(shown_after(shatar), (own.clone(), true, false));
    assert_eq!(
        shown_after(&format!("{shatar}{on}")),
        (fairy.clone(), false, true)
    );
    // The order does not matter, and the option can be switched off again.
    assert_eq!(shown_after(&format!("{on}{shatar}")), (fairy, false, true));
    assert_eq!(
        shown_after(&format!("{on}{shatar}{off}")),
        (own, true, false)
    );
}

/// `perft --verify` confirms the recorded counts of Fairy-Stockfish's rules.
#[test]
fn fairy_counts_are_verified_from_the_command_line() {
    for variant in Variant::ALL
        .into_iter()
        .filter(|variant| variant.is_fairy())
    {
        let id = variant.id();
        let path = format!("{}/tests/data/perft/{id}.perft", env!("CARGO_MANIFEST_DIR"));
        let output = output_lines(&["perft", "3", "--verify", &path, "--variant", id], "");
        let last = output.last().unwrap();
        assert!(last.contains(" counts agree, 0 do not"), "{last}");
    }
}

/// uci2wb claims a mate when it reads `mate 1`, and XBoard rejects the claim if the king was bared.
/// Output that is not for hosts contains the true score.
#[test]
fn hosts_receive_mate_2_for_a_baring() {
    let baring = "8/8/8/3k4/3p4/8/8/3RK2R w";
    let mating = "4k3/8/4K3/8/8/8/p7/7R w";
    for fairy in [false, true] {
        for (fen, score) in [
            (baring, "score mate 2 "),
            (mating, "score mate 1 "),
            ("8/8/8/8/3k4/8/8/3RK2R b", "score mate 0"),
        ] {
            let output = output_lines(
                &[
                    "setoption name UCI_Variant value shatranj",
                    &format!("setoption name Fairy Rules value {fairy}"),
                    &format!("position fen {fen}"),
                    "go depth 3",
                ],
                "",
            );
            let last = output.iter().rfind(|line| line.contains(" score "));
            assert!(last.is_some_and(|line| line.contains(score)), "{output:?}");
        }
    }
    let json = output_of(
        &[
            "analyse",
            "--variant",
            "shatranj",
            baring,
            "--depth",
            "3",
            "--json",
        ],
        "",
    );
    let found: serde_json::Value = serde_json::from_str(json.trim()).unwrap();
    assert_eq!(found["lines"][0]["score"]["mate"], 1, "{json}");
}

#[test]
fn chessboard_games_are_analysed_solved_and_benchmarked() {
    // A rook mates on the back rank, in both games.
    let mate = "4k3/8/4K3/8/8/8/p7/7R w";
    for id in chessboard_games().map(Variant::id) {
        let json = output_of(
            &["analyse", "--variant", id, mate, "--depth", "3", "--json"],
            "",
        );
        let found: serde_json::Value = serde_json::from_str(json.trim()).unwrap();
        assert_eq!(found["lines"][0]["score"]["mate"], 1, "{json}");
        assert_eq!(found["lines"][0]["pv"][0], "h1h8", "{json}");
        let solved = output_of(&["solve", "--variant", id, mate, "--json"], "");
        assert!(solved.contains("\"win\":1"), "{solved}");
        let bench = output_lines(
            &[&format!("setoption name UCI_Variant value {id}"), "bench 3"],
            "",
        );
        assert!(
            bench.iter().any(|line| line.contains(&format!("{id} 1/5"))),
            "{bench:?}"
        );
    }
    // Without the option, the board determines the variant.
    let json = output_of(
        &[
            "analyse",
            "4k3/8/8/8/8/8/p7/3JK3 w",
            "--depth",
            "2",
            "--json",
        ],
        "",
    );
    assert!(json.contains("\"variant\":\"shatar\""), "{json}");
}

#[test]
fn a_match_writes_pgn_that_reads_back() {
    let games = Variant::ALL.into_iter();
    for variant in games
        .filter(|variant| !variant.is_shatra())
        .map(Variant::id)
    {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let engine = |name: &str| format!("--engine cmd={BATYR} name={name} nodes=150");
        let command = format!(
            "match {} {} --variant {variant} --openings random:6 --rounds 1 --plain --out {}",
            engine("A"),
            engine("B"),
            out.display()
        );
        output_of(&command.split(' ').collect::<Vec<_>>(), "");
        let text = fs::read_to_string(out.join("games.sgn")).unwrap();
        assert!(text.contains(&format!("[Variant \"{variant}\"]")), "{text}");
        let games: Vec<_> = GameReader::new(text.as_bytes(), ReadOptions::default()).collect();
        assert_eq!(games.len(), 2);
        for game in games {
            let game = game.unwrap().game;
            assert_ne!(game.result, GameResult::Unfinished, "{text}");
            assert_eq!(game.variant().id(), variant);
            // A conversion to JSON and back changes nothing.
            let json = output_of(
                &["convert", "games", "--from", "sgn", "--to", "jsonl"],
                &game.to_string(),
            );
            let sgn = output_of(
                &["convert", "games", "--from", "jsonl", "--to", "sgn"],
                &json,
            );
            assert_eq!(sgn, game.to_string());
        }
    }
}

#[test]
fn a_game_from_a_position_has_the_tags_of_pgn() {
    let fen = "4k3/1P6/8/8/8/8/7p/R3K3 w - - 4 30";
    let mut game = GameRecord::from_text(Variant::Shatar, fen).unwrap();
    for text in ["b8=J+", "e8f7", "Ra7"] {
        game.play(text, Numbering::Official).unwrap();
    }
    let pgn = format!(
        "[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Variant \"shatar\"]\n\n30. b8=J+ Kf7 31. Ra7+ *\n"
    );
    let sgn = output_of(&["convert", "games", "--from", "sgn", "--to", "sgn"], &pgn);
    assert!(
        sgn.contains(&format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n")),
        "{sgn}"
    );
    assert!(sgn.contains("\n30. b8=J+ Kf7 31. Ra7+ *\n"), "{sgn}");
    let written: Vec<String> = game
        .turns()
        .iter()
        .flat_map(|turn| turn.file_tokens.clone())
        .collect();
    assert_eq!(written, ["b8=J+", "Kf7", "Ra7+"]);
}

#[test]
fn a_drawn_picture_reads_back() {
    for variant in chessboard_games() {
        let id = variant.id();
        let picture = output_of(
            &[
                "convert",
                "position",
                "--variant",
                id,
                "startpos",
                "--to",
                "picture",
            ],
            "",
        );
        let fen = output_of(
            &["convert", "position", "--variant", id, "--to", "fen"],
            &picture,
        );
        assert_eq!(fen.trim(), GameRecord::new(variant).start_text());
    }
    let svg = output_of(
        &[
            "convert",
            "position",
            "--variant",
            "shatranj",
            "startpos",
            "--to",
            "svg",
            "--arrow",
            "g1f3",
        ],
        "",
    );
    let document = roxmltree::Document::parse(&svg).unwrap();
    let titles = document
        .descendants()
        .filter(|node| node.has_tag_name("title"));
    assert_eq!(titles.count(), 1);
    let rejected = run(
        &[
            "convert",
            "position",
            "--variant",
            "shatar",
            "startpos",
            "--to",
            "svg",
            "--mark",
            "c14",
        ],
        "",
    );
    let errors = stderr(&rejected);
    assert_eq!(rejected.status.code(), Some(1));
    assert!(
        errors.contains("\"c14\", expected a square of Shatar"),
        "{errors}"
    );
}

#[test]
fn shatranj_and_shatar_are_played_in_the_terminal() {
    let args = ["play", "--variant", "shatranj", "--as", "both"];
    let output = output_of(
        &args,
        "Nf3\ne7e6\nmoves f1\nboard\nnew shatar\nmoves\nposition 4k3/p7/8/8/8/8/8/3QK3 w\n",
    );
    for line in [
        " 6  .  .  .  . [p] .  .  .  6",
        "f1d3  f1h3",
        "2 legal turns from f1.",
        "A new game: Shatar.",
        "1 legal turn.",
        "The position is set up; the game is Shatranj.",
    ] {
        assert!(output.contains(line), "no {line:?} in\n{output}");
    }
    let rejected = run(&args, "moves j9\nmoves c14\nmoves 1\nnumbers\ne2e4\n");
    let errors = stderr(&rejected);
    assert_eq!(rejected.status.code(), Some(1));
    for error in [
        "moves \"j9\", expected a square, a1 to h8",
        "moves \"c14\", expected a square, a1 to h8",
        "moves \"1\", expected a square, a1 to h8",
        "the squares of this board have no numbers",
        "\"e2e4\" is not legal. The man on e2 can't go to e4. Legal turns: e2e3",
    ] {
        assert!(errors.contains(error), "no {error:?} in\n{errors}");
    }
}

#[test]
fn eval_lists_the_values_of_men() {
    let rows = |id: &str, position: &str| -> Vec<String> {
        let commands =
            format!("setoption name UCI_Variant value {id}\nposition {position}\neval\nquit\n");
        let output = output_of(&[], &commands);
        let is_header = |line: &&str| line.ends_with("White   Black    diff");
        let (_, table) = output.split_once("White   Black    diff\n").unwrap();
        assert_eq!(output.lines().filter(is_header).count(), 1, "{output}");
        assert!(table.contains("For the side to move: "), "{output}");
        table.lines().map(str::to_owned).collect()
    };
    let men = rows("shatra", "startpos");
    for (row, kind) in men.iter().zip(["shatra", "batyr", "tura", "yalkyn"]) {
        assert!(row.starts_with(kind), "{men:?}");
    }
    let games = chessboard_games().map(Variant::id);
    for (id, mover) in games.flat_map(|id| ["w", "b"].map(|mover| (id, mover))) {
        let men = rows(id, &format!("fen 4k3/p7/8/8/8/8/8/R3K3 {mover} - - 0 1"));
        for (row, kind) in men
            .iter()
            .zip(["pawn", "knight", "bishop", "rook", "queen"])
        {
            let cells: Vec<&str> = row.split_whitespace().collect();
            let cell = |index: usize| cells[index].parse::<i32>().unwrap();
            assert_eq!(cells[0], kind, "{men:?}");
            assert_eq!(cell(3), cell(1) - cell(2), "{men:?}");
        }
        assert!(men[1].ends_with("0       0       0"), "{men:?}");
        assert!(!men[3].contains(" 0       0 "), "{men:?}");
    }
}

#[test]
fn networks_are_trained_on_generated_games() {
    let folder = tempfile::tempdir().unwrap();
    let batyr = |words: String| output_of(&words.split(' ').collect::<Vec<_>>(), "");
    for id in chessboard_games().map(Variant::id) {
        let [samples, network] = ["samples", "net"].map(|kind| {
            let path = folder.path().join(format!("{id}.{kind}"));
            path.to_str().unwrap().to_owned()
        });
        batyr(format!(
            "datagen --variant {id} --games 6 --nodes 100 -o {samples}"
        ));
        batyr(format!(
            "train {samples} --epochs 1 --variant {id} -o {network}"
        ));
        let bytes = fs::read(&network).unwrap();
        assert!(bytes.starts_with(b"Batyr network"));
        let report = batyr(format!("wdl {samples} --variant {id}"));
        assert!(report.contains("knot(30, "), "{report}");
    }
}
