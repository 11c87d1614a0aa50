/**
 * The worker: gets the module by its first message and lines by the others, and sends the engine's lines. An
 * engine that has crashed is the only thing that it sends which is not a line.
 *
 * Books are files beside the engine. The one of the game that is played is fetched when it is first asked for, or is to be
 * played from; lines that come meanwhile wait, and without a network the engine goes on without it.
 *
 * The threads of an engine are workers of the same script, whose first message says so.
 */
import { startEngine } from './engine.js';
import { runThread, startThreadedEngine } from './threads.js';

/** How long a book is waited for, in milliseconds. */
const BOOK_TIMEOUT = 10_000;

/** @type {ReturnType<typeof startEngine> | null} */
let engine = null;
/** The addresses of the books that have not been fetched, by the id of their game. @type {Record<string, string>} */
let books = {};
let variant = 'shatra';
let playsFromBook = false;
/** The lines that wait for a book; null while none is fetched. @type {string[] | null} */
let waiting = null;

/** Fetches the book of the game that is played, if there is one that has not been tried. */
async function fetchBook() {
  const url = books[variant];
  delete books[variant];
  try {
    const answer = await fetch(/** @type {string} */ (url), { signal: AbortSignal.timeout(BOOK_TIMEOUT) });
    if (answer.ok) engine?.addBook(new Uint8Array(await answer.arrayBuffer()));
  } catch {
    // There is no network: another attempt is made by the next engine.
  }
}

/** Returns whether a line needs the book. @param {string} line */
function needsBook(line) {
  const [, name = '', value = ''] = /^setoption name (.+?)(?: value (.+))?$/.exec(line) ?? [];
  if (name.toLowerCase() === 'uci_variant') variant = value;
  if (name.toLowerCase() === 'ownbook') playsFromBook = value === 'true';
  return (line === 'book' || (playsFromBook && line.startsWith('go'))) && books[variant] !== undefined;
}

/** @param {string} line */
async function send(line) {
  if (waiting !== null) {
    waiting.push(line);
    return;
  }
  if (needsBook(line)) {
    waiting = [];
    await fetchBook();
    const lines = [line, ...waiting];
    waiting = null;
    lines.forEach(send);
    return;
  }
  engine?.send(line);
}

addEventListener('message', ({ data }) => {
  if (typeof data === 'string') {
    send(data);
    return;
  }
  if (data.thread !== undefined) {
    runThread(data.thread, (message) => postMessage(message));
    return;
  }
  const onCrash = (/** @type {unknown} */ error) => postMessage({ crash: String(error) });
  books = data.books ?? {};
  try {
    const host = { onLine: (/** @type {string} */ line) => postMessage(line), onCrash };
    engine = data.threads > 0
      ? startThreadedEngine(data.module, host, data.threads, () => /** @type {any} */ (new Worker(location.href)))
      : startEngine(data.module, host, data.slices);
  } catch (error) {
    onCrash(error);
  }
});
