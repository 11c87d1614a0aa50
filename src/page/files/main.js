/**
 * Starts the page: makes the state, paints the board at once, connects the modules to the state and the buttons to
 * the actions. What a first board does not need is loaded when it is used.
 *
 * @typedef {import('./types.js').State} State
 */
import { createArrangement, turned } from './arrangement.js';
import { loadFigures, useFigures } from './board-drawing.js';
import { boardView, mountAnnouncer, stillView } from './board-view.js';
import { createBoard } from './board.js';
import { openConversations } from './conversation.js';
import { byId } from './dom.js';
import { DEFAULT_VARIANT, createGame, currentFacts, currentNode, messageOf, opponent } from './game.js';
import { createHand, listenToKeys } from './hand.js';
import { placeIcons } from './icons.js';
import { serverAddress } from './lines.js';
import { listenToMenus } from './menus.js';
import { mountMessage } from './message.js';
import { isLent, loadGame, saveGame } from './own-game.js';
import { mountPlay } from './panel-play.js';
import { mountPlayers } from './panel-players.js';
import { mountSteps } from './panel-steps.js';
import { mountTurns, mountTyped } from './panel-turns.js';
import { createPlay } from './play.js';
import { createStore, loadSettings, saveSettings } from './store.js';
import { browserLanguage, loadPartTexts, loadTexts, t, translate } from './text.js';
import { followTheme } from './theme.js';
import { newTree } from './tree.js';

/** What the server has put before this script: the shapes of the men, and the start positions of the games. @type {{ figures: Record<string, { body: string, details: string }>, starts: Record<string, string> } | undefined} */
const given = /** @type {any} */ (globalThis).batyr;

const settings = loadSettings(browserLanguage());
const saved = loadGame();
/** @type {State} */
const initial = {
  connection: 'connecting', refusal: '', settings, view: 'play', tree: newTree(DEFAULT_VARIANT, null), at: 0, pick: null, planned: null,
  bottom: 'white', lying: false, sheet: false, match: null, thinking: false, analysis: null, pointed: 0, progress: null, hints: [], sentence: null, puzzle: null, waiting: null, ...saved?.state,
};
const store = createStore(initial);
const showTheme = followTheme(() => store.get().settings.theme);
createArrangement(store);

const board = createBoard(byId('board'), createHandlers());
if (given === undefined) await loadFigures();
else useFigures(given.figures);
// The board is there before the engine and the texts are. A link would show another one.
const position = saved?.position ?? given?.starts[initial.tree.variant] ?? '';
if (position !== '' && location.hash.length < 2 && settings.men === 'figures') board.paint(stillView(store.get(), position));

const { refused, ...server } = serverAddress();
const { rules, search, annotator, fileAnnotator } = openConversations({
  ...server,
  onStatus: (connection, refusal) => {
    store.set({ connection, refusal });
    if (connection === 'open') game.refresh();
  },
  // The games and the ranges of the options are known: the forms have them.
  onOptions: () => store.set({}),
  onRefused: (error) => game.say({ key: 'error.engine', params: { message: messageOf(error) }, isError: true }),
});
const game = createGame(store, rules);
game.refresh();
await loadTexts(settings.language);
placeIcons(document.body);
translate(document.body);
if (refused.length > 0) game.say({ key: 'error.address', params: { message: refused.map(messageOf).join(' ') }, isError: true });

const play = createPlay(store, game, search);
const hand = createHand(store, game);
mountPlayers(byId('player-top'), byId('player-bottom'), store, search);
mountMessage(part('message'), store);
mountPlay(part('form'), part('intro'), part('actions'), store, game, play, search);
mountTurns(part('turns'), store, game);
mountTyped(/** @type {HTMLFormElement} */ (part('typed')), store, game);
mountSteps(part('steps'), store);

/**
 * The parts that are loaded when they are first needed.
 * @type {Record<string, () => Promise<any>>}
 */
