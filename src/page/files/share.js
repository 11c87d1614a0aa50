/**
 * A game in the fragment of an address, which is never sent to a server: `#variant=shatra&start=…&turns=…&at=…`.
 *
 * @typedef {import('./types.js').Tree} Tree
 */
import { addTurn, mainLine, newTree, pathTo } from './tree.js';
import { RefusedText, isPosition, isTurn, isVariant } from './words.js';

/** The longest game that an address may hold. */
const MAX_TURNS = 2000;

/** Throws if a game has too many turns for an address. @param {number} turns */
function checkLength(turns) {
  if (turns > MAX_TURNS) throw new RefusedText('length', String(turns));
}

/**
 * Returns the fragment of the line on the board. Throws if the line is too long for one.
 * @param {Tree} tree
 * @param {number} at
 */
export function toFragment(tree, at) {
  const line = [...pathTo(tree, at), ...mainLine(tree, at)].slice(1);
  checkLength(line.length);
  const fields = new URLSearchParams({ variant: tree.variant });
  if (tree.start !== null) fields.set('start', tree.start);
  if (line.length > 0) fields.set('turns', line.map((id) => tree.nodes[id]?.turn ?? '').join(' '));
  fields.set('at', String(pathTo(tree, at).length - 1));
  return fields.toString();
}

/**
 * Reads a fragment; null if it holds no game. Throws if it holds anything but a game in the fields of one:
 * what is read here is sent to the engine.
 * @param {string} fragment
 * @returns {{ tree: Tree, at: number } | null}
 */
export function fromFragment(fragment) {
  const fields = new URLSearchParams(fragment);
  if (!['variant', 'start', 'turns'].some((name) => fields.has(name))) return null;
  const variant = fields.get('variant') ?? '';
  if (!isVariant(variant)) throw new RefusedText('variant', variant);
  const start = fields.get('start');
  if (start !== null && !isPosition(start)) throw new RefusedText('start', start);
  const turns = (fields.get('turns') ?? '').split(' ').filter((turn) => turn !== '');
  const wrong = turns.find((turn) => !isTurn(turn));
  if (wrong !== undefined) throw new RefusedText('turn', wrong);
  checkLength(turns.length);
  const at = fields.get('at') ?? '0';
  if (!/^\d{1,5}$/.test(at) || Number(at) > turns.length) throw new RefusedText('at', at);
  let tree = newTree(variant, start);
  const ids = [0];
  for (const turn of turns) {
    const next = addTurn(tree, ids.at(-1) ?? 0, turn, '');
    tree = next.tree;
    ids.push(next.at);
  }
  return { tree, at: ids[Number(at)] ?? 0 };
}
