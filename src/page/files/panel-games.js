/**
 * The view of the games that the browser keeps: each with its last position, found by players, dates and results,
 * opened, played on, deleted and put back, saved all in one file. Only what is in sight is drawn.
 *
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./library.js').KeptGame} KeptGame
 * @typedef {import('./types.js').Tree} Tree
 * @typedef {ReturnType<typeof import('./library.js').createLibrary>} Library
 */
import { MARKS } from './annotate.js';
import { element } from './dom.js';
import { download } from './download.js';
import { messageOf } from './game.js';
import { writeGame } from './game-files.js';
import { horns, icon } from './icons.js';
import { resultText } from './message.js';
import { matchOf } from './own-game.js';
import { geometryOf, parsePlacement } from './position.js';
import { smallBoard } from './small-board.js';
import { language, t } from './text.js';
import { fromJson, mainLine, turnsTo } from './tree.js';

/** What the games can be narrowed down to. @type {Record<string, (kept: KeptGame) => boolean>} */
const FILTERS = {
  all: () => true,
  open: ({ tree }) => tree.result === '*',
  ended: ({ tree }) => tree.result !== '*',
  marked: ({ tree }) => tree.nodes.some((/** @type {{ glyph: string }} */ node) => node.glyph !== ''),
};

/**
 * Builds the view.
 * @param {{ list: HTMLElement, search: HTMLInputElement, filters: HTMLElement, buttons: HTMLElement }} places
 * @param {Store} store
 * @param {Game} game
 * @param {Library} library
 * @param {{ flush: () => Promise<void> }} keeper
 */
