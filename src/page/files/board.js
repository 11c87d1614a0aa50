/**
 * The board on the screen. What it shows is given to `paint` as a whole; only what differs is changed.
 * The drawing is one SVG; above it lie real buttons, one for each square, which have the focus, the
 * labels and the events.
 *
 * @typedef {import('./types.js').Geometry} Geometry
 * @typedef {import('./types.js').Placement} Placement
 * @typedef {import('./types.js').Man} Man
 * @typedef {import('./types.js').Mark} Mark
 * @typedef {import('./types.js').Side} Side
 * @typedef {{ from: string, to: string, rank: number, kind: 'best' | 'pointed' | 'hint' | 'threat' }} Arrow
 * @typedef {object} BoardView
 * @property {Geometry} geometry
 * @property {string} variant
 * @property {Placement} placement
 * @property {Side} bottom              the side at the bottom; on a lying board, on the left
 * @property {boolean} lying            whether Shatra's board lies on its side
 * @property {'figures' | 'signs'} men
 * @property {boolean} coordinates
 * @property {'none' | 'spn' | 'official'} numbers
 * @property {string | null} selected
 * @property {Set<string>} movers       the squares of the men that may move
 * @property {Set<string>} plannable    the squares of the men for which a turn can be planned
 * @property {Map<string, 'quiet' | 'capture'>} targets
 * @property {Map<string, string>} promotions the letters of the men that may be chosen on a target
 * @property {string[]} capturers       the squares of the men that must capture
 * @property {string[]} last            the squares of the last turn
 * @property {string[]} planned         the squares of a turn that is to be played as soon as it can be
 * @property {{ square: string, text: string }[]} next  the men to be dropped next
 * @property {Mark[]} marks
 * @property {Arrow[]} arrows
 * @property {{ square: string, isRight: boolean } | null} [verdict] whether the turn of a puzzle is right, and where it ends
 * @property {string[]} slide           the squares along which the man of the last one slides; empty for none
 * @property {(square: string) => string} [title] what a square is, for who points at it
 * @property {((square: string) => string) | null} label  null: nothing can be done yet, and there are no buttons
 *
 * What the board tells: a click or a key on a square, a man lifted and put down, a mark, a wish to let go or to step.
 * @typedef {object} BoardHandlers
 * @property {(square: string) => void} square
 * @property {(from: string) => void} lift
 * @property {(from: string, to: string | null) => void} drag
 * @property {(from: string, to: string | null) => void} mark
 * @property {() => void} cancel
 * @property {(by: 1 | -1) => void} [step]  a step forward or back through the game
 */
import { drawBesideFortresses, drawBoard, drawMan, layoutOf, svg } from './board-drawing.js';
import { listenToPointer } from './board-pointer.js';

/** The time that a man needs for a step of its turn, in milliseconds. */
const STEP_TIME = 200;

/**
 * Creates a board.
 * @param {HTMLElement} host
 * @param {BoardHandlers} on
 * @param {AbortSignal} [signal] ends what the board listens to outside of its host
 */
