/**
 * The list of moves: the main line in numbered pairs, variations inset below the turn that they replace.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Tree} Tree
 * @typedef {import('./types.js').Node} Node
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 */
import { clockText } from './clock.js';
import { actionButton, element } from './dom.js';
import { sideOf } from './game.js';
import { geometryOf } from './position.js';
import { t } from './text.js';
import { GLYPHS, isMainLine, makeMainLine, promote, remove, setNode } from './tree.js';

/** The annotations in words, for screen readers. @type {Record<string, string>} */
const GLYPH_NAMES = { '!': 'good', '?': 'mistake', '!!': 'brilliant', '??': 'blunder', '!?': 'interesting', '?!': 'inaccuracy' };

/**
 * Builds the list and keeps it up to date.
 * @param {HTMLElement} root
 * @param {Store} store
 * @param {Game} game
 */
export function mountMoves(root, store, game) {
  const list = element('div', { class: 'moves', role: 'group' });
  const steps = element('div', { class: 'buttons steps' });
  const tools = element('div', { class: 'node-tools' });
  const undo = element('div', { class: 'buttons', hidden: true });
  root.replaceChildren(list, steps, undo, tools);
  /** What was deleted last: the node with whose children it was, and these as they were. @type {{ generation: number, parent: number, children: number[] } | null} */
  let deleted = null;
  /** @type {Tree | null} */
  let painted = null;
  let language = '';
  let toolsFor = '';

  list.addEventListener('click', ({ target }) => {
    const id = target instanceof Element ? target.closest('[data-node]')?.getAttribute('data-node') : null;
    if (id) game.goTo(Number(id));
  });

  /** @param {State} state */
  function paint(state) {
    const { tree, at } = state;
    if (language !== document.documentElement.lang) {
      language = document.documentElement.lang;
      painted = null;
      toolsFor = '';
      list.setAttribute('aria-label', t('moves.title'));
      steps.replaceChildren(...[['first', '|◀'], ['previous', '◀'], ['next', '▶'], ['last', '▶|']].map(([action = '', sign]) =>
        actionButton(action, sign ?? '', { 'aria-label': t(`keys.${action}`), title: t(`keys.${action}`) })));
    }
    if (painted === null || isListChanged(painted, tree)) list.replaceChildren(...lineParts(tree, 0, true), ...resultPart(tree));
    painted = tree;
    for (const current of list.querySelectorAll('[aria-current]')) current.removeAttribute('aria-current');
    const current = list.querySelector(`[data-node="${at}"]`);
    current?.setAttribute('aria-current', 'true');
    if (current instanceof HTMLElement) scrollInto(list, current);
    paintTools(state);
    paintUndo();
  }

  /** The tools for the node on the board. @param {State} state */
  function paintTools({ tree, at, view }) {
    const node = tree.nodes[at];
    const signature = [at, node?.glyph, isMainLine(tree, at), view].join();
    if (signature === toolsFor) return;
    toolsFor = signature;
    tools.hidden = at === 0 || view !== 'analyse';
    if (!node || tools.hidden) return;
    /** @param {(tree: Tree) => Tree} change */
    const edit = (change) => () => game.edit(change);
    const glyphs = GLYPHS.slice(1).map((glyph) => element('button', {
      type: 'button', text: glyph, 'data-glyph': glyph, 'aria-label': t(`moves.${GLYPH_NAMES[glyph]}`), 'aria-pressed': String(node.glyph === glyph),
      on: { click: edit((now) => setNode(now, at, { glyph: now.nodes[at]?.glyph === glyph ? '' : glyph, isGlyphOfEngine: false })) },
    }));
    const comment = element('textarea', { rows: 2, 'aria-label': t('moves.comment'), placeholder: t('moves.comment') });
    comment.value = node.comment;
    // Kept with every letter, so that a reload loses none.
    comment.addEventListener('input', edit((now) => setNode(now, at, { comment: comment.value.replace(/[{}]/g, '') })));
    const structure = [
      ...(isMainLine(tree, at) ? [] : [
        element('button', { type: 'button', text: t('moves.promote'), 'data-tool': 'promote', on: { click: edit((now) => promote(now, branchOf(now, at))) } }),
        element('button', { type: 'button', text: t('moves.main-line'), 'data-tool': 'main-line', on: { click: edit((now) => makeMainLine(now, at)) } }),
      ]),
      element('button', {
        type: 'button', text: t('moves.delete'), 'data-tool': 'delete',
        on: { click: () => removeFrom(at) },
      }),
    ];
    tools.replaceChildren(element('div', { class: 'buttons' }, glyphs), comment, element('div', { class: 'buttons' }, structure));
  }

  /** Deletes a node and what follows it. @param {number} id */
  function removeFrom(id) {
    const { tree } = store.get();
    const { parent = 0 } = tree.nodes[id] ?? {};
    deleted = { generation: game.generation(), parent, children: tree.nodes[parent]?.children ?? [] };
    game.goTo(parent);
    game.edit((now) => remove(now, id));
  }

  /** Puts back what was deleted last; what was added there since stays behind it. */
  function putBack() {
    if (deleted === null) return;
    const { parent, children } = deleted;
    deleted = null;
    game.edit((now) => {
      const added = now.nodes[parent]?.children.filter((id) => !children.includes(id)) ?? [];
      return setNode(now, parent, { children: [...children, ...added] });
    });
  }

  function paintUndo() {
    if (deleted !== null && deleted.generation !== game.generation()) deleted = null;
    undo.hidden = deleted === null;
    if (!undo.hidden && undo.childElementCount === 0) {
      undo.append(element('button', { type: 'button', text: t('moves.undo'), 'data-tool': 'undo', on: { click: putBack } }));
    } else if (undo.hidden) undo.replaceChildren();
  }

  store.subscribe(paint);
  paint(store.get());
}

