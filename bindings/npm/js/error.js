/** The errors of the package: in the engine's own sentences, as far as it has one. */
import { RefusedText } from '../../../src/page/files/words.js';

/** How the engine begins the line of an error. */
const ERROR = 'info string error: ';
/** What stands before and behind the sentence about a position or a turn that is refused. */
const COMMAND = /^(?:position|why): /;
const NUMBER = / \(move \d+ of the list\)$/;

/** What was expected of a text that could not be said to the engine, by the reason. @type {Record<string, string>} */
const EXPECTED = { control: 'no line ends and other control characters', start: 'a position without the word "moves"', turn: 'one word without spaces' };

export class BatyrError extends Error {
  /** @param {string} message @param {{ word?: string, squares?: readonly string[], cause?: unknown }} [more] */
  constructor(message, { word, squares = [], cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'BatyrError';
    this.word = /** @type {import('../types/index.js').BatyrError['word']} */ (word ?? null);
    this.squares = squares;
  }
}

/** Returns the sentence of an error line; null for any other line. @param {string} line */
export const sentenceOf = (line) => (line.startsWith(ERROR) ? line.slice(ERROR.length).replace(COMMAND, '').replace(NUMBER, '') : null);

/** Returns any error as one of this package. @param {unknown} error */
export function asBatyrError(error) {
  if (error instanceof BatyrError) return error;
  if (error instanceof RefusedText) return new BatyrError(`${error.message}, expected ${EXPECTED[error.key.replace('refused.', '')] ?? 'another text'}`, { cause: error });
  return new BatyrError(error instanceof Error ? error.message : String(error), { cause: error });
}
