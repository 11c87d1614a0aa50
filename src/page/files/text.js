/**
 * The texts of the page, one catalog a language, and one more for each part with many texts. A language is a
 * chain of catalogs, so that a text which Altai does not have is taken from Russian, text by text; a text that
 * no catalog of the chain has is an error of the page and is shown as its key.
 *
 * A text may hold places such as `{count}` for parameters. It is an object with a text for each plural
 * form (`one`, `few`, `many`, `other`) where the parameter `count` decides about the form.
 *
 * @typedef {string | Record<string, string>} Entry
 * @typedef {{ language: string, entries: Record<string, Entry> }} Catalog
 * @typedef {Record<string, string | number>} Params
 */

/** The catalogs of each language, the one to prefer first. @type {Record<string, string[]>} */
const CHAINS = { en: ['en'], ru: ['ru'], alt: ['alt', 'ru'] };
/** The languages of the catalogs of parts, which Altai has none of. */
const OF_PARTS = ['en', 'ru'];
const DEFAULT_LANGUAGE = 'en';

let current = DEFAULT_LANGUAGE;
/** @type {Catalog[]} */
let catalogs = [];
/** The parts of the page whose texts are loaded, too. @type {Set<string>} */
const parts = new Set();
let plurals = new Intl.PluralRules(DEFAULT_LANGUAGE);
let numbers = new Intl.NumberFormat(DEFAULT_LANGUAGE);
/** The formats of numbers with decimals, by how many they are. @type {Map<number, Intl.NumberFormat>} */
const formats = new Map();
/** Counts the calls of `loadTexts`, so that the last one wins; its language may not be there yet. */
let loads = 0;
let wantedNow = DEFAULT_LANGUAGE;

/**
 * Returns the language of the browser that comes first among those of the page.
 * @returns {string}
 */
export function browserLanguage() {
  const wanted = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return wanted.find((tag) => Object.hasOwn(CHAINS, tag)) ?? DEFAULT_LANGUAGE;
}

/** Returns the language of the texts. */
export const language = () => current;

/**
 * Loads the texts of a language, of the default one if it is unknown.
 * @param {string} wanted
 */
export async function loadTexts(wanted) {
  loads += 1;
  const load = loads;
  wantedNow = wanted;
  const chosen = Object.hasOwn(CHAINS, wanted) ? wanted : DEFAULT_LANGUAGE;
  const chain = CHAINS[chosen] ?? [];
  const ofParts = chain.filter((name) => OF_PARTS.includes(name)).flatMap((name) => [...parts].map((part) => `${part}-${name}`));
  const loaded = await Promise.all([...chain, ...ofParts].map(fetchCatalog));
  if (load !== loads) return;
  useCatalogs(chosen, loaded);
  document.documentElement.lang = chosen;
}

/** Loads the texts of a part of the page that a first board does not need. @param {string} part */
export async function loadPartTexts(part) {
  parts.add(part);
  await loadTexts(wantedNow);
}

/** @param {string} name @returns {Promise<Catalog>} */
async function fetchCatalog(name) {
  const response = await fetch(new URL(`text/${name}.json`, import.meta.url));
  if (!response.ok) throw new Error(`text/${name}.json: ${response.status}`);
  return { language: name.split('-').at(-1) ?? name, entries: await response.json() };
}

/** Writes a number with so many decimals. @param {number} value @param {number} decimals */
export function decimal(value, decimals) {
  // To make a format takes longer than to use it a hundred times.
  const format = formats.get(decimals)
    ?? new Intl.NumberFormat(CHAINS[current], { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false });
  formats.set(decimals, format);
  return format.format(value);
}

/** Writes a large number shortly: `950`, `12.3K`, `4.6M`, in Russian `4,6 млн`. @param {number} value */
export const shortly = (value) => value.toLocaleString(CHAINS[current], { notation: 'compact', maximumFractionDigits: 1 });

/**
 * Takes the texts of a language. Browsers know nothing of Altai: its chain names the language to count in instead.
 * @param {string} chosen
 * @param {Catalog[]} own the one to prefer first
 */
export function useCatalogs(chosen, own) {
  current = chosen;
  catalogs = own;
  plurals = new Intl.PluralRules(CHAINS[chosen]);
  numbers = new Intl.NumberFormat(CHAINS[chosen], { useGrouping: 'min2' });
  formats.clear();
}

/** @param {string} key */
const catalogOf = (key) => catalogs.find(({ entries }) => Object.hasOwn(entries, key));

/**
 * Returns the language in which a text is written.
 * @param {string} key
 */
export const languageOf = (key) => catalogOf(key)?.language ?? current;

/**
 * Returns a text with its parameters put in.
 * @param {string} key
 * @param {Params} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
  const entry = catalogOf(key)?.entries[key];
  const text = typeof entry === 'object' ? entry[plurals.select(Number(params.count))] ?? entry.other : entry;
  if (text === undefined) {
    console.error(`no text for ${key}`);
    return `⟦${key}⟧`;
  }
  return text.replace(/\{(\w+)\}/g, (place, name) => {
    const value = params[name];
    return typeof value === 'number' ? numbers.format(value) : value ?? place;
  });
}

/**
 * Fills the elements inside `root` whose attributes name texts: `data-text` the text inside, `data-label`
 * the name for screen readers (of a button also the tooltip), `data-placeholder` the hint in an empty field.
 * @param {ParentNode} root
 */
export function translate(root) {
  for (const element of root.querySelectorAll('[data-text], [data-label], [data-placeholder]')) {
    const { text, label, placeholder } = /** @type {HTMLElement} */ (element).dataset;
    if (text !== undefined) element.textContent = t(text);
    if (label !== undefined) element.setAttribute('aria-label', t(label));
    if (label !== undefined && element.matches('button')) element.setAttribute('title', t(label));
    if (placeholder !== undefined) element.setAttribute('placeholder', t(placeholder));
    markLanguage(element, text ?? label ?? placeholder ?? '');
  }
}

/**
 * Marks an element whose text is in another language than the page. A container is left alone: the
 * language would hold for all that is in it.
 * @param {Element} element
 * @param {string} key
 */
function markLanguage(element, key) {
  if (element.childElementCount > 0) return;
  const own = languageOf(key);
  if (own === current) element.removeAttribute('lang');
  else element.setAttribute('lang', own);
}