export function createBoard(host, on, signal) {
  const [ground, signs, writing, menLayer, above] = [svg('g'), svg('g'), svg('g'), svg('g'), svg('g')];
  const root = /** @type {SVGSVGElement} */ (svg('svg', { class: 'drawing', 'aria-hidden': 'true' }, [ground, signs, writing, menLayer, above]));
  const squares = document.createElement('div');
  squares.className = 'squares';
  host.replaceChildren(root, squares);

  /** @type {BoardView | null} */
  let shown = null;
  /** @type {Map<string, { man: Man, drawing: SVGElement }>} */
  let men = new Map();
  /** @type {Map<string, HTMLButtonElement>} */
  let buttons = new Map();
  let focused = '';

  /** @param {BoardView} view */
  function paint(view) {
    const isOther = shown === null || view.geometry !== shown.geometry || shown.label === null;
    if (view.label === null) buttons = new Map();
    else if (isOther) makeButtons(view.geometry);
    const layout = layoutOf(view);
    const isTurned = isOther || view.bottom !== shown?.bottom || view.lying !== shown.lying;
    if (isTurned || view.coordinates !== shown?.coordinates || view.numbers !== shown.numbers) {
      root.setAttribute('viewBox', `0 0 ${layout.width} ${layout.height}`);
      host.style.setProperty('--board-ratio', String(layout.width / layout.height));
      host.dataset.board = view.geometry.name;
      host.dataset.lying = String(view.lying);
      const drawn = drawBoard(view, layout);
      ground.replaceChildren(...drawn.ground);
      writing.replaceChildren(...drawn.writing);
      placeButtons(layout);
    }
    if (isTurned) orderButtons(view.geometry, layout);
    if (isOther || view.men !== shown?.men || view.variant !== shown.variant) {
      menLayer.replaceChildren();
      men = new Map();
    }
    paintMen(view, layout);
    paintSigns(view, layout);
    for (const [square, button] of buttons) paintButton(square, button, view);
    shown = view;
  }

  /** @param {BoardView} view @param {ReturnType<typeof layoutOf>} layout */
  function paintMen(view, layout) {
    /** @type {typeof men} */
    const next = new Map();
    const gone = new Map(men);
    for (const [square, man] of view.placement.men) {
      const old = men.get(square);
      const isSame = old && old.man.kind === man.kind && old.man.side === man.side && old.man.urgent === man.urgent;
      const drawing = isSame ? old.drawing : drawMan(view.variant, man, view.men);
      if (isSame) gone.delete(square);
      else menLayer.append(drawing);
      for (const animation of drawing.getAnimations()) animation.cancel();
      const [x, y] = layout.centre(square);
      drawing.setAttribute('transform', `translate(${x} ${y})`);
      next.set(square, { man, drawing });
    }
    const moved = view.slide.length > 1 ? next.get(view.slide.at(-1) ?? '') : undefined;
    for (const [square, { drawing }] of gone) {
      if (moved === undefined || square === view.slide[0]) drawing.remove();
      else fade(drawing, (view.slide.length - 1) * STEP_TIME);
    }
    men = next;
    if (moved !== undefined) slide(moved.drawing, view.slide.map(layout.centre));
  }

  /** Lets a captured man vanish. @param {SVGElement} drawing @param {number} duration */
  function fade(drawing, duration) {
    drawing.animate([{ opacity: 1 }, { opacity: 0 }], { duration }).finished.then(() => drawing.remove(), () => drawing.remove());
  }

  /** @param {SVGElement} drawing @param {[number, number][]} points */
  function slide(drawing, points) {
    menLayer.append(drawing);
    const frames = points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    drawing.animate(frames, { duration: (points.length - 1) * STEP_TIME, easing: 'ease-in-out' });
  }

  /** Paints what lies below and above the men. @param {BoardView} view @param {ReturnType<typeof layoutOf>} layout */
  function paintSigns(view, layout) {
    const at = (/** @type {string} */ square) => {
      const [x, y] = layout.centre(square);
      return `translate(${x} ${y})`;
    };
    const tile = (/** @type {string} */ square, /** @type {string} */ name) =>
      svg('rect', { class: name, x: -30, y: -30, width: 60, height: 60, transform: at(square) });
    const below = [
      svg('g', { class: 'beside' }, drawBesideFortresses(view, layout)),
      ...view.last.map((square) => tile(square, 'last')),
      ...view.planned.map((square) => tile(square, 'planned')),
      ...(view.selected === null ? [] : [tile(view.selected, 'selected')]),
      ...view.capturers.map((square) => capturerFrame({ transform: at(square) })),
    ];
    // A man that would be captured is aimed at; where a man lands that captures, a ring is around the dot of all targets.
    const targets = [...view.targets].flatMap(([square, kind]) => target(view.placement.men.has(square) ? 'man' : kind, at(square)));
    const ghosts = [...view.placement.men].filter(([, man]) => man.side === null)
      .flatMap(([square]) => ['ring-edge', 'cross'].map((name) => svg('path', { class: name, d: 'M-16-16L16 16M16-16L-16 16', transform: at(square) })));
    const numbers = view.next.map(({ square, text }) => {
      const number = svg('text', { class: 'next-number', y: 4.5 });
      number.textContent = text;
      const [x, y] = layout.centre(square);
      return svg('g', { transform: `translate(${x + 20} ${y - 20})` }, [svg('circle', { class: 'next', r: 9.5 }), number]);
    });
    const marks = view.marks.flatMap(({ from, to, text }) => text ? [nameOn(text, at(from))] : to === null ? ring('mark', 26, at(from))
      : [arrow(layout.centre(from), layout.centre(to), 'arrow mark-arrow')]);
    const verdict = view.verdict ? [svg('g', { class: `verdict ${view.verdict.isRight ? 'right' : 'wrong'}`, transform: at(view.verdict.square) }, [
      svg('circle', { cx: 20, cy: -20, r: 11 }), svg('path', { d: view.verdict.isRight ? 'M15-20l4 4 6-8' : 'M16-24l8 8M24-24l-8 8' }),
    ])] : [];
    const arrows = view.arrows.map(({ from, to, rank, kind }) => arrow(layout.centre(from), layout.centre(to), `arrow ${kind} rank-${rank}`, rank > 1 && kind !== 'pointed'));
    // The frame of a man that can capture takes the place of what is written there.
    for (const text of writing.children) text.classList.toggle('covered', view.capturers.includes(text.getAttribute('data-on') ?? ''));
    signs.replaceChildren(...below);
    above.replaceChildren(...targets, ...ghosts, ...numbers, ...marks, ...arrows, ...verdict);
  }

  /** @param {Geometry} geometry */
  function makeButtons(geometry) {
    buttons = new Map(geometry.squares.map((square) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.dataset.square = square;
      return [square, button];
    }));
    if (!buttons.has(focused)) focused = geometry.squares[0] ?? '';
  }

  /** Puts the buttons in order from top to bottom and left to right, as a reader goes. @param {Geometry} geometry @param {import('./board-drawing.js').Layout} layout */
  function orderButtons(geometry, { placeOf }) {
    /** The document, or the shadow tree that the board is in. @type {any} */
    const tree = squares.getRootNode();
    const own = tree.activeElement;
    const order = geometry.squares.toSorted((a, b) => placeOf(a)[1] - placeOf(b)[1] || placeOf(a)[0] - placeOf(b)[0]);
    squares.replaceChildren(...order.flatMap((square) => buttons.get(square) ?? []));
    // An element that is taken out of the page loses the focus.
    if (own instanceof HTMLElement && own !== tree.activeElement && squares.contains(own)) own.focus({ preventScroll: true });
  }

  /** @param {ReturnType<typeof layoutOf>} layout */
  function placeButtons({ width, height, centre }) {
    for (const [square, button] of buttons) {
      const [x, y] = centre(square);
      button.style.left = `${((x - 30) / width) * 100}%`;
      button.style.top = `${((y - 30) / height) * 100}%`;
      button.style.width = `${(60 / width) * 100}%`;
      button.style.height = `${(60 / height) * 100}%`;
    }
  }

  /** @param {string} square @param {HTMLButtonElement} button @param {BoardView} view */
  function paintButton(square, button, view) {
    const label = view.label?.(square) ?? '';
    if (button.getAttribute('aria-label') !== label) button.setAttribute('aria-label', label);
    const title = view.title?.(square) ?? '';
    if (button.title !== title) button.title = title;
    button.tabIndex = square === focused ? 0 : -1;
    const { dataset } = button;
    const man = view.placement.men.get(square);
    setFlag(dataset, 'mover', view.movers.has(square));
    setFlag(dataset, 'plan', view.plannable.has(square));
    setFlag(dataset, 'capturer', view.capturers.includes(square));
    setFlag(dataset, 'ghost', man?.side === null);
    const target = view.targets.get(square);
    const promotions = view.promotions.get(square);
    if (promotions === undefined) delete dataset.promotions;
    else dataset.promotions = promotions;
    if (target === undefined) delete dataset.target;
    else dataset.target = target;
    button.setAttribute('aria-pressed', String(square === view.selected));
  }

  /** @param {string} square */
  function focus(square) {
    focused = square;
    for (const [name, button] of buttons) button.tabIndex = name === square ? 0 : -1;
    buttons.get(square)?.focus();
  }

  squares.addEventListener('focusin', ({ target }) => {
    const square = target instanceof HTMLElement ? target.dataset.square : undefined;
    if (square === undefined || square === focused) return;
    focused = square;
    for (const [name, button] of buttons) button.tabIndex = name === square ? 0 : -1;
  });
  squares.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') on.cancel();
    if (shown === null) return;
    const next = neighbour(shown.geometry, layoutOf(shown), focused, event.key);
    if (next === null) return;
    event.preventDefault();
    focus(next);
  });
  listenToPointer(squares, on, (square) => men.get(square)?.drawing ?? null, root, signal);
  return {
    paint, focus,
    /** The drawing, of which a picture can be made. */
    drawing: root,
  };
}

