/**
 * Game files: SGN for Shatra and PGN for the games on 8x8. Their moves are texts here; the engine reads
 * them and tells how they are written.
 *
 * @typedef {import('./types.js').Tree} Tree
 * @typedef {import('./types.js').Node} Node
 * @typedef {import('./conversation.js').Rules} Rules
 * @typedef {{ text: string, glyph: string, comment: string, variations: FileMove[][] }} FileMove
 * @typedef {{ tags: Record<string, string>, moves: FileMove[], result: string }} FileGame
 */
import { geometryOf } from './position.js';
import { addTurn, newTree, setNode, turnsTo } from './tree.js';
import { oneLine } from './words.js';

/** The annotations of moves by their numbers in files. @type {Record<string, string>} */
const NAGS = { $1: '!', $2: '?', $3: '!!', $4: '??', $5: '!?', $6: '?!' };
const GLYPHS = new Map(Object.entries(NAGS).map(([nag, glyph]) => [glyph, nag]));
const RESULTS = ['1-0', '0-1', '1/2-1/2', '*'];
const LINE_WIDTH = 80;

const TOKEN = /\{[^}]*\}|;[^\n]*|\(|\)|\$\d+|[^\s(){};]+/g;
const TAG = /^\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$/;

/**
 * Reads the games of a file.
 * @param {string} text
 * @returns {FileGame[]}
 */
export function parseGames(text) {
  /** @type {{ tags: Record<string, string>, body: string[] }[]} */
  const games = [];
  let isBody = true;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    if (line.startsWith('%')) continue;
    const tag = TAG.exec(line);
    if (tag !== null) {
      if (isBody) games.push({ tags: {}, body: [] });
      const [, name = '', value = ''] = tag;
      const last = games.at(-1);
      if (last) last.tags[name] = value.replace(/\\(.)/g, '$1');
      isBody = false;
    } else if (line.trim() !== '') {
      if (games.length === 0) games.push({ tags: {}, body: [] });
      games.at(-1)?.body.push(line);
      isBody = true;
    }
  }
  return games.map(({ tags, body }) => {
    const tokens = body.join('\n').match(TOKEN) ?? [];
    const result = tokens.findLast((token) => RESULTS.includes(token)) ?? tags.Result ?? '*';
    return { tags, moves: parseLine(tokens, { at: 0 }), result };
  });
}

/**
 * Reads moves up to the end of a variation or of the game.
 * @param {string[]} tokens
 * @param {{ at: number }} cursor
 * @returns {FileMove[]}
 */
function parseLine(tokens, cursor) {
  /** @type {FileMove[]} */
  const moves = [];
  while (cursor.at < tokens.length) {
    const token = tokens[cursor.at] ?? '';
    cursor.at += 1;
    const last = moves.at(-1);
    if (token === ')') return moves;
    if (token === '(') {
      const variation = parseLine(tokens, cursor);
      last?.variations.push(variation);
    } else if (token.startsWith('{') || token.startsWith(';')) {
      const comment = token.replace(/^[{;]|\}$/g, '').replace(/\s+/g, ' ').trim();
      if (last) last.comment = [last.comment, comment].filter((part) => part !== '').join(' ');
    } else if (token.startsWith('$')) {
      if (last) last.glyph = NAGS[token] ?? last.glyph;
    } else if (!RESULTS.includes(token)) addMove(moves, token.replace(/^\d+\.+/, ''));
  }
  return moves;
}

/** Adds a move, or a jump to the chain before it. @param {FileMove[]} moves @param {string} token */
function addMove(moves, token) {
  const [, bare = '', glyph = ''] = /^(.*?)([!?]{0,2})$/.exec(token) ?? [];
  if (bare === '') return;
  const last = moves.at(-1);
  const squares = bare.split(/[-:x]/);
  const end = last?.text.split(/[-:x]/).at(-1)?.replace(/=?[A-Za-z]$/, '');
  if (last && bare === 'pass') return;
  if (last && bare.startsWith(':')) last.text += bare;
  else if (last && squares.length > 1 && squares[0] === end) last.text += bare.slice(squares[0]?.length);
  else moves.push({ text: bare, glyph: '', comment: '', variations: [] });
  const added = moves.at(-1);
  if (added && glyph !== '') added.glyph = glyph;
}

/**
 * Makes a tree of a game that was read. Rejects with the engine's sentence about the first move that is
 * not legal.
 * @param {FileGame} file
 * @param {Rules} rules
 * @param {string[]} variants the games that the engine knows
 * @returns {Promise<Tree>}
 */
