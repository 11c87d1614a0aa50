/**
 * The players beside the board, each at the level of the own fortress: who plays the side, the men of its reserve,
 * its clock, and the men that it has captured. On Shatra's board they stand in the empty corners, on boards
 * without any in bars above and below.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./store.js').Store} Store
 */
import { drawMan, svg } from './board-drawing.js';
import { placementOf } from './board-view.js';
import { clockText, timeLeft } from './clock.js';
import { element } from './dom.js';
import { currentFacts, endOf, opponent, sideToMove } from './game.js';
import { icon } from './icons.js';
import { geometryOf, isHome, kindsOf, menOf, parsePlacement } from './position.js';
import { language, t } from './text.js';
import { rootPosition } from './tree.js';

/** How often the clocks are painted, in milliseconds. */
const TICK = 100;
/** Below this time a clock is marked as urgent, in milliseconds. */
const URGENT = 20_000;

/**
 * Returns who plays a side, and what is said of the player.
 * @param {State} state
 * @param {Side} side
 * @param {{ name: string }} program
 */
function playerOf({ match, tree }, side, program) {
  const player = match?.players[side];
  const sideName = t(`side.${side}`);
  if (player === undefined) {
    const name = tree.tags[side === 'white' ? 'White' : 'Black'] ?? '';
    return name === '' ? { name: sideName, note: '' } : { name, note: sideName };
  }
  if (player.kind === 'engine') {
    return { name: program.name || t('play.against-engine'), note: player.elo > 0 ? t('play.note-elo', { elo: String(player.elo) }) : t('play.note-level', { level: player.level }) };
  }
  const isAlone = Object.values(match?.players ?? {}).filter(({ kind }) => kind === 'person').length === 1;
  return { name: isAlone ? t('play.you') : sideName, note: isAlone ? sideName : '' };
}

/**
 * Returns how an ended game has ended for a side; '' while the game goes on, and before its last position.
 * @param {State} state
 * @param {Side} side
 */
function outcomeOf(state, side) {
  // A puzzle is solved or not: who would win its game is not the matter.
  if (state.view === 'puzzles') return '';
  const { result } = endOf(state);
  if (result === '*') return '';
  if (result === '1/2-1/2') return 'drawn';
  return (result === '1-0') === (side === 'white') ? 'won' : 'lost';
}

/**
 * Returns the men of a side's reserve, the next to leave it first where they have an order.
 * @param {State} state
 * @param {Side} side
 */
function reserveOf(state, side) {
  const { count = 0, next = null } = currentFacts(state)?.reserve?.[side] ?? {};
  if (count === 0) return [];
  const own = [...placementOf(state).men].filter(([square, man]) => man.side === side && isHome(square, side));
  // In some rules the officers are no reserve. Where any man may leave first, they stand by kinds.
  const men = own.length === count ? own : own.filter(([, man]) => man.kind === 'S');
  const kinds = kindsOf(state.tree.variant);
  const distance = (/** @type {string} */ square) => (next === null ? kinds.indexOf(placementOf(state).men.get(square)?.kind ?? '') : square === next ? -1 : side === 'white' ? 14 - Number(square.slice(1)) : Number(square.slice(1)));
  return men.length === count ? men.sort(([a], [b]) => distance(a) - distance(b)).map(([, man]) => man) : [];
}

/**
 * Returns how many men of each kind a side has lost: as many as it had at the start and has no more. A shatra or pawn
 * that was promoted is not lost.
 * @param {State} state
 * @param {Side} side
 */
function lostBy(state, side) {
  const { variant } = state.tree;
  const kinds = kindsOf(variant);
  const start = rootPosition(state.tree);
  if (start === '' || currentFacts(state) === null) return [];
  const count = (/** @type {Map<string, { kind: string, side: Side | null }>} */ men, /** @type {string} */ kind) => [...men.values()].filter((man) => man.side === side && man.kind === kind).length;
  const before = parsePlacement(start, geometryOf(variant)).men;
  const now = placementOf(state).men;
  const lost = kinds.map((kind) => ({ kind, count: count(before, kind) - count(now, kind) }));
  const promoted = lost.reduce((sum, { count: own }) => sum + Math.max(0, -own), 0);
  return lost.map(({ kind, count: own }) => ({ kind, count: own - (kind === kinds.at(-1) ? promoted : 0) })).filter(({ count: own }) => own > 0);
}

/**
 * Builds the places of the two players and keeps them up to date.
 * @param {HTMLElement} top
 * @param {HTMLElement} bottom
 * @param {Store} store
 * @param {import('./conversation.js').Search} search which tells who the engine is
 */
