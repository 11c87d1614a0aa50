//! The grammars of the document: every sentence that they allow can be parsed.
//!
//! A small reader of EBNF (terminals in quotes, `|`, `[ ]`, `{ }`, `( )`, and
//! sequences) and a generator of random sentences.

use std::collections::{BTreeMap, BTreeSet};

use batyr::base::zobrist::splitmix;
use batyr_protocol::{Command, Dialect, Reply};

use super::chapters::{Block, blocks};

/// The number of sentences generated from each grammar.
const SENTENCES: u64 = 3_000;

/// The possible values of the names without a rule.
const LEXICON: [(&str, &str); 10] = [
    ("number", "7"),
    ("integer", "-3"),
    ("name", "Hash"),
    ("value", "8"),
    ("word", "hashsize"),
    ("spn", "9/K/7/7/7/7/7/7/k/9 w - - - - 1"),
    ("move", "a5:a7:g7"),
    ("jump", "58-60Q"),
    ("text", "some text"),
    ("id", "Hash"),
];

#[derive(Debug)]
enum Node {
    Terminal(&'static str),
    Name(&'static str),
    Row(Vec<Node>),
    Choice(Vec<Node>),
    Optional(Box<Node>),
    Repeated(Box<Node>),
}

/// The rules of a grammar, by name.
#[derive(Debug)]
pub struct Grammar(BTreeMap<&'static str, Node>);

impl Grammar {
    /// Reads the grammar of a chapter; rules that it lacks are those of
    /// UCI.
    pub fn of(chapter: &str) -> Self {
        let mut found = blocks("ebnf");
        found.extend(blocks("ebnf-ucci"));
        let mut rules = BTreeMap::new();
        for source in ["UCI", chapter] {
            let block = found.iter().find(|block| block.chapter == source);
            let block = block.unwrap_or_else(|| panic!("no grammar of {source}"));
            rules.extend(Self::read(block));
        }
        Self(rules)
    }

    fn read(block: &Block) -> BTreeMap<&'static str, Node> {
        let chapter = block.chapter;
        let words = block.lines.iter().flat_map(|line| line.split_whitespace());
        let words: Vec<&'static str> = words.collect();
        let mut rules = BTreeMap::new();
        for rule in words
            .split(|word| *word == ";")
            .filter(|rule| !rule.is_empty())
        {
            let [name, "=", rest @ ..] = rule else {
                panic!("{chapter}: no rule: {rule:?}");
            };
            let mut rest = rest;
            rules.insert(*name, choice(&mut rest));
            assert!(rest.is_empty(), "{chapter}: {name}: left over: {rest:?}");
        }
        rules
    }

    /// Returns all words in quotes.
    pub fn terminals(&self) -> BTreeSet<&'static str> {
        let mut found = BTreeSet::new();
        self.0.values().for_each(|node| terminals(node, &mut found));
        found
    }

    /// Returns a random sentence of a rule.
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
            Node::Row(row) => row.iter().for_each(|node| self.expand(node, random, words)),
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

fn choice(rest: &mut &[&'static str]) -> Node {
    let mut choices = vec![row(rest)];
    while let ["|", after @ ..] = rest {
        *rest = after;
        choices.push(row(rest));
    }
    match choices.len() {
        1 => choices.remove(0),
        _ => Node::Choice(choices),
    }
}

fn row(rest: &mut &[&'static str]) -> Node {
    let mut nodes = Vec::new();
    while let [word, after @ ..] = rest {
        if ["|", ")", "]", "}"].contains(word) {
            break;
        }
        *rest = after;
        match *word {
            "(" => nodes.push(inside(rest, ")")),
            "[" => nodes.push(Node::Optional(Box::new(inside(rest, "]")))),
            "{" => nodes.push(Node::Repeated(Box::new(inside(rest, "}")))),
            word => {
                let quoted = word
                    .strip_prefix('"')
                    .and_then(|word| word.strip_suffix('"'));
                nodes.push(quoted.map_or(Node::Name(word), Node::Terminal));
            }
        }
    }
    Node::Row(nodes)
}

/// Reads up to the closing bracket; the opening one has been parsed.
fn inside(rest: &mut &[&'static str], end: &str) -> Node {
    let node = choice(rest);
    assert_eq!(rest.first(), Some(&end), "a bracket is not closed");
    *rest = &rest[1..];
    node
}

fn terminals(node: &Node, found: &mut BTreeSet<&'static str>) {
    match node {
        Node::Terminal(word) => {
            found.insert(word);
        }
        Node::Name(_) => {}
        Node::Row(nodes) | Node::Choice(nodes) => {
            nodes.iter().for_each(|node| terminals(node, found));
        }
        Node::Optional(node) | Node::Repeated(node) => terminals(node, found),
    }
}

/// Generates sentences of a rule and checks each.
fn check_rule(chapter: &str, rule: &str, check: impl Fn(&str) -> Result<(), String>) {
    let grammar = Grammar::of(chapter);
    let mut state = 0;
    let mut random = |bound: usize| {
        state += 1;
        (splitmix(state) % bound as u64) as usize
    };
    for _ in 0..SENTENCES {
        let sentence = grammar.sentence(rule, &mut random);
        check(&sentence).unwrap_or_else(|fault| panic!("{chapter}: {sentence:?}: {fault}"));
    }
}

fn command(dialect: Dialect, line: &str) -> Result<(), String> {
    let parsed = Command::parse(dialect, line);
    match (parsed.warnings.first(), parsed.value) {
        (Some(warning), _) => Err(warning.to_string()),
        (None, None) => Err("not a command".to_owned()),
        (None, Some(_)) => Ok(()),
    }
}

fn reply(dialect: Dialect, line: &str) -> Result<(), String> {
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
        let chapter = dialect.name();
        check_rule(chapter, "command", |line| command(dialect, line));
    }
}

#[test]
fn every_reply_of_the_grammars_is_parsed() {
    for dialect in Dialect::ALL {
        let chapter = dialect.name();
        check_rule(chapter, "reply", |line| reply(dialect, line));
    }
}

#[test]
fn the_grammar_of_ucci_has_its_own_words() {
    let grammar = Grammar::of("UCCI");
    assert!(grammar.terminals().contains("banmoves"));
}
