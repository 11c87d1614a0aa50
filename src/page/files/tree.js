/**
 * The tree of a game: positions, and the turns between them. The first child of a node is the main
 * line, the others are variations. A tree is never changed in place, so what was painted can be
 * compared with what is to be painted.
 *
 * @typedef {import('./types.js').Tree} Tree
 * @typedef {import('./types.js').Node} Node
 */
import { isPosition, isTurn, isVariant } from './words.js';

/** The longest game and the longest texts that are read back. */
const MAX_NODES = 20_000;
/** The signs at turns; each has its place as number in game files. */
export const GLYPHS = ['', '!', '?', '!!', '??', '!?', '?!'];

/** @param {number} id @param {number} parent @param {string} turn @param {string} file @returns {Node} */
export const newNode = (id, parent, turn, file) =>
  ({ id, parent, children: [], turn, file, facts: null, intro: '', comment: '', glyph: '', isGlyphOfEngine: false, nags: [], clock: null, mover: null, marks: [], eval: '', evaluation: null });

/** The start positions of the games, which the server has put before the scripts. @type {Record<string, string>} */
const starts = /** @type {any} */ (globalThis).batyr?.starts ?? {};

/** Returns the position at the root of a tree; '' if it is not known yet. @param {Tree} tree */
export const rootPosition = ({ nodes, start, variant }) => nodes[0]?.facts?.position ?? start ?? starts[variant] ?? '';

/** Returns a name for a game that no other has. */
export const newId = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');

/**
 * Creates the tree of a game without turns.
 * @param {string} variant
 * @param {string | null} start
 * @returns {Tree}
 */
export function newTree(variant, start) {
  return { id: newId(), revision: 0, isOfFile: false, variant, start, nodes: [newNode(0, -1, '', '')], tags: {}, result: '*', ending: '', summary: null };
}

/**
 * Returns the tree with a node changed.
 * @param {Tree} tree
 * @param {number} id
 * @param {Partial<Node>} patch
 * @returns {Tree}
 */
export function setNode(tree, id, patch) {
  const node = tree.nodes[id];
  if (!node) return tree;
  const nodes = tree.nodes.slice();
  nodes[id] = { ...node, ...patch };
  return { ...tree, nodes };
}

/**
 * Adds a turn behind a node, or finds it there.
 * @param {Tree} tree
 * @param {number} at
 * @param {string} turn
 * @param {string} file the turn as game files write it, '' if not known
 */
export function addTurn(tree, at, turn, file) {
  const parent = tree.nodes[at];
  if (!parent) return { tree, at };
  const known = parent.children.find((id) => tree.nodes[id]?.turn === turn);
  if (known !== undefined) return { tree, at: known };
  const id = tree.nodes.length;
  const grown = setNode(tree, at, { children: [...parent.children, id] });
  return { tree: { ...grown, nodes: [...grown.nodes, newNode(id, at, turn, file)] }, at: id };
}

/**
 * Returns the ids from the root to a node.
 * @param {Tree} tree
 * @param {number} id
 */
export function pathTo(tree, id) {
  const path = [];
  for (let node = tree.nodes[id]; node; node = tree.nodes[node.parent]) path.push(node.id);
  return path.reverse();
}

/**
 * Returns the turns from the root to a node.
 * @param {Tree} tree
 * @param {number} id
 */
export function turnsTo(tree, id) {
  return pathTo(tree, id).slice(1).map((step) => tree.nodes[step]?.turn ?? '');
}

/**
 * Returns the ids of the main line from a node on, without the node.
 * @param {Tree} tree
 * @param {number} [from]
 */
export function mainLine(tree, from = 0) {
  const line = [];
  for (let id = tree.nodes[from]?.children[0]; id !== undefined; id = tree.nodes[id]?.children[0]) line.push(id);
  return line;
}

/**
 * Returns whether a node is on the main line.
 * @param {Tree} tree
 * @param {number} id
 */
export function isMainLine(tree, id) {
  return pathTo(tree, id).every((step) => step === 0 || tree.nodes[tree.nodes[step]?.parent ?? -1]?.children[0] === step);
}

/**
 * Returns the comment behind the turn of a node. What introduces a variation stands in front of it where that is the
 * first line, before which there is no place of its own.
 * @param {Tree} tree
 * @param {Node} node
 */
export const commentOf = ({ nodes }, { id, parent, intro, comment }) => (nodes[parent]?.children[0] === id ? `${intro} ${comment}`.trim() : comment);

