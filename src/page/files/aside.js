/**
 * The game that waits while a lesson or a puzzle has its board. There is one at most: from a lesson to a puzzle it
 * goes on waiting.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 */
import { resumed } from './clock.js';

/** @type {Pick<State, 'tree' | 'at' | 'match' | 'bottom'> | null} */
let waiting = null;

/** Puts the game aside; returns the variant of the one that waits. @param {Store} store */
export function setAside(store) {
  const { tree, at, match, bottom } = store.get();
  waiting ??= { tree, at, match, bottom };
  return waiting.tree.variant;
}

/** Brings the game back, if one waits. @param {Store} store @param {Game} game */
export function bringBack(store, game) {
  if (waiting === null) return;
  const { tree, at, match, bottom } = waiting;
  waiting = null;
  game.setTree(tree, at);
  const isOn = store.get().view === 'play' && match !== null;
  store.set({ match: isOn ? resumed(match) : match, bottom, sentence: null });
}

/** Gives the board to what is on it: the game that waited is in the library. */
export function keepBoard() {
  waiting = null;
}
