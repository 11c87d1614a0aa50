//! Finds the first setting in which two runs differ.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::util::text::shorten;

/// A setting that differs.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The path to the setting: the names of the settings that contain it, then its own.
    pub path: Vec<String>,
    saved: Value,
    requested: Value,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = [&self.saved, &self.requested].map(|value| shorten(&value.to_string()));
        let (path, [saved, requested]) = (self.path.join("."), values);
        write!(
            f,
            "{path} is {saved} in the file, but {requested} is requested"
        )
    }
}

/// Returns the first setting that differs; `None` if all settings are the same.
pub fn difference<T: Serialize>(saved: &T, requested: &T) -> Option<Difference> {
    let value = |settings| serde_json::to_value(settings).unwrap_or_default();
    find(&[], &value(saved), &value(requested))
}

fn find(path: &[String], saved: &Value, requested: &Value) -> Option<Difference> {
    if saved == requested {
        return None;
    }
    let extended_path = |name: String| [path, &[name]].concat();
    match (saved, requested) {
        (Value::Object(one), Value::Object(two)) => {
            let others = two.keys().filter(|name| !one.contains_key(*name));
            let value =
                |object: &Map<_, _>, name: &String| object.get(name).cloned().unwrap_or_default();
            let mut names = one.keys().chain(others);
            names.find_map(|name| {
                find(
                    &extended_path(name.clone()),
                    &value(one, name),
                    &value(two, name),
                )
            })
        }
        (Value::Array(one), Value::Array(two)) if one.len() == two.len() => {
            let mut pairs = one.iter().zip(two).enumerate();
            pairs.find_map(|(index, (one, two))| {
                let name = one.get("name").and_then(Value::as_str);
                let name = name.map_or_else(|| (index + 1).to_string(), str::to_owned);
                find(&extended_path(name), one, two)
            })
        }
        _ => Some(Difference {
            path: path.to_vec(),
            saved: saved.clone(),
            requested: requested.clone(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_differing_value_is_named() {
        let settings = |nodes: u32, start: f64, option: &str| {
            serde_json::json!({
                "engine": {"budget": {"nodes": nodes}, "options": [["Hash", option]]},
                "parameters": [{"name": "A", "start": 1.0}, {"name": "B", "start": start}],
            })
        };
        let saved = settings(5, 2.0, "1");
        assert_eq!(difference(&saved, &saved), None);
        for (requested, expected) in [
            (
                settings(6, 2.0, "1"),
                "engine.budget.nodes is 5 in the file, but 6 is requested",
            ),
            (
                settings(5, 2.5, "1"),
                "parameters.B.start is 2.0 in the file, but 2.5 is requested",
            ),
            (
                settings(5, 2.0, "2"),
                "engine.options.1.2 is \"1\" in the file, but \"2\" is requested",
            ),
        ] {
            let found = difference(&saved, &requested).unwrap();
            assert_eq!(found.to_string(), expected);
        }
    }
}