/**
 * Makes a node, and all before it, the main line.
 * @param {Tree} tree
 * @param {number} id
 */
export function makeMainLine(tree, id) {
  return pathTo(tree, id).slice(1).reduce((grown, step) => promote(grown, step), tree);
}

/**
 * Makes a node the first of its siblings.
 * @param {Tree} tree
 * @param {number} id
 */
export function promote(tree, id) {
  const parent = tree.nodes[tree.nodes[id]?.parent ?? -1];
  if (!parent || parent.children[0] === id) return tree;
  return setNode(tree, parent.id, { children: [id, ...parent.children.filter((child) => child !== id)] });
}

/**
 * Removes a node and all behind it.
 * @param {Tree} tree
 * @param {number} id
 * @returns {Tree}
 */
export function remove(tree, id) {
  const parent = tree.nodes[tree.nodes[id]?.parent ?? -1];
  if (!parent) return tree;
  return setNode(tree, parent.id, { children: parent.children.filter((child) => child !== id) });
}

/**
 * Returns a tree as a value for JSON, without what the engine tells anyway.
 * @param {Tree} tree
 */
export function toJson(tree) {
  return { ...tree, nodes: tree.nodes.map((node) => ({ ...node, facts: null })) };
}

/**
 * Reads a tree back; null if it is not one.
 * @param {any} value
 * @returns {Tree | null}
 */
export function fromJson(value) {
  const isText = (/** @type {any} */ text) => typeof text === 'string';
  const isTree = isVariant(value?.variant) && (value.start === null || isPosition(value.start)) && isText(value.result)
    && isText(value.ending) && Array.isArray(value.nodes) && value.nodes.length > 0 && value.nodes.length < MAX_NODES
    && typeof value.tags === 'object' && value.tags !== null && Object.values(value.tags).every(isText);
  if (!isTree) return null;
  const length = value.nodes.length;
  const isNode = (/** @type {any} */ node, /** @type {number} */ id) =>
    node?.id === id && (id === 0 ? node.turn === '' : isTurn(node.turn)) && isText(node.file) && isText(node.comment) && GLYPHS.includes(node.glyph)
    && Number.isInteger(node.parent) && node.parent < Math.max(id, 0) && (id === 0 ? node.parent === -1 : node.parent >= 0)
    && Array.isArray(node.children) && node.children.every((/** @type {any} */ child) => Number.isInteger(child) && child > id && child < length)
    && Array.isArray(node.marks) && node.marks.every((/** @type {any} */ mark) => isText(mark?.from) && (mark.to === null || isText(mark.to)));
  if (!value.nodes.every(isNode)) return null;
  const { variant, start, tags, result, ending } = value;
  const id = isText(value.id) && value.id !== '' ? value.id : newId();
  const revision = Number.isInteger(value.revision) ? value.revision : 0;
  const nodes = value.nodes.map((/** @type {Node} */ node) => ({
    ...node, facts: null, evaluation: isEvaluation(node.evaluation) ? node.evaluation : null,
    // A game that was kept by an earlier page has none of these.
    intro: isText(node.intro) ? node.intro : '', nags: isNags(node.nags) ? node.nags : [], eval: isText(node.eval) ? node.eval : '',
    isGlyphOfEngine: node.isGlyphOfEngine === true, clock: Number.isFinite(node.clock) ? node.clock : null, mover: node.mover === 'white' || node.mover === 'black' ? node.mover : null,
  }));
  const summary = isSummary(value.summary?.white) && isSummary(value.summary?.black) ? value.summary : null;
  return { id, revision, isOfFile: false, variant, start, tags, result, ending, summary, nodes };
}

/** @param {any} value @returns {value is import('./types.js').Summary} */
const isSummary = (value) => ['moves', 'inaccuracies', 'mistakes', 'blunders', 'mean_loss'].every((name) => Number.isFinite(value?.[name]))
  && (value.accuracy === null || Number.isFinite(value.accuracy));

/** @param {any} value */
const isNags = (value) => Array.isArray(value) && value.every((nag) => Number.isInteger(nag) && nag >= 0 && nag <= 255);

/** @param {any} value */
const isEvaluation = (value) =>
  ['cp', 'mate'].includes(value?.score?.kind) && Number.isFinite(value.score.value) && Number.isFinite(value.points) && Number.isFinite(value.depth) && (value.best === '' || isTurn(value.best));
