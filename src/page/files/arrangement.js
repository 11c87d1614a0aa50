/**
 * Where the parts of the page stand, and how large a square of the board is. Both follow from the window, the view
 * and the choice of an arrangement; the board gets what the rest leaves. Parts are moved between the places of a
 * layout, so that each exists once, whatever the layout.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Arrangement} Arrangement
 * @typedef {import('./store.js').Store} Store
 * @typedef {'upright' | 'two' | 'lying' | 'phone' | 'landscape'} Layout `two` is upright with a panel on either side
 * @typedef {{ width: number, height: number, isShatra: boolean, view: State['view'], isSetup: boolean, isSheet: boolean, lying: boolean }} Room
 */
import { geometryOf } from './position.js';

/** The extent of a board in squares, with its frame and the ditch: across and along. */
const EXTENT = /** @type {const} */ ({ shatra: [430 / 60, 862 / 60], chess: [490 / 60, 490 / 60] });
const MAX_SQUARE = 128;
const MIN_SQUARE = 30;
const MIN_LYING = 20;
/** The least and the greatest size of a square above the form for a new game, on a phone, and what the form takes of its height. */
const SMALL_SQUARE = [16, 23];
const FORM = 506;
/** Above this size a square reads no better, in pixels. */
const READABLE = 64;
/** How much larger a lying board must be to be preferred to the upright one, which is printed and taught. */
const LYING_GAIN = 1.07;
/** Below one of these a window is a phone's, in pixels. */
const PHONE_WIDTH = 700;
const PHONE_HEIGHT = 480;
/** The narrowest panels where there are two of them. */
const MIN_PANEL = 290;
/** How small a square may become so that both panels have room, in pixels. */
const ENOUGH = 56;

/** The height that text of the usual size has, in pixels: all sizes here are for it, and grow with it. */
const USUAL_TEXT = 16;

// Pixels that the page takes beside the board.
const RAIL = 76;
const PANEL = 280;
/** The panel beside a lying board, also in a narrow window, and what is above and below the board. */
const LYING_PANEL = 320;
const NARROW_PANEL = 272;
const LYING_REST = 162;
/** The panel of a phone that lies, where it has a form or a text, with the space around the board. */
const TEXT_PANEL = 306;
const BAR = 32;
/** The bars of the players above and below a board without empty corners. */
const PLAYERS = 88;
/** The sheet on a phone, which leaves the whole board in sight, and how far a finger pulls at it to open or close it. */
const SHEET = 200;
const LOW_SHEET = 152;
const PULL = 24;
/** On a phone of less height, the head of a game and what is below its board are lower. */
const TALL_PHONE = 760;
/** Below this size of a square, the players have no room for words. */
const WORDY = 38;
/** Below this size a sign beside a word has no room. */
const TIGHT = 44;
/** What a phone keeps below the board, by view: the buttons of a game, the text of a lesson, the form of the editor. */
const BELOW = { play: 108, analyse: 108, learn: 220, puzzles: 64, edit: 300, games: 0 };

/** The parts in each place of a layout, by view, and with an open sheet where that changes them. @type {Record<Layout, Record<string, Record<string, string>>>} */
const PLACES = {
  upright: {
    play: { side: 'message form intro turns typed steps actions' },
    analyse: { side: 'message engine lines file tabs turns explorer graph notes steps foot' },
    learn: { side: 'message lessons' },
    puzzles: { side: 'puzzle message puzzle-actions turns puzzle-results steps' },
    edit: { side: 'message editor' },
    games: { page: 'message games' },
  },
  two: {
    play: { left: 'message intro actions', side: 'form turns typed steps' },
    analyse: { left: 'message engine lines graph notes tools', side: 'file tabs turns explorer typed steps foot' },
    puzzles: { left: 'puzzle-results', side: 'puzzle message puzzle-actions turns steps' },
  },
  lying: {
    play: { under: 'message intro actions', side: 'form turns typed steps' },
    analyse: { under: 'message tools graph', side: 'engine lines file tabs turns explorer notes steps foot' },
    learn: { side: 'message lessons' },
    puzzles: { side: 'puzzle message puzzle-actions turns puzzle-results steps' },
    edit: { side: 'message editor' },
  },
  phone: {
    play: { top: 'message', beside: 'intro', under: 'turns steps form', bottom: 'actions' },
    'play sheet': { top: 'message', sheet: 'steps turns', bottom: 'actions' },
    analyse: { top: 'engine message', under: 'lines turns', sheet: 'file tabs explorer graph notes tools foot', bottom: 'steps' },
    'analyse sheet': { top: 'engine message', under: 'lines', sheet: 'file tabs turns explorer graph notes tools foot', bottom: 'steps' },
    learn: { top: 'message', under: 'lessons' },
    puzzles: { top: 'puzzle', bottom: 'message puzzle-actions' },
    edit: { top: 'message', under: 'editor' },
    games: { top: 'message', page: 'games' },
  },
  landscape: {
    play: { top: 'message', beside: 'intro', side: 'form turns steps actions' },
    analyse: { top: 'engine message', side: 'file tabs lines turns explorer graph notes tools foot steps' },
    learn: { top: 'message', side: 'lessons' },
    puzzles: { top: 'puzzle', side: 'message puzzle-actions turns' },
    edit: { top: 'message', side: 'editor' },
    games: { top: 'message', page: 'games' },
  },
};

