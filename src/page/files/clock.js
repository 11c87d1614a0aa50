/**
 * The clocks of a game as pure functions: the time that a side has left follows from what it had when
 * the turn began and from the moment of that beginning, so nothing has to tick. Moments are those of a clock
 * that nobody sets: the system's may jump by an hour.
 *
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').Match} Match
 * @typedef {import('./types.js').Tree} Tree
 */
import { pathTo } from './tree.js';

/** Returns the present moment, in milliseconds. Only differences mean anything, and only within one page. */
export const now = () => performance.timeOrigin + performance.now();

/**
 * Returns the milliseconds that a side has left.
 * @param {Match} match
 * @param {Side} side
 * @param {Side | null} running the side to move
 * @param {number} [moment]
 */
export function timeLeft(match, side, running, moment = now()) {
  const used = match.since > 0 && side === running ? moment - match.since : 0;
  return match.left[side] - used;
}

/**
 * Returns the match after a turn of a side: its clock stops and the other's starts. The clocks start
 * with the first turn, which costs nothing.
 * @param {Match} match
 * @param {Side} side
 * @param {number} [moment]
 * @returns {Match}
 */
export function punched(match, side, moment = now()) {
  const increment = match.since > 0 ? (match.clock?.increment ?? 0) * 1000 : 0;
  const left = { ...match.left, [side]: timeLeft(match, side, side, moment) + increment };
  return { ...match, left, since: moment };
}

/**
 * Returns the match with its clocks stopped.
 * @param {Match} match
 * @param {Side | null} side the side to move
 * @returns {Match}
 */
export function paused(match, side) {
  const left = side === null ? match.left : { ...match.left, [side]: timeLeft(match, side, side) };
  return { ...match, left, since: 0 };
}

/**
 * Returns the match with its clocks going again, unless they have not been started yet.
 * @param {Match} match
 * @returns {Match}
 */
export function resumed(match) {
  const isRunning = match.over || match.tip === 0 || match.since > 0;
  return isRunning ? match : { ...match, since: now() };
}

/**
 * Returns the match at an earlier position of its game, with the clocks as they stood when it came about.
 * @param {Match} match
 * @param {Tree} tree
 * @param {number} target the node of that position
 * @returns {Match}
 */
export function takenBack(match, tree, target) {
  const base = (match.clock?.base ?? 0) * 1000;
  const left = { white: base, black: base };
  for (const id of pathTo(tree, target).slice(1)) {
    const { clock, mover } = tree.nodes[id] ?? { clock: null, mover: null };
    if (clock !== null && mover !== null) left[mover] = clock;
  }
  return { ...match, left, tip: target, over: false, since: target === 0 ? 0 : now() };
}

/**
 * Writes a time: `4:07`, `1:02:03`, and tenths of a second below ten seconds.
 * @param {number} milliseconds
 */
export function clockText(milliseconds) {
  const rest = Math.max(0, milliseconds);
  if (rest < 10_000) return `0:0${(Math.floor(rest / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(rest / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
