//! A random sample of endings of three men, with their exact values, as text.

use std::collections::BTreeMap;

use super::super::{Kind, Position, RuleSet};
use super::packed::turned;
use super::{Class, EndgameTable, Value};

/// The number of endings of each rule set.
const ENDINGS: usize = 400;
/// The number of own turns from which all wins, and all losses, count as one value.
const LONG_FROM: u32 = 13;
/// The number of endings of each value, if there are as many.
const EACH_LOSS: usize = 18;
const EACH_WIN: usize = 10;
const EACH_LONG: usize = 13;

/// An ending with its value and with those of its turns.
pub struct Ending {
    pub spn: String,
    pub value: Value,
    /// The turns that win, or all turns of a lost position: each with the number of own turns to
    /// the end, negative in a lost position. Empty in a drawn position.
    pub turns: BTreeMap<String, i32>,
}

impl Ending {
    /// Parses the three fields of a line.
    pub fn parse(fields: &[String]) -> Ending {
        let [spn, value, turns] = fields else {
            panic!("{fields:?}: expected a position, its value and its turns");
        };
        let value = match value.split_once(' ') {
            Some(("win", turns)) => Value::Win(turns.parse().unwrap()),
            Some(("loss", turns)) => Value::Loss(turns.parse().unwrap()),
            _ => {
                assert_eq!(value, "draw");
                Value::Draw
            }
        };
        let words: Vec<&str> = turns.split_whitespace().collect();
        let turn = |pair: &[&str]| (pair[0].to_owned(), pair[1].parse().unwrap());
        Ending {
            spn: spn.clone(),
            value,
            turns: words.chunks(2).map(turn).collect(),
        }
    }

    /// Returns the line that [`Ending::parse`] reads.
    fn line(&self) -> String {
        let value = match self.value {
            Value::Win(turns) => format!("win {turns}"),
            Value::Loss(turns) => format!("loss {turns}"),
            Value::Draw => "draw".to_owned(),
        };
        let turns = self.turns.iter();
        let turns: Vec<String> = turns
            .map(|(turn, moves)| format!("{turn} {moves}"))
            .collect();
        format!("{} ; {value} ; {}", self.spn, turns.join(" "))
    }

    /// Returns the ending of a position of a table.
    pub fn new(table: &EndgameTable, position: &Position, value: Value) -> Ending {
        let mut turns = BTreeMap::new();
        for turn in position.turns() {
            let after = table.probe(&position.play(&turn)).unwrap();
            match (value, after) {
                (Value::Win(_), Value::Loss(left)) => turns.insert(turn.text(), left as i32 + 1),
                (Value::Loss(_), Value::Win(left)) => turns.insert(turn.text(), -(left as i32)),
                _ => None,
            };
        }
        Ending {
            spn: position.to_spn(),
            value,
            turns,
        }
    }
}

/// Solves all classes of three men of a rule set, draws a sample with a fixed seed, and returns its
/// lines.
pub fn sample_endings(rule_set: RuleSet) -> Vec<String> {
    let classes = Class::all_of_three(rule_set);
    let tables: Vec<EndgameTable> = classes.iter().map(EndgameTable::solve).collect();
    let mut places = places_by_value(&classes, &tables);
    let add = |seed: u64, byte: u8| seed.wrapping_mul(31).wrapping_add(byte.into());
    let mut rng = Rng(rule_set.id().bytes().fold(0x5EED, add));
    let mut lines = Vec::new();
    for (value, places) in &mut places {
        let count = match value {
            Value::Win(LONG_FROM) | Value::Loss(LONG_FROM) => EACH_LONG,
            Value::Win(_) => EACH_WIN,
            Value::Loss(_) => EACH_LOSS,
            Value::Draw => ENDINGS - lines.len(),
        };
        lines.extend(sample(&tables, places, count, &mut rng));
    }
    lines
}

/// Where positions stand: the indices of their table and of the position in it.
type Places = Vec<(usize, usize)>;

/// Returns where the positions of three men stand, by the values under which they are sampled.
fn places_by_value(classes: &[Class], tables: &[EndgameTable]) -> BTreeMap<Value, Places> {
    let mut places: BTreeMap<Value, Places> = BTreeMap::new();
    for (number, (class, table)) in classes.iter().zip(tables).enumerate() {
        for (index, (position, value)) in table.values().enumerate() {
            // Promotion leads to another class, which has a table of its own.
            let (_, kind) = class.others[0];
            let is_of_class = position.men().len() == 3 && has_kind(&position, kind);
            if let Some(value) = sampled_value(value).filter(|_| is_of_class) {
                places.entry(value).or_default().push((number, index));
            }
        }
    }
    places
}

/// Takes a sample of at most `count` positions, and returns their lines.
fn sample(
    tables: &[EndgameTable],
    places: &mut Places,
    count: usize,
    rng: &mut Rng,
) -> Vec<String> {
    let count = count.min(places.len());
    let line = |_| {
        let chosen = rng.below(places.len());
        let (number, index) = places.swap_remove(chosen);
        let table = &tables[number];
        let (position, value) = table.at(index);
        let position = match rng.below(2) {
            0 => position,
            _ => turned(&position),
        };
        Ending::new(table, &position, value).line()
    };
    (0..count).map(line).collect()
}

/// Returns the value under which an ending is sampled, with [`LONG_FROM`] for all longer ends;
/// `None` if it has been lost already.
fn sampled_value(value: Value) -> Option<Value> {
    match value {
        Value::Loss(0) => None,
        Value::Win(turns) => Some(Value::Win(turns.min(LONG_FROM))),
        Value::Loss(turns) => Some(Value::Loss(turns.min(LONG_FROM))),
        Value::Draw => Some(Value::Draw),
    }
}

fn has_kind(position: &Position, kind: Kind) -> bool {
    position.men().values().any(|man| man.kind == kind)
}

/// SplitMix64.
struct Rng(u64);

impl Rng {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}
