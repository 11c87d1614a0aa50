/**
 * The form of the editor of positions: the palette, the fields and the buttons. It shows what is edited
 * and tells what was done; the position itself is with `editor.js`.
 *
 * @typedef {import('./types.js').Man} Man
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./conversation.js').Search} Search
 * @typedef {import('./editor.js').Edited} Edited
 * @typedef {'move' | 'erase' | 'urgent' | Man} Tool what a click on a square does; a man is put there
 *
 * @typedef {object} FormHandlers
 * @property {(variant: string) => void} variant
 * @property {() => void} start
 * @property {() => void} clear
 * @property {(text: string) => void} text       the text is being typed
 * @property {() => void} settle                 the text has been typed
 * @property {(side: Side) => void} side
 * @property {(side: Side, isOn: boolean) => void} temdek
 * @property {() => void} tool                   another tool was chosen
 * @property {(man: Man, square: string) => void} put  a man was dragged from the palette to a square
 * @property {() => void} play
 * @property {() => void} analyse
 */
import { drawMan, svg } from './board-drawing.js';
import { actionButton, choice, element } from './dom.js';
import { variantOptions } from './panel-play.js';
import { geometryOf, kindsOf, menOf } from './position.js';
import { t } from './text.js';
import { oneLine } from './words.js';

/** The size of a man in the palette, in pixels. */
const MAN_SIZE = 40;

const SIDES = /** @type {const} */ (['white', 'black']);

/**
 * Creates the form.
 * @param {HTMLElement} root
 * @param {Store} store
 * @param {Search} search
 * @param {FormHandlers} on
 */
export function createForm(root, store, search, on) {
  /** @type {Tool} */
  let tool = 'move';
  let painted = '';
  /** @type {ReturnType<typeof build> | null} */
  let parts = null;

  /** Shows what is edited. @param {Edited} edited */
  function paint(edited) {
    const { settings } = store.get();
    const signature = [document.documentElement.lang, settings.men, menOf(edited.variant), search.variants().length].join();
    if (parts === null || signature !== painted) {
      const focused = document.activeElement?.getAttribute('name');
      parts = build(edited.variant);
      painted = signature;
      /** @type {HTMLElement | null} */ (focused ? root.querySelector(`[name="${focused}"]`) : null)?.focus();
    }
    const { variant, side, temdek, input, message, excerpt, ready } = parts;
    variant.value = edited.variant;
    side.value = edited.placement.side;
    for (const [owner, box] of temdek) box.checked = edited.placement.temdek[owner];
    if (oneLine(input.value) !== edited.text) input.value = edited.text;
    input.setAttribute('aria-invalid', String(edited.problem !== ''));
    for (const button of ready) button.disabled = edited.facts === null;
    paintMessage(edited, message, excerpt);
  }

  /** Shows what the engine says, and the part of the text that it means. @param {Edited} edited @param {HTMLElement} message @param {HTMLElement} excerpt */
  function paintMessage({ text, facts, problem }, message, excerpt) {
    const said = problem !== '' ? problem : facts === null ? '' : t('editor.valid', { count: facts.count });
    if (message.textContent === said && excerpt.textContent === text) return;
    message.textContent = said;
    message.classList.toggle('error', problem !== '');
    const place = offendingPart(text, problem);
    excerpt.hidden = place === null;
    const [from, to] = place ?? [0, 0];
    excerpt.replaceChildren(text.slice(0, from), element('mark', { text: text.slice(from, to) }), text.slice(to));
  }

  /** @param {string} ownVariant */
  function build(ownVariant) {
    const isShatra = geometryOf(ownVariant).name === 'shatra';
    if (typeof tool !== 'string' || !isShatra) tool = 'move';
    const variant = choice(t('play.variant'), variantOptions(search.variants()), ownVariant, { name: 'editor-variant' });
    variant.select.addEventListener('change', () => on.variant(variant.select.value));
    const side = choice(t('editor.side'), SIDES.map((value) => ({ value, text: t(`side.${value}`) })), 'white', { name: 'editor-side' });
    side.select.addEventListener('change', () => on.side(side.select.value === 'black' ? 'black' : 'white'));
    const temdek = SIDES.map((owner) => {
      const box = element('input', { type: 'checkbox', name: `temdek-${owner}` });
      box.addEventListener('change', () => on.temdek(owner, box.checked));
      return /** @type {const} */ ([owner, box]);
    });
    const input = element('input', { name: 'editor-text', size: 60, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'aria-describedby': 'editor-problem' });
    input.addEventListener('input', () => on.text(oneLine(input.value)));
    input.addEventListener('change', on.settle);
    const message = element('p', { id: 'editor-problem', class: 'sentence', role: 'status' });
    const excerpt = element('code');
    const ready = [
      button('editor-play', 'editor.play', on.play),
      button('editor-analyse', 'editor.analyse', on.analyse, 'strong'),
    ];
    root.replaceChildren(element('div', { class: 'fields' }, [
      variant.field,
      palette(ownVariant, isShatra),
      side.field,
      ...(isShatra ? temdek.map(([owner, box]) => element('label', { class: 'field check', title: t('help.sign.reserve') }, [box, element('span', { text: t(`editor.temdek-${owner}`) })])) : []),
      element('div', { class: 'buttons' }, [
        button('editor-start', 'editor.start', on.start), button('editor-clear', 'editor.clear', on.clear), actionButton('flip', t('board.flip')),
      ]),
      element('label', { class: 'field' }, [element('span', { text: t('editor.text') }), input]),
      message, excerpt,
      element('div', { class: 'buttons editor-foot' }, ready),
    ]));
    return { variant: variant.select, side: side.select, temdek, input, message, excerpt, ready };
  }

  /** @param {string} action @param {string} key @param {() => void} click @param {string} [name] */
  const button = (action, key, click, name) => actionButton(action, t(key), { class: name, on: { click } });

  /** @param {string} variant @param {boolean} isShatra */
  function palette(variant, isShatra) {
    const tools = element('div', { class: 'buttons' }, [
      toolButton('move', 'move', [t('editor.move')]),
      toolButton('erase', 'erase', [t('editor.erase-word')], t('editor.erase')),
      ...(isShatra ? [toolButton('urgent', 'urgent', [t('editor.urgent-word')], t('editor.urgent'))] : []),
    ]);
    const rows = SIDES.map((side) => element('div', { class: 'palette-row' }, kindsOf(variant).map((kind) => manButton(variant, { kind, side, urgent: false }))));
    return element('div', { class: 'fields', role: 'group', 'aria-label': t('editor.palette') }, [tools, ...rows]);
  }

  /** @param {Tool} own @param {string} name @param {(Node | string)[]} content @param {string} [label] */
  function toolButton(own, name, content, label) {
    return element('button', {
      type: 'button', name: `tool-${name}`, 'data-tool': name, 'aria-label': label, title: label, 'aria-pressed': String(own === tool),
      on: {
        click(/** @type {Event} */ event) {
          tool = own;
          for (const other of root.querySelectorAll('[data-tool]')) other.setAttribute('aria-pressed', String(other === event.currentTarget));
          on.tool();
        },
      },
    }, content);
  }

  /** @param {string} variant @param {Man & { side: Side }} man */
  function manButton(variant, man) {
    const drawing = svg('svg', { viewBox: '-30 -30 60 60', width: MAN_SIZE, height: MAN_SIZE, 'aria-hidden': 'true' }, [drawMan(variant, man, store.get().settings.men)]);
    const made = toolButton(man, `${man.side}-${man.kind}`, [drawing], t(`man.${man.side}.${menOf(variant)}.${man.kind}`));
    // Otherwise a finger would scroll the page instead of dragging the man.
    made.style.touchAction = 'none';
    made.addEventListener('pointerdown', (event) => {
      if (event.button === 0) dragMan(event, drawing, (square) => on.put(man, square));
    });
    return made;
  }

  return {
    paint,
    /** Returns what a click on a square does. */
    tool: () => tool,
  };
}

