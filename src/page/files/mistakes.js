/**
 * "Learn from your mistakes": the positions before the marked turns of a side, one after another. A turn is good
 * if the engine does not mark it as a mistake, too. The marks of a file that was opened serve as well.
 *
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').State} State
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./conversation.js').Annotator} Annotator
 */
import { MARKS, markOf } from './annotate.js';
import { moverAfter } from './game.js';
import { mainLine, remove } from './tree.js';

/**
 * Creates the exercise.
 * @param {Store} store
 * @param {Annotator} annotator
 * @param {Game} game
 */
export function createMistakes(store, annotator, game) {
  /** The nodes before the mistakes that are still to come; the first is on the board. @type {number[]} */
  let queue = [];
  let isJudging = false;
  let wasTree = 0;
  /** The game in which the mistakes are. */
  let generation = 0;

  /** The marked turns of a side. @param {State} state @param {Side} side */
  function mistakesOf({ tree }, side) {
    return mainLine(tree).filter((id) => {
      const node = tree.nodes[id];
      return node && MARKS.includes(node.glyph) && moverAfter(tree, node.parent) === side;
    });
  }

  /** Begins with the first mistake of the side at the bottom. */
  function start() {
    const state = store.get();
    queue = mistakesOf(state, state.bottom).map((id) => state.tree.nodes[id]?.parent ?? 0);
    wasTree = state.tree.nodes.length;
    generation = game.generation();
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
    if (!before.facts) return;
    isJudging = true;
    const best = before.evaluation?.best;
    const mark = node.turn === best ? '' : await markOf(annotator, state.tree.variant, before.facts.position, node.turn).catch(() => null);
    isJudging = false;
    if (queue[0] !== from || game.generation() !== generation || mark === null) return;
    if (mark === '') {
      game.say({ key: queue.length > 1 ? 'mistakes.good' : 'mistakes.done' });
      queue = queue.slice(1);
      setTimeout(() => queue.length > 0 && game.generation() === generation && show(), 1200);
    } else {
      game.goTo(from);
      if (state.at >= wasTree) game.edit((tree) => remove(tree, state.at));
      game.say({ key: 'mistakes.again', isError: true });
    }
  }

  /** Shows the engine's turn. */
  function solution() {
    const { tree } = store.get();
    const before = tree.nodes[queue[0] ?? -1];
    // A file does not say what the engine would have played, but often has the better line as a variation.
    const best = before?.evaluation?.best || tree.nodes[before?.children[1] ?? -1]?.turn;
    if (best) game.say({ key: 'sentence.hint', params: { turn: best } });
  }

  store.subscribe((state) => {
    // Another game has other mistakes.
    if (queue.length > 0 && game.generation() !== generation) queue = [];
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
