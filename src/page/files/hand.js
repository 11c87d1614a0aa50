/**
 * The hand on the board and on the keyboard. Clicks, drags and keys on squares become turns: which turns
 * there are, the engine has listed; a try that is none of them is answered by the engine's reason. The other
 * keys, those of lichess where it has one, do the actions of the page. A key acts unless a person types into
 * a field or a dialog is open; the arrow keys leave the page's game alone while a square of the board has
 * the focus, where they move it.
 *
 * While the engine thinks, a turn can be planned: a man and the square where it is to land. Whether that is a turn
 * is known only when the engine has moved; then both squares are clicked, as it were.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Turn} Turn
 * @typedef {import('./types.js').Step} Step
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 */
import { kindOfSquare } from './board-drawing.js';
import { placementOf } from './board-view.js';
import { currentFacts, currentNode, mayMove, mayPlan, opponent, sideToMove } from './game.js';
import { geometryOf } from './position.js';
import { continuations, parseTurn, squaresOf, startSquares, turnsThrough } from './turns.js';

/** How long clicks on the squares of a turn that was just played mean nothing, in milliseconds. */
const SETTLE_TIME = 600;
/** How long the engine's turn is on the board before a planned one is played, in milliseconds. */
const PLAN_DELAY = 120;

/**
 * Creates the handlers of the board.
 * @param {Store} store
 * @param {Game} game
 * @param {ParentNode} [place] where the choice among several steps appears
 */
export function createHand(store, game, place = document.body) {
  /** When the last turn came onto the board. */
  let played = 0;

  /** Returns the turn that was begun and what may follow, if a person may move. */
  function now() {
    const state = store.get();
    const facts = currentFacts(state);
    if (facts === null || !mayMove(state)) return null;
    const { pick } = state;
    return { state, facts, pick, starts: startSquares(facts.turns), next: pick === null ? null : continuations(facts.turns, pick) };
  }

  /** Asks for one of several steps; null if the turn that was begun has come to nothing meanwhile. @param {Step[]} steps */
  async function choose(steps) {
    const state = store.get();
    const { chooseStep } = await import('./choose-step.js');
    const step = await chooseStep(state, steps, place);
    return mayMove(store.get()) && store.get().pick === state.pick ? step : null;
  }

  /** A click or a key on a square. @param {string} square */
  function onSquare(square) {
    const position = now();
    if (position === null) return plan(square);
    const { pick, next, starts, facts } = position;
    if (pick === null || next === null) {
      if (starts.has(square)) game.pick(square);
      else complain(square);
      return;
    }
    const where = pick.steps.at(-1)?.to ?? pick.from;
    if (turnsThrough(next, pick, square).length > 0) return void land(square);
    if (square === where) return void cancel();
    if (pick.steps.length === 0 && starts.has(square)) return void game.pick(square);
    if (facts.turns.length > 0) game.explain(pick.from, square);
  }

  /**
   * Says why an own man can't move, and of an empty square what it is. Clicks on other squares mean nothing: often
   * they finish a chain that has been played already, as it was the only one.
   * @param {string} square
   */
  async function complain(square) {
    const state = store.get();
    const facts = currentFacts(state);
    if (facts === null) return;
    const { men, side } = placementOf(state);
    // The reason for a man is that for any of its squares: the nearest one stands for them.
    if (men.get(square)?.side === side) await game.explainMan(square);
    else if (!men.has(square) && !isJustPlayed(state, square) && geometryOf(state.tree.variant).name === 'shatra' && kindOfSquare(square) !== '') game.tell(`help.sign.${kindOfSquare(square)}`);
  }

  /** Returns whether a square belongs to the turn that has just been played. @param {State} state @param {string} square */
  const isJustPlayed = (state, square) =>
    performance.now() - played < SETTLE_TIME && squaresOf(parseTurn(currentNode(state)?.turn ?? 'pass')).includes(square);

  /** A click on a square while the engine thinks. @param {string} square */
  function plan(square) {
    const state = store.get();
    if (!mayPlan(state)) return;
    const { planned } = state;
    // Clicks often finish a chain that has been played already, as it was the only one.
    if (isJustPlayed(state, square)) return;
    const isOwn = placementOf(state).men.get(square)?.side === opponent(sideToMove(state));
    if (isOwn) store.set({ planned: planned?.from === square && planned.to === null ? null : { from: square, to: null } });
    else store.set({ planned: planned === null || planned.to !== null ? null : { ...planned, to: square } });
  }

  /** Plays the turn that was planned, once the engine has moved: that which ends where it was to end, and no other. */
  function playPlanned() {
    const { planned } = store.get();
    const position = planned === null ? null : now();
    if (planned === null || position === null) return;
    store.set({ planned: null });
    const { from, to } = planned;
    if (to === null) {
      if (position.starts.has(from)) game.pick(from);
      return;
    }
    const turns = position.facts.turns.filter((turn) => turn.from === from && turn.steps.at(-1)?.to === to);
    if (turns.length === 1 && turns[0] !== undefined) game.play(turns[0].text);
    else if (turns.length > 1) {
      game.pick(from);
      game.say({ key: 'sentence.plan-choice', params: { from, to } });
    } else game.say({ key: 'sentence.plan-impossible', params: { from, to } });
  }
  store.subscribe((state, previous) => {
    if (state.at !== previous.at) played = performance.now();
    // The engine's turn is painted and said first.
    if (state.planned !== null && mayMove(state)) setTimeout(playPlanned, PLAN_DELAY);
  });

  /** Lets the man that was picked up land on a square. @param {string} square */
  async function land(square) {
    const position = now();
    if (position === null || position.pick === null || position.next === null) return;
    const { pick, next } = position;
    const turns = turnsThrough(next, pick, square);
    const [only] = turns;
    // In a lesson each jump is made by hand.
    const isWhole = position.state.view !== 'learn' || only?.steps.length === pick.steps.length + 1;
    if (turns.length === 1 && only !== undefined && isWhole) {
      game.play(only.text);
      return;
    }
    const steps = next.targets.get(square);
    if (steps !== undefined) {
      const plain = turns.filter((turn) => turn.steps.length === pick.steps.length + 1);
      const isTwofold = plain.length > 1 && new Set(plain.map((turn) => turn.steps.at(-1)?.promotion)).size === 1;
      if (isTwofold) return void chooseTurn(plain);
      const step = steps.length === 1 ? steps[0] : await choose(steps);
      if (step) game.step(step.to, step.promotion);
      return;
    }
    // The chains that pass the square later: as far as they agree.
    const first = turns[0]?.steps[pick.steps.length];
    if (first !== undefined && turns.every((turn) => turn.steps[pick.steps.length]?.to === first.to)) game.step(first.to, first.promotion);
  }

  /** A drop and a capture over the same squares are two turns. @param {Turn[]} turns */
  async function chooseTurn(turns) {
    const chosen = await choose(turns.map((turn) => ({ to: turn.text, promotion: '' })));
    if (chosen) game.play(chosen.to);
  }

  /** Takes back the last step of the turn that was begun, or lets the man go. */
  function cancel() {
    const { pick, planned } = store.get();
    if (planned !== null) store.set({ planned: null });
    if (pick === null) return;
    store.set({ pick: pick.steps.length === 0 ? null : { ...pick, steps: pick.steps.slice(0, -1) }, sentence: null });
  }

  return {
    /** @param {string} square */
    square(square) {
      onSquare(square);
      // The answer to a click does not wait for the next frame.
      store.flush();
    },
    cancel,
    /** A man is lifted to be dragged. @param {string} from */
    lift(from) {
      const position = now();
      if (position === null) {
        if (store.get().planned?.from !== from || store.get().planned?.to !== null) plan(from);
        return store.flush();
      }
      const { pick, starts } = position;
      const where = pick?.steps.at(-1)?.to ?? pick?.from;
      if (where !== from && (pick === null || pick.steps.length === 0) && starts.has(from)) {
        game.pick(from);
        store.flush();
      }
    },
    /** A man is put down. @param {string} from @param {string | null} to */
    drag(from, to) {
      const { pick, planned } = store.get();
      const where = pick?.steps.at(-1)?.to ?? pick?.from;
      if (to !== null && where === from) onSquare(to);
      // A man may be captured meanwhile: it may be planned to take its square.
      else if (to !== null && planned?.from === from) store.set({ planned: { from, to } });
    },
    /** A ring or an arrow is drawn, or taken away; a planned turn is given up. @param {string} from @param {string | null} to */
    mark: (from, to) => (store.get().planned === null ? game.mark(from, to) : store.set({ planned: null })),
  };
}

