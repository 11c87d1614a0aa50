//! Names the setting in which two runs differ.

use serde_json::Value;

use crate::util::text::shorten;

/// Returns the path of the first value that differs, with both values.
pub fn difference(saved: &Value, requested: &Value) -> Option<String> {
    find(String::new(), saved, requested)
}

fn find(path: String, saved: &Value, requested: &Value) -> Option<String> {
    if saved == requested {
        return None;
    }
    let inner = |name: &str| match path.as_str() {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    };
    match (saved, requested) {
        (Value::Object(one), Value::Object(two)) => {
            let others = two.keys().filter(|name| !one.contains_key(*name));
            let value = |object: &serde_json::Map<_, _>, name: &String| {
                object.get(name).cloned().unwrap_or_default()
            };
            let mut names = one.keys().chain(others);
            names.find_map(|name| find(inner(name), &value(one, name), &value(two, name)))
        }
        (Value::Array(one), Value::Array(two)) if one.len() == two.len() => {
            let mut pairs = one.iter().zip(two).enumerate();
            pairs.find_map(|(index, (one, two))| {
                let name = one.get("name").and_then(Value::as_str);
                let name = name.map_or_else(|| (index + 1).to_string(), str::to_owned);
                find(inner(&name), one, two)
            })
        }
        _ => {
            let [saved, requested] = [saved, requested].map(|value| shorten(&value.to_string()));
            Some(format!(
                "{path} is {saved} in the file, and {requested} is requested"
            ))
        }
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
                "engine.budget.nodes is 5 in the file, and 6 is requested",
            ),
            (
                settings(5, 2.5, "1"),
                "parameters.B.start is 2.0 in the file, and 2.5 is requested",
            ),
            (
                settings(5, 2.0, "2"),
                "engine.options.1.2 is \"1\" in the file, and \"2\" is requested",
            ),
        ] {
            assert_eq!(difference(&saved, &requested).as_deref(), Some(expected));
        }
    }
}
