//! The documents list every game of the program.

use std::fs;
use std::path::Path;

use batyr::game::Variant;
use batyr::puzzles::Theme;

/// The documents that name each game on the chessboard.
const NAME_CHESSBOARD_GAMES: [&str; 7] = [
    "README.md",
    "docs/ARCHITECTURE.md",
    "docs/analysis.schema.json",
    "docs/position.schema.json",
    "protocol/PROTOCOL.md",
    "protocol/SGN.md",
    "protocol/SHATRANJ-SHATAR.md",
];

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the line of a document that begins with `start`.
fn line<'t>(text: &'t str, start: &str) -> &'t str {
    let line = text.lines().find(|line| line.starts_with(start));
    line.unwrap_or_else(|| panic!("no line begins with {start:?}"))
}

#[test]
fn the_schema_of_the_analysis_lists_the_ids_of_all_games() {
    let schema = read("docs/analysis.schema.json");
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    let expected = Variant::ALL.map(Variant::id);
    assert_eq!(
        schema["$defs"]["variant"]["enum"],
        serde_json::json!(expected)
    );
}

#[test]
fn the_schema_of_the_puzzles_lists_the_ids_of_all_games_and_themes() {
    let schema = read("docs/puzzle.schema.json");
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    let properties = &schema["properties"];
    let games = Variant::ALL.map(Variant::id);
    assert_eq!(properties["variant"]["enum"], serde_json::json!(games));
    let themes = Theme::ALL.map(Theme::id);
    assert_eq!(
        properties["themes"]["items"]["enum"],
        serde_json::json!(themes)
    );
    let text = read("docs/puzzles.md");
    for theme in themes {
        assert!(text.contains(&format!("`{theme}`")), "no {theme}");
    }
}

#[test]
fn the_readme_lists_the_ids_of_all_games_that_hosts_can_choose() {
    let text = read("README.md");
    let row = line(&text, "| `UCI_Variant` |");
    for id in Variant::UCI_VARIANTS.map(Variant::id) {
        assert!(row.contains(&format!("`{id}`")), "no {id} in {row}");
    }
}

/// The documents that say how many rule sets of Shatra there are, with the words.
const RULE_SET_COUNTS: [(&str, &str); 4] = [
    ("README.md", "five rule sets"),
    (".ci/packages/deb/control", "five rule sets"),
    ("docs/ARCHITECTURE.md", "five rule sets"),
    ("protocol/RULES.md", "Five rule sets"),
];

#[test]
fn the_documents_count_and_list_the_rule_sets() {
    let rule_sets = Variant::ALL
        .into_iter()
        .filter(|variant| variant.is_shatra());
    let rule_sets: Vec<Variant> = rule_sets.collect();
    assert_eq!(rule_sets.len(), 5, "the documents say five");
    for (path, count) in RULE_SET_COUNTS {
        assert!(read(path).contains(count), "{path}: expected {count:?}");
    }
    let rules = read("protocol/RULES.md");
    for rule_set in rule_sets {
        line(&rules, &format!("| `{}` |", rule_set.id()));
    }
}

#[test]
fn the_documents_name_all_games_on_the_chessboard() {
    let hosted = Variant::UCI_VARIANTS.into_iter();
    for variant in hosted.filter(|variant| !variant.is_shatra()) {
        for path in NAME_CHESSBOARD_GAMES {
            let name = variant.name();
            assert!(read(path).contains(name), "no {name} in {path}");
        }
    }
}

#[test]
fn the_rules_of_the_chessboard_have_a_chapter_for_each_game() {
    let text = read("protocol/SHATRANJ-SHATAR.md");
    let hosted = Variant::UCI_VARIANTS.into_iter();
    for variant in hosted.filter(|variant| !variant.is_shatra()) {
        line(&text, &format!("## {}", variant.name()));
    }
}

/// Games whose rules Fairy-Stockfish has are compared with it.
#[test]
fn the_comparison_with_fairy_stockfish_covers_all_its_games() {
    let script = read("tests/fairy_agreement.py");
    let compared = line(&script, "VARIANTS = ");
    let hosted = Variant::UCI_VARIANTS.into_iter();
    for variant in hosted.filter(|variant| variant.with_fairy_rules() != *variant) {
        let id = format!("\"{}\"", variant.id());
        assert!(compared.contains(&id), "no {id} in {compared}");
    }
}
