/**
 * The two boards as figures: which squares there are, where they lie and how they are numbered.
 * Nothing here knows how a man moves.
 *
 * @typedef {import('./types.js').Geometry} Geometry
 */

const FILES = 'abcdefgh';

/** The files of the fortresses and gates of Shatra, by rank from 0; all other ranks have all files. */
const NARROW = new Map([
  ...[0, 1, 2, 11, 12, 13].map((rank) => /** @type {[number, string]} */ ([rank, 'cde'])),
  ...[3, 10].map((rank) => /** @type {[number, string]} */ ([rank, 'd'])),
]);

/**
 * @param {'shatra' | 'chess'} name
 * @param {number} files
 * @param {number} ranks
 * @param {string[]} squares
 * @returns {Geometry}
 */
function geometry(name, files, ranks, squares) {
  const places = new Map(squares.map((square) => [square, {
    file: FILES.indexOf(square[0] ?? ''),
    rank: Number(square.slice(1)) - 1,
  }]));
  return {
    name, files, ranks, squares,
    at: (square) => places.get(square) ?? { file: 0, rank: 0 },
  };
}

/** The squares of Shatra in the order of their SPN numbers: e1 is 1, c14 is 62. */
const shatraSquares = Array.from({ length: 14 }, (_, rank) =>
  [...(NARROW.get(rank) ?? FILES.slice(0, 7))].reverse().map((file) => file + (rank + 1))).flat();

const chessSquares = Array.from({ length: 64 }, (_, index) =>
  (FILES[index % 8] ?? '') + (Math.floor(index / 8) + 1));

/** Shatra's board of 62 squares. */
export const SHATRA = geometry('shatra', 7, 14, shatraSquares);
/** The board of chess, for Shatranj and Shatar. */
export const CHESS = geometry('chess', 8, 8, chessSquares);

/**
 * Returns the board of a game.
 * @param {string} variant a value of the option UCI_Variant
 */
export function geometryOf(variant) {
  return variant === 'shatranj' || variant === 'shatar' ? CHESS : SHATRA;
}

const numbers = new Map(shatraSquares.map((square, index) => [square, index + 1]));

/**
 * Returns the number of a square of Shatra: the SPN number, or the official one, which counts from
 * the other end.
 * @param {string} square
 * @param {'spn' | 'official'} numbering
 */
export function number(square, numbering) {
  const spn = numbers.get(square) ?? 0;
  return numbering === 'spn' ? spn : 63 - spn;
}
