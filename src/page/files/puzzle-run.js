/**
 * One puzzle on the board. A turn is compared with the line of the puzzle as text; the engine only lists the legal
 * turns. A wrong first turn stays on the board and is answered by its stored refutation, step by step; then the
 * position is there again. A later one is answered by the engine. Turns of the opponent and those without a choice are played by themselves. The attempt is
 * kept with every change, so that whoever leaves it goes on with what it can still count.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Sentence} Sentence
 * @typedef {import('./types.js').Puzzle} Puzzle
 * @typedef {import('./types.js').PuzzleState} PuzzleState
 * @typedef {import('./puzzle-record.js').OpenAttempt} OpenAttempt
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./conversation.js').Search} Search
 * @typedef {{ line: string[], score: number, loses_in?: number }} Refutation how a wrong turn is answered, as in the collection
 * @typedef {ReturnType<typeof createRun>} Run
 */
import { opponent, sideOf } from './game.js';
import { changeRecord, enterAttempt, markLate, ratingParts } from './puzzle-record.js';
import { scoreText } from './score.js';
import { addTurn, promote, remove, setNode } from './tree.js';
import { parseTurn } from './turns.js';

/** How long a turn is looked at before the next one is played by itself, in milliseconds. */
const REPLY_DELAY = 600;
/** The same for a line that is walked through. */
const STEP_DELAY = 1100;
/** The nodes of the search for an answer that the puzzle does not have. */
const ANSWER_NODES = 100_000;
/** How many wrong first turns stand in the list at the end, with this many turns. */
const TEMPTING = 2;
const TEMPTING_TURNS = 5;
/** Below this score nobody is better, in hundredths of a point. */
const EVEN = 50;

/**
 * Puts a puzzle on the board.
 * @param {Puzzle} puzzle
 * @param {OpenAttempt} attempt
 * @param {Store} store
 * @param {Game} game
 * @param {Search} search
 */
