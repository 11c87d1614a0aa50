//! A row of the table of options.
//!
//! A row contains the option's name in every dialect, its kind and range, whether a change
//! waits for the end of a search, and the effect as a function of the typed value. So no
//! option can lack an effect.

use batyr_protocol::{Dialect, OptionSpec, OptionValue};

use crate::host::engine::HostedEngine;
use crate::host::engine::refusal::Refusal;
use crate::host::limits::HostLimits;

/// The name of an option in each dialect, by [`Dialect::index`]; empty where the option is
/// not offered.
pub type Names = [&'static str; Dialect::ALL.len()];

/// The definition of an option, which is the same for all hosts.
pub struct OptionRow {
    names: Names,
    kind: RowKind,
    /// Whether a change waits for the end of a running search.
    waits: bool,
    /// Whether the option is offered only to hosts that may name files.
    needs_files: bool,
}

/// The default, the minimum and the maximum of a number.
pub type SpinRange = [i64; 3];

/// A function that sets an option.
pub enum Setter<T: ?Sized> {
    Infallible(fn(&mut HostedEngine, &T)),
    Fallible(fn(&mut HostedEngine, &T) -> Result<(), Refusal>),
}

impl<T: ?Sized> Setter<T> {
    fn apply(&self, host: &mut HostedEngine, value: &T) -> Result<(), Refusal> {
        match self {
            Self::Infallible(set) => {
                set(host, value);
                Ok(())
            }
            Self::Fallible(set) => set(host, value),
        }
    }
}

/// The kind of an option, with its range and its effect.
pub enum RowKind {
    /// A number, with its range.
    Spin(fn(Dialect, &HostLimits) -> SpinRange, Setter<i64>),
    /// A switch that is off by default.
    Check(Setter<bool>),
    /// A choice: the default and all choices.
    Combo(&'static str, fn(Dialect) -> Vec<&'static str>, Setter<str>),
    /// An action.
    Button(Setter<()>),
    /// A text, with its default.
    Text(&'static str, Setter<str>),
}

/// Returns the row of an option that may change at any time and is offered to all hosts.
pub const fn row(names: Names, kind: RowKind) -> OptionRow {
    OptionRow {
        names,
        kind,
        waits: false,
        needs_files: false,
    }
}

impl OptionRow {
    /// Makes changes wait for the end of a running search.
    pub const fn waiting(mut self) -> Self {
        self.waits = true;
        self
    }

    /// Offers the option only to hosts that may name files.
    pub const fn needing_files(mut self) -> Self {
        self.needs_files = true;
        self
    }

    /// Returns the name in a dialect; `None` if the dialect does not have the option.
    pub fn name(&self, dialect: Dialect) -> Option<&'static str> {
        let name = self.names[dialect.index()];
        (!name.is_empty()).then_some(name)
    }

    /// Returns the declaration of the option; `None` if it is not offered to this host.
    pub fn spec(&self, dialect: Dialect, limits: &HostLimits) -> Option<OptionSpec> {
        if self.needs_files && !limits.allows_files {
            return None;
        }
        let name = self.name(dialect)?;
        let spec = match &self.kind {
            RowKind::Spin(range, _) => {
                let [default, min, max] = range(dialect, limits);
                OptionSpec::spin(name, default, min, max)
            }
            RowKind::Check(_) => OptionSpec::check(name, false),
            RowKind::Combo(default, choices, _) => {
                OptionSpec::combo(name, default, &choices(dialect))
            }
            RowKind::Button(_) => OptionSpec::button(name),
            RowKind::Text(default, _) => OptionSpec::text(name, *default),
        };
        Some(OptionSpec {
            waits: self.waits,
            ..spec
        })
    }

    /// Sets the option to a value that matches its declaration.
    ///
    /// # Errors
    /// Returns an error if the engine refuses the value; the option is then unchanged.
    pub fn set(&self, host: &mut HostedEngine, value: &OptionValue) -> Result<(), Refusal> {
        match (&self.kind, value) {
            (RowKind::Spin(_, set), OptionValue::Spin(number)) => set.apply(host, number),
            (RowKind::Check(set), OptionValue::Check(on)) => set.apply(host, on),
            (RowKind::Combo(_, _, set), OptionValue::Combo(text))
            | (RowKind::Text(_, set), OptionValue::Text(text)) => set.apply(host, text),
            (RowKind::Button(press), OptionValue::Button) => press.apply(host, &()),
            // The session passes only values that match a declaration.
            _ => {
                log::error!(
                    "the value {value:?} does not match the option {:?}",
                    self.names
                );
                Ok(())
            }
        }
    }
}
