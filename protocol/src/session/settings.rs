//! Sets options, including those of the conversation.
//!
//! Options that affect the conversation itself, such as units of time, are handled
//! here and never reach the engine, so no engine can get them wrong. All others
//! are the engine's, and are checked against its declarations.

use super::{Backend, Session};
use crate::{
    dialect::SessionOption,
    option::{OptionSpec, same_name},
    option_value::{OptionError, OptionValue},
    reply::Reply,
    warning::shorten,
};

impl<B: Backend> Session<B> {
    /// Returns all options, those of the conversation first.
    pub(super) fn options(&self) -> Vec<OptionSpec> {
        let dialect = self.dialect();
        let mut options = dialect.session_options();
        options.extend(self.backend.options(dialect));
        options
    }

    pub(super) fn find_option(&self, name: &str) -> Option<OptionSpec> {
        let dialect = self.dialect();
        let mut options = self.options().into_iter();
        options.find(|spec| spec.is_called(name, dialect))
    }

    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>, out: &mut Vec<String>) {
        let properties = self.dialect().properties();
        let spec = self.find_option(name);
        if let Some(version) = properties.version_option
            && same_name(version, name, self.dialect())
        {
            let supported = spec.is_some_and(|spec| self.select_version(&spec, value));
            return self.send(&Reply::Version { supported }, out);
        }
        let Some(spec) = spec else {
            let name = shorten(name);
            if properties.foreign_options {
                let note = format!("unknown option '{name}' ignored");
                return self.send(&Reply::text(note), out);
            }
            return self.error(OptionError::Unknown(name), out);
        };
        let value = match spec.read(value) {
            Ok(value) => value,
            Err(error) => return self.error(error, out),
        };
        let mut session_options = properties.session_options.iter();
        if let Some((_, option)) = session_options.find(|(name, _)| *name == spec.name) {
            return self.set_session_option(*option, &value);
        }
        let result = self.backend.set_option(&spec.name, &value);
        let selects_game = [properties.variant_option, properties.fairy_rules_option]
            .contains(&spec.name.as_str());
        if result.is_ok() && selects_game && properties.describes_variant {
            let description = self.backend.variant_description();
            let reply = description.map(|description| Reply::text(description.to_string()));
            out.extend(reply.and_then(|reply| reply.to_line(self.dialect())));
        }
        self.report(&format!("setoption {}", spec.name), result, out);
    }

    fn set_session_option(&mut self, option: SessionOption, value: &OptionValue) {
        let on = *value == OptionValue::Check(true);
        match option {
            SessionOption::Milliseconds => self.clocks_count_milliseconds = on,
            SessionOption::Batch => self.is_batch = on,
            SessionOption::Debug => self.backend.set_debug(on),
            SessionOption::NewGame => self.backend.new_game(),
        }
    }

    /// Sets the option for the version of the rules, and returns whether that
    /// succeeded.
    fn select_version(&mut self, spec: &OptionSpec, value: Option<&str>) -> bool {
        let value = spec.read(value);
        value.is_ok_and(|value| self.backend.set_option(&spec.name, &value).is_ok())
    }
}
