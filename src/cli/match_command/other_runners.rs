//! The options of fastchess and cutechess-cli whose counterparts have other names here.

/// The names of the options, without dashes, and hints at their counterparts here.
const COUNTERPARTS: [(&str, &str); 13] = [
    ("autosaveinterval", "every game is saved as it ends"),
    (
        "config",
        "the settings are saved in the folder of the match; see --resume",
    ),
    ("debug", "--logs logs the communication with the engines"),
    ("log", "--logs logs the communication with the engines"),
    ("maxmoves", "--max-plies N counts the turns of both sides"),
    (
        "noswap",
        "--no-swap --games 1 gives White to the first engine",
    ),
    (
        "pgnout",
        "the games are written to games.sgn in the folder --out DIR",
    ),
    (
        "ratinginterval",
        "the results are shown while games are played",
    ),
    (
        "repeat",
        "each opening is played with both colours by default (--games 2)",
    ),
    (
        "scoreinterval",
        "the results are shown while games are played",
    ),
    ("srand", "--seed N sets the seed of all random choices"),
    (
        "tournament",
        "--format gauntlet, knockout, round-robin or swiss",
    ),
    (
        "use-affinity",
        "games are pinned to processors by default (--affinity)",
    ),
];

/// Returns a hint at the counterpart of the option `name`; `None` if it is not in the list.
pub fn counterpart_hint(name: &str) -> Option<String> {
    let mut counterparts = COUNTERPARTS.iter();
    let (_, hint) = counterparts.find(|(other, _)| *other == name)?;
    Some((*hint).to_owned())
}