/** Returns whether a window is a phone's. @param {{ width: number, height: number }} room */
const isPhone = ({ width, height }) => width < PHONE_WIDTH || height < PHONE_HEIGHT;

/**
 * Returns the room for a square across and along the board, in pixels.
 * @param {Room} room
 */
function roomForSquare(room) {
  const { width, height, isShatra, view, isSetup, isSheet, lying } = room;
  const [across, along] = isShatra ? EXTENT.shatra : EXTENT.chess;
  const [columns, rows] = lying ? [along, across] : [across, along];
  const players = isShatra ? 0 : PLAYERS;
  let [free, high] = [0, 0];
  if (!isPhone(room)) {
    const margin = height < 720 ? 8 : 24;
    // The board has the same place and size in every view, whether the bar of the analysis is there or not.
    [free, high] = lying
      ? [width - RAIL - (width < 1200 ? NARROW_PANEL : LYING_PANEL) - 48, height - LYING_REST]
      : [width - RAIL - (width < height ? LYING_PANEL + 20 : PANEL + 56) - BAR, height - margin - players];
    // Two panels are worth a somewhat smaller board.
    const between = width - RAIL - 2 * MIN_PANEL - BAR - 80;
    if (!lying && between >= ENOUGH * columns) free = Math.min(free, between);
  } else if (width > height) {
    const hasText = isSetup || view === 'learn' || view === 'edit';
    [free, high] = [width - (hasText ? TEXT_PANEL : 210), height - 54 - players * 0.7];
  } else {
    const isTall = height >= TALL_PHONE;
    // The message of a puzzle, which on a low phone is in a higher head; there a lesson leaves some of its text to scrolling.
    const strip = view === 'puzzles' ? (isTall ? 68 : 12) : view === 'learn' && !isTall ? -28 : 0;
    const row = view === 'analyse' && isTall ? 28 : 0;
    const below = isSheet ? 64 + (view !== 'play' || isTall ? SHEET : LOW_SHEET) : view === 'play' && !isTall ? 72 : BELOW[view] + strip + row;
    const bar = view === 'analyse' && !lying ? BAR * 0.5 : 0;
    [free, high] = [width - 16 - bar, height - 72 - below - players];
  }
  return [free / columns, high / rows];
}

/**
 * Returns the size of a square, in whole pixels.
 * @param {Room} room
 */
export function squareSize(room) {
  const [across = 0, along = 0] = roomForSquare(room);
  // Below this the page scrolls instead.
  const least = room.lying || room.isSheet || room.view === 'learn' || room.view === 'puzzles' ? MIN_LYING : Math.min(MIN_SQUARE, across);
  return Math.floor(Math.max(least, Math.min(MAX_SQUARE, across, along)));
}

/**
 * Returns whether Shatra's board lies, as chosen or as the window is better used.
 * @param {Room} room
 * @param {Arrangement} choice
 */
export function isLying(room, choice) {
  if (!room.isShatra) return false;
  if (choice !== 'auto') return choice === 'lying';
  const size = (/** @type {boolean} */ lying) => Math.min(READABLE, ...roomForSquare({ ...room, view: 'play', isSetup: false, isSheet: false, lying }));
  return size(true) >= LYING_GAIN * size(false);
}

/**
 * Returns the layout of the page.
 * @param {Room} room
 * @returns {Layout}
 */
export function layoutOf(room) {
  const { width, height, view, isShatra, lying } = room;
  if (isPhone(room)) return width > height ? 'landscape' : 'phone';
  if (lying && isShatra) return 'lying';
  const board = squareSize(room) * (isShatra ? EXTENT.shatra : EXTENT.chess)[0];
  return view !== 'games' && (width - RAIL - board - BAR - 80) / 2 >= MIN_PANEL ? 'two' : 'upright';
}

/**
 * Arranges the page, and again whenever the window, the view or the choice changes.
 * @param {Store} store
 */
