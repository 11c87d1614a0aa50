//! The parameters of the search as UCI options, in builds for tuning.

use batyr_protocol::{Dialect, OptionSpec, OptionValue};

use crate::host::limits::HostLimits;
use crate::search::PARAMETERS;

/// In UCI, appends the parameters if the host may use files, as one that acts for whoever started
/// the program.
pub fn with_parameters(
    mut options: Vec<OptionSpec>,
    dialect: Dialect,
    limits: &HostLimits,
) -> Vec<OptionSpec> {
    if dialect == Dialect::Uci && limits.allows_files {
        options.extend(PARAMETERS.iter().map(|parameter| {
            let (default, range) = (parameter.defaults[0].into(), &parameter.range);
            let [min, max] = [*range.start(), *range.end()].map(i64::from);
            OptionSpec::spin(parameter.name, default, min, max).waiting()
        }));
    }
    options
}

/// Sets the parameter with this name. Returns `false` if there is no such
/// parameter or the value is not a number.
pub fn set_parameter(name: &str, value: &OptionValue) -> bool {
    let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name);
    if let (Some(parameter), OptionValue::Spin(number)) = (parameter, value) {
        parameter.set(i32::try_from(*number).unwrap_or(parameter.defaults[0]));
        return true;
    }
    false
}
