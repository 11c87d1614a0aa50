/**
 * Short ways to make elements. Texts are always set as text, never as markup.
 */
import { icon } from './icons.js';
import { t } from './text.js';

/**
 * Makes an element. Properties are set as attributes; `text` is the text inside, `on` the listeners.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {(Node | string)[]} [children]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, { text, on, ...attributes } = {}, children = []) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  for (const [event, listener] of Object.entries(on ?? {})) made.addEventListener(event, listener);
  if (text !== undefined) made.textContent = text;
  made.append(...children);
  return made;
}

/**
 * Makes a button that does the action of this name (`main.js` listens for all of them).
 * @param {string} action
 * @param {string} text
 * @param {Record<string, any>} [properties]
 */
export function actionButton(action, text, properties = {}) {
  return element('button', { type: 'button', 'data-action': action, text, ...properties });
}

/**
 * Makes such a button with an icon beside its text.
 * @param {string} action
 * @param {string} name the icon
 * @param {string} text
 * @param {Record<string, any>} [properties]
 */
export function wideButton(action, name, text, properties = {}) {
  return element('button', { type: 'button', 'data-action': action, ...properties }, [icon(name), element('span', { text })]);
}

/**
 * Makes a button with an icon above its word; `main.js` listens for its action.
 * @param {string} action
 * @param {string} name the icon
 * @param {string} text
 * @param {Record<string, any>} [properties]
 */
export function iconButton(action, name, text, properties = {}) {
  return element('button', { type: 'button', class: 'icon-button', 'data-action': action, ...properties }, [icon(name), element('span', { text })]);
}

/**
 * Makes a button with an icon alone, whose word is its name for screen readers and its tooltip.
 * @param {string} action
 * @param {string} name the icon
 * @param {string} label
 * @param {Record<string, any>} [properties]
 */
export function signButton(action, name, label, properties = {}) {
  return element('button', { type: 'button', class: 'icon-button sign', 'data-action': action, 'aria-label': label, title: label, ...properties }, [icon(name)]);
}

/** Makes the button that closes a dialog. @param {() => void} close */
export function closeButton(close) {
  return element('button', { type: 'button', class: 'icon-button sign', 'aria-label': t('settings.close'), title: t('settings.close'), on: { click: close } }, [icon('cross')]);
}

/**
 * Makes a button that opens a menu of other elements. It closes by itself when something in it was done, by Escape
 * and by a click elsewhere (`main.js`).
 * @param {string} name the icon
 * @param {string} label
 * @param {Node[]} items
 * @param {string} [word] the word below the icon, if it has one
 */
export function menu(name, label, items, word = '') {
  const text = word === '' ? [] : [element('span', { text: word })];
  const summary = element('summary', { class: word === '' ? 'icon-button sign' : 'icon-button', 'aria-label': word === '' ? label : null, title: label }, [icon(name), ...text]);
  return element('details', { class: 'menu' }, [summary, element('div', { class: 'menu-items' }, items)]);
}

/**
 * Makes a choice among a few values that are all in sight.
 * @param {string} name
 * @param {string} label
 * @param {{ value: string, content: (Node | string)[] }[]} options
 * @param {string} value
 */
export function segments(name, label, options, value) {
  return element('div', { class: 'segments', role: 'radiogroup', 'aria-label': label }, options.map((option) => element('label', {}, [
    element('input', { type: 'radio', name, value: option.value, checked: option.value === value }),
    element('span', {}, option.content),
  ])));
}

/**
 * Makes a list to choose from, with its label.
 * @param {string} label
 * @param {{ value: string, text: string }[]} options
 * @param {string} value
 * @param {Record<string, any>} [properties]
 */
export function choice(label, options, value, properties = {}) {
  const select = element('select', properties, options.map((option) => element('option', option)));
  select.value = value;
  return { select, field: element('label', { class: 'field' }, [element('span', { text: label }), select]) };
}

/**
 * Returns the element with an id; the page's markup has it.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`no element #${id}`);
  return found;
}