const LAZY = {
  analysis: async () => {
    const [{ createAnalysis }, { mountAnalysis }, { mountGraph }, { mountReview }, { mountNotes }, { mountTabs }, { mountPreview }, { mountExplorer }] = await Promise.all([
      import('./analysis.js'), import('./panel-analysis.js'), import('./graph.js'), import('./panel-review.js'), import('./panel-notes.js'),
      import('./tabs.js'), import('./preview.js'), import('./panel-explorer.js'),
    ]);
    const analysis = createAnalysis(store, search, annotator, game);
    mountAnalysis({ engine: part('engine'), lines: part('lines'), tools: part('tools') }, store, analysis, game);
    mountPreview(part('lines'), store, game);
    mountGraph(part('graph'), store, game);
    mountNotes(part('notes'), store, game);
    mountReview(part('notes'), part('foot'), store, analysis);
    mountTabs(part('tabs'), store);
    mountExplorer(part('explorer'), store, game, async () => (await load('library')).library);
    return analysis;
  },
  editor: async () => (await import('./editor.js')).mountEditor(part('editor'), store, game, board, search),
  lessons: async () => {
    const [{ mountLessons }] = await Promise.all([import('./lessons.js'), loadPartTexts('lessons')]);
    return mountLessons(part('lessons'), store, game, search);
  },
  puzzles: async () => {
    const [{ mountTrainer }, { mountPuzzles }] = await Promise.all([import('./trainer.js'), import('./panel-puzzles.js'), loadPartTexts('puzzles')]);
    const trainer = mountTrainer(store, game, play, search, async (fragment) => (await load('files')).copyLink(fragment));
    mountPuzzles({ panel: part('puzzle'), actions: part('puzzle-actions'), results: part('puzzle-results') }, store, trainer);
    return trainer;
  },
  files: async () => (await import('./panel-files.js')).mountFiles(byId('open-games'), part('file'), store, game, board, search, fileAnnotator,
    async () => (await load('library')).keeper.flush()),
  library: async () => {
    const [{ createLibrary }, { createKeeper }] = await Promise.all([import('./library.js'), import('./keeper.js')]);
    const library = createLibrary();
    return { library, keeper: createKeeper(store, game, library) };
  },
  games: async () => {
    const [{ mountGames }, { library, keeper }] = await Promise.all([import('./panel-games.js'), load('library'), load('files')]);
    const search = /** @type {HTMLInputElement} */ (byId('search-games'));
    const games = mountGames({ list: byId('kept-games'), search, filters: byId('filter-games'), buttons: byId('games-buttons') }, store, game, library, keeper);
    games.refresh();
    return games;
  },
};
/** @type {Map<string, Promise<any>>} */
const loaded = new Map();

/** Loads a part once. @param {string} name @returns {Promise<any>} */
function load(name) {
  const own = loaded.get(name) ?? LAZY[name]?.() ?? Promise.resolve(null);
  loaded.set(name, own);
  own.catch((error) => {
    loaded.delete(name);
    game.say({ key: 'error.load', params: { message: messageOf(error) }, isError: true });
  });
  return own;
}

/** The part that each view needs. */
const PARTS = { play: '', analyse: 'analysis', edit: 'editor', learn: 'lessons', puzzles: 'puzzles', games: 'games' };

/** @param {string} name */
function part(name) {
  const found = document.querySelector(`[data-part=${name}]`);
  if (!(found instanceof HTMLElement)) throw new Error(`no part ${name}`);
  return found;
}

/** The handlers of the board's squares; while the editor is open, its own. */
function createHandlers() {
  const target = () => (store.get().view === 'edit' ? editor : hand);
  return {
    /** @param {string} square */
    square: (square) => target()?.square(square),
    /** @param {string} from */
    lift: (from) => target()?.lift(from),
    /** @param {string} from @param {string | null} to */
    drag: (from, to) => target()?.drag(from, to),
    /** @param {string} from @param {string | null} to */
    mark: (from, to) => target()?.mark?.(from, to),
    cancel: () => target()?.cancel?.(),
    /** @param {1 | -1} by */
    step: (by) => ['play', 'analyse', 'puzzles'].includes(store.get().view) && act(by > 0 ? 'next' : 'previous'),
  };
}
/** The editor's handlers and its board, once it is loaded. @type {any} */
let editor = null;

