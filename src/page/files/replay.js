/**
 * Replays games in a page that is one file: reports of matches and analyses (`src/page/replay`).
 *
 * An element with the class `replay` holds the games. A list of the turns may stand beside it in the same
 * parent, its entries marked by `data-ply`, and a graph in the figure with `data-plies`; otherwise the list
 * is made here.
 *
 * @typedef {import('./types.js').Turn} Turn
 * @typedef {import('./replay-game.js').Game} Game
 * @typedef {import('./types.js').Side} Side
 */
import { svg, useFigures } from './board-drawing.js';
import { createBoard } from './board.js';
import { element } from './dom.js';
import { geometryOf } from './position.js';
import { boardsOf, labelOf, numberOf, sentence } from './replay-game.js';
import { t, useCatalogs } from './text.js';
import { followTheme } from './theme.js';
import { squaresOf } from './turns.js';

/** The signs on the buttons, by the key of the text that names each. */
const BUTTONS = { first: '«', previous: '‹', next: '›', last: '»', flip: '⇅' };
/** The part of an address that names a game, before its number. */
const ADDRESS = '#game-';

/** The replay that was used last, which the arrow keys move. @type {ReturnType<typeof mountReplay> | null} */
let used = null;

/**
 * Shows the board wherever the page holds games, once it comes near the window.
 * @param {Record<string, { body: string, details: string }>} figures
 * @param {Record<string, string>} texts
 */
export function replayGames(figures, texts) {
  useFigures(figures);
  useCatalogs('en', [{ language: 'en', entries: texts }]);
  followTheme(() => 'auto');
  /** @type {Set<Element>} */
  const waiting = new Set();
  const show = (/** @type {Element} */ host) => {
    if (!waiting.delete(host)) return;
    observer.unobserve(host);
    const replay = mountReplay(/** @type {HTMLElement} */ (host));
    used ??= replay;
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) show(target);
  }, { rootMargin: '600px' });
  for (const host of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.replay'))) {
    const scope = host.parentElement;
    host.hidden = false;
    if (scope !== null) scope.hidden = false;
    scope?.classList.add('has-replay');
    waiting.add(host);
    observer.observe(host);
  }
  // An address that names a game is followed by the replay that has it.
  const followAddress = () => {
    if (location.hash.startsWith(ADDRESS)) waiting.forEach(show);
  };
  addEventListener('hashchange', followAddress);
  followAddress();
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || used === null) return;
    const isInside = target instanceof Element && used.scope.contains(target);
    if (isInside ? target.closest('select, .squares') !== null : target !== document.body) return;
    const isHandled = (isInside || key.startsWith('Arrow')) && used.press(key);
    if (isHandled) event.preventDefault();
  });
}

/** @param {HTMLElement} host */
function mountReplay(host) {
  /** @type {Game[]} */
  const games = JSON.parse(host.querySelector('script')?.textContent ?? '[]');
  const scope = host.parentElement ?? host;
  const found = /** @type {HTMLElement | null} */ (scope.querySelector('.turns'));
  const list = found ?? element('ol', { class: 'turns' });
  const figure = host.closest('article')?.querySelector('figure[data-plies]') ?? null;
  let game = games[0] ?? { variant: 'shatra', start: '', turns: '' };
  let { boards, turns } = boardsOf(game);
  let at = 0;
  /** @type {Side} */
  let bottom = 'white';

  const frame = element('div', { class: 'board' });
  const board = createBoard(frame, { square() {}, lift() {}, drag() {}, mark() {}, cancel() {} });
  const caption = element('p', { class: 'replay-turn' });
  const said = element('p', { class: 'replay-said', 'aria-live': 'polite' });
  const buttons = Object.entries(BUTTONS).map(([name, text]) =>
    element('button', { type: 'button', text, 'data-go': name, 'aria-label': t(`keys.${name}`), title: t(`keys.${name}`) }));
  const chosen = element('select', {}, games.map(({ title = '' }, index) => element('option', { value: index, text: title })));
  const choice = element('label', { class: 'replay-game' }, [element('span', { text: 'Game' }), chosen]);
  const line = svg('path', { class: 'replay-now' });
  host.replaceChildren(
    ...(games.length > 1 || game.title !== undefined ? [choice] : []), frame,
    element('div', { class: 'replay-buttons', role: 'group', 'aria-label': 'Turns' }, buttons), caption, said,
  );
  if (found === null) host.after(list);

  /** @param {number} ply */
  function goTo(ply) {
    const before = at;
    at = Math.max(0, Math.min(turns.length, ply));
    paint(at === before + 1 && !matchMedia('(prefers-reduced-motion: reduce)').matches);
  }

  /** @param {boolean} [slides] */
  function paint(slides = false) {
    const { variant } = game;
    const [placement, turn] = [boards[at], turns[at - 1]];
    if (placement === undefined) return;
    const squares = turn === undefined ? [] : squaresOf(turn).filter((square) => square !== '');
    board.paint({
      geometry: geometryOf(variant), variant, placement, bottom, lying: false, men: 'figures', coordinates: true, numbers: 'none',
      selected: null, movers: new Set(), plannable: new Set(), targets: new Map(), promotions: new Map(), capturers: [], last: squares,
      planned: [], next: [], marks: [], arrows: [], slide: slides ? squares : [],
      label: (square) => labelOf(variant, placement, square),
    });
    for (const button of buttons) {
      const isIdle = { first: at === 0, previous: at === 0, next: at === turns.length, last: at === turns.length }[button.dataset.go ?? ''];
      button.setAttribute('aria-disabled', String(isIdle ?? false));
    }
    const entry = markEntry(list, at);
    caption.replaceChildren(...captionOf(turn === undefined ? 'Start' : `${numberOf(game, at)} ${entry?.textContent ?? turn.text}`, entry));
    said.textContent = turn === undefined ? '' : sentence(turn, boards[at - 1] ?? placement, placement);
    if (at === turns.length && game.ending) said.append(` ${game.ending}`);
    if (figure !== null) markGraph(figure, line, at);
  }

  /** @param {number} index */
  function choose(index) {
    game = games[index] ?? game;
    ({ boards, turns } = boardsOf(game));
    at = 0;
    if (found === null) list.replaceChildren(...turnList(game, turns));
    chosen.value = String(games.indexOf(game));
    paint();
  }

  /** Goes where a key or a button leads; returns whether it leads anywhere. @param {string} name */
  function press(name) {
    const ply = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: turns.length, first: 0, previous: at - 1, next: at + 1, last: turns.length }[name];
    if (ply !== undefined) goTo(ply);
    return ply !== undefined;
  }

  const replay = { scope, press };
  const use = () => { used = replay; };
  scope.addEventListener('pointerdown', use);
  scope.addEventListener('focusin', use);
  host.addEventListener('click', ({ target }) => {
    const name = target instanceof HTMLElement ? target.dataset.go : undefined;
    if (name === 'flip') {
      bottom = bottom === 'white' ? 'black' : 'white';
      paint();
    } else press(name ?? '');
  });
  list.addEventListener('click', ({ target }) => {
    const ply = target instanceof Element ? target.closest('[data-ply]')?.getAttribute('data-ply') : null;
    if (ply) goTo(Number(ply));
  });
  figure?.addEventListener('click', (event) => {
    use();
    goTo(plyUnder(figure, /** @type {MouseEvent} */ (event)));
  });
  chosen.addEventListener('change', () => choose(Number(chosen.value)));
  const followAddress = () => {
    const index = games.findIndex(({ number }) => `${ADDRESS}${number}` === location.hash);
    if (index < 0) return;
    choose(index);
    host.scrollIntoView();
  };
  addEventListener('hashchange', followAddress);
  if (found !== null) useEntries(found);
  choose(0);
  followAddress();
  return replay;
}