export function createRun(puzzle, attempt, store, game, search) {
  const side = sideOf(puzzle.variant, puzzle.position);
  const began = Date.now();
  /** The step of the line that is due. */
  let index = 0;
  let hints = 0;
  /** Whether the answer is being shown. */
  let isShown = false;
  /** The node that was looked at last, and the one whose turn waits for the engine's word on it. */
  let lastAt = 0;
  let unjudged = -1;
  /** @type {number | undefined} */
  let timer;

  game.setUp(puzzle.variant, puzzle.position);
  const generation = game.generation();
  store.set({ bottom: side, hints: [] });
  note({});

  /** Keeps what becomes of the attempt; nothing of one that is over. @param {Partial<OpenAttempt>} patch */
  function note(patch, isOver = false) {
    attempt = { ...attempt, ...patch };
    changeRecord(() => ({ open: isOver ? null : attempt }));
  }

  /** Enters the points of the first try, once; returns what becomes of the attempt. @param {number} points @returns {Partial<OpenAttempt>} */
  function entered(points) {
    if (attempt.points === 0) return {};
    return { points, rated: attempt.isRepeated ? null : ratingParts(enterAttempt(puzzle, points)) };
  }

  /** @param {Partial<PuzzleState>} patch */
  function tell(patch) {
    const { puzzle: told } = store.get();
    store.set({ puzzle: { status: 'open', asked: null, hints, goal: goalOf(), what: goalOf(), why: null, ...told, rated: null, then: undefined, ...patch }, sentence: null });
  }

  /** @returns {Sentence} */
  const goalOf = () => ({ key: `puzzles.goal.${puzzle.goal}.${side}` });

  /** Does something later, unless another game or puzzle is on the board then. @param {number} delay @param {() => void} task */
  function later(delay, task) {
    clearTimeout(timer);
    timer = setTimeout(() => game.generation() === generation && store.get().view === 'puzzles' && task(), delay);
  }

  /** Goes on with the line behind a node. @param {number} node */
  function advance(node) {
    const step = puzzle.line[index];
    if (step === undefined) return finish();
    if (step.by === 'solver' && !step.forced && !isShown) return ask(node);
    if (isShown) tell({ asked: null, status: 'showing', what: { key: 'puzzles.answer-is' }, why: null });
    else tell({ asked: null, status: 'open', what: { key: 'puzzles.right' }, why: { key: step.by === 'solver' ? 'puzzles.forced' : 'puzzles.reply' } });
    later(isShown ? STEP_DELAY : REPLY_DELAY, () => {
      game.goTo(node);
      game.play(step.turn);
      index += 1;
      lastAt = store.get().at;
      // What was tried before stands behind it.
      game.edit((tree) => promote(tree, lastAt));
      advance(lastAt);
    });
  }

  /** Waits for a turn behind a node. @param {number} node */
  function ask(node) {
    hints = 0;
    lastAt = node;
    tell({ asked: node, status: 'open', hints, what: goalOf(), why: { key: index === 0 ? 'puzzles.find' : 'puzzles.go-on' } });
  }

  /** Looks at what came onto the board. @param {State} state */
  function follow(state) {
    const asked = state.puzzle?.asked ?? null;
    if (asked === null || game.generation() !== generation) return;
    const node = state.tree.nodes[state.at];
    if (state.at !== lastAt) {
      lastAt = state.at;
      unjudged = node?.parent === asked ? state.at : -1;
      // Back at the question, as by a key.
      if (state.at === asked && state.puzzle?.status === 'wrong') again();
    }
    if (node && unjudged === state.at) judge(node);
  }

  /** @param {import('./types.js').Node} node */
  function judge(node) {
    const step = puzzle.line[index];
    if (step === undefined) return;
    if (node.turn === step.turn || step.also.includes(node.turn)) {
      unjudged = -1;
      return accept(step.turn, node);
    }
    const isKnownWrong = index === 0 && node.turn in puzzle.wrong;
    if (!isKnownWrong && node.facts === null) return;
    unjudged = -1;
    // Who wins at once, or draws where that is the goal, has solved it however the line goes on.
    const score = isKnownWrong ? '*' : node.facts?.score;
    const hasWon = score === (side === 'white' ? '1-0' : '0-1');
    if (hasWon || (puzzle.goal === 'save' && score === '1/2-1/2')) {
      game.edit((tree) => promote(setNode(tree, node.id, { glyph: '!' }), node.id));
      finish(hasWon ? 'won' : 'saved');
    } else miss(node);
  }

  /** Plays the turn of the line: the same one may have been drawn on the board in another way. @param {string} turn @param {import('./types.js').Node} node */
  function accept(turn, node) {
    if (node.turn !== turn) {
      game.goTo(node.parent);
      game.edit((tree) => remove(tree, node.id));
      game.play(turn);
    }
    const { at } = store.get();
    lastAt = at;
    game.edit((tree) => promote(setNode(setNode(tree, node.parent, { marks: [] }), at, { glyph: '!' }), at));
    index += 1;
    advance(at);
  }

  /** Answers a wrong turn. @param {import('./types.js').Node} node */
  function miss(node) {
    note({ ...entered(0), misses: attempt.misses + 1 });
    game.edit((tree) => setNode(tree, node.id, { glyph: '?' }));
    const refutation = index === 0 ? puzzle.wrong[node.turn] : undefined;
    const what = { key: `puzzles.wrong.${puzzle.goal}`, params: { turn: node.turn } };
    // A turn without an answer has ended the game.
    const atOnce = refutation?.loses_in === undefined ? 'puzzles.end.saved' : 'puzzles.loses-at-once';
    tell({ status: 'wrong', what, why: { key: refutation === undefined ? 'puzzles.not-this' : refutation.line.length === 0 ? atOnce : 'puzzles.see-why' } });
    if (refutation === undefined) answerBySearch(node);
    else if (refutation.line.length > 0) refute(node, refutation);
  }

  /** Lets the engine answer a wrong turn. @param {import('./types.js').Node} node */
  async function answerBySearch({ id, turn, facts }) {
    if (facts?.score !== '*') return;
    /** @type {import('./types.js').Line[]} */
    let lines = [];
    const { answer } = search.search({
      game: game.position(id), limits: { nodes: ANSWER_NODES }, options: { 'Skill Level': 20, UCI_LimitStrength: false, MultiPV: 1 },
      onLines: (found) => { lines = found; },
    });
    await answer.catch(() => null);
    const { tree, at, puzzle: told } = store.get();
    const [best] = lines;
    if (best === undefined || game.generation() !== generation || at !== id || told?.status !== 'wrong' || tree.nodes[id]?.turn !== turn) return;
    const { kind, value } = best.score;
    const score = side === 'white' ? value : -value;
    // It wins, though not in the way of the puzzle.
    if (kind === 'mate' && score > 0) return;
    refute(tree.nodes[id], { line: best.turns, score, ...(kind === 'mate' && score < 0 ? { loses_in: -score } : {}) });
  }

  /** Answers a wrong turn on the board. @param {import('./types.js').Node} node @param {Refutation} refutation */
  function refute(node, refutation) {
    let grown = { tree: store.get().tree, at: node.id };
    const nodes = refutation.line.map((turn) => (grown = addTurn(grown.tree, grown.at, turn, '')).at);
    store.set({ tree: grown.tree });
    const answer = answerTo(node.turn, refutation.line);
    // The board shows what is said: the rest of the line is left to the buttons of the steps.
    walk(node.id, nodes.slice(0, answer.place + 1), () => tell({ why: answer.why, then: verdictOn(refutation, answer.place) }));
  }

  /** Says how a wrong turn is answered: by the first turn of the opponent that captures, if any does. @param {string} turn @param {string[]} line @returns {{ place: number, why: Sentence }} `place` is that turn's in the line */
  function answerTo(turn, line) {
    const [first = ''] = line;
    const place = Math.max(0, line.findIndex((own, index) => index % 2 === 0 && own.includes(':')));
    const reply = line[place] ?? first;
    // Each jump captures one man.
    const count = reply.split(':').length - 1;
    const key = count === 0 ? 'answers' : place === 0 ? 'captures' : 'captures-later';
    return { place, why: { key: `puzzles.${key}.${opponent(side)}`, params: { turn, first, reply, count } } };
  }

  /** Says what a refutation leads to, after the turn that is shown last. @param {Refutation} refutation @param {number} place that turn's in the line @returns {Sentence} */
  function verdictOn({ score, loses_in }, place) {
    if (loses_in !== undefined) {
      // Of the opponent's turns, those up to that place have been shown.
      const count = loses_in - (place / 2 + 1);
      return count > 0 ? { key: `puzzles.wins-then.${opponent(side)}`, params: { count } } : { key: 'puzzles.lost' };
    }
    const better = Math.abs(score) < EVEN ? 'even' : score < 0 ? opponent(side) : side;
    return { key: `puzzles.after.${better}`, params: { score: scoreText({ kind: 'cp', value: side === 'white' ? score : -score }) } };
  }

  /** Steps through nodes from one on; whoever steps by hand stops it. @param {number} from @param {number[]} nodes @param {() => void} done */
  function walk(from, nodes, done) {
    const [next, ...rest] = nodes;
    if (next === undefined) return done();
    later(STEP_DELAY, () => {
      if (store.get().at !== from || store.get().puzzle?.status !== 'wrong') return;
      game.goTo(next);
      lastAt = next;
      walk(next, rest, done);
    });
  }

  /** Asks once more for the turn. */
  function again() {
    const asked = store.get().puzzle?.asked ?? null;
    if (asked === null) return;
    clearTimeout(timer);
    game.goTo(asked);
    lastAt = asked;
    tell({ status: 'open', what: goalOf(), why: { key: 'puzzles.once-more' } });
  }

  /** Names the man of the turn, and then where it ends. */
  function hint() {
    const told = store.get().puzzle;
    const step = puzzle.line[index];
    if (told === null || told.asked === null || step === undefined) return;
    again();
    hints = Math.min(2, hints + 1);
    if (attempt.points === 1) note({ points: 0.5 });
    const { from, steps } = parseTurn(step.turn);
    const to = steps.at(-1)?.to ?? from;
    const rings = hints === 1 ? [from] : [...new Set([from, to])];
    game.edit((tree) => setNode(tree, told.asked ?? 0, { marks: rings.map((square) => ({ from: square, to: null })) }));
    tell({ hints, why: { key: hints === 1 ? 'puzzles.hint-man' : 'puzzles.hint-square', params: { from, to } } });
  }

  /** Shows the answer from the question on. Who has begun to see it gets nothing for what comes then. */
  function showAnswer() {
    const asked = store.get().puzzle?.asked ?? null;
    if (asked === null) return;
    again();
    note({ ...entered(0), isRepeated: true });
    isShown = true;
    game.edit((tree) => setNode(tree, asked, { marks: [] }));
    advance(asked);
  }

  function finish(ending = puzzle.end) {
    const { isRepeated } = attempt;
    note({ ...entered(attempt.points), isRepeated: true }, true);
    const { points, misses, rated } = attempt;
    const seconds = Math.round((Date.now() - began) / 1000);
    const how = isShown ? 'shown' : points === 1 ? 'first' : points === 0.5 ? 'hint' : misses === 1 ? 'second' : 'later';
    if (!isRepeated && (how === 'second' || how === 'later')) markLate(puzzle.id);
    if (!isShown) game.edit(withTempting);
    tell({
      asked: null, status: isShown ? 'shown' : 'solved',
      what: { key: `puzzles.how.${how}`, params: { count: how === 'first' ? seconds : misses + 1 } }, rated,
      why: { key: ending === 'several' ? `puzzles.end.several.${puzzle.goal}` : `puzzles.end.${ending}` },
    });
  }

  /** Adds the wrong first turns that lose least, and how they are answered. @param {import('./types.js').Tree} tree */
  function withTempting(tree) {
    const tempting = Object.entries(puzzle.wrong).sort(([, a], [, b]) => b.score - a.score).slice(0, TEMPTING);
    for (const [turn, { line }] of tempting) {
      let grown = addTurn(tree, 0, turn, '');
      tree = setNode(grown.tree, grown.at, { glyph: '?' });
      for (const next of line.slice(0, TEMPTING_TURNS - 1)) ({ tree, at: grown.at } = addTurn(tree, grown.at, next, ''));
    }
    return tree;
  }

  advance(0);
  return {
    puzzle, side, follow, hint, showAnswer, again,
    attempt: () => attempt,
    stop: () => clearTimeout(timer),
  };
}