/** Steps to a position of the game; what was said of another one is over. @param {number} id */
function stepTo(id) {
  const { sentence, match, view } = store.get();
  game.goTo(id);
  if (sentence !== null && (['analyse', 'puzzles'].includes(view) || match !== null)) game.say(null);
}

/** The actions of the buttons and keys. @type {Record<string, () => unknown>} */
const actions = {
  flip: () => store.set({ bottom: opponent(store.get().bottom) }),
  rotate: () => store.set({ settings: { ...store.get().settings, ...turned(store.get()) } }),
  'stop-here': game.stopHere,
  'new-game': () => { store.set({ view: 'play' }); game.setPosition(store.get().tree.variant, null); },
  'take-back': play.takeBack,
  hint: play.hint,
  draw: play.draw,
  resign: play.resign,
  'keep-playing': play.keepPlaying,
  rematch: play.rematch,
  review: () => store.set({ view: 'analyse' }),
  settings: async () => (await import('./panel-settings.js')).openSettings(/** @type {HTMLDialogElement} */ (byId('settings')), store),
  help: async () => (await import('./panel-help.js')).openHelp(/** @type {HTMLDialogElement} */ (byId('help')), store.get(), search.program()),
  'about-reserve': () => game.tell('help.sign.reserve'),
  type: () => byId('typed-turn').focus(),
  arrows: () => store.set({ settings: { ...store.get().settings, arrows: !store.get().settings.arrows } }),
  sheet: () => store.set({ sheet: !store.get().sheet }),
  menu: () => document.documentElement.toggleAttribute('data-menu'),
  first: () => stepTo(0),
  last: () => stepTo(endOfLine()),
  previous: () => stepTo(currentNode(store.get())?.parent ?? 0),
  next: () => stepTo(currentNode(store.get())?.children[0] ?? store.get().at),
  'to-tip': play.goToTip,
};
/** The actions that a lazily loaded part does. @type {Record<string, string>} */
const PART_ACTIONS = {
  analyse: 'analysis', threat: 'analysis', best: 'analysis', annotate: 'analysis', mistakes: 'analysis',
  save: 'files', share: 'files', picture: 'files', 'picture-png': 'files', 'copy-position': 'files',
};

/** Does an action, and returns whether there is one of this name. @param {string} name */
function act(name) {
  const isPuzzle = store.get().view === 'puzzles';
  if (name.startsWith('puzzle-') && !isPuzzle) return false;
  const action = isPuzzle && name === 'hint' ? undefined : actions[name];
  const own = name.startsWith('puzzle-') || name === 'hint' ? 'puzzles' : PART_ACTIONS[name];
  if (action !== undefined) action();
  else if (own !== undefined) load(own).then((found) => found?.act(name));
  else return false;
  return true;
}

/** Returns the last node of the line on the board. */
function endOfLine() {
  const { tree, at } = store.get();
  let id = at;
  for (let next = tree.nodes[id]?.children[0]; next !== undefined; next = tree.nodes[id]?.children[0]) id = next;
  return id;
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  const { action, view } = button?.dataset ?? {};
  if (view !== undefined) openView(/** @type {State['view']} */ (view));
  else if (action !== undefined) act(action);
});

/** Opens a view; the game stays. @param {State['view']} view */
function openView(view) {
  store.set({ view, pick: null, planned: null, sheet: false, ...(view === store.get().view ? {} : { sentence: null }) });
  const { match } = store.get();
  if (view === 'play' && match !== null && !match.over) play.goToTip();
}

