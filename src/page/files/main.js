/**
 * Starts the page: makes the state, connects the modules to it and the buttons to the actions. What a
 * first board does not need is loaded when it is used.
 *
 * @typedef {import('./types.js').State} State
 */
import { loadFigures } from './board-drawing.js';
import { boardView, mountAnnouncer } from './board-view.js';
import { createBoard } from './board.js';
import { openConversations } from './conversation.js';
import { byId } from './dom.js';
import { DEFAULT_VARIANT, createGame, currentFacts, currentNode, messageOf, opponent } from './game.js';
import { createHand, listenToKeys } from './hand.js';
import { serverAddress } from './lines.js';
import { mountMoves } from './panel-moves.js';
import { mountPlay } from './panel-play.js';
import { mountPlayers } from './panel-players.js';
import { createPlay } from './play.js';
import { createStore, loadGame, loadSettings, saveGame, saveSettings } from './store.js';
import { browserLanguage, loadTexts, t, translate } from './text.js';
import { newTree } from './tree.js';
import { continuations } from './turns.js';

const settings = loadSettings(browserLanguage());
const saved = loadGame();
/** @type {State} */
const initial = {
  connection: 'connecting', refusal: '', settings, view: 'play', tree: newTree(DEFAULT_VARIANT, null), at: 0, pick: null,
  bottom: 'white', match: null, thinking: false, analysis: null, progress: null, hints: [], sentence: null, ...saved,
};
const store = createStore(initial);

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
// The engine is asked for the position while the texts and figures are on their way.
game.refresh();
applySettings(initial);
await Promise.all([loadTexts(settings.language), loadFigures()]);
translate(document.body);
if (refused.length > 0) game.say({ key: 'error.address', params: { message: refused.map(messageOf).join(' ') }, isError: true });

const play = createPlay(store, game, search);
const board = createBoard(byId('board'), createHandlers());
const hand = createHand(store, game);
mountPlayers(byId('player-top'), byId('player-bottom'), store);
mountPlay(panel('play'), store, play, search);
mountMoves(panel('moves'), store, game);

/**
 * The parts that are loaded when they are first needed, by the name of their panel.
 * @type {Record<string, () => Promise<any>>}
 */
const LAZY = {
  analysis: async () => {
    const [{ createAnalysis }, { mountAnalysis }, { mountGraph }] = await Promise.all([
      import('./analysis.js'), import('./panel-analysis.js'), import('./graph.js'),
    ]);
    const analysis = createAnalysis(store, search, annotator, game);
    mountAnalysis(panel('analysis'), store, analysis, game);
    mountGraph(panel('graph'), store, game);
    return analysis;
  },
  editor: async () => (await import('./editor.js')).mountEditor(panel('editor'), store, game, board, search),
  lessons: async () => (await import('./lessons.js')).mountLessons(panel('lessons'), store, game, search),
  files: async () => (await import('./panel-files.js')).mountFiles(byId('files'), store, game, board, search, fileAnnotator, () => load('library')),
  library: async () => {
    const [{ createLibrary }, { createKeeper }] = await Promise.all([import('./library.js'), import('./keeper.js')]);
    const library = createLibrary();
    return { library, keeper: createKeeper(store, game, library) };
  },
};
/** @type {Map<string, Promise<any>>} */
const loaded = new Map();

/** Loads a part once. @param {string} name @returns {Promise<any>} */
function load(name) {
  const part = loaded.get(name) ?? LAZY[name]?.() ?? Promise.resolve(null);
  loaded.set(name, part);
  part.catch((error) => {
    loaded.delete(name);
    game.say({ key: 'error.load', params: { message: messageOf(error) }, isError: true });
  });
  return part;
}

/** The panels that each view shows. */
const PANELS = /** @type {const} */ ({
  play: ['play', 'moves', 'files'],
  analyse: ['analysis', 'moves', 'graph', 'files'],
  edit: ['editor'],
  learn: ['lessons'],
});
/** The part that each view needs. */
const PARTS = { play: '', analyse: 'analysis', edit: 'editor', learn: 'lessons' };

/** @param {string} name */
function panel(name) {
  const found = document.querySelector(`[data-panel=${name}]`);
  if (!(found instanceof HTMLElement)) throw new Error(`no panel ${name}`);
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
  };
}
/** The editor's handlers and its board, once it is loaded. @type {any} */
let editor = null;

/** @param {State} state */
function applySettings({ settings: { theme } }) {
  document.documentElement.dataset.theme = theme;
}

