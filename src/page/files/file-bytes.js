/**
 * The bytes of game files: their encodings, their lines, and what stands around the games.
 *
 * @typedef {import('./game-files.js').GameFile} GameFile
 */

const CR = 0x0D;
const LF = 0x0A;

/**
 * Returns a file in which some games have other texts, in its own encoding if that has all their letters, or
 * else in UTF-8, and that encoding. The bytes of the other games stay, and so do byte order marks, lines that
 * begin with `%`, and the kind of line ends.
 * @param {GameFile} file
 * @param {Map<number, string>} texts the new texts, by the places of the games in the list
 */
export function withGames({ bytes, games, encoding }, texts) {
  /** @type {(string | Uint8Array<ArrayBuffer>)[]} */
  const parts = [];
  let from = 0;
  for (const [index, { start, end }] of games.entries()) {
    const text = texts.get(index);
    if (text === undefined) continue;
    const old = bytes.subarray(start, end);
    parts.push(bytes.subarray(from, start), inPlaceOf(decoded(old, encoding), text));
    from = end;
  }
  parts.push(bytes.subarray(from));
  const encoded = parts.map((part) => (typeof part === 'string' ? encode(part, encoding) : part));
  const own = encoded.filter((part) => part !== null);
  if (own.length === parts.length) return { blob: new Blob(own), encoding };
  const asText = parts.map((part) => (typeof part === 'string' ? part : decoded(part, encoding)));
  return { blob: new Blob(asText), encoding: 'UTF-8' };
}

/** Returns the text of a game with what stands around the old one and is no part of it. @param {string} old @param {string} text */
function inPlaceOf(old, text) {
  const lines = old.match(/[^\r\n]*(\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
  const isOfGame = (/** @type {string} */ line) => !/^\uFEFF?(%|\s*$)/.test(line);
  const isComment = (/** @type {string} */ line) => line.startsWith('%');
  const [first, last] = [lines.findIndex(isOfGame), lines.findLastIndex(isOfGame)];
  const [before, after] = [lines.slice(0, Math.max(0, first)), lines.slice(last + 1)];
  const mark = old.startsWith('\uFEFF') && !before.join('').startsWith('\uFEFF') ? '\uFEFF' : '';
  const comments = after.findIndex(isComment);
  const ended = old.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
  return mark + before.join('') + ended + (comments < 0 ? '' : after.slice(comments).join(''));
}

/**
 * Returns a text in an encoding; null if that has no such letters, or if the text would be read as another.
 * @param {string} text
 * @param {string} encoding
 * @returns {Uint8Array<ArrayBuffer> | null}
 */
function encode(text, encoding) {
  if (encoding === 'UTF-8') return new TextEncoder().encode(text);
  if (isWide(encoding)) {
    const view = new DataView(new ArrayBuffer(2 * text.length));
    for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), encoding === 'UTF-16LE');
    return new Uint8Array(view.buffer);
  }
  const every = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, code) => code));
  const codes = new Map([...every].map((letter, code) => [letter, code]));
  const bytes = Uint8Array.from(text, (letter) => codes.get(letter) ?? 0);
  return decoded(bytes, encoding) === text ? bytes : null;
}

/**
 * Returns the text of a part of a file, with byte order marks. As the engine reads it, a line that is UTF-8 is
 * not in the other encoding.
 * @param {Uint8Array} bytes
 * @param {string} encoding
 */
function decoded(bytes, encoding) {
  const other = new TextDecoder(encoding, { ignoreBOM: true });
  if (isWide(encoding)) return other.decode(bytes);
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(LF, from) + 1 || bytes.length;
    const line = bytes.subarray(from, end);
    try {
      text += utf8.decode(line);
    } catch {
      text += other.decode(line);
    }
    from = end;
  }
  return text;
}

/** Returns the number of line ends in a part of a file: CRLF, CR or LF. @param {Uint8Array} bytes @param {string} encoding */
export function lineEnds(bytes, encoding) {
  const [step, low] = isWide(encoding) ? [2, encoding === 'UTF-16LE' ? 0 : 1] : [1, 0];
  let count = 0;
  let isAfterCr = false;
  for (let at = 0; at < bytes.length; at += step) {
    const unit = (bytes[at + low] ?? 0) + (step === 1 ? 0 : 256 * (bytes[at + 1 - low] ?? 0));
    if (unit === CR || (unit === LF && !isAfterCr)) count += 1;
    isAfterCr = unit === CR;
  }
  return count;
}

/** @param {string} encoding */
const isWide = (encoding) => encoding.startsWith('UTF-16');
