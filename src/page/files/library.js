/**
 * The games and analyses that the browser keeps, in a database of its own. Every game with turns is kept as it
 * changes, and stays when another takes its place on the board. Two tabs with one game write two: the one that
 * comes later finds that the other has written, and goes on under a name of its own.
 *
 * @typedef {import('./types.js').Tree} Tree
 * @typedef {object} KeptGame
 * @property {string} id
 * @property {number} revision  how often it was written
 * @property {number} changed   when it was written last, in milliseconds since 1970
 * @property {number} turns     of the main line
 * @property {string} [position] the last position of the main line, if it was known
 * @property {unknown} [match]   who plays it, with what clock; null for none, or once it is over
 * @property {ReturnType<typeof toJson>} tree
 */
import { fromJson, mainLine, newId, toJson } from './tree.js';

const DATABASE = 'batyr';
const GAMES = 'games';

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** Opens the database; rejects where the browser keeps nothing, as in some private windows. @returns {Promise<IDBDatabase>} */
function openDatabase() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: 'id' });
  return done(request);
}

/** Creates the library. */
export function createLibrary() {
  /** @type {Promise<IDBDatabase> | null} */
  let database = null;

  /** @param {IDBTransactionMode} mode */
  async function games(mode) {
    database ??= openDatabase();
    try {
      return (await database).transaction(GAMES, mode).objectStore(GAMES);
    } catch (error) {
      // The next try opens it anew: it may have been closed by the browser.
      database = null;
      throw error;
    }
  }

  return {
    /**
     * Keeps a game. Returns the id under which it is kept, which is another one if another tab has changed the
     * game since this one knew it, and its revision.
     * @param {Tree} tree
     * @param {import('./types.js').Match | null} match
     */
    async keep(tree, match) {
      const store = await games('readwrite');
      /** @type {KeptGame | undefined} */
      const old = await done(store.get(tree.id));
      // A game that was deleted meanwhile comes back: somebody is at it here.
      const isOthers = old !== undefined && old.revision !== tree.revision;
      const id = isOthers ? newId() : tree.id;
      const revision = isOthers ? 1 : tree.revision + 1;
      const kept = { ...toJson(tree), id, revision };
      const line = mainLine(tree);
      const position = tree.nodes[line.at(-1) ?? 0]?.facts?.position ?? old?.position;
      await done(store.put({ id, revision, changed: Date.now(), turns: line.length, position, match, tree: kept }));
      return { id, revision };
    },
    /** Returns the games that are kept, the one changed last first. @returns {Promise<KeptGame[]>} */
    async all() {
      /** @type {KeptGame[]} */
      const all = await done((await games('readonly')).getAll());
      return all.sort((a, b) => b.changed - a.changed);
    },
    /** Reads a game; null if it is not there any more, or is none. @param {string} id @returns {Promise<{ tree: Tree, match: unknown } | null>} */
    async get(id) {
      /** @type {KeptGame | undefined} */
      const kept = await done((await games('readonly')).get(id));
      const tree = fromJson(kept?.tree);
      return tree === null ? null : { tree, match: kept?.match };
    },
    /** Deletes a game; returns it, so that it can be put back. @param {string} id @returns {Promise<KeptGame | undefined>} */
    async remove(id) {
      const store = await games('readwrite');
      const kept = await done(store.get(id));
      await done(store.delete(id));
      return kept;
    },
    /** Puts back a game that was deleted. @param {KeptGame} kept */
    async putBack(kept) {
      await done((await games('readwrite')).put(kept));
    },
  };
}
