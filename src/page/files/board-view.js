/**
 * What the board shows of a state, and what screen readers hear of it. Shown is the position, with the turn
 * that was begun carried out on it, and all signs on the squares. Said is every turn that comes onto the
 * board, and whose turn it is then: the squares one by one, as a text such as `a5:a7:g7` is not meant for
 * the ear.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Facts} Facts
 * @typedef {import('./types.js').Placement} Placement
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./board.js').BoardView} BoardView
 */
import { kindOfSquare } from './board-drawing.js';
import { currentFacts, currentNode, mayMove, mayPlan, opponent, sideToMove } from './game.js';
import { geometryOf, menOf, parsePlacement } from './position.js';
import { t } from './text.js';
import { afterSteps, capturers, continuations, parseTurn, squaresOf, startSquares } from './turns.js';

/** The placement of the facts that were shown last. @type {{ facts: Facts | null, placement: Placement | null }} */
let parsed = { facts: null, placement: null };
/** What the page's board has shown last, from which a man slides. */
const page = { shown: { tree: '', at: 0, steps: 0 } };

/** Returns the men of the position on the board. @param {State} state */
export function placementOf(state) {
  const facts = currentFacts(state);
  if (facts !== null && facts !== parsed.facts) parsed = { facts, placement: parsePlacement(facts.position, geometryOf(state.tree.variant)) };
  return facts === null || parsed.placement === null ? parsePlacement('', geometryOf(state.tree.variant)) : parsed.placement;
}

/**
 * Returns what the board shows; null while the position is not known, so that the last one stays.
 * @param {State} state
 * @param {typeof page} [memory] what this board has shown last
 * @returns {BoardView | null}
 */
export function boardView(state, memory = page) {
  const facts = currentFacts(state);
  const node = currentNode(state);
  if (facts === null || node === null) return null;
  const { settings, pick, tree } = state;
  const isOwn = mayMove(state);
  const placement = withFallen(state, placementOf(state));
  const next = pick === null || !isOwn ? null : continuations(facts.turns, pick);
  const where = pick === null ? null : pick.steps.at(-1)?.to ?? pick.from;
  /** @type {BoardView['targets']} */
  const targets = new Map();
  const done = pick?.steps.length ?? 0;
  for (const square of next?.targets.keys() ?? []) {
    const isCapture = next?.turns.some((turn) => turn.isCapture && turn.steps[done]?.to === square);
    targets.set(square, isCapture ? 'capture' : 'quiet');
  }
  /** @type {BoardView['promotions']} */
  const promotions = new Map();
  for (const [square, steps] of next?.targets ?? []) {
    const letters = steps.map((step) => step.promotion).join('');
    if (letters !== '') promotions.set(square, letters);
  }
  const inChain = pick !== null && pick.steps.length > 0;
  const starts = startSquares(facts.turns);
  const movers = !isOwn ? new Set() : inChain ? new Set([where ?? '']) : starts;
  const turn = node.turn === '' ? null : parseTurn(node.turn, '');
  return {
    geometry: geometryOf(tree.variant), variant: tree.variant, bottom: state.bottom, lying: state.lying,
    placement: pick === null ? placement : afterSteps(placement, facts.turns, pick),
    men: settings.men, coordinates: settings.coordinates, numbers: settings.numbers,
    selected: isOwn ? where : null,
    movers: /** @type {Set<string>} */ (movers),
    plannable: mayPlan(state) ? new Set([...placement.men].filter(([, man]) => man.side === opponent(sideToMove(state))).map(([square]) => square)) : new Set(),
    targets, promotions,
    capturers: isOwn && pick === null ? capturers(facts.turns) : [],
    last: pick === null || pick.steps.length === 0 ? (turn === null ? [] : squaresOf(turn).filter((square) => square !== '')) : [pick.from, ...pick.steps.map((step) => step.to)],
    planned: [state.planned?.from, state.planned?.to].flatMap((square) => square ?? []),
    next: nextOfReserve(state, facts),
    marks: node.marks, verdict: verdictOf(state),
    arrows: [...state.hints.map((hint) => ({ ...hint, rank: 1 })), ...analysisArrows(state)],
    slide: slideOf(state, turn === null ? [] : squaresOf(turn), memory),
    label: (square) => labelOf(state, placement, square, starts, targets),
    title: (square) => (tree.variant.startsWith('shatra') && pick === null && !placement.men.has(square) && kindOfSquare(square) !== '' ? t(`help.sign.${kindOfSquare(square)}`) : ''),
  };
}

