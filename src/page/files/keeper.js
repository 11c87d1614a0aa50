/**
 * Keeps the game on the board in the library: a moment after each change, at once when another game takes its
 * place or the page is left.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Tree} Tree
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {ReturnType<typeof import('./library.js').createLibrary>} Library
 */
import { isLent } from './store.js';
import { isSameWork } from './tree.js';

/** The longest time for which a change is not kept, in milliseconds. */
const DELAY = 700;

/**
 * @param {Store} store
 * @param {Game} game
 * @param {Library} library
 */
export function createKeeper(store, game, library) {
  /** The game on the board, if it has changed since it was kept. @type {Tree | null} */
  let changed = null;
  /** The games that are to be written, by their ids. @type {Map<string, Tree>} */
  const pending = new Map();
  let writing = Promise.resolve();
  let timer = 0;
  /** Whether it was said that nothing is kept. */
  let isRefusalSaid = false;

  /** Writes what has changed. */
  function flush() {
    clearTimeout(timer);
    if (changed !== null && changed.nodes.length > 1) pending.set(changed.id, changed);
    changed = null;
    writing = writing.then(writePending);
    return writing;
  }

  async function writePending() {
    for (let [tree] = pending.values(); tree !== undefined; [tree] = pending.values()) {
      pending.delete(tree.id);
      await write(tree);
    }
  }

  /** @param {Tree} tree */
  async function write(tree) {
    try {
      const kept = await library.keep(tree);
      const renamed = (/** @type {Tree} */ now) => (now.id === tree.id ? { ...now, ...kept } : now);
      const newer = pending.get(tree.id);
      if (newer !== undefined) {
        pending.delete(tree.id);
        pending.set(kept.id, renamed(newer));
      }
      if (changed !== null) changed = renamed(changed);
      game.edit(renamed);
    } catch (error) {
      if (isRefusalSaid) return;
      isRefusalSaid = true;
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
      game.say({ key: isFull ? 'library.full' : 'library.refused', isError: true });
    }
  }

  /** @param {State} state @param {State} previous */
  function follow(state, previous) {
    const { tree, view } = state;
    if (tree === previous.tree) return;
    if (changed !== null && changed.id !== tree.id && previous.tree.id !== tree.id) flush();
    if (isLent(view) || tree.nodes.length < 2 || isSameWork(previous.tree, tree)) return;
    // A game that has just been opened is where it came from: in the library, or among others in a file.
    if (previous.tree.id !== tree.id && (tree.revision > 0 || tree.isOfFile)) return;
    if (changed === null) timer = setTimeout(flush, DELAY);
    changed = tree;
  }

  store.subscribe(follow);
  document.addEventListener('visibilitychange', () => document.hidden && flush());
  addEventListener('pagehide', flush);
  if (!isLent(store.get().view)) changed = store.get().tree;
  flush();
  return { flush };
}
