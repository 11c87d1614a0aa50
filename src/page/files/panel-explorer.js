/**
 * The opening explorer: the turns from the position on the board, each with its value in the engine's book and with
 * the results of the games that this browser keeps. It asks only while it is in sight. The turn under the pointer or
 * the focus is drawn as an arrow.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./explorer.js').BookTurn} BookTurn
 * @typedef {import('./explorer.js').BookPosition} BookPosition
 * @typedef {import('./explorer.js').Results} Results
 * @typedef {{ book: BookPosition | null, reason: '' | 'none' | 'no-book' | 'failed', message: string }} Answer
 */
import { EngineError } from './conversation.js';
import { element } from './dom.js';
import { createOwnGames, parseBook, sumOf } from './explorer.js';
import { currentFacts, messageOf, sideToMove } from './game.js';
import { scoreText } from './score.js';
import { decimal, language, shortly, t } from './text.js';
import { turnsTo } from './tree.js';
import { parseTurn, squaresOf } from './turns.js';

/** How long a position is on the board before it is asked for, in milliseconds. */
const DELAY = 60;
/** How many answers are kept. */
const MAX_KEPT = 500;
/** The share below which a bar has no room for its number, in percent. */
const LEAST_NUMBER = 12;

/**
 * Builds the explorer and keeps it up to date.
 * @param {HTMLElement} root
 * @param {Store} store
 * @param {Game} game
 * @param {() => Promise<ReturnType<typeof import('./library.js').createLibrary>>} loadLibrary
 */
export function mountExplorer(root, store, game, loadLibrary) {
  /** The answers by game and position. @type {Map<string, Answer>} */
  const answers = new Map();
  /** @type {ReturnType<typeof createOwnGames> | null} */
  let own = null;
  /** How often the own games were looked through. */
  let looks = 0;
  let asked = '';
  let painted = '';
  /** The rules whose own games were looked through since the explorer came into sight; '' while it is not. */
  let lookedThrough = '';
  /** Whether the row that had the focus has gone, and the next one is to have it. */
  let isFocusDue = false;
  let timer = 0;

  const isInSight = () => store.get().view === 'analyse' && root.offsetParent !== null;

  /** @param {State} state */
  function follow(state) {
    const inSight = isInSight();
    const { variant } = state.tree;
    const isNew = inSight && lookedThrough !== variant;
    lookedThrough = inSight ? variant : '';
    const facts = inSight ? currentFacts(state) : null;
    if (isNew) lookThroughOwn();
    const key = facts === null ? '' : `${variant} ${facts.position}`;
    if (key !== asked) {
      asked = key;
      clearTimeout(timer);
      if (key !== '' && !answers.has(key)) timer = setTimeout(ask, DELAY, key, positionOf(state), sideToMove(state));
    }
    if (key !== '') paint(state, key);
  }

  /** @param {State} state */
  const positionOf = ({ tree, at }) => ({ variant: tree.variant, start: tree.start, turns: turnsTo(tree, at) });

  /** Asks the engine for a position. @param {string} key @param {ReturnType<typeof positionOf>} position @param {import('./types.js').Side} side */
  async function ask(key, position, side) {
    /** @type {Answer} */
    let answer;
    try {
      const book = parseBook(await game.rules.book(position), side);
      // A book begins at the start of its game.
      const isStart = position.start === null && position.turns.length === 0;
      answer = { book, reason: book !== null ? '' : isStart ? 'no-book' : 'none', message: '' };
    } catch (error) {
      const isOld = error instanceof EngineError && error.message.includes('unknown command');
      answer = { book: null, reason: isOld ? 'no-book' : 'failed', message: messageOf(error) };
    }
    if (answers.size >= MAX_KEPT) answers.clear();
    answers.set(key, answer);
    store.set({});
  }

  /** Looks through the games that are kept. */
  async function lookThroughOwn() {
    const { tree } = store.get();
    try {
      own ??= createOwnGames(await loadLibrary(), game.rules);
      await own.refresh(tree.variant, tree.id);
    } catch {
      // A browser that keeps no games has none to show.
    }
    looks += 1;
    store.set({});
  }

  /** @param {State} state @param {string} key */
  function paint(state, key) {
    const answer = answers.get(key) ?? null;
    const signature = [key, answer === null, looks, language()].join('|');
    if (signature === painted) return;
    // The best turn of another position is in sight.
    if (!painted.startsWith(`${key}|`)) root.scrollTop = 0;
    painted = signature;
    const played = own?.at(currentFacts(state)?.position ?? '') ?? new Map();
    const turns = answer?.book?.turns ?? [];
    const equal = equalTo(turns);
    const others = [...played.keys()].filter((turn) => turns.every((known) => known.turn !== turn));
    if (root.contains(document.activeElement)) isFocusDue = true;
    root.replaceChildren(
      element('p', { class: 'explorer-head', role: 'status', text: answer === null ? t('explorer.asking') : headOf(answer) }),
      ...(turns.length + others.length === 0 ? [] : [legend(equal.size > 0), element('table', { class: played.size > 0 ? 'explorer' : 'explorer none-own' }, [
        element('thead', {}, [element('tr', {}, ['turn', 'expected', 'doubt', 'depth', 'own'].map((name) =>
          element('th', { scope: 'col', class: `explorer-${name}`, text: t(`explorer.${name}`), title: t(`explorer.${name}-title`) })))]),
        element('tbody', {}, [...turns.map((turn) => row(turn.turn, turn, played.get(turn.turn), equal.has(turn))), ...others.map((turn) => row(turn, null, played.get(turn), false))]),
      ])]),
    );
    const first = /** @type {HTMLElement | null} */ (root.querySelector('[data-book]'));
    if (isFocusDue && first !== null && document.activeElement === document.body) first.focus();
    if (first !== null) isFocusDue = false;
  }

  root.addEventListener('click', ({ target }) => {
    const turn = turnOf(target);
    if (turn !== undefined && game.mayMove()) game.play(turn);
  });
  /** Draws a turn as an arrow. @param {EventTarget | null} target */
  function point(target) {
    const turn = turnOf(target);
    const squares = turn === undefined ? [] : squaresOf(parseTurn(turn)).filter((square) => square !== '');
    const hints = squares.slice(1).map((to, index) => ({ from: squares[index] ?? to, to, kind: /** @type {const} */ ('hint') }));
    if (hints.length > 0 || store.get().hints.length > 0) store.set({ hints });
  }
  root.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && point(event.target));
  root.addEventListener('pointerleave', () => point(null));
  root.addEventListener('focusin', ({ target }) => target instanceof Element && target.matches(':focus-visible') && point(target));
  root.addEventListener('focusout', () => point(null));
  root.addEventListener('keydown', (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const buttons = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-book]')]);
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
  });

  store.subscribe(follow);
  follow(store.get());
}

