/**
 * The settings and the game in progress, kept by the browser: settings for all pages, the game for this
 * tab alone, so that two tabs can play two games. What is read back is checked field by field.
 *
 * @typedef {import('./types.js').Settings} Settings
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Match} Match
 */
import { fromJson, toJson } from './tree.js';

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
  write(sessionStorage, GAME_KEY, { tree: toJson(tree), at, pick, match, bottom, view });
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
    match: isMatch(saved.match) && tree.nodes[saved.match.tip] ? saved.match : null,
  };
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
