/**
 * The help: the men of the game on the board and how they go, the signs on squares, the buttons without words, and
 * the keys.
 *
 * @typedef {import('./types.js').State} State
 */
import { capturerFrame, ring, target } from './board.js';
import { drawMan, svg } from './board-drawing.js';
import { closeButton, element } from './dom.js';
import { KEYS } from './hand.js';
import { icon } from './icons.js';
import { geometryOf, kindsOf, menOf, wayOf } from './position.js';
import { t } from './text.js';

/** The buttons without words: their icons, and the texts that name them. */
const BUTTONS = [['first', 'keys.first'], ['previous', 'keys.previous'], ['next', 'keys.next'], ['last', 'keys.last'], ['flip', 'board.flip'], ['rotate', 'board.lay'], ['gear', 'analysis.settings'], ['more', 'views.more']];

/** The signs on squares, as the board draws them. @type {Record<string, (variant: string, men: 'figures' | 'signs') => SVGElement[]>} */
const SIGNS = {
  quiet: () => target('quiet'),
  capture: () => target('capture'),
  must: (variant, men) => [drawMan(variant, { kind: 'R', side: 'white', urgent: false }, men), capturerFrame()],
  last: () => [svg('rect', { class: 'last', x: -30, y: -30, width: 60, height: 60 })],
  selected: () => [svg('rect', { class: 'selected', x: -30, y: -30, width: 60, height: 60 })],
  mark: () => ring('mark', 26),
  planned: () => [svg('rect', { class: 'planned', x: -30, y: -30, width: 60, height: 60 })],
  ghost: (variant, men) => [drawMan(variant, { kind: 'R', side: null, urgent: false }, men), svg('path', { class: 'cross', d: 'M-16-16L16 16M16-16L-16 16' })],
  urgent: (variant, men) => [drawMan(variant, { kind: 'S', side: 'white', urgent: true }, men)],
  gate: () => [svg('rect', { class: 'gate', x: -30, y: -30, width: 60, height: 60 }), svg('path', { class: 'arch', d: 'M-21 30v-28a21 21 0 0 1 42 0v28z' })],
  fortress: () => [svg('rect', { class: 'light stone', x: -30, y: -30, width: 60, height: 60 }), svg('path', { class: 'battlement', d: 'M-29 30v-59h59' })],
  tower: () => [svg('path', { class: 'tower', d: 'M0-27L27 0L0 27L-27 0z' })],
  reserve: () => [svg('path', { class: 'temdek white', d: 'M-11 22v-44M-9-21l27 10l-27 10z' })],
  next: (variant, men) => [drawMan(variant, { kind: 'S', side: 'white', urgent: false }, men), nextNumber()],
};
/** Those that only Shatra has. */
const OF_SHATRA = ['must', 'ghost', 'urgent', 'next', 'reserve', 'tower', 'gate', 'fortress'];

function nextNumber() {
  const text = svg('text', { class: 'next-number', y: 4.5 });
  text.textContent = '1';
  return svg('g', { transform: 'translate(20 -20)' }, [svg('circle', { class: 'next', r: 9.5 }), text]);
}

/** @param {SVGElement[]} parts */
const onSquare = (parts) => svg('svg', { class: 'legend-square', viewBox: '-30 -30 60 60', 'aria-hidden': 'true' }, [
  svg('rect', { class: 'light field', x: -30, y: -30, width: 60, height: 60 }), ...parts,
]);

/** @param {string} title @param {[Element, string, string?][]} rows */
function section(title, rows) {
  const entries = rows.map(([sign, name, text]) => element('li', {}, [sign, element('span', {}, text === undefined ? [name] : [element('strong', { text: name }), ` ${text}`])]));
  return [element('h3', { text: t(title) }), element('ul', { class: 'legend' }, entries)];
}

/**
 * Opens the help.
 * @param {HTMLDialogElement} dialog
 * @param {State} state
 * @param {{ name: string, version: string }} program
 */
export function openHelp(dialog, { tree: { variant }, settings: { men } }, program) {
  const group = menOf(variant);
  const isShatra = geometryOf(variant).name === 'shatra';
  const keys = KEYS.map(({ key, action }) => element('tr', {}, [
    element('th', { scope: 'row' }, [element('kbd', { text: key })]), element('td', { text: t(`keys.${action}`) }),
  ]));
  dialog.replaceChildren(
    element('div', { class: 'dialog-head' }, [
      element('h2', { text: t('help.title') }),
      closeButton(() => dialog.close()),
    ]),
    element('p', { text: t(`intro.${group}`) }),
    ...section('help.men', kindsOf(variant).map((kind) => [onSquare([drawMan(variant, { kind, side: 'white', urgent: false }, men)]), t(`men.${group}.${kind}`), t(`help.man.${wayOf(variant, kind)}`)])),
    ...section('help.signs', Object.entries(SIGNS).filter(([name]) => isShatra || !OF_SHATRA.includes(name)).map(([name, draw]) => [onSquare(draw(variant, men)), t(`help.sign.${name}`)])),
    ...section('help.buttons', BUTTONS.map(([name = '', key = '']) => [icon(name), t(key)])),
    element('h3', { text: t('help.keys') }), element('table', {}, [element('tbody', {}, keys)]),
    element('p', { class: 'note', text: t('help.board') }),
    element('h3', { text: t('help.about') }), element('p', { text: t('help.program', program) }),
  );
  dialog.showModal();
}
