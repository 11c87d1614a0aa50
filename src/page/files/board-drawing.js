/**
 * The drawings of the board: its men, in two sets (the figures that the program's own pictures have, and
 * discs with letters), and the empty boards, Shatra's with its ditch, fortresses, gates and towers, and the
 * board of 8x8. Shatra's board stands upright or lies, its men always stand. A square is 60 units wide, as in
 * the program's own pictures. White and Black differ in their rims, too, not by colour alone.
 *
 * @typedef {import('./types.js').Man} Man
 * @typedef {import('./board.js').BoardView} BoardView
 */
import { figureOf, menOf, number } from './position.js';
import { t } from './text.js';

const SVG = 'http://www.w3.org/2000/svg';

/** The outlines and the lines on them, by name. @type {Record<string, { body: string, details: string }>} */
let figures = {};

/** Loads the shapes of the figures. */
export async function loadFigures() {
  useFigures(await (await fetch('figures.json')).json());
}

/** @param {typeof figures} shapes */
export function useFigures(shapes) {
  figures = shapes;
}

/**
 * Makes an SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {SVGElement[]} [children]
 */
export function svg(tag, attributes = {}, children = []) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * Draws a man around the origin; a square reaches 30 units in each direction.
 * @param {string} variant
 * @param {Man} man
 * @param {'figures' | 'signs'} set
 */
export function drawMan(variant, man, set) {
  const side = man.side ?? 'ghost';
  const parts = set === 'signs' ? sign(variant, man) : figure(variant, man);
  if (man.urgent) parts.push(svg('path', { class: 'urgent', d: 'M20-27v14M20-9v3' }));
  return svg('g', { class: `man ${side}` }, parts);
}

/** @param {string} variant @param {Man} man */
function figure(variant, man) {
  const { body = '', details = '' } = figures[figureOf(variant, man.kind)] ?? {};
  return [svg('path', { class: 'body', d: body }), svg('path', { class: 'details', d: details })];
}

/** @param {string} variant @param {Man} man */
function sign(variant, man) {
  const letter = svg('text', { class: 'letter', y: 7 });
  letter.textContent = t(`sign.${menOf(variant)}.${man.kind}`);
  return [
    svg('circle', { class: 'body', r: 23 }),
    svg('circle', { class: 'details', r: 18, 'stroke-dasharray': man.side === 'black' ? '5 3' : 'none' }),
    letter,
  ];
}

const SQUARE = 60;
const HALF = 30;
const FRAME = 5;
const DITCH = 12;
const FILES = 'abcdefgh';

/** The gates and the tower squares of Shatra, and the corners of the parts that the frame surrounds. */
const GATES = ['d4', 'd11'];
const TOWERS = ['a5', 'g5', 'a10', 'g10'];
const FORTRESSES = [['c1', 'e3'], ['c12', 'e14']];
const FRAMED = [['a5', 'g10'], ...FORTRESSES, ...GATES.map((gate) => [gate, gate])];
/** The ranks between which the ditch lies, as squares of one file. */
const BANKS = ['a7', 'a8'];

/** @typedef {ReturnType<typeof layoutOf>} Layout */

/**
 * Returns where the squares lie. A lying board is a quarter turn clockwise from an upright one: the fortress that
 * was below is on the left.
 * @param {Pick<BoardView, 'geometry' | 'bottom' | 'lying'>} view
 */
export function layoutOf({ geometry, bottom, lying }) {
  const { files, ranks } = geometry;
  const ditch = geometry.name === 'shatra' ? DITCH : 0;
  /** The column and the row on the screen. @param {number} file @param {number} rank @returns {[number, number]} */
  const place = (file, rank) => {
    const column = bottom === 'white' ? file : files - 1 - file;
    const row = bottom === 'white' ? ranks - 1 - rank : rank;
    return lying ? [ranks - 1 - row, column] : [column, row];
  };
  /** The centre. @param {number} file @param {number} rank @returns {[number, number]} */
  const cell = (file, rank) => {
    const [column, row] = place(file, rank);
    const beyond = (lying ? column : row) >= ranks / 2 ? ditch : 0;
    return [FRAME + column * SQUARE + HALF + (lying ? beyond : 0), FRAME + row * SQUARE + HALF + (lying ? 0 : beyond)];
  };
  const [across, along] = [files * SQUARE + 2 * FRAME, ranks * SQUARE + ditch + 2 * FRAME];
  const placeOf = (/** @type {string} */ square) => place(geometry.at(square).file, geometry.at(square).rank);
  const centre = (/** @type {string} */ square) => cell(geometry.at(square).file, geometry.at(square).rank);
  return { width: lying ? along : across, height: lying ? across : along, lying, cell, centre, placeOf };
}

