/**
 * The element `<batyr-board>`: the board of the page (`src/page/files`) in a shadow tree. What it shows lives while it is in a
 * document (`board-model.js`). Styles are adopted sheets, so a policy that forbids inline styles holds.
 *
 * @typedef {import('../types/index.js').Game} Game
 */
import { useFigures } from '../../../src/page/files/board-drawing.js';
import { useCatalogs } from '../../../src/page/files/text.js';
import { figures, style, texts } from './assets.js';
import { createModel } from './board-model.js';
import { BatyrError } from './error.js';

const ATTRIBUTES = /** @type {const} */ (['variant', 'spn', 'sgn', 'orientation', 'playable', 'analysis', 'theme']);

/** Programs that make pages on a server have no elements. */
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** The styles of all boards, made when the first one is. @type {CSSStyleSheet | null} */
let sheet = null;

/** Prepares what all boards share: their language is that of the document. */
function prepare() {
  if (sheet !== null) return sheet;
  useFigures(figures);
  const language = document.documentElement.lang.toLowerCase().split('-')[0] ?? '';
  const chosen = Object.hasOwn(texts, language) ? language : 'en';
  useCatalogs(chosen, texts[chosen] ?? []);
  sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  return sheet;
}

export class BatyrBoard extends Base {
  static observedAttributes = [...ATTRIBUTES];
  /** @type {ReturnType<typeof createModel> | null} */
  #model = null;
  /**
   * The game of an element that was taken out of its document, and the turns on the board, until it is on a board again: the
   * element may be moved once more before that.
   * @type {{ game: Game, ply: number } | null}
   */
  #kept = null;
  #root = /** @type {ShadowRoot} */ (/** @type {unknown} */ (null));
  /** @type {Promise<void>} */
  #ready = Promise.resolve();
  #isLoading = false;
  /** Whether the attributes name a game that is not on the board yet. */
  #isChanged = true;
  /** Counts what was wanted: what is set last is on the board. */
  #wishes = 0;

  connectedCallback() {
    this.#root ??= this.attachShadow({ mode: 'open' });
    this.#root.adoptedStyleSheets = [prepare()];
    this.#model = createModel(this, this.#root);
    this.#load();
  }

  disconnectedCallback() {
    if (!this.#isChanged) this.#kept = this.#model?.whole() ?? this.#kept;
    this.#isChanged = this.#kept === null;
    this.#model?.leave();
    this.#model = null;
  }

  /** @param {string} name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(name, before, after) {
    if (before === after) return;
    if (name === 'variant' || name === 'spn' || name === 'sgn') {
      this.#want(true);
      this.#load();
    } else this.#model?.changed(name);
  }

  /** Forgets what was wanted before. @param {boolean} isChanged whether the attributes are wanted */
  #want(isChanged) {
    this.#wishes += 1;
    this.#isChanged = isChanged;
    this.#kept = null;
  }

  /** Loads what the attributes say, once for all that change together, or the game of the element before it was moved. */
  #load() {
    const model = this.#model;
    if (model === null || this.#isLoading) return;
    this.#isLoading = true;
    this.#ready = Promise.resolve().then(() => this.#fill());
    this.#ready.catch(() => {});
  }

  async #fill() {
    this.#isLoading = false;
    const [own, kept, wishes] = [this.#model, this.#kept, this.#wishes];
    const isWanted = () => own === this.#model && wishes === this.#wishes;
    // A script may have set a game since.
    if (own === null || (kept === null && !this.#isChanged)) return;
    try {
      await own.load(kept, isWanted);
    } finally {
      if (isWanted()) this.#want(false);
    }
  }

  /** @returns {ReturnType<typeof createModel>} */
  #own() {
    if (this.#model === null) throw new BatyrError('the board is in no document');
    return this.#model;
  }

  get ready() { return this.#ready; }
  get game() { return this.#own().gameAt(); }
  set game(/** @type {any} */ game) {
    this.#own().setGame(game);
    this.#want(false);
  }
  get state() { return this.#model?.state() ?? null; }
  /** @param {string} turn */
  play(turn) { this.#own().play(turn); }
  undo() { return this.#own().undo(); }
  /** @param {number} ply */
  goTo(ply) { this.#own().goTo(ply); }
  flip() { this.orientation = this.orientation.includes('black') ? this.orientation.replace('black', 'white') : `${this.orientation.replace('white', '')} black`.trim(); }

  get variant() { return this.getAttribute('variant') ?? 'shatra'; }
  set variant(value) { this.setAttribute('variant', value); }
  get orientation() { return this.getAttribute('orientation') ?? 'white'; }
  set orientation(value) { this.setAttribute('orientation', value); }
  get spn() { return this.getAttribute('spn'); }
  set spn(value) { this.#set('spn', value); }
  get sgn() { return this.getAttribute('sgn'); }
  set sgn(value) { this.#set('sgn', value); }
  get playable() { return this.getAttribute('playable'); }
  set playable(value) { this.#set('playable', value); }
  get analysis() { return this.getAttribute('analysis'); }
  set analysis(value) { this.#set('analysis', value); }
  get theme() { return this.getAttribute('theme'); }
  set theme(value) { this.#set('theme', value); }

  /** @param {string} name @param {string | null} value */
  #set(name, value) {
    if (value === null) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }
}

globalThis.customElements?.define('batyr-board', BatyrBoard);
