/**
 * Games and positions in and out: pasted, dropped on the page or chosen as a file; downloaded, copied or
 * shared as an address.
 *
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./conversation.js').Search} Search
 */
import { pictureOf } from './board-picture.js';
import { element } from './dom.js';
import { currentFacts, messageOf } from './game.js';
import { geometryOf } from './position.js';
import { parseGames, readGame, writeGame } from './sgn.js';
import { fromFragment, toFragment } from './share.js';
import { t } from './text.js';
import { mainLine, newTree, turnsTo } from './tree.js';
import { RefusedText, oneLine } from './words.js';

/** The largest file that is read, in bytes: the engine reads no larger game. */
const MAX_BYTES = 4 << 20;

/**
 * Builds the panel.
 * @param {HTMLElement} root the element below the panel's title
 * @param {Store} store
 * @param {Game} game
 * @param {{ drawing: SVGSVGElement }} board
 * @param {Search} search
 */
export function mountFiles(root, store, game, board, search) {
  /** @type {import('./sgn.js').FileGame[]} */
  let games = [];
  let language = '';
  const fields = element('div', { class: 'fields' });
  root.append(fields);
  const text = element('textarea', { rows: 3, spellcheck: 'false', 'data-field': 'import' });
  const list = element('select', { hidden: true, on: { change: () => openGame(Number(list.value)) } });
  const file = element('input', { type: 'file', accept: '.sgn,.pgn,.spn,.fen,.txt', hidden: true, on: { change: () => readFile(file.files?.[0]) } });

  function build() {
    language = document.documentElement.lang;
    const button = (/** @type {string} */ key, /** @type {() => void} */ click) =>
      element('button', { type: 'button', text: t(`files.${key}`), 'data-tool': key, on: { click } });
    text.setAttribute('placeholder', t('files.placeholder'));
    text.setAttribute('aria-label', t('files.placeholder'));
    list.setAttribute('aria-label', t('files.games'));
    fields.replaceChildren(
      text, file, list,
      element('div', { class: 'buttons' }, [button('import', () => open(text.value)), button('open', () => file.click())]),
      element('div', { class: 'buttons' }, [
        button('save', save), button('picture', () => download(pictureOf(board.drawing), 'svg', 'image/svg+xml')),
        button('copy-position', () => copy(currentFacts(store.get())?.position ?? '')),
        button('share', share),
      ]),
    );
  }

  /** Opens what a text holds: a game, or a position. @param {string} content */
  async function open(content) {
    const line = content.trim();
    if (line === '') return;
    try {
      if (!line.includes('\n') && line.split('/').length >= 8 && !line.startsWith('[')) await openPosition(oneLine(line));
      else {
        games = parseGames(content);
        list.replaceChildren(...games.map(({ tags }, index) => element('option', {
          value: index, text: `${index + 1}. ${tags.White ?? '?'} – ${tags.Black ?? '?'} ${tags.Result ?? ''}`,
        })));
        list.hidden = games.length < 2;
        await openGame(0);
      }
    } catch (error) {
      game.say({ key: 'files.unreadable', params: { message: messageOf(error) }, isError: true });
    }
  }

  /** @param {number} index */
  async function openGame(index) {
    const chosen = games[index];
    if (chosen === undefined) return;
    try {
      game.setTree(await readGame(chosen, game.rules, search.variants()));
      store.set({ view: 'analyse', sentence: { key: 'files.opened' } });
    } catch (error) {
      game.say({ key: 'files.unreadable', params: { message: messageOf(error) }, isError: true });
    }
  }

  /** Opens a position in the game on the board, or else in the first that it fits. @param {string} position */
  async function openPosition(position) {
    const { variant } = store.get().tree;
    const variants = [variant, ...search.variants().filter((other) => other !== variant)];
    const isChess = position.split(' ')[0]?.split('/').length === 8;
    const fitting = variants.filter((candidate) => (geometryOf(candidate).name === 'chess') === isChess);
    /** @type {unknown} */
    let firstError = null;
    for (const candidate of fitting) {
      try {
        await game.rules.facts({ variant: candidate, start: position, turns: [] });
        game.setTree(newTree(candidate, position));
        store.set({ view: 'analyse', sentence: { key: 'files.opened' } });
        return;
      } catch (error) {
        firstError ??= error;
      }
    }
    throw firstError;
  }

  /** @param {File | undefined} chosen */
  async function readFile(chosen) {
    if (chosen === undefined) return;
    if (chosen.size > MAX_BYTES) game.say({ key: 'files.too-large', isError: true });
    else await open(await chosen.text());
  }

  async function save() {
    const { tree } = store.get();
    try {
      download(await writeGame(tree, game.rules), geometryOf(tree.variant).name === 'chess' ? 'pgn' : 'sgn', 'text/plain');
    } catch (error) {
      game.say({ key: 'error.engine', params: { message: messageOf(error) }, isError: true });
    }
  }

  /** @param {string} content @param {string} extension @param {string} type */
  function download(content, extension, type) {
    const url = URL.createObjectURL(new Blob([content], { type }));
    element('a', { href: url, download: `batyr.${extension}` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  function share() {
    const { tree, at } = store.get();
    try {
      copy(`${location.origin}${location.pathname}#${toFragment(tree, at)}`);
    } catch (error) {
      if (!(error instanceof RefusedText)) throw error;
      game.say({ key: error.key, params: error.params, isError: true });
    }
  }

  /** @param {string} content */
  async function copy(content) {
    // Browsers allow the clipboard on secure pages alone; elsewhere the text can be copied by hand.
    text.value = content;
    text.select();
    await navigator.clipboard?.writeText(content).then(() => game.say({ key: 'files.copied' }), () => {});
  }

  /**
   * Opens the game of a fragment, if it holds one that the engine accepts.
   * @param {string} fragment
   * @param {unknown[]} refused the errors of other parts of the address, which are said together with one of the game
   */
  async function openFragment(fragment, refused = []) {
    try {
      const shared = fromFragment(fragment);
      if (shared === null) return;
      forget(fragment);
      const { tree, at } = shared;
      const turns = turnsTo(tree, mainLine(tree).at(-1) ?? 0);
      if (!isKnownVariant(tree.variant)) throw new RefusedText('variant', tree.variant);
      await game.rules.moves({ variant: tree.variant, start: tree.start, turns });
      game.setTree(tree, at);
      store.set({ view: 'analyse' });
    } catch (error) {
      forget(fragment);
      const message = [...refused, error].map(messageOf).join(' ');
      game.say({ key: refused.length > 0 ? 'error.address' : 'files.bad-link', params: { message }, isError: true });
    }
  }

  /** Takes a fragment out of the address, unless another has taken its place. @param {string} fragment */
  function forget(fragment) {
    if (location.hash.slice(1) === fragment) history.replaceState(null, '', location.pathname + location.search);
  }

  /** Returns whether the engine has a game, as far as its list has come. @param {string} variant */
  function isKnownVariant(variant) {
    const variants = search.variants();
    return variants.length === 0 || variants.includes(variant);
  }

  store.subscribe(() => language !== document.documentElement.lang && build());
  build();
  return { open, readFile, openFragment };
}
