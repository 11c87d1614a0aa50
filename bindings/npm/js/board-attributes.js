/**
 * What the attributes of the element may say beside the game. One that says something else is refused by the event `error`; the
 * board does without it.
 */
import { BatyrError } from './error.js';

const SIDES = ['white', 'black'];

/** Returns the words of a value. @param {string} value */
export const wordsOf = (value) => value.split(/\s+/).filter((word) => word !== '');

/** Whether `orientation` names one side at most, and no other word than `lying`. @param {string} value */
function isOrientation(value) {
  const words = wordsOf(value);
  return words.every((word) => word === 'lying' || SIDES.includes(word)) && words.filter((word) => SIDES.includes(word)).length < 2;
}

/** What attributes may say, in functions and in words. @type {Record<string, { isValid: (value: string) => boolean, expected: string }>} */
const ATTRIBUTES = {
  orientation: { isValid: isOrientation, expected: '"white" or "black", with or without "lying"' },
  playable: { isValid: (value) => ['', 'both', ...SIDES].includes(value), expected: 'no value, "both", "white" or "black"' },
  analysis: { isValid: (value) => value === '' || (Number(value) > 0 && Number.isFinite(Number(value))), expected: 'no value, or seconds above 0' },
  theme: { isValid: (value) => ['', 'light', 'dark', 'contrast'].includes(value), expected: '"light", "dark" or "contrast"' },
};

/** The attributes that are checked here. */
export const CHECKED = Object.keys(ATTRIBUTES);

/** Returns why the value of an attribute is refused; null if it is not. @param {string} name @param {string | null} value */
export function refusalOf(name, value) {
  const own = ATTRIBUTES[name];
  return value === null || own === undefined || own.isValid(value) ? null : new BatyrError(`attribute ${name} is "${value}", expected ${own.expected}`);
}