/**
 * The position with the biy whose capture has ended the game, where it stood, and behind a wrong turn of a puzzle with
 * all men that the turn before has captured.
 * @param {State} state @param {Placement} placement @returns {Placement}
 */
function withFallen({ tree, at, view, puzzle }, placement) {
  const node = tree.nodes[at];
  const before = tree.nodes[node?.parent ?? -1]?.facts;
  const isRefuted = view === 'puzzles' && puzzle?.status === 'wrong' && node?.parent !== puzzle.asked;
  if (!node || !before || !isRefuted && node.facts?.reason !== 'biy-captured') return placement;
  const { men } = parsePlacement(before.position, geometryOf(tree.variant));
  const captured = before.turns.find(({ text }) => text === node.turn)?.captures ?? [];
  const fallen = captured.flatMap((square) => {
    const man = men.get(square);
    return man === undefined || placement.men.has(square) || !isRefuted && man.kind !== 'K' ? [] : [/** @type {const} */ ([square, { ...man, side: null, urgent: false }])];
  });
  return fallen.length === 0 ? placement : { ...placement, men: new Map([...placement.men, ...fallen]) };
}

/** The man that the side to move must drop next. @param {State} state @param {Facts} facts */
function nextOfReserve(state, facts) {
  const square = facts.reserve?.[sideToMove(state)].next ?? null;
  return square === null ? [] : [{ square, text: '1' }];
}

/** Where the turn of a puzzle ends that was right or wrong, while its answer is on the board. @param {State} state @returns {BoardView['verdict']} */
function verdictOf({ view, puzzle, tree, at, pick }) {
  if (view !== 'puzzles' || puzzle === null || pick !== null) return null;
  const isWrong = puzzle.status === 'wrong';
  let node = tree.nodes[at];
  // The cross stays where the wrong turn has ended while it is answered, until its man goes on.
  const left = [];
  for (; isWrong && node && node.glyph !== '?'; node = tree.nodes[node.parent]) left.push(parseTurn(node.turn, '').from);
  if (!node || node.turn === '' || !(isWrong || puzzle.status === 'solved' || node.glyph === '!')) return null;
  const square = squaresOf(parseTurn(node.turn, '')).at(-1) ?? '';
  return left.includes(square) ? null : { square, isRight: !isWrong };
}

/** How many lines have an arrow, as more of them hide the board. */
const MAX_ARROWS = 3;

/** The first turn of the best line of an analysis and of the one that is pointed at, or of several. @param {State} state @returns {BoardView['arrows']} */
export function analysisArrows({ analysis, at, settings, view, pick, pointed }) {
  if (analysis === null || analysis.node !== at || !settings.arrows || view !== 'analyse' || pick !== null) return [];
  const most = settings.allArrows ? Math.min(MAX_ARROWS, settings.lines) : 1;
  return analysis.lines.filter(({ rank }) => rank <= most || rank === pointed).flatMap((line) => {
    const turn = parseTurn(line.turns[0] ?? 'pass', '');
    const squares = squaresOf(turn);
    return squares.slice(1).map((to, index) => ({ from: squares[index] ?? to, to, rank: line.rank, kind: line.rank === pointed && pointed > 1 ? /** @type {const} */ ('pointed') : /** @type {const} */ ('best') }));
  }).reverse();
}

/**
 * Returns the squares along which a man slides: those of the turn that leads from what was shown to what
 * is to be shown, without the steps that the hand has made already.
 * @param {State} state
 * @param {string[]} squares
 * @param {typeof page} memory
 */
