//! Explains a game to users who do not know it: its rules in brief, and the letters and
//! signs on the board.
//!
//! The pages are generated from the constants of the rule sets, so that they can't
//! describe a rule that is not in force.

use super::texts::in_rows;
use super::view::variant_key;
use crate::game::{Variant, for_variant};
use crate::page::{Place, Texts};
use crate::rules::board8::{
    self, BaringRule, BishopMovement, Kind, MateRule, QueenMovement, Rules,
};
use crate::rules::shatra::{
    self, EnPassant, GateRights, Ghosts, PassingPromotion, ReserveRule, RuleSet,
};

/// The width of a page, in columns.
const PAGE_WIDTH: usize = 80;

/// Returns a summary of the rules of a game.
pub fn rules(variant: Variant, texts: &Texts) -> String {
    let title = texts.text(&variant_key(variant));
    let page = for_variant!(variant, P => P::rules_page(texts));
    format!("{title} ({})\n{}", variant.id(), wrapped(&page))
}

/// Returns the meaning of the letters and signs on the board.
pub fn legend(variant: Variant, texts: &Texts) -> String {
    wrapped(&for_variant!(variant, P => P::legend_page(texts)))
}

/// Breaks paragraphs into lines.
fn wrapped(paragraphs: &[String]) -> String {
    let lines = paragraphs.iter();
    let lines = lines.flat_map(|text| in_rows(text.split(' '), " ", PAGE_WIDTH));
    lines.collect::<Vec<_>>().join("\n")
}

/// The pages of the games on a board, as lists of paragraphs.
trait HelpPages {
    fn rules_page(texts: &Texts) -> Vec<String>;
    fn legend_page(texts: &Texts) -> Vec<String>;
}

impl<R: RuleSet> HelpPages for shatra::Position<R> {
    fn rules_page(texts: &Texts) -> Vec<String> {
        let rule = |name: &str| texts.text(&format!("terminal.rules.{name}"));
        let either = |condition: bool, yes: &str, no: &str| rule(if condition { yes } else { no });
        let mut page = vec![
            rule("aim"),
            rule("capturing"),
            either(R::OFFICERS_LIMITED, "officers", "batyr"),
            either(R::SHATRA_STEPS_FREELY, "shatra-free", "shatra"),
            rule(match R::GHOSTS {
                Ghosts::None => "no-ghosts",
                Ghosts::UntilChainEnds => "ghosts",
                Ghosts::UntilPromotion => "ghosts-until-promotion",
            }),
            rule(match R::RESERVE {
                ReserveRule::AllMen => "reserve-all",
                ReserveRule::AllButBiy => "reserve-but-biy",
                ReserveRule::FortressShatras => "reserve-shatras",
            }),
        ];
        let passing = R::PASSING_PROMOTION != PassingPromotion::None;
        let promotion = either(R::OFFICERS_LIMITED, "promotion-officers", "promotion-batyr");
        page.extend(R::DROP_ORDER.then(|| rule("drop-order")));
        page.extend(R::GREAT_ROAD_CLOSED.then(|| rule("great-road")));
        page.extend(R::TELEPORT.then(|| rule("teleport")));
        page.push(promotion);
        page.extend(passing.then(|| rule("passing-promotion")));
        page.extend((R::EN_PASSANT != EnPassant::None).then(|| rule("en-passant")));
        page.extend(match R::GATE_RIGHTS {
            GateRights::None => None,
            GateRights::DeclineAtEither => Some(rule("gate-decline")),
            GateRights::ShatraAsBiy => Some(rule("gate-as-biy")),
        });
        page.push(rule("repetition"));
        let bare = R::BARE_BIYS_DRAW.map(u64::from);
        page.extend(bare.map(|turns| texts.count("terminal.rules.bare-biys", turns, &[])));
        page.push(texts.fill("terminal.rules.more-shatra", &[("document", &R::DOCUMENT)]));
        page
    }

