/**
 * Games and positions in and out: pasted, dropped on the page or chosen as a file; downloaded, copied or shared as
 * an address. The fields for it stand in the view of the games, the list of an opened file beside the board.
 *
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./conversation.js').Search} Search
 */
import { pictureOf, rasterOf } from './board-picture.js';
import { element } from './dom.js';
import { download } from './download.js';
import { currentFacts, messageOf } from './game.js';
import { UnreadableGame, gameOf, treeOf, writeGame } from './game-files.js';
import { icon } from './icons.js';
import { createGameList, unreadable } from './panel-game-list.js';
import { geometryOf } from './position.js';
import { fromFragment, toFragment } from './share.js';
import { language, t } from './text.js';
import { mainLine, newTree, turnsTo } from './tree.js';
import { RefusedText, oneLine } from './words.js';

/** The largest file that is read, in bytes. */
const MAX_BYTES = 64 << 20;
/** The largest file that may hold a position alone, in bytes. */
const MAX_POSITION = 1000;
/** The most characters of the players, and of the date, in the name of a file. */
const MAX_NAME = 80;
/** The longest text that a browser's own dialog shows whole, in characters. */
const MAX_PROMPT = 1500;

/**
 * Builds the fields.
 * @param {HTMLElement} root where games are opened
 * @param {HTMLElement} list where the games of a file are listed
 * @param {Store} store
 * @param {Game} game
 * @param {{ drawing: SVGSVGElement }} board
 * @param {Search} search
 * @param {import('./conversation.js').Annotator} annotator annotates the games of a file
 * @param {() => Promise<void>} keep keeps the game on the board in the library
 */
