/**
 * The annotation of a whole game: every position of the main line is searched for the same number of
 * nodes, and a turn that gives away points is marked. The thresholds are those of `batyr analyse`.
 *
 * @typedef {import('./types.js').Tree} Tree
 * @typedef {import('./types.js').Evaluation} Evaluation
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./conversation.js').Search} Search
 */
import { sideOf } from './game.js';
import { evaluationOf } from './score.js';
import { addTurn, mainLine, setNode } from './tree.js';

/** The points that a turn gives away to be marked, from the worst on. @type {[string, number][]} */
const THRESHOLDS = [['??', 0.16], ['?', 0.1], ['?!', 0.05]];
/** The nodes for each position. */
const NODES = 150_000;
/** How many turns of the better line are kept as a variation. */
const LINE_LENGTH = 5;

/** The marks that an annotation sets and replaces. */
export const MARKS = THRESHOLDS.map(([mark]) => mark);

/**
 * Returns the mark for the points that a turn gives away; '' for none.
 * @param {number} lost
 */
export function markOf(lost) {
  return THRESHOLDS.find(([, least]) => lost >= least)?.[0] ?? '';
}

/**
 * Returns White's expected points at the end of a game.
 * @param {string} score
 */
export function pointsOf(score) {
  return score === '1-0' ? 1 : score === '0-1' ? 0 : 0.5;
}

/**
 * Creates the annotation.
 * @param {Store} store
 * @param {Search} search
 * @param {Game} game
 */
export function createAnnotation(store, search, game) {
  let run = 0;
  /** @type {(() => void) | null} */
  let stopSearch = null;

  function stop() {
    run += 1;
    stopSearch?.();
    store.set({ progress: null });
  }

  async function start() {
    run += 1;
    const mine = run;
    const ids = [0, ...mainLine(store.get().tree)];
    /** @type {Map<number, string[]>} */
    const lines = new Map();
    for (const [done, id] of ids.entries()) {
      store.set({ progress: { done, all: ids.length } });
      const line = await evaluate(id);
      if (run !== mine) return;
      if (line !== null) lines.set(id, line);
    }
    game.edit((tree) => withMarks(tree, ids, lines));
    store.set({ progress: null });
  }

  /** Evaluates a node; returns the engine's line. @param {number} id */
  async function evaluate(id) {
    const { tree, settings } = store.get();
    const here = game.position(id);
    const facts = tree.nodes[id]?.facts ?? await game.rules.facts(here).catch(() => null);
    if (facts === null) return null;
    game.edit((now) => setNode(now, id, { facts }));
    if (facts.score !== '*' || facts.count === 0) {
      const points = pointsOf(facts.score);
      game.edit((now) => setNode(now, id, { evaluation: { score: { kind: 'cp', value: 0 }, points, depth: 99, best: '' } }));
      return null;
    }
    /** @type {import('./types.js').Line | undefined} */
    let last;
    const { answer, stop: stopThis } = search.search({
      game: here, limits: { nodes: NODES }, side: sideOf(tree.variant, facts.position),
      options: { MultiPV: 1, Threads: settings.threads, Hash: settings.hash, UCI_AnalyseMode: true },
      onLines: ([line]) => { if (line?.bound === '') last = line; },
    });
    stopSearch = stopThis;
    await answer;
    if (last === undefined) return null;
    const evaluation = evaluationOf(last);
    game.edit((now) => setNode(now, id, { evaluation }));
    return last.turns;
  }

  return { start, stop };
}

/**
 * Marks the turns of a line that give away points, and adds what would have been better.
 * @param {Tree} tree
 * @param {number[]} ids the nodes of the line
 * @param {Map<number, string[]>} lines the engine's line for each node
 */
function withMarks(tree, ids, lines) {
  let marked = tree;
  for (const [index, id] of ids.entries()) {
    const before = ids[index - 1];
    if (before === undefined) continue;
    const lost = lostPoints(marked, before, id);
    const best = lines.get(before) ?? [];
    const mark = best[0] === marked.nodes[id]?.turn ? '' : markOf(lost);
    const old = marked.nodes[id]?.glyph ?? '';
    if (mark !== '' || MARKS.includes(old)) marked = setNode(marked, id, { glyph: mark });
    if (mark === '') continue;
    let at = before;
    for (const turn of best.slice(0, LINE_LENGTH)) ({ tree: marked, at } = addTurn(marked, at, turn, ''));
  }
  return marked;
}

/**
 * Returns the points that the turn to a node gives away, for the side that played it.
 * @param {Tree} tree
 * @param {number} before
 * @param {number} id
 */
export function lostPoints(tree, before, id) {
  const [from, to] = [tree.nodes[before], tree.nodes[id]];
  if (!from?.evaluation || !to?.evaluation || !from.facts) return 0;
  const lost = from.evaluation.points - to.evaluation.points;
  return sideOf(tree.variant, from.facts.position) === 'white' ? lost : -lost;
}
