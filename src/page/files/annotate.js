/**
 * The annotation of a whole game. The engine scores every turn of the main line and says which are mistakes
 * (`annotate` in the protocol); the page paints what it says.
 *
 * @typedef {import('./types.js').Tree} Tree
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').Evaluation} Evaluation
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./conversation.js').Annotator} Annotator
 * @typedef {{ cp?: number, mate?: number }} EngineScore
 * @typedef {{ score: EngineScore, depth: number, wdl: [number, number, number], pv: string[] }} EngineLine
 * @typedef {{ ply: number, side: Side, turn: string, loss: number, mark: string | null, better?: string[], lines: EngineLine[] }} EngineTurn
 * @typedef {import('./types.js').Summary} Summary
 * @typedef {{ moves: EngineTurn[], end: { side: Side, lines: EngineLine[] } | null, white: Summary, black: Summary }} EngineAnalysis
 */
import { fileScore } from './score.js';
import { addTurn, mainLine, setNode } from './tree.js';

/** The signs of the engine's marks, from the worst on. @type {Record<string, string>} */
const SIGNS = { blunder: '??', mistake: '?', inaccuracy: '?!' };
/** The nodes for each position. */
const NODES = 150_000;
/** How many turns of the better line are kept as a variation. */
const LINE_LENGTH = 5;

/** The marks that an annotation sets and replaces. */
export const MARKS = Object.values(SIGNS);

/**
 * Returns White's expected points at the end of a game.
 * @param {string} score
 */
export function pointsOf(score) {
  return score === '1-0' ? 1 : score === '0-1' ? 0 : 0.5;
}

/**
 * Returns the mark of a turn, '' if it is no mistake; null if the engine did not say.
 * @param {Annotator} annotator
 * @param {string} variant
 * @param {string} position the position text before the turn
 * @param {string} turn
 */
export async function markOf(annotator, variant, position, turn) {
  const { answer } = annotator.annotate({ game: { variant, start: position, turns: [{ turn }] }, nodes: NODES }, () => {});
  const [judged] = (await answer)?.moves ?? [];
  return judged === undefined ? null : SIGNS[judged.mark ?? ''] ?? '';
}

/**
 * Annotates a game. The answer is what adds the annotation to the game, which may have changed meanwhile, or null
 * if the annotation was stopped; it rejects with the engine's error.
 * @param {Annotator} annotator
 * @param {Tree} tree
 * @param {(progress: { done: number, all: number }) => void} onProgress
 */
export function annotate(annotator, tree, onProgress) {
  const { variant, start } = tree;
  const ids = [0, ...mainLine(tree)];
  const turns = ids.slice(1).map((id) => ({ turn: tree.nodes[id]?.turn ?? '' }));
  const game = { variant, turns, ...(start === null ? {} : { start }) };
  const { answer, stop } = annotator.annotate({ game, nodes: NODES }, onProgress);
  const add = answer.then((analysis) => analysis && ((/** @type {Tree} */ now) => withAnalysis(now, ids, analysis)));
  return { answer: add, stop };
}

/**
 * Creates the annotation of the game on the board.
 * @param {Store} store
 * @param {Annotator} annotator
 * @param {Game} game
 */
export function createAnnotation(store, annotator, game) {
  /** The annotation that runs, and the game for which it was begun. @type {{ stop: () => void, generation: number } | null} */
  let running = null;

  function stop() {
    running?.stop();
    running = null;
    store.set({ progress: null });
  }

  // What was begun for a game ends when another takes its place.
  store.subscribe(() => running !== null && running.generation !== game.generation() && stop());

  async function start() {
    const { tree } = store.get();
    store.set({ progress: { done: 0, all: mainLine(tree).length + 1 } });
    const { answer, stop: stopThis } = annotate(annotator, tree, (progress) => running === own && store.set({ progress }));
    const own = { stop: stopThis, generation: game.generation() };
    running = own;
    const add = await answer.catch((error) => {
      if (running === own) game.say({ key: 'error.engine', params: { message: error.message }, isError: true });
      return null;
    });
    if (running !== own || game.generation() !== own.generation) return;
    running = null;
    if (add !== null) game.edit(add);
    store.set({ progress: null });
  }

  return { start, stop };
}

/**
 * Adds what the engine says of the turns of a line.
 * @param {Tree} tree
 * @param {number[]} ids the nodes of the line
 * @param {EngineAnalysis} analysis
 */
function withAnalysis(tree, ids, analysis) {
  let marked = tree;
  const { end } = analysis;
  const last = ids.at(-1) ?? 0;
  if (end !== null) marked = withScore(marked, last, evaluationOf(end.lines[0], end.side));
  for (const { ply, side, turn, mark, better = [], lines } of analysis.moves) {
    const [before, id] = [ids[ply - 1], ids[ply]];
    const node = marked.nodes[id ?? -1];
    if (before === undefined || id === undefined || node?.turn !== turn) continue;
    marked = withScore(marked, before, evaluationOf(lines[0], side));
    const sign = SIGNS[mark ?? ''] ?? '';
    // What a person has written stays.
    if (node.glyph === '' || node.isGlyphOfEngine) marked = setNode(marked, id, { glyph: sign, isGlyphOfEngine: sign !== '' });
    let at = before;
    for (const next of better.slice(0, LINE_LENGTH)) ({ tree: marked, at } = addTurn(marked, at, next, ''));
  }
  return { ...marked, summary: { white: analysis.white, black: analysis.black } };
}

/** Adds what the engine says of a position, which game files tell behind the turn. @param {Tree} tree @param {number} id @param {Evaluation | null} evaluation */
const withScore = (tree, id, evaluation) => setNode(tree, id, { evaluation, ...(evaluation === null ? {} : { eval: fileScore(evaluation.score) }) });

/** Returns what a line of the engine says of a position, for White. @param {EngineLine | undefined} line @param {Side} side @returns {Evaluation | null} */
function evaluationOf(line, side) {
  if (line === undefined) return null;
  const { score: { cp, mate = 0 }, wdl: [win, draw], depth, pv } = line;
  const sign = side === 'white' ? 1 : -1;
  const points = (win + draw / 2) / 1000;
  return {
    score: cp === undefined ? { kind: 'mate', value: sign * mate } : { kind: 'cp', value: sign * cp },
    points: side === 'white' ? points : 1 - points, depth, best: pv[0] ?? '',
  };
}
