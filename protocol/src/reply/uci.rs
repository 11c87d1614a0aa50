//! Prints replies in UCI.

use super::GameAction;
use crate::{
    info::{EngineScore, InfoLine, ScoreBound, ScoreValue},
    option::{EMPTY, OptionKind, OptionSpec},
    text::Fields,
};

/// Returns a `bestmove` line, with a draw offer or a resignation in the form of UCCI.
pub(super) fn best_move(
    best: Option<&str>,
    ponder: Option<&str>,
    action: Option<GameAction>,
) -> String {
    let mut line = Fields("bestmove".to_owned());
    line.word(best.unwrap_or("(none)"));
    line.field("ponder", ponder.filter(|_| best.is_some()));
    match action {
        Some(GameAction::Draw) => line.word("draw"),
        Some(GameAction::Resign) => line.word("resign"),
        None => {}
    }
    line.0
}

pub(super) fn option(spec: &OptionSpec) -> Option<String> {
    let mut line = Fields(format!("option name {} type", spec.name));
    let OptionFields {
        kind,
        default,
        limits,
    } = OptionFields::of(&spec.kind);
    if spec.kind == OptionKind::Label {
        return None;
    }
    line.word(kind);
    // Empty text is printed as `<empty>`, so that it does not look like a missing
    // value.
    let is_text = matches!(spec.kind, OptionKind::Text { .. });
    let printed = |text: String| {
        if is_text && text.is_empty() {
            EMPTY.into()
        } else {
            text
        }
    };
    line.field("default", default.map(printed));
    line.fields(limits);
    Some(line.0)
}

/// The parts of an option's declaration that follow its name.
pub(super) struct OptionFields {
    pub(super) kind: &'static str,
    pub(super) default: Option<String>,
    /// The keys and values of the range or of the choices.
    pub(super) limits: Vec<(&'static str, String)>,
}

impl OptionFields {
    pub(super) fn of(kind: &OptionKind) -> Self {
        let (kind, default, limits) = match kind {
            OptionKind::Spin { default, min, max } => {
                let range = vec![("min", min.to_string()), ("max", max.to_string())];
                ("spin", Some(default.to_string()), range)
            }
            OptionKind::Check { default } => ("check", Some(default.to_string()), vec![]),
            OptionKind::Combo { default, choices } => {
                let choices = choices.iter().map(|choice| ("var", choice.clone()));
                ("combo", Some(default.clone()), choices.collect())
            }
            OptionKind::Button => ("button", None, vec![]),
            OptionKind::Text { default } => ("string", Some(default.clone()), vec![]),
            OptionKind::Label => ("label", None, vec![]),
        };
        Self {
            kind,
            default,
            limits,
        }
    }
}

/// Returns an `info` line in the usual order: depth and score, then counters, then
/// variations and text.
pub(super) fn info(info: &InfoLine) -> String {
    let mut line = Fields("info".to_owned());
    line.field("depth", info.depth);
    line.field("seldepth", info.seldepth);
    line.field("multipv", info.multipv);
    line.field("score", info.score.map(score));
    let wdl = info
        .wdl
        .map(|wdl| format!("{} {} {}", wdl.win, wdl.draw, wdl.loss));
    line.field("wdl", wdl);
    line.field("nodes", info.nodes);
    line.field("nps", info.nps);
    line.field("hashfull", info.hashfull);
    line.field("tbhits", info.tbhits);
    line.field("sbhits", info.sbhits);
    line.field("cpuload", info.cpuload);
    line.field("time", info.time);
    line.field("currmove", info.currmove.as_ref());
    line.field("currmovenumber", info.currmovenumber);
    line.moves("refutation", &info.refutation);
    if let Some(current) = &info.currline {
        let cpu = current.cpu.map(|cpu| cpu.to_string());
        let words: Vec<String> = cpu
            .into_iter()
            .chain(current.moves.iter().cloned())
            .collect();
        line.moves("currline", &words);
    }
    line.moves("pv", &info.pv);
    line.field("string", info.string.as_ref());
    line.0
}

fn score(score: EngineScore) -> String {
    let value = match score.value {
        ScoreValue::Cp(cp) => format!("cp {cp}"),
        ScoreValue::Mate(moves) => format!("mate {moves}"),
    };
    match score.bound {
        None => value,
        Some(ScoreBound::Lower) => format!("{value} lowerbound"),
        Some(ScoreBound::Upper) => format!("{value} upperbound"),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{Dialect, Reply, info::Wdl};

    /// Returns information with every field that a search reports about its
    /// best line.
    pub(in crate::reply) fn full() -> InfoLine {
        InfoLine {
            depth: Some(9),
            seldepth: Some(14),
            multipv: Some(1),
            score: Some(EngineScore {
                value: ScoreValue::Cp(-17),
                bound: Some(ScoreBound::Upper),
            }),
            wdl: Some(Wdl {
                win: 1,
                draw: 990,
                loss: 9,
            }),
            time: Some(12),
            nodes: Some(345),
            nps: Some(28750),
            hashfull: Some(3),
            pv: vec!["d4-d6".into(), "a5:a7:g7".into()],
            ..InfoLine::default()
        }
    }

    #[test]
    fn every_field_of_an_info_line_is_printed() {
        assert_eq!(
            Reply::from(full()).to_line(Dialect::Uci).as_deref(),
            Some(
                "info depth 9 seldepth 14 multipv 1 score cp -17 upperbound wdl 1 990 9 nodes 345 \
                 nps 28750 hashfull 3 time 12 pv d4-d6 a5:a7:g7"
            )
        );
    }

    #[test]
    fn a_lost_game_has_no_best_move() {
        let lost = InfoLine {
            depth: Some(0),
            score: Some(EngineScore::mate(0)),
            ..InfoLine::default()
        };
        assert_eq!(
            Reply::from(lost).to_line(Dialect::Uci).as_deref(),
            Some("info depth 0 score mate 0")
        );
        assert_eq!(
            Reply::NO_MOVE.to_line(Dialect::Uci).as_deref(),
            Some("bestmove (none)")
        );
    }

    #[test]
    fn no_value_starts_a_new_line() {
        let reply = Reply::text("one\nbestmove a1-a2");
        assert_eq!(
            reply.to_line(Dialect::Uci).as_deref(),
            Some("info string one bestmove a1-a2")
        );
    }
}
