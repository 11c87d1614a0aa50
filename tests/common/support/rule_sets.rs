//! The rule sets of Shatra, and groups of rule sets that share a rule.

pub use batyr::game::Variant;

/// Calls a macro with the given arguments, followed by a row for each rule set: its name in the
/// names of tests, the name of its [`Variant`], which is also that of its type, and a seed of its
/// own. Whatever is done with the type of each rule set is generated from this list; a test
/// compares it with [`ALL`].
macro_rules! rule_sets {
    (($($callback:tt)+) $arguments:tt) => {
        $($callback)+! { $arguments
            extended Extended 1,
            original Original 2,
            kurin Kurin 3,
            pritchard Pritchard 4,
            online Online 5,
        }
    };
}

pub(crate) use rule_sets;

/// Calls a generic function with the type of a rule set that a [`Variant`] names.
macro_rules! with_rules {
    ({ $variant:expr, $function:ident $arguments:tt } $($name:ident $rules:ident $seed:literal,)*) => {
        match $variant {
            $(batyr::game::Variant::$rules => {
                $function::<batyr::rules::shatra::$rules> $arguments
            })*
            other => panic!("{other} is not in the list of rule sets"),
        }
    };
    ($variant:expr, $function:ident $arguments:tt) => {
        $crate::support::rule_sets::rule_sets!(
            ($crate::support::rule_sets::with_rules) { $variant, $function $arguments }
        )
    };
}

pub(crate) use with_rules;

/// Evaluates an expression for each rule set, which it may name as a type, with the seed of the
/// rule set: `for_each_rule_set!(R, seed => check::<R>(seed))`.
macro_rules! for_each_rule_set {
    ({ $R:ident $with_seed:ident $body:expr } $($name:ident $rules:ident $seed:literal,)*) => {
        {
            $({
                type $R = batyr::rules::shatra::$rules;
                let $with_seed: u64 = $seed;
                $body;
            })*
        }
    };
    ($R:ident, $seed:ident => $body:expr) => {
        $crate::support::rule_sets::rule_sets!(
            ($crate::support::rule_sets::for_each_rule_set) { $R $seed $body }
        )
    };
    ($R:ident => $body:expr) => {
        $crate::support::rule_sets::for_each_rule_set!($R, _seed => $body)
    };
}

pub(crate) use for_each_rule_set;

/// Defines a module of tests, one for each rule set:
/// `test_each_rule_set!(module, R, seed => check::<R>(seed))`. The attributes before the name of
/// the module are those of each test.
macro_rules! test_each_rule_set {
    (
        { $attributes:tt $module:ident $R:ident $with_seed:ident $body:expr }
        $($name:ident $rules:ident $seed:literal,)*
    ) => {
        mod $module {
            use super::*;

            $($crate::support::rule_sets::test_each_rule_set! {
                @test $attributes $name $rules $seed $R $with_seed $body
            })*
        }
    };
    (
        @test { $(#[$attribute:meta])* }
        $name:ident $rules:ident $seed:literal $R:ident $with_seed:ident $body:expr
    ) => {
        #[test]
        $(#[$attribute])*
        fn $name() {
            type $R = batyr::rules::shatra::$rules;
            let $with_seed: u64 = $seed;
            $body;
        }
    };
    ($(#[$attribute:meta])* $module:ident, $R:ident, $seed:ident => $body:expr) => {
        $crate::support::rule_sets::rule_sets!(
            ($crate::support::rule_sets::test_each_rule_set)
            { { $(#[$attribute])* } $module $R $seed $body }
        );
    };
}

pub(crate) use test_each_rule_set;

/// All rule sets of Shatra, which come first among the variants.
pub const ALL: &[Variant] = {
    let mut count = 0;
    while Variant::ALL[count].is_shatra() {
        count += 1;
    }
    Variant::ALL.split_at(count).0
};
pub const EXTENDED: &[Variant] = &[Variant::Extended];
pub const ORIGINAL: &[Variant] = &[Variant::Original];
pub const KURIN: &[Variant] = &[Variant::Kurin];
pub const PRITCHARD: &[Variant] = &[Variant::Pritchard];
pub const ONLINE: &[Variant] = &[Variant::Online];
/// The two rule sets that follow Kurin; they differ only in their drops.
pub const KURINS: &[Variant] = &[Variant::Kurin, Variant::Pritchard];
/// Original and the rule set of the live online site, which is Original with ten differences.
pub const ORIGINALS: &[Variant] = &[Variant::Original, Variant::Online];
/// The rule sets with turas and yalkyns.
pub const OFFICERS: &[Variant] = &[Variant::Extended, Variant::Kurin, Variant::Pritchard];
/// The rule sets of RULES.md in which men may be dropped onto the great road (file d).
pub const OPEN_ROAD: &[Variant] = &[Variant::Extended, Variant::Original, Variant::Kurin];
/// The rule sets that are in both [`OFFICERS`] and [`OPEN_ROAD`].
pub const OPEN_OFFICERS: &[Variant] = &[Variant::Extended, Variant::Kurin];
/// The rule sets of RULES.md. Online, the fifth, departs from what they have in common: the
/// nearest-square rule, temdeks that stay off, the biy's return to its gate, urgent men.
pub const OVER_THE_BOARD: &[Variant] = &[
    Variant::Extended,
    Variant::Original,
    Variant::Kurin,
    Variant::Pritchard,
];
