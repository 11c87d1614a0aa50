//! Parses `info` lines as strictly as the strictest host does.

/// An `info` line with a principal variation.
#[derive(Debug, Clone)]
pub struct PvInfo {
    pub depth: u64,
    pub multipv: Option<u64>,
    pub score: ReportedScore,
    pub is_bound: bool,
    pub time: u64,
    pub nodes: u64,
    pub pv: Vec<String>,
}

impl PvInfo {
    /// Returns everything in the line that does not depend on time.
    pub fn without_time(&self) -> String {
        let Self {
            depth,
            nodes,
            score,
            pv,
            ..
        } = self;
        format!("{depth} {nodes} {score:?} {pv:?}")
    }
}

/// A score, from the side to move's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportedScore {
    Centipawns(i64),
    /// The side to move wins in this many of its own turns, or loses in as many if the number is
    /// negative.
    EndIn(i64),
}

/// The keys whose value is one number.
const NUMBER_KEYS: [&str; 8] = [
    "depth", "seldepth", "multipv", "time", "nodes", "nps", "hashfull", "tbhits",
];

/// The dialect that a host speaks; its `info` lines differ as follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostDialect {
    /// Scores may be `mate`, or bounds.
    Uci,
    /// Every key has exactly one value; scores may be `win` or `loss`, and a host shows a line only
    /// if its depth and time are greater than 0.
    Ushi,
    /// The score is a bare number; time and nodes may come in a separate line.
    Ucci,
}

/// Parses a line that begins with `info`. Returns `None` if the line is a message or reports the
/// move being searched, and in UCCI also if it has neither a variation nor a score.
///
/// # Errors
///
/// Returns a description of what the dialect does not allow.
pub fn parse_info(line: &str, dialect: HostDialect) -> Result<Option<PvInfo>, String> {
    let mut words = line.split(' ').peekable();
    if words.next() != Some("info") {
        return Err("not an info line".to_string());
    }
    match words.peek() {
        Some(&"string") if dialect != HostDialect::Ucci => return Ok(None),
        Some(&"message") if dialect == HostDialect::Ucci => return Ok(None),
        Some(_) => {}
        None => return Err("the info line is empty".to_string()),
    }
    let mut numbers = Vec::<(&str, u64)>::new();
    let (mut score, mut is_bound, mut has_current_move) = (None, false, false);
    let mut pv = Vec::new();
    while let Some(key) = words.next() {
        let mut value = || words.next().ok_or(format!("{key} has no value"));
        match key {
            "pv" => pv = words.by_ref().map(String::from).collect(),
            "score" if dialect == HostDialect::Ucci => score = Some(parse_bare_score(value()?)?),
            "score" => score = Some(parse_score(value()?, value()?, dialect)?),
            "lowerbound" | "upperbound" if dialect == HostDialect::Uci => is_bound = true,
            "currmove" if dialect != HostDialect::Ushi => {
                has_current_move = true;
                value()?;
            }
            "currmovenumber" if dialect == HostDialect::Uci => drop(value()?),
            _ if numbers.iter().any(|&(other, _)| other == key) => {
                return Err(format!("duplicate {key}"));
            }
            _ if NUMBER_KEYS.contains(&key) => numbers.push((key, parse_number(value()?)?)),
            _ => return Err(format!("unknown key {key:?}")),
        }
    }
    if has_current_move && score.is_none() {
        return Ok(None);
    }
    if dialect == HostDialect::Ucci && pv.is_empty() && score.is_none() {
        return Ok(None);
    }
    let number = |key| {
        let entry = numbers.iter().find(|&&(other, _)| other == key);
        entry.map(|&(_, number)| number)
    };
    // UCCI may report time and nodes in another line.
    let default = (dialect == HostDialect::Ucci).then_some(0);
    let missing = |key| format!("{key} is missing");
    let info = PvInfo {
        depth: number("depth").ok_or(missing("depth"))?,
        multipv: number("multipv"),
        score: score.ok_or(missing("score"))?,
        is_bound,
        time: number("time").or(default).ok_or(missing("time"))?,
        nodes: number("nodes").or(default).ok_or(missing("nodes"))?,
        pv,
    };
    if info.pv.iter().any(String::is_empty) || info.pv.is_empty() {
        return Err("the pv is empty".to_string());
    }
    if dialect == HostDialect::Ushi && (info.depth == 0 || info.time == 0) {
        return Err("the depth or the time is 0".to_string());
    }
    Ok(Some(info))
}

fn parse_bare_score(value: &str) -> Result<ReportedScore, String> {
    let value = value
        .parse()
        .map_err(|_| format!("invalid score {value:?}"))?;
    Ok(ReportedScore::Centipawns(value))
}

fn parse_score(unit: &str, value: &str, dialect: HostDialect) -> Result<ReportedScore, String> {
    let value: i64 = value
        .parse()
        .map_err(|_| format!("invalid score {value:?}"))?;
    match (unit, dialect) {
        ("cp", _) => Ok(ReportedScore::Centipawns(value)),
        ("mate", HostDialect::Uci) if value != 0 => Ok(ReportedScore::EndIn(value)),
        ("win", HostDialect::Ushi) if value > 0 => Ok(ReportedScore::EndIn(value)),
        ("loss", HostDialect::Ushi) if value > 0 => Ok(ReportedScore::EndIn(-value)),
        _ => Err(format!("invalid score '{unit} {value}'")),
    }
}

fn parse_number(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("{text:?} is not a number"))
}
