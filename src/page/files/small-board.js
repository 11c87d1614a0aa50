/**
 * A small board to look at: a position without signs, coordinates or controls. Shatra's board lies in it, which
 * takes the least height.
 *
 * @typedef {import('./types.js').Placement} Placement
 * @typedef {import('./types.js').Side} Side
 */
import { drawBoard, drawMan, layoutOf, svg } from './board-drawing.js';
import { geometryOf } from './position.js';

/**
 * Draws a position.
 * @param {string} variant
 * @param {Placement} placement
 * @param {{ men: 'figures' | 'signs', bottom?: Side, last?: string[] }} look `last` are squares to mark
 */
export function smallBoard(variant, placement, { men, bottom = 'white', last = [] }) {
  const geometry = geometryOf(variant);
  const layout = layoutOf({ geometry, bottom, lying: geometry.name === 'shatra' });
  const at = (/** @type {string} */ square) => `translate(${layout.centre(square).join(' ')})`;
  return svg('svg', { class: 'small-board', viewBox: `0 0 ${layout.width} ${layout.height}`, 'aria-hidden': 'true' }, [
    ...drawBoard({ geometry, coordinates: false, numbers: 'none' }, layout).ground,
    ...last.map((square) => svg('rect', { class: 'last', x: -30, y: -30, width: 60, height: 60, transform: at(square) })),
    ...[...placement.men].map(([square, man]) => {
      const drawing = drawMan(variant, man, men);
      drawing.setAttribute('transform', at(square));
      return drawing;
    }),
  ]);
}
