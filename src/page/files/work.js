/**
 * What a person has done to a game, as against what the engine tells of a position while it analyses: that changes all
 * the time, and is kept with the next work. Nor does it count how often the game was kept. Games are compared by what
 * they hold, as one of them may have been read back.
 *
 * @typedef {import('./types.js').Tree} Tree
 */

/** What of a node is work. */
const WORK = /** @type {const} */ (['children', 'turn', 'comment', 'intro', 'glyph', 'nags', 'marks', 'clock', 'eval']);

/** Returns whether two values for JSON are equal. @param {unknown} one @param {unknown} other */
const isEqual = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns whether two states of a game hold the same work.
 * @param {Tree} before
 * @param {Tree} tree
 */
export function isSameWork(before, tree) {
  if (before.nodes.length !== tree.nodes.length || !isEqual(before.tags, tree.tags) || before.result !== tree.result) return false;
  return tree.nodes.every((node, id) => {
    const old = before.nodes[id];
    return old === node || (old && WORK.every((key) => isEqual(old[key], node[key])));
  });
}
