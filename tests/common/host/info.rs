//! A reader of `info` lines that is as strict as the strictest host.

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

/// A score, from the side to move's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportedScore {
    Centipawns(i64),
    /// The end of the game in this many of its own turns; negative when it loses.
    EndIn(i64),
}

/// The keys that take one number.
const NUMBERS: [&str; 7] = [
    "depth", "seldepth", "multipv", "time", "nodes", "nps", "hashfull",
];

/// The dialect of the host that reads the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostDialect {
    /// Accepts `mate` and bounds.
    Uci,
    /// Expects pairs of a key and one value; accepts `win` and `loss`, and shows a line only if its
    /// depth and time are above 0.
    Ushi,
    /// Expects a bare number as the score; time and nodes may come in a line of their own.
    Ucci,
}

/// Reads a line that begins with `info`. Returns `None` if the line has no variation: a text, or,
/// in UCI, the move being searched.
pub fn parse_info(line: &str, reader: HostDialect) -> Result<Option<PvInfo>, String> {
    let mut words = line.split(' ').peekable();
    if words.next() != Some("info") {
        return Err("not an info line".to_string());
    }
    match words.peek() {
        Some(&"string") if reader != HostDialect::Ucci => return Ok(None),
        Some(&"message") if reader == HostDialect::Ucci => return Ok(None),
        Some(_) => {}
        None => return Err("an empty info line".to_string()),
    }
    let mut numbers = Vec::<(&str, u64)>::new();
    let (mut score, mut is_bound, mut is_current) = (None, false, false);
    let mut pv = Vec::new();
    while let Some(key) = words.next() {
        let mut value = || words.next().ok_or(format!("{key} without a value"));
        match key {
            "pv" => pv = words.by_ref().map(String::from).collect(),
            "score" if reader == HostDialect::Ucci => score = Some(read_bare_score(value()?)?),
            "score" => score = Some(read_score(value()?, value()?, reader)?),
            "lowerbound" | "upperbound" if reader == HostDialect::Uci => is_bound = true,
            "currmove" if reader != HostDialect::Ushi => {
                is_current = true;
                value()?;
            }
            "currmovenumber" if reader == HostDialect::Uci => drop(value()?),
            _ if numbers.iter().any(|&(other, _)| other == key) => {
                return Err(format!("{key} twice"));
            }
            _ if NUMBERS.contains(&key) => numbers.push((key, number(value()?)?)),
            _ => return Err(format!("unknown key {key:?}")),
        }
    }
    if is_current && score.is_none() {
        return Ok(None);
    }
    if reader == HostDialect::Ucci && pv.is_empty() && score.is_none() {
        return Ok(None);
    }
    let number = |key| numbers.iter().find(|&&(other, _)| other == key);
    let number = |key| number(key).map(|&(_, number)| number);
    let in_another_line = (reader == HostDialect::Ucci).then_some(0);
    let missing = |key| format!("no {key}");
    let info = PvInfo {
        depth: number("depth").ok_or(missing("depth"))?,
        multipv: number("multipv"),
        score: score.ok_or(missing("score"))?,
        is_bound,
        time: number("time").or(in_another_line).ok_or(missing("time"))?,
        nodes: number("nodes")
            .or(in_another_line)
            .ok_or(missing("nodes"))?,
        pv,
    };
    if info.pv.iter().any(String::is_empty) || info.pv.is_empty() {
        return Err("an empty pv".to_string());
    }
    if reader == HostDialect::Ushi && (info.depth == 0 || info.time == 0) {
        return Err("a depth or time of 0".to_string());
    }
    Ok(Some(info))
}

fn read_bare_score(value: &str) -> Result<ReportedScore, String> {
    let value = value.parse().map_err(|_| format!("score {value:?}"))?;
    Ok(ReportedScore::Centipawns(value))
}

fn read_score(unit: &str, value: &str, reader: HostDialect) -> Result<ReportedScore, String> {
    let value: i64 = value.parse().map_err(|_| format!("score {value:?}"))?;
    match (unit, reader) {
        ("cp", _) => Ok(ReportedScore::Centipawns(value)),
        ("mate", HostDialect::Uci) if value != 0 => Ok(ReportedScore::EndIn(value)),
        ("win", HostDialect::Ushi) if value > 0 => Ok(ReportedScore::EndIn(value)),
        ("loss", HostDialect::Ushi) if value > 0 => Ok(ReportedScore::EndIn(-value)),
        _ => Err(format!("score {unit} {value}")),
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("{text:?} is not a number"))
}
