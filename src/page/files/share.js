/**
 * A game in the fragment of an address, which is never sent to a server: `#variant=shatra&start=…&turns=…&at=…`.
 *
 * @typedef {import('./types.js').Tree} Tree
 */
import { addTurn, mainLine, newTree, pathTo } from './tree.js';

/** The longest game that an address may hold. */
const MAX_TURNS = 2000;

/**
 * Returns the fragment of the line on the board.
 * @param {Tree} tree
 * @param {number} at
 */
export function toFragment(tree, at) {
  const line = [...pathTo(tree, at), ...mainLine(tree, at)].slice(1);
  const fields = new URLSearchParams({ variant: tree.variant });
  if (tree.start !== null) fields.set('start', tree.start);
  if (line.length > 0) fields.set('turns', line.map((id) => tree.nodes[id]?.turn ?? '').join(' '));
  fields.set('at', String(pathTo(tree, at).length - 1));
  return fields.toString();
}

/**
 * Reads a fragment; null if it holds no game.
 * @param {string} fragment
 * @returns {{ tree: Tree, at: number } | null}
 */
export function fromFragment(fragment) {
  const fields = new URLSearchParams(fragment);
  const variant = fields.get('variant');
  if (variant === null || !/^[a-z-]{1,32}$/.test(variant)) return null;
  let tree = newTree(variant, fields.get('start'));
  const turns = (fields.get('turns') ?? '').split(' ').filter((turn) => /^[\w:=-]{2,400}$/.test(turn)).slice(0, MAX_TURNS);
  const ids = [0];
  for (const turn of turns) {
    const next = addTurn(tree, ids.at(-1) ?? 0, turn, '');
    tree = next.tree;
    ids.push(next.at);
  }
  return { tree, at: ids[Number(fields.get('at') ?? 0)] ?? 0 };
}
