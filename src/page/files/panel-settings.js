/**
 * The two dialogs: the settings, and the list of keys.
 *
 * @typedef {import('./types.js').Settings} Settings
 * @typedef {import('./store.js').Store} Store
 */
import { choice, element } from './dom.js';
import { KEYS } from './hand.js';
import { CHOICES } from './store.js';
import { t } from './text.js';

/** The settings that are on or off. */
const SWITCHES = /** @type {const} */ (['sound', 'slides', 'coordinates', 'arrows']);

/** The names of the languages in the languages themselves. */
const LANGUAGES = { en: 'English', ru: 'Русский', alt: 'Алтай тил' };

/** @param {() => void} close */
function closeButton(close) {
  return element('button', { type: 'button', class: 'strong', text: t('settings.close'), on: { click: close } });
}

/**
 * Opens the settings.
 * @param {HTMLDialogElement} dialog
 * @param {Store} store
 */
export function openSettings(dialog, store) {
  /** @param {Partial<Settings>} patch */
  const change = (patch) => store.set({ settings: { ...store.get().settings, ...patch } });

  function build() {
    const { settings } = store.get();
    const lists = Object.entries(CHOICES).map(([name, values]) => {
      const options = values.map((value) => ({ value, text: name === 'language' ? LANGUAGES[/** @type {keyof typeof LANGUAGES} */ (value)] : t(`settings.${name}.${value}`) }));
      const { select, field } = choice(t(`settings.${name}`), options, settings[/** @type {keyof typeof CHOICES} */ (name)], { name });
      select.addEventListener('change', () => change({ [name]: select.value }));
      return field;
    });
    const switches = SWITCHES.map((name) => {
      const input = element('input', { type: 'checkbox', name, checked: settings[name] });
      input.addEventListener('change', () => change({ [name]: input.checked }));
      return element('label', { class: 'field check' }, [input, element('span', { text: t(`settings.${name}`) })]);
    });
    dialog.replaceChildren(element('h2', { text: t('settings.title') }), ...lists, ...switches, closeButton(() => dialog.close()));
  }

  let language = document.documentElement.lang;
  store.subscribe(() => {
    if (!dialog.open || language === document.documentElement.lang) return;
    language = document.documentElement.lang;
    build();
  });
  build();
  dialog.showModal();
}

/**
 * Opens the list of keys.
 * @param {HTMLDialogElement} dialog
 */
export function openHelp(dialog) {
  const rows = KEYS.map(({ key, action }) => element('tr', {}, [
    element('th', { scope: 'row' }, [element('kbd', { text: key })]), element('td', { text: t(`keys.${action}`) }),
  ]));
  dialog.replaceChildren(
    element('h2', { text: t('help.title') }), element('table', {}, [element('tbody', {}, rows)]),
    element('p', { text: t('help.board') }), closeButton(() => dialog.close()),
  );
  dialog.showModal();
}
