//! Explains a game to users who do not know it: its rules in brief, and the letters and
//! signs on the board.
//!
//! The pages are generated from the constants of the rule sets, so that they can't
//! describe a rule that is not in force.

use crate::game::Variant;
use crate::rules::board8::{
    BaringRule, BishopMovement, FairyShatar, FairyShatranj, Kind, MateRule, QueenMovement, Rules,
    Shatar, Shatranj,
};
use crate::rules::shatra::{
    EnPassant, Extended, GateRights, Ghosts, Kurin, Online, Original, PassingPromotion, Pritchard,
    ReserveRule, RuleSet,
};

/// Returns a summary of the rules of a game.
pub fn rules(variant: Variant) -> Vec<String> {
    let lines = match variant {
        Variant::Extended => shatra::<Extended>(),
        Variant::Original => shatra::<Original>(),
        Variant::Kurin => shatra::<Kurin>(),
        Variant::Pritchard => shatra::<Pritchard>(),
        Variant::Online => shatra::<Online>(),
        Variant::Shatranj => board8::<Shatranj>(),
        Variant::Shatar => board8::<Shatar>(),
        Variant::FairyShatranj => board8::<FairyShatranj>(),
        Variant::FairyShatar => board8::<FairyShatar>(),
    };
    let title = format!("{} ({})", variant.name(), variant.id());
    std::iter::once(title).chain(lines).collect()
}

/// Returns the meaning of the letters and signs on the board.
pub fn legend(variant: Variant) -> Vec<String> {
    match variant {
        Variant::Extended => shatra_legend::<Extended>(),
        Variant::Original => shatra_legend::<Original>(),
        Variant::Kurin => shatra_legend::<Kurin>(),
        Variant::Pritchard => shatra_legend::<Pritchard>(),
        Variant::Online => shatra_legend::<Online>(),
        Variant::Shatranj => board8_legend::<Shatranj>(),
        Variant::Shatar => board8_legend::<Shatar>(),
        Variant::FairyShatranj => board8_legend::<FairyShatranj>(),
        Variant::FairyShatar => board8_legend::<FairyShatar>(),
    }
}

const CASES: &str = "Capitals are White's men, lower-case letters Black's; . is an empty square.";

/// Returns the meaning of the letters and signs on the board of Shatra.
fn shatra_legend<R: RuleSet>() -> Vec<String> {
    let mut lines = vec![if R::OFFICERS_LIMITED {
        "K biy  Q batyr  R tura  B yalkyn  S shatra"
    } else {
        "K biy  Q batyr  S shatra"
    }];
    lines.push(CASES);
    match (R::GHOSTS, R::OFFICERS_LIMITED) {
        (Ghosts::None, _) => {}
        (_, true) => {
            lines.push("y u i p  captured men until the chain ends: batyr, tura, yalkyn, shatra")
        }
        (_, false) => lines.push("y p  captured men until the chain ends: batyr, shatra"),
    }
    lines.push(if R::URGENT_MEN {
        "[S] the last turn   S* a man that can capture   !S a man that must be dropped"
    } else {
        "[S] the last turn   S* a man that can capture"
    });
    lines.push("+---+ the gates, d4 and d11, before the fortresses; ~~~ the ditch");
    lines.push(match R::RESERVE {
        ReserveRule::AllMen | ReserveRule::AllButBiy => {
            "temdek on: the men in the side's own fortress and gate wait to be dropped"
        }
        ReserveRule::FortressShatras => {
            "temdek on: shatras in the side's own fortress wait to be dropped"
        }
    });
    lines.into_iter().map(str::to_owned).collect()
}