export function mountPlayers(top, bottom, store, search) {
  const places = [top, bottom].map((root) => {
    const parts = {
      chip: element('span', { class: 'chip' }),
      name: element('strong', { class: 'player-name' }),
      note: element('span', { class: 'player-note' }),
      reserve: element('div', { class: 'reserve' }),
      clock: element('span', { class: 'player-clock', role: 'timer' }),
      toMove: element('span', { class: 'player-turn' }),
      taken: element('span', { class: 'taken', role: 'img' }),
    };
    const who = element('div', { class: 'player-who' }, [element('div', { class: 'player-title' }, [parts.chip, parts.name]), parts.note, parts.reserve]);
    const time = element('div', { class: 'player-time' }, [parts.clock, parts.taken]);
    root.replaceChildren(who, time);
    return { root, who, time, painted: '', paintedTaken: '', ...parts };
  });

  /** @param {State} state */
  function paint(state) {
    const toMove = sideToMove(state);
    const hasCorners = geometryOf(state.tree.variant).name === 'shatra';
    const isOpen = currentFacts(state)?.score === '*' && state.match?.over !== true;
    places.forEach((place, index) => {
      const side = index === 0 ? opponent(state.bottom) : state.bottom;
      const { name, note } = playerOf(state, side, search.program());
      place.root.dataset.side = side;
      place.root.classList.toggle('to-move', toMove === side && isOpen);
      place.chip.className = `chip ${side}`;
      if (place.name.textContent !== name) place.name.textContent = name;
      place.name.title = name;
      if (place.note.textContent !== note) place.note.textContent = note;
      const outcome = outcomeOf(state, side);
      // During a game, the message says whose move it is.
      place.toMove.textContent = toMove === side && isOpen && state.view === 'analyse' ? t('play.to-move') : outcome === '' ? '' : t(`play.${outcome}`);
      place.toMove.dataset.outcome = outcome;
      // It belongs to the clock, or else to the name, where it moves nothing else.
      if (state.match?.clock) place.time.append(place.toMove);
      else if (index === 1 && hasCorners && !state.lying) place.who.prepend(place.toMove);
      else place.who.append(place.toMove);
      paintReserve(place, state, side);
      paintTaken(place, state, opponent(side));
    });
    paintClocks();
  }

  /** @param {typeof places[number]} place @param {State} state @param {Side} side */
  function paintReserve(place, state, side) {
    const count = currentFacts(state)?.reserve?.[side].count ?? 0;
    const men = reserveOf(state, side);
    const signature = [language(), side, count, state.settings.men, state.tree.variant, ...men.map(({ kind, urgent }) => kind + urgent)].join();
    if (signature === place.painted) return;
    place.painted = signature;
    place.reserve.hidden = count === 0;
    const text = element('button', { type: 'button', class: 'reserve-count', 'data-action': 'about-reserve', title: t('help.sign.reserve') }, [icon('temdek'), element('span', { text: t('play.reserve', { count }) })]);
    /** Men of a kind that follow each other stand once, with their number. @type {{ man: typeof men[number], count: number }[]} */
    const groups = [];
    for (const man of men) {
      const last = groups.at(-1);
      if (last?.man.kind === man.kind && last.man.urgent === man.urgent) last.count += 1;
      else groups.push({ man, count: 1 });
    }
    const drawn = groups.map(({ man, count: own }) => drawSmall(state, man, own));
    place.reserve.replaceChildren(text, ...(drawn.length > 0 ? [element('span', { class: 'reserve-men' }, drawn)] : []));
  }

  /** The men that a side has lost stand with who has captured them. @param {typeof places[number]} place @param {State} state @param {Side} side */
  function paintTaken(place, state, side) {
    const { tree: { variant }, settings: { men } } = state;
    const lost = lostBy(state, side);
    const signature = [language(), side, men, variant, ...lost.map(({ kind, count }) => kind + count)].join();
    if (signature === place.paintedTaken) return;
    place.paintedTaken = signature;
    // Its row is kept while it is empty, so that both players' parts stand alike.
    place.taken.toggleAttribute('data-none', lost.length === 0);
    place.taken.title = t('play.taken');
    place.taken.setAttribute('aria-label', [t('play.taken'), ...lost.map(({ kind, count }) => `${count} ${t(`men.${menOf(variant)}.${kind}`)}`)].join(' '));
    place.taken.replaceChildren(...lost.map(({ kind, count }) => drawSmall(state, { kind, side, urgent: false }, count)));
  }

  /** A small man with how many there are. @param {State} state @param {import('./types.js').Man} man @param {number} count */
  function drawSmall({ tree, settings }, man, count) {
    return element('span', { class: 'few', text: count > 1 ? `×${count}` : '' }, [svg('svg', { viewBox: '-24 -30 48 60', 'aria-hidden': 'true' }, [drawMan(tree.variant, man, settings.men)])]);
  }

  function paintClocks() {
    const state = store.get();
    const { match } = state;
    for (const { root, clock } of places) {
      const side = /** @type {Side} */ (root.dataset.side ?? 'white');
      const hasClock = match !== null && match.clock !== null;
      const tipFacts = match === null ? null : state.tree.nodes[match.tip]?.facts;
      const running = tipFacts && match?.tip === state.at ? sideToMove(state) : runningSide;
      if (tipFacts && match?.tip === state.at) runningSide = running;
      const left = hasClock ? timeLeft(match, side, running) : 0;
      const text = hasClock ? clockText(left) : '';
      if (clock.textContent !== text) clock.textContent = text;
      clock.hidden = !hasClock;
      clock.classList.toggle('urgent', hasClock && left < URGENT);
      clock.classList.toggle('long', text.length > 5);
    }
  }
  /** The side whose clock runs, remembered while an earlier position is on the board. @type {Side | null} */
  let runningSide = null;

  store.subscribe(paint);
  setInterval(() => store.get().match?.clock && paintClocks(), TICK);
  paint(store.get());
}
