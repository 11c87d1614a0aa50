/**
 * The icons of buttons and messages: lines in a box of 24 units, in the colour of the text around them. An icon
 * never stands alone: its button has a word, or at least a name for screen readers.
 */
import { svg } from './board-drawing.js';

/** The lines of each icon. @type {Record<string, string>} */
const LINES = {
  again: 'M20 12a8 8 0 1 1-2.4-5.7M20 3v5h-5',
  analysis: 'M4 19h16M6 15l4-5 4 3 5-7',
  annotate: 'M3 13l4 4L15 8M19 7v7M19 17.500v.01',
  check: 'M5 13l4 4L19 7',
  computer: 'M4 5h16v11H4zM8 20h8M12 16v4',
  cross: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6',
  draw: 'M4 6l3-2v8M18 4L6 20M14 15a3 2.500 0 0 1 6 0c0 2-6 3-6 5.500h6',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  first: 'M18 6l-8 6 8 6zM6 6v12',
  flip: 'M7 4v14M7 4L4 7M7 4l3 3M17 20V6M17 20l-3-3M17 20l3-3',
  games: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  gear: 'M19 10.4l2.5.2v2.8l-2.5.2-.9 2.3 1.6 1.8-2 2-1.8-1.6-2.3.9-.2 2.5h-2.8l-.2-2.5-2.3-.9-1.8 1.6-2-2 1.6-1.8-.9-2.3-2.5-.2v-2.8l2.5-.2.9-2.3-1.6-1.8 2-2 1.8 1.6 2.3-.9.2-2.5h2.8l.2 2.5 2.3.9 1.8-1.6 2 2-1.6 1.8zM12 8.8a3.2 3.2 0 1 0 .01 0z',
  help: 'M9.2 9a3 3 0 1 1 4.3 2.7c-1 .5-1.5 1.2-1.5 2.3M12 17.5v.01M12 3a9 9 0 1 0 .01 0z',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z',
  last: 'M6 6l8 6-8 6zM18 6v12',
  learn: 'M3 8l9-4 9 4-9 4zM7 10.5V16c3 2 7 2 10 0v-5.5',
  man: 'M12 3.500a3 3 0 1 0 .01 0zM9 9.500h6M10.5 9.500c0 4-1.5 5.5-2.5 7.500h8c-1-2-2.5-3.5-2.5-7.500M6.5 20.500h11',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M5.5 11h1v2h-1zM11.5 11h1v2h-1zM17.5 11h1v2h-1z',
  must: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M9.5 12a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
  next: 'M8 5l9 7-9 7z',
  people: 'M8 5a3 3 0 1 0 .01 0zM3 20c0-4 2-6 5-6s5 2 5 6M16 7a2.5 2.5 0 1 0 .01 0zM16 14c3 0 5 2 5 5',
  play: 'M7 5v14l12-7z',
  plus: 'M12 5v14M5 12h14',
  previous: 'M16 5l-9 7 9 7z',
  puzzle: 'M9 4h3a2 2 0 1 1 4 0h3v5a2 2 0 1 0 0 4v6H5v-6a2 2 0 1 0 0-4V4z',
  resign: 'M6 21V4M6 5h12l-3 4 3 4H6',
  rotate: 'M4 5h6v14H4zM13 14h8v5h-8zM14 5a6 6 0 0 1 5 5M19 10l2-2.5M19 10l-3-1.2',
  save: 'M12 4v11M8 11l4 4 4-4M5 20h14',
  search: 'M10.5 4a6.5 6.5 0 1 0 .01 0zM15.5 15.5L20 20',
  'set-up': 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v7h14v-7',
  temdek: 'M6 21V3l12 4.5L6 12',
  threat: 'M12 3v4M12 17v4M3 12h4M17 12h4M12 8a4 4 0 1 0 .01 0z',
  turns: 'M4 6h16M4 12h16M4 18h10',
  undo: 'M8 5L4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3',
  up: 'M6 15l6-6 6 6',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  watch: 'M3 12c3-5 6-7 9-7s6 2 9 7c-3 5-6 7-9 7s-6-2-9-7zM12 9a3 3 0 1 0 .01 0z',
};

/**
 * Draws an icon.
 * @param {string} name
 */
export function icon(name) {
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, [svg('path', { d: LINES[name] ?? '' })]);
}

/** Draws the ram's horns, the ornament of the start and of empty lists. */
export function horns() {
  const path = 'M24 22V12M24 13c0-6-4-9-9-9-4 0-7 3-7 6.5 0 3 2 5 5 5 2.5 0 4-1.5 4-3.5M24 13c0-6 4-9 9-9 4 0 7 3 7 6.5 0 3-2 5-5 5-2.5 0-4-1.5-4-3.5';
  return svg('svg', { class: 'horns', viewBox: '0 0 48 24', 'aria-hidden': 'true' }, [svg('path', { d: path })]);
}

/**
 * Puts its icon into each element that names one by `data-icon`.
 * @param {ParentNode} root
 */
export function placeIcons(root) {
  for (const element of root.querySelectorAll('[data-icon]')) element.replaceChildren(icon(/** @type {HTMLElement} */ (element).dataset.icon ?? ''));
}
