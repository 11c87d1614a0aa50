/**
 * The list of turns: the main line in two columns, each turn with the man that plays it, comments and variations below the turn to which they belong. An
 * analysis adds the score after each turn. The list is built anew when the game changes; scores are written into it. The
 * turn on the board is scrolled into sight when it or the page changes, and not while an analysis goes on, when people
 * scroll.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Tree} Tree
 * @typedef {import('./types.js').Node} Node
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 */
import { drawMan, svg } from './board-drawing.js';
import { clockText } from './clock.js';
import { byId, element } from './dom.js';
import { geometryOf, moveNumber, parsePlacement } from './position.js';
import { scoreText } from './score.js';
import { language, t } from './text.js';
import { commentOf, rootPosition } from './tree.js';
import { parseTurn } from './turns.js';

/** The annotations in words, for screen readers. @type {Record<string, string>} */
export const GLYPH_NAMES = { '!': 'good', '?': 'mistake', '!!': 'brilliant', '??': 'blunder', '!?': 'interesting', '?!': 'inaccuracy' };

/**
 * Builds the list and keeps it up to date.
 * @param {HTMLElement} root
 * @param {Store} store
 * @param {Game} game
 */
export function mountTurns(root, store, game) {
  const list = element('div', { class: 'turns', role: 'group' });
  root.prepend(list);
  /** @type {Tree | null} */
  let painted = null;
  let paintedLook = '';
  /** The turn that was scrolled into sight last, and where and in which room; none while the list is hidden. */
  let scrolled = '';

  list.addEventListener('click', ({ target }) => {
    const id = target instanceof Element ? target.closest('[data-node]')?.getAttribute('data-node') : null;
    if (id) game.goTo(Number(id));
  });

  /** @param {State} state */
  function paint(state) {
    const { tree, at, view, sheet, lying, settings: { men } } = state;
    if (paintedLook !== language() + men) painted = null;
    paintedLook = language() + men;
    if (painted === null || isListChanged(painted, tree)) {
      scrolled = '';
      list.setAttribute('aria-label', t('moves.title'));
      list.replaceChildren(...lineParts(tree, 0, men), ...resultPart(tree));
    }
    const isEmpty = tree.nodes.length < 2;
    root.toggleAttribute('data-empty', isEmpty);
    if (painted !== tree || list.dataset.view !== view) paintScores(tree, view === 'analyse');
    list.dataset.view = view;
    painted = tree;
    const current = list.querySelector(`[data-node="${at}"]`);
    const before = list.querySelector('[aria-current]');
    if (before !== current) before?.removeAttribute('aria-current');
    current?.setAttribute('aria-current', 'true');
    // An element that is moved to another place of the page loses how far it was scrolled.
    const now = [at, view, sheet, lying, list.clientWidth, list.clientHeight].join();
    if (now === scrolled) return;
    scrolled = now;
    if (current instanceof HTMLElement) scrollInto(list, current, lastOf(current));
    else list.scrollTop = 0;
  }

  /** Writes what is known of the positions after the turns; while a game is played, that would be advice. @param {Tree} tree @param {boolean} isShown */
  function paintScores(tree, isShown) {
    for (const cell of list.querySelectorAll('[data-score]')) {
      const node = tree.nodes[Number(/** @type {HTMLElement} */ (cell).dataset.score)];
      const score = isShown ? node?.evaluation?.score : undefined;
      const text = score ? scoreText(score) : node && node.clock !== null ? clockText(node.clock) : '';
      cell.className = score || text === '' ? 'turn-score' : 'turn-clock';
      if (cell.textContent !== text) cell.textContent = text;
    }
  }

  store.subscribe(paint);
  paint(store.get());
}

/**
 * Lets people type turns.
 * @param {HTMLFormElement} form
 * @param {Store} store
 * @param {Game} game
 */
export function mountTyped(form, store, game) {
  const input = /** @type {HTMLInputElement} */ (byId('typed-turn'));
  /** @param {State} state */
  function paint({ tree }) {
    const text = t(geometryOf(tree.variant).name === 'chess' ? 'board.type-turn-chess' : 'board.type-turn');
    if (input.placeholder === text) return;
    input.placeholder = text;
    input.setAttribute('aria-label', text);
  }
  store.subscribe(paint);
  paint(store.get());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const typed = input.value.trim();
    // The next one may be typed at once.
    input.value = '';
    if (typed === '' || await game.playTyped(typed) || input.value !== '') return;
    // What is no turn comes back, to be mended.
    input.value = typed;
    input.select();
  });
  input.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    input.value = '';
    /** @type {HTMLElement | null} */ (document.querySelector('#board [data-square][tabindex="0"]'))?.focus();
  });
}

/** Returns whether the list looks different: evaluations and facts aren't in it. @param {Tree} before @param {Tree} tree */
function isListChanged(before, tree) {
  if (before === tree) return false;
  if (before.nodes.length !== tree.nodes.length || before.result !== tree.result || before.variant !== tree.variant || before.start !== tree.start) return true;
  return tree.nodes.some((node, id) => {
    const old = before.nodes[id];
    return old !== node && (!old || old.children !== node.children || old.turn !== node.turn || old.file !== node.file || old.comment !== node.comment || old.intro !== node.intro
      || old.glyph !== node.glyph || old.clock !== node.clock || (old.facts === null) !== (node.facts === null));
  });
}

/**
 * The elements of a line: its turns, and the variations behind the turn that they replace. Those of the main line
 * fill two columns behind one of numbers.
 * @param {Tree} tree
 * @param {number} from the node before the line
 * @param {'figures' | 'signs' | null} men the set of men of the main line; null for a variation
 * @param {number} [first] the first node of the line, if it is a variation
 * @returns {HTMLElement[]}
 */
