/**
 * The state of the page in one place, and what the browser keeps of it: the settings for all pages, the game
 * for this tab alone, so that two tabs can play two games. Actions replace parts of the state; painters are
 * told once a frame, however often it changed, so a burst of lines from the engine costs one painting. What
 * is read back from the browser is checked field by field.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Settings} Settings
 * @typedef {import('./types.js').Match} Match
 * @typedef {(state: State, previous: State) => void} Subscriber
 * @typedef {object} Store
 * @property {() => State} get                     the present state
 * @property {(patch: Partial<State>) => void} set replaces the fields that the patch names
 * @property {(subscriber: Subscriber) => void} subscribe
 * @property {() => void} flush                    tells the subscribers now
 */
import { now } from './clock.js';
import { fromJson, toJson } from './tree.js';

/**
 * The longest wait for a frame, in milliseconds: hidden tabs get no frames.
 */
const FRAME_TIMEOUT = 50;

/**
 * Creates a store.
 * @param {State} initial
 * @returns {Store}
 */
export function createStore(initial) {
  let state = initial;
  let painted = initial;
  let isScheduled = false;
  /** @type {Subscriber[]} */
  const subscribers = [];

  function flush() {
    isScheduled = false;
    if (state === painted || subscribers.length === 0) return;
    const previous = painted;
    painted = state;
    for (const subscriber of subscribers) subscriber(painted, previous);
  }

  function schedule() {
    if (isScheduled) return;
    isScheduled = true;
    const run = () => isScheduled && flush();
    if (document.hidden) setTimeout(run, FRAME_TIMEOUT);
    else requestAnimationFrame(run);
  }

  document.addEventListener('visibilitychange', () => isScheduled && flush());
  return {
    get: () => state,
    set(patch) {
      state = { ...state, ...patch };
      schedule();
    },
    subscribe(subscriber) {
      subscribers.push(subscriber);
      // What was set before anybody listened.
      if (state !== painted) schedule();
    },
    flush,
  };
}

const SETTINGS_KEY = 'batyr-settings';
const GAME_KEY = 'batyr-game';

/** @type {Settings} */
export const DEFAULT_SETTINGS = {
  language: 'en', theme: 'auto', men: 'figures', sound: false, coordinates: true, numbers: 'none',
  slides: true, arrows: true, lines: 3, threads: 1, hash: 64,
};

/** The allowed values of the settings that have a list of them. */
export const CHOICES = /** @type {const} */ ({
  language: ['en', 'ru', 'alt'],
  theme: ['auto', 'light', 'dark', 'contrast'],
  men: ['figures', 'signs'],
  numbers: ['none', 'spn', 'official'],
});

/**
 * Reads the settings; whatever is missing or unknown has its default.
 * @param {string} language the language if none was chosen
 * @returns {Settings}
 */
export function loadSettings(language) {
  const saved = read(localStorage, SETTINGS_KEY) ?? {};
  const settings = /** @type {Record<string, unknown>} */ ({ ...DEFAULT_SETTINGS, language });
  for (const [key, fallback] of Object.entries(DEFAULT_SETTINGS)) {
    const value = saved[key];
    const choices = /** @type {readonly unknown[] | undefined} */ (CHOICES[/** @type {keyof typeof CHOICES} */ (key)]);
    if (typeof value === typeof fallback && (choices?.includes(value) ?? true)) settings[key] = value;
  }
  return /** @type {Settings} */ (/** @type {unknown} */ (settings));
}

/** @param {Settings} settings */
export function saveSettings(settings) {
  write(localStorage, SETTINGS_KEY, settings);
}

/**
 * Keeps the game of this tab; a lesson is none.
 * @param {State} state
 */
export function saveGame({ tree, at, pick, match, bottom, view }) {
  if (view === 'learn') return;
  // The moments of another page are not those of this one.
  const clock = { moment: now(), time: Date.now() };
  write(sessionStorage, GAME_KEY, { tree: toJson(tree), at, pick, match, bottom, view, clock });
}

/**
 * Reads the game of this tab.
 * @returns {Partial<State> | null}
 */
export function loadGame() {
  const saved = read(sessionStorage, GAME_KEY);
  const tree = saved === null ? null : fromJson(saved.tree);
  if (saved === null || tree === null) return null;
  const at = tree.nodes[Number(saved.at)] ? Number(saved.at) : 0;
  return {
    tree, at,
    bottom: saved.bottom === 'black' ? 'black' : 'white',
    view: saved.view === 'analyse' ? 'analyse' : 'play',
    pick: isPick(saved.pick) ? saved.pick : null,
    match: isMatch(saved.match) && tree.nodes[saved.match.tip] ? withClock(saved.match, saved.clock) : null,
  };
}

/**
 * Returns a match that was kept, its running clock with the time since then. The system's clock tells how long
 * that was; if it was set back meanwhile, no time has passed.
 * @param {Match} match
 * @param {any} kept
 */
function withClock(match, kept) {
  if (match.since === 0) return match;
  const used = Number.isFinite(kept?.moment) ? kept.moment - match.since : 0;
  const away = Number.isFinite(kept?.time) ? Date.now() - kept.time : 0;
  return { ...match, since: now() - Math.max(0, used) - Math.max(0, away) };
}

/** @param {any} value @returns {value is import('./types.js').Pick} */
function isPick(value) {
  return typeof value?.from === 'string' && Array.isArray(value.steps)
    && value.steps.every((/** @type {any} */ step) => typeof step?.to === 'string' && typeof step.promotion === 'string');
}

/** @param {any} value @returns {value is Match} */
function isMatch(value) {
  const isPlayer = (/** @type {any} */ player) =>
    ['person', 'engine'].includes(player?.kind) && Number.isFinite(player.level) && Number.isFinite(player.elo);
  const isClock = value?.clock === null || (Number.isFinite(value?.clock?.base) && Number.isFinite(value?.clock?.increment));
  return isClock && isPlayer(value?.players?.white) && isPlayer(value?.players?.black) && typeof value.over === 'boolean'
    && [value.left?.white, value.left?.black, value.since, value.tip].every(Number.isFinite);
}

/** @param {Storage} storage @param {string} key @returns {Record<string, any> | null} */
function read(storage, key) {
  try {
    const value = JSON.parse(storage.getItem(key) ?? 'null');
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** @param {Storage} storage @param {string} key @param {unknown} value */
function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // The storage is full or forbidden: the page works without it.
  }
}
