/**
 * A game at the board: the engine's moves, the clocks, and the ways in which a game ends that are not
 * rules of play (time, resignation, agreement). A game belongs to the view `play`: there its clock runs, and
 * nowhere else, whether it was opened by a button, brought back from a lesson or loaded again.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').Player} Player
 * @typedef {import('./types.js').Match} Match
 * @typedef {import('./types.js').ClockSetting} ClockSetting
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./conversation.js').Search} Search
 * @typedef {{ variant: string, start: string | null, players: Record<Side, Player>, clock: ClockSetting, bottom: Side }} Setup
 * @typedef {ReturnType<typeof createPlay>} Play
 */
import { paused, resumed, takenBack, timeLeft } from './clock.js';
import { moverAfter, opponent, sideOf } from './game.js';
import { t } from './text.js';
import { pathTo, remove } from './tree.js';

/** How long the engine thinks about a move without a clock, and about a hint, in milliseconds. */
const MOVE_TIME = 1000;
const HINT_TIME = 800;
/** The least time for a turn of a game of the engine against itself, which people follow, in milliseconds. */
const WATCH_TIME = 700;
/** The share of a clock that such a turn may cost beyond the engine's own thinking. */
const WATCH_SHARE = 0.02;
/** The level of an engine that plays as well as it can. */
const FULL_STRENGTH = 20;
/** The engine accepts a draw if it knows that it is not ahead by more, in hundredths of a shatra. */
const MAX_DRAW_SCORE = 0;

/** The words of the winner's result. @type {Record<Side, string>} */
const WIN = { white: '1-0', black: '0-1' };

/**
 * Returns the side to move at the tip of the match, once its position is known.
 * @param {State} state
 * @returns {Side | null}
 */
function mover({ match, tree }) {
  const facts = match === null ? null : tree.nodes[match.tip]?.facts;
  return facts ? sideOf(tree.variant, facts.position) : null;
}

/** Returns the side to move at the tip of a match, also before the engine has told its position. @param {State} state */
const sideAtTip = (state) => mover(state) ?? moverAfter(state.tree, state.match?.tip ?? 0);

/** Returns whether the engine plays against itself. @param {Match} match */
const isWatched = ({ players }) => players.white.kind === 'engine' && players.black.kind === 'engine';

/** Returns the least time for a turn: so little of a clock that nobody loses by it. @param {Match} match @param {Side} side */
const watchTime = (match, side) =>
  match.clock === null ? WATCH_TIME : Math.min(WATCH_TIME, Math.max(0, timeLeft(match, side, side)) * WATCH_SHARE);

/** @param {number} milliseconds @returns {Promise<void>} */
const delay = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

/**
 * Creates the actions on a game at the board.
 * @param {Store} store
 * @param {Game} game
 * @param {Search} search
 */