function lineParts(tree, from, men, first = tree.nodes[from]?.children[0]) {
  const isMain = men !== null;
  const parts = commentParts((isMain ? tree.nodes[from]?.comment : tree.nodes[first ?? from]?.intro) ?? '');
  let needsNumber = true;
  for (let id = first; id !== undefined; id = tree.nodes[id]?.children[0]) {
    const node = tree.nodes[id];
    if (!node) break;
    const { number, isWhite } = numberAfter(tree, node.parent);
    if (isWhite || needsNumber) parts.push(element('span', { class: 'number', text: isWhite || isMain ? `${number}` : `${number}…` }));
    if (isMain && !isWhite && needsNumber) parts.push(element('span', { class: 'gap', text: '…' }));
    parts.push(turnPart(tree, node, men));
    const siblings = tree.nodes[node.parent]?.children ?? [];
    const others = siblings[0] === id && (id !== first || isMain) ? siblings.slice(1) : [];
    const comment = commentOf(tree, node);
    needsNumber = comment !== '' || others.length > 0;
    // What follows White's turn fills whole rows, so Black's column stays empty.
    if (isMain && isWhite && needsNumber) parts.push(element('span', { class: 'gap' }));
    parts.push(...commentParts(comment));
    for (const sibling of others) parts.push(element('div', { class: 'variation' }, lineParts(tree, node.parent, null, sibling)));
  }
  return parts;
}

/** @param {string} text */
const commentParts = (text) => (text === '' ? [] : [element('span', { class: 'comment', text })]);

/** @param {Tree} tree @param {Node} node @param {'figures' | 'signs' | null} men */
function turnPart(tree, node, men) {
  const isChess = geometryOf(tree.variant).name === 'chess';
  const text = isChess && node.file !== '' ? node.file : node.turn;
  const glyph = node.glyph === '' ? [] : [element('span', { class: 'glyph', text: node.glyph, 'aria-label': t(`moves.${GLYPH_NAMES[node.glyph]}`) })];
  const score = men !== null ? [element('span', { 'data-score': node.id })] : [];
  // The moves of chess begin with the letter of the man.
  const man = men !== null && !isChess ? moverOf(tree, node) : null;
  const drawing = man === null || men === null ? [] : [svg('svg', { class: 'turn-man', viewBox: '-24 -30 48 60', 'aria-hidden': 'true' }, [drawMan(tree.variant, man, men)])];
  // A long chain goes on below, behind the sign of a capture; its annotation stays with its last square.
  const steps = text.split(/(?<=:)/).map((step, index, all) => element('span', {}, [...(index === 0 ? drawing : []), step, ...(index === all.length - 1 ? glyph : [])]));
  return element('button', { type: 'button', class: 'turn', 'data-node': node.id, 'data-turn': node.turn, 'data-sign': node.glyph || null }, [
    element('span', { class: 'turn-text' }, steps.flatMap((step) => [step, element('wbr')])), ...score,
  ]);
}

/**
 * Returns the man that plays the turn of a node: it is followed back through turns to a position that is known.
 * @param {Tree} tree @param {Node} node
 */
function moverOf(tree, node) {
  let { from } = parseTurn(node.turn);
  let kind = '';
  for (let before = tree.nodes[node.parent]; before; before = tree.nodes[before.parent]) {
    const position = before.parent < 0 ? rootPosition(tree) : before.facts?.position;
    if (position !== undefined) {
      const man = parsePlacement(position, geometryOf(tree.variant)).men.get(from);
      return man === undefined ? null : { kind: kind || man.kind, side: man.side, urgent: false };
    }
    const turn = parseTurn(before.turn);
    if (turn.steps.at(-1)?.to !== from) continue;
    kind ||= turn.steps.findLast(({ promotion }) => promotion !== '')?.promotion ?? '';
    from = turn.from;
  }
  return null;
}

/** Returns the number of the move that follows a node, and whether it is White's. @param {Tree} tree @param {number} id */
export function numberAfter(tree, id) {
  let plies = 0;
  let node = tree.nodes[id];
  for (; node && node.parent >= 0 && node.facts === null; node = tree.nodes[node.parent]) plies += 1;
  return moveNumber(tree.variant, node?.facts?.position ?? rootPosition(tree), plies);
}

/** @param {Tree} tree */
function resultPart({ result }) {
  return result === '*' ? [] : [element('span', { class: 'game-result', text: result })];
}

/** Returns the last of the comments and variations below a turn, or the turn. @param {Element} turn */
function lastOf(turn) {
  let last = turn;
  for (let next = turn.nextElementSibling; next?.matches('.gap, .comment, .variation'); next = next.nextElementSibling) last = next.matches('.gap') ? last : next;
  return last;
}

/** Scrolls an element into view inside a list alone, whichever way it runs, with what belongs to it. @param {HTMLElement} list @param {HTMLElement} child @param {Element} last */
function scrollInto(list, child, last) {
  const [outer, inner] = [list.getBoundingClientRect(), child.getBoundingClientRect()];
  const { bottom } = last.getBoundingClientRect();
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
  else if (Math.max(inner.bottom, bottom) > outer.bottom) {
    // No row is cut above, and the turn stays in sight if what belongs to it is long.
    const below = Math.min(Math.max(inner.bottom, bottom) - outer.bottom + 8, inner.top - outer.top);
    const row = Number.parseFloat(getComputedStyle(child).minHeight);
    list.scrollTop = Math.ceil((list.scrollTop + below) / row) * row + Number.parseFloat(getComputedStyle(list).paddingTop);
  }
  if (inner.left < outer.left) list.scrollLeft -= outer.left - inner.left + 8;
  else if (inner.right > outer.right) list.scrollLeft += inner.right - outer.right + 8;
}