export function createArrangement(store) {
  const root = document.documentElement;
  const parts = new Map([.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-part]'))].map((part) => [part.dataset.part ?? '', part]));
  const places = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-place]'))];
  const rest = /** @type {HTMLElement} */ (document.getElementById('parts'));
  /** What the choice between upright and lying was made for. */
  let decided = { device: '', choice: '' };
  let lying = false;
  let arranged = '';

  /** How much larger text is than usual. */
  const textScale = () => Number.parseFloat(getComputedStyle(root).fontSize) / USUAL_TEXT || 1;

  /** The window for an upright board. @param {State} state @param {number} scale @returns {Room} */
  const roomOf = ({ tree, view, match, sheet }, scale) => ({
    width: root.clientWidth / scale, height: innerHeight / scale, view, isSheet: sheet, isSetup: match === null && view === 'play',
    isShatra: geometryOf(tree.variant).name === 'shatra', lying: false,
  });

  /** Arranges the page, and returns whether the board lies. @param {State} state */
  function arrange(state) {
    const scale = textScale();
    const room = roomOf(state, scale);
    const kind = isPhone(room) ? 'phone' : 'laptop';
    const choice = state.settings[kind];
    // A window that is made larger or smaller turns no board in mid-game; a device that is turned does.
    const isPlaying = state.match !== null && !state.match.over && state.view === 'play';
    const device = kind === 'phone' || !isPlaying ? `${kind} ${room.width > room.height}` : decided.device;
    const occasion = { device, choice: `${choice} ${room.isShatra} ${state.tree.id}` };
    if (occasion.device !== decided.device || occasion.choice !== decided.choice) lying = isLying(room, choice);
    decided = occasion;
    // Before a game on an upright phone, the board makes room for the form.
    const isSmall = kind === 'phone' && room.height >= room.width && room.isSetup;
    const now = { ...room, lying: lying && !isSmall };
    const [least = 0, most = 0] = SMALL_SQUARE;
    const square = isSmall ? Math.max(least, Math.min(most, (room.height - FORM) / EXTENT.shatra[1])) : squareSize(now);
    root.style.setProperty('--s', `${Math.floor(square * scale)}px`);
    root.toggleAttribute('data-small', square < WORDY);
    root.toggleAttribute('data-tight', square < TIGHT);
    place(layoutOf(now), state);
    return now.lying;
  }

  /** Moves the parts of the view to their places. @param {Layout} layout @param {State} state */
  function place(layout, { view, match, sheet }) {
    Object.assign(root.dataset, { layout, phase: match === null ? 'setup' : match.over ? 'over' : 'running' });
    root.toggleAttribute('data-sheet', sheet);
    document.body.dataset.shown = view;
    const withSheet = sheet && (match !== null || view !== 'play') ? PLACES[layout][`${view} sheet`] : undefined;
    const key = `${layout} ${view} ${withSheet !== undefined}`;
    if (key === arranged) return;
    arranged = key;
    const focused = document.activeElement;
    const wanted = withSheet ?? PLACES[layout][view] ?? PLACES.upright[view] ?? {};
    const used = new Set(Object.values(wanted).join(' ').split(' '));
    for (const [name, part] of parts) if (!used.has(name) && part.parentElement !== rest) rest.append(part);
    for (const own of places) {
      const names = wanted[own.dataset.place ?? '']?.split(' ') ?? [];
      own.append(...names.flatMap((name) => parts.get(name) ?? []));
      own.hidden = names.length === 0;
    }
    // An element that is moved loses the focus.
    if (focused instanceof HTMLElement && focused !== document.activeElement && !rest.contains(focused)) focused.focus({ preventScroll: true });
  }

  addEventListener('resize', () => {
    // A phone's keyboard takes half of the window: nothing moves while somebody types.
    const isTyping = document.activeElement?.matches('textarea, input:not([type=radio], [type=checkbox], [type=range])');
    if (!isTyping || matchMedia('(pointer: fine)').matches) store.set({ lying: arrange(store.get()) });
  });
  // The sheet is pulled up by the row from which it opens, and down by its head.
  let pull = { x: 0, y: 0, isOn: false };
  addEventListener('pointerdown', ({ target, pointerType, clientX: x, clientY: y }) => {
    const isHandle = target instanceof Element && (target.matches('[data-place=sheet]') || target.closest('.steps, .tabs, [data-place=under] > [data-part=turns]') !== null);
    pull = { x, y, isOn: isHandle && pointerType === 'touch' && root.dataset.layout === 'phone' };
  });
  addEventListener('pointerup', ({ clientX, clientY }) => {
    const up = pull.y - clientY;
    if (pull.isOn && Math.abs(up) > Math.max(PULL, Math.abs(clientX - pull.x))) store.set({ sheet: up > 0 });
  });
  // The board and the page around it change in one frame.
  store.derive((state) => {
    const isLyingNow = arrange(state);
    return state.lying === isLyingNow ? state : { ...state, lying: isLyingNow };
  });
  store.set({ lying: arrange(store.get()) });
}

/** Returns the choice that turns the board over from what it is now. @param {State} state @returns {Partial<import('./types.js').Settings>} */
export function turned(state) {
  const kind = ['phone', 'landscape'].includes(document.documentElement.dataset.layout ?? '') ? 'phone' : 'laptop';
  return { [kind]: state.lying ? 'upright' : 'lying' };
}
