/**
 * The two sets of men: the figures that the program's own pictures have, and discs with letters. White
 * and Black differ in their rims, too, not by colour alone.
 *
 * @typedef {import('./types.js').Man} Man
 */
import { figureOf, menOf } from './position.js';
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
