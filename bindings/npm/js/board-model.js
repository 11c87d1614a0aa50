/**
 * The game of a board while its element is in a document: the page's own state, hand and drawing (`src/page/files`), with the
 * rules of this thread. A game is linear here; the sides that no person plays are played by scripts.
 *
 * @typedef {import('./board.js').BatyrBoard} BatyrBoard
 * @typedef {import('../types/index.js').Game} Game
 * @typedef {import('../types/index.js').GameInput} GameInput
 * @typedef {import('../../../src/page/files/types.js').State} State
 * @typedef {import('../../../src/page/files/types.js').Player} Player
 */
import { analysisArrows, boardView, mountAnnouncer, stillView } from '../../../src/page/files/board-view.js';
import { createBoard } from '../../../src/page/files/board.js';
import { createGame, currentFacts } from '../../../src/page/files/game.js';
import { createHand } from '../../../src/page/files/hand.js';
import { geometryOf } from '../../../src/page/files/position.js';
import { DEFAULT_SETTINGS, createStore } from '../../../src/page/files/store.js';
import { addTurn, mainLine, newTree, pathTo, turnsTo } from '../../../src/page/files/tree.js';
import { wholeGame } from './arguments.js';
import { starts } from './assets.js';
import { createAnalysis } from './board-analysis.js';
import { CHECKED, refusalOf, wordsOf } from './board-attributes.js';
import { createParts } from './board-parts.js';
import { BatyrError, asBatyrError } from './error.js';
import { loadAsker } from './index.js';
import { createRules, stateOf } from './rules.js';

/** What looks like a position, whatever it says. */
const POSITION = /^(?:[\w!]+\/)+[\w!]+ [wb]/;

/** Returns what names the position on a board. @param {State} state */
const placeOf = ({ tree, at }) => `${tree.id} ${at}`;

/** Returns the state of a board before its game is known. @returns {State} */
const newState = () => ({
  connection: 'open', refusal: '', settings: { ...DEFAULT_SETTINGS }, view: 'play', tree: newTree('shatra', null), at: 0, pick: null, planned: null,
  bottom: 'white', lying: false, sheet: false, match: null, thinking: false, analysis: null, pointed: 0, progress: null, hints: [], sentence: null, puzzle: null, waiting: null,
});

/** What all boards know, once it is loaded. @type {{ asker: import('./rules.js').Asker, rules: import('../types/index.js').Rules } | null} */
let known = null;

/** The rules of this thread. */
function createKnowledge() {
  const own = () => {
    if (known === null) throw new BatyrError('the board is still loading');
    return known;
  };
  const plain = (/** @type {{ variant: string, start: string | null, turns: string[] }} */ game) => /** @type {Game} */ (game);
  return {
    async load() {
      if (known !== null) return;
      const asker = await loadAsker();
      known = { asker, rules: createRules(asker) };
    },
    rules: () => own().rules,
    facts: (/** @type {Game} */ game) => own().asker.facts(game),
    /** As the page asks them. @type {import('../../../src/page/files/conversation.js').Rules} */
    ofPage: {
      facts: async (game) => own().asker.facts(plain(game)),
      moves: async (game) => own().asker.moves(plain(game)),
      why: async (game, turn) => own().asker.why(plain(game), turn),
      book: async () => [],
      file: async () => [],
    },
  };
}

/** Returns who plays the sides, as the attribute says. @param {string | null} playable @returns {Record<'white' | 'black', Player>} */
function playersOf(playable) {
  const player = (/** @type {string} */ side) =>
    /** @type {Player} */ ({ kind: playable === '' || playable === 'both' || playable === side ? 'person' : 'engine', level: 20, elo: 0 });
  return { white: player('white'), black: player('black') };
}

/**
 * Makes what lives as long as the element is in a document.
 * @param {BatyrBoard} host
 * @param {ShadowRoot} root
 */
