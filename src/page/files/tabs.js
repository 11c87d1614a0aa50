/**
 * The tabs of an analysis where its parts have one place together: the turns, and the summary with graph and notes.
 * Where the parts stand side by side there are none.
 *
 * @typedef {import('./store.js').Store} Store
 */
import { element } from './dom.js';
import { language, t } from './text.js';

/** The parts that each tab shows. @type {Record<string, string[]>} */
const TABS = { turns: ['turns'], summary: ['graph', 'notes', 'tools'] };

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
    for (const [name, parts] of Object.entries(TABS)) {
      for (const part of parts) {
        const own = document.querySelector(`[data-part=${part}]`);
        own?.toggleAttribute('data-off', place !== null && own.parentElement === place && name !== chosen);
      }
    }
    for (const tab of root.children) {
      const isChosen = tab.getAttribute('data-tab') === chosen;
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
  }

  root.addEventListener('click', ({ target }) => {
    const name = target instanceof HTMLElement ? target.dataset.tab : undefined;
    if (name !== undefined) choose(name);
  });
  root.addEventListener('keydown', (event) => {
    const names = Object.keys(TABS);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    choose(names[(names.indexOf(chosen) + step + names.length) % names.length] ?? chosen);
    /** @type {HTMLElement | null} */ (root.querySelector('[aria-selected=true]'))?.focus();
  });
  store.subscribe(paint);
  paint();
}