function slideOf({ at, tree, pick, settings }, squares, memory) {
  const before = memory.shown;
  const steps = pick?.steps.length ?? 0;
  const shown = { tree: `${tree.variant} ${tree.start}`, at, steps };
  memory.shown = shown;
  const isQuiet = !settings.slides || matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isQuiet || before.tree !== shown.tree) return [];
  if (pick !== null && before.at === at && steps === before.steps + 1) {
    return [pick.from, ...pick.steps.map((step) => step.to)].slice(-2);
  }
  return tree.nodes[at]?.parent === before.at ? squares.slice(before.steps) : [];
}

/**
 * Returns what the board shows of a position of which nothing else is known yet.
 * @param {State} state
 * @param {string} position
 * @returns {BoardView}
 */
export function stillView({ tree: { variant }, settings, bottom, lying }, position) {
  const geometry = geometryOf(variant);
  return {
    geometry, variant, placement: parsePlacement(position, geometry), bottom, lying, men: settings.men, coordinates: settings.coordinates,
    numbers: settings.numbers, selected: null, movers: new Set(), plannable: new Set(), targets: new Map(), promotions: new Map(), capturers: [],
    last: [], planned: [], next: [], marks: [], arrows: [], slide: [], label: null,
  };
}

/** @param {State} state @param {Placement} placement @param {string} square @param {Set<string>} starts @param {BoardView['targets']} targets */
function labelOf(state, placement, square, starts, targets) {
  const man = placement.men.get(square);
  const what = man === undefined ? t('board.empty')
    : man.side === null ? t('board.ghost', { man: t(`men.${menOf(state.tree.variant)}.${man.kind}`) })
    : t(`man.${man.side}.${menOf(state.tree.variant)}.${man.kind}`);
  const target = targets.get(square);
  const can = target === 'capture' ? t('board.can-capture') : target === 'quiet' ? t('board.can-go')
    : starts.has(square) && mayMove(state) ? t('board.can-move') : '';
  return [square, what, can].filter((part) => part !== '').join(', ');
}

/**
 * Returns the sentence about the turn that leads to the node on the board; '' for the root.
 * @param {State} state
 */
export function turnSentence(state) {
  const node = currentNode(state);
  const before = state.tree.nodes[node?.parent ?? -1]?.facts;
  const turn = before?.turns.find((candidate) => candidate.text === node?.turn);
  if (!before || turn === undefined) return '';
  const { side } = parsePlacement(before.position, geometryOf(state.tree.variant));
  const kind = turn.steps.length === 0 ? 'pass' : turn.isCapture ? 'capture' : turn.isDrop ? 'drop' : 'move';
  return t(`live.${kind}.${side}`, { from: turn.from, to: turn.steps.at(-1)?.to ?? '', captures: turn.captures.join(', ') });
}

/**
 * Returns what a person to move should hear besides; '' if it is nobody's turn.
 * @param {State} state
 */
export function callToMove(state) {
  const facts = currentFacts(state);
  if (facts === null || state.match === null || state.view !== 'play' || !mayMove(state)) return '';
  if (state.match.players[opponent(sideToMove(state))].kind === 'person') return '';
  const isCompulsory = facts.turns.length > 0 && facts.turns.every((turn) => turn.isCapture);
  return [t('live.your-turn'), isCompulsory ? t('live.must-capture') : ''].join(' ').trim();
}

/**
 * Keeps the region up to date.
 * @param {HTMLElement} region an element with `aria-live="polite"`, hidden from sight
 * @param {Store} store
 */
export function mountAnnouncer(region, store) {
  store.subscribe((state, previous) => {
    const isNew = state.at !== previous.at || state.tree.variant !== previous.tree.variant;
    const areFactsNew = currentFacts(state) !== currentFacts(previous);
    if (isNew || areFactsNew) region.textContent = `${turnSentence(state)} ${callToMove(state)}`.trim();
  });
}
