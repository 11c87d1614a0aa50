//! The parameters of the search as UCI options, in builds for tuning.

use batyr_protocol::{Dialect, OptionSpec, OptionValue};

use crate::host::limits::HostLimits;
use crate::search::PARAMETERS;

/// Appends the parameters in UCI, if the host belongs to the person who started the program.
pub fn with_parameters(
    mut options: Vec<OptionSpec>,
    dialect: Dialect,
    limits: &HostLimits,
) -> Vec<OptionSpec> {
    if dialect == Dialect::Uci && limits.allows_files {
        options.extend(PARAMETERS.iter().map(|parameter| {
            let [default, min, max] = [
                parameter.defaults[0],
                *parameter.range.start(),
                *parameter.range.end(),
            ];
            let spec = OptionSpec::spin(parameter.name, default.into(), min.into(), max.into());
            spec.waiting()
        }));
    }
    options
}

/// Sets the parameter with this name. Returns `false` if none exists or the value is no number.
pub fn set_parameter(name: &str, value: &OptionValue) -> bool {
    let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name);
    if let (Some(parameter), OptionValue::Spin(number)) = (parameter, value) {
        parameter.set(i32::try_from(*number).unwrap_or(parameter.defaults[0]));
        return true;
    }
    false
}
