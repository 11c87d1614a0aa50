/** The errors of the package: in the engine's own sentences, as far as it has one. */

/** How the engine begins the line of an error. */
const ERROR = 'info string error: ';
/** What stands before and behind the sentence about a position that is refused. */
const COMMAND = /^position: /;
const NUMBER = / \(move \d+ of the list\)$/;

export class BatyrError extends Error {
  /** @param {string} message @param {{ word?: string, squares?: readonly string[], cause?: unknown }} [more] */
  constructor(message, { word, squares = [], cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'BatyrError';
    /** @type {string | null} */
    this.word = word ?? null;
    this.squares = squares;
  }
}

/** Returns the sentence of an error line; null for any other line. @param {string} line */
export const sentenceOf = (line) => (line.startsWith(ERROR) ? line.slice(ERROR.length).replace(COMMAND, '').replace(NUMBER, '') : null);

/** Returns any error as one of this package. @param {unknown} error */
export function asBatyrError(error) {
  if (error instanceof BatyrError) return error;
  return new BatyrError(error instanceof Error ? error.message : String(error), { cause: error });
}
