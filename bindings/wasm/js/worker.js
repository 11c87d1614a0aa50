/**
 * The worker: gets the module by its first message and lines by the others, and sends the engine's lines. An
 * engine that has crashed is the only thing that it sends which is not a line.
 *
 * Networks, endgame tables and books are files beside the engine, or sections of the module. The engine says which of the
 * first two it wants, and its search waits for them: without its network a search is worth nothing, so the worker tries
 * until it has it; it goes on without tables. The book of the game that is played is fetched when it is first asked for, or is to
 * be played from; lines that come meanwhile wait.
 *
 * The threads of an engine are workers of the same script, whose first message says so.
 */
import { NOTHING, startEngine } from './engine.js';
import { runThread, startThreadedEngine } from './threads.js';

/** How long an answer is waited for, in milliseconds. */
const ANSWER_TIMEOUT = 10_000;
/** The pauses before further attempts to get a network, in milliseconds; the last one again and again. */
const RETRIES = [1000, 2000, 5000, 10_000];
/** How long tables that could not be had are not asked for again, in milliseconds. */
const REFUSED_FOR = 60_000;

/** @type {ReturnType<typeof startEngine> | null} */
let engine = null;
/** @type {WebAssembly.Module | null} */
let module = null;
/** The addresses of the files beside the engine, by their paths. @type {Record<string, string>} */
let files = {};
/** When files could not be had. @type {Map<string, number>} */
const refused = new Map();
/** The file that the engine has asked for last. */
let wanted = '';
/** The files that are being fetched. @type {Set<string>} */
const fetching = new Set();
let variant = 'shatra';
let playsFromBook = false;
/** The lines that wait for a book; null while none is fetched. @type {string[] | null} */
let waiting = null;

/** Returns a network as the engine reads it; see `packedNetwork` of .ci/web/pages.mjs. @param {Uint8Array} packed */
function unpackedNetwork(packed) {
  const view = new DataView(packed.buffer);
  // What is cut off is refused by the engine.
  if (packed.length < 48) return packed;
  const start = 48 + view.getUint32(44, true);
  const count = Math.max(0, packed.length - 4 * view.getUint32(40, true) - start) >> 1;
  const network = packed.slice();
  for (let index = 0; index < count; index += 1) {
    const folded = (packed[start + index] ?? 0) | ((packed[start + count + index] ?? 0) << 8);
    const weight = (folded >> 1) ^ -(folded & 1);
    network[start + 2 * index] = weight;
    network[start + 2 * index + 1] = weight >> 8;
  }
  return network;
}

/** Returns a file; null if it can't be had now. @param {string} path */
async function find(path) {
  const bytes = await read(path);
  return bytes !== null && path.startsWith('networks/') ? unpackedNetwork(bytes) : bytes;
}

/** Reads a file out of the module, or fetches it. @param {string} path */
async function read(path) {
  const [own] = module === null ? [] : WebAssembly.Module.customSections(module, path);
  if (own !== undefined) return new Uint8Array(own);
  const url = files[path];
  if (url === undefined) return null;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT) });
    const bytes = answer.ok ? new Uint8Array(await answer.arrayBuffer()) : NOTHING;
    // An empty answer is no file: the engine would take it for the word that there is none.
    return bytes.length > 0 ? bytes : null;
  } catch {
    return null;
  }
}

/** Hands over a file that the engine wants, or says that it can't be had. @param {string} path */
async function supply(path) {
  wanted = path;
  if (fetching.has(path)) return;
  fetching.add(path);
  const isThere = await fetchWanted(path);
  fetching.delete(path);
  // The engine may have been told to go on without it, and to play another game.
  if (!isThere && wanted === path) engine?.addFile(NOTHING);
}

/** Fetches a file that the engine wants. Returns whether it is there. @param {string} path */
async function fetchWanted(path) {
  const isNeeded = path.startsWith('networks/') && files[path] !== undefined;
  const isRefused = performance.now() < (refused.get(path) ?? 0);
  for (let attempt = 0; ; attempt += 1) {
    const bytes = isRefused ? null : await find(path);
    if (bytes !== null && engine?.addFile(bytes)) return true;
    if (!isNeeded) break;
    const pause = RETRIES[Math.min(attempt, RETRIES.length - 1)] ?? 0;
    postMessage(`info string can't get ${path}, trying again in ${pause / 1000} s`);
    await new Promise((resolve) => { setTimeout(resolve, pause); });
  }
  if (!isRefused) refused.set(path, performance.now() + REFUSED_FOR);
  return false;
}

/** Returns the path of the book of the game that is played. */
const bookPath = () => `books/${variant}.book`;

/** Fetches the book of the game that is played, if there is one that has not been tried. */
async function fetchBook() {
  const path = bookPath();
  const bytes = await find(path);
  // Another attempt is made by the next engine.
  delete files[path];
  if (bytes !== null) engine?.addFile(bytes);
}

/** Returns whether a line needs the book. @param {string} line */
function needsBook(line) {
  const [, name = '', value = ''] = /^setoption name (.+?)(?: value (.+))?$/.exec(line) ?? [];
  if (name.toLowerCase() === 'uci_variant') variant = value;
  if (name.toLowerCase() === 'ownbook') playsFromBook = value === 'true';
  return (line === 'book' || (playsFromBook && line.startsWith('go'))) && files[bookPath()] !== undefined;
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
  ({ module, files = {} } = data);
  try {
    const host = { onLine: (/** @type {string} */ line) => postMessage(line), onCrash, onWant: supply };
    engine = data.threads > 0
      ? startThreadedEngine(data.module, host, data.threads, () => /** @type {any} */ (new Worker(location.href)))
      : startEngine(data.module, host, data.slices);
  } catch (error) {
    onCrash(error);
  }
});
