//! Generates random games with random comments, annotations and variations.

use batyr::files::game_file::{
    FileGame, JsonGame, JsonGameReader, JsonTurn, JsonVariation, ReadOptions,
};
use batyr::game::{GameRecord, GameResult, StepResult, Variant};
use batyr::rules::shatra::Numbering;

use crate::slow::{RuleSet, fixture};
use crate::support::Random;

const WORDS: [&str; 12] = [
    "wins",
    "{",
    "loses}",
    "[Event",
    "\"x\"]",
    "%",
    ";",
    "1-0",
    "(36-29)",
    "хорошо",
    "$4",
    "вот!",
];

/// Returns a random game of a variant of Shatra. It may contain anything that a file can express.
pub fn random_game(random: &mut Random) -> JsonGame {
    let rule_sets: Vec<Variant> = Variant::ALL.into_iter().filter(|v| v.is_shatra()).collect();
    let variant = rule_sets[random.below(rule_sets.len())];
    let start = random_start(variant, random);
    let record = match &start {
        None => GameRecord::new(variant),
        Some(spn) => GameRecord::from_text(variant, spn).unwrap(),
    };
    let mut tags = vec![
        ("Event", "Test \\ \"quoted\""),
        ("White", "Тана"),
        ("Zeta", "1"),
    ];
    tags.truncate(random.below(4));
    let results = ["1-0", "0-1", "1/2-1/2", "*"];
    let line = random_line(record, 60, 0, random);
    JsonGame {
        variant,
        tags: tags
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        start,
        intro: line.intro,
        turns: line.turns,
        result: GameResult::from_text(results[random.below(4)]).unwrap(),
    }
}

/// Returns a random position from which a game may start, sometimes in mid-chain, or `None` for the
/// start position of the variant.
fn random_start(variant: Variant, random: &mut Random) -> Option<String> {
    if random.once_in(3) {
        return None;
    }
    if random.once_in(2) {
        return Some(fixture_start(variant, random));
    }
    let mut record = GameRecord::new(variant);
    for _ in 0..random.below(120) {
        let Some(text) = random_turn(&record, random) else {
            break;
        };
        let squares = text.split(':').count();
        if squares > 2 && random.once_in(3) {
            let mut after = record.clone();
            after.play(&text, Numbering::Official).unwrap();
            let first = after.turns().last().unwrap().steps[0].clone();
            let mut steps = record.turn_in_steps();
            if steps.play(&first) == Ok(StepResult::Incomplete) {
                return Some(steps.position_text());
            }
        }
        record.play(&text, Numbering::Official).unwrap();
        if record.count_turns() == 0 {
            record.undo();
            break;
        }
    }
    (!record.turns().is_empty()).then(|| record.position_text())
}

/// Returns a position of the perft fixtures other than the start position.
fn fixture_start(variant: Variant, random: &mut Random) -> String {
    let rule_set = RuleSet::from_id(variant.id()).unwrap();
    let lines = fixture::lines("perft", rule_set);
    let spn = &random.choose(&lines).expect("a fixture")[0];
    let record = GameRecord::from_text(variant, spn).unwrap();
    if record.is_from_start() {
        return fixture_start(variant, random);
    }
    record.position_text()
}

fn random_turn(record: &GameRecord, random: &mut Random) -> Option<String> {
    random.choose(&record.legal_texts(usize::MAX)).cloned()
}

fn random_line(
    mut record: GameRecord,
    max_turns: usize,
    depth: usize,
    random: &mut Random,
) -> JsonVariation {
    let mut line = JsonVariation {
        intro: random_comment(random),
        turns: Vec::new(),
    };
    for _ in 0..=random.below(max_turns) {
        let Some(text) = random_turn(&record, random) else {
            break;
        };
        let mut variations = Vec::new();
        while depth < 4 && random.once_in(8) {
            variations.push(random_line(record.clone(), 4, depth + 1, random));
        }
        let nags = (0..random.below(8).saturating_sub(5)).map(|_| random.below(256) as u8);
        line.turns.push(JsonTurn {
            nags: nags.collect(),
            comment: random_comment(random),
            turn: text.clone(),
            clock_ms: None,
            eval: None,
            squares: Vec::new(),
            arrows: Vec::new(),
            file: None,
            variations,
        });
        record.play(&text, Numbering::Official).unwrap();
    }
    line
}

fn random_comment(random: &mut Random) -> String {
    if !random.once_in(5) {
        return String::new();
    }
    let words = (0..=random.below(30)).map(|_| WORDS[random.below(WORDS.len())]);
    words.collect::<Vec<_>>().join(" ")
}

/// Returns a game as the reader of JSON games reads it.
pub fn file_game(json: &JsonGame) -> FileGame {
    let line = serde_json::to_string(json).unwrap();
    let mut games = JsonGameReader::new(line.as_bytes(), ReadOptions::default());
    games
        .next()
        .unwrap()
        .unwrap_or_else(|error| panic!("{error}: {line}"))
        .game
}
