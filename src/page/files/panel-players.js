/**
 * The strips above and below the board: who plays the side, what is left of its reserve and of its
 * clock, and whether it is to move.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./store.js').Store} Store
 */
import { clockText, timeLeft } from './clock.js';
import { element } from './dom.js';
import { currentFacts, opponent, sideToMove } from './game.js';
import { t } from './text.js';

/** How often the clocks are painted, in milliseconds. */
const TICK = 100;
/** Below this time a clock is marked as urgent, in milliseconds. */
const URGENT = 20_000;

/**
 * Returns who plays a side.
 * @param {State} state
 * @param {Side} side
 */
function playerName({ match, tree }, side) {
  const player = match?.players[side];
  if (player === undefined) return tree.tags[side === 'white' ? 'White' : 'Black'] ?? '';
  if (player.kind === 'person') return t('play.person');
  return player.elo > 0 ? t('play.engine-elo', { elo: String(player.elo) }) : t('play.engine-level', { level: player.level });
}

/**
 * Builds the two strips and keeps them up to date.
 * @param {HTMLElement} top
 * @param {HTMLElement} bottom
 * @param {Store} store
 */
export function mountPlayers(top, bottom, store) {
  const strips = [top, bottom].map((root) => {
    const parts = {
      side: element('strong', { class: 'player-side' }),
      name: element('span', { class: 'player-name' }),
      reserve: element('span', { class: 'player-reserve' }),
      clock: element('span', { class: 'player-clock', role: 'timer' }),
    };
    root.replaceChildren(parts.side, parts.name, parts.reserve, parts.clock);
    return { root, ...parts };
  });

  /** @param {State} state */
  function paint(state) {
    const toMove = sideToMove(state);
    const facts = currentFacts(state);
    strips.forEach((strip, index) => {
      const side = index === 0 ? opponent(state.bottom) : state.bottom;
      const count = facts?.reserve?.[side].count ?? 0;
      strip.root.dataset.side = side;
      strip.root.classList.toggle('to-move', toMove === side && facts?.score === '*');
      strip.side.textContent = t(`side.${side}`);
      strip.name.textContent = playerName(state, side);
      strip.reserve.textContent = count > 0 ? t('play.reserve', { count }) : '';
    });
    paintClocks();
  }

  function paintClocks() {
    const state = store.get();
    const { match } = state;
    for (const { root, clock } of strips) {
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
    }
  }
  /** The side whose clock runs, remembered while an earlier position is on the board. @type {Side | null} */
  let runningSide = null;

  store.subscribe(paint);
  setInterval(() => store.get().match?.clock && paintClocks(), TICK);
  paint(store.get());
}
