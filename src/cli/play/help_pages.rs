//! Explains a game to users who do not know it: its rules in brief, and the letters and
//! signs on the board.
//!
//! The pages are generated from the values of the rule sets, so they can't describe a rule
//! that is not in force.

use super::view::variant_key;
use crate::game::{Variant, VariantRules};
use crate::page::{Place, Texts};
use crate::rules::board8::{BaringRule, Kind, MateRule};
use crate::rules::shatra::{EnPassant, GateRights, Ghosts, PassingPromotion, ReserveRule};
use crate::rules::{board8, shatra};
use crate::util::text::in_rows;

/// The width of a page, in columns.
const PAGE_WIDTH: usize = 80;

/// Returns a summary of the rules of a game.
pub fn rules(variant: Variant, texts: &Texts) -> String {
    let title = texts.text(&variant_key(variant));
    let page = match variant.rules() {
        VariantRules::Shatra(rules) => shatra_rules(rules, texts),
        VariantRules::Board8(rules) => board8_rules(rules, key_of_game(variant), texts),
    };
    format!("{title} ({})\n{}", variant.id(), wrapped(&page))
}

/// Returns the meaning of the letters and signs on the board.
pub fn legend(variant: Variant, texts: &Texts) -> String {
    wrapped(&match variant.rules() {
        VariantRules::Shatra(rules) => shatra_legend(rules, texts),
        VariantRules::Board8(rules) => board8_legend(rules, key_of_game(variant), texts),
    })
}

/// Breaks paragraphs into lines.
fn wrapped(paragraphs: &[String]) -> String {
    let lines = paragraphs.iter();
    let lines = lines.flat_map(|text| in_rows(text.split(' '), " ", PAGE_WIDTH));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the name of a game on the chessboard in the keys of its texts. The texts say how the
/// men of the two games move; a third game needs texts of its own.
const fn key_of_game(variant: Variant) -> &'static str {
    variant.with_batyr_rules().id()
}

/// Returns the names of men, each after its letter.
fn men(game: &str, letters: &str, texts: &Texts) -> String {
    let names = letters.chars().map(|letter| {
        let name = texts.text(&format!("men.{game}.{letter}"));
        format!("{letter} {name}")
    });
    names.collect::<Vec<_>>().join("  ")
}

/// Returns the meaning of the letters and signs on the board of Shatra.
fn shatra_legend(rules: &shatra::Rules, texts: &Texts) -> Vec<String> {
    let (letters, ghosts, ghost_men) = match rules.officers_limited {
        true => ("KQRBS", "y u i p", "QRBS"),
        false => ("KQS", "y p", "QS"),
    };
    let mut page = vec![
        men("shatra", letters, texts),
        texts.text("terminal.legend.cases"),
    ];
    if rules.ghosts != Ghosts::None {
        let names = ghost_men.chars();
        let names = names.map(|man| texts.text(&format!("men.shatra.{man}")));
        let names = names.collect::<Vec<_>>().join(", ");
        let places: [Place<'_>; 2] = [("letters", &ghosts), ("men", &names)];
        page.push(texts.fill("terminal.legend.ghosts", &places));
    }
    let marks = match rules.has_urgent_men {
        true => "terminal.legend.marks-urgent",
        false => "terminal.legend.marks",
    };
    let temdek = match rules.reserve {
        ReserveRule::AllMen | ReserveRule::AllButBiy => "terminal.legend.temdek-men",
        ReserveRule::FortressShatras => "terminal.legend.temdek-shatras",
    };
    page.extend([marks, "terminal.legend.board", temdek].map(|key| texts.text(key)));
    page
}

/// Returns the summary of a rule set of Shatra.
fn shatra_rules(rules: &shatra::Rules, texts: &Texts) -> Vec<String> {
    let rule = |name: &str| texts.text(&format!("terminal.rules.{name}"));
    let either = |condition: bool, yes: &str, no: &str| rule(if condition { yes } else { no });
    let mut page = vec![
        rule("aim"),
        rule("capturing"),
        either(rules.officers_limited, "officers", "batyr"),
        either(rules.shatra_steps_freely, "shatra-free", "shatra"),
        rule(match rules.ghosts {
            Ghosts::None => "no-ghosts",
            Ghosts::UntilChainEnds => "ghosts",
            Ghosts::UntilPromotion => "ghosts-until-promotion",
        }),
        rule(match rules.reserve {
            ReserveRule::AllMen => "reserve-all",
            ReserveRule::AllButBiy => "reserve-but-biy",
            ReserveRule::FortressShatras => "reserve-shatras",
        }),
    ];
    let passing = rules.passing_promotion != PassingPromotion::None;
    let promotion = either(
        rules.officers_limited,
        "promotion-officers",
        "promotion-batyr",
    );
    page.extend(rules.drops_in_order.then(|| rule("drop-order")));
    page.extend(rules.great_road_closed.then(|| rule("great-road")));
    page.extend(rules.teleport.then(|| rule("teleport")));
    page.push(promotion);
    page.extend(passing.then(|| rule("passing-promotion")));
    page.extend((rules.en_passant != EnPassant::None).then(|| rule("en-passant")));
    page.extend(match rules.gate_rights {
        GateRights::None => None,
        GateRights::DeclineAtEither => Some(rule("gate-decline")),
        GateRights::ShatraAsBiy => Some(rule("gate-as-biy")),
    });
    page.push(rule("repetition"));
    let bare = rules.bare_biys_draw.map(u64::from);
    page.extend(bare.map(|turns| texts.count("terminal.rules.bare-biys", turns, &[])));
    page.push(texts.fill(
        "terminal.rules.more-shatra",
        &[("document", &rules.document)],
    ));
    page
}

/// Returns the summary of a game on the chessboard.
fn board8_rules(rules: &board8::Rules, game: &str, texts: &Texts) -> Vec<String> {
    let rule = |name: &str| texts.text(&format!("terminal.rules.{name}"));
    let own = |name: &str| rule(&format!("{game}.{name}"));
    let mut page = vec![own("aim")];
    page.extend(match rules.mate {
        MateRule::Wins => None,
        MateRule::WinsAfterShak => Some(own("mori-draws")),
        MateRule::WinsAfterShakNotByMori => Some(own("mori-loses")),
    });
    page.push(own(match rules.baring {
        BaringRule::Draws | BaringRule::Loses => "bare",
        BaringRule::LosesUnlessItBares => "bare-fairy",
    }));
    page.push(rule(match rules.stalemate_loses {
        true => "stalemate-loses",
        false => "stalemate-draws",
    }));
    page.push(own("men"));
    page.push(rule(match rules.paired_start {
        true => "paired-start",
        false => "plain-start",
    }));
    let limit = rules.turn_limit / 2;
    let draws = format!("terminal.rules.{game}.draws");
    page.push(texts.fill(&draws, &[("count", &limit)]));
    if rules.bare_kings_draw && rules.baring != BaringRule::Draws {
        page.push(own("bare-kings"));
    }
    page.push(rule("more-chess"));
    page
}

/// Returns the meaning of the letters and signs on the chessboard.
fn board8_legend(rules: &board8::Rules, game: &str, texts: &Texts) -> Vec<String> {
    let letters: String = rules.letters.into_iter().rev().collect();
    let king = rules.letters[Kind::King.index()];
    let king = texts.text(&format!("men.{game}.{king}"));
    vec![
        men(game, &letters, texts),
        texts.text("terminal.legend.cases"),
        texts.fill("terminal.legend.marks-chess", &[("king", &king)]),
    ]
}
