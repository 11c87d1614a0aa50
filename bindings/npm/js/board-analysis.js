/**
 * The analysis of a board: the position on it is searched for a while by an engine of its own, which is started when
 * it is first wanted and ends with the wish.
 *
 * @typedef {import('../types/index.js').Game} Game
 * @typedef {import('../../../src/page/files/types.js').State} State
 */
import { currentFacts } from '../../../src/page/files/game.js';
import { Engine } from './index.js';

/** How long a position is analysed, in milliseconds, so that a page that is left open lets the processor rest. */
const ANALYSIS_TIME = 30_000;
const LINES = 3;

/**
 * @param {import('../../../src/page/files/store.js').Store} store
 * @param {object} board
 * @param {() => string | null} board.wish   the seconds for a position, '' for the usual time, null for no analysis
 * @param {(at: number) => Game} board.gameAt
 * @param {(analysis: import('../types/index.js').Analysis) => void} board.tell
 * @param {(error: unknown) => void} board.fail
 */
export function createAnalysis(store, { wish, gameAt, tell, fail }) {
  /** @type {InstanceType<typeof Engine> | null} */
  let engine = null;
  /** What is analysed; a difference starts another search. */
  let analysed = '';
  let searching = new AbortController();

  /** @param {number} node @param {AbortSignal} signal */
  async function analyse(node, signal) {
    engine ??= new Engine();
    const seconds = Number(wish());
    const movetime = wish() === '' ? ANALYSIS_TIME : 1000 * seconds;
    try {
      for await (const analysis of engine.analyse(gameAt(node), { lines: LINES, movetime, signal })) {
        store.set({ analysis: { node, lines: analysis.lines.map((line) => ({ ...line, turns: [...line.turns] })) } });
        tell(analysis);
      }
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
  }

  function leave() {
    searching.abort();
    engine?.close();
    engine = null;
    analysed = '';
  }

  return {
    /** @param {State} state */
    follow(state) {
      if (wish() === null) {
        leave();
        if (state.analysis !== null) store.set({ analysis: null });
        return;
      }
      const facts = currentFacts(state);
      const wanted = facts !== null && facts.score === '*' && facts.count > 0 ? `${state.tree.id} ${state.at} ${wish()}` : '';
      if (wanted === analysed) return;
      analysed = wanted;
      searching.abort();
      searching = new AbortController();
      if (state.analysis !== null) store.set({ analysis: null });
      if (wanted !== '') analyse(state.at, searching.signal);
    },
    leave,
  };
}
