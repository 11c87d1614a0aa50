/**
 * The pointer on the board: a click, a man dragged to another square, and marks drawn with the right
 * button or with Shift held. Mouse, pen and finger are alike.
 *
 * @typedef {import('./board.js').BoardHandlers} BoardHandlers
 */

/** How far a pointer moves before it drags, in pixels. */
const DRAG_DISTANCE = 6;

/**
 * Listens to the pointer.
 * @param {HTMLElement} squares the element with the buttons of the squares
 * @param {BoardHandlers} on
 * @param {(square: string) => SVGElement | null} drawingAt the drawing of the man on a square
 * @param {SVGSVGElement} root
 */
export function listenToPointer(squares, on, drawingAt, root) {
  /** @type {{ id: number, from: string, x: number, y: number, isMark: boolean, man: SVGElement | null } | null} */
  let hold = null;
  let swallowsClick = false;

  /** @param {Event} event */
  const squareOf = ({ target }) => (target instanceof Element ? target.closest('[data-square]') : null)?.getAttribute('data-square') ?? null;

  /** @param {PointerEvent} event */
  function squareUnder({ clientX, clientY }) {
    const found = document.elementFromPoint(clientX, clientY)?.closest('[data-square]');
    return found && squares.contains(found) ? found.getAttribute('data-square') : null;
  }

  /** Moves the man that is dragged under the pointer. @param {PointerEvent} event */
  function follow({ clientX, clientY }) {
    const matrix = root.getScreenCTM();
    if (hold?.man && matrix !== null) {
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
      hold.man.setAttribute('transform', `translate(${x} ${y}) scale(1.15)`);
    }
  }

  function letGo() {
    hold?.man?.remove();
    if (hold?.man) drawingAt(hold.from)?.classList.remove('lifted');
    hold = null;
  }

  squares.addEventListener('pointerdown', (event) => {
    const from = squareOf(event);
    letGo();
    swallowsClick = false;
    if (from === null) return;
    const isMark = event.button === 2 || event.shiftKey;
    if (event.button !== 0 && !isMark) return;
    hold = { id: event.pointerId, from, x: event.clientX, y: event.clientY, isMark, man: null };
  });

  addEventListener('pointermove', (event) => {
    if (hold === null || event.pointerId !== hold.id || hold.isMark) return;
    const isFar = Math.hypot(event.clientX - hold.x, event.clientY - hold.y) > DRAG_DISTANCE;
    if (hold.man === null && isFar) {
      on.lift(hold.from);
      const drawing = drawingAt(hold.from);
      if (drawing === null || !squares.querySelector(`[data-square="${hold.from}"][data-mover]`)) return;
      hold.man = /** @type {SVGElement} */ (drawing.cloneNode(true));
      drawing.classList.add('lifted');
      root.append(hold.man);
    }
    follow(event);
  });

  addEventListener('pointerup', (event) => {
    if (hold === null || event.pointerId !== hold.id) return;
    const { from, isMark, man } = hold;
    const to = squareUnder(event);
    letGo();
    if (isMark) {
      swallowsClick = event.button === 0;
      on.mark(from, to === from ? null : to);
    } else if (man !== null) {
      swallowsClick = true;
      if (to !== from) on.drag(from, to);
    }
  });
  addEventListener('pointercancel', letGo);

  squares.addEventListener('click', (event) => {
    const square = squareOf(event);
    // A click that a key makes follows no pointer.
    const isKey = event.detail === 0;
    if (square !== null && (isKey || !swallowsClick)) on.square(square);
    swallowsClick = false;
  });
  squares.addEventListener('contextmenu', (event) => event.preventDefault());
  squares.addEventListener('dragstart', (event) => event.preventDefault());
}