    fn legend_page(texts: &Texts) -> Vec<String> {
        let (letters, ghosts, ghost_men) = match R::OFFICERS_LIMITED {
            true => ("KQRBS", "y u i p", "QRBS"),
            false => ("KQS", "y p", "QS"),
        };
        let mut page = vec![
            men("shatra", letters, texts),
            texts.text("terminal.legend.cases"),
        ];
        if R::GHOSTS != Ghosts::None {
            let names = ghost_men.chars();
            let names = names.map(|man| texts.text(&format!("men.shatra.{man}")));
            let names = names.collect::<Vec<_>>().join(", ");
            let places: [Place<'_>; 2] = [("letters", &ghosts), ("men", &names)];
            page.push(texts.fill("terminal.legend.ghosts", &places));
        }
        let marks = match R::URGENT_MEN {
            true => "terminal.legend.marks-urgent",
            false => "terminal.legend.marks",
        };
        let temdek = match R::RESERVE {
            ReserveRule::AllMen | ReserveRule::AllButBiy => "terminal.legend.temdek-men",
            ReserveRule::FortressShatras => "terminal.legend.temdek-shatras",
        };
        page.extend([marks, "terminal.legend.board", temdek].map(|key| texts.text(key)));
        page
    }
}

impl<R: Rules> HelpPages for board8::Position<R> {
    fn rules_page(texts: &Texts) -> Vec<String> {
        const {
            // The texts say how the men of the two games move; a third game needs its own.
            assert!(matches!(
                (R::BISHOP, R::QUEEN),
                (BishopMovement::DiagonalLeap, QueenMovement::DiagonalStep)
                    | (
                        BishopMovement::DiagonalSlide,
                        QueenMovement::DiagonalStepOrOrthogonalSlide
                    )
            ));
        }
        let game = board8_key::<R>();
        let rule = |name: &str| texts.text(&format!("terminal.rules.{name}"));
        let own = |name: &str| rule(&format!("{game}.{name}"));
        let mut page = vec![own("aim")];
        page.extend(match R::MATE {
            MateRule::Wins => None,
            MateRule::WinsAfterShak => Some(own("mori-draws")),
            MateRule::WinsAfterShakNotByMori => Some(own("mori-loses")),
        });
        page.push(own(match R::BARING {
            BaringRule::Draws | BaringRule::Loses => "bare",
            BaringRule::LosesUnlessItBares => "bare-fairy",
        }));
        page.push(rule(match R::STALEMATE_LOSES {
            true => "stalemate-loses",
            false => "stalemate-draws",
        }));
        page.push(own("men"));
        page.push(rule(match R::PAIRED_START {
            true => "paired-start",
            false => "plain-start",
        }));
        let limit = R::TURN_LIMIT / 2;
        let draws = format!("terminal.rules.{game}.draws");
        page.push(texts.fill(&draws, &[("count", &limit)]));
        if R::BARE_KINGS_DRAW && R::BARING != BaringRule::Draws {
            page.push(own("bare-kings"));
        }
        page.push(rule("more-chess"));
        page
    }

    fn legend_page(texts: &Texts) -> Vec<String> {
        let game = board8_key::<R>();
        let letters: String = R::LETTERS.into_iter().rev().collect();
        let king = R::LETTERS[Kind::King.index()];
        let king = texts.text(&format!("men.{game}.{king}"));
        vec![
            men(game, &letters, texts),
            texts.text("terminal.legend.cases"),
            texts.fill("terminal.legend.marks-chess", &[("king", &king)]),
        ]
    }
}

/// Returns the part of the keys that names the men of a game on the chessboard, which
/// Fairy-Stockfish's rules leave as they are.
fn board8_key<R: Rules>() -> &'static str {
    R::ID.trim_end_matches("-fairy")
}

/// Returns the names of men, each behind its letter.
fn men(game: &str, letters: &str, texts: &Texts) -> String {
    let names = letters.chars().map(|letter| {
        let name = texts.text(&format!("men.{game}.{letter}"));
        format!("{letter} {name}")
    });
    names.collect::<Vec<_>>().join("  ")
}
