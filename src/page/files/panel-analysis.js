/**
 * The panel of the analysis: score and chances, the lines, what the engine may use, and the annotation
 * of the whole game. Its parts keep their places while the lines change.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Line} Line
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./analysis.js').Analysis} Analysis
 */
import { pointsOf } from './annotate.js';
import { actionButton, byId, choice, element } from './dom.js';
import { currentFacts, currentNode } from './game.js';
import { expectedPoints, scoreText, shortNumber } from './score.js';
import { t } from './text.js';

const MAX_LINES = 5;
/** How many turns of a line are shown. */
const SHOWN_TURNS = 12;
const HASHES = [16, 64, 256, 1024, 4096];
/** @type {import('./types.js').Summary} */
const EMPTY = { moves: 0, inaccuracies: 0, mistakes: 0, blunders: 0, mean_loss: 0, accuracy: null };

/**
 * Builds the panel and keeps it up to date.
 * @param {HTMLElement} root
 * @param {Store} store
 * @param {Analysis} analysis
 * @param {Game} game
 */
export function mountAnalysis(root, store, analysis, game) {
  const score = element('output', { class: 'score' });
  const details = element('span', { class: 'details-text' });
  const chances = element('p', { class: 'chances' });
  const lines = element('ol', { class: 'lines' });
  const tools = element('div', { class: 'analysis-tools' });
  const summary = element('ul', { class: 'summary' });
  root.replaceChildren(element('div', { class: 'score-row' }, [score, details]), chances, lines, summary, tools);
  const bar = byId('eval-bar');
  const fill = element('div', { class: 'eval-fill' });
  const value = element('span', { class: 'eval-value' });
  bar.replaceChildren(fill, value);
  bar.setAttribute('role', 'meter');
  bar.setAttribute('aria-valuemin', '0');
  bar.setAttribute('aria-valuemax', '100');
  let toolsPainted = '';
  let linesPainted = '';

  lines.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    const shown = store.get().analysis;
    const line = shown?.lines.find((candidate) => candidate.rank === Number(button?.dataset.rank));
    if (button && shown && line) game.playLine(line.turns.slice(0, Number(button.dataset.turns)), shown.node);
  });

  /** @param {State} state */
  function paint(state) {
    if (state.view !== 'analyse') return;
    const shown = state.analysis?.node === state.at ? state.analysis.lines : [];
    paintScore(state, shown);
    paintLines(state, shown);
    paintSummary(state);
    paintTools(state);
  }

  /** @param {State} state */
  function paintSummary({ tree }) {
    const signature = `${JSON.stringify(tree.summary)}${document.documentElement.lang}`;
    if (summary.dataset.of === signature) return;
    summary.dataset.of = signature;
    const percent = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent', maximumFractionDigits: 1 });
    const sides = /** @type {const} */ (['white', 'black']);
    summary.replaceChildren(...(tree.summary === null ? [] : sides.map((side) => {
      const { accuracy, mean_loss: loss, inaccuracies, mistakes, blunders } = tree.summary?.[side] ?? EMPTY;
      const params = {
        side: t(`side.${side}`), inaccuracies, mistakes, blunders,
        accuracy: accuracy === null ? '–' : percent.format(accuracy / 100), loss: percent.format(loss / 1000),
      };
      return element('li', { text: t('analysis.summary', params), 'data-summary': side });
    })));
  }

  /** @param {State} state @param {Line[]} shown */
  function paintScore(state, shown) {
    const [first] = shown;
    const known = currentNode(state)?.evaluation ?? null;
    const isOver = currentFacts(state)?.score;
    const isEnd = isOver !== undefined && isOver !== '*';
    const best = first?.score ?? known?.score;
    score.textContent = isEnd ? isOver : best ? scoreText(best, first?.bound) : '…';
    details.textContent = first
      ? t('analysis.details', { depth: first.depth, nodes: shortNumber(first.nodes), speed: shortNumber(first.nps) })
      : analysis.isOn() ? '' : t('analysis.off');
    const share = first?.chances;
    const percent = (/** @type {number} */ thousandths) => Math.round(thousandths / 10);
    const [white, black] = share ? [percent(share.win), percent(share.loss)] : [0, 0];
    chances.textContent = share ? t('analysis.chances', { white, draw: 100 - white - black, black }) : ' ';
    const points = isEnd ? pointsOf(isOver) : first ? expectedPoints(first) : known?.points ?? 0.5;
    const height = Math.round(points * 100);
    fill.style.height = `${height}%`;
    bar.classList.toggle('turned', state.bottom === 'black');
    value.textContent = isEnd ? '' : best ? scoreText(best, '', 1) : '';
    bar.setAttribute('aria-valuenow', String(height));
    bar.setAttribute('aria-label', t('analysis.bar'));
    bar.setAttribute('aria-valuetext', score.textContent);
  }

  /** @param {State} state @param {Line[]} shown */
  function paintLines(state, shown) {
    const signature = shown.map((line) => [line.rank, line.depth, line.score.value, line.turns.length, line.turns[0]].join()).join(';')
      + [state.settings.lines, state.at, shown[0]?.time];
    if (signature === linesPainted) return;
    linesPainted = signature;
    while (lines.children.length > state.settings.lines) lines.lastElementChild?.remove();
    while (lines.children.length < state.settings.lines) lines.append(element('li', { class: 'line' }));
    [...lines.children].forEach((row, index) => paintLine(row, shown.find((candidate) => candidate.rank === index + 1)));
  }

  /**
   * Paints a line. Its buttons stay, so that a click that began on one of them is not lost.
   * @param {Element} row
   * @param {Line | undefined} line
   */
  function paintLine(row, line) {
    const turns = line?.turns.slice(0, SHOWN_TURNS) ?? [];
    const count = line === undefined ? 0 : turns.length + 1;
    while (row.children.length > count) row.lastElementChild?.remove();
    if (line === undefined) return;
    while (row.children.length < count) {
      const number = row.children.length;
      row.append(element('button', { type: 'button', class: number === 0 ? 'line-score' : 'turn', 'data-rank': line.rank, 'data-turns': Math.max(1, number) }));
    }
    [scoreText(line.score, line.bound), ...turns].forEach((text, number) => {
      const button = row.children[number];
      if (button && button.textContent !== text) button.textContent = text;
    });
    row.firstElementChild?.setAttribute('aria-label', t('analysis.play-line', { score: scoreText(line.score), turn: turns[0] ?? '' }));
  }

  /** @param {State} state */
  function paintTools(state) {
    const { settings, progress, tree } = state;
    const options = analysis.options();
    const signature = [settings.lines, settings.threads, settings.hash, document.documentElement.lang, analysis.isOn(), analysis.isThreat(), progress?.done,
      options.size, analysis.mistakes.left(), tree.nodes.length > 1].join();
    if (signature === toolsPainted) return;
    toolsPainted = signature;
    tools.replaceChildren(
      element('div', { class: 'buttons' }, [
        actionButton('analyse', t(analysis.isOn() ? 'analysis.stop' : 'analysis.start')),
        actionButton('threat', t('analysis.threat'), { 'aria-pressed': String(analysis.isThreat()) }),
        actionButton('annotate', progress === null ? t('analysis.annotate') : t('analysis.progress', { done: progress.done, all: progress.all })),
        actionButton('mistakes', t('analysis.mistakes')),
      ]),
      ...mistakeTools(),
      element('div', { class: 'fields' }, [
        numberChoice('lines', t('analysis.lines'), Array.from({ length: MAX_LINES }, (_, index) => index + 1), settings.lines),
        numberChoice('threads', t('analysis.threads'), powers(options.get('Threads')?.max ?? 1), settings.threads),
        numberChoice('hash', t('analysis.hash'), HASHES.filter((size) => size <= (options.get('Hash')?.max ?? 64)), settings.hash),
      ]),
    );
  }

  function mistakeTools() {
    const { mistakes } = analysis;
    if (!mistakes.isAsking()) return [];
    const button = (/** @type {string} */ key, /** @type {() => void} */ click) => element('button', { type: 'button', text: t(key), 'data-tool': key, on: { click } });
    return [element('div', { class: 'buttons mistakes' }, [
      button('mistakes.solution', mistakes.solution), button('mistakes.next', mistakes.next), button('mistakes.stop', mistakes.stop),
    ])];
  }

  /** @param {'lines' | 'threads' | 'hash'} name @param {string} label @param {number[]} values @param {number} current */
  function numberChoice(name, label, values, current) {
    const all = values.includes(current) ? values : [...values, current].sort((a, b) => a - b);
    const { select, field } = choice(label, all.map((number) => ({ value: String(number), text: String(number) })), String(current), { name });
    select.addEventListener('change', () => store.set({ settings: { ...store.get().settings, [name]: Number(select.value) } }));
    return field;
  }

  store.subscribe(paint);
  paint(store.get());
}

/** Returns the powers of two up to a number, and the number. @param {number} most */
function powers(most) {
  const list = [];
  for (let power = 1; power < most; power *= 2) list.push(power);
  return [...list, most];
}
