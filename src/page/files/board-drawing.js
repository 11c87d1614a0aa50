/**
 * The drawings of the board: its men, in two sets (the figures that the program's own pictures have, and
 * discs with letters), and the empty boards, Shatra's with its ditch, fortresses, gates and towers, and the
 * board of 8x8. A square is 60 units wide, as in the program's own pictures. White and Black differ in their
 * rims, too, not by colour alone.
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
const BORDER = 14;
const COORDINATES = 20;
const DITCH = 14;
const FILES = 'abcdefgh';

/** The gates and the tower squares of Shatra, and the corners of its fortresses. */
const GATES = ['d4', 'd11'];
const TOWERS = ['a5', 'g5', 'a10', 'g10'];
const FORTRESSES = [['c1', 'e3'], ['c12', 'e14']];

/**
 * Returns where the squares lie.
 * @param {Pick<BoardView, 'geometry' | 'bottom' | 'coordinates'>} view
 */
export function layoutOf({ geometry, bottom, coordinates }) {
  const edge = coordinates ? COORDINATES : 0;
  const { files, ranks } = geometry;
  const ditch = geometry.name === 'shatra' ? DITCH : 0;
  const left = BORDER + edge;
  /** @param {number} file @param {number} rank @returns {[number, number]} */
  const cell = (file, rank) => {
    const column = bottom === 'white' ? file : files - 1 - file;
    const row = bottom === 'white' ? ranks - 1 - rank : rank;
    return [left + column * SQUARE + HALF, BORDER + row * SQUARE + HALF + (row >= ranks / 2 ? ditch : 0)];
  };
  return {
    width: files * SQUARE + 2 * BORDER + edge,
    height: ranks * SQUARE + ditch + 2 * BORDER + edge,
    left, cell,
    /** @param {string} square */
    centre: (square) => {
      const { file, rank } = geometry.at(square);
      return cell(file, rank);
    },
  };
}

/**
 * Draws a board without its men.
 * @param {BoardView} view
 * @param {ReturnType<typeof layoutOf>} layout
 */
export function drawBoard(view, layout) {
  const { geometry, coordinates, numbers } = view;
  const isShatra = geometry.name === 'shatra';
  const parts = geometry.squares.map((square) => {
    const { file, rank } = geometry.at(square);
    const isDark = (file + rank) % 2 === 0;
    const [x, y] = layout.centre(square);
    return svg('rect', { class: `tile ${groundOf(square, isShatra)} ${isDark ? 'dark' : 'light'}`, x: x - HALF, y: y - HALF, width: SQUARE, height: SQUARE });
  });
  if (isShatra) parts.push(...drawShatra(layout));
  else {
    parts.push(svg('rect', {
      class: 'wall', x: layout.left, y: BORDER, width: geometry.files * SQUARE, height: geometry.ranks * SQUARE,
    }));
  }
  if (coordinates) parts.push(...drawCoordinates(view, layout));
  if (isShatra && numbers !== 'none') parts.push(...drawNumbers(view, numbers, layout));
  return parts;
}

/** @param {string} square @param {boolean} isShatra */
function groundOf(square, isShatra) {
  if (!isShatra) return 'field';
  if (GATES.includes(square)) return 'gate-ground';
  const rank = Number(square.slice(1));
  return rank >= 5 && rank <= 10 ? 'field' : 'stone';
}

/** @param {ReturnType<typeof layoutOf>} layout */
function drawShatra({ left, centre }) {
  const width = 7 * SQUARE;
  const top = BORDER + 7 * SQUARE;
  const wave = `M${left} ${top + DITCH / 2}${'q7.5-7 15 0t15 0'.repeat(14)}`;
  const parts = [
    svg('rect', { class: 'water', x: left, y: top, width, height: DITCH }),
    svg('path', { class: 'wave', d: wave }),
    ...[top - 3 * SQUARE, top + DITCH].map((y) => svg('rect', { class: 'wall thin', x: left, y, width, height: 3 * SQUARE })),
  ];
  for (const [from = '', to = ''] of FORTRESSES) {
    const [[x1, y1], [x2, y2]] = [centre(from), centre(to)];
    const box = { x: Math.min(x1, x2) - HALF, y: Math.min(y1, y2) - HALF, width: 3 * SQUARE, height: 3 * SQUARE };
    parts.push(svg('rect', { class: 'wall thick', ...box }), svg('rect', { class: 'battlement', ...box }));
  }
  for (const gate of GATES) {
    const [x, y] = centre(gate);
    parts.push(svg('g', { transform: `translate(${x} ${y})` }, [
      svg('path', { class: 'wall thick', d: 'M-30-30v60M30-30v60' }),
      svg('path', { class: 'arch', d: 'M-21 30v-28a21 21 0 0 1 42 0v28' }),
    ]));
  }
  for (const tower of TOWERS) {
    const [x, y] = centre(tower);
    parts.push(svg('g', { class: 'tower', transform: `translate(${x} ${y})` }, [
      svg('path', { d: 'M-30-30h13v13h-13zM17-30h13v13h-13zM-30 17h13v13h-13zM17 17h13v13h-13z' }),
      svg('rect', { class: 'wall tower-wall', x: -28, y: -28, width: 56, height: 56 }),
    ]));
  }
  return parts;
}

/** @param {BoardView} view @param {ReturnType<typeof layoutOf>} layout */
function drawCoordinates({ geometry }, { cell, height }) {
  const text = (/** @type {string} */ name, /** @type {number} */ x, /** @type {number} */ y) => {
    const made = svg('text', { class: 'coordinate', x, y });
    made.textContent = name;
    return made;
  };
  const files = Array.from({ length: geometry.files }, (_, file) => text(FILES[file] ?? '', cell(file, 0)[0], height - 10));
  const ranks = Array.from({ length: geometry.ranks }, (_, rank) => text(String(rank + 1), 17, cell(0, rank)[1] + 5));
  return [...files, ...ranks];
}

/** @param {BoardView} view @param {'spn' | 'official'} numbers @param {ReturnType<typeof layoutOf>} layout */
function drawNumbers({ geometry }, numbers, { centre }) {
  return geometry.squares.map((square) => {
    const [x, y] = centre(square);
    const made = svg('text', { class: 'number', x: x - HALF + 4, y: y - HALF + 14 });
    made.textContent = String(number(square, numbers));
    return made;
  });
}

/**
 * Draws a disc for the side to move and pennants for the temdeks beside the fortresses.
 * @param {BoardView} view
 * @param {ReturnType<typeof layoutOf>} layout
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
