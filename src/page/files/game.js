/**
 * The actions on the game: every change of the tree, of the node on the board and of the turn that the
 * hand has begun goes through here. A node's facts are asked of the engine as soon as the node is on
 * the board; nothing is decided about the rules.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Tree} Tree
 * @typedef {import('./types.js').Node} Node
 * @typedef {import('./types.js').Facts} Facts
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').Sentence} Sentence
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./conversation.js').Rules} Rules
 * @typedef {ReturnType<typeof createGame>} Game
 */
import { punched } from './clock.js';
import { geometryOf, parsePlacement } from './position.js';
import { t } from './text.js';
import { addTurn, makeMainLine, newTree, setNode, turnsTo } from './tree.js';
import { continuations, startSquares } from './turns.js';
import { RefusedText, typedTurn } from './words.js';

/** The reasons that concern a whole position, or all turns of a man, not a turn to one of its squares. */
const OF_POSITION = ['must-capture', 'must-drop', 'drop-order', 'mid-chain', 'game-over'];

/** How long an explanation stays, in milliseconds. */
const TELL_TIME = 10_000;

/** The game of a page that has been opened for the first time. */
export const DEFAULT_VARIANT = 'shatra';

/**
 * Returns the node on the board.
 * @param {State} state
 * @returns {Node | null}
 */
export function currentNode(state) {
  return state.tree.nodes[state.at] ?? null;
}

/**
 * Returns what the engine has said about the position on the board, if it has.
 * @param {State} state
 */
export function currentFacts(state) {
  return currentNode(state)?.facts ?? null;
}

/**
 * Returns how the game ends in the position on the board: by the match, which ends in its last position alone, or else
 * by the rules. The result is `*` where it goes on, and until the position is known.
 * @param {State} state
 */
export function endOf(state) {
  const { match, tree, at } = state;
  const isOfMatch = match?.over === true && at === match.tip;
  const { score = '*', reason = '' } = currentFacts(state) ?? {};
  return isOfMatch ? { isOfMatch, result: tree.result, reason: tree.ending } : { isOfMatch, result: score, reason };
}

/**
 * Returns the side to move on the board; White until the position is known.
 * @param {State} state
 * @returns {Side}
 */
export function sideToMove(state) {
  const facts = currentFacts(state);
  return facts === null ? 'white' : sideOf(state.tree.variant, facts.position);
}

/**
 * Returns the side to move in a position text.
 * @param {string} variant
 * @param {string} position
 */
export function sideOf(variant, position) {
  return parsePlacement(position, geometryOf(variant)).side;
}

/**
 * Returns the side that moves after a node: the sides take turns.
 * @param {import('./types.js').Tree} tree
 * @param {number} id
 */
export function moverAfter(tree, id) {
  const first = tree.start === null ? 'white' : sideOf(tree.variant, tree.start);
  return turnsTo(tree, id).length % 2 === 0 ? first : opponent(first);
}

/** @param {Side} side @returns {Side} */
export const opponent = (side) => (side === 'white' ? 'black' : 'white');

/**
 * Returns whether a person may move the men on the board now.
 * @param {State} state
 */
export function mayMove(state) {
  const facts = currentFacts(state);
  if (facts === null || state.view === 'edit') return false;
  const { match } = state;
  if (state.view === 'puzzles') return state.puzzle !== null && state.puzzle.asked === state.at && facts.count > 0;
  if (state.view !== 'play' || match === null) return facts.count > 0 && !facts.reason;
  const { kind } = match.players[sideToMove(state)];
  return !match.over && state.at === match.tip && kind === 'person' && facts.score === '*';
}

/**
 * Returns whether a person may plan a turn: the engine is to move in a game against it.
 * @param {State} state
 */
export function mayPlan(state) {
  const { match, view, settings } = state;
  const facts = currentFacts(state);
  if (!settings.plans || match === null || match.over || view !== 'play' || state.at !== match.tip || facts === null || facts.score !== '*') return false;
  const side = sideToMove(state);
  return match.players[side].kind === 'engine' && match.players[opponent(side)].kind === 'person';
}

