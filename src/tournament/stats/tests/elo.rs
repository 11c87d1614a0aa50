//! Tests of Elo, normalized Elo and the likelihood of superiority (LOS).

use super::super::{Counts, Estimate, Mirrored, Pentanomial, Tally, elo_to_score, score_to_elo};
use super::{assert_close, assert_printed};

/// Value, lower, upper and margin of Elo; value and margin of normalized Elo;
/// LOS.
type Figures = [f64; 7];

fn figures(elo: Estimate, normalized: Estimate, los: f64) -> Figures {
    let Estimate {
        value,
        lower,
        upper,
    } = elo;
    [
        value,
        lower,
        upper,
        elo.margin(),
        normalized.value,
        normalized.margin(),
        los,
    ]
}

fn pairs(pairs: [u64; 5]) -> Counts {
    Counts::new(Pentanomial(pairs), Tally::default())
}

fn of_games(games: Tally) -> Figures {
    let games = Counts::SingleGames(games);
    figures(
        games.elo().unwrap(),
        games.normalized_elo().unwrap(),
        games.los().unwrap(),
    )
}

fn of_pairs(pairs: [u64; 5]) -> Figures {
    let pairs = self::pairs(pairs);
    figures(
        pairs.elo().unwrap(),
        pairs.normalized_elo().unwrap(),
        pairs.los().unwrap(),
    )
}

/// Computed with mpmath from the mean `m` and the variance `v` of the results of the `n`
/// units (games or pairs); `z` is the 97.5 % quantile of the normal distribution. Elo:
/// `m ± z sqrt(v/n)`, each end `s` converted by `400 log10(s / (1 - s))`. Normalized Elo:
/// `800/ln 10 (m - ½) / sqrt(v * games per unit)` with the margin `z 800/ln 10 /
/// sqrt(games)`. LOS: from `erfc` of the mean over its standard error.
#[test]
fn figures_match_those_computed_by_mpmath() {
    let games = [
        (
            Tally::new(76, 123, 89),
            [
                -15.6935207054323,
                -46.2723541997531,
                14.6436472342078,
                30.4580007169804,
                -20.7564497773954,
                40.1260255575786,
                0.155326434927498,
            ],
        ),
        (
            Tally::new(136, 111, 96),
            [
                40.7024581865271,
                10.5867562986513,
                71.4411921858533,
                30.427217943601,
                49.7684153810222,
                36.7684505949536,
                0.996010235733497,
            ],
        ),
        (
            Tally::new(34, 0, 356),
            [
                -407.988432372248,
                -480.52570492534,
                -354.196675453702,
                63.1645147358192,
                -508.435325039686,
                34.4818124854421,
                6.01717187354222e-184,
            ],
        ),
    ];
    let pairs = [
        (
            [75, 64, 63, 54, 34],
            [
                -55.5797804204458,
                -83.5830187701971,
                -28.2761597574102,
                27.6534295063935,
                -57.9355999381243,
                28.2753762434087,
                2.96069915687064e-5,
            ],
        ),
        (
            [334, 333, 498, 433, 332],
            [
                8.642667267969,
                -1.68388016293596,
                18.9845086858501,
                10.334194424393,
                9.17291427004716,
                10.9604588775111,
                0.94952993301747,
            ],
        ),
        (
            [3, 20, 50, 37, 12],
            [
                50.1831668650174,
                20.9996200690162,
                80.0891106354032,
                29.5447452831935,
                75.2729140480353,
                43.5940759149185,
                0.99964310374718,
            ],
        ),
    ];
    let games = games.map(|(games, expected)| (of_games(games), expected));
    let pairs = pairs.map(|(pairs, expected)| (of_pairs(pairs), expected));
    for (found, expected) in games.into_iter().chain(pairs) {
        for (found, expected) in found.into_iter().zip(expected) {
            assert_close(found, expected);
        }
    }
}

/// The figures in fastchess's unit tests (`app/tests/elo_test.cpp`): Elo and
/// its margin, normalized Elo and its margin.
#[test]
fn figures_match_those_of_fastchess() {
    let printed_by_fastchess = [
        (
            of_games(Tally::new(136, 111, 96)),
            [40.70, 30.43, 49.77, 36.77],
        ),
        (of_pairs([34, 54, 63, 64, 75]), [55.58, 27.65, 57.94, 28.28]),
        (
            of_pairs([332, 433, 498, 333, 334]),
            [-8.64, 10.33, -9.17, 10.96],
        ),
        (
            of_pairs([7895, 8757, 5685, 568, 9999]),
            [-21.04, 2.95, -19.01, 2.65],
        ),
    ];
    for (found, expected) in printed_by_fastchess {
        let found = [found[0], found[3], found[4], found[5]];
        for (found, expected) in found.into_iter().zip(expected) {
            assert_printed(found, expected);
        }
    }
    // For the following games, fastchess's tests give only normalized Elo and LOS.
    let first = of_games(Tally::new(76, 123, 89));
    assert_printed(first[4], -20.76);
    assert_printed(first[5], 40.13);
    assert_printed(first[6] * 100.0, 15.53);
    let last = of_games(Tally::new(34, 0, 356));
    assert_printed(last[4], -508.44);
    assert_printed(last[5], 34.48);
}

