/**
 * Game files: the engine reads and writes them. A file stays as its bytes, in its encoding; of its games a
 * list is kept, and the one that is opened becomes a tree.
 *
 * @typedef {import('./types.js').Tree} Tree
 * @typedef {import('./types.js').Node} Node
 * @typedef {import('./conversation.js').Rules} Rules
 * @typedef {{ word: string, line: number, column: number, message: string, found?: string }} Fault
 * @typedef {{ start: number, end: number, tags: Record<string, string>, result: string, turns: number, fault?: Fault }} ListedGame
 * @typedef {{ bytes: Uint8Array<ArrayBuffer>, games: ListedGame[], encoding: string }} GameFile
 * @typedef {{ tree: Tree, faults: Fault[] }} GameWithFaults
 * @typedef {{ turn: string, nags?: number[], comment?: string, clock_ms?: number, eval?: string, squares?: string[], arrows?: string[],
 *   file?: string, variations?: FileLine[] }} FileTurn
 * @typedef {{ intro?: string, turns?: FileTurn[] }} FileLine
 * @typedef {FileLine & { variant: string, tags?: Record<string, string>, start?: string, result?: string, faults?: Fault[] }} FileGame
 */
import { lineEnds } from './file-bytes.js';
import { evaluationOfFile } from './score.js';
import { GLYPHS, commentOf, newNode, newTree } from './tree.js';
import { RefusedText } from './words.js';

/** How much of a file is sent at a time, in bytes: as a line of base64 it is within the limit of every server. */
const PART = 256 << 10;
const MAX_PART = 750 << 10;

/** A game that can't be read. */
export class UnreadableGame extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/**
 * Lists the games of a file.
 * @param {Rules} rules
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {AbortSignal} signal ends the work; then this rejects
 * @param {(done: number) => void} onProgress is called with the share of the file that has been listed
 * @returns {Promise<GameFile>}
 */
export async function listGames(rules, bytes, signal, onProgress) {
  /** @type {ListedGame[]} */
  const games = [];
  let encoding = '';
  let from = 0;
  let length = PART;
  for (;;) {
    const to = Math.min(bytes.length, from + length);
    const more = to < bytes.length;
    const part = { base64: base64(bytes.subarray(from, to)), more, ...(encoding === '' ? {} : { encoding }) };
    const answers = await rules.file('games', part);
    signal.throwIfAborted();
    const sum = answers.pop()?.value;
    for (const { value } of answers) games.push({ ...value, start: value.start + from, end: value.end + from });
    encoding = sum.encoding;
    if (!more) return { bytes, games, encoding };
    // A game that is longer than a part needs a longer one.
    if (sum.bytes === 0 && length === MAX_PART) throw new RefusedText('long', String(MAX_PART));
    length = sum.bytes === 0 ? Math.min(2 * length, MAX_PART) : PART;
    from += sum.bytes;
    onProgress(from / bytes.length);
  }
}

/**
 * Opens a game of a file. Rejects with an `UnreadableGame` if there is none. Faults have lines of the file.
 * @param {Rules} rules
 * @param {GameFile} file
 * @param {number} index
 * @returns {Promise<GameWithFaults>}
 */
export async function openGame(rules, { bytes, games, encoding }, index) {
  const { start, end } = games[index] ?? { start: 0, end: bytes.length };
  if (end - start > MAX_PART) throw new RefusedText('long', String(end - start));
  const [answer] = await rules.file('readgame', { base64: base64(bytes.subarray(start, end)), encoding });
  const game = /** @type {FileGame & Fault} */ (answer?.value);
  const isUnreadable = answer?.kind === 'fault';
  const faults = isUnreadable ? [game] : game.faults ?? [];
  const before = faults.length === 0 ? 0 : lineEnds(bytes.subarray(0, start), encoding);
  const inFile = faults.map((fault) => ({ ...fault, line: fault.line + before }));
  if (isUnreadable && inFile[0]) throw new UnreadableGame(inFile[0]);
  return { tree: treeOf(game), faults: inFile };
}

/**
 * Writes a game as text of a file.
 * @param {Rules} rules
 * @param {Tree} tree
 * @returns {Promise<string>}
 */