export async function readGame(file, rules, variants) {
  const position = file.tags.SPN ?? file.tags.FEN;
  const start = position === undefined ? null : oneLine(position);
  const named = variants.find((variant) => variant === file.tags.Variant?.toLowerCase());
  const candidates = named !== undefined ? [named]
    : file.tags.FEN ? variants.filter((variant) => geometryOf(variant).name === 'chess') : variants;
  /** @type {unknown} */
  let firstError = new Error('no moves');
  for (const [index, variant] of candidates.entries()) {
    try {
      const { Variant: _variant, SPN: _spn, FEN: _fen, Setup: _setup, SetUp: _setUp, Result: _result, ...tags } = file.tags;
      const tree = { ...newTree(variant, start), tags, result: file.result };
      return await addMoves(tree, 0, file.moves, rules);
    } catch (error) {
      if (index === 0) firstError = error;
    }
  }
  throw firstError;
}

/** @param {Tree} tree @param {number} at @param {FileMove[]} moves @param {Rules} rules @returns {Promise<Tree>} */
async function addMoves(tree, at, moves, rules) {
  const before = turnsTo(tree, at);
  const texts = moves.map((move) => move.text);
  const named = await rules.moves({ variant: tree.variant, start: tree.start, turns: [...before, ...texts] });
  let grown = tree;
  let here = at;
  for (const [index, move] of moves.entries()) {
    const played = named[before.length + index];
    if (played === undefined) break;
    const from = here;
    ({ tree: grown, at: here } = addTurn(grown, from, played.turn, played.file));
    grown = setNode(grown, here, { glyph: move.glyph, comment: move.comment });
    for (const variation of move.variations) grown = await addMoves(grown, from, variation, rules);
  }
  return grown;
}

/**
 * Writes the game as a file.
 * @param {Tree} tree
 * @param {Rules} rules
 */
export async function writeGame(tree, rules) {
  const named = await withFileTexts(tree, rules);
  const isChess = geometryOf(tree.variant).name === 'chess';
  const tags = { Event: '?', Site: '?', Date: '????.??.??', Round: '?', White: '?', Black: '?', ...tree.tags, Result: tree.result };
  const start = tree.start === null ? {} : isChess ? { FEN: tree.start, SetUp: '1' } : { SPN: tree.start, Setup: '1' };
  const lines = Object.entries({ ...tags, ...start, Variant: tree.variant })
    .map(([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`);
  const words = [...lineWords(named, 0, named.nodes[0]?.children[0]), tree.result];
  return `${lines.join('\n')}\n\n${wrap(words)}\n\n`;
}

/** Fills in how files write the turns. @param {Tree} tree @param {Rules} rules */
async function withFileTexts(tree, rules) {
  let named = tree;
  for (const leaf of tree.nodes.filter((node) => node.children.length === 0)) {
    const turns = turnsTo(tree, leaf.id);
    if (turns.length === 0 || !(leaf.parent in tree.nodes)) continue;
    const moves = await rules.moves({ variant: tree.variant, start: tree.start, turns });
    let id = leaf.id;
    for (const { file } of moves.reverse()) {
      named = setNode(named, id, { file });
      id = tree.nodes[id]?.parent ?? 0;
    }
  }
  return named;
}

/**
 * The words of a line.
 * @param {Tree} tree
 * @param {number} from the node before it
 * @param {number | undefined} first its first node
 * @returns {string[]}
 */
function lineWords(tree, from, first) {
  const words = [];
  let needsNumber = true;
  for (let id = first; id !== undefined; id = tree.nodes[id]?.children[0]) {
    const node = tree.nodes[id];
    if (!node) break;
    const { number, isWhite } = numberOf(tree, node.parent);
    if (isWhite || needsNumber) words.push(isWhite ? `${number}.` : `${number}...`);
    const [head = node.turn, ...jumps] = (node.file || node.turn).split(',');
    words.push(head);
    const siblings = tree.nodes[node.parent]?.children ?? [];
    const variations = siblings[0] === id && (id !== first || from === 0) ? siblings.slice(1) : [];
    words.push(...jumps);
    if (GLYPHS.has(node.glyph)) words.push(GLYPHS.get(node.glyph) ?? '');
    if (node.comment !== '') words.push(...`{${node.comment}}`.split(' '));
    for (const sibling of variations) words.push(...inParentheses(lineWords(tree, node.parent, sibling)));
    needsNumber = node.comment !== '' || variations.length > 0;
  }
  return words;
}

/** @param {string[]} words */
function inParentheses(words) {
  return words.map((word, index) => (index === 0 ? '(' : '') + word + (index === words.length - 1 ? ')' : ''));
}

/** Returns the number of the move that follows a node. @param {Tree} tree @param {number} id */
function numberOf(tree, id) {
  const fields = (tree.start ?? '').split(' ');
  const plies = turnsTo(tree, id).length + (fields[1] === 'b' ? 1 : 0);
  const first = Number(fields[geometryOf(tree.variant).name === 'shatra' ? 6 : 5]) || 1;
  return { number: first + Math.floor(plies / 2), isWhite: plies % 2 === 0 };
}

/** @param {string[]} words */
function wrap(words) {
  const lines = [''];
  for (const word of words) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > LINE_WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}
