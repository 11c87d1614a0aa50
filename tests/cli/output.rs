//! The validation of JSON output against a schema.

use std::path::Path;

use boon::{Compiler, Schemas};
use serde_json::Value;

/// Returns how a value violates the schema in a file of the repository, if it does.
pub fn schema_error(schema_file: &str, value: &Value) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(schema_file);
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let schema = compiler.compile(path.to_str().unwrap(), &mut schemas);
    let result = schemas.validate(value, schema.unwrap());
    result.err().map(|error| error.to_string())
}