export function createModel(host, root) {
  const leaving = new AbortController();
  const store = createStore(newState(), leaving.signal);
  const knowledge = createKnowledge();
  const game = createGame(store, knowledge.ofPage);
  const parts = createParts(root, { go, stop: () => game.stopHere() });
  const board = createBoard(parts.frame, { ...createHand(store, game, root), step }, leaving.signal);
  /** What this board has shown last. */
  const memory = { shown: { tree: '', at: 0, steps: 0 } };
  /** The node whose turn needs no event any more. */
  let told = 0;
  /**
   * What has gone wrong last, what was on the board then, and the attribute that it is of, if it is of one: it is said until something else
   * is on the board, or in the attribute.
   */
  let failure = { text: '', place: '', attribute: '' };
  const analysis = createAnalysis(store, {
    wish: () => (leaving.signal.aborted || refusalOf('analysis', host.analysis) !== null ? null : host.analysis), gameAt,
    fail: (error) => fail(error, 'analysis'), tell: (detail) => tell('analysis', detail),
  });
  mountAnnouncer(parts.said, store);
  store.subscribe(paint);
  store.subscribe(analysis.follow);
  store.subscribe(tellTurn);
  arrange();
  // The board is there before the engine is.
  const first = host.spn ?? starts[host.variant];
  if (first !== undefined && POSITION.test(first) && host.sgn === null) paintBoard(stillView({ ...store.get(), tree: newTree(host.variant, null) }, first));

  /** @param {string} type @param {unknown} detail */
  function tell(type, detail) {
    host.dispatchEvent(new CustomEvent(type, { detail, bubbles: type !== 'error', composed: true }));
  }

  /** @param {number} [at] @returns {Game} */
  function gameAt(at = store.get().at) {
    const { tree } = store.get();
    return { variant: /** @type {Game['variant']} */ (tree.variant), start: tree.start, turns: turnsTo(tree, at) };
  }

  /** The node up to which the game has been played. */
  const tip = () => store.get().match?.tip ?? 0;

  /** @param {number} by */
  function step(by) {
    const { tree, at } = store.get();
    const to = by < 0 ? tree.nodes[at]?.parent : tree.nodes[at]?.children[0];
    if (to !== undefined && to >= 0) game.goTo(to);
  }

  /** @param {string} name */
  function go(name) {
    if (name === 'previous' || name === 'next') step(name === 'next' ? 1 : -1);
    else game.goTo(name === 'first' ? 0 : mainLine(store.get().tree).at(-1) ?? 0);
  }

  /** Sets who plays and how the board lies. */
  function arrange() {
    const { match, tree, settings } = store.get();
    const words = refusalOf('orientation', host.orientation) === null ? wordsOf(host.orientation) : [];
    store.set({
      bottom: words.includes('black') ? 'black' : 'white', lying: words.includes('lying') && geometryOf(tree.variant).name === 'shatra',
      match: match === null ? null : { ...match, players: playersOf(host.playable) }, settings: { ...settings, plans: host.playable !== null },
    });
    store.flush();
  }

  /** Puts a game on the board. @param {Game} own @param {boolean} isAtEnd */
  function show(own, isAtEnd) {
    let grown = { tree: newTree(own.variant, own.start), at: 0 };
    for (const turn of own.turns) grown = addTurn(grown.tree, grown.at, turn, '');
    told = grown.at;
    game.setTree(grown.tree, isAtEnd ? grown.at : 0);
    store.set({ match: { players: playersOf(host.playable), clock: null, left: { white: 0, black: 0 }, since: 0, tip: grown.at, over: false } });
    arrange();
  }

  /**
   * Puts a game on the board as it was left, or what the attributes say, unless something else is wanted meanwhile.
   * @param {{ game: Game, ply: number } | null} kept
   * @param {() => boolean} isWanted
   */
  async function load(kept, isWanted) {
    const { spn, sgn, playable } = host;
    const named = /** @type {Game['variant'] | undefined} */ (host.getAttribute('variant') ?? undefined);
    try {
      await knowledge.load();
      if (!isWanted()) return;
      if (kept !== null) {
        setGame(kept.game);
        goTo(kept.ply);
        return;
      }
      const own = sgn === null ? wholeGame({ variant: named ?? 'shatra', start: spn }) : knowledge.rules().fromSgn(sgn, named)[0];
      if (own === undefined) throw new BatyrError('the text has no game');
      show(knowledge.rules().game(own), sgn === null || playable !== null);
    } catch (error) {
      throw fail(error, '');
    }
    checkAll();
  }

  /** Refuses what attributes say, once there is a game. */
  function checkAll() {
    for (const name of CHECKED) check(name);
  }

  /** Refuses what an attribute says, if it is nothing that it may say. @param {string} name */
  function check(name) {
    if (failure.attribute === name) failure.text = '';
    const error = refusalOf(name, host.getAttribute(name));
    if (error !== null) fail(error, name);
    else paintMessage(store.get());
  }

  /** @param {GameInput} own */
  function setGame(own) {
    const isFirst = store.get().match === null;
    show(knowledge.rules().game(own), true);
    if (isFirst) checkAll();
  }

  /** @param {number} ply */
  function goTo(ply) {
    const path = pathTo(store.get().tree, tip());
    game.goTo(path[Math.max(0, Math.min(path.length - 1, Math.trunc(ply)))] ?? 0);
  }

  /** @param {unknown} error @param {string} attribute that it is of, '' for none of them alone */
  function fail(error, attribute) {
    const own = asBatyrError(error);
    failure = { text: own.message, place: placeOf(store.get()), attribute };
    paintMessage(store.get());
    tell('error', own);
    return own;
  }

  /** @param {State} state */
  function paintMessage(state) {
    if (failure.place !== placeOf(state)) failure.text = '';
    parts.paintMessage(state, failure.text);
  }

  /** Plays a turn for a script. @param {string} turn */
  function play(turn) {
    const text = knowledge.rules().play(gameAt(tip()), turn).turns.at(-1) ?? '';
    game.goTo(tip());
    game.play(text);
    told = tip();
    endIfOver();
  }

  /** Takes the last turn back; returns whether there was one. */
  function undo() {
    const { match, tree } = store.get();
    const parent = tree.nodes[tip()]?.parent ?? -1;
    if (match === null || parent < 0) return false;
    told = parent;
    const nodes = tree.nodes.map((node) => (node.id === parent ? { ...node, children: [] } : node));
    store.set({ match: { ...match, tip: parent, over: false }, tree: { ...tree, nodes } });
    game.goTo(parent);
    return true;
  }

  /** Tells that the game is over, and lets nobody move any more. */
  function endIfOver() {
    const { match } = store.get();
    if (match === null || match.over) return;
    const own = gameAt(match.tip);
    const { score, reason } = knowledge.facts(own);
    if (score === '*') return;
    store.set({ match: { ...match, over: true } });
    tell('end', { result: score, reason, game: own });
  }

  /** Tells of the turn that a person has played. @param {State} state */
  function tellTurn({ match, at }) {
    if (match === null || match.tip === told || at !== match.tip) return;
    told = match.tip;
    const own = gameAt(told);
    tell('turn', { turn: own.turns.at(-1), game: own, state: stateOf(own, knowledge.facts(own)) });
    endIfOver();
  }

  /** @param {Parameters<typeof board.paint>[0]} view */
  function paintBoard(view) {
    board.paint(view);
    parts.fit();
  }

  /** @param {State} state */
  function paint(state) {
    const view = boardView(state, memory);
    if (view !== null) paintBoard({ ...view, arrows: analysisArrows({ ...state, view: 'analyse' }) });
    paintMessage(state);
    parts.paintSteps(state, host.sgn !== null);
    parts.paintLines(state);
  }

  return {
    load, play, undo, gameAt, setGame, goTo,
    /** Returns the whole game, and how many of its turns are on the board; null while there is none. */
    whole: () => (store.get().match === null ? null : { game: gameAt(tip()), ply: pathTo(store.get().tree, store.get().at).length - 1 }),
    /** What the rules say of the position, also before the page's own state has heard it; null while there is no game. */
    state() {
      const own = gameAt();
      return store.get().match === null ? null : stateOf(own, currentFacts(store.get()) ?? knowledge.facts(own));
    },
    /** Follows an attribute that has changed, once there is a game: before that, all of them are read when it comes. @param {string} name */
    changed(name) {
      if (store.get().match !== null) check(name);
      if (name === 'analysis') analysis.follow(store.get());
      else arrange();
    },
    leave() {
      leaving.abort();
      analysis.leave();
    },
  };
}