/** Returns the node with which the variation of a node begins. @param {Tree} tree @param {number} id */
function branchOf(tree, id) {
  let branch = id;
  for (let node = tree.nodes[id]; node; node = tree.nodes[node.parent]) {
    if (tree.nodes[node.parent]?.children[0] !== node.id && node.parent >= 0) return node.id;
    branch = node.id;
  }
  return branch;
}

/** Returns whether the list looks different: evaluations and facts aren't in it. @param {Tree} before @param {Tree} tree */
function isListChanged(before, tree) {
  if (before === tree) return false;
  if (before.nodes.length !== tree.nodes.length || before.result !== tree.result || before.variant !== tree.variant || before.start !== tree.start) return true;
  return tree.nodes.some((node, id) => {
    const old = before.nodes[id];
    return old !== node && (!old || old.children !== node.children || old.turn !== node.turn || old.file !== node.file || old.comment !== node.comment
      || old.glyph !== node.glyph || old.clock !== node.clock || (old.facts === null) !== (node.facts === null));
  });
}

/**
 * The elements of a line: its turns, and the variations behind the turn that they replace.
 * @param {Tree} tree
 * @param {number} from the node before the line
 * @param {boolean} isMain
 * @param {number} [first] the first node of the line, if it is a variation
 * @returns {HTMLElement[]}
 */
function lineParts(tree, from, isMain, first = tree.nodes[from]?.children[0]) {
  const parts = [];
  let needsNumber = true;
  for (let id = first; id !== undefined; id = tree.nodes[id]?.children[0]) {
    const node = tree.nodes[id];
    if (!node) break;
    const { number, isWhite } = moveNumber(tree, node.parent);
    if (isWhite || needsNumber) parts.push(element('span', { class: 'number', text: isWhite ? `${number}.` : `${number}…` }));
    parts.push(turnPart(tree, node));
    needsNumber = node.comment !== '';
    if (node.comment !== '') parts.push(element('span', { class: 'comment', text: node.comment }));
    const siblings = tree.nodes[node.parent]?.children ?? [];
    if (siblings[0] === id && (id !== first || isMain)) {
      for (const sibling of siblings.slice(1)) {
        parts.push(element('div', { class: 'variation' }, lineParts(tree, node.parent, false, sibling)));
        needsNumber = true;
      }
    }
  }
  return parts;
}

/** @param {Tree} tree @param {Node} node */
function turnPart(tree, node) {
  const isChess = geometryOf(tree.variant).name === 'chess';
  const text = isChess && node.file !== '' ? node.file : node.turn;
  const glyph = node.glyph === '' ? [] : [element('span', { class: 'glyph', text: node.glyph, 'aria-label': t(`moves.${GLYPH_NAMES[node.glyph]}`) })];
  const clock = node.clock === null ? [] : [element('span', { class: 'turn-clock', text: clockText(node.clock) })];
  return element('button', { type: 'button', class: 'turn', 'data-node': node.id, 'data-turn': node.turn }, [text, ...glyph, ...clock]);
}

/** Returns the number of the move that follows a node. @param {Tree} tree @param {number} id */
function moveNumber(tree, id) {
  let plies = 0;
  for (let node = tree.nodes[id]; node; node = tree.nodes[node.parent]) {
    if (node.facts !== null || node.parent < 0) {
      const { position } = node.facts ?? { position: tree.start ?? '' };
      const isBlack = position !== '' && sideOf(tree.variant, position) === 'black';
      const first = Math.max(1, Number(position.split(' ')[geometryOf(tree.variant).name === 'shatra' ? 6 : 5]) || 1);
      const total = (isBlack ? 1 : 0) + plies;
      return { number: first + Math.floor(total / 2), isWhite: total % 2 === 0 };
    }
    plies += 1;
  }
  return { number: 1, isWhite: true };
}

/** @param {Tree} tree */
function resultPart({ result }) {
  return result === '*' ? [] : [element('span', { class: 'game-result', text: result })];
}

/** Scrolls an element into view inside a list alone. @param {HTMLElement} list @param {HTMLElement} child */
function scrollInto(list, child) {
  const [outer, inner] = [list.getBoundingClientRect(), child.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
}
