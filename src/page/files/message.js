/**
 * The message beside the board: what is the matter, and below it why or what to do. It says whose turn it is, that
 * a capture is compulsory, how a game has ended, what the engine answers, and asks before a game is given up. Its
 * two lines keep their room, so that nothing moves when it changes.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./store.js').Store} Store
 * @typedef {{ what: string, why?: string, icon?: string, kind?: 'error' | 'must' | 'result' | 'right' | 'late' | 'task' | 'title', task?: string, buttons?: HTMLElement[], isSaid?: boolean }} Message
 *   `isSaid` for one that screen readers hear from here: of turns and calls to move they hear elsewhere; `task` for what
 *   a puzzle asks, where nothing else tells it
 */
import { drawMan, svg } from './board-drawing.js';
import { turnSentence } from './board-view.js';
import { actionButton, byId, element } from './dom.js';
import { currentFacts, currentNode, endOf, mayMove, sideToMove } from './game.js';
import { icon } from './icons.js';
import { numberAfter } from './panel-turns.js';
import { language, t } from './text.js';
import { turnsTo } from './tree.js';
import { capturers, continuations } from './turns.js';

/** The texts of the results. @type {Record<string, string>} */
const WINNERS = { '1-0': 'result.white-wins', '0-1': 'result.black-wins', '1/2-1/2': 'result.draw' };
/** The signs of puzzles that were solved, but not at once. @type {Record<string, string>} */
const LATE = { 'puzzles.how.second': 'again', 'puzzles.how.later': 'again', 'puzzles.how.hint': 'hint' };
/** The most squares that a message lists. */
const MAX_SQUARES = 6;

/** Returns what a result is called. @param {string} result */
export const resultText = (result) => t(WINNERS[result] ?? 'result.unfinished');

/**
 * Returns the turn that ends where the man of a chain stands, if it may end there.
 * @param {State} state
 */
export function stoppingTurn(state) {
  const facts = currentFacts(state);
  if (facts === null || !mayMove(state)) return null;
  return continuations(facts.turns, state.pick ?? { from: facts.turns[0]?.from ?? '', steps: [] }).stop;
}

/**
 * Returns the message of a state.
 * @param {State} state
 * @returns {Message}
 */
export function messageOf(state) {
  const { sentence, view, match } = state;
  if (stoppingTurn(state) !== null) return chainMessage(state);
  if (sentence !== null && !sentence.key.startsWith('result.')) return sentenceMessage(sentence);
  if (view === 'puzzles' && state.puzzle !== null) return puzzleMessage(state, state.puzzle);
  const title = { edit: 'views.edit-title', learn: 'views.learn', puzzles: 'views.puzzles', games: 'views.games', play: '', analyse: '' }[view];
  if (title !== '') return { what: t(title), kind: 'title' };
  if (view === 'play' && match === null) return { what: t('play.new-game'), kind: 'title' };
  const end = endOf(state);
  const isEnd = view === 'play' ? end.isOfMatch : (currentFacts(state)?.score ?? '*') !== '*';
  if (isEnd) return endMessage(state, end);
  if (view === 'analyse') return analysisMessage(state);
  if (match !== null && state.at !== match.tip) {
    return { what: t('message.earlier'), why: t(match.over ? 'message.earlier-over' : 'message.earlier-why'), buttons: [actionButton('to-tip', t('message.to-tip'))] };
  }
  return turnMessage(state);
}

/** @param {import('./types.js').Sentence} sentence @returns {Message} */
function sentenceMessage({ key, params, isError, ask }) {
  const what = t(key, params);
  if (ask !== undefined) {
    const buttons = [actionButton(ask, t(`message.yes-${ask}`), { class: 'strong' }), actionButton('keep-playing', t('message.no'))];
    return { what, buttons, icon: 'help', isSaid: true };
  }
  if (key.startsWith('help.')) return { what: '', why: what, icon: 'help', isSaid: true };
  return isError ? { what, kind: 'error', icon: 'warning', isSaid: true } : { what, isSaid: true };
}

/** What the trainer says of its puzzle, and while a wrong turn is answered, of each turn of the answer. @param {State} state @param {import('./types.js').PuzzleState} puzzle @returns {Message} */
function puzzleMessage(state, { status, asked, what, why, then, rated, goal }) {
  const isAnswered = status === 'wrong' && why?.key === 'puzzles.see-why' && currentNode(state)?.parent !== asked;
  const said = isAnswered ? turnSentence(state) : why === null ? '' : t(why.key, why.params);
  const texts = { what: t(what.key, what.params), why: [said, then ? t(then.key, then.params) : '', rated ? t('puzzles.rating-now', rated) : ''].filter((text) => text !== '').join(' '), isSaid: true };
  if (status === 'wrong') return { ...texts, kind: 'error', icon: 'cross', task: goal ? t(goal.key) : '' };
  // The head of the puzzle has told the task.
  if (what.key === goal?.key) return { ...texts, kind: 'task' };
  const late = LATE[what.key];
  if (status !== 'solved') return texts;
  return late === undefined ? { ...texts, kind: 'right', icon: 'check' } : { ...texts, kind: 'late', icon: late };
}

/** @param {State} state @returns {Message} */
function chainMessage({ sentence }) {
  const stop = actionButton('stop-here', t('play.stop-here'), { class: 'strong' });
  const said = sentence === null ? null : sentenceMessage(sentence);
  return { what: said?.what ?? t('message.chain'), why: said === null ? t('message.chain-why') : '', kind: said?.kind ?? 'must', icon: said?.icon ?? 'must', buttons: [stop], isSaid: true };
}