/** The actions of the buttons and keys. @type {Record<string, () => unknown>} */
const actions = {
  flip: () => store.set({ bottom: opponent(store.get().bottom) }),
  'stop-here': game.stopHere,
  'new-game': () => { store.set({ match: null, thinking: false, view: 'play' }); game.setPosition(store.get().tree.variant, null); },
  'take-back': play.takeBack,
  hint: play.hint,
  draw: play.draw,
  resign: play.resign,
  rematch: play.rematch,
  review: () => store.set({ view: 'analyse' }),
  settings: async () => (await import('./panel-settings.js')).openSettings(/** @type {HTMLDialogElement} */ (byId('settings')), store),
  help: async () => (await import('./panel-settings.js')).openHelp(/** @type {HTMLDialogElement} */ (byId('help'))),
  type: () => byId('typed-turn').focus(),
  arrows: () => store.set({ settings: { ...store.get().settings, arrows: !store.get().settings.arrows } }),
  first: () => game.goTo(0),
  last: () => game.goTo(endOfLine()),
  previous: () => game.goTo(currentNode(store.get())?.parent ?? 0),
  next: () => game.goTo(currentNode(store.get())?.children[0] ?? store.get().at),
};
/** The actions that a lazily loaded part does. @type {Record<string, string>} */
const PART_ACTIONS = { analyse: 'analysis', threat: 'analysis', best: 'analysis', annotate: 'analysis', mistakes: 'analysis' };

/** Does an action, and returns whether there is one of this name. @param {string} name */
function act(name) {
  const action = actions[name];
  if (action !== undefined) action();
  else if (name in PART_ACTIONS) load(PART_ACTIONS[name] ?? '').then((part) => part?.act(name));
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
  store.set({ view, pick: null, ...(view === store.get().view ? {} : { sentence: null }) });
  const { match } = store.get();
  if (view === 'play' && match !== null && !match.over) play.goToTip();
}

/** Games that come into the page: behind its address, pasted, or dropped on it. */
function listenToFiles() {
  const openFragment = async (/** @type {unknown[]} */ others) =>
    location.hash.length > 1 && (await load('files')).openFragment(location.hash.slice(1), others);
  addEventListener('hashchange', () => openFragment([]));
  openFragment(refused);
  byId('files').addEventListener('toggle', () => load('files'));
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

byId('typed').addEventListener('submit', (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (byId('typed-turn'));
  if (input.value.trim() !== '') game.playTyped(input.value.trim());
  input.value = '';
});

/** Shows what belongs to the view. @param {State} state */
function paintView(state) {
  for (const section of document.querySelectorAll('[data-panel]')) {
    const name = /** @type {HTMLElement} */ (section).dataset.panel ?? '';
    /** @type {HTMLElement} */ (section).hidden = !PANELS[state.view].some((shown) => shown === name);
  }
  for (const button of document.querySelectorAll('[data-view]')) {
    const isCurrent = /** @type {HTMLElement} */ (button).dataset.view === state.view;
    button.setAttribute('aria-current', isCurrent ? 'page' : 'false');
  }
  byId('eval-bar').hidden = state.view !== 'analyse';
  document.body.dataset.shown = state.view;
}

/** The texts of the results. @type {Record<string, string>} */
const WINNERS = { '1-0': 'result.white-wins', '0-1': 'result.black-wins', '1/2-1/2': 'result.draw' };

/** @param {State} state */
function paintSentence({ sentence, connection, refusal, tree }) {
  const line = byId('sentence');
  // The reason of a result does not say who has won.
  const winner = sentence?.key.startsWith('result.') ? WINNERS[tree.result] : undefined;
  const words = [winner === undefined ? '' : `${t(winner)}.`, sentence === null ? '' : t(sentence.key, sentence.params)];
  line.textContent = words.join(' ').trim();
  line.classList.toggle('error', sentence?.isError ?? false);
  const banner = byId('connection');
  banner.hidden = connection === 'open' || connection === 'connecting';
  banner.textContent = banner.hidden ? '' : t(`connection.${connection}`, { message: refusal });
}

/** @param {State} state */
function paintStop(state) {
  const facts = currentFacts(state);
  const begun = state.pick ?? { from: facts?.turns[0]?.from ?? '', steps: [] };
  const stop = facts === null ? null : continuations(facts.turns, begun).stop;
  /** @type {HTMLElement} */ (document.querySelector('[data-action=stop-here]')).hidden = stop === null || !game.mayMove();
}

/** @param {State} state @param {State} previous */
async function follow(state, previous) {
  if (state.settings !== previous.settings) {
    saveSettings(state.settings);
    applySettings(state);
    if (state.settings.language !== previous.settings.language) {
      await loadTexts(state.settings.language);
      translate(document.body);
      store.set({});
    }
  }
  if (state.view !== previous.view) {
    paintView(state);
    const part = await load(PARTS[state.view]);
    if (state.view === 'edit') editor = part;
    paintBoard(store.get());
  }
  const isGameChanged = ['tree', 'at', 'pick', 'match', 'bottom', 'view'].some((key) =>
    state[/** @type {keyof State} */ (key)] !== previous[/** @type {keyof State} */ (key)]);
  if (isGameChanged) scheduleSave();
  if (state.tree.nodes.length > 1) load('library');
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
  if (!view) return;
  board.paint(view);
  byId('board').dataset.position = currentFacts(state)?.position ?? '';
}

store.subscribe(paintBoard);
store.subscribe(paintSentence);
store.subscribe(paintStop);
store.subscribe(follow);
paintView(initial);
paintBoard(initial);
paintSentence(initial);
load(PARTS[initial.view]);
mountAnnouncer(byId('announcer'), store);
listenToKeys(act);
listenToFiles();
store.flush();