/** The keys with the names of their actions, as the list of keys shows them. */
export const KEYS = [
  { key: '←', code: 'ArrowLeft', action: 'previous', isArrow: true },
  { key: '→', code: 'ArrowRight', action: 'next', isArrow: true },
  { key: '↑', code: 'ArrowUp', action: 'first', isArrow: true },
  { key: '↓', code: 'ArrowDown', action: 'last', isArrow: true },
  { key: 'f', code: 'f', action: 'flip', isArrow: false },
  { key: 'l', code: 'l', action: 'analyse', isArrow: false },
  { key: 'x', code: 'x', action: 'threat', isArrow: false },
  { key: 'a', code: 'a', action: 'arrows', isArrow: false },
  { key: 'space', code: ' ', action: 'best', isArrow: false },
  { key: 'h', code: 'h', action: 'hint', isArrow: false },
  { key: 's', code: 's', action: 'stop-here', isArrow: false },
  { key: 'n', code: 'n', action: 'puzzle-next', isArrow: false },
  { key: 'r', code: 'r', action: 'puzzle-retry', isArrow: false },
  { key: '/', code: '/', action: 'type', isArrow: false },
  { key: '?', code: '?', action: 'help', isArrow: false },
];

/**
 * Returns the Latin letter of a key: the one that the layout writes, or else, as on a Cyrillic layout, the one at
 * this place of the keyboard.
 * @param {KeyboardEvent} event
 */
function letterOf({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^\P{ASCII}$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined;
}

/**
 * Listens for the keys.
 * @param {(action: string) => boolean} act does an action; returns whether there was something to do
 */
export function listenToKeys(act) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest('input:not([type=checkbox]):not([type=range]), textarea, select, dialog[open]')) return;
    const pressed = letterOf(event) ?? event.key;
    const key = KEYS.find(({ code }) => code === pressed);
    if (key === undefined) return;
    const isOnSquare = target.closest('[data-square]') !== null;
    const isOnControl = target.closest('button, a, summary, input, [role=slider]') !== null;
    if (key.isArrow && (isOnSquare || target.closest('input'))) return;
    if (key.code === ' ' && isOnControl) return;
    if (act(key.action)) event.preventDefault();
  });
}