/** @param {State} state @param {ReturnType<typeof endOf>} end @returns {Message} */
function endMessage({ tree, at }, { isOfMatch, result, reason }) {
  const why = reason === 'resignation' ? t(`message.resigned.${result === '1-0' ? 'black' : 'white'}`) : reason === '' ? '' : t(`result.${reason}`);
  const count = turnsTo(tree, at).length;
  const icon = { '1-0': 'white', '0-1': 'black' }[result] ?? 'draw';
  return { what: resultText(result), why: `${why} ${t('library.turns', { count })}.`.trim(), kind: 'result', icon, isSaid: isOfMatch };
}

/** Who is to move, and what must be done. @param {State} state @returns {Message} */
function turnMessage(state) {
  const { match, thinking } = state;
  const facts = currentFacts(state);
  if (facts === null) return { what: '' };
  if (thinking) return { what: t('play.thinking'), why: turnSentence(state) };
  const side = sideToMove(state);
  const isAlone = match !== null && Object.values(match.players).filter(({ kind }) => kind === 'person').length === 1;
  const who = isAlone ? t('live.your-turn') : t(`message.to-move.${side}`);
  const must = capturers(facts.turns).toSorted();
  const [only] = facts.turns;
  if (must.length === 0 && only && facts.count === 1) return { what: who, why: t('message.only-turn', { turn: only.text }) };
  if (must.length === 0 && isAlone && state.at === 0) return { what: who, why: t('message.first') };
  if (must.length === 0) return { what: who, why: `${turnSentence(state)} ${match?.book === state.at ? t('message.book') : ''}`.trim() };
  const squares = must.length > MAX_SQUARES ? `${must.slice(0, MAX_SQUARES).join(', ')}, …` : must.join(', ');
  return { what: `${who} ${t('live.must-capture')}`, why: t('message.capturers', { squares, count: must.length }), kind: 'must', icon: 'must' };
}

/** The turn on the board, and the best answer as far as it is known. @param {State} state @returns {Message} */
function analysisMessage(state) {
  const { analysis, at } = state;
  const node = currentNode(state);
  const best = analysis?.node === at ? analysis.lines[0]?.turns[0] : node?.evaluation?.best;
  const { number, isWhite } = numberAfter(state.tree, node?.parent ?? 0);
  const what = node === null || node.turn === '' ? t('message.start') : `${number}${isWhite ? '.' : '…'} ${node.turn}${node.glyph}`;
  if (document.body.hasAttribute('data-asking') || !best) return { what };
  return { what, why: t(`message.best.${sideToMove(state)}`, { turn: best }) };
}

/** The sign of a message: an icon, or the chief of the side that has won. @param {string} name @param {State} state */
function signOf(name, { tree, settings }) {
  if (name !== 'white' && name !== 'black') return icon(name);
  return svg('svg', { class: 'small-man', viewBox: '-30 -30 60 60', 'aria-hidden': 'true' }, [drawMan(tree.variant, { kind: 'K', side: name, urgent: false }, settings.men)]);
}

/**
 * Keeps the message up to date.
 * @param {HTMLElement} root
 * @param {Store} store
 */
export function mountMessage(root, store) {
  const sentence = byId('sentence');
  const why = byId('sentence-why');
  const answers = byId('answers');
  const sign = element('span', { class: 'message-sign' });
  const buttons = element('div', { class: 'message-buttons' });
  root.prepend(sign);
  root.append(buttons);
  buttons.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') /** @type {HTMLElement | null} */ (buttons.querySelector('[data-action=keep-playing]'))?.click();
  });
  let painted = '';

  /** @param {State} state */
  function paint(state) {
    const message = messageOf(state);
    if (sentence.textContent !== message.what) sentence.textContent = message.what;
    if (why.textContent !== (message.why ?? '')) why.textContent = message.why ?? '';
    why.dataset.goal = message.task ?? '';
    const said = message.isSaid ? `${message.what} ${message.why ?? ''}`.trim() : '';
    if (answers.textContent !== said) answers.textContent = said;
    // On a phone it takes the place of the head of an analysis.
    document.documentElement.toggleAttribute('data-said', state.sentence !== null || (message.buttons ?? []).length > 0);
    const signature = [language(), message.kind, message.icon, ...(message.buttons ?? []).map((button) => button.textContent)].join('|');
    if (signature === painted) return;
    painted = signature;
    root.dataset.kind = message.kind ?? '';
    sentence.classList.toggle('error', message.kind === 'error');
    sentence.classList.toggle('result', message.kind === 'result');
    sign.replaceChildren(...(message.icon === undefined ? [] : [signOf(message.icon, state)]));
    const hadFocus = buttons.contains(document.activeElement);
    buttons.replaceChildren(...(message.buttons ?? []));
    // A question is answered by keys at once; "no" is the answer that costs nothing.
    const isAsked = state.sentence?.ask !== undefined;
    // On a phone the question leaves the head of the page, which says then what is played.
    if (isAsked) root.parentElement?.setAttribute('data-title', t(`variant.${state.tree.variant}`));
    if (hadFocus || isAsked) /** @type {HTMLElement | null} */ (isAsked ? buttons.lastElementChild : buttons.firstElementChild)?.focus();
  }

  store.subscribe(paint);
  paint(store.get());
}