/**
 * Draws a board without its men: the ground, and what is written on it, which lies above the signs of squares.
 * @param {Pick<BoardView, 'geometry' | 'coordinates' | 'numbers'>} view
 * @param {Layout} layout
 */
export function drawBoard({ geometry, coordinates, numbers }, layout) {
  const isShatra = geometry.name === 'shatra';
  const framed = isShatra ? FRAMED : [[geometry.squares[0] ?? '', geometry.squares.at(-1) ?? '']];
  const ground = [
    ...framed.map(([from = '', to = '']) => svg('rect', { class: 'frame', rx: 4, ...boxOf(layout, from, to, FRAME) })),
    ...drawTiles(geometry.squares, isShatra, layout),
    ...(isShatra ? drawShatra(layout) : []),
  ];
  const writing = [
    ...(coordinates ? coordinatesOf(geometry, layout) : []).map(([square, name, isRight]) =>
      drawText(layout, square, name, `coordinate${isShatra && GATES.includes(square) ? ' on-gate' : ''}${isRight ? ' right' : ''}`, isRight ? 28.5 : -28.5, -20.5)),
    ...(isShatra && numbers !== 'none' ? geometry.squares.map((square) => drawText(layout, square, String(number(square, numbers)), 'number', -27, 26)) : []),
  ];
  return { ground, writing };
}

/**
 * Returns the box around two squares and all between them.
 * @param {Layout} layout @param {string} from @param {string} to @param {number} [margin]
 */
function boxOf({ centre }, from, to, margin = 0) {
  const [[x1, y1], [x2, y2]] = [centre(from), centre(to)];
  const edge = HALF + margin;
  return { x: Math.min(x1, x2) - edge, y: Math.min(y1, y2) - edge, width: Math.abs(x1 - x2) + 2 * edge, height: Math.abs(y1 - y2) + 2 * edge };
}

/** @param {string[]} squares @param {boolean} isShatra @param {Layout} layout */
function drawTiles(squares, isShatra, layout) {
  /** @type {Map<string, string>} */
  const paths = new Map();
  for (const square of squares) {
    const isDark = (FILES.indexOf(square[0] ?? '') + Number(square.slice(1))) % 2 === 1;
    const name = `${groundOf(square, isShatra)} ${isDark ? 'dark' : 'light'}`;
    const [x, y] = layout.centre(square);
    paths.set(name, `${paths.get(name) ?? ''}M${x - HALF} ${y - HALF}h60v60h-60z`);
  }
  return [...paths].map(([name, d]) => svg('path', { class: name, d }));
}

/** @param {string} square @param {boolean} isShatra */
function groundOf(square, isShatra) {
  if (!isShatra) return 'field';
  if (GATES.includes(square)) return 'gate';
  const rank = Number(square.slice(1));
  return rank >= 5 && rank <= 10 ? 'field' : 'stone';
}

/** Returns what a square of Shatra is besides field, by the name of its text in the help; '' for field. @param {string} square */
export const kindOfSquare = (square) => (TOWERS.includes(square) ? 'tower' : GATES.includes(square) ? 'gate' : groundOf(square, true) === 'stone' ? 'fortress' : '');

/** @param {Layout} layout */
function drawShatra(layout) {
  const at = (/** @type {string} */ square) => `translate(${layout.centre(square).join(' ')})`;
  return [
    ...drawDitch(layout),
    ...GATES.map((gate) => svg('path', { class: 'arch', d: 'M-21 30v-28a21 21 0 0 1 42 0v28z', transform: at(gate) })),
    ...TOWERS.map((square) => svg('path', { class: 'tower', d: 'M0-27L27 0L0 27L-27 0z', transform: at(square) })),
    ...FORTRESSES.map(([from = '', to = '']) => svg('rect', { class: 'battlement', ...boxOf(layout, from, to, 1) })),
  ];
}

