/**
 * Short ways to make elements. Texts are always set as text, never as markup.
 */

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
