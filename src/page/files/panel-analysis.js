/**
 * The panel of the analysis: its head with switch, score and settings, and the lines. Its parts keep their places
 * while the lines change.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Line} Line
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./analysis.js').Analysis} Analysis
 */
import { pointsOf } from './annotate.js';
import { byId, choice, element, iconButton, menu } from './dom.js';
import { currentFacts, currentNode, sideToMove } from './game.js';
import { icon } from './icons.js';
import { savingItems } from './panel-steps.js';
import { expectedPoints, scoreText } from './score.js';
import { USUAL_THREADS } from './store.js';
import { language, shortly, t } from './text.js';
import { parseTurn } from './turns.js';

const MAX_LINES = 5;
/** How many turns of a line are shown. */
const SHOWN_TURNS = 12;
/** From this score on a win is proved, in hundredths. */
const PROVED = 20_000;
const HASHES = [16, 64, 256, 1024, 4096];

/**
 * Builds the parts and keeps them up to date.
 * @param {{ engine: HTMLElement, lines: HTMLElement, tools: HTMLElement }} places
 * @param {Store} store
 * @param {Analysis} analysis
 * @param {Game} game
 */
export function mountAnalysis(places, store, analysis, game) {
  const power = element('button', { type: 'button', class: 'switch', role: 'switch', 'data-action': 'analyse' });
  const score = element('output', { class: 'score' });
  const details = element('span', { class: 'details-text' });
  const chances = element('span', { class: 'chances' });
  const settings = element('span');
  const lines = element('ol', { class: 'lines' });
  places.engine.replaceChildren(power, score, element('span', { class: 'figures' }, [details, chances]), settings);
  places.lines.replaceChildren(lines);
  const bar = byId('eval-bar');
  const fill = element('div', { class: 'eval-fill' });
  const value = element('span', { class: 'eval-value' });
  bar.replaceChildren(fill, value);
  bar.setAttribute('role', 'meter');
  bar.setAttribute('aria-valuemin', '0');
  bar.setAttribute('aria-valuemax', '100');
  /** Whether the last lines were only a part of them. */
  let wasPart = false;
  /** The last score that was no bound, and where. @type {{ node: number, tree: string, score: import('./types.js').Score } | null} */
  let exact = null;
  let toolsPainted = '';
  let settingsPainted = '';
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
    const isEnd = (currentFacts(state)?.score ?? '*') !== '*';
    paintHead(state, shown, isEnd);
    paintBar(state, shown);
    places.lines.hidden = isEnd;
    // In a chain that is begun, only what goes on with it can be played.
    const open = shown.filter(({ turns }) => goesOn(state.pick, turns[0] ?? ''));
    if (!isEnd && isExact(shown)) paintExact(state, open);
    else if (!isEnd) paintLines(state, open, open.length < shown.length);
    paintSettings(state);
    paintTools(state);
  }

  /** @param {State} state @param {Line[]} shown @param {boolean} isEnd */
  function paintHead(state, shown, isEnd) {
    const [first] = shown;
    const known = currentNode(state)?.evaluation ?? null;
    const best = first ? settledScore(state, first) : known?.score;
    power.setAttribute('aria-checked', String(analysis.isOn()));
    power.setAttribute('aria-label', t('views.analyse'));
    power.title = t('keys.analyse');
    score.textContent = isEnd ? currentFacts(state)?.score ?? '' : best ? scoreText(best) : '…';
    const running = state.analysis?.node === state.at ? state.analysis.running : undefined;
    const { depth, nodes, nps } = running ?? first ?? { depth: known?.depth ?? 0, nodes: 0, nps: 0 };
    const texts = isEnd ? [] : !analysis.isOn() ? [t('analysis.off')] : isExact(shown) ? [t('tables.exact')]
      : nodes > 0 ? [t('analysis.depth', { depth }), t('analysis.nodes', { nodes: shortly(nodes) })] : [];
    if (details.textContent !== texts.join('')) details.replaceChildren(...texts.map((text) => element('span', { text })));
    details.title = nps > 0 ? t('analysis.speed', { speed: shortly(nps) }) : '';
    const share = isEnd ? null : first?.chances;
    const percent = (/** @type {number} */ thousandths) => Math.round(thousandths / 10);
    const [white, black] = share ? [percent(share.win), percent(share.loss)] : [0, 0];
    const shares = { white, draw: 100 - white - black, black };
    chances.textContent = share ? t('analysis.chances-short', shares) : '';
    chances.title = share ? t('analysis.chances', shares) : '';
  }

  /**
   * Returns the score of the first line. A bound comes and goes within a second: what was known before it is what
   * people want to see.
   * @param {State} state @param {Line} first
   */
  function settledScore({ at, tree }, { score, bound }) {
    if (bound === '') exact = { node: at, tree: tree.id, score };
    return exact?.node === at && exact.tree === tree.id ? exact.score : score;
  }

  /** @param {State} state @param {Line[]} shown */
  function paintBar(state, [first]) {
    const known = currentNode(state)?.evaluation ?? null;
    const result = currentFacts(state)?.score ?? '*';
    const best = first ? settledScore(state, first) : known?.score;
    const points = result !== '*' ? pointsOf(result) : first ? expectedPoints(first) : known?.points ?? 0.5;
    const share = Math.round(points * 100);
    fill.style.setProperty('--share', `${share}%`);
    bar.classList.toggle('turned', state.bottom === 'black');
    // It stands at the end of the side that leads, which tells the sign.
    value.textContent = result !== '*' || !best ? '' : scoreText(best, '', 1).replace(/[+−]/, '');
    value.className = `eval-value ${points < 0.5 ? 'black' : 'white'}`;
    bar.setAttribute('aria-valuenow', String(share));
    bar.setAttribute('aria-label', t('analysis.bar'));
    bar.setAttribute('aria-valuetext', score.textContent ?? '');
  }

  /** @param {State} state @param {Line[]} shown @param {boolean} isPart whether lines were left out */
  function paintLines(state, shown, isPart) {
    const signature = shown.map((line) => [line.rank, line.depth, line.score.value, line.turns.length, line.turns[0]].join()).join(';')
      + [state.settings.lines, currentFacts(state)?.count, state.at, shown[0]?.time, isPart];
    if (signature === linesPainted) return;
    if (isPart || wasPart || lines.querySelector('.exact') !== null) lines.replaceChildren();
    wasPart = isPart;
    linesPainted = signature;
    // There are no more lines than turns.
    const count = isPart ? shown.length : Math.min(state.settings.lines, currentFacts(state)?.count ?? state.settings.lines);
    while (lines.children.length > count) lines.lastElementChild?.remove();
    while (lines.children.length < count) lines.append(element('li', { class: 'line' }));
    [...lines.children].forEach((row, index) => paintLine(row, isPart ? shown[index] : shown.find((candidate) => candidate.rank === index + 1)));
  }

  /** Paints the value of every turn, as endgame tables have it. @param {State} state @param {Line[]} shown */
  function paintExact(state, shown) {
    const side = sideToMove(state);
    const signature = [language(), state.at, side, ...shown.map(({ score, turns }) => turns[0] + score.value)].join();
    if (signature === linesPainted) return;
    linesPainted = signature;
    lines.replaceChildren(...OUTCOMES.flatMap((outcome) => {
      const own = shown.filter(({ score }) => outcomeOf(score, side) === outcome);
      return own.length === 0 ? [] : [element('li', { class: 'exact', 'data-outcome': outcome }, [
        element('strong', { text: t(`tables.${outcome}`, { count: own.length }) }),
        ...own.map(({ rank, score, turns: [turn = ''] }) => element('button', { type: 'button', class: 'turn', 'data-rank': rank, 'data-turns': 1, 'data-turn': turn }, [
          turn, ...(score.kind === 'mate' ? [element('span', { class: 'turn-score', text: String(Math.abs(score.value)) })] : []),
        ])),
      ])];
    }));
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
      row.append(element('button', { type: 'button', class: number === 0 ? `line-score rank-${line.rank}` : 'turn', 'data-rank': line.rank, 'data-turns': Math.max(1, number) }));
    }
    const score = line.rank === 1 ? scoreText(settledScore(store.get(), line)) : scoreText(line.score, line.bound);
    [score, ...turns].forEach((text, number) => {
      const button = row.children[number];
      if (button && button.textContent !== text) button.textContent = text;
    });
    row.firstElementChild?.setAttribute('aria-label', t('analysis.play-line', { score: scoreText(line.score), turn: turns[0] ?? '' }));
  }

  /** What the engine may use, behind the gear. @param {State} state */
  function paintSettings({ settings: own }) {
    const options = analysis.options();
    const threads = options.get('Threads')?.max ?? 1;
    const signature = [own.lines, own.threads, threads, own.hash, own.arrows, own.allArrows, language(), options.size].join();
    if (signature === settingsPainted || settings.querySelector('details[open] :focus')) return;
    settingsPainted = signature;
    settings.replaceChildren(menu('gear', t('analysis.settings'), [element('div', { class: 'fields' }, [
      numberChoice('lines', t('analysis.lines'), Array.from({ length: MAX_LINES }, (_, index) => index + 1), own.lines),
      threads > 1 ? numberChoice('threads', t('analysis.threads'), powers(threads), Math.min(threads, own.threads || USUAL_THREADS)) : '',
      numberChoice('hash', t('analysis.hash'), HASHES.filter((size) => size <= (options.get('Hash')?.max ?? 64)), own.hash),
      switchOf('arrows', own), switchOf('allArrows', own),
    ])]));
  }

  /** @param {State} state */
  function paintTools({ tree }) {
    const signature = [language(), analysis.isThreat(), tree.nodes.length > 1].join();
    if (signature === toolsPainted) return;
    toolsPainted = signature;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.action;
    places.tools.replaceChildren(
      iconButton('threat', 'threat', t('analysis.threat'), { 'aria-pressed': String(analysis.isThreat()), title: t('keys.threat') }),
      element('button', { type: 'button', class: 'icon-button', 'data-view': 'edit', title: t('views.edit-title') }, [icon('set-up'), element('span', { text: t('views.edit') })]),
      menu('save', t('files.save-title'), savingItems(), t('files.save-word')),
      iconButton('share', 'share', t('files.share-word'), { title: t('files.share') }),
    );
    if (focused === 'threat') /** @type {HTMLElement | null} */ (places.tools.firstElementChild)?.focus();
  }

  /** @param {'arrows' | 'allArrows'} name @param {State['settings']} own */
  function switchOf(name, own) {
    const input = element('input', { type: 'checkbox', name, checked: own[name] });
    input.addEventListener('change', () => store.set({ settings: { ...store.get().settings, [name]: input.checked } }));
    return element('label', { class: 'field check' }, [input, element('span', { text: t(`settings.${name}`) })]);
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

/** Returns whether endgame tables know the value of every turn. @param {Line[]} lines */
const isExact = (lines) => lines.length > 0 && lines.every((line) => line.isExact);

/** What a turn may lead to for the side that plays it, the best first. */
const OUTCOMES = /** @type {const} */ (['won', 'drawn', 'lost']);

/** Returns whether a turn goes on with what the hand has begun. @param {State['pick']} pick @param {string} text */
function goesOn(pick, text) {
  if (pick === null || pick.steps.length === 0) return true;
  const { from, steps } = parseTurn(text, '');
  return from === pick.from && pick.steps.every((step, index) => steps[index]?.to === step.to);
}

/** Returns what a score is for a side; a win that is too far away has no distance. @param {import('./types.js').Score} score @param {import('./types.js').Side} side */
function outcomeOf({ kind, value }, side) {
  if (kind === 'cp' && Math.abs(value) < PROVED) return 'drawn';
  return (value > 0) === (side === 'white') ? 'won' : 'lost';
}

/** Returns the powers of two up to a number, and the number. @param {number} most */
function powers(most) {
  const list = [];
  for (let power = 1; power < most; power *= 2) list.push(power);
  return [...list, most];
}
