/**
 * The analysis of the position on the board: while it is on and nothing else needs the engine, the node
 * on the board is searched without a limit.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Line} Line
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./conversation.js').Search} Search
 * @typedef {ReturnType<typeof createAnalysis>} Analysis
 */
import { createAnnotation } from './annotate.js';
import { currentFacts, currentNode, opponent, sideToMove } from './game.js';
import { createMistakes } from './mistakes.js';
import { geometryOf, parsePlacement, writePlacement } from './position.js';
import { evaluationOf } from './score.js';
import { USUAL_THREADS } from './store.js';
import { setNode } from './tree.js';
import { parseTurn } from './turns.js';

/** The shortest time between two evaluations of a node, in milliseconds. */
const EVALUATION_PAUSE = 500;
/** The most men of the endgame tables that come with the program. */
const TABLE_MEN = 3;

/**
 * Creates the analysis.
 * @param {Store} store
 * @param {Search} search
 * @param {import('./conversation.js').Annotator} annotator
 * @param {Game} game
 */
export function createAnalysis(store, search, annotator, game) {
  let isOn = true;
  let isThreat = false;
  /** What is being searched; a difference starts another search. */
  let running = '';
  /** @type {(() => void) | null} */
  let stopRunning = null;
  let evaluated = 0;
  const annotation = createAnnotation(store, annotator, game);
  const mistakes = createMistakes(store, annotator, game);

  /** @param {State} state */
  function follow(state) {
    const facts = currentFacts(state);
    const { at, tree, settings, view } = state;
    const isWanted = isOn && view === 'analyse' && state.progress === null && !mistakes.isAsking() && state.connection === 'open';
    const canSearch = isWanted && facts !== null && facts.count > 0 && facts.score === '*';
    const wanted = canSearch
      ? [facts.position, tree.variant, at, settings.lines, settings.threads, settings.hash, isThreat].join() : '';
    if (wanted === running) return;
    running = wanted;
    stopRunning?.();
    stopRunning = null;
    if (wanted !== '') start(state);
    else if (state.analysis !== null && state.analysis.node !== at) store.set({ analysis: null });
  }

  /** @param {State} state */
  function start(state) {
    const { at, settings } = state;
    const mine = running;
    const options = { MultiPV: isThreat ? 1 : linesOf(state), Threads: threadsOf(settings), Hash: settings.hash, UCI_AnalyseMode: true };
    const threat = isThreat ? threatened(state) : null;
    evaluated = 0;
    const { stop } = search.search({
      game: threat ?? game.position(at), limits: { infinite: true }, options,
      side: threat === null ? sideToMove(state) : opponent(sideToMove(state)),
      onLines: (lines) => running === mine && (threat === null ? showLines(at, lines) : showThreat(lines)),
      onProgress: (progress) => {
        const { analysis } = store.get();
        if (running === mine && analysis !== null) store.set({ analysis: { ...analysis, running: progress } });
      },
    });
    stopRunning = stop;
  }

  /** @param {State['settings']} settings */
  const threadsOf = ({ threads }) => Math.min(threads || USUAL_THREADS, search.options().get('Threads')?.max ?? Infinity);

  /** How many lines are asked for: where endgame tables may know all turns, all. @param {State} state */
  function linesOf(state) {
    const facts = currentFacts(state);
    const { men } = parsePlacement(facts?.position ?? '', geometryOf(state.tree.variant));
    return men.size <= TABLE_MEN ? Math.max(state.settings.lines, facts?.count ?? 0) : state.settings.lines;
  }

  /** The position on the board with the other side to move. @param {State} state */
  function threatened(state) {
    const { variant } = state.tree;
    const geometry = geometryOf(variant);
    const placement = parsePlacement(currentFacts(state)?.position ?? '', geometry);
    const start = writePlacement({ ...placement, side: opponent(placement.side), transit: null }, geometry);
    return { variant, start, turns: [] };
  }

  /** @param {number} node @param {Line[]} lines */
  function showLines(node, lines) {
    store.set({ analysis: { node, lines } });
    const [first] = lines;
    if (first === undefined || first.bound !== '' || performance.now() - evaluated < EVALUATION_PAUSE) return;
    const known = store.get().tree.nodes[node]?.evaluation;
    if (known && known.depth > first.depth) return;
    evaluated = performance.now();
    game.edit((tree) => setNode(tree, node, { evaluation: evaluationOf(first) }));
  }

  /** @param {Line[]} lines */
  function showThreat(lines) {
    const turn = parseTurn(lines[0]?.turns[0] ?? 'pass');
    const squares = [turn.from, ...turn.steps.map((step) => step.to)];
    const arrows = squares.slice(1).map((to, index) => ({ from: squares[index] ?? to, to, kind: /** @type {const} */ ('threat') }));
    store.set({ hints: arrows, analysis: null });
  }

  /** Plays the best turn that is known. */
  function playBest() {
    const { analysis, at } = store.get();
    const best = analysis?.node === at ? analysis.lines[0]?.turns[0] : currentNode(store.get())?.evaluation?.best;
    if (best && game.mayMove()) game.play(best);
  }

  /** @type {Record<string, () => void>} */
  const actions = {
    analyse() {
      if (store.get().view === 'analyse') isOn = !isOn;
      store.set({ view: 'analyse' });
    },
    threat() {
      isThreat = !isThreat;
      store.set({ hints: [], view: 'analyse' });
    },
    best: playBest,
    annotate: () => (store.get().progress === null ? annotation.start() : annotation.stop()),
    mistakes: mistakes.start,
  };

  let lastNode = store.get().at;
  store.subscribe((state) => {
    if (state.at !== lastNode) isThreat = false;
    lastNode = state.at;
    follow(state);
  });
  follow(store.get());
  return { mistakes, isOn: () => isOn, isThreat: () => isThreat, options: search.options, act: (/** @type {string} */ name) => actions[name]?.() };
}
