/**
 * The tabs of an analysis, for the parts that have one place together: the turns, the openings, and the summary with
 * graph and notes. Parts that stand elsewhere in a layout have no tab there.
 *
 * @typedef {import('./store.js').Store} Store
 */
import { element } from './dom.js';
import { language, t } from './text.js';

/** The parts that each tab shows; the foot alone makes no tab. @type {Record<string, string[]>} */
const TABS = { turns: ['turns', 'foot'], openings: ['explorer'], summary: ['graph', 'notes', 'tools', 'foot'] };
const FOOT = 'foot';

/**
 * Builds the tabs and keeps them up to date.
 * @param {HTMLElement} root
 * @param {Store} store
 */
export function mountTabs(root, store) {
  let chosen = 'turns';
  let painted = '';

  /** Shows the parts of the chosen tab among those that stand beside the tabs. */
  function show() {
    const place = root.closest('[data-place]');
    const partOf = (/** @type {string} */ part) => document.querySelector(`[data-part=${part}]`);
    const isHere = (/** @type {string} */ part) => place !== null && partOf(part)?.parentElement === place;
    const names = Object.keys(TABS).filter((name) => TABS[name]?.some((part) => part !== FOOT && isHere(part)));
    const shown = names.includes(chosen) ? chosen : names.includes('turns') ? 'turns' : names.at(-1) ?? '';
    for (const part of new Set(Object.values(TABS).flat())) partOf(part)?.toggleAttribute('data-off', isHere(part) && !TABS[shown]?.includes(part));
    for (const tab of root.children) {
      const name = tab.getAttribute('data-tab') ?? '';
      const isChosen = name === shown;
      tab.toggleAttribute('hidden', !names.includes(name));
      tab.setAttribute('aria-selected', String(isChosen));
      tab.setAttribute('tabindex', isChosen ? '0' : '-1');
    }
  }

  function paint() {
    if (painted !== language()) {
      painted = language();
      root.replaceChildren(...Object.keys(TABS).map((name) => element('button', { type: 'button', role: 'tab', 'data-tab': name, text: t(`tabs.${name}`) })));
    }
    show();
  }

  /** @param {string} name */
  function choose(name) {
    chosen = name;
    show();
    // What has come into sight is painted.
    store.set({});
  }

  root.addEventListener('click', ({ target }) => {
    const name = target instanceof HTMLElement ? target.dataset.tab : undefined;
    if (name !== undefined) choose(name);
  });
  root.addEventListener('keydown', (event) => {
    const names = [...root.querySelectorAll('[data-tab]:not([hidden])')].map((tab) => tab.getAttribute('data-tab') ?? '');
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const now = root.querySelector('[aria-selected=true]')?.getAttribute('data-tab') ?? '';
    choose(names[(names.indexOf(now) + step + names.length) % names.length] ?? chosen);
    /** @type {HTMLElement | null} */ (root.querySelector('[aria-selected=true]'))?.focus();
  });
  store.subscribe(paint);
  paint();
}