export function createPlay(store, game, search) {
  /** The search for the engine's turn, and what it thinks of that so far, as `Match.score`. @type {{ stop: () => void, score: Match['score'] } | null} */
  let thinking = null;

  /** @param {Partial<Match>} patch */
  function patchMatch(patch) {
    const { match } = store.get();
    if (match !== null) store.set({ match: { ...match, ...patch } });
  }

  /** Begins a game. @param {Setup} setup */
  function start(setup) {
    stopThinking();
    game.setPosition(setup.variant, setup.start);
    game.edit((tree) => ({ ...tree, tags: tagsOf(setup) }));
    const left = (setup.clock?.base ?? 0) * 1000;
    store.set({
      view: 'play', bottom: setup.bottom,
      match: { players: setup.players, clock: setup.clock, left: { white: left, black: left }, since: 0, tip: 0, over: false },
    });
  }

  /** Begins the same game with the sides exchanged. */
  function rematch() {
    const { match, tree, bottom } = store.get();
    if (match === null) return;
    const { white, black } = match.players;
    start({ variant: tree.variant, start: tree.start, clock: match.clock, players: { white: black, black: white }, bottom: opponent(bottom) });
  }

  function stopThinking() {
    thinking?.stop();
    thinking = null;
    if (store.get().thinking) store.set({ thinking: false });
  }

  /** Ends the game. @param {string} result @param {string} ending */
  function finish(result, ending) {
    const { match } = store.get();
    const side = sideAtTip(store.get());
    stopThinking();
    if (match !== null) store.set({ match: { ...paused(match, side), over: true }, pick: null, planned: null });
    game.edit((tree) => ({ ...tree, result, ending }));
    game.say({ key: `result.${ending}`, params: { result } });
  }

  /** Lets the engine move, if it is its turn. @param {State} state */
  async function think(state) {
    const { match, tree } = state;
    const side = mover(state);
    if (match === null || side === null || thinking !== null) return;
    const player = match.players[side];
    if (player.kind !== 'engine') return;
    const tip = match.tip;
    const { answer, stop } = search.search({
      game: game.position(tip),
      limits: match.clock === null ? { movetime: MOVE_TIME } : { clock: clockOf(match, side) },
      options: strengthOptions(player, search.options().has('OwnBook')),
      onLines: (lines) => {
        const score = lines[0]?.score;
        if (score) own.score = (side === 'white' ? 1 : -1) * (score.kind === 'mate' ? Math.sign(score.value) * 30000 : score.value);
      },
    });
    const own = { stop, score: match.score };
    thinking = own;
    store.set({ thinking: true });
    const [best] = await Promise.all([answer.catch(() => null), isWatched(match) ? delay(watchTime(match, side)) : null]);
    if (thinking !== own) return;
    thinking = null;
    store.set({ thinking: false });
    const now = store.get();
    if (best === null || now.tree.variant !== tree.variant || now.match?.tip !== tip || now.view !== 'play') return;
    if (now.at !== tip) game.goTo(tip);
    game.play(best.best);
    patchMatch({ score: own.score, ...(best.isOfBook ? { book: store.get().at } : {}) });
  }

  /** @param {Match} match @param {Side} running */
  function clockOf(match, running) {
    const increment = (match.clock?.increment ?? 0) * 1000;
    return { white: timeLeft(match, 'white', running), black: timeLeft(match, 'black', running), increment };
  }

  /** Starts and stops the clock with the view, ends the game where the engine says that it is over, and lets it move. @param {State} state */
  function follow(state) {
    const { match, tree } = state;
    if (match === null || match.over) return;
    if (state.view !== 'play') {
      stopThinking();
      if (match.since > 0) store.set({ match: paused(match, sideAtTip(state)) });
      return;
    }
    const running = resumed(match);
    if (running !== match) store.set({ match: running });
    const facts = tree.nodes[match.tip]?.facts;
    if (!facts) return;
    if (facts.score !== '*') finish(facts.score, facts.reason);
    else think(store.get());
  }

  /** Ends the game when a clock has run out. */
  function checkFlag() {
    const state = store.get();
    const side = mover(state);
    const { match } = state;
    if (match === null || match.over || match.clock === null || side === null || match.since === 0) return;
    if (timeLeft(match, side, side) <= 0) finish(WIN[opponent(side)], 'time');
  }

  /** The person's side: that to move, or the one person's. @param {State} state @returns {Side} */
  function personsSide(state) {
    const { players } = state.match ?? { players: null };
    if (players?.white.kind === 'person' && players.black.kind === 'engine') return 'white';
    if (players?.black.kind === 'person' && players.white.kind === 'engine') return 'black';
    return sideAtTip(state);
  }

  /** Returns whether an action that ends the game is meant: it was asked for twice, or the question was answered. @param {'resign' | 'draw'} name @param {string} [whom] */
  function isConfirmed(name, whom = '') {
    if (store.get().sentence?.ask === name) return true;
    game.say({ key: `play.confirm-${name}${whom}`, ask: name });
    return false;
  }

  function resign() {
    const state = store.get();
    if (state.match && !state.match.over && isConfirmed('resign')) finish(WIN[opponent(personsSide(state))], 'resignation');
  }

  /** Offers a draw: the engine decides by its own score; two people are asked whether they agree. */
  function draw() {
    const { match } = store.get();
    if (match === null || match.over) return;
    const hasEngine = Object.values(match.players).some((player) => player.kind === 'engine');
    if (!isConfirmed('draw', hasEngine ? '-engine' : '')) return;
    const isRefused = hasEngine && ((thinking?.score ?? match.score ?? Infinity) > MAX_DRAW_SCORE || match.tip < 2);
    if (isRefused) game.say({ key: 'sentence.draw-declined' });
    else finish('1/2-1/2', 'agreement');
  }

  /** Takes back the last turn of the person to move, and the engine's answer to it. */
  function takeBack() {
    const { match, tree } = store.get();
    if (match === null) return;
    const path = pathTo(tree, match.tip);
    const isAlone = Object.values(match.players).every((player) => player.kind !== 'engine');
    const person = isAlone ? null : personsSide(store.get());
    // The sides take turns: every second position has the side of the last one to move.
    const back = person === null || person !== sideAtTip(store.get()) ? 1 : 2;
    const target = path.at(-1 - back);
    if (target === undefined) return;
    stopThinking();
    const removed = path[path.indexOf(target) + 1];
    game.goTo(target);
    game.edit((now) => ({ ...(removed === undefined ? now : remove(now, removed)), result: '*', ending: '' }));
    patchMatch({ ...takenBack(match, tree, target), score: null });
    game.say(null);
  }

  /** Shows the turn that the engine would play at full strength. */
  async function hint() {
    const { at } = store.get();
    if (!game.mayMove() || thinking !== null) return;
    game.say({ key: 'sentence.hint-searching' });
    const { answer } = search.search({
      game: game.position(at), limits: { movetime: HINT_TIME }, options: { 'Skill Level': 20, UCI_LimitStrength: false, MultiPV: 1 }, onLines: () => {},
    });
    const best = await answer.catch(() => null);
    const turn = store.get().tree.nodes[at]?.facts?.turns.find((candidate) => candidate.text === best?.best);
    if (!turn || store.get().at !== at) return;
    const to = turn.steps.at(-1)?.to ?? turn.from;
    store.set({ hints: [{ from: turn.from, to, kind: 'hint' }] });
    game.say({ key: 'sentence.hint', params: { turn: turn.text } });
  }

  store.subscribe(follow);
  setInterval(checkFlag, 100);
  return {
    start, rematch, resign, draw, takeBack, hint,
    /** Takes back the question whether the game is to end. */
    keepPlaying: () => game.say(null),
    /** Goes to the last position of the game. */
    goToTip() {
      const { match } = store.get();
      if (match !== null) game.goTo(match.tip);
    },
  };
}

