//! Every sentence that the document's grammars allow can be parsed.
//!
//! This module parses EBNF (terminals in quotes, `|`, `[ ]`, `{ }`, `( )`, and sequences) and
//! generates random sentences.

use std::collections::{BTreeMap, BTreeSet};

use batyr::base::zobrist::splitmix;
use batyr_protocol::{Command, Dialect, Reply};

use super::chapters::{FencedBlock, blocks};

/// The number of sentences generated from each grammar.
const SENTENCES: u64 = 3_000;

/// The words generated for the names that have no rule.
const LEXICON: [(&str, &str); 11] = [
    ("number", "7"),
    ("integer", "-3"),
    ("name", "Hash"),
    ("value", "8"),
    ("word", "hashsize"),
    ("spn", "9/K/7/7/7/7/7/7/k/9 w - - - - 1"),
    ("json", "{\"text\":\"1. 61-42 *\"}"),
    ("move", "a5:a7:g7"),
    ("jump", "58-60Q"),
    ("text", "some text"),
    ("id", "Hash"),
];

/// A part of the right side of a rule.
#[derive(Debug)]
enum Node {
    Terminal(&'static str),
    Name(&'static str),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Optional(Box<Node>),
    Repeated(Box<Node>),
}

/// The rules of a grammar, by name.
#[derive(Debug)]
pub struct Grammar(BTreeMap<&'static str, Node>);

impl Grammar {
    /// Parses the grammar of a chapter. Rules that it omits are those of UCI.
    pub fn of_chapter(chapter: &str) -> Self {
        let mut found = blocks("ebnf");
        found.extend(blocks("ebnf-ucci"));
        let mut rules = BTreeMap::new();
        for source in ["UCI", chapter] {
            let block = found.iter().find(|block| block.chapter == source);
            let block = block.unwrap_or_else(|| panic!("no grammar of {source}"));
            rules.extend(Self::parse(block));
        }
        Self(rules)
    }

    fn parse(block: &FencedBlock) -> BTreeMap<&'static str, Node> {
        let chapter = block.chapter;
        let words = block.lines.iter().flat_map(|line| line.split_whitespace());
        let words: Vec<&'static str> = words.collect();
        let mut rules = BTreeMap::new();
        for rule in words
            .split(|word| *word == ";")
            .filter(|rule| !rule.is_empty())
        {
            let [name, "=", rest @ ..] = rule else {
                panic!("{chapter}: not a rule: {rule:?}");
            };
            let mut rest = rest;
            rules.insert(*name, parse_choice(&mut rest));
            assert!(rest.is_empty(), "{chapter}: {name}: left over: {rest:?}");
        }
        rules
    }

    /// Returns all words in quotes.
    pub fn terminals(&self) -> BTreeSet<&'static str> {
        let mut found = BTreeSet::new();
        self.0
            .values()
            .for_each(|node| collect_terminals(node, &mut found));
        found
    }

    /// Returns random sentences that a rule allows, the same each time.
    pub fn sentences(&self, rule: &str) -> impl Iterator<Item = String> {
        let mut state = 0;
        let mut random = move |bound: usize| {
            state += 1;
            (splitmix(state) % bound as u64) as usize
        };
        (0..SENTENCES).map(move |_| self.sentence(rule, &mut random))
    }

    /// Returns a random sentence that a rule allows.
    fn sentence(&self, rule: &str, random: &mut impl FnMut(usize) -> usize) -> String {
        let mut words = Vec::new();
        self.expand(&self.0[rule], random, &mut words);
        words.join(" ")
    }

    fn expand(
        &self,
        node: &Node,
        random: &mut impl FnMut(usize) -> usize,
        words: &mut Vec<&'static str>,
    ) {
        match node {
            Node::Terminal(word) => words.push(word),
            Node::Name(name) => match self.0.get(name) {
                Some(rule) => self.expand(rule, random, words),
                None => {
                    let entry = LEXICON.iter().find(|(entry_name, _)| entry_name == name);
                    words.push(entry.unwrap_or_else(|| panic!("no rule {name:?}")).1);
                }
            },
            Node::Sequence(nodes) => nodes
                .iter()
                .for_each(|node| self.expand(node, random, words)),
            Node::Choice(choice) => self.expand(&choice[random(choice.len())], random, words),
            Node::Optional(node) if random(2) == 0 => self.expand(node, random, words),
            Node::Optional(_) => {}
            Node::Repeated(node) => {
                for _ in 0..random(4) {
                    self.expand(node, random, words);
                }
            }
        }
    }
}

/// Parses sequences that are separated by `|`.
fn parse_choice(rest: &mut &[&'static str]) -> Node {
    let mut choices = vec![parse_sequence(rest)];
    while let ["|", after @ ..] = rest {
        *rest = after;
        choices.push(parse_sequence(rest));
    }
    match choices.len() {
        1 => choices.remove(0),
        _ => Node::Choice(choices),
    }
}

/// Parses nodes up to `|` or a closing bracket.
fn parse_sequence(rest: &mut &[&'static str]) -> Node {
    let mut nodes = Vec::new();
    while let [word, after @ ..] = rest {
        if ["|", ")", "]", "}"].contains(word) {
            break;
        }
        *rest = after;
        match *word {
            "(" => nodes.push(parse_until(rest, ")")),
            "[" => nodes.push(Node::Optional(Box::new(parse_until(rest, "]")))),
            "{" => nodes.push(Node::Repeated(Box::new(parse_until(rest, "}")))),
            word => {
                let quoted = word
                    .strip_prefix('"')
                    .and_then(|word| word.strip_suffix('"'));
                nodes.push(quoted.map_or(Node::Name(word), Node::Terminal));
            }
        }
    }
    Node::Sequence(nodes)
}

/// Parses up to the closing bracket `end`. The opening one has been parsed already.
fn parse_until(rest: &mut &[&'static str], end: &str) -> Node {
    let node = parse_choice(rest);
    assert_eq!(rest.first(), Some(&end), "a bracket is not closed");
    *rest = &rest[1..];
    node
}

/// Adds the terminals in a node to `found`.
fn collect_terminals(node: &Node, found: &mut BTreeSet<&'static str>) {
    match node {
        Node::Terminal(word) => {
            found.insert(word);
        }
        Node::Name(_) => {}
        Node::Sequence(nodes) | Node::Choice(nodes) => {
            nodes.iter().for_each(|node| collect_terminals(node, found));
        }
        Node::Optional(node) | Node::Repeated(node) => collect_terminals(node, found),
    }
}

/// Generates sentences that a rule allows and checks each.
fn check_rule(chapter: &str, rule: &str, check: impl Fn(&str) -> Result<(), String>) {
    for sentence in Grammar::of_chapter(chapter).sentences(rule) {
        check(&sentence).unwrap_or_else(|fault| panic!("{chapter}: {sentence:?}: {fault}"));
    }
}

/// Returns an error if the line is not a command or causes a warning.
fn check_command(dialect: Dialect, line: &str) -> Result<(), String> {
    let parsed = Command::parse(dialect, line);
    match (parsed.warnings.first(), parsed.value) {
        (Some(warning), _) => Err(warning.to_string()),
        (None, None) => Err("not a command".to_owned()),
        (None, Some(_)) => Ok(()),
    }
}

/// Returns an error if the line is not a reply or causes a warning.
fn check_reply(dialect: Dialect, line: &str) -> Result<(), String> {
    let parsed = Reply::parse(dialect, line);
    match (parsed.warnings.first(), parsed.value) {
        (Some(warning), _) => Err(warning.to_string()),
        (None, None | Some(Reply::Other(_))) => Err("not a reply".to_owned()),
        (None, Some(_)) => Ok(()),
    }
}

#[test]
fn every_command_of_the_grammars_is_parsed() {
    for dialect in Dialect::ALL {
        let chapter = dialect.properties().name;
        check_rule(chapter, "command", |line| check_command(dialect, line));
    }
}

#[test]
fn every_reply_of_the_grammars_is_parsed() {
    for dialect in Dialect::ALL {
        let chapter = dialect.properties().name;
        check_rule(chapter, "reply", |line| check_reply(dialect, line));
    }
}

#[test]
fn the_grammar_of_ucci_is_read_from_its_own_chapter() {
    let grammar = Grammar::of_chapter("UCCI");
    assert!(grammar.terminals().contains("banmoves"));
}
