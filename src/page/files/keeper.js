/**
 * Keeps the game of this tab in the library: a moment after each change, at once when another game takes its
 * place or the page is left.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Tree} Tree
 * @typedef {{ tree: Tree, match: import('./types.js').Match | null }} Played a game, and who plays it if it is not over
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {ReturnType<typeof import('./library.js').createLibrary>} Library
 */
import { paused } from './clock.js';
import { moverAfter } from './game.js';
import { ownGame } from './own-game.js';
import { isSameWork } from './work.js';

/** The longest time for which a change is not kept, in milliseconds. */
const DELAY = 700;

/** Returns the game of this tab, its clocks stopped. @param {State} state @returns {Played} */
function playedIn(state) {
  const { tree, match } = ownGame(state);
  return { tree, match: match === null || match.over ? null : paused(match, moverAfter(tree, match.tip)) };
}

/**
 * @param {Store} store
 * @param {Game} game
 * @param {Library} library
 */
export function createKeeper(store, game, library) {
  /** The game of this tab, if it has changed since it was kept. @type {Played | null} */
  let changed = null;
  /** The games that are to be written, by their ids. @type {Map<string, Played>} */
  const pending = new Map();
  let writing = begin();
  let timer = 0;
  /** Whether it was said that nothing is kept. */
  let isRefusalSaid = false;

  /**
   * Writes the game that was there before the keeper, unless the library has it: another tab may have been opened with
   * the same game, and have written since.
   */
  async function begin() {
    const own = playedIn(store.get());
    const { tree } = own;
    const { id, revision } = tree;
    const kept = revision === 0 ? null : (await library.get(id).catch(() => null))?.tree ?? null;
    const isUnsaved = kept === null ? revision === 0 && !tree.isOfFile && tree.nodes.length > 1 : kept.revision === revision;
    if (kept !== null && isSameWork(kept, tree)) note(id, kept);
    // What has changed meanwhile is newer.
    else if (isUnsaved && !pending.has(id)) pending.set(id, own);
    await writePending();
  }

  /** Notes under which name, and how often, a game has been kept. @param {string} id @param {{ id: string, revision: number }} kept */
  function note(id, kept) {
    const renamed = (/** @type {Tree} */ now) => (now.id === id ? { ...now, id: kept.id, revision: kept.revision } : now);
    const newer = pending.get(id);
    if (newer !== undefined) {
      pending.delete(id);
      pending.set(kept.id, { ...newer, tree: renamed(newer.tree) });
    }
    if (changed !== null) changed = { ...changed, tree: renamed(changed.tree) };
    game.editOwn(renamed);
  }

  /** Writes what has changed. */
  function flush() {
    clearTimeout(timer);
    if (changed !== null && changed.tree.nodes.length > 1) pending.set(changed.tree.id, changed);
    changed = null;
    writing = writing.then(writePending);
    return writing;
  }

  async function writePending() {
    for (let [next] = pending.values(); next !== undefined; [next] = pending.values()) {
      pending.delete(next.tree.id);
      await write(next);
    }
  }

  /** @param {Played} game */
  async function write({ tree, match }) {
    try {
      note(tree.id, await library.keep(tree, match));
    } catch (error) {
      if (isRefusalSaid) return;
      isRefusalSaid = true;
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
      game.say({ key: isFull ? 'library.full' : 'library.refused', isError: true });
    }
  }

  /** @param {State} state @param {State} previous */
  function follow(state, previous) {
    const { tree, match } = ownGame(state);
    const { tree: before, match: played } = ownGame(previous);
    if (tree === before) {
      // Clocks that stop, as the view was left, have run since the last turn.
      if (match !== played && match?.since === 0 && played?.since !== 0) noteChange(state);
      return;
    }
    if (changed !== null && changed.tree.id !== tree.id && before.id !== tree.id) flush();
    if (tree.nodes.length < 2 || isSameWork(before, tree)) return;
    // A game that has just been opened is where it came from: in the library, among others in a file, or a puzzle.
    if (before.id !== tree.id && (tree.revision > 0 || tree.isOfFile || tree.id === previous.tree.id)) return;
    noteChange(state);
  }

  /** @param {State} state */
  function noteChange(state) {
    if (changed === null) timer = setTimeout(flush, DELAY);
    changed = playedIn(state);
  }

  store.subscribe(follow);
  document.addEventListener('visibilitychange', () => document.hidden && flush());
  addEventListener('pagehide', flush);
  return { flush };
}
