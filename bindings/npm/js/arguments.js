/**
 * What programs pass to the functions of the package. A name that is misspelt would be a default that nobody has asked for, so
 * whatever is not known is refused, in a sentence that names it and what was expected.
 *
 * @typedef {import('../types/index.js').Game} Game
 * @typedef {import('../types/index.js').GameInput} GameInput
 * @typedef {import('../types/index.js').Limits} Limits
 */
import { BatyrError } from './error.js';

/** What a game may have: that of a file has more than one that is played. */
const GAME_KEYS = ['variant', 'start', 'turns', 'tags', 'result', 'faults', 'record'];
const CLOCK_KEYS = ['white', 'black', 'increment'];

/** Returns a value as a message shows it. @param {unknown} value */
const shown = (value) => (typeof value === 'object' && value !== null ? 'an object' : typeof value === 'function' ? 'a function' : JSON.stringify(value) ?? String(value));

/**
 * Throws unless a value is an object without other keys than these.
 * @param {unknown} value
 * @param {readonly string[]} keys
 * @param {string} what   the sentence about what is no object
 * @param {string} one    what each of its keys is
 */
export function checkKeys(value, keys, what, one) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BatyrError(`${what}, found ${Array.isArray(value) ? 'an array' : shown(value)}`);
  }
  for (const key of Object.keys(value)) {
    if (!keys.includes(key)) throw new BatyrError(`${one} "${key}" is not known, expected ${keys.join(', ')}`);
  }
}

/** Returns a game with all its fields. @param {GameInput} [game] @returns {Game} */
export function wholeGame(game = {}) {
  checkKeys(game, GAME_KEYS, 'a game is an object', 'field of a game');
  const { variant = 'shatra', start = null, turns = [] } = game;
  if (typeof variant !== 'string') throw new BatyrError(`variant ${shown(variant)}, expected the name of a game such as "shatra"`);
  if (start !== null && typeof start !== 'string') throw new BatyrError(`start ${shown(start)}, expected a position in SPN or FEN, or null`);
  if (!Array.isArray(turns)) throw new BatyrError(`turns ${shown(turns)}, expected an array of turns`);
  turns.forEach(textOfTurn);
  return { variant, start, turns };
}

/** Returns the text of a turn. Throws if it is none. @param {unknown} turn */
export function textOfTurn(turn) {
  if (typeof turn !== 'string' || turn.trim() === '') throw new BatyrError(`turn ${shown(turn)}, expected a text such as "a5-a6"`);
  return turn;
}

/** Returns the limits that are set. Throws if one is no limit. @param {Limits} options @returns {Record<string, number>} */
export function limitsOf({ movetime, depth, nodes }) {
  const given = Object.entries({ movetime, depth, nodes }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  for (const [name, value] of given) {
    const isLimit = typeof value === 'number' && value > 0 && (name === 'movetime' ? Number.isFinite(value) : Number.isSafeInteger(value));
    if (!isLimit) throw new BatyrError(`${name} ${shown(value)}, expected ${name === 'movetime' ? 'milliseconds' : 'a whole number'} above 0`);
  }
  return Object.fromEntries(given.map(([name, value]) => [name, Math.ceil(Number(value))]));
}

/** Throws if a value is no clock. @param {unknown} clock */
export function checkClock(clock) {
  checkKeys(clock, CLOCK_KEYS, 'a clock is an object', 'field of a clock');
  const { white, black, increment = 0 } = /** @type {Record<string, unknown>} */ (clock);
  for (const [name, value] of Object.entries({ white, black, increment })) {
    if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw new BatyrError(`clock: ${name} ${shown(value)}, expected milliseconds`);
  }
}
