//! Help for a person who does not know the game: a summary of the rules, and
//! the meaning of the letters and signs on the board.
//!
//! The page of a Shatra rule set is generated from the
//! constants of its [`RuleSet`], so that it can't describe a rule that is not
//! in force.

use crate::game::Variant;
use crate::rules::shatra::{
    EnPassant, Extended, GateRights, Kurin, Original, PassingPromotion, Pritchard, RuleSet,
};

/// Returns a summary of the rules of a game.
pub fn rules(variant: Variant) -> Vec<String> {
    let lines = match variant {
        Variant::Extended => shatra::<Extended>(),
        Variant::Original => shatra::<Original>(),
        Variant::Kurin => shatra::<Kurin>(),
        Variant::Pritchard => shatra::<Pritchard>(),
        Variant::Shatranj | Variant::FairyShatranj => owned(&SHATRANJ),
        Variant::Shatar | Variant::FairyShatar => owned(&SHATAR),
    };
    let is_fairy = matches!(variant, Variant::FairyShatranj | Variant::FairyShatar);
    let fairy = is_fairy.then(|| {
        "By Fairy-Stockfish's rules some games end differently; see SHATRANJ-SHATAR.md.".to_owned()
    });
    let title = format!("{} ({})", variant.name(), variant.id());
    std::iter::once(title).chain(lines).chain(fairy).collect()
}

/// Returns the meaning of the letters and signs on the board.
pub fn legend(variant: Variant) -> Vec<String> {
    match variant {
        Variant::Shatranj | Variant::FairyShatranj => owned(&[
            "K shah  Q farzin  R rukh  B pil  N asp  P piyadah",
            CASES,
            "[S] the last move   k* a shah in check",
        ]),
        Variant::Shatar | Variant::FairyShatar => owned(&[
            "K noyon  J bers  R tereg  B teme  N mori  P fu",
            CASES,
            "[S] the last move   k* a noyon in check",
        ]),
        _ => owned(&[
            "K biy  Q batyr  R tura  B yalkyn  S shatra",
            CASES,
            "y u i p  captured men until the chain ends: batyr, tura, yalkyn, shatra",
            "[S] the last turn   S* a man that can capture   !S a man that must be dropped",
            "+---+ the gates, d4 and d11, before the fortresses; ~~~ the ditch",
            "temdek on: the men in the side's own fortress and gate wait to be dropped",
        ]),
    }
}

const CASES: &str = "Capitals are White's men, lower-case letters Black's; . is an empty square.";

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|&line| line.to_owned()).collect()
}

fn shatra<R: RuleSet>() -> Vec<String> {
    let mut lines = vec![
        "Aim: capture the enemy's biy, or leave no legal turn. There is no check.",
        "Capturing is compulsory: a man jumps over an enemy to an empty square beyond",
        "and goes on while it can. Any capture may be chosen. The biy may stop.",
        "biy: one step. batyr, tura, yalkyn: slide as queen, rook, bishop. They jump",
        "from afar; biy and shatra jump over a neighbour, in all eight directions.",
    ];
    lines.push(if R::SHATRA_STEPS_FREELY {
        "shatra: one step forward, diagonally forward or sideways."
    } else {
        "shatra: one step forward, from its first field rank also two; from the ditch on\n\
         also diagonally forward, and beyond the ditch also sideways."
    });
    lines.push(if R::GHOSTS {
        "Captured men stay until the chain ends; none is jumped twice."
    } else {
        "Captured men are removed at once."
    });
    lines.push(
        "Temdek: while it is on, the men in their own fortress and gate are the reserve.\n\
         They are dropped onto their own half, one a turn, or capture; none returns.",
    );
    if R::DROP_ORDER {
        lines.push("The shatras of the reserve are dropped in order, the front ones first.");
    }
    if R::GREAT_ROAD_CLOSED {
        lines.push("No man is dropped onto file d.");
    }
    if R::TELEPORT {
        lines.push("A shatra on an enemy tower square may go into the enemy's fortress.");
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
    if R::GATE_RIGHTS != GateRights::None {
        lines.push("A man on a gate may decline if it alone can capture (RULES.md section 7).");
    }
    lines.push("The third occurrence of a position is a draw.");
    if R::BARE_BIYS_DRAW {
        lines.push("So is a position with only the biys, after three more turns of each side.");
    }
    lines.push("'legend' explains the board; protocol/RULES.md has the complete rules.");
    lines.iter().map(|&line| line.to_owned()).collect()
}

const SHATRANJ: [&str; 8] = [
    "Aim: mate the enemy's shah, leave no legal move, or take the last other man.",
    "shah: one step. rukh: files and ranks. asp: as the knight of chess.",
    "farzin: one step diagonally. pil: two squares diagonally, leaping.",
    "piyadah: one step forward, captures diagonally, becomes a farzin.",
    "There is no double step, no castling and no en passant capture.",
    "Shah against shah, the third occurrence of a position, and 70 turns of each side",
    "without a capture or a piyadah's move are draws.",
    "protocol/SHATRANJ-SHATAR.md has the complete rules.",
];

const SHATAR: [&str; 9] = [
    "Aim: mate the enemy's noyon by a series of checks with a shak in it: a check by",
    "bers, tereg or mori. A mate without a shak, or by a mori, is a draw.",
    "noyon: one step. tereg: files and ranks. teme: diagonals. mori: as the knight.",
    "bers: files and ranks, or one step diagonally.",
    "fu: one step forward, captures diagonally, becomes a bers.",
    "The first moves are d2d4 and d7d5; after them fus move one step only.",
    "Draws: a side with its noyon alone, no legal move without check, the third",
    "occurrence of a position, 50 turns of each side without a capture or fu's move.",
    "protocol/SHATRANJ-SHATAR.md has the complete rules.",
];
