/**
 * The state of the page in one place, and the settings that the browser keeps. Actions replace parts of the state;
 * painters are told once a frame, however often it changed, so a burst of lines from the engine costs one painting.
 * What is read back from the browser is checked field by field.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Settings} Settings
 * @typedef {(state: State, previous: State) => void} Subscriber
 * @typedef {object} Store
 * @property {() => State} get                     the present state
 * @property {(patch: Partial<State>) => void} set replaces the fields that the patch names
 * @property {(subscriber: Subscriber) => void} subscribe
 * @property {(rule: (state: State) => State) => void} derive sets what follows from a state before anybody is told of it
 * @property {() => void} flush                    tells the subscribers now
 */
import { keep, recall } from './storage.js';

/**
 * The longest wait for a frame, in milliseconds: hidden tabs get no frames.
 */
const FRAME_TIMEOUT = 50;

/**
 * Creates a store.
 * @param {State} initial
 * @param {AbortSignal} [signal] ends what the store listens to: a frame that was asked for comes all the same
 * @returns {Store}
 */
export function createStore(initial, signal) {
  let state = initial;
  let painted = initial;
  let isScheduled = false;
  /** @type {Subscriber[]} */
  const subscribers = [];
  /** @type {(state: State) => State} */
  let derived = (own) => own;

  function flush() {
    isScheduled = false;
    if (state === painted || subscribers.length === 0) return;
    state = derived(state);
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

  document.addEventListener('visibilitychange', () => isScheduled && flush(), { signal });
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
    derive(rule) {
      derived = rule;
    },
    flush,
  };
}

const SETTINGS_KEY = 'batyr-settings';

/** @type {Settings} */
export const DEFAULT_SETTINGS = {
  language: 'en', theme: 'auto', laptop: 'auto', phone: 'auto', men: 'figures', sound: false, coordinates: true, numbers: 'none',
  slides: true, plans: true, arrows: true, allArrows: false, lines: 3, threads: 0, hash: 64,
};

/** The threads of the analysis if none were chosen; the page without a server says how many are right where it has any. @type {number} */
export const USUAL_THREADS = /** @type {any} */ (globalThis).batyrThreads ?? 1;

const SETUP_KEY = 'batyr-new-game';

/** A new game as the form has it: the opponent, the own side, the clock in minutes and seconds, and the strength; no rating is 0. */
const DEFAULT_SETUP = { opponent: 'engine', side: 'white', clock: '0+0', level: 3, elo: 0 };

/** Keeps how the last game was set up. @param {typeof DEFAULT_SETUP} setup */
export const keepSetup = (setup) => keep(SETUP_KEY, setup);

/** Reads how the last game was set up; whatever is missing or no value has its default. @returns {typeof DEFAULT_SETUP} */
export function keptSetup() {
  const saved = recall(SETUP_KEY) ?? {};
  const { opponent, side, clock, level, elo } = saved;
  return {
    opponent: ['engine', 'person', 'watch'].includes(opponent) ? opponent : DEFAULT_SETUP.opponent,
    side: ['white', 'black', 'random'].includes(side) ? side : DEFAULT_SETUP.side,
    clock: typeof clock === 'string' && /^\d{1,3}\+\d{1,3}$/.test(clock) ? clock : DEFAULT_SETUP.clock,
    level: Number.isInteger(level) && level >= 0 && level <= 20 ? level : DEFAULT_SETUP.level,
    elo: Number.isInteger(elo) && elo >= 0 && elo <= 5000 ? elo : DEFAULT_SETUP.elo,
  };
}

/** The allowed values of the settings that have a list of them. */
export const CHOICES = /** @type {const} */ ({
  language: ['en', 'ru', 'alt'],
  theme: ['auto', 'light', 'dark', 'contrast'],
  laptop: ['auto', 'upright', 'lying'],
  phone: ['auto', 'upright', 'lying'],
  men: ['figures', 'signs'],
  numbers: ['none', 'spn', 'official'],
});

/**
 * Reads the settings; whatever is missing or unknown has its default.
 * @param {string} language the language if none was chosen
 * @returns {Settings}
 */
export function loadSettings(language) {
  const saved = recall(SETTINGS_KEY) ?? {};
  const settings = /** @type {Record<string, unknown>} */ ({ ...DEFAULT_SETTINGS, language });
  for (const [key, fallback] of Object.entries(DEFAULT_SETTINGS)) {
    const value = saved[key];
    const choices = /** @type {readonly unknown[] | undefined} */ (CHOICES[/** @type {keyof typeof CHOICES} */ (key)]);
    if (typeof value === typeof fallback && (choices?.includes(value) ?? true)) settings[key] = value;
  }
  return /** @type {Settings} */ (/** @type {unknown} */ (settings));
}

/** @param {Settings} settings */
export const saveSettings = (settings) => keep(SETTINGS_KEY, settings);
