/**
 * The editor of positions. It puts men on squares and writes the text of the position; whether that is
 * a position, and what is wrong with it, the engine says after every change. What was put together by
 * hand has no history, so fields such as the en-passant square can only be typed.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Facts} Facts
 * @typedef {import('./types.js').Man} Man
 * @typedef {import('./types.js').Placement} Placement
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./board.js').BoardView} BoardView
 * @typedef {import('./conversation.js').Search} Search
 * @typedef {{ variant: string, text: string, placement: Placement, facts: Facts | null, problem: string }} Edited
 */
import { createForm } from './editor-form.js';
import { currentFacts, messageOf } from './game.js';
import { geometryOf, kindsOf, menOf, parsePlacement, writePlacement } from './position.js';
import { t } from './text.js';

/** How long the engine is not asked while changes follow each other, in milliseconds. */
const CHECK_DELAY = 150;

/** The fields behind the board of a position without a history. */
const NO_HISTORY = { shatra: '- - 1', chess: '- - 0 1' };

/**
 * Opens the editor with the position on the board. Returns what the squares of the board do, and what
 * the board shows.
 * @param {HTMLElement} root
 * @param {Store} store
 * @param {Game} game
 * @param {unknown} _board
 * @param {Search} search
 */
export function mountEditor(root, store, game, _board, search) {
  /** @type {Edited} */
  let edited = read(store.get().tree.variant, '');
  /** The position of the game that was taken over last. */
  let source = '';
  /** The square of the man that the next click moves. @type {string | null} */
  let held = null;
  /** @type {number | undefined} */
  let timer;

  const form = createForm(root, store, search, {
    variant: changeVariant,
    start: setStart,
    clear: () => change({ men: new Map(), transit: null, temdek: { white: false, black: false } }),
    text: type,
    settle: () => check(true),
    side: (side) => change({ side }),
    temdek: (side, isOn) => change({ temdek: { ...edited.placement.temdek, [side]: isOn } }),
    tool: () => hold(null),
    put: (man, square) => put(square, man),
    play: () => open('play'),
    analyse: () => open('analyse'),
  });

  /** Reads a text; the letters of other games are left out. @param {string} variant @param {string} text @returns {Edited} */
  function read(variant, text) {
    const placement = parsePlacement(text, geometryOf(variant));
    const kinds = kindsOf(variant);
    for (const [square, man] of placement.men) if (!kinds.includes(man.kind)) placement.men.delete(square);
    return { variant, text, placement, facts: null, problem: '' };
  }

  /** Shows what is edited. @param {Edited} next */
  function show(next) {
    edited = next;
    form.paint(edited);
    store.set({});
  }

  /** Takes over a position by hand. @param {Partial<Placement>} patch */
  function change(patch) {
    const geometry = geometryOf(edited.variant);
    const placement = { ...edited.placement, rest: NO_HISTORY[geometry.name], ...patch };
    held = null;
    show({ ...edited, placement, text: writePlacement(placement, geometry), facts: null });
    scheduleCheck(true);
  }

  /** Takes over what is being typed. @param {string} text */
  function type(text) {
    held = null;
    show({ ...read(edited.variant, text), problem: edited.problem });
    scheduleCheck(false);
  }

  /** @param {boolean} isByHand whether the text may be replaced by the engine's */
  function scheduleCheck(isByHand) {
    clearTimeout(timer);
    timer = setTimeout(() => check(isByHand), CHECK_DELAY);
  }

  /** Asks the engine about the position. @param {boolean} isByHand */
  async function check(isByHand) {
    clearTimeout(timer);
    const { variant, text } = edited;
    const isAnswered = () => edited.variant === variant && edited.text === text;
    try {
      const facts = await game.rules.facts({ variant, start: text, turns: [] });
      if (!isAnswered()) return;
      const checked = { ...edited, facts, problem: '' };
      if (isByHand) adopt(checked);
      else show(checked);
    } catch (error) {
      if (isAnswered()) show({ ...edited, facts: null, problem: messageOf(error) });
    }
  }

  /** Shows a valid position as the engine writes it. @param {Edited} checked */
  function adopt(checked) {
    const { variant, facts } = checked;
    if (facts !== null) show({ ...read(variant, facts.position), facts });
  }

  /** Sets up the start of the game. */
  async function setStart() {
    const { variant } = edited;
    const facts = await game.rules.facts({ variant, start: null, turns: [] });
    held = null;
    if (edited.variant === variant) adopt({ ...edited, facts });
  }

  /** @param {string} variant */
  function changeVariant(variant) {
    const isOtherGame = menOf(variant) !== menOf(edited.variant);
    held = null;
    show(read(variant, isOtherGame ? '' : edited.text));
    if (isOtherGame) setStart();
    else scheduleCheck(true);
  }

  /** Opens the position in another view. @param {'play' | 'analyse'} view */
  function open(view) {
    const { facts, variant } = edited;
    if (facts === null) return;
    // To analyse the game's own position, its turns are wanted, too.
    if (view === 'play' || key(variant, facts.position) !== source) game.setPosition(variant, facts.position);
    source = key(variant, facts.position);
    store.set({ view, sentence: null });
  }

  /** @param {string} variant @param {string} position */
  const key = (variant, position) => `${variant} ${position}`;

  /** Takes over the position of the game, unless it was taken over before. @param {State} state */
  function takeGame(state) {
    const facts = currentFacts(state);
    if (facts === null || source === key(state.tree.variant, facts.position)) return;
    source = key(state.tree.variant, facts.position);
    held = null;
    show({ ...read(state.tree.variant, facts.position), facts });
  }

  /** Puts a man on a square, or takes away what stands there. @param {string} square @param {Man | null} man */
  function put(square, man) {
    const { men: old, transit } = edited.placement;
    const men = new Map(old);
    if (man === null) men.delete(square);
    else men.set(square, man);
    change({ men, transit: transit === square ? null : transit });
  }

  /** Moves a man to a square, or off the board. @param {string} from @param {string | null} to */
  function move(from, to) {
    const { men: old, transit } = edited.placement;
    const man = old.get(from);
    if (man === undefined || from === to) return hold(null);
    const men = new Map(old);
    men.delete(from);
    if (to !== null) men.set(to, man);
    change({ men, transit: transit === from || transit === to ? null : transit });
  }

  /** @param {string | null} square */
  function hold(square) {
    held = square;
    store.set({});
  }

  /** Does with a square what the chosen tool does. @param {string} square */
  function onSquare(square) {
    const tool = form.tool();
    const man = edited.placement.men.get(square);
    if (tool === 'move') {
      if (held !== null) move(held, square);
      else if (man !== undefined) hold(square);
    } else if (tool === 'erase') put(square, null);
    else if (tool === 'urgent') {
      if (man !== undefined) put(square, { ...man, urgent: !man.urgent });
    } else put(square, man?.kind === tool.kind && man.side === tool.side ? null : tool);
  }

  /** @param {string} square */
  function label(square) {
    const man = edited.placement.men.get(square);
    const men = menOf(edited.variant);
    const what = man === undefined ? t('board.empty')
      : man.side === null ? t('board.ghost', { man: t(`men.${men}.${man.kind}`) })
      : t(`man.${man.side}.${men}.${man.kind}`);
    return `${square}, ${what}`;
  }

  /** Returns what the board shows while the editor is open. @returns {BoardView} */
  function view() {
    const { settings, bottom, lying } = store.get();
    const geometry = geometryOf(edited.variant);
    return {
      geometry, variant: edited.variant, placement: edited.placement, bottom, lying: lying && geometry.name === 'shatra',
      men: settings.men, coordinates: settings.coordinates, numbers: settings.numbers,
      selected: held, movers: new Set(edited.placement.men.keys()), plannable: new Set(), targets: new Map(), promotions: new Map(), capturers: [], last: [], planned: [], next: [],
      marks: geometry.squares.filter((square) => namesSquare(edited.problem, square)).map((from) => ({ from, to: null })),
      arrows: [], slide: [], label,
    };
  }

  document.addEventListener('keydown', (event) => {
    const square = event.target instanceof HTMLElement ? event.target.dataset.square : undefined;
    if (square === undefined || store.get().view !== 'edit' || !['Delete', 'Backspace'].includes(event.key)) return;
    event.preventDefault();
    put(square, null);
  });
  store.subscribe((state, previous) => {
    if (state.view !== 'edit') return;
    if (previous.view !== 'edit' || source === '') takeGame(state);
    form.paint(edited);
  });
  takeGame(store.get());
  form.paint(edited);
  return {
    view,
    square: onSquare,
    lift: () => {},
    drag: move,
    /** The right button takes a man away. @param {string} from @param {string | null} to */
    mark: (from, to) => { if (to === null) put(from, null); },
    cancel: () => hold(null),
  };
}

/** @param {string} message @param {string} square */
const namesSquare = (message, square) => new RegExp(`\\b${square}\\b`).test(message);