/// Returns the summary of a rule set of Shatra.
fn shatra<R: RuleSet>() -> Vec<String> {
    let mut lines = vec![
        "Aim: capture the enemy's biy, or leave the enemy no legal turn.",
        "There is no check. Capturing is compulsory: a man jumps over an enemy to an",
        "empty square beyond and goes on while it can. Any capture may be chosen. The",
        "biy may stop.",
    ];
    lines.push(if R::OFFICERS_LIMITED {
        "biy: one step. batyr, tura, yalkyn: slide as queen, rook, bishop. They jump\n\
         from afar; biy and shatra jump over a neighbour, in all eight directions."
    } else {
        "biy: one step. batyr: slides as the queen of chess, and jumps from afar; biy and\n\
         shatra jump over a neighbour, in all eight directions."
    });
    lines.push(if R::SHATRA_STEPS_FREELY {
        "shatra: one step forward, diagonally forward or sideways."
    } else {
        "shatra: one step forward, from its first field rank also two; from the ditch on\n\
         also diagonally forward, and beyond the ditch also sideways."
    });
    lines.push(match R::GHOSTS {
        Ghosts::None => "Captured men are removed at once.",
        Ghosts::UntilChainEnds => "Captured men stay until the chain ends; none is jumped twice.",
        Ghosts::UntilPromotion => {
            "Captured men stay until the chain ends or the shatra is promoted; none is\n\
             jumped twice."
        }
    });
    lines.push(match R::RESERVE {
        ReserveRule::AllMen => {
            "Temdek: while it is on, the men in their own fortress and gate are the reserve.\n\
             They are dropped onto their own half, one a turn, or capture. Only the biy may\n\
             return, to the gate."
        }
        ReserveRule::AllButBiy => {
            "Temdek: while it is on, the men in their own fortress and gate are the reserve,\n\
             except the biy. All men there are dropped onto their own half, one a turn, or\n\
             capture. Only the biy may return, to the gate."
        }
        ReserveRule::FortressShatras => {
            "Temdek: it is on while a shatra is in its own fortress. Such shatras are dropped\n\
             onto their own half, one a turn, or capture. Meanwhile no man may come back to\n\
             its own fortress or gate."
        }
    });
    if R::DROP_ORDER {
        lines.push("The shatras of the reserve are dropped in order, the front ones first.");
    }
    if R::GREAT_ROAD_CLOSED {
        lines.push("No man is dropped onto file d.");
    }
    if R::TELEPORT {
        lines.push("A shatra on a10 or g10 (for Black a5 or g5) may go into the enemy's fortress.");
    }
    lines.push(if R::OFFICERS_LIMITED {
        "On the last rank a shatra becomes a batyr, tura or yalkyn that was lost."
    } else {
        "On the last rank a shatra becomes a batyr."
    });
    if R::PASSING_PROMOTION != PassingPromotion::None {
        lines.push("It is also promoted where a chain passes the last rank, and goes on.");
    }
    if R::EN_PASSANT != EnPassant::None {
        lines.push("A shatra that has stepped two squares may be captured en passant.");
    }
    match R::GATE_RIGHTS {
        GateRights::None => {}
        GateRights::DeclineAtEither => {
            lines.push("A shatra or batyr on a gate may decline if it alone can capture.")
        }
        GateRights::ShatraAsBiy => lines.push(
            "A shatra on the enemy's gate may decline if it alone can capture, and may stop\n\
             a chain there.",
        ),
    }
    lines.push("The third occurrence of a position is a draw.");
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    if let Some(turns) = R::BARE_BIYS_DRAW {
        lines.push(format!(
            "So is a position with only the biys, {turns} turns after the last capture."
        ));
    }
    lines.push(format!(
        "'legend' explains the board; protocol/{} has the complete rules.",
        R::DOCUMENT
    ));
    lines
}

