/**
 * The dialog of the settings.
 *
 * @typedef {import('./types.js').Settings} Settings
 * @typedef {import('./store.js').Store} Store
 */
import { choice, closeButton, element } from './dom.js';
import { CHOICES } from './store.js';
import { language, t } from './text.js';

/** The settings that are on or off. */
const SWITCHES = /** @type {const} */ (['sound', 'slides', 'coordinates', 'arrows', 'allArrows', 'plans']);

/** The names of the languages in the languages themselves. */
const LANGUAGES = { en: 'English', ru: 'Русский', alt: 'Алтай тил' };

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
    // Of Altai only what is attested is there; the rest stands in Russian, and is marked so for screen readers.
    const note = settings.language === 'alt' ? [element('p', { class: 'note', lang: 'ru', text: t('settings.altai') })] : [];
    const head = element('div', { class: 'dialog-head' }, [element('h2', { text: t('settings.title') }), closeButton(() => dialog.close())]);
    dialog.replaceChildren(head, ...lists, ...note, ...switches);
  }

  let painted = language();
  store.subscribe(() => {
    if (!dialog.open || painted === language()) return;
    painted = language();
    build();
  });
  build();
  dialog.showModal();
}
