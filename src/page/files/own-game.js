/**
 * The game of this tab: on the board, or waiting while a lesson or a puzzle has its board. Whoever keeps the game or
 * changes it from afar asks for it here, so that nobody takes a lesson for it. A reload keeps it for this tab alone, so
 * that two tabs can play two games; what is read back is checked field by field.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').OwnGame} OwnGame
 * @typedef {import('./types.js').Match} Match
 */
import { now } from './clock.js';
import { keep, recall } from './storage.js';
import { fromJson, toJson } from './tree.js';
import { isPosition } from './words.js';

const GAME_KEY = 'batyr-game';

/** Returns whether a view has a board of its own, a lesson's or a puzzle's. @param {State['view']} view */
export const isLent = (view) => view === 'learn' || view === 'puzzles';

/** @param {State} state @returns {OwnGame} */
export const ownGame = (state) => state.waiting ?? state;

/**
 * Keeps the game of this tab.
 * @param {State} state
 */
export function saveGame(state) {
  const { tree, at, pick, match, bottom, view } = ownGame(state);
  const position = tree.nodes[at]?.facts?.position ?? '';
  // The moments of another page are not those of this one.
  const clock = { moment: now(), time: Date.now() };
  keep(GAME_KEY, { tree: toJson(tree), at, pick, match, bottom, view, clock, position }, 'sessionStorage');
}

/**
 * Reads the game of this tab, and the position that was on the board.
 * @returns {{ state: Partial<State>, position: string } | null}
 */
export function loadGame() {
  const saved = recall(GAME_KEY, 'sessionStorage');
  const tree = fromJson(saved?.tree);
  if (tree === null) return null;
  const at = tree.nodes[Number(saved.at)] ? Number(saved.at) : 0;
  const state = {
    tree, at,
    bottom: saved.bottom === 'black' ? 'black' : 'white',
    view: saved.view === 'analyse' ? 'analyse' : 'play',
    pick: isPick(saved.pick) ? saved.pick : null,
    match: withClock(matchOf(saved.match, tree), saved.clock),
  };
  return { state: /** @type {Partial<State>} */ (state), position: isPosition(saved.position) ? saved.position : '' };
}

/** Returns a match of a game that was kept; null if it is none. @param {any} value @param {import('./types.js').Tree} tree @returns {Match | null} */
export const matchOf = (value, tree) => (isMatch(value) && tree.nodes[value.tip] ? value : null);

/**
 * Returns a match that was kept, its running clock with the time since then. The system's clock tells how long
 * that was; if it was set back meanwhile, no time has passed.
 * @param {Match | null} match
 * @param {any} kept
 */
function withClock(match, kept) {
  if (match === null || match.since === 0) return match;
  const used = Number.isFinite(kept?.moment) ? kept.moment - match.since : 0;
  const away = Number.isFinite(kept?.time) ? Date.now() - kept.time : 0;
  return { ...match, since: now() - Math.max(0, used) - Math.max(0, away) };
}

/** @param {any} value @returns {value is import('./types.js').Pick} */
function isPick(value) {
  return typeof value?.from === 'string' && Array.isArray(value.steps)
    && value.steps.every((/** @type {any} */ step) => typeof step?.to === 'string' && typeof step.promotion === 'string');
}

/** @param {any} value @returns {value is Match} */
function isMatch(value) {
  const isPlayer = (/** @type {any} */ player) =>
    ['person', 'engine'].includes(player?.kind) && Number.isFinite(player.level) && Number.isFinite(player.elo);
  const isClock = value?.clock === null || (Number.isFinite(value?.clock?.base) && Number.isFinite(value?.clock?.increment));
  return isClock && isPlayer(value?.players?.white) && isPlayer(value?.players?.black) && typeof value.over === 'boolean'
    && [value.left?.white, value.left?.black, value.since, value.tip, value.score ?? 0].every(Number.isFinite);
}
