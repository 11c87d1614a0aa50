/**
 * The graph of a game: White's expected points at each position of the main line that has an evaluation. A cursor
 * shows where the board is; a click or the arrow keys move it, and the pointer shows the turn below it.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Tree} Tree
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 */
import { MARKS } from './annotate.js';
import { svg } from './board-drawing.js';
import { element } from './dom.js';
import { scoreText } from './score.js';
import { t } from './text.js';
import { mainLine } from './tree.js';

/** The extent while the graph is not in sight, in pixels. */
const [WIDTH, HEIGHT] = [340, 96];

/**
 * Builds the graph and keeps it up to date.
 * @param {HTMLElement} root
 * @param {Store} store
 * @param {Game} game
 */
export function mountGraph(root, store, game) {
  const drawing = svg('svg', { class: 'graph', role: 'slider', tabindex: 0 });
  const hover = element('span', { class: 'graph-hover', hidden: true });
  const figure = element('div', { class: 'graph-figure' }, [drawing, hover]);
  root.prepend(figure);
  let [width, height] = [WIDTH, HEIGHT];
  /** @type {Tree | null} */
  let painted = null;
  let paintedAt = -1;
  /** @type {number[]} */
  let ids = [];

  /** @param {State} state */
  function paint({ tree, at, view }) {
    if (view !== 'analyse' || (tree === painted && at === paintedAt)) return;
    painted = tree;
    paintedAt = at;
    ids = [0, ...mainLine(tree)];
    const x = (/** @type {number} */ index) => (ids.length < 2 ? 0 : (index / (ids.length - 1)) * width);
    const points = ids.flatMap((id, index) => {
      const node = tree.nodes[id];
      return node?.evaluation ? [{ id, x: x(index), y: (1 - node.evaluation.points) * height, glyph: node.glyph }] : [];
    });
    figure.hidden = points.length < 2;
    drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const line = points.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join('L');
    const [first, last] = [points[0], points.at(-1)];
    const marked = points.filter((point) => MARKS.includes(point.glyph));
    const now = ids.indexOf(at);
    drawing.replaceChildren(
      ...(first && last ? [svg('path', { class: 'graph-area', d: `M${first.x} ${height}L${line}L${last.x} ${height}z` }), svg('path', { class: 'graph-line', d: `M${line}` })] : []),
      svg('path', { class: 'graph-middle', d: `M0 ${height / 2}H${width}` }),
      ...(now < 0 ? [] : [svg('path', { class: 'graph-now', d: `M${x(now)} 0V${height}` })]),
      ...marked.map((point) => svg('path', { class: `graph-mark m${MARKS.indexOf(point.glyph)}`, d: markShape(point.glyph), transform: `translate(${point.x} ${point.y})` })),
    );
    const evaluation = tree.nodes[at]?.evaluation;
    const text = { turn: tree.nodes[at]?.turn || '–', score: evaluation ? scoreText(evaluation.score) : '–' };
    drawing.setAttribute('aria-label', t('graph.title'));
    drawing.setAttribute('aria-valuemin', '0');
    drawing.setAttribute('aria-valuemax', String(ids.length - 1));
    drawing.setAttribute('aria-valuenow', String(Math.max(0, now)));
    drawing.setAttribute('aria-valuetext', t('graph.value', text));
  }

  /** Returns the place of the main line below the pointer. @param {MouseEvent} event */
  function indexUnder({ clientX }) {
    const box = drawing.getBoundingClientRect();
    return Math.max(0, Math.min(ids.length - 1, Math.round(((clientX - box.left) / box.width) * (ids.length - 1))));
  }

  drawing.addEventListener('click', (event) => game.goTo(ids[indexUnder(/** @type {MouseEvent} */ (event))] ?? 0));
  drawing.addEventListener('pointermove', (event) => {
    const index = indexUnder(/** @type {MouseEvent} */ (event));
    const node = store.get().tree.nodes[ids[index] ?? 0];
    hover.hidden = !node?.evaluation;
    hover.textContent = node?.evaluation ? `${node.turn}${node.glyph} ${scoreText(node.evaluation.score)}`.trim() : '';
    hover.style.setProperty('--at', `${(100 * index) / Math.max(1, ids.length - 1)}%`);
  });
  drawing.addEventListener('pointerleave', () => { hover.hidden = true; });
  drawing.addEventListener('keydown', (event) => {
    const { key } = /** @type {KeyboardEvent} */ (event);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const index = ids.indexOf(store.get().at);
    if (step === undefined || index < 0) return;
    event.preventDefault();
    game.goTo(ids[index + step] ?? store.get().at);
  });
  // Marks keep their form, whatever the form of the graph.
  new ResizeObserver(([entry]) => {
    if (entry === undefined || entry.contentRect.width === 0) return;
    [width, height] = [Math.round(entry.contentRect.width), Math.round(entry.contentRect.height)];
    painted = null;
    paint(store.get());
  }).observe(drawing);
  store.subscribe(paint);
  paint(store.get());
}

/** The shapes of the marks differ, not their colours alone. @param {string} glyph */
function markShape(glyph) {
  if (glyph === '??') return 'M-6-6h12v12h-12z';
  return glyph === '?' ? 'M0-7L7 6H-7z' : 'M-5 0a5 5 0 1 1 10 0a5 5 0 1 1-10 0z';
}
