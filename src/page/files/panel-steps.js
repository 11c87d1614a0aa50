/**
 * The row of steps through the game, with what turns the board, and the menu of what is done more rarely.
 *
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./types.js').State} State
 */
import { actionButton, element, iconButton, menu, signButton } from './dom.js';
import { geometryOf } from './position.js';
import { language, t } from './text.js';

const STEPS = ['first', 'previous', 'next', 'last'];

/** Makes the items that save and share a game. */
export function savingItems() {
  return ['save', 'picture', 'picture-png', 'copy-position'].map((name) => actionButton(name, t(`files.${name}`)));
}

/**
 * Makes the menu of what is done more rarely.
 * @param {State} state
 * @param {string} [word] the word below its icon
 */
export function moreMenu({ match, view, tree, lying }, word = '') {
  const isShatra = geometryOf(tree.variant).name === 'shatra';
  return menu('more', t('views.more'), [
    ...(view === 'play' && match !== null && !match.over ? [actionButton('new-game', t('play.abort'))] : []),
    ...(word === '' ? [] : [
      actionButton('flip', t('board.flip')),
      ...(isShatra ? [actionButton('rotate', t(lying ? 'board.stand' : 'board.lay'))] : []),
    ]),
    ...(view === 'analyse' ? [actionButton('threat', t('keys.threat'))] : []),
    element('button', { type: 'button', 'data-view': 'edit', text: t('views.edit-title') }),
    ...savingItems(),
    actionButton('share', t('files.share')),
  ], word);
}

/**
 * Builds the row and keeps it up to date.
 * @param {HTMLElement} root
 * @param {Store} store
 */
export function mountSteps(root, store) {
  let painted = '';

  /** @param {State} state */
  function paint(state) {
    const { tree, lying, view, match, sheet } = state;
    const isShatra = geometryOf(tree.variant).name === 'shatra';
    const signature = [language(), isShatra, lying, view, match === null, match?.over, sheet].join();
    if (signature === painted) return;
    painted = signature;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.action;
    root.replaceChildren(
      ...STEPS.map((name) => iconButton(name, name, t(`steps.${name}`), { 'aria-label': t(`keys.${name}`), title: t(`keys.${name}`) })),
      element('span', { class: 'space' }),
      signButton('flip', 'flip', t('board.flip')),
      ...(isShatra ? [signButton('rotate', 'rotate', t(lying ? 'board.stand' : 'board.lay'))] : []),
      ...(view === 'puzzles' ? [] : [moreMenu(state, t('views.more'))]),
      iconButton('sheet', sheet ? 'down' : 'up', t(sheet ? 'steps.board' : 'steps.turns'), { class: 'icon-button sheet-button', 'aria-expanded': String(sheet) }),
    );
    if (focused) /** @type {HTMLElement | null} */ (root.querySelector(`[data-action=${focused}]`))?.focus();
  }

  store.subscribe(paint);
  paint(store.get());
}