/**
 * Returns the tags of the game's file that are known when it begins.
 * @param {Setup} setup
 * @returns {Record<string, string>}
 */
function tagsOf({ players, clock }) {
  const name = (/** @type {Player} */ { kind, level, elo }) =>
    kind === 'person' ? t('play.person') : elo > 0 ? t('play.engine-elo', { elo }) : t('play.engine-level', { level });
  const today = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return {
    Date: `${today.getFullYear()}.${two(today.getMonth() + 1)}.${two(today.getDate())}`,
    White: name(players.white), Black: name(players.black),
    TimeControl: clock === null ? '-' : `${clock.base}+${clock.increment}`,
  };
}

/**
 * Returns the options for an opponent's strength. At full strength it plays from its book, if it has any.
 * @param {Player} player
 * @param {boolean} hasBook
 * @returns {Record<string, string | number | boolean>}
 */
function strengthOptions({ level, elo }, hasBook) {
  /** @type {Record<string, string | number | boolean>} */
  const options = { MultiPV: 1, UCI_AnalyseMode: false, UCI_LimitStrength: elo > 0, 'Skill Level': elo > 0 ? FULL_STRENGTH : level };
  if (hasBook) options.OwnBook = elo === 0 && level === FULL_STRENGTH;
  return elo > 0 ? { ...options, UCI_Elo: elo } : options;
}
