//! The rule sets of the chessboard, from [`Variant::ALL`](batyr::game::Variant::ALL).

/// Calls a generic function with the rule set of each game on the chessboard, or only of
/// those for which a condition on the variant holds.
///
/// A new game fails until its rule set is stated here.
macro_rules! for_each_board8_game {
    ($function:ident ( $($argument:expr),* )) => {
        for_each_board8_game!(|_| true, $function($($argument),*))
    };
    ($condition:expr, $function:ident ( $($argument:expr),* )) => {{
        use batyr::{game, rules::board8};
        let condition: fn(game::Variant) -> bool = $condition;
        for variant in game::Variant::ALL.into_iter().filter(|&variant| condition(variant)) {
            match variant {
                game::Variant::Shatranj => $function::<board8::Shatranj>($($argument),*),
                game::Variant::Shatar => $function::<board8::Shatar>($($argument),*),
                game::Variant::FairyShatranj => $function::<board8::FairyShatranj>($($argument),*),
                game::Variant::FairyShatar => $function::<board8::FairyShatar>($($argument),*),
                other => assert!(other.is_shatra(), "{other} is not stated here"),
            }
        }
    }};
}

pub(crate) use for_each_board8_game;