/** Returns the turn of the row that an element is in. @param {EventTarget | null} target */
const turnOf = (target) => (target instanceof Element ? target.closest('tr')?.dataset.row : undefined);

/** Returns the turns whose expected points lie within the doubt of the best, and that one, if there are any. @param {BookTurn[]} turns */
function equalTo(turns) {
  const [best] = turns;
  const equal = turns.filter(({ expected }) => best !== undefined && Math.abs(expected - best.expected) <= best.doubt);
  return new Set(equal.length > 1 ? equal : []);
}

/** What the shares of a bar mean, and the line beside turns. @param {boolean} hasEqual */
function legend(hasEqual) {
  const grounds = [['share-white', 'side.white'], ['share-black', 'side.black'], ['share-doubt', 'explorer.in-doubt'], ...(hasEqual ? [['equal', 'explorer.equal']] : [])];
  return element('p', { class: 'explorer-legend note' }, [`${t('explorer.points')} `, ...grounds.map(([ground = '', key = '']) => element('span', {}, [element('i', { class: ground }), t(key)]))]);
}

/** Writes thousandths as percents. @param {number} thousandths */
const percent = (thousandths) => decimal(thousandths / 10, 0);

/** What the book says of the position, or why it says nothing. @param {Answer} answer */
function headOf({ book, reason, message }) {
  if (book === null) return t(`explorer.reason.${reason}`, { message });
  const { score, expected, doubt, depth, below } = book.position;
  return t('explorer.position', { score: scoreText(score), share: percent(expected), doubt: percent(doubt), depth, below: shortly(below) });
}

/** @param {string} turn @param {BookTurn | null} book @param {Results | undefined} results @param {boolean} isEqual */
function row(turn, book, results, isEqual) {
  const transposes = t('explorer.transposes');
  const sign = book?.transposes ? [element('span', { class: 'explorer-sign', role: 'img', title: transposes, 'aria-label': transposes, text: '⇄' })] : [];
  const doubt = book === null ? '' : book.score.kind === 'mate' ? scoreText(book.score) : `±${percent(book.doubt)}`;
  return element('tr', { 'data-row': turn, class: isEqual ? 'equal' : null, title: isEqual ? t('explorer.equal-title') : null }, [
    element('th', { scope: 'row' }, [element('button', { type: 'button', class: 'turn', 'data-book': turn, text: turn }), ...sign]),
    element('td', { class: 'explorer-expected' }, book === null ? [] : [shareBar(book)]),
    element('td', { class: 'explorer-doubt', text: doubt }),
    element('td', { class: 'explorer-depth', text: book === null ? '' : String(book.depth), title: book === null ? null : t('explorer.below', { count: book.below }) }),
    element('td', { class: 'explorer-own' }, results === undefined ? [] : [resultBar(results)]),
  ]);
}

/** The points that White and Black may expect, told by length, shade and number. @param {BookTurn} turn */
function shareBar({ expected, doubt, score }) {
  const white = Math.round(expected / 10);
  const label = t('explorer.share', { white, black: 100 - white, doubt: percent(doubt) });
  const number = (/** @type {number} */ share) => (share < LEAST_NUMBER ? '' : String(share));
  const bar = element('div', { class: 'share-bar', role: 'img', 'aria-label': label, title: `${scoreText(score)}: ${label}` }, [
    element('span', { class: 'share-white', text: number(white) }), element('span', { class: 'share-black', text: number(100 - white) }), element('span', { class: 'share-doubt' }),
  ]);
  bar.style.setProperty('--share', `${expected / 10}%`);
  bar.style.setProperty('--doubt', `${doubt / 10}%`);
  return bar;
}

/** The results of the own games. @param {Results} results */
function resultBar(results) {
  const { white, draw, black, open } = results;
  const label = t('explorer.results', { white, draw, black, open });
  const parts = Object.entries({ white, draw, black }).filter(([, count]) => count > 0).map(([name, count]) => {
    const part = element('span', { class: `share-${name}`, text: String(count) });
    part.style.flexGrow = String(count);
    return part;
  });
  return element('div', { class: 'own-results', role: 'img', 'aria-label': label, title: label }, [
    element('span', { class: 'own-count', text: String(sumOf(results)) }), element('span', { class: 'result-bar' }, parts),
  ]);
}