/** Whether the game of the address is still being read: until then no other one is on the board, whose clicks would be lost. */
let isOpening = location.hash.length > 1;

/** Games that come into the page: behind its address, pasted, or dropped on it. */
function listenToFiles() {
  const openFragment = async (/** @type {unknown[]} */ others) => {
    const fragment = location.hash.slice(1);
    try {
      if (/^puzzle=/.test(fragment)) (await load('puzzles')).openLink(fragment);
      else if (fragment !== '') await (await load('files')).openFragment(fragment, others);
    } finally {
      isOpening = false;
      store.set({});
    }
  };
  addEventListener('hashchange', () => openFragment([]));
  openFragment(refused);
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text') ?? '';
    const files = await load('files');
    if (file) files.readFile(file);
    else files.open(text);
  });
  document.addEventListener('paste', async (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    const text = event.clipboardData?.getData('text') ?? '';
    if (target.closest('input, textarea') === null) (await load('files')).open(text);
  });
}

/** Shows what belongs to the view. @param {State} state */
function paintView({ view }) {
  const place = view === 'edit' ? 'analyse' : view;
  for (const button of document.querySelectorAll('.rail [data-view]')) {
    button.setAttribute('aria-current', /** @type {HTMLElement} */ (button).dataset.view === place ? 'page' : 'false');
  }
  byId('eval-bar').hidden = view !== 'analyse';
}

/** @param {State} state */
function paintConnection({ connection, refusal }) {
  const banner = byId('connection');
  banner.hidden = connection === 'open' || connection === 'connecting';
  banner.textContent = banner.hidden ? '' : t(`connection.${connection}`, { message: refusal });
}

/**
 * Lends the board to lessons and puzzles, and takes it back, in this one place: `play.js` was told before and has stopped
 * the clock, the views are told after. Keeps and loads what follows from a change.
 * @param {State} state
 * @param {State} previous
 */
async function follow(state, previous) {
  if (isLent(state.view)) game.lend(previous.view);
  else game.bringBack();
  if (state.settings !== previous.settings) {
    saveSettings(state.settings);
    showTheme();
    if (state.settings.language !== previous.settings.language) {
      await loadTexts(state.settings.language);
      translate(document.body);
      store.set({});
    }
  }
  if (state.view !== previous.view) {
    paintView(state);
    const own = await load(PARTS[state.view]);
    if (state.view === 'edit') editor = own;
    paintBoard(store.get());
  }
  const isGameChanged = ['tree', 'at', 'pick', 'match', 'bottom', 'view', 'waiting'].some((key) =>
    state[/** @type {keyof State} */ (key)] !== previous[/** @type {keyof State} */ (key)]);
  if (isGameChanged) scheduleSave();
  if (state.tree !== previous.tree && state.tree.nodes.length > 1) load('library');
  if (state.settings.sound && state.at !== previous.at) (await import('./sounds.js')).soundTurn(state, previous);
}

/** The longest time for which a change is not kept for a reload, in milliseconds. */
const SAVE_DELAY = 1000;
let isSaving = false;
function scheduleSave() {
  if (isSaving) return;
  isSaving = true;
  // The evaluations of an analysis change the game all the time, so this is not put off.
  setTimeout(() => {
    isSaving = false;
    saveGame(store.get());
  }, SAVE_DELAY);
}
addEventListener('pagehide', () => saveGame(store.get()));

/** @param {State} state */
function paintBoard(state) {
  const view = state.view === 'edit' ? editor?.view() : boardView(state);
  if (!view || isOpening) return;
  board.paint(view);
  byId('board').dataset.position = currentFacts(state)?.position ?? '';
}

store.subscribe(paintBoard);
store.subscribe(paintConnection);
store.subscribe(follow);
paintView(initial);
paintBoard(store.get());
load(PARTS[initial.view]);
mountAnnouncer(byId('announcer'), store);
listenToMenus();
listenToKeys(act);
listenToFiles();
store.flush();
