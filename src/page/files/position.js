/**
 * The two boards and the men on them, to draw and to edit: which squares there are, where they lie and how
 * they are numbered, and position texts (SPN and FEN) as men on squares. Nothing here knows how a man
 * moves; what is wrong with a text, and what follows from it in play, only the engine says.
 *
 * @typedef {import('./types.js').Geometry} Geometry
 * @typedef {import('./types.js').Placement} Placement
 * @typedef {import('./types.js').Man} Man
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

/**
 * Returns whether a square belongs to a side's fortress or gate.
 * @param {string} square
 * @param {import('./types.js').Side} side
 */
export function isHome(square, side) {
  const rank = Number(square.slice(1));
  return side === 'white' ? rank <= 4 : rank >= 11;
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

/**
 * Returns the number of the move that comes so many plies after a position, and whether it is White's.
 * @param {string} variant
 * @param {string} position
 * @param {number} plies
 */
export function moveNumber(variant, position, plies) {
  const fields = position.split(' ');
  const first = Math.max(1, Number(fields[geometryOf(variant) === SHATRA ? 6 : 5]) || 1);
  const total = plies + (fields[1] === 'b' ? 1 : 0);
  return { number: first + Math.floor(total / 2), isWhite: total % 2 === 0 };
}

/** The ghosts of Shatra: the letters of captured men that still stand on the board. */
const GHOSTS = new Map([['y', 'Q'], ['u', 'R'], ['i', 'B'], ['p', 'S']]);
const GHOST_LETTERS = new Map([...GHOSTS].map(([letter, kind]) => [kind, letter]));

/** The lengths of the groups of an SPN: the squares of each rank, the fortresses as one group each. */
const SPN_GROUPS = [9, 1, 7, 7, 7, 7, 7, 7, 1, 9];

/**
 * Reads a position text. A text that is not a position gives a board with the men that could be read.
 * @param {string} text
 * @param {Geometry} geometry
 * @returns {Placement}
 */
export function parsePlacement(text, geometry) {
  const [board = '', side = 'w', temdek = '-', transit = '-', ...rest] = text.trim().split(/\s+/);
  const isShatra = geometry.name === 'shatra';
  const order = isShatra ? geometry.squares : fenOrder(geometry);
  /** @type {Map<string, Man>} */
  const men = new Map();
  let index = 0;
  let urgent = false;
  for (const letter of board) {
    if (letter === '!') urgent = true;
    if (letter === '!' || letter === '/') continue;
    if (letter >= '1' && letter <= '9') {
      index += Number(letter);
      continue;
    }
    const square = order[index];
    if (square !== undefined) men.set(square, manOf(letter, isShatra, urgent));
    index += 1;
    urgent = false;
  }
  return {
    men,
    side: side === 'b' ? 'black' : 'white',
    temdek: { white: isShatra && temdek.includes('T'), black: isShatra && temdek.includes('t') },
    transit: isShatra ? geometry.squares[Number(transit) - 1] ?? null : null,
    rest: (isShatra ? rest : [temdek, transit, ...rest]).join(' '),
  };
}

/**
 * Returns the man that a letter of a position text means.
 * @param {string} letter
 * @param {boolean} isShatra
 * @param {boolean} urgent
 * @returns {Man}
 */
export function manOf(letter, isShatra, urgent) {
  const ghost = isShatra ? GHOSTS.get(letter) : undefined;
  if (ghost !== undefined) return { kind: ghost, side: null, urgent: false };
  const kind = letter.toUpperCase();
  return { kind, side: letter === kind ? 'white' : 'black', urgent };
}

/**
 * The squares in the order of FEN: from a8 to h1.
 * @param {Geometry} geometry
 */
function fenOrder({ squares, files, ranks }) {
  return Array.from({ length: ranks }, (_, row) =>
    squares.slice((ranks - 1 - row) * files, (ranks - row) * files)).flat();
}

/**
 * Writes a position text.
 * @param {Placement} placement
 * @param {Geometry} geometry
 */
export function writePlacement(placement, geometry) {
  const isShatra = geometry.name === 'shatra';
  const order = isShatra ? geometry.squares : fenOrder(geometry);
  let index = 0;
  const groups = (isShatra ? SPN_GROUPS : Array(geometry.ranks).fill(geometry.files)).map((length) => {
    const group = writeGroup(order.slice(index, index + length), placement.men);
    index += length;
    return group;
  });
  const fields = [groups.join('/'), placement.side === 'white' ? 'w' : 'b'];
  if (isShatra) {
    const { white, black } = placement.temdek;
    fields.push(`${white ? 'T' : ''}${black ? 't' : ''}` || '-');
    const transit = placement.transit === null ? 0 : geometry.squares.indexOf(placement.transit) + 1;
    fields.push(transit > 0 ? String(transit) : '-');
  }
  return [...fields, placement.rest].join(' ').trim();
}

/**
 * @param {string[]} squares
 * @param {Map<string, Man>} men
 */
function writeGroup(squares, men) {
  let text = '';
  let empty = 0;
  for (const square of squares) {
    const man = men.get(square);
    if (man === undefined) {
      empty += 1;
      continue;
    }
    text += (empty > 0 ? empty : '') + letterOf(man);
    empty = 0;
  }
  return text + (empty > 0 ? empty : '');
}

/** @param {Man} man */
function letterOf({ kind, side, urgent }) {
  if (side === null) return GHOST_LETTERS.get(kind) ?? 'p';
  return (urgent ? '!' : '') + (side === 'white' ? kind : kind.toLowerCase());
}

/** The figures of the kinds of men, by game; Shatra's for all its rule sets. */
const FIGURES = /** @type {Record<string, Record<string, string>>} */ ({
  shatra: { K: 'crown', Q: 'helmet', R: 'tower', B: 'flame', S: 'foot_soldier' },
  shatranj: { K: 'crown', Q: 'helmet', R: 'tower', B: 'elephant', N: 'horse', P: 'foot_soldier' },
  shatar: { K: 'crown', J: 'helmet', R: 'tower', B: 'camel', N: 'horse', P: 'foot_soldier' },
});

/**
 * Returns the name of the group of rule sets whose men have the same names: shatra, shatranj or shatar.
 * @param {string} variant
 */
export function menOf(variant) {
  return variant in FIGURES ? variant : 'shatra';
}

/**
 * Returns the name of a man's figure.
 * @param {string} variant
 * @param {string} kind
 */
export function figureOf(variant, kind) {
  return FIGURES[menOf(variant)]?.[kind] ?? 'foot_soldier';
}

/**
 * Returns the kinds of men of a game, the king first.
 * @param {string} variant
 */
export function kindsOf(variant) {
  return Object.keys(FIGURES[menOf(variant)] ?? {});
}

/** The games of Shatra that begin with biy and shatras alone, of which batyrs are made; there no shatra takes two steps at once. */
const WITHOUT_OFFICERS = ['shatra-original', 'shatra-online'];

/** Returns the kinds of men that a beginner meets in a game. @param {string} variant */
export function startKinds(variant) {
  return kindsOf(variant).filter((kind) => !WITHOUT_OFFICERS.includes(variant) || !['R', 'B'].includes(kind));
}

/**
 * Returns the end of the keys of the texts that say how a kind of man goes.
 * @param {string} variant
 * @param {string} kind
 */
export function wayOf(variant, kind) {
  const way = `${menOf(variant)}.${kind}`;
  return way === 'shatra.S' && !WITHOUT_OFFICERS.includes(variant) ? 'shatra.S.two' : way;
}
