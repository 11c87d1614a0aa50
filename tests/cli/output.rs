//! The output of a command as text, and the validation of its JSON against a schema.

use std::path::Path;
use std::process::Output;

use boon::{Compiler, Schemas};
use serde_json::Value;

/// Returns what the command wrote to stdout.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns what the command wrote to stderr.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns how a value violates the schema in a file of the repository, if it does.
pub fn schema_error(schema_file: &str, value: &Value) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(schema_file);
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let schema = compiler.compile(path.to_str().unwrap(), &mut schemas);
    let result = schemas.validate(value, schema.unwrap());
    result.err().map(|error| error.to_string())
}
