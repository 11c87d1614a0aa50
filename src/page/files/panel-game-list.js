/**
 * The games of a file that was opened: their list, the one that was put on the board, the whole file annotated
 * and saved with what has changed.
 *
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./conversation.js').Annotator} Annotator
 * @typedef {import('./game-files.js').Fault} Fault
 * @typedef {import('./game-files.js').GameFile} GameFile
 * @typedef {import('./game-files.js').GameWithFaults} GameWithFaults
 * @typedef {import('./types.js').Sentence} Sentence
 *
 * A file, and the games of it that are not as it has them any more, by their places.
 * @typedef {{ file: GameFile, changed: Map<number, GameWithFaults> }} Opened
 *
 * The game of the file that was put on the board, as it was then; its name, and that of the game on the board.
 * @typedef {{ index: number, read: GameWithFaults, id: string, generation: number }} Shown
 */
import { element } from './dom.js';
import { download } from './download.js';
import { withGames } from './file-bytes.js';
import { messageOf } from './game.js';
import { UnreadableGame, listGames, openGame, writeGame } from './game-files.js';
import { ownGame } from './own-game.js';
import { geometryOf } from './position.js';
import { language, t } from './text.js';
import { mainLine } from './tree.js';
import { isSameWork } from './work.js';

/** The faults that leave nothing of a game out. */
const HARMLESS = ['encoding', 'backslash'];
/** The faults of games that can't be read, as far as people meet them. */
const EXPLAINED = ['turn', 'position', 'variant', 'token', 'not-text', 'too-long'];

/**
 * Creates the list.
 * @param {Store} store
 * @param {Game} game
 * @param {Annotator} annotator
 * @param {(task: (signal: AbortSignal) => Promise<() => void>) => Promise<void>} whileUnchanged does what takes time, and
 *   then what changes the board
 * @param {() => Promise<void>} keep keeps the game on the board in the library
 */
