/**
 * The choice among several ways to land on a square: the man that a shatra becomes, or, where a drop and
 * a capture visit the same squares, the turn itself.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Step} Step
 */
import { drawMan, svg } from './board-drawing.js';
import { element } from './dom.js';
import { sideToMove } from './game.js';
import { menOf } from './position.js';
import { t } from './text.js';

/**
 * Asks for one of the steps; null if the person lets go.
 * @param {State} state
 * @param {Step[]} steps
 * @param {ParentNode} place
 * @returns {Promise<Step | null>}
 */
export function chooseStep(state, steps, place) {
  const { variant } = state.tree;
  const buttons = steps.map((step, index) => {
    const button = element('button', { type: 'submit', value: index, class: 'choice', 'data-promotion': step.promotion });
    if (step.promotion === '') button.textContent = step.to;
    else {
      const man = drawMan(variant, { kind: step.promotion, side: sideToMove(state), urgent: false }, state.settings.men);
      button.append(svg('svg', { viewBox: '-30 -30 60 60', 'aria-hidden': 'true' }, [man]), t(`men.${menOf(variant)}.${step.promotion}`));
    }
    return button;
  });
  const dialog = element('dialog', { class: 'choices', 'aria-label': t('board.choose') }, [
    element('form', { method: 'dialog' }, [element('p', { text: t('board.choose') }), ...buttons]),
  ]);
  place.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      resolve(dialog.returnValue === '' ? null : steps[Number(dialog.returnValue)] ?? null);
      dialog.remove();
    });
  });
}