export function mountGames({ list, search, filters, buttons }, store, game, library, keeper) {
  /** @type {KeptGame[]} */
  let games = [];
  /** The game that was deleted last. @type {KeptGame | null} */
  let deleted = null;
  let filter = 'all';
  let painted = '';
  /** The positions that the engine has told of games that were kept without one. @type {Map<string, string>} */
  const positions = new Map();
  let asking = Promise.resolve();
  const toast = element('div', { class: 'toast', role: 'status', hidden: true });
  document.body.append(toast);

  /** Draws the position of a game when it comes into sight. */
  const sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      sight.unobserve(target);
      draw(/** @type {HTMLElement} */ (target));
    }
  }, { rootMargin: '200px' });

  search.addEventListener('input', paint);

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
    const { tree: own, match: played } = store.get();
    // The game that is being played goes on, its clocks too.
    if (own.id === id && played !== null && !played.over) {
      store.set({ view: 'play', sentence: null });
      return game.goTo(played.tip);
    }
    const kept = await library.get(id);
    if (kept === null) return void refresh();
    const { tree } = kept;
    const match = matchOf(kept.match, tree);
    hideToast();
    if (match === null) {
      // What was not finished goes on where it ends.
      game.setTree(tree, tree.result === '*' ? mainLine(tree).at(-1) : 0);
      return store.set({ view: 'analyse', sentence: { key: 'files.opened' } });
    }
    game.setTree(tree, match.tip);
    const isBlack = match.players.black.kind === 'person' && match.players.white.kind === 'engine';
    store.set({ view: 'play', match, bottom: isBlack ? 'black' : 'white' });
  });

  /** @param {KeptGame} kept */
  const remove = ({ id }) => attempt(async () => {
    deleted = (await library.remove(id)) ?? null;
    await refresh();
    toast.replaceChildren(
      element('span', { text: t('library.deleted') }), element('button', { type: 'button', text: t('library.undo'), 'data-tool': 'library-undo', on: { click: putBack } }),
    );
    toast.hidden = false;
  });

  const putBack = () => attempt(async () => {
    if (deleted !== null) await library.putBack(deleted);
    hideToast();
    await refresh();
  });

  function hideToast() {
    deleted = null;
    toast.hidden = true;
  }

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
    const found = games.filter((kept) => FILTERS[filter]?.(kept) && words.every((word) => titleOf(kept).toLowerCase().includes(word)));
    list.replaceChildren(...found.map(row));
    if (found.length === 0) list.replaceChildren(element('li', { class: 'empty' }, [horns(), t(games.length === 0 ? 'library.empty' : 'library.none')]));
    filters.replaceChildren(...Object.keys(FILTERS).map((name) => element('button', {
      type: 'button', class: 'filter', text: t(`library.filter.${name}`), 'aria-pressed': String(name === filter), 'data-filter': name,
      on: { click() { filter = name; paint(); } },
    })));
    filters.hidden = games.length < 2;
    buttons.replaceChildren(...(games.length > 0 ? [element('button', { type: 'button', class: 'link', text: t('library.save-all'), 'data-tool': 'library-save-all', on: { click: saveAll } })] : []));
  }

  /** @param {KeptGame} kept */
  function row(kept) {
    const { tree, turns } = kept;
    const isOpen = tree.result === '*';
    const board = element('span', { class: 'kept-board', 'data-board': kept.id });
    sight.observe(board);
    const name = (/** @type {'White' | 'Black'} */ tag) => element('span', { class: 'kept-name' }, [
      element('span', { class: `chip ${tag.toLowerCase()}` }), element('span', { text: tree.tags[tag] ?? t(`side.${tag.toLowerCase()}`) }),
    ]);
    const marks = MARKS.map((sign) => [sign, tree.nodes.filter((/** @type {{ glyph: string }} */ node) => node.glyph === sign).length]).filter(([, count]) => count !== 0);
    return element('li', { class: 'kept-row' }, [
      element('button', { type: 'button', class: 'kept', 'data-kept': kept.id, 'aria-label': titleOf(kept), on: { click: () => open(kept) } }, [
        board,
        element('span', { class: 'kept-names' }, [name('White'), name('Black')]),
        element('span', { class: 'kept-result' }, [
          element('strong', { class: isOpen ? 'kept-continue' : '', text: isOpen ? t('library.continue') : resultText(tree.result) }),
          element('span', { class: 'note', 'data-side': isOpen ? '' : null, text: isOpen || tree.ending === '' ? '' : t(`result.${tree.ending}`) }),
        ]),
        element('span', { class: 'kept-facts' }, [
          element('span', { text: t(`variant.${tree.variant}`) }),
          element('span', { class: 'note', text: `${dateOf(kept)}, ${t('library.turns', { count: turns })}` }),
          element('span', { class: 'kept-marks' }, marks.map(([sign, count]) => element('span', { 'data-sign': String(sign), text: `${count} ${sign}` }))),
        ]),
      ]),
      element('button', {
        type: 'button', class: 'icon-button sign', 'aria-label': t('library.delete', { game: titleOf(kept) }), title: t('library.delete-word'), 'data-delete': kept.id, on: { click: () => remove(kept) },
      }, [icon('cross')]),
    ]);
  }

  /** Draws the last position of a game and says whose turn it is; the position is what the engine is asked for if it is not known. @param {HTMLElement} place */
  function draw(place) {
    const kept = games.find(({ id }) => id === place.dataset.board);
    if (kept === undefined) return;
    const show = (/** @type {string} */ position) => {
      const { variant } = kept.tree;
      const placement = parsePlacement(position, geometryOf(variant));
      place.replaceChildren(smallBoard(variant, placement, { men: store.get().settings.men }));
      const toMove = place.parentElement?.querySelector('[data-side]');
      if (toMove) toMove.textContent = t(`message.to-move.${placement.side}`);
    };
    const key = `${kept.id} ${kept.revision}`;
    const position = kept.position ?? positions.get(key);
    if (position !== undefined) return show(position);
    asking = asking.then(async () => {
      const tree = fromJson(kept.tree);
      if (tree === null) return;
      const facts = await game.rules.facts({ variant: tree.variant, start: tree.start, turns: turnsTo(tree, mainLine(tree).at(-1) ?? 0) }).catch(() => null);
      if (facts === null) return;
      positions.set(key, facts.position);
      show(facts.position);
    });
  }

  function translate() {
    if (painted === language()) return;
    painted = language();
    paint();
  }

  store.subscribe((state, previous) => {
    translate();
    if (state.view === 'games' && previous.view !== 'games') refresh();
    if (state.view !== 'games') hideToast();
  });
  translate();
  return { refresh };
}

/** @param {KeptGame} kept */
function dateOf({ tree, changed }) {
  const [year, month, day] = (tree.tags.Date ?? '').split('.').map(Number);
  const date = year && month && day ? new Date(year, month - 1, day) : new Date(changed);
  return new Intl.DateTimeFormat(language() === 'en' ? 'en' : 'ru', { day: 'numeric', month: 'short', year: 'numeric' }).format(date);
}

/** Returns what is said of a game: players, result, date and length. @param {KeptGame} kept */
function titleOf(kept) {
  const name = (/** @type {string | undefined} */ value) => `\u2068${value ?? '?'}\u2069`;
  const { tags, result, variant } = kept.tree;
  return `${name(tags.White)} – ${name(tags.Black)} ${result}, ${tags.Date ?? ''} ${dateOf(kept)}, ${t(`variant.${variant}`)}, ${t('library.turns', { count: kept.turns })}`;
}