export function createGameList(store, game, annotator, whileUnchanged, keep) {
  /** @type {Opened | null} */
  let opened = null;
  /** @type {Shown | null} */
  let shown = null;
  /** The annotation of all games, while it goes on. @type {AbortController | null} */
  let annotating = null;
  let painted = '';
  const list = element('select', { on: { change: () => openListed(Number(list.value)) } });
  const annotate = element('button', { type: 'button', 'data-tool': 'annotate-file', on: { click: annotateFile } });
  const save = element('button', { type: 'button', 'data-tool': 'save-file', on: { click: saveFile } });
  const root = element('div', { class: 'file-games', hidden: true }, [list, annotate, save]);

  function translate() {
    if (painted === language()) return;
    painted = language();
    list.setAttribute('aria-label', t('files.games'));
    annotate.textContent = t('files.annotate');
    save.textContent = t('files.save-file');
  }

  /** Lists the games of a file, and puts the first on the board. @param {Uint8Array<ArrayBuffer>} bytes */
  async function open(bytes) {
    await whileUnchanged(async (signal) => {
      const file = await listGames(game.rules, bytes, signal, (done) => game.say({ key: 'files.reading', params: { percent: Math.round(100 * done) } }));
      if (file.games.length === 0) return () => game.say({ key: 'unread.none', isError: true });
      // A first game that can't be read does not keep the others away.
      const first = await openGame(game.rules, file, 0).catch((error) => {
        if (file.games.length === 1 || !(error instanceof UnreadableGame)) throw error;
        return error;
      });
      return () => {
        annotating?.abort();
        opened = { file, changed: new Map() };
        shown = null;
        list.replaceChildren(...file.games.map(({ tags, result }, index) => element('option', {
          value: index, text: `${index + 1}. ${isolated(tags.White)} – ${isolated(tags.Black)} ${result}`,
        })));
        root.hidden = file.games.length < 2;
        if (first instanceof UnreadableGame) game.say(unreadable(first));
        else show(first, 0);
      };
    });
  }

  /** Opens a game of the file. @param {number} index */
  async function openListed(index) {
    const from = opened;
    if (from === null) return;
    await keep();
    follow();
    await whileUnchanged(async () => {
      const read = await readGame(from, index);
      // It may have been annotated meanwhile.
      return () => show(from.changed.get(index) ?? read, index);
    });
  }

  /** Reads a game of a file, as it is now. @param {Opened} from @param {number} index @returns {Promise<GameWithFaults>} */
  const readGame = async ({ file, changed }, index) => changed.get(index) ?? openGame(game.rules, file, index);

  /** Puts a game of the file on the board, and says what could not be read of it. @param {GameWithFaults} read @param {number} index */
  function show(read, index) {
    list.value = String(index);
    // The choice tells what was asked for, this what is on the board.
    list.dataset.shown = String(index);
    game.setTree({ ...read.tree, isOfFile: (opened?.file.games.length ?? 0) > 1 });
    shown = { index, read, id: read.tree.id, generation: game.generation() };
    store.set({ view: 'analyse', sentence: read.faults.length === 0 ? { key: 'files.opened' } : sentenceOf(read.faults) });
  }

  /** Returns the game of the file that is on the board, or waits while a lesson is there. */
  function onBoard() {
    const { id } = ownGame(store.get()).tree;
    if (shown === null || (shown.generation !== game.generation() && shown.id !== id)) return null;
    // Either may change alone: a lesson gives the game back, and the library may rename it.
    shown = { ...shown, id, generation: game.generation() };
    return shown;
  }

  /** Notes what is changed on the board. */
  function follow() {
    const now = onBoard();
    if (now === null || opened === null) return;
    const { tree } = ownGame(store.get());
    const { index, read } = now;
    if (opened.changed.has(index) || !isSameWork(read.tree, tree)) opened.changed.set(index, { tree, faults: read.faults });
  }

  /** Saves the file with the games that have been changed. */
  async function saveFile() {
    follow();
    if (opened !== null) await sendWhole(opened, 'files.saved');
  }

  /** Lets the browser save a file with the games that have been changed, and says so. @param {Opened} from @param {string} key @param {Record<string, number>} [params] */
  async function sendWhole({ file, changed }, key, params = {}) {
    /** @type {Map<number, string>} */
    const texts = new Map();
    let refused = '';
    for (const [index, { tree }] of [...changed]) {
      // One game that the engine does not write stays as the file has it.
      const text = await writeGame(game.rules, tree).catch((error) => {
        refused = t('files.not-written', { game: index + 1, message: messageOf(error) });
        return null;
      });
      if (text !== null) texts.set(index, text);
    }
    const { blob, encoding } = withGames(file, texts);
    const { variant } = [...changed.values()][0]?.tree ?? shown?.read.tree ?? store.get().tree;
    download(blob, 'games', geometryOf(variant).name === 'chess' ? 'pgn' : 'sgn', 'text/plain');
    const recoded = encoding === file.encoding ? '' : t('files.saved-as-utf8', { encoding: file.encoding });
    game.say({ key, params: { ...params, more: [recoded, refused].filter((text) => text !== '').join(' ') }, isError: refused !== '' });
  }

  /** Annotates all games of the file and saves it, or ends that: then it is saved with the games that have been annotated. */
  async function annotateFile() {
    if (annotating !== null) return annotating.abort();
    const from = opened;
    if (from === null) return;
    const own = new AbortController();
    annotating = own;
    const all = from.file.games.length;
    let count = 0;
    for (let index = 0; index < all && !own.signal.aborted; index += 1) {
      // One game that the engine refuses does not cost the others their annotation.
      if (await annotateListed(from, index, own.signal).catch(() => false)) count += 1;
    }
    annotating = null;
    annotate.textContent = t('files.annotate');
    if (count > 0) await sendWhole(from, 'files.annotated', { count, games: all });
    else if (opened === from) game.say({ key: 'files.annotated-none' });
  }

  /**
   * Annotates a game of a file, also on the board if it is there. Returns false if that was stopped, or if the file
   * would lose what could not be read of the game.
   * @param {Opened} from
   * @param {number} index
   * @param {AbortSignal} signal
   */
  async function annotateListed(from, index, signal) {
    const { annotate: annotateGame } = await import('./annotate.js');
    const read = await readGame(from, index);
    const isWhole = read.faults.every(({ word }) => HARMLESS.includes(word));
    if (signal.aborted || !isWhole || mainLine(read.tree).length === 0) return false;
    const { answer, stop } = annotateGame(annotator, read.tree, ({ done, all }) => {
      const games = from.file.games.length;
      annotate.textContent = t('files.annotating', { game: index + 1, games, percent: Math.round((100 * (index + done / all)) / games) });
    });
    signal.addEventListener('abort', stop, { once: true });
    const add = await answer.finally(() => signal.removeEventListener('abort', stop));
    if (add === null) return false;
    // What a person has done meanwhile stays.
    const isOnBoard = opened === from && onBoard()?.index === index;
    if (isOnBoard) game.editOwn(add);
    const tree = isOnBoard ? ownGame(store.get()).tree : add((from.changed.get(index) ?? read).tree);
    from.changed.set(index, { tree, faults: read.faults });
    return true;
  }

  store.subscribe(translate);
  store.subscribe(follow);
  translate();
  return { root, open };
}

/** Returns the sentence about what was left out of a game. @param {Fault[]} faults @returns {Sentence} */
function sentenceOf([fault, ...others]) {
  const { word = '', line = 0, column = 0, found = '' } = fault ?? {};
  const more = others.length === 0 ? '' : t('fault.more', { count: others.length });
  return { key: `fault.${word}`, params: { line, column, found: isolated(found), more }, isError: !HARMLESS.includes(word) };
}

/** Returns the sentence about a game that can't be read. @param {UnreadableGame} game @returns {Sentence} */
export function unreadable({ fault: { word, line, column, found = '' } }) {
  // Every turn names a square: a text without a digit is none.
  const isOther = word === 'turn' && !/\d|^O-O/.test(found);
  const key = isOther ? 'no-game' : EXPLAINED.includes(word) ? word : 'other';
  return { key: `unread.${key}`, params: { line, column, found: isolated(found) }, isError: true };
}

/** Returns a name for display whose direction does not change what is around it. @param {string | undefined} name */
const isolated = (name) => `\u2068${name ?? '?'}\u2069`;