/// Returns the summary of a game on the chessboard.
fn board8<R: Rules>() -> Vec<String> {
    let [pawn, knight, bishop, rook, queen, king] = R::MAN_NAMES;
    let mut lines = match R::MATE {
        MateRule::Wins => vec![format!("Aim: mate the enemy's {king}.")],
        MateRule::WinsAfterShak | MateRule::WinsAfterShakNotByMori => vec![
            format!(
                "Aim: mate the enemy's {king} by a series of checks with a shak in it: a check by"
            ),
            format!("{queen}, {rook} or {knight}. A mate without a shak is a draw."),
        ],
    };
    match R::MATE {
        MateRule::Wins => {}
        MateRule::WinsAfterShak => {
            lines.push(format!("A mate by a move of the {knight} is a draw."))
        }
        MateRule::WinsAfterShakNotByMori => {
            lines.push(format!(
                "A side loses if it mates by a check of the {knight} alone."
            ));
        }
    }
    lines.push(match R::BARING {
        BaringRule::Draws => format!("A side with its {king} alone draws."),
        BaringRule::Loses => format!(
            "A side with its {king} alone loses, but draws if it can take the enemy's last man\n\
             besides the {king}."
        ),
        BaringRule::LosesUnlessItBares => format!(
            "A side with its {king} alone loses, unless it can at once take the enemy's last\n\
             man besides the {king}."
        ),
    });
    lines.push(if R::STALEMATE_LOSES {
        "A side without a legal move loses.".to_owned()
    } else {
        "A side that is not in check and has no legal move draws.".to_owned()
    });
    lines.push(format!(
        "{king}: one step. {rook}: files and ranks. {knight}: as the knight of chess."
    ));
    let bishop_moves = match R::BISHOP {
        BishopMovement::DiagonalLeap => "two squares diagonally, leaping",
        BishopMovement::DiagonalSlide => "diagonals",
    };
    let queen_moves = match R::QUEEN {
        QueenMovement::DiagonalStep => "one step diagonally",
        QueenMovement::DiagonalStepOrOrthogonalSlide => "files and ranks, or one step diagonally",
    };
    lines.push(format!("{bishop}: {bishop_moves}. {queen}: {queen_moves}."));
    lines.push(format!(
        "{pawn}: one step forward, captures diagonally, becomes a {queen}."
    ));
    if R::PAIRED_START {
        lines.push("The first moves are d2d4 and d7d5; after them".to_owned());
        lines.push("there is no double step, no castling and no en passant capture.".to_owned());
    } else {
        lines.push("There is no double step, no castling and no en passant capture.".to_owned());
    }
    lines.push(format!(
        "The third occurrence of a position is a draw. So are {} turns of each side",
        R::TURN_LIMIT / 2
    ));
    lines.push(format!("without a capture or a move of a {pawn}."));
    if R::BARE_KINGS_DRAW && R::BARING != BaringRule::Draws {
        lines.push(format!("So is {king} against {king}."));
    }
    lines.push("protocol/SHATRANJ-SHATAR.md has the complete rules.".to_owned());
    lines
}

/// Returns the meaning of the letters and signs on the chessboard.
fn board8_legend<R: Rules>() -> Vec<String> {
    let men = R::LETTERS.into_iter().zip(R::MAN_NAMES).rev();
    let men: Vec<String> = men
        .map(|(letter, name)| format!("{letter} {name}"))
        .collect();
    let king = R::MAN_NAMES[Kind::King.index()];
    vec![
        men.join("  "),
        CASES.to_owned(),
        format!("[P] the last move   k* a {king} in check"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX_WIDTH: usize = 80;

    #[test]
    fn all_lines_fit_on_a_terminal() {
        for variant in Variant::ALL {
            for line in rules(variant).iter().chain(&legend(variant)) {
                for row in line.lines() {
                    assert!(row.chars().count() <= MAX_WIDTH, "{variant:?}: {row}");
                }
            }
        }
    }

    #[test]
    fn the_chessboard_games_have_their_own_names_and_facts() {
        let shatranj = rules(Variant::Shatranj).join("\n");
        assert!(
            shatranj.contains("pil: two squares diagonally, leaping."),
            "{shatranj}"
        );
        assert!(shatranj.contains("70 turns of each side"), "{shatranj}");
        let shatar = rules(Variant::Shatar).join("\n");
        assert!(shatar.contains("bers, tereg or mori"), "{shatar}");
        assert_ne!(
            rules(Variant::FairyShatar)[1..],
            rules(Variant::Shatar)[1..]
        );
        let men = "K noyon  J bers  R tereg  B teme  N mori  P fu";
        assert_eq!(legend(Variant::Shatar)[0], men);
    }
}
