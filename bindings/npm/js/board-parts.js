/**
 * What stands around the board in its element: the message, the steps through a game, and the lines of an analysis.
 * Each is painted from the state; only the steps and the end of a chain are buttons.
 *
 * @typedef {import('../../../src/page/files/types.js').State} State
 */
import { element } from '../../../src/page/files/dom.js';
import { currentFacts } from '../../../src/page/files/game.js';
import { scoreText } from '../../../src/page/files/score.js';
import { t } from '../../../src/page/files/text.js';
import { continuations } from '../../../src/page/files/turns.js';

/** How many turns of a line are shown. */
const SHOWN_TURNS = 8;
/** The signs on the buttons of a game, by the action. */
const STEPS = { first: '«', previous: '‹', next: '›', last: '»' };
const WINNERS = /** @type {Record<string, string>} */ ({ '1-0': 'result.white-wins', '0-1': 'result.black-wins', '1/2-1/2': 'result.draw' });

/** Returns how a game has ended; '' while it goes on. @param {State} state */
function endText(state) {
  const facts = currentFacts(state);
  if (facts === null || facts.score === '*') return '';
  return [t(WINNERS[facts.score] ?? 'result.draw'), t(`result.${facts.reason}`)].join('. ');
}

/** Whether the man of a chain may stop where it stands. @param {State} state */
function mayStop(state) {
  const facts = currentFacts(state);
  return facts !== null && state.pick !== null && state.pick.steps.length > 0 && continuations(facts.turns, state.pick).stop !== null;
}

/**
 * Puts the parts into a shadow tree, and returns them.
 * @param {ShadowRoot} root
 * @param {{ go: (step: string) => void, stop: () => void }} on
 */
export function createParts(root, on) {
  const [frame, said] = [element('div', { class: 'board', part: 'board' }), element('p', { class: 'said', 'aria-live': 'polite' })];
  const [steps, message, lines] = [element('div', { part: 'steps', role: 'group' }), element('p', { part: 'message', role: 'status' }), element('ol', { part: 'lines' })];
  const place = element('div', { class: 'place' }, [frame]);
  root.replaceChildren(place, steps, message, lines, said);
  steps.addEventListener('click', ({ target }) => {
    const step = target instanceof HTMLElement ? target.dataset.go : undefined;
    if (step !== undefined) on.go(step);
  });

  /** @param {State} state @param {string} failure what has gone wrong, '' for nothing */
  function paintMessage(state, failure) {
    const { sentence } = state;
    const text = failure !== '' ? failure : sentence !== null ? t(sentence.key, sentence.params) : endText(state);
    message.classList.toggle('error', failure !== '' || sentence?.isError === true);
    if (!mayStop(state)) {
      if (message.textContent !== text || message.children.length > 0) message.textContent = text;
    } else if (message.children.length === 0) {
      message.replaceChildren(element('button', { type: 'button', class: 'control', text: t('play.stop-here'), on: { click: on.stop } }));
    }
  }

  /** @param {State} state @param {boolean} isShown */
  function paintSteps({ tree, at }, isShown) {
    if (!isShown) return steps.replaceChildren();
    if (steps.childElementCount === 0) {
      steps.append(...Object.entries(STEPS).map(([name, text]) =>
        element('button', { type: 'button', class: 'control', text, 'data-go': name, 'aria-label': t(`keys.${name}`), title: t(`keys.${name}`) })));
    }
    const [isFirst, isLast] = [at === 0, tree.nodes[at]?.children.length === 0];
    for (const button of steps.querySelectorAll('button')) {
      button.setAttribute('aria-disabled', String(['first', 'previous'].includes(button.dataset.go ?? '') ? isFirst : isLast));
    }
  }

  /** @param {State} state */
  function paintLines({ analysis, at }) {
    const own = analysis === null || analysis.node !== at ? [] : analysis.lines;
    lines.replaceChildren(...own.map(({ score, bound, turns }) =>
      element('li', {}, [element('b', { text: scoreText(score, bound) }), turns.slice(0, SHOWN_TURNS).join(' ')])));
  }

  /** Tells the place of the board its ratio, which the board has when it is painted. */
  const fit = () => place.style.setProperty('--board-ratio', frame.style.getPropertyValue('--board-ratio'));

  return { frame, said, fit, paintMessage, paintSteps, paintLines };
}