/** @param {DOMStringMap} dataset @param {string} name @param {boolean} isSet */
function setFlag(dataset, name, isSet) {
  if (isSet) dataset[name] = '';
  else delete dataset[name];
}

/** The steps of the arrow keys on the screen: columns to the right and rows down. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Returns the square that an arrow key leads to: the nearest one in its direction, as a fortress is narrower than
 * the field; null if there is none.
 * @param {Geometry} geometry
 * @param {import('./board-drawing.js').Layout} layout
 * @param {string} from
 * @param {string} key
 */
function neighbour({ squares }, { placeOf }, from, key) {
  const [column, row] = placeOf(from);
  const offset = (/** @type {string} */ square) => {
    const [right, down] = placeOf(square);
    return { right: right - column, down: down - row };
  };
  if (key === 'Home' || key === 'End') {
    const same = squares.filter((square) => offset(square).down === 0).sort((a, b) => offset(a).right - offset(b).right);
    return (key === 'Home' ? same[0] : same.at(-1)) ?? null;
  }
  const [right, down] = ARROWS[key] ?? [0, 0];
  // Squares ahead, the next row or column first, and there the nearest: a lying board is narrow to the sides.
  const ahead = squares.map((square) => ({ square, ...offset(square) })).filter((to) => to.right * right + to.down * down > 0);
  const distance = (/** @type {{ right: number, down: number }} */ to) => {
    const [forward, aside] = right === 0 ? [to.down, to.right] : [to.right, to.down];
    return Math.abs(forward) * 100 + Math.abs(aside);
  };
  return ahead.sort((a, b) => distance(a) - distance(b))[0]?.square ?? null;
}

