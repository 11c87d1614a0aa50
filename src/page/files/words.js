/**
 * Which texts from outside may become part of a line to the engine: those of an address, a file or a field,
 * and what the browser has kept. A line end in one of them would begin a command of its own, so no line holds
 * a control character, whatever else is checked where a text is read. A text that is refused is an error
 * that says so in the language of the page.
 *
 * @typedef {'control' | 'variant' | 'start' | 'turn' | 'at' | 'length' | 'token' | 'server' | 'game' | 'long'} Refusal
 */

/** Control characters, and the characters that Unicode has for the ends of lines and paragraphs. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const EVERY_CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
/** What would be invisible in a message, or change the order of its letters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** How much of a text a message shows, in characters. */
const SHOWN = 60;

/** A text that is refused. */
export class RefusedText extends Error {
  /** @param {Refusal} reason @param {string} text */
  constructor(reason, text) {
    const shown = visible(text);
    super(`${reason} refused: ${shown}`);
    /** The key of the sentence that says why. */
    this.key = `refused.${reason}`;
    /** The text as the sentence shows it. */
    this.params = { text: shown };
  }
}

/** Returns a text shortened, its invisible characters as their numbers. @param {string} text */
function visible(text) {
  const start = [...text].slice(0, SHOWN).join('');
  const shown = start.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return start.length < text.length ? `${shown}…` : shown;
}

/**
 * Returns a line that may be sent. Throws if it holds a line end or another control character.
 * @param {string} line
 */
export function checkedLine(line) {
  if (CONTROL.test(line)) throw new RefusedText('control', line);
  return line;
}

/** Returns a value as JSON in one line without control characters. @param {unknown} value */
export function jsonLine(value) {
  return JSON.stringify(value).replace(EVERY_CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Returns a turn that stands in a list of turns. Throws if it would be more or less than one of them.
 * @param {string} turn
 */
export function checkedTurn(turn) {
  if (!/^\S+$/.test(turn)) throw new RefusedText('turn', turn);
  return checkedLine(turn);
}

/** Returns whether a text can be the name of a game. @param {unknown} text @returns {text is string} */
export const isVariant = (text) => typeof text === 'string' && /^[a-z\d-]{1,32}$/.test(text);

/** Returns whether a text can be a position; `moves` would end it. @param {unknown} text @returns {text is string} */
export const isPosition = (text) => typeof text === 'string' && /^[ -~]{1,400}$/.test(text) && !hasMoves(text);

/** Returns whether a text can be a turn as the engine writes it. @param {unknown} text @returns {text is string} */
export const isTurn = (text) => typeof text === 'string' && /^[\w:=-]{2,400}$/.test(text);

/** Returns whether a text can be a token, which is of visible ASCII characters. @param {string} text */
export const isToken = (text) => /^[!-~]{1,1024}$/.test(text);

/** Returns whether a text has the word behind which turns are listed. @param {string} text */
export const hasMoves = (text) => /(^|\s)moves(\s|$)/.test(text);

/** Cyrillic letters that look like those of squares and of captures. @type {Record<string, string>} */
const LOOK_ALIKES = { а: 'a', в: 'b', с: 'c', е: 'e', х: 'x', А: 'A', В: 'B', С: 'C', Е: 'E', Х: 'x' };

/** Returns a turn as a person has typed it, its squares in small Latin letters. @param {string} text */
export const typedTurn = (text) =>
  text.replace(/[авсехАВСЕХ]/g, (letter) => LOOK_ALIKES[letter] ?? letter).replace(/[A-H](?=\d)/g, (file) => file.toLowerCase());

/** Returns a text on one line, with single spaces. @param {string} text */
export const oneLine = (text) => text.trim().replace(/\s+/g, ' ');
