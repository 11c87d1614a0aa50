/**
 * "Learn from your mistakes": the positions before the marked turns of a side, one after another. A
 * turn is good if the engine finds that it gives away less than would be marked.
 *
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').State} State
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./conversation.js').Search} Search
 */
import { MARKS, markOf, pointsOf } from './annotate.js';
import { sideOf, sideToMove } from './game.js';
import { evaluationOf } from './score.js';
import { mainLine, remove } from './tree.js';

/** The nodes with which a try is judged. */
const NODES = 150_000;

/**
 * Creates the exercise.
 * @param {Store} store
 * @param {Search} search
 * @param {Game} game
 */
export function createMistakes(store, search, game) {
  /** The nodes before the mistakes that are still to come; the first is on the board. @type {number[]} */
  let queue = [];
  let isJudging = false;
  let wasTree = 0;

  /** The marked turns of a side. @param {State} state @param {Side} side */
  function mistakesOf({ tree }, side) {
    return mainLine(tree).filter((id) => {
      const node = tree.nodes[id];
      const before = tree.nodes[node?.parent ?? -1];
      return node && before?.facts && MARKS.includes(node.glyph) && sideOf(tree.variant, before.facts.position) === side;
    });
  }

  /** Begins with the first mistake of the side at the bottom. */
  function start() {
    const state = store.get();
    queue = mistakesOf(state, state.bottom).map((id) => state.tree.nodes[id]?.parent ?? 0);
    wasTree = state.tree.nodes.length;
    if (queue.length === 0) game.say({ key: 'mistakes.none', params: { side: state.bottom } });
    else show();
  }

  function show() {
    const [first] = queue;
    if (first === undefined) {
      game.say({ key: 'mistakes.done' });
      return;
    }
    game.goTo(first);
    const { tree } = store.get();
    const played = tree.nodes[tree.nodes[first]?.children[0] ?? -1]?.turn ?? '';
    game.say({ key: 'mistakes.find', params: { count: queue.length, turn: played } });
    store.set({ analysis: null });
  }

  function next() {
    queue = queue.slice(1);
    show();
    store.set({});
  }

  /** Judges the turn that was tried. @param {State} state */
  async function judge(state) {
    const [from] = queue;
    const node = state.tree.nodes[state.at];
    const before = state.tree.nodes[from ?? -1];
    if (isJudging || !node || !before || node.parent !== from || state.at === from) return;
    if (!node.facts || !before.evaluation || !before.facts) return;
    isJudging = true;
    const side = sideOf(state.tree.variant, before.facts.position);
    const best = before.evaluation.points;
    const points = node.facts.score !== '*' ? pointsOf(node.facts.score) : await pointsAfter(state);
    isJudging = false;
    if (queue[0] !== from) return;
    const lost = side === 'white' ? best - points : points - best;
    if (markOf(lost) === '' || node.turn === before.evaluation.best) {
      game.say({ key: queue.length > 1 ? 'mistakes.good' : 'mistakes.done' });
      queue = queue.slice(1);
      setTimeout(() => queue.length > 0 && show(), 1200);
    } else {
      game.goTo(from);
      if (state.at >= wasTree) game.edit((tree) => remove(tree, state.at));
      game.say({ key: 'mistakes.again', isError: true });
    }
  }

  /** @param {State} state */
  async function pointsAfter(state) {
    let points = 0.5;
    const { answer } = search.search({
      game: game.position(state.at), limits: { nodes: NODES }, side: sideToMove(state),
      options: { MultiPV: 1, UCI_AnalyseMode: true },
      onLines: ([line]) => { if (line) points = evaluationOf(line).points; },
    });
    await answer;
    return points;
  }

  /** Shows the engine's turn. */
  function solution() {
    const best = store.get().tree.nodes[queue[0] ?? -1]?.evaluation?.best;
    if (best) game.say({ key: 'sentence.hint', params: { turn: best } });
  }

  store.subscribe((state) => {
    // The better lines would be the answer.
    document.body.toggleAttribute('data-asking', queue.length > 0);
    if (queue.length > 0) judge(state);
  });
  return {
    start, next, solution,
    stop() { queue = []; store.set({ sentence: null }); },
    /** Returns whether a mistake is waiting for a better turn. */
    isAsking: () => queue.length > 0,
    left: () => queue.length,
  };
}