/**
 * Draws the frame of a man that can capture.
 * @param {Record<string, string>} [attributes]
 */
export function capturerFrame(attributes = {}) {
  return svg('g', attributes, ['capturer-edge', 'capturer'].map((name) => svg('rect', { class: name, x: -27, y: -27, width: 54, height: 54, rx: 6 })));
}

/**
 * Draws where a man may land: a dot, with a ring where it captures, and a ring with four strokes around a man that it captures there.
 * @param {'quiet' | 'capture' | 'man'} kind
 * @param {string} [transform]
 */
export function target(kind, transform = '') {
  if (kind === 'man') return [...ring('target capture', 23, transform), svg('path', { class: 'target capture', d: 'M0-29v10M0 29v-10M-29 0h10M29 0h-10', transform })];
  return [...(kind === 'capture' ? ring('target landing', 19, transform) : []), svg('circle', { class: 'target', r: 9, transform })];
}

/** Writes a name on a square. @param {string} name @param {string} transform */
function nameOn(name, transform) {
  const text = svg('text', { class: 'name', y: 5, transform });
  text.textContent = name;
  return text;
}

/** Draws a ring with a rim. @param {string} name @param {number} r @param {string} [transform] */
export const ring = (name, r, transform = '') => ['ring-edge', name].map((own) => svg('circle', { class: own, r, transform }));

/** How far from the centres an arrow begins and ends, so that it covers no man; one to the next square would have no shaft. */
const [FAR, NEAR] = [[22, 18], [14, 8]];
/** The longest distance of neighbours, with the ditch between them. */
const STEP = 100;

/** @param {[number, number]} from @param {[number, number]} to @param {string} name @param {boolean} [isThin] */
function arrow([x1, y1], [x2, y2], name, isThin = false) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 1) return svg('circle', { class: name, r: 26, transform: `translate(${x1} ${y1})` });
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const [tail = 0, gap = 0] = length < STEP ? NEAR : FAR;
  const tip = length - gap;
  const [half, barb, neck] = isThin ? [1.8, 7, tip - 12] : [4.5, 13, tip - 19];
  return svg('path', {
    class: name, transform: `translate(${x1} ${y1}) rotate(${angle})`,
    d: `M${Math.min(tail, neck)} ${-half}H${neck}V${-barb}L${tip} 0L${neck} ${barb}V${half}H${Math.min(tail, neck)}z`,
  });
}
