/**
 * The list of the games that the browser keeps: found by their players, dates and results, opened, deleted and
 * put back, saved all in one file.
 *
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./library.js').KeptGame} KeptGame
 * @typedef {ReturnType<typeof import('./library.js').createLibrary>} Library
 */
import { element } from './dom.js';
import { download } from './download.js';
import { messageOf } from './game.js';
import { treeOf, writeGame } from './game-files.js';
import { geometryOf } from './position.js';
import { t } from './text.js';
import { fromJson } from './tree.js';

/**
 * @param {HTMLElement} root
 * @param {Store} store
 * @param {Game} game
 * @param {Library} library
 * @param {{ flush: () => Promise<void> }} keeper
 */
export function mountLibrary(root, store, game, library, keeper) {
  /** @type {KeptGame[]} */
  let games = [];
  /** The game that was deleted last. @type {KeptGame | null} */
  let deleted = null;
  let language = '';
  const search = element('input', { type: 'search', on: { input: () => paint() } });
  const list = element('ul', { class: 'library' });
  const buttons = element('div', { class: 'buttons' });
  root.append(search, list, buttons);

  /** @param {string} key @param {() => void} click */
  const button = (key, click) => element('button', { type: 'button', text: t(`library.${key}`), 'data-tool': `library-${key}`, on: { click } });

  /** Says an error of the database or the engine. @param {() => Promise<void>} task */
  async function attempt(task) {
    try {
      await task();
    } catch (error) {
      game.say({ key: 'library.failed', params: { message: messageOf(error) }, isError: true });
    }
  }

  const refresh = () => attempt(async () => {
    await keeper.flush();
    games = await library.all();
    paint();
  });

  /** @param {KeptGame} kept */
  const open = ({ id }) => attempt(async () => {
    await keeper.flush();
    const tree = await library.get(id);
    if (tree === null) return void refresh();
    game.setTree(tree);
    store.set({ view: 'analyse', sentence: { key: 'files.opened' } });
  });

  /** @param {KeptGame} kept */
  const remove = ({ id }) => attempt(async () => {
    deleted = (await library.remove(id)) ?? null;
    await refresh();
  });

  const putBack = () => attempt(async () => {
    if (deleted !== null) await library.putBack(deleted);
    deleted = null;
    await refresh();
  });

  const saveAll = () => attempt(async () => {
    const texts = { shatra: '', chess: '' };
    for (const kept of games) {
      const tree = fromJson(kept.tree);
      if (tree !== null) texts[geometryOf(tree.variant).name] += await writeGame(game.rules, tree);
    }
    if (texts.shatra !== '') download(texts.shatra, 'batyr-games', 'sgn', 'text/plain');
    if (texts.chess !== '') download(texts.chess, 'batyr-games', 'pgn', 'text/plain');
  });

  function paint() {
    const words = search.value.toLowerCase().split(/\s+/);
    const found = games.filter((kept) => words.every((word) => titleOf(kept).toLowerCase().includes(word)));
    list.replaceChildren(...found.map((kept) => element('li', {}, [
      element('button', { type: 'button', class: 'kept', 'data-kept': kept.id, text: titleOf(kept), on: { click: () => open(kept) } }),
      element('button', {
        type: 'button', text: '×', 'aria-label': t('library.delete', { game: titleOf(kept) }), 'data-delete': kept.id, on: { click: () => remove(kept) },
      }),
    ])));
    if (found.length === 0) list.replaceChildren(element('li', { text: t(games.length === 0 ? 'library.empty' : 'library.none') }));
    buttons.replaceChildren(
      ...(games.length > 0 ? [button('save-all', saveAll)] : []),
      ...(deleted === null ? [] : [button('undo', putBack)]),
    );
  }

  function translate() {
    if (language === document.documentElement.lang) return;
    language = document.documentElement.lang;
    search.setAttribute('placeholder', t('library.search'));
    search.setAttribute('aria-label', t('library.search'));
    paint();
  }

  store.subscribe(translate);
  translate();
  return { refresh };
}

/** Returns what the list says of a game: players, result, date and length. @param {KeptGame} kept */
function titleOf({ tree, changed, turns }) {
  const name = (/** @type {string | undefined} */ value) => `\u2068${value ?? '?'}\u2069`;
  const { tags, result, variant } = tree;
  const date = tags.Date?.startsWith('?') === false ? tags.Date : new Intl.DateTimeFormat(document.documentElement.lang).format(changed);
  return `${name(tags.White)} – ${name(tags.Black)} ${result}, ${date}, ${t(`variant.${variant}`)}, ${t('library.turns', { count: turns })}`;
}