/** Makes buttons of the entries of a list that the page has already. @param {HTMLElement} list */
function useEntries(list) {
  for (const entry of list.querySelectorAll('[data-ply]')) {
    const button = element('button', { type: 'button', class: entry.className, 'data-ply': entry.getAttribute('data-ply'), 'data-href': entry.getAttribute('href') });
    button.append(...entry.childNodes);
    entry.replaceWith(button);
  }
}

/** @param {Game} game @param {Turn[]} turns */
function turnList(game, turns) {
  return turns.flatMap((turn, index) => {
    const number = numberOf(game, index + 1);
    const isBlack = number.endsWith('...');
    const parts = isBlack && index > 0 ? [] : [element('li', { class: 'move-number', text: number.replace('...', '.') })];
    if (isBlack && index === 0) parts.push(element('li', { text: '…' }));
    return [...parts, element('li', {}, [element('button', { type: 'button', 'data-ply': index + 1, text: turn.text })])];
  });
}

/** Marks the turn in the list, and returns its entry. @param {HTMLElement} list @param {number} ply */
function markEntry(list, ply) {
  list.querySelector('[aria-current]')?.removeAttribute('aria-current');
  const entry = /** @type {HTMLElement | null} */ (list.querySelector(`[data-ply="${ply}"]`));
  if (ply === 0) list.scrollTop = 0;
  if (entry === null) return null;
  entry.setAttribute('aria-current', 'true');
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
  return entry;
}

/** Returns the line under the board: the turn, its score, and where the page says more about it. @param {string} text @param {HTMLElement | null} entry */
function captionOf(text, entry) {
  const score = entry?.nextElementSibling?.textContent ?? '';
  const href = entry?.dataset.href;
  return [
    element('b', { text, class: entry?.className ?? '' }), ...(score === '' ? [] : [` ${score}`]),
    ...(href ? [' ', element('a', { href, text: 'What was better' })] : []),
  ];
}

/** The first and last turn of a graph, and where they are as shares of its width. @param {Element} figure */
function scaleOf(figure) {
  const numbers = (/** @type {string} */ name) => (figure.getAttribute(name) ?? '').split(' ').map(Number);
  const [[first = 0, last = 0], [left = 0, right = 1]] = [numbers('data-plies'), numbers('data-shares')];
  return { first, last, left, right };
}

/** @param {Element} figure @param {MouseEvent} event */
function plyUnder(figure, { clientX }) {
  const { first, last, left, right } = scaleOf(figure);
  const box = figure.querySelector('svg')?.getBoundingClientRect();
  const share = box === undefined ? 0 : ((clientX - box.left) / box.width - left) / (right - left || 1);
  return Math.round(first + Math.max(0, Math.min(1, share)) * (last - first));
}

/** Draws a line through a graph where the board is. @param {Element} figure @param {SVGElement} line @param {number} ply */
function markGraph(figure, line, ply) {
  const { first, last, left, right } = scaleOf(figure);
  const drawing = figure.querySelector('svg');
  const [, , width = 0, height = 0] = (drawing?.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const x = width * (left + ((ply - first) / (last - first || 1)) * (right - left));
  line.setAttribute('d', `M${x} ${height * 0.17}V${height * 0.86}`);
  drawing?.append(line);
}
