/**
 * What a person writes to a turn: a sign, a comment, and the place of its line among the others.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Tree} Tree
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 */
import { element } from './dom.js';
import { icon } from './icons.js';
import { GLYPH_NAMES } from './panel-turns.js';
import { language, t } from './text.js';
import { commentOf, isMainLine, makeMainLine, pathTo, promote, remove, setNode } from './tree.js';

/** The signs from the best on. */
const SIGNS = ['!!', '!', '!?', '?!', '?', '??'];

/** The icons of what changes the place of a line. @type {Record<string, string>} */
const STRUCTURE = { promote: 'up', 'main-line': 'first', delete: 'cross' };

/**
 * Builds the panel and keeps it up to date.
 * @param {HTMLElement} root
 * @param {Store} store
 * @param {Game} game
 */
export function mountNotes(root, store, game) {
  const tools = element('div', { class: 'node-tools' });
  const undo = element('div', { class: 'buttons', hidden: true });
  root.replaceChildren(tools, undo);
  /** What was deleted last: the node with whose children it was, and these as they were, and the end of the game, if that went with it. @type {{ generation: number, parent: number, children: number[], end: { result: string, ending: string } | null } | null} */
  let deleted = null;
  let painted = '';

  /** @param {State} state */
  function paint({ tree, at, view }) {
    paintUndo();
    const node = tree.nodes[at];
    const isFirst = tree.nodes[node?.parent ?? -1]?.children[0] === at;
    const signature = [game.generation(), at, node?.glyph, isFirst, isMainLine(tree, at), view, language()].join();
    if (signature === painted) return;
    painted = signature;
    tools.hidden = at === 0 || view !== 'analyse';
    if (!node || tools.hidden) return;
    /** @param {(tree: Tree) => Tree} change */
    const edit = (change) => () => game.edit(change);
    const glyphs = SIGNS.map((glyph) => element('button', {
      type: 'button', class: 'icon-button glyph-button', text: glyph, 'data-glyph': glyph, title: t(`moves.${GLYPH_NAMES[glyph]}`),
      'aria-label': t(`moves.${GLYPH_NAMES[glyph]}`), 'aria-pressed': String(node.glyph === glyph),
      on: { click: edit((now) => setNode(now, at, { glyph: now.nodes[at]?.glyph === glyph ? '' : glyph, isGlyphOfEngine: false })) },
    }));
    const comment = element('textarea', { rows: 1, 'aria-label': t('moves.comment'), placeholder: t('moves.comment') });
    comment.value = commentOf(tree, node);
    // Kept with every letter, so that a reload loses none. What stood in front of the comment is part of it now.
    comment.addEventListener('input', edit((now) => setNode(now, at, { comment: comment.value.replace(/[{}]/g, ''), ...(isFirst ? { intro: '' } : {}) })));
    const button = (/** @type {string} */ name, /** @type {() => void} */ click) =>
      element('button', { type: 'button', class: 'quiet', 'data-tool': name, on: { click } }, [icon(STRUCTURE[name] ?? ''), element('span', { text: t(`moves.${name}`) })]);
    const structure = [
      ...(isMainLine(tree, at) ? [] : [
        button('promote', edit((now) => promote(now, branchOf(now, at)))), button('main-line', edit((now) => makeMainLine(now, at))),
      ]),
      button('delete', () => removeFrom(at)),
    ];
    tools.replaceChildren(element('div', { class: 'glyphs' }, glyphs), comment, element('div', { class: 'buttons' }, structure));
  }

  /** Deletes a node and what follows it; a game that was played and has lost its end is not over. @param {number} id */
  function removeFrom(id) {
    const { tree, match } = store.get();
    const { result, ending } = tree;
    const { parent = 0, mover = null } = tree.nodes[id] ?? {};
    const isPlayed = match !== null ? match.over && pathTo(tree, match.tip).includes(id) : mover !== null && isMainLine(tree, id);
    const end = isPlayed && result !== '*' ? { result, ending } : null;
    deleted = { generation: game.generation(), parent, children: tree.nodes[parent]?.children ?? [], end };
    game.goTo(parent);
    game.edit((now) => ({ ...remove(now, id), ...(end === null ? {} : { result: '*', ending: '' }) }));
    if (end !== null) store.set({ match: null });
  }

  /** Puts back what was deleted last; what was added there since stays behind it. */
  function putBack() {
    if (deleted === null) return;
    const { parent, children, end } = deleted;
    deleted = null;
    game.edit((now) => {
      const added = now.nodes[parent]?.children.filter((id) => !children.includes(id)) ?? [];
      return { ...setNode(now, parent, { children: [...children, ...added] }), ...(now.result === '*' ? end : null) };
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
