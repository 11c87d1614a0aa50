/**
 * The trainer: which puzzle is on the board, and what can be done with it. The game that was on the board waits
 * meanwhile. The trainer needs the engine for legal turns alone, and works without a network where the page does.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Puzzle} Puzzle
 * @typedef {import('./puzzle-record.js').OpenAttempt} OpenAttempt
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./play.js').Play} Play
 * @typedef {ReturnType<typeof mountTrainer>} Trainer
 */
import { messageOf } from './game.js';
import { ownGame } from './own-game.js';
import { changeRecord, ratingOf, readRecord, triedIn } from './puzzle-record.js';
import { createRun } from './puzzle-run.js';
import { DIFFICULTIES, fragmentOf, idOfFragment, nextPuzzle, puzzleCounts, puzzleOfDay, puzzlesOf, themesOf, variantOfId } from './puzzles.js';
import { keptSetup } from './store.js';
import { mainLine } from './tree.js';

/**
 * Opens the trainer.
 * @param {Store} store
 * @param {Game} game
 * @param {Play} play
 * @param {import('./conversation.js').Search} search
 * @param {(fragment: string) => Promise<void>} copyLink
 */
export function mountTrainer(store, game, play, search, copyLink) {
  /** How many puzzles each game has. @type {Record<string, number>} */
  let counts = {};
  /** The puzzles of the game that is chosen. @type {Puzzle[]} */
  let puzzles = [];
  let variant = '';
  /** @type {import('./puzzle-run.js').Run | null} */
  let run = null;
  /** The puzzle that an address has asked for. */
  let wanted = '';

  /** Opens the puzzle that was left, that of an address, or the next. */
  async function enter() {
    const played = ownGame(store.get()).tree.variant;
    const { wishes, open: kept } = readRecord();
    const open = run === null ? kept : isOver() ? null : run.attempt();
    const id = wanted || (open?.id ?? '');
    const isWanted = wanted !== '';
    wanted = '';
    // Puzzles of another game may have been wished for meanwhile.
    if (run !== null && !isWanted) return open === null || run.puzzle.variant !== variant ? next() : show(run.puzzle, open);
    store.set({ puzzle: { status: 'loading', asked: null, hints: 0, what: { key: 'puzzles.loading' }, why: null } });
    try {
      if (Object.keys(counts).length === 0) counts = await puzzleCounts();
      const candidates = [id === '' ? '' : variantOfId(id), wishes.variant, played, ...Object.keys(counts)];
      const found = candidates.find((candidate) => candidate in counts);
      if (found === undefined) return store.set({ puzzle: { status: 'none', asked: null, hints: 0, what: { key: 'puzzles.none' }, why: null } });
      await openCollection(found);
      const own = puzzles.find((puzzle) => puzzle.id === id);
      if (store.get().view !== 'puzzles') return;
      if (own === undefined) next();
      // One that was tried before counts for nothing, as after a reload of the page.
      else show(own, own.id === open?.id ? open : { isRepeated: triedIn(readRecord()).has(own.id) });
      if (own === undefined && isWanted) game.say({ key: 'puzzles.no-such', params: { id }, isError: true });
    } catch (error) {
      store.set({ puzzle: { status: 'none', asked: null, hints: 0, what: { key: 'puzzles.failed' }, why: { key: 'error.engine', params: { message: messageOf(error) } } } });
    }
  }

  /** Reads the puzzles of a game. @param {string} name */
  async function openCollection(name) {
    puzzles = await puzzlesOf(name);
    variant = name;
  }

  /** Puts a puzzle on the board, for a new attempt or to go on with one; a repetition begins anew. @param {Puzzle} puzzle @param {Partial<OpenAttempt>} [open] */
  function show(puzzle, { isDaily = false, isRepeated = false, ...rest } = {}) {
    run?.stop();
    const fresh = { points: 1, misses: 0, rated: null, ...(isRepeated ? {} : rest) };
    // One of yesterday is like any other.
    const isOfToday = isDaily && puzzleOfDay(puzzles, new Date())?.id === puzzle.id;
    run = createRun(puzzle, { ...fresh, id: puzzle.id, isDaily: isOfToday, isRepeated }, store, game, search);
    // A reload goes on with it.
    setFragment(`#${fragmentOf(puzzle.id)}`);
  }

  /** @param {string} fragment that of the address; '' for none */
  const setFragment = (fragment) => history.replaceState(null, '', location.href.replace(/#.*/s, '') + fragment);

  /** Puts the next puzzle on the board, by what is wished. */
  function next() {
    const record = readRecord();
    const { theme, difficulty } = record.wishes;
    const rating = ratingOf(record, variant).rating + (DIFFICULTIES[difficulty] ?? 0);
    const isKnown = puzzles.some((puzzle) => puzzle.themes.includes(theme));
    const found = nextPuzzle(puzzles, { rating, theme: isKnown ? theme : '', tried: triedIn(record), after: run?.puzzle ?? null });
    if (found !== undefined) show(found);
  }

  /** Changes what is wished, and puts a puzzle on the board that fits. @param {Partial<import('./puzzle-record.js').Wishes>} wishes */
  async function wish(wishes) {
    changeRecord((record) => ({ wishes: { ...record.wishes, ...wishes } }));
    try {
      if (wishes.variant !== undefined && wishes.variant !== variant) await openCollection(wishes.variant);
      if (store.get().view === 'puzzles') next();
    } catch (error) {
      game.say({ key: 'error.load', params: { message: messageOf(error) }, isError: true });
    }
  }

  /** Puts a puzzle that was tried on the board once more. @param {string} id */
  async function reopen(id) {
    try {
      await openCollection(variantOfId(id));
      const own = puzzles.find((puzzle) => puzzle.id === id);
      if (own === undefined) game.say({ key: 'puzzles.no-such', params: { id }, isError: true });
      else if (store.get().view === 'puzzles') show(own, { isRepeated: true });
    } catch (error) {
      game.say({ key: 'error.load', params: { message: messageOf(error) }, isError: true });
    }
  }

  /** Plays the position on the board against the engine, at the level of the last game. */
  function playOn() {
    const { at, tree } = store.get();
    const end = mainLine(tree).at(-1) ?? at;
    const start = (tree.nodes[at]?.facts ?? tree.nodes[end]?.facts)?.position;
    if (run === null || start === undefined) return;
    const { level, elo } = keptSetup();
    const person = { kind: /** @type {const} */ ('person'), level: 20, elo: 0 };
    const engine = { kind: /** @type {const} */ ('engine'), level, elo };
    const { side } = run;
    play.start({
      variant: run.puzzle.variant, start, clock: null, bottom: side,
      players: side === 'white' ? { white: person, black: engine } : { white: engine, black: person },
    });
  }

  /** The actions of the buttons and keys. @type {Record<string, () => unknown>} */
  const actions = {
    hint: () => run?.hint(),
    'puzzle-answer': () => run?.showAnswer(),
    'puzzle-retry': () => (isOver() ? run !== null && show(run.puzzle, run.attempt()) : run?.again()),
    'puzzle-next': () => ['wrong', 'showing', 'solved', 'shown'].includes(store.get().puzzle?.status ?? '') && next(),
    'puzzle-day': () => {
      const puzzle = puzzleOfDay(puzzles, new Date());
      if (puzzle !== undefined) show(puzzle, { isDaily: true });
    },
    'puzzle-share': () => run !== null && copyLink(fragmentOf(run.puzzle.id)),
    // The puzzle takes the place of the game that waited.
    'puzzle-analyse': () => store.set({ waiting: null, view: 'analyse', hints: [] }),
    'puzzle-play': playOn,
    'puzzle-results': async () => (await import('./puzzle-report.js')).openReport(variant, themesOf(puzzles), (theme) => wish({ theme })),
  };

  const isOver = () => ['solved', 'shown'].includes(store.get().puzzle?.status ?? '');

  store.subscribe((state, previous) => {
    if (state.view === 'puzzles') {
      if (previous.view !== 'puzzles') enter();
      else run?.follow(state);
      return;
    }
    if (previous.view !== 'puzzles') return;
    run?.stop();
    setFragment('');
  });
  if (store.get().view === 'puzzles') enter();

  return {
    wish, reopen, isOver,
    act: (/** @type {string} */ name) => actions[name]?.(),
    /** Opens the puzzle of an address. @param {string} fragment */
    openLink(fragment) {
      const id = idOfFragment(fragment);
      setFragment('');
      if (id === null) return game.say({ key: 'puzzles.no-such', params: { id: fragment.slice(0, 60) }, isError: true });
      wanted = id;
      if (store.get().view === 'puzzles') enter();
      else store.set({ view: 'puzzles', sentence: null, pick: null });
    },
    /** What the panel shows. */
    shown: () => ({ puzzle: run?.puzzle ?? null, attempt: run?.attempt() ?? null, variant, counts, puzzles, side: run?.side ?? null }),
  };
}