export function mountFiles(root, list, store, game, board, search, annotator, keep) {
  /** Ends the work on what was opened before, which may be slower. */
  let opening = new AbortController();
  let painted = '';
  const games = createGameList(store, game, annotator, whileUnchanged, keep);
  list.replaceChildren(games.root);

  const text = element('textarea', { rows: 2, spellcheck: 'false', 'data-field': 'import' });
  const file = element('input', { type: 'file', accept: '.sgn,.pgn,.spn,.fen,.txt', hidden: true, on: { change: () => readFile(file.files?.[0]) } });

  function build() {
    if (painted === language()) return;
    painted = language();
    const button = (/** @type {string} */ key, /** @type {string} */ name, /** @type {string | null} */ style, /** @type {() => void} */ click) =>
      element('button', { type: 'button', class: style, 'data-tool': key, on: { click } }, [icon(name), element('span', { text: t(`files.${key}`) })]);
    text.setAttribute('placeholder', t('files.placeholder'));
    text.setAttribute('aria-label', t('files.placeholder'));
    const paste = element('details', { class: 'paste' }, [
      element('summary', { 'data-tool': 'paste' }, [icon('set-up'), element('span', { text: t('files.paste') })]),
      element('div', { class: 'paste-fields' }, [text, button('import', 'next', null, () => open(text.value))]),
    ]);
    root.replaceChildren(button('open', 'file', null, () => file.click()), paste, file);
  }

  /** What is done with the game on the board, by the names of the actions. @type {Record<string, () => unknown>} */
  const actions = {
    save, share,
    picture: () => download(pictureOf(board.drawing), nameOf(store.get().tree), 'svg', 'image/svg+xml'),
    'picture-png': async () => download(await rasterOf(board.drawing), nameOf(store.get().tree), 'png', 'image/png'),
    'copy-position': () => copy(currentFacts(store.get())?.position ?? ''),
  };

  /** Opens what a text holds: a game, or a position. @param {string} content @param {Uint8Array<ArrayBuffer>} [bytes] the text as it came */
  async function open(content, bytes = new TextEncoder().encode(content)) {
    const line = content.trim();
    if (line === '') return game.say({ key: 'unread.none', isError: true });
    if (!line.includes('\n') && line.split('/').length >= 8 && !line.startsWith('[')) await whileUnchanged(() => openPosition(oneLine(line)));
    else await games.open(bytes);
  }

  /**
   * Does what takes time, and then what changes the board, unless something else has been opened or begun in
   * the meantime.
   * @param {(signal: AbortSignal) => Promise<() => void>} task
   */
  async function whileUnchanged(task) {
    opening.abort();
    opening = new AbortController();
    const { signal } = opening;
    const generation = game.generation();
    const { tree } = store.get();
    const isBoardUnchanged = () => game.generation() === generation && store.get().tree.nodes.length === tree.nodes.length;
    try {
      const finish = await task(signal);
      if (signal.aborted) return;
      if (isBoardUnchanged()) finish();
      else game.say({ key: 'files.late', isError: true });
    } catch (error) {
      if (signal.aborted) return;
      game.say(error instanceof UnreadableGame ? unreadable(error) : { key: 'files.unreadable', params: { message: messageOf(error) }, isError: true });
    }
  }

  /**
   * Reads a position in the game on the board, or else in the first that it fits.
   * @param {string} position
   * @returns {Promise<() => void>}
   */
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
        return () => {
          game.setTree(newTree(candidate, position));
          store.set({ view: 'analyse', sentence: { key: 'files.opened' } });
        };
      } catch (error) {
        firstError ??= error;
      }
    }
    throw firstError;
  }

  /** @param {File | undefined} chosen */
  async function readFile(chosen) {
    if (chosen === undefined) return;
    // The same file may be chosen again.
    file.value = '';
    if (chosen.size > MAX_BYTES) game.say({ key: 'files.too-large', isError: true });
    else {
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      // A position has no other form than text.
      if (bytes.length < MAX_POSITION) await open(new TextDecoder().decode(bytes), bytes);
      else await games.open(bytes);
    }
  }

  async function save() {
    const { tree } = store.get();
    try {
      download(await writeGame(game.rules, tree), nameOf(tree), extensionOf(tree), 'text/plain');
    } catch (error) {
      game.say({ key: 'error.engine', params: { message: messageOf(error) }, isError: true });
    }
  }

  /** Copies the address of the page with a fragment. @param {string} fragment */
  function copyLink(fragment) {
    const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
    const said = location.protocol === 'file:' ? 'files.copied-file' : isHere ? 'files.copied-here' : 'files.copied';
    return copy(`${location.href.replace(/[?#].*$/, '')}#${fragment}`, said);
  }

  async function share() {
    const { tree, at } = store.get();
    try {
      copyLink(await toFragment(tree, at, gameOf));
    } catch (error) {
      if (!(error instanceof RefusedText)) throw error;
      game.say({ key: error.key, params: error.params, isError: true });
    }
  }

  /** @param {string} content @param {string} [said] */
  async function copy(content, said = 'files.copied') {
    // Browsers allow the clipboard on secure pages alone; elsewhere the text can be copied by hand.
    const isCopied = await navigator.clipboard?.writeText(content).then(() => true, () => false) ?? false;
    if (isCopied) return game.say({ key: said });
    if (content.length <= MAX_PROMPT) return void prompt(t('files.copy-this'), content);
    store.set({ view: 'games', sentence: { key: 'files.copy-by-hand' } });
    text.value = content;
    text.closest('details')?.setAttribute('open', '');
    setTimeout(() => text.select());
  }

  /**
   * Opens the game of a fragment, if it holds one that the engine accepts.
   * @param {string} fragment
   * @param {unknown[]} refused the errors of other parts of the address, which are said together with one of the game
   */
  async function openFragment(fragment, refused = []) {
    try {
      const shared = await fromFragment(fragment);
      if (shared === null) return;
      forget(fragment);
      const { tree, at } = 'json' in shared ? await fromPacked(shared) : shared;
      const turns = turnsTo(tree, mainLine(tree).at(-1) ?? 0);
      await search.ready();
      if (!search.variants().includes(tree.variant)) throw new RefusedText('variant', tree.variant);
      await game.rules.moves({ variant: tree.variant, start: tree.start, turns });
      game.setTree(tree, at);
      store.set({ view: 'analyse' });
    } catch (error) {
      forget(fragment);
      const message = [...refused, error].map(messageOf).join(' ');
      game.say({ key: refused.length > 0 ? 'error.address' : 'files.bad-link', params: { message }, isError: true });
    }
  }

  /** Returns the game of a packed link, once the engine has accepted it. @param {{ json: any, places: number[] }} shared */
  async function fromPacked({ json, places }) {
    // The engine refuses whatever is not a game of legal turns.
    await game.rules.file('writegame', json);
    const tree = treeOf(json);
    return { tree, at: places.reduce((id, place) => tree.nodes[id]?.children[place] ?? id, 0) };
  }

  /** Takes a fragment out of the address, unless another has taken its place. @param {string} fragment */
  function forget(fragment) {
    if (location.hash.slice(1) === fragment) history.replaceState(null, '', location.pathname + location.search);
  }

  store.subscribe(build);
  build();
  return { open, readFile, openFragment, copyLink, act: (/** @type {string} */ name) => actions[name]?.() };
}

/** @param {import('./types.js').Tree} tree */
const extensionOf = ({ variant }) => (geometryOf(variant).name === 'chess' ? 'pgn' : 'sgn');

/**
 * Returns the name of a game's file: its players and its date, as far as they are known.
 * @param {import('./types.js').Tree} tree
 */
function nameOf({ tags }) {
  const known = (/** @type {string | undefined} */ value) => (value === undefined || value.startsWith('?') ? '' : value);
  const players = [tags.White, tags.Black].map(known).filter((name) => name !== '').join(' - ');
  const parts = [players, known(tags.Date).replaceAll('.', '-')].filter((part) => part !== '');
  const name = parts.map((part) => part.replace(/[^\p{L}\p{N}._-]+/gu, ' ').trim().slice(0, MAX_NAME)).join(' ').trim();
  return name === '' ? 'batyr' : name;
}
