/**
 * Turns as values, and the legal turns seen from a turn that the hand has begun: where the man may land
 * next, where it may stop, and what the board looks like meanwhile. Only the list of turns is consulted,
 * which came from the engine.
 *
 * @typedef {import('./types.js').Turn} Turn
 * @typedef {import('./types.js').Step} Step
 * @typedef {import('./types.js').Pick} Pick
 * @typedef {import('./types.js').Placement} Placement
 *
 * What may follow a pick.
 * @typedef {object} Continuations
 * @property {Map<string, Step[]>} targets the squares where the man may land next, and as what
 * @property {Turn | null} stop            the turn that ends here
 * @property {Turn | null} only            the turn, if there is one alone
 * @property {Turn[]} turns                the turns that begin like the pick
 */

/** A turn of an 8x8 game: two squares, and the letter of a promotion. */
const CHESS_TURN = /^([a-h][1-8])([a-h][1-8])([a-z]?)$/;

/**
 * Reads a turn with what it captures.
 * @param {string} word `a5:a7:g7/a6,d7`, `d1-d6/drop`, `e7e8q`, `pass`
 * @param {string} transit the square of the man in mid-chain, where `pass` begins
 * @returns {Turn}
 */
export function parseTurn(word, transit = '') {
  const [text = '', effect = ''] = word.split('/');
  const captures = effect === '' || effect === 'drop' ? [] : effect.split(',');
  const turn = { text, captures, isCapture: captures.length > 0, isDrop: effect === 'drop' };
  if (text === 'pass') return { ...turn, from: transit, steps: [] };
  const chess = CHESS_TURN.exec(text);
  if (chess !== null) {
    const [, from = '', to = '', promotion = ''] = chess;
    return { ...turn, from, steps: [{ to, promotion: promotion.toUpperCase() }] };
  }
  const [from = '', ...landings] = text.split(/[-:]/);
  const steps = landings.map((landing) => {
    const [to = '', promotion = ''] = landing.split('=');
    return { to, promotion };
  });
  return { ...turn, from, steps };
}

/**
 * Returns the squares from which a legal turn starts.
 * @param {Turn[]} turns
 */
export function startSquares(turns) {
  return new Set(turns.map((turn) => turn.from));
}

/**
 * Returns the squares of the men that can capture, if all turns are captures; otherwise none.
 * @param {Turn[]} turns
 */
export function capturers(turns) {
  const isForced = turns.length > 0 && turns.every((turn) => turn.isCapture);
  return isForced ? [...startSquares(turns)] : [];
}

/**
 * @param {Step} a
 * @param {Step | undefined} b
 */
const sameStep = (a, b) => b !== undefined && a.to === b.to && a.promotion === b.promotion;

/**
 * Returns whether a turn begins with the steps of a pick.
 * @param {Turn} turn
 * @param {Pick} pick
 */
const beginsLike = (turn, pick) =>
  turn.from === pick.from && pick.steps.every((step, index) => sameStep(step, turn.steps[index]));

/**
 * Returns what may follow a pick.
 * @param {Turn[]} turns
 * @param {Pick} pick
 * @returns {Continuations}
 */
export function continuations(turns, pick) {
  const fitting = turns.filter((turn) => beginsLike(turn, pick));
  /** @type {Map<string, Step[]>} */
  const targets = new Map();
  for (const turn of fitting) {
    const step = turn.steps[pick.steps.length];
    if (step === undefined) continue;
    const choices = targets.get(step.to) ?? [];
    if (!choices.some((choice) => sameStep(choice, step))) choices.push(step);
    targets.set(step.to, choices);
  }
  return {
    targets,
    stop: fitting.find((turn) => turn.steps.length === pick.steps.length) ?? null,
    only: fitting.length === 1 ? fitting[0] ?? null : null,
    turns: fitting,
  };
}

/**
 * Returns the turns that a click on a square can mean: those whose next landing is the square, or else
 * those that land there later.
 * @param {Continuations} next
 * @param {Pick} pick
 * @param {string} square
 */
export function turnsThrough(next, pick, square) {
  const lands = (/** @type {Turn} */ turn, /** @type {number} */ from) =>
    turn.steps.slice(from).some((step) => step.to === square);
  const direct = next.turns.filter((turn) => turn.steps[pick.steps.length]?.to === square);
  return direct.length > 0 ? direct : next.turns.filter((turn) => lands(turn, pick.steps.length));
}

/**
 * Returns the squares of the men that the steps of a pick have captured: those on which all fitting
 * turns agree.
 * @param {Turn[]} turns
 * @param {Pick} pick
 */
export function capturedSoFar(turns, pick) {
  const turn = turns.find((candidate) => candidate.isCapture && beginsLike(candidate, pick));
  return turn === undefined ? [] : turn.captures.slice(0, pick.steps.length);
}

/**
 * Returns the board after the steps of a pick: the man stands where it landed, and the captured men
 * stand as ghosts until the turn is complete.
 * @param {Placement} placement
 * @param {Turn[]} turns
 * @param {Pick} pick
 * @returns {Placement}
 */
export function afterSteps(placement, turns, pick) {
  const man = placement.men.get(pick.from);
  const last = pick.steps.at(-1);
  if (man === undefined || last === undefined) return placement;
  const men = new Map(placement.men);
  men.delete(pick.from);
  for (const square of capturedSoFar(turns, pick)) {
    const captured = men.get(square);
    if (captured !== undefined) men.set(square, { ...captured, side: null });
  }
  const promotion = pick.steps.findLast((step) => step.promotion !== '')?.promotion;
  men.set(last.to, { ...man, kind: promotion ?? man.kind });
  return { ...placement, men };
}

/**
 * Returns the squares that the man of a turn visits.
 * @param {Turn} turn
 */
export function squaresOf(turn) {
  return [turn.from, ...turn.steps.map((step) => step.to)];
}