/** @param {Layout} layout */
function drawDitch({ centre, lying, width, height }) {
  const between = Math.max(...BANKS.map((square) => centre(square)[lying ? 0 : 1])) - HALF - DITCH;
  const length = (lying ? height : width) - 2 * FRAME;
  const waves = lying ? 'q-6 7.5 0 15t0 15' : 'q7.5-6 15 0t15 0';
  const box = lying ? { x: between, y: FRAME, width: DITCH, height: length } : { x: FRAME, y: between, width: length, height: DITCH };
  const start = lying ? `${between + DITCH / 2} ${FRAME}` : `${FRAME} ${between + DITCH / 2}`;
  return [svg('rect', { class: 'water', ...box }), svg('path', { class: 'wave', d: `M${start}${waves.repeat(length / 30)}` })];
}

/**
 * Returns the coordinates, each with the square in whose corner it stands, above, where no man reaches: on the left
 * those that name a row of the screen, in its first square, on the right those that name a column.
 * @param {import('./types.js').Geometry} geometry @param {Layout} layout
 * @returns {[square: string, name: string, isRight: boolean][]}
 */
function coordinatesOf({ squares, at }, { placeOf, lying }) {
  const across = lying ? 1 : 0;
  /** The first square of each rank, on the left or at the top. @type {Map<number, string>} */
  const firsts = new Map();
  for (const square of squares.toSorted((a, b) => (placeOf(b)[across] ?? 0) - (placeOf(a)[across] ?? 0))) firsts.set(at(square).rank, square);
  // Files are named at the foot of the field and of each fortress, or on the left if the board lies: where the rank before has fewer squares, or none.
  const distance = (/** @type {string} */ square) => (lying ? placeOf(square)[0] : -placeOf(square)[1]);
  const width = (/** @type {number} */ away) => squares.filter((square) => distance(square) === away).length;
  return [
    ...squares.filter((square) => width(distance(square)) > Math.max(1, width(distance(square) - 1))).map((square) => /** @type {[string, string, boolean]} */ ([square, square[0] ?? '', !lying])),
    ...[...firsts].map(([rank, square]) => /** @type {[string, string, boolean]} */ ([square, String(rank + 1), lying])),
  ];
}

/** @param {Layout} layout @param {string} square @param {string} text @param {string} name @param {number} dx @param {number} dy */
function drawText({ centre }, square, text, name, dx, dy) {
  const [x, y] = centre(square);
  const made = svg('text', { class: name, x: x + dx, y: y + dy, 'data-on': square });
  made.textContent = text;
  return made;
}

/**
 * Draws a disc for the side to move and pennants for the temdeks beside the fortresses.
 * @param {Pick<BoardView, 'geometry' | 'placement' | 'bottom'>} view
 * @param {Layout} layout
 */
export function drawBesideFortresses({ geometry, placement, bottom }, { cell }) {
  if (geometry.name !== 'shatra') return [];
  const beside = (/** @type {'white' | 'black'} */ side, /** @type {number} */ column) =>
    cell(bottom === 'white' ? column : 6 - column, side === 'white' ? 0 : 13);
  const parts = [];
  for (const side of /** @type {const} */ (['white', 'black'])) {
    if (placement.temdek[side]) {
      const [x, y] = beside(side, 0);
      parts.push(svg('g', { class: `temdek ${side}`, transform: `translate(${x} ${y})` }, [
        svg('path', { class: 'pole', d: 'M-11 22v-44' }), svg('path', { class: 'pennant', d: 'M-9-21l27 10l-27 10z' }),
      ]));
    }
  }
  const [x, y] = beside(placement.side, 6);
  parts.push(svg('circle', { class: `to-move ${placement.side}`, r: 13, transform: `translate(${x} ${y})` }));
  return parts;
}