/**
 * Creates the actions on the game.
 * @param {Store} store
 * @param {Rules} rules
 */
export function createGame(store, rules) {
  /** Counts the trees, so that an answer about an earlier one is dropped. */
  let generation = 0;
  /** The questions about the facts of nodes, by the node. @type {Map<number, Promise<void>>} */
  let asked = new Map();
  /** The last turn that was typed: the next one waits for its position. @type {Promise<unknown>} */
  let typing = Promise.resolve();

  /** @param {Sentence | null} sentence */
  const say = (sentence) => store.set({ sentence });

  /** Explains something for a while. @param {string} key */
  function tell(key) {
    const sentence = { key };
    say(sentence);
    setTimeout(() => store.get().sentence === sentence && say(null), TELL_TIME);
  }

  /** @param {number} [at] */
  function position(at = store.get().at) {
    const { tree } = store.get();
    return { variant: tree.variant, start: tree.start, turns: turnsTo(tree, at) };
  }

  /** Asks for the facts of a node, unless they are known or asked for; waits for the answer. @param {number} id */
  async function askFacts(id) {
    const node = store.get().tree.nodes[id];
    if (!node || node.facts !== null) return;
    const answer = asked.get(id) ?? findFacts(id);
    asked.set(id, answer);
    await answer;
  }

  /** @param {number} id */
  async function findFacts(id) {
    const current = generation;
    try {
      const facts = await rules.facts(position(id));
      if (current !== generation) return;
      edit((tree) => setNode(tree, id, { facts }));
      // Where the biy stood that was captured, the turn before tells.
      if (facts.reason === 'biy-captured') askFacts(store.get().tree.nodes[id]?.parent ?? 0);
    } catch (error) {
      if (current !== generation) return;
      // A kept game that the engine refuses is given up, so that there is a board.
      const { variant, start } = store.get().tree;
      if (id === 0 && (variant !== DEFAULT_VARIANT || start !== null)) setUp(DEFAULT_VARIANT, null);
      say({ key: 'error.engine', params: { message: messageOf(error) }, isError: true });
    }
  }

  /** Replaces the tree on the board by a changed one. @param {(tree: Tree) => Tree} change */
  function edit(change) {
    store.set({ tree: change(store.get().tree) });
  }

  /** Changes the game of this tab, which may be waiting. @param {(tree: Tree) => Tree} change */
  function editOwn(change) {
    const { waiting } = store.get();
    if (waiting === null) edit(change);
    else store.set({ waiting: { ...waiting, tree: change(waiting.tree) } });
  }

  /** Puts a tree on the board. @param {Tree} tree @param {number} at @param {Partial<State>} others what changes with it */
  function put(tree, at, others) {
    generation += 1;
    asked = new Map();
    store.set({
      tree, at: tree.nodes[at] ? at : 0, pick: null, planned: null, match: null, thinking: false, hints: [], analysis: null, progress: null,
      sentence: null, sheet: false, ...others,
    });
    askFacts(store.get().at);
  }

  /** Replaces the game of this tab, also while it waits. @param {Tree} tree @param {number} [at] */
  const setTree = (tree, at = 0) => put(tree, at, { waiting: null });

  /** Sets up a position of a lesson or a puzzle: the game of this tab stays what it is. @param {string} variant @param {string | null} start */
  const setUp = (variant, start) => put(newTree(variant, start), 0, {});

  /** Lets the game of this tab wait, unless it does already. @param {State['view']} view where it has been */
  function lend(view) {
    const { tree, at, match, bottom, waiting } = store.get();
    if (waiting === null) store.set({ waiting: { tree, at, pick: null, match, bottom, view } });
  }

  /** Brings the game that waits back. */
  function bringBack() {
    const { waiting } = store.get();
    if (waiting !== null) put(waiting.tree, waiting.at, { match: waiting.match, bottom: waiting.bottom, waiting: null });
  }

  /** @param {number} id */
  function goTo(id) {
    if (!store.get().tree.nodes[id] || id === store.get().at) return;
    store.set({ at: id, pick: null, planned: null, hints: [] });
    askFacts(id);
  }

  /** Plays a turn that the engine has listed, or that it names. @param {string} text @param {string} [file] */
  function play(text, file = '') {
    const state = store.get();
    const { tree, at, match, view } = state;
    const next = addTurn(tree, at, text, file);
    const isOfMatch = match !== null && !match.over && view === 'play' && match.tip === at;
    const mover = sideToMove(state);
    const after = isOfMatch ? { ...punched(match, mover), tip: next.at } : match;
    const clock = isOfMatch && after?.clock ? after.left[mover] : null;
    store.set({
      // An analysis may have made another line the first, or cut the game's turns off.
      tree: isOfMatch ? setNode(makeMainLine(next.tree, next.at), next.at, { clock, mover }) : next.tree,
      at: next.at, pick: null, hints: [], sentence: null,
      match: after,
    });
    askFacts(next.at);
    if (geometryOf(tree.variant).name === 'chess' && file === '') nameTurn(next.at);
  }

  /** Asks how game files write the turn of a node. @param {number} id */
  async function nameTurn(id) {
    const current = generation;
    const moves = await rules.moves(position(id)).catch(() => []);
    const file = moves.at(-1)?.file;
    if (current === generation && file) edit((tree) => setNode(tree, id, { file }));
  }

  /**
   * Plays what a person has typed, in any notation that the engine reads, once the turns that were typed before are on
   * the board; returns whether it was a turn.
   * @param {string} typed
   */
  function playTyped(typed) {
    const own = typing.then(() => readTyped(typed));
    typing = own;
    return own;
  }

  /** @param {string} typed */
  async function readTyped(typed) {
    const text = typedTurn(typed);
    await askFacts(store.get().at);
    const state = store.get();
    if (!mayMove(state)) {
      say({ key: 'sentence.not-your-turn', isError: true });
      return false;
    }
    const here = position();
    try {
      const moves = await rules.moves({ ...here, turns: [...here.turns, text] });
      const last = moves.at(-1);
      if (last && store.get().at === state.at) play(last.turn, last.file);
      return true;
    } catch {
      await explainText(text);
      return false;
    }
  }

  /** Says why a turn is not legal. @param {string} text @param {string} [man] the square of the man, if nothing more was chosen @param {string} [stands] where the man of a chain has come to */
  async function explainText(text, man, stands) {
    try {
      const { word, squares } = await rules.why(position(), text);
      if (word === 'legal') return;
      if (word === 'must-capture' && mayDecline()) return;
      const told = word === 'other-capture' && stands ? [stands] : squares;
      const params = { squares: told.join(', '), from: squares[0] ?? '', to: squares[1] ?? '' };
      const isOfPosition = man === undefined || OF_POSITION.includes(word) || (word === 'in-reserve' && squares.includes(man));
      say(isOfPosition ? { key: `why.${word}`, params, isError: true } : { key: 'why.no-turn', params: { from: man ?? '' }, isError: true });
    } catch {
      say({ key: 'sentence.not-a-turn', params: { turn: text }, isError: true });
    }
  }

  /** Begins a turn with the man on a square, or drops what was begun. @param {string | null} square */
  function pick(square) {
    store.set({ pick: square === null ? null : { from: square, steps: [] }, sentence: null });
  }

  /** Adds a landing to the turn that was begun, and plays the turn if it is complete. @param {string} to @param {string} [promotion] */
  function step(to, promotion = '') {
    const { pick: begun } = store.get();
    const facts = currentFacts(store.get());
    if (begun === null || facts === null) return;
    const longer = { from: begun.from, steps: [...begun.steps, { to, promotion }] };
    const next = continuations(facts.turns, longer);
    if (next.turns.length === 0) return;
    if (next.targets.size === 0 && next.stop !== null) play(next.stop.text);
    else store.set({ pick: longer, sentence: null });
  }

  /** Plays the turn that ends where the man stands, if the turn may end there. */
  function stopHere() {
    const state = store.get();
    const facts = currentFacts(state);
    const begun = state.pick ?? { from: facts?.turns[0]?.from ?? '', steps: [] };
    const stop = facts === null ? null : continuations(facts.turns, begun).stop;
    if (stop !== null && mayMove(state)) play(stop.text);
  }

  /** Says which man alone may move, if it need not capture; returns whether that is so. */
  function mayDecline() {
    const turns = currentFacts(store.get())?.turns ?? [];
    if (turns.every((turn) => turn.isCapture)) return false;
    say({ key: 'why.may-decline', params: { squares: [...startSquares(turns)].join(', ') }, isError: true });
    return true;
  }

  /** Says why the man of a square can't go to another one. @param {string} from @param {string} to */
  function explain(from, to) {
    const { pick: begun, tree } = store.get();
    const visited = begun?.from === from ? begun.steps.map((landing) => landing.to) : [];
    const squares = [from, ...visited, to];
    const isPlain = squares.length === 2 || geometryOf(tree.variant).name === 'chess';
    return explainText(squares.join(isPlain ? '' : ':'), undefined, visited.at(-1));
  }

  /** Says why the man of a square can't move at all. @param {string} from */
  async function explainMan(from) {
    const { variant } = store.get().tree;
    const { squares, at } = geometryOf(variant);
    const { file, rank } = at(from);
    const near = squares.filter((square) => square !== from).sort((a, b) => distance(a) - distance(b));
    /** @param {string} square */
    function distance(square) {
      const to = at(square);
      return Math.max(Math.abs(to.file - file), Math.abs(to.rank - rank));
    }
    const placement = parsePlacement(currentFacts(store.get())?.position ?? '', geometryOf(variant));
    const to = near.find((square) => !placement.men.has(square));
    if (to !== undefined) await explainText(from + to, from);
  }

  /** Draws a ring or an arrow on the node of the board, or takes it away. @param {string} from @param {string | null} to */
  function mark(from, to) {
    const node = currentNode(store.get());
    if (node === null) return;
    const isSame = (/** @type {import('./types.js').Mark} */ old) => old.from === from && old.to === to;
    const marks = node.marks.some(isSame) ? node.marks.filter((old) => !isSame(old)) : [...node.marks, { from, to }];
    edit((tree) => setNode(tree, node.id, { marks }));
  }

  /** Plays a line of turns from a node. @param {string[]} turns @param {number} at */
  function playLine(turns, at) {
    let next = { tree: store.get().tree, at };
    for (const turn of turns) next = addTurn(next.tree, next.at, turn, '');
    store.set({ tree: next.tree, at: next.at, pick: null, hints: [] });
    askFacts(next.at);
  }

  return {
    rules, say, tell, position, edit, editOwn, setTree, setUp, lend, bringBack, goTo, play, playTyped, playLine, pick, step, stopHere, explain, explainMan, mark,
    mayMove: () => mayMove(store.get()),
    /** Returns a number that changes with each game on the board: what was begun for another is dropped. */
    generation: () => generation,
    /** Begins a new game tree. @param {string} variant @param {string | null} start */
    setPosition: (variant, start) => setTree(newTree(variant, start)),
    /** Asks again for what a lost connection has kept back. */
    refresh: () => askFacts(store.get().at),
  };
}

/** Returns what an error says: of a text that the page has refused, in its own language. @param {unknown} error */
export function messageOf(error) {
  if (error instanceof RefusedText) return t(error.key, error.params);
  return error instanceof Error ? error.message : String(error);
}