/**
 * Lets a man of the palette follow the pointer until it is put down.
 * @param {PointerEvent} start
 * @param {SVGElement} drawing
 * @param {(square: string) => void} put
 */
function dragMan({ pointerId }, drawing, put) {
  const copy = /** @type {SVGElement} */ (drawing.cloneNode(true));
  Object.assign(copy.style, { position: 'fixed', pointerEvents: 'none', zIndex: '10' });
  const listeners = new AbortController();
  const { signal } = listeners;

  /** @param {PointerEvent} event */
  function follow(event) {
    if (event.pointerId !== pointerId) return;
    copy.style.left = `${event.clientX - MAN_SIZE / 2}px`;
    copy.style.top = `${event.clientY - MAN_SIZE / 2}px`;
    document.body.append(copy);
  }

  /** @param {PointerEvent} event */
  function end(event) {
    if (event.pointerId !== pointerId) return;
    listeners.abort();
    copy.remove();
    const square = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-square]')?.getAttribute('data-square');
    if (square && event.type === 'pointerup') put(square);
  }

  addEventListener('pointermove', follow, { signal });
  addEventListener('pointerup', end, { signal });
  addEventListener('pointercancel', end, { signal });
}

/**
 * Returns where the part of a text lies that a message of the engine names: a word or a group of the
 * board in quotation marks, and the letter of it that is meant; null if it names none.
 * @param {string} text
 * @param {string} message
 * @returns {[number, number] | null}
 */
export function offendingPart(text, message) {
  const word = /"([^"]+)"/.exec(message)?.[1] ?? '';
  const letter = /'([^']+)'/.exec(message)?.[1] ?? '';
  const at = word === '' ? -1 : ` ${text} `.replaceAll('/', ' ').indexOf(` ${word.replaceAll('/', ' ')} `);
  const inWord = at < 0 ? -1 : word.indexOf(letter);
  if (letter !== '' && inWord >= 0) return [at + inWord, at + inWord + letter.length];
  if (at >= 0) return [at, at + word.length];
  const alone = letter === '' ? -1 : text.indexOf(letter);
  return alone < 0 ? null : [alone, alone + letter.length];
}
