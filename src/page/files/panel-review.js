/**
 * The review of a whole game: what an annotation has found of each side, and the one action that comes next, to
 * annotate the game or to learn from its mistakes.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./analysis.js').Analysis} Analysis
 */
import { MARKS } from './annotate.js';
import { element, wideButton } from './dom.js';
import { language, t } from './text.js';
import { mainLine } from './tree.js';

/** @type {import('./types.js').Summary} */
const EMPTY = { moves: 0, inaccuracies: 0, mistakes: 0, blunders: 0, mean_loss: 0, accuracy: null };
const SIDES = /** @type {const} */ (['white', 'black']);

/**
 * Builds the parts and keeps them up to date.
 * @param {HTMLElement} summary
 * @param {HTMLElement} foot
 * @param {Store} store
 * @param {Analysis} analysis
 */
export function mountReview(summary, foot, store, analysis) {
  const list = element('ul', { class: 'summary' });
  summary.prepend(list);
  let footPainted = '';

  /** @param {State} state */
  function paint(state) {
    if (state.view !== 'analyse') return;
    paintSummary(state);
    paintFoot(state);
  }

  /** @param {State} state */
  function paintSummary({ tree }) {
    const signature = `${JSON.stringify(tree.summary)}${language()}`;
    if (list.dataset.of === signature) return;
    list.dataset.of = signature;
    list.hidden = tree.summary === null;
    const percent = new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 1 });
    list.replaceChildren(...(tree.summary === null ? [] : SIDES.map((side) => {
      const { accuracy, mean_loss: loss, inaccuracies, mistakes, blunders } = tree.summary?.[side] ?? EMPTY;
      const count = (/** @type {number} */ number, /** @type {string} */ sign, /** @type {string} */ name) =>
        element('span', { 'data-sign': sign, title: t(name) }, [`${number} `, element('span', { class: 'glyph', text: sign, 'aria-label': t(name) })]);
      return element('li', { 'data-summary': side }, [
        element('span', { class: `chip ${side}` }), element('strong', { text: t(`side.${side}`) }),
        count(blunders, '??', 'moves.blunder'), count(mistakes, '?', 'moves.mistake'), count(inaccuracies, '?!', 'moves.inaccuracy'),
        element('span', {
          class: 'accuracy', title: t('analysis.loss', { loss: percent.format(loss / 1000) }),
          text: t('analysis.accuracy', { accuracy: accuracy === null ? '–' : percent.format(accuracy / 100) }),
        }),
      ]);
    })));
  }

  /** @param {State} state */
  function paintFoot({ progress, tree }) {
    const { mistakes } = analysis;
    const hasMarks = tree.nodes.some((node) => MARKS.includes(node.glyph));
    const hasTurns = mainLine(tree).length > 0;
    const signature = [progress?.done, progress === null, mistakes.left(), language(), hasMarks, hasTurns, tree.summary === null].join();
    if (signature === footPainted) return;
    footPainted = signature;
    foot.hidden = !hasTurns;
    const button = (/** @type {string} */ key, /** @type {() => void} */ click) => element('button', { type: 'button', text: t(key), 'data-tool': key, on: { click } });
    if (mistakes.isAsking()) {
      foot.replaceChildren(element('div', { class: 'buttons mistakes' }, [
        button('mistakes.solution', mistakes.solution), button('mistakes.next', mistakes.next), button('mistakes.stop', mistakes.stop),
      ]));
      return;
    }
    const isDone = progress === null && (hasMarks || tree.summary !== null);
    const text = progress !== null ? t('analysis.progress', { done: progress.done, all: progress.all }) : t(isDone ? 'analysis.again' : 'analysis.annotate');
    const annotate = wideButton('annotate', progress !== null ? 'cross' : isDone ? 'again' : 'annotate', text, { class: isDone ? 'small' : progress !== null ? null : 'strong', title: text });
    const learn = hasMarks ? wideButton('mistakes', 'learn', t('analysis.mistakes'), { class: 'strong' }) : element('p', { class: 'note', text: t('analysis.no-mistakes') });
    foot.replaceChildren(...(isDone ? [learn] : []), annotate);
  }

  store.subscribe(paint);
  paint(store.get());
}
