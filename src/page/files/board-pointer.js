/**
 * The pointer on the board: a click, a man dragged to another square, and marks drawn with the right
 * button or with Shift held. The wheel and a swipe step through the game. Mouse, pen and finger are alike, but for
 * small squares, of which a finger means the nearest one with a meaning.
 *
 * @typedef {import('./board.js').BoardHandlers} BoardHandlers
 */

/** How far a pointer moves before it drags, in pixels. */
const DRAG_DISTANCE = 6;
/** The squares of the men that can be dragged, and those with a meaning for a finger. */
const DRAGGABLE = '[data-mover], [data-plan]';
const MEANT = '[data-mover], [data-plan], [data-target]';
/** The least size of what a finger can hit, in pixels. */
const TOUCH_SIZE = 44;
/** How far a finger moves aside to step through the game, in pixels, and how far up or down at most. */
const SWIPE = 48;
const SWIPE_ASIDE = 32;
/** Whether a pointer is in the inner half of an element. @param {Element} element @param {PointerEvent} event */
function isInMiddle(element, { clientX, clientY }) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return Math.abs(clientX - left - width / 2) < width / 4 && Math.abs(clientY - top - height / 2) < height / 4;
}

/** How far a wheel turns for a step, in pixels: a touch pad sends many small turns. */
const WHEEL_STEP = 60;

/**
 * Listens to the pointer.
 * @param {HTMLElement} squares the element with the buttons of the squares
 * @param {BoardHandlers} on
 * @param {(square: string) => SVGElement | null} drawingAt the drawing of the man on a square
 * @param {SVGSVGElement} root
 * @param {AbortSignal} [signal]
 */
export function listenToPointer(squares, on, drawingAt, root, signal) {
  /** @type {{ id: number, from: string, x: number, y: number, isMark: boolean, man: SVGElement | null } | null} */
  let hold = null;
  let swallowsClick = false;
  /** How far the wheel has been turned since the last step, in pixels. */
  let turned = 0;
  /** The square that the pointer went down on. @type {string | null} */
  let meant = null;

  /** @param {Event} event */
  const squareOf = ({ target }) => (target instanceof Element ? target.closest('[data-square]') : null)?.getAttribute('data-square') ?? null;

  /** @param {PointerEvent} event */
  function squareUnder({ clientX, clientY }) {
    /** @type {any} */
    const tree = squares.getRootNode();
    const found = tree.elementFromPoint(clientX, clientY)?.closest('[data-square]');
    return found && squares.contains(found) ? found.getAttribute('data-square') : null;
  }

  /**
   * Returns the square that a pointer means. Where squares are small, a finger means the nearest one with a meaning.
   * @param {PointerEvent} event
   */
  function meantSquare(event) {
    const own = squareOf(event);
    const under = event.target instanceof Element ? event.target.closest('[data-square]') : null;
    if (event.pointerType !== 'touch' || under?.matches(MEANT) || (under !== null && isInMiddle(under, event))) return own;
    let nearest = own;
    let least = TOUCH_SIZE / 2;
    for (const button of squares.querySelectorAll(MEANT)) {
      const { left, top, width, height } = button.getBoundingClientRect();
      const distance = Math.max(Math.abs(left + width / 2 - event.clientX), Math.abs(top + height / 2 - event.clientY));
      if (distance <= least) [nearest, least] = [button.getAttribute('data-square'), distance];
    }
    return nearest;
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
    const from = meantSquare(event);
    letGo();
    swallowsClick = false;
    meant = from;
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
      if (drawing === null || !squares.querySelector(`[data-square="${hold.from}"]:is(${DRAGGABLE})`)) return;
      hold.man = /** @type {SVGElement} */ (drawing.cloneNode(true));
      drawing.classList.add('lifted');
      root.append(hold.man);
    }
    follow(event);
  }, { signal });

  addEventListener('pointerup', (event) => {
    if (hold === null || event.pointerId !== hold.id) return;
    const { from, isMark, man, x, y } = hold;
    const to = squareUnder(event);
    letGo();
    const [right, down] = [event.clientX - x, event.clientY - y];
    if (man === null && on.step !== undefined && event.pointerType === 'touch' && Math.abs(right) > SWIPE && Math.abs(down) < SWIPE_ASIDE) {
      swallowsClick = true;
      return on.step(right < 0 ? 1 : -1);
    }
    if (isMark) {
      swallowsClick = event.button === 0;
      on.mark(from, to === from ? null : to);
    } else if (man !== null) {
      swallowsClick = true;
      if (to !== from) on.drag(from, to);
    }
  }, { signal });
  addEventListener('pointercancel', letGo, { signal });

  squares.addEventListener('click', (event) => {
    // A click that a key makes follows no pointer.
    const isKey = event.detail === 0;
    const square = isKey ? squareOf(event) : meant ?? squareOf(event);
    if (square !== null && (isKey || !swallowsClick)) on.square(square);
    swallowsClick = false;
  });
  squares.addEventListener('wheel', (event) => {
    if (on.step === undefined || event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    turned += event.deltaY;
    if (Math.abs(turned) < WHEEL_STEP && event.deltaMode === WheelEvent.DOM_DELTA_PIXEL) return;
    on.step(event.deltaY > 0 ? 1 : -1);
    turned = 0;
  }, { passive: false });
  squares.addEventListener('contextmenu', (event) => event.preventDefault());
  squares.addEventListener('dragstart', (event) => event.preventDefault());
}