/// Computed as `1 / (1 + 10^(-elo / 400))`.
#[test]
fn elo_and_score_conversions_are_inverse() {
    assert_close(elo_to_score(1.0), 0.501439111709153);
    assert_close(elo_to_score(100.0), 0.640064999802885);
    assert_close(elo_to_score(-250.0), 0.191682327450541);
    for elo in [-700.0, -3.5, 12.0, 1000.0] {
        assert_close(score_to_elo(elo_to_score(elo)), elo);
    }
    assert_eq!(score_to_elo(0.5), 0.0);
    assert_eq!(score_to_elo(0.0), f64::NEG_INFINITY);
    assert_eq!(score_to_elo(1.0), f64::INFINITY);
}

#[test]
fn without_games_there_is_no_estimate() {
    let (games, pairs) = (Counts::SingleGames(Tally::default()), pairs([0; 5]));
    assert!(games.elo().is_none() && games.normalized_elo().is_none());
    assert!(pairs.elo().is_none() && pairs.normalized_elo().is_none());
    assert!(games.los().is_none() && pairs.los().is_none());
    assert!(games.score().is_none() && pairs.score().is_none());
    let games = Tally::default();
    assert!(games.score().is_none() && games.draw_ratio().is_none());
}

/// Computed with mpmath: the lower bounds are the Elo and the normalized Elo of a
/// score of `q = 0.025^(1/3)` with variance `q (1 - q)`.
#[test]
fn the_elo_of_wins_only_is_infinite_with_a_finite_lower_bound() {
    let losses = Counts::SingleGames(Tally::new(3, 0, 0).mirrored());
    let wins = Counts::SingleGames(Tally::new(3, 0, 0));
    let elo = wins.elo().unwrap();
    assert_eq!((elo.value, elo.upper), (f64::INFINITY, f64::INFINITY));
    assert_close(elo.lower, -153.522693060135);
    assert_eq!(elo.margin(), f64::INFINITY);
    let normalized = wins.normalized_elo().unwrap();
    assert_eq!(normalized.value, f64::INFINITY);
    assert_close(normalized.lower, -158.567641793354);
    assert_eq!(wins.los(), Some(1.0));

    let elo = losses.elo().unwrap();
    assert_eq!(
        (elo.value, elo.lower),
        (f64::NEG_INFINITY, f64::NEG_INFINITY)
    );
    assert_close(elo.upper, 153.522693060135);
    let normalized = losses.normalized_elo().unwrap();
    assert_close(normalized.upper, 158.567641793354);
    assert_eq!(losses.los(), Some(0.0));
}

/// Computed with mpmath: with `q = 0.025^(1/2)` the score lies between `q/2` and
/// `1 - q/2`; the margin of normalized Elo is `z 800/ln 10 / sqrt(2)`.
#[test]
fn the_elo_of_draws_only_is_zero_with_a_margin() {
    let draws = Counts::SingleGames(Tally::new(0, 2, 0));
    let elo = draws.elo().unwrap();
    assert_eq!(elo.value, 0.0);
    assert_close(elo.lower, -426.51710804725);
    assert_close(elo.upper, 426.51710804725);
    let normalized = draws.normalized_elo().unwrap();
    assert_eq!(normalized.value, 0.0);
    assert_close(normalized.margin(), 481.512306690943);
    assert_eq!(draws.los(), Some(0.5));
}

/// Four pairs of 1½ points each; computed with mpmath as above, with `q = 0.025^(1/4)`.
#[test]
fn equal_pairs_have_a_finite_elo_with_a_margin() {
    let elo = pairs([0, 0, 0, 4, 0]).elo().unwrap();
    assert_close(elo.value, 400.0 * 3f64.log10());
    assert_close(elo.lower, -148.660273847598);
    assert_close(elo.upper, 382.841067336998);
    let normalized = pairs([0, 0, 0, 4, 0]).normalized_elo().unwrap();
    assert_close(normalized.lower, -135.04853578207);
}

#[test]
fn counts_give_games_points_and_ratios() {
    let games = Tally::new(3, 2, 1);
    assert_eq!((games.games(), games.points()), (6, 4.0));
    assert_close(games.score().unwrap(), 2.0 / 3.0);
    assert_close(games.draw_ratio().unwrap(), 1.0 / 3.0);
    let mut pairs = Pentanomial([1, 0, 2, 0, 0]);
    pairs.record(3);
    pairs.record(5);
    assert_eq!(pairs, Pentanomial([1, 0, 2, 1, 0]));
    assert_eq!(pairs.pairs(), 4);
    let counts = Counts::new(pairs, Tally::default());
    assert_close(counts.score().unwrap(), 3.5 / 8.0);
    assert_eq!(pairs.mirrored(), Pentanomial([0, 1, 2, 0, 1]));
}
