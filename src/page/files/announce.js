/**
 * Says every turn that comes onto the board, and whose turn it is then, to screen readers: the squares one
 * by one, as a text such as `a5:a7:g7` is not meant for the ear.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./store.js').Store} Store
 */
import { currentFacts, currentNode, mayMove, opponent, sideToMove } from './game.js';
import { parsePlacement } from './position.js';
import { geometryOf } from './geometry.js';
import { t } from './text.js';

/**
 * Returns the sentence about the turn that leads to the node on the board; '' for the root.
 * @param {State} state
 */
export function turnSentence(state) {
  const node = currentNode(state);
  const before = state.tree.nodes[node?.parent ?? -1]?.facts;
  const turn = before?.turns.find((candidate) => candidate.text === node?.turn);
  if (!before || turn === undefined) return '';
  const { side } = parsePlacement(before.position, geometryOf(state.tree.variant));
  const kind = turn.steps.length === 0 ? 'pass' : turn.isCapture ? 'capture' : turn.isDrop ? 'drop' : 'move';
  return t(`live.${kind}.${side}`, { from: turn.from, to: turn.steps.at(-1)?.to ?? '', captures: turn.captures.join(', ') });
}

/**
 * Returns what a person to move should hear besides; '' if it is nobody's turn.
 * @param {State} state
 */
export function callToMove(state) {
  const facts = currentFacts(state);
  if (facts === null || state.match === null || state.view !== 'play' || !mayMove(state)) return '';
  if (state.match.players[opponent(sideToMove(state))].kind === 'person') return '';
  const isCompulsory = facts.turns.length > 0 && facts.turns.every((turn) => turn.isCapture);
  return [t('live.your-turn'), isCompulsory ? t('live.must-capture') : ''].join(' ').trim();
}

/**
 * Keeps the region up to date.
 * @param {HTMLElement} region an element with `aria-live="polite"`, hidden from sight
 * @param {Store} store
 */
export function mountAnnouncer(region, store) {
  store.subscribe((state, previous) => {
    const isNew = state.at !== previous.at || state.tree.variant !== previous.tree.variant;
    const areFactsNew = currentFacts(state) !== currentFacts(previous);
    if (isNew || areFactsNew) region.textContent = `${turnSentence(state)} ${callToMove(state)}`.trim();
  });
}
