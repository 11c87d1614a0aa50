//! The handshake, the options and the start of a game.

use std::time::{Duration, Instant};

use batyr_protocol::{Command, Dialect, OptionKind, OptionSpec, Reply};

use super::Player;
use super::fault::{EngineFault, StartError};
use super::stderr_tail::StderrTail;
use crate::game::Variant;
use crate::tournament::commands::{setoption, variant_setting};
use crate::tournament::engine_spec::BOOK_OPTIONS;
use crate::tournament::{EngineSpec, RunControl};
use crate::util::spelling::nearest;
use crate::util::text::{brief, shorten};

impl Player {
    /// Sends the handshake, reads the engine's options, and sets those that the
    /// user has specified.
    pub(super) fn shake_hands(
        &mut self,
        spec: &EngineSpec,
        control: &RunControl,
    ) -> Result<(), StartError> {
        let limit = Duration::from_millis(self.timeouts.start_ms);
        self.send(&[Command::Handshake(self.dialect)])?;
        self.wait_for_handshake(limit, control)?;
        let mut commands = Vec::new();
        if let Some(name) = self.dialect.milliseconds_option() {
            self.counts_milliseconds = self.option(name).is_some();
            if self.counts_milliseconds {
                commands.push(setoption(name, Some("true")));
            }
        }
        commands.extend(book_command(&self.options, self.dialect, &spec.options));
        commands.extend(self.option_commands(&spec.options));
        if let Some(option) = self.option("Ponder").filter(|_| spec.ponder) {
            commands.push(setoption(&option.name, Some("true")));
        }
        commands.push(Command::IsReady);
        self.send(&commands)?;
        self.wait_until_ready(limit, control)?;
        self.warn_of_errors("an option was rejected");
        Ok(())
    }

    /// Sets options of the running engine. They take effect with the next game; an option that the
    /// engine lacks, or a value that it would reject, is skipped with a warning.
    ///
    /// # Errors
    /// Returns an error if the engine has ended, or does not respond.
    pub fn set_options(&mut self, options: &[(String, String)]) -> Result<(), StartError> {
        if options.is_empty() {
            return Ok(());
        }
        self.stop_pondering()?;
        let commands = self.option_commands(options);
        Ok(self.send(&commands)?)
    }

    /// Prepares the engine for a new game.
    ///
    /// # Errors
    /// Returns an error if the engine does not play the variant, ends, or does not
    /// answer in time, or if the run was stopped.
    pub fn new_game(&mut self, variant: Variant, control: &RunControl) -> Result<(), StartError> {
        let limit = Duration::from_millis(self.timeouts.start_ms);
        self.stop_pondering()?;
        let mut commands = Vec::new();
        if self.variant != Some(variant) {
            commands.extend(self.rules_command(variant));
            commands.extend(self.variant_command(variant)?);
        }
        commands.extend([Command::NewGame, Command::IsReady]);
        self.refuses_version = false;
        self.send(&commands)?;
        self.wait_until_ready(limit, control)?;
        if self.refuses_version {
            let reason = "it answers \"version unsupported\"".to_owned();
            let variant = variant.id();
            return Err(StartError::NoVariant { variant, reason });
        }
        // What the engine wrote in earlier games does not explain a crash in this one.
        self.stderr_tail = StderrTail::default();
        self.warn_of_errors("an error at the start of a game");
        self.variant = Some(variant);
        Ok(())
    }

    /// Waits for `readyok`. A `bestmove` in the meantime is ignored with a warning.
    pub(super) fn wait_until_ready(
        &mut self,
        limit: Duration,
        control: &RunControl,
    ) -> Result<(), EngineFault> {
        let since = Instant::now();
        while let Some((_, line)) = self.wait_for_line(since, limit, Some(control))? {
            match Reply::parse(self.dialect, &line).value {
                Some(Reply::ReadyOk) => return Ok(()),
                Some(Reply::Version { supported: false }) => self.refuses_version = true,
                Some(Reply::BestMove { .. }) => {
                    self.warn("bestmove without a search", Some(&line));
                }
                Some(Reply::Info(_)) => self.info_lines.add(line),
                _ => {}
            }
        }
        Err(EngineFault::stall("isready", "readyok", limit))
    }

    fn wait_for_handshake(
        &mut self,
        limit: Duration,
        control: &RunControl,
    ) -> Result<(), EngineFault> {
        let since = Instant::now();
        while let Some((_, line)) = self.wait_for_line(since, limit, Some(control))? {
            match Reply::parse(self.dialect, &line).value {
                Some(Reply::HandshakeDone) => return Ok(()),
                Some(Reply::Option(option)) => self.options.push(option),
                Some(Reply::Name(name)) => self.id = Some(name),
                _ => {}
            }
        }
        let (command, expected) = (
            self.dialect.properties().handshake,
            self.dialect.properties().handshake_done,
        );
        Err(EngineFault::stall(command, expected, limit))
    }

