/**
 * The position behind a turn of a line, on a small board while the pointer or the focus is on the turn; the large board
 * has the arrow of that line then. The engine
 * is asked for it; one question waits at most, and what was asked is kept.
 *
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 */
import { element } from './dom.js';
import { geometryOf, parsePlacement } from './position.js';
import { smallBoard } from './small-board.js';
import { t } from './text.js';
import { parseTurn, squaresOf } from './turns.js';

/** How long the pointer rests on a turn before its position is asked for, in milliseconds. */
const DELAY = 100;
/** How many positions are kept. */
const MAX_KEPT = 200;

/**
 * Shows the positions of the turns below an element.
 * @param {HTMLElement} root the element of the lines, whose buttons have `data-rank` and `data-turns`
 * @param {Store} store
 * @param {Game} game
 */
export function mountPreview(root, store, game) {
  const box = element('div', { class: 'preview', hidden: true });
  root.append(box);
  /** The positions by the turns that lead to them. @type {Map<string, string>} */
  const known = new Map();
  let timer = 0;
  let wanted = '';

  /** Returns the turns up to that of a button. @param {EventTarget | null} target */
  function turnsOf(target) {
    const button = target instanceof Element ? target.closest('button') : null;
    const { analysis, at } = store.get();
    const line = analysis?.node === at ? analysis.lines.find(({ rank }) => rank === Number(button?.dataset.rank)) : undefined;
    return line?.turns.slice(0, Number(button?.dataset.turns)) ?? [];
  }

  /** @param {EventTarget | null} target */
  function follow(target) {
    point(target);
    const turns = turnsOf(target);
    if (turns.length === 0) return hideBoard();
    const here = game.position();
    const key = [here.variant, here.start, ...here.turns, ...turns].join(' ');
    if (key === wanted) return;
    wanted = key;
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const position = known.get(key) ?? (await game.rules.facts({ ...here, turns: [...here.turns, ...turns] }).catch(() => null))?.position;
      if (position === undefined) return;
      if (known.size >= MAX_KEPT) known.clear();
      known.set(key, position);
      if (wanted === key) show(here.variant, position, turns);
    }, known.has(key) ? 0 : DELAY);
  }

  /** @param {string} variant @param {string} position @param {string[]} turns */
  function show(variant, position, turns) {
    const last = turns.at(-1) ?? '';
    const { settings, bottom } = store.get();
    const squares = squaresOf(parseTurn(last)).filter((square) => square !== '');
    box.replaceChildren(
      element('span', { class: 'note', text: t('analysis.after', { turn: last }) }),
      smallBoard(variant, parsePlacement(position, geometryOf(variant)), { men: settings.men, bottom, last: squares }),
    );
    box.hidden = false;
  }

  function hideBoard() {
    clearTimeout(timer);
    wanted = '';
    box.hidden = true;
  }

  function hide() {
    point(null);
    hideBoard();
  }

  /** The board gets the arrow of the line that is pointed at. @param {EventTarget | null} target */
  function point(target) {
    const button = target instanceof Element ? target.closest('button') ?? target.closest('.line')?.querySelector('button') : null;
    const pointed = Number(button?.dataset.rank ?? 0);
    if (store.get().pointed !== pointed) store.set({ pointed });
  }

  root.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && follow(event.target));
  root.addEventListener('pointerleave', hide);
  root.addEventListener('focusin', ({ target }) => target instanceof Element && target.matches(':focus-visible') && follow(target));
  root.addEventListener('focusout', hide);
  root.addEventListener('keydown', ({ key }) => key === 'Escape' && hide());
}