export async function writeGame(rules, tree) {
  const [answer] = await rules.file('writegame', gameOf(tree));
  return answer?.value.text ?? '';
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  // A call takes so many arguments at most.
  const step = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(text);
}

/** Returns the tree of a game that the engine has read. @param {FileGame} game @returns {Tree} */
export function treeOf({ variant, start, tags = {}, intro = '', turns = [], result = '*' }) {
  const nodes = [{ ...newNode(0, -1, '', ''), comment: intro }];
  addTurns(nodes, 0, turns, result);
  return { ...newTree(variant, start ?? null), nodes, tags, result };
}

/** Adds turns behind a node to nodes that nobody else has seen yet. @param {Node[]} nodes @param {number} at @param {FileTurn[]} turns @param {string} result with which they end */
function addTurns(nodes, at, turns, result) {
  let here = at;
  for (const { turn, nags = [], comment = '', clock_ms: clock = null, eval: score = '', squares = [], arrows = [], file = '', variations = [] } of turns) {
    const id = nodes.length;
    const glyph = nags.find(isGlyph) ?? 0;
    nodes.push({ ...newNode(id, here, turn, file), comment, glyph: GLYPHS[glyph] ?? '', nags, clock, eval: score, evaluation: evaluationOfFile(score, result), marks: [...squares, ...arrows].map(markOf) });
    nodes[here]?.children.push(id);
    for (const { intro = '', turns: line = [] } of variations) {
      const head = nodes.length;
      addTurns(nodes, here, line, '*');
      const first = nodes[head];
      if (first) first.intro = intro;
    }
    here = id;
  }
}

/** Returns whether the number of an annotation has a sign. @param {number} nag */
const isGlyph = (nag) => nag > 0 && nag < GLYPHS.length;

/** Returns the annotations of a turn as numbers: those of its file, in which its sign may have changed. @param {Node} node */
function nagsOf({ nags, glyph }) {
  const number = GLYPHS.indexOf(glyph);
  if (number > 0 && nags.includes(number)) return nags;
  const place = nags.findIndex(isGlyph);
  const others = nags.filter((_, index) => index !== place);
  return number > 0 ? others.toSpliced(Math.max(place, 0), 0, number) : others;
}

/** Reads a mark of a file, `Gd4` or `Gd4d6`. @param {string} text @returns {import('./types.js').Mark} */
function markOf(text) {
  const [, color = '', from = '', to] = /^(.)([a-h]\d+)([a-h]\d+)?$/.exec(text) ?? [];
  return { from, to: to ?? null, color };
}

/** @param {import('./types.js').Mark} mark */
const markText = ({ from, to, color = 'G' }) => `${color}${from}${to ?? ''}`;

/** Returns a tree as a game for the engine. @param {Tree} tree @returns {FileGame} */
export function gameOf(tree) {
  const { variant, start, tags, result, nodes } = tree;
  return {
    variant, tags, result,
    ...(start === null ? {} : { start }),
    intro: nodes[0]?.comment ?? '',
    turns: turnsFrom(tree, nodes[0]?.children[0]),
  };
}

/** The turns of a line, with the lines that could have been played instead. @param {Tree} tree @param {number | undefined} first @returns {FileTurn[]} */
function turnsFrom(tree, first) {
  const turns = [];
  for (let id = first; id !== undefined; id = tree.nodes[id]?.children[0]) {
    const node = tree.nodes[id];
    if (!node) break;
    const siblings = tree.nodes[node.parent]?.children ?? [];
    const others = siblings[0] === id ? siblings.slice(1) : [];
    turns.push({
      turn: node.turn,
      nags: nagsOf(node),
      comment: commentOf(tree, node),
      ...(node.clock === null ? {} : { clock_ms: Math.max(0, Math.round(node.clock)) }),
      ...(node.eval === '' ? {} : { eval: node.eval }),
      squares: node.marks.filter((mark) => mark.to === null).map(markText),
      arrows: node.marks.filter((mark) => mark.to !== null).map(markText),
      variations: others.map((other) => ({ intro: tree.nodes[other]?.intro ?? '', turns: turnsFrom(tree, other) })),
    });
  }
  return turns;
}