    fn option(&self, name: &str) -> Option<&OptionSpec> {
        let mut options = self.options.iter();
        options.find(|option| option.is_called(name, self.dialect))
    }

    fn option_commands(&mut self, options: &[(String, String)]) -> Vec<Command> {
        let options = options.iter();
        options
            .filter_map(|(name, value)| self.option_command(name, value))
            .collect()
    }

    /// Returns the command that sets an option that the user specified; `None`, with a
    /// warning, if the engine does not have the option or would reject the
    /// value.
    fn option_command(&mut self, name: &str, value: &str) -> Option<Command> {
        let Some(option) = self.option(name) else {
            let names = self.options.iter().map(|option| option.name.as_str());
            let hint = nearest(name, names).map_or_else(String::new, |near| {
                format!("; did you mean {:?}?", brief(near))
            });
            let name = brief(name);
            let text = format!("it has no option {name:?}, so nothing was set{hint}");
            self.warn(&text, None);
            return None;
        };
        let value = match option.kind {
            OptionKind::Button => None,
            _ => Some(value),
        };
        let command = setoption(&option.name, value);
        if let Err(error) = option.read(value) {
            self.warn("an option was not set", Some(&error.to_string()));
            return None;
        }
        Some(command)
    }

    /// Returns the command that chooses between this program's rules and Fairy-Stockfish's, if the
    /// variant has both and the engine has an option for it.
    fn rules_command(&self, variant: Variant) -> Option<Command> {
        let option = self.option(self.dialect.properties().fairy_rules_option)?;
        let value = if variant.is_fairy() { "true" } else { "false" };
        (variant.with_batyr_rules() != variant.with_fairy_rules())
            .then(|| setoption(&option.name, Some(value)))
    }

    /// Returns the command that chooses a variant, if one is needed. A separate option
    /// chooses between this program's rules and Fairy-Stockfish's.
    fn variant_command(&self, variant: Variant) -> Result<Option<Command>, StartError> {
        let no_variant = |reason| StartError::NoVariant {
            variant: variant.id(),
            reason,
        };
        let by_name = self.dialect.properties().variant_option;
        let batyr_variant = variant.with_batyr_rules();
        let (name, value) = match variant_setting(self.dialect, batyr_variant) {
            Some(setting) => setting,
            None if self.option(by_name).is_some() => (by_name, batyr_variant.id().to_owned()),
            None => {
                let dialect = self.dialect.properties().name;
                return Err(no_variant(format!("{dialect} has no version for it")));
            }
        };
        let Some(option) = self.option(name) else {
            // In USHI, ShatraBase sets the option even if the engine has not declared
            // it; in the other dialects, an engine without the option plays only
            // one variant.
            let is_needed = self.dialect.properties().version_option.is_some();
            return Ok(is_needed.then(|| setoption(name, Some(&value))));
        };
        if let OptionKind::Combo { choices, .. } = &option.kind {
            let choice = choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(&value));
            let Some(choice) = choice else {
                let all = shorten(&choices.join(", "));
                return Err(no_variant(format!("its option {name} has only {all}")));
            };
            return Ok(Some(setoption(&option.name, Some(choice))));
        }
        Ok(Some(setoption(&option.name, Some(&value))))
    }

    fn warn_of_errors(&mut self, kind: &str) {
        if let Some(error) = self.info_lines.error() {
            self.warn(kind, Some(&error));
        }
        self.info_lines.clear();
    }
}

/// Returns the command that turns off a book from which the engine would play by itself, unless
/// the user says whether it should (`set`): the openings are those of the match.
fn book_command(
    options: &[OptionSpec],
    dialect: Dialect,
    set: &[(String, String)],
) -> Option<Command> {
    let is_book = |option: &&OptionSpec| {
        let is_called = |name: &&str| option.is_called(name, dialect);
        BOOK_OPTIONS.iter().any(is_called)
    };
    let option = options.iter().find(is_book)?;
    let plays_from_book = matches!(option.kind, OptionKind::Check { default: true });
    let is_set = set.iter().any(|(name, _)| option.is_called(name, dialect));
    (plays_from_book && !is_set).then(|| setoption(&option.name, Some("false")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_of_the_engine_is_turned_off_unless_it_is_asked_for() {
        let on = |name: &str| vec![OptionSpec::check(name, true)];
        let set = |name: &str| vec![(name.to_owned(), "true".to_owned())];
        let off = |name| Some(setoption(name, Some("false")));
        let (uci, ucci) = (Dialect::Uci, Dialect::Ucci);
        assert_eq!(book_command(&on("OwnBook"), uci, &[]), off("OwnBook"));
        assert_eq!(
            book_command(&on("usebook"), ucci, &set("batch")),
            off("usebook")
        );
        assert_eq!(book_command(&on("OwnBook"), uci, &set("ownbook")), None);
        let is_off = [OptionSpec::check("OwnBook", false)];
        assert_eq!(book_command(&is_off, uci, &[]), None);
        assert_eq!(book_command(&on("Ponder"), uci, &[]), None);
    }
}
