/**
 * An engine: an instance of the module, to which lines go and from which lines come.
 *
 * A search that runs hears no message of its worker. Where the browser can suspend WebAssembly (JSPI), the search
 * is suspended a hundred times a second, and the worker hears what has come; elsewhere it returns after a slice
 * of time, and begins its unfinished iteration again with all that its table knows. Only this file knows of the
 * difference. A module with threads (`threads.js`) searches elsewhere, and its worker hears everything at once.
 */

/** The first and the longest slice, in milliseconds. */
const FIRST_SLICE = 50;
const LONGEST_SLICE = 200;
/** What `batyr_run` returns if there is more to do. */
const MORE = 1;
/** What it returns if the conversation is over. */
const OVER = 3;

/** What is handed over in place of a file that can't be had. */
export const NOTHING = new Uint8Array();

/** Lets everything that waits for the event loop happen; a timer would wait longer than a search can. */
const nextTurn = createTurns();

function createTurns() {
  // Only node has this, and a port would keep a program there from ending.
  const { setImmediate } = /** @type {any} */ (globalThis);
  if (setImmediate !== undefined) return () => new Promise((resolve) => { setImmediate(resolve); });
  const { port1, port2 } = new MessageChannel();
  /** @type {(() => void)[]} */
  const waiting = [];
  port1.onmessage = () => waiting.shift()?.();
  return () => new Promise((resolve) => {
    waiting.push(() => resolve(undefined));
    port2.postMessage(0);
  });
}

export const now = () => performance.timeOrigin + performance.now();

/**
 * Starts an engine.
 * @param {WebAssembly.Module} module
 * @param {object} host
 * @param {(line: string) => void} host.onLine receives each line of the engine
 * @param {(error: unknown) => void} host.onCrash is called when the engine can't go on
 * @param {() => void} [host.onEnd] is called when the conversation is over, after `quit`
 * @param {(path: string) => void} [host.onWant] is called with the path of a file that the engine wants: later, it is to be handed
 *   over by `addFile`, or `NOTHING` if it can't be had
 * @param {boolean} [slices] whether to search in slices even where a search can be suspended
 * @param {(module: WebAssembly.Module, imports: WebAssembly.Imports) => WebAssembly.Instance} [instantiate]
 * @param {{ threads: number, memory: WebAssembly.Memory } | null} [shared] how many threads a search may have, and the memory that the module imports, where
 *   it has threads
 */
export function startEngine(module, { onLine, onCrash, onEnd = () => {}, onWant }, slices = false, instantiate = (own, imports) => new WebAssembly.Instance(own, imports), shared = null) {
  const jspi = /** @type {any} */ (WebAssembly);
  const canSuspend = !slices && shared === null && typeof jspi.Suspending === 'function' && typeof jspi.promising === 'function';
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  let sliceEnd = 0;
  const { exports } = instantiate(module, { batyr: {
    clock: now,
    poll: canSuspend
      ? new jspi.Suspending(async () => { await nextTurn(); return 0; })
      : () => (now() < sliceEnd ? 0 : 1),
    line_out: (/** @type {number} */ at, /** @type {number} */ bytes) => onLine(text(at, bytes)),
    want: (/** @type {number} */ at, /** @type {number} */ bytes) => (onWant ?? refuse)(text(at, bytes)),
    news: () => {},
  } });
  const engine = /** @type {Record<string, (...values: number[]) => number>} */ (/** @type {unknown} */ (exports));
  const memory = () => shared?.memory ?? /** @type {WebAssembly.Memory} */ (exports.memory);
  /** @param {number} at @param {number} bytes */
  const view = (at, bytes) => {
    // A browser may not have noticed yet that another thread has made the memory larger.
    if (memory().buffer.byteLength < at + bytes) memory().grow(0);
    if (memory().buffer.byteLength < at + bytes) memory().grow(1);
    return new Uint8Array(memory().buffer, at, bytes);
  };
  /** Returns a text of the engine, by way of a copy, as shared bytes can't be decoded. @param {number} at @param {number} bytes */
  const text = (at, bytes) => decoder.decode(view(at, bytes).slice());
  const run = canSuspend ? jspi.promising(exports.batyr_run) : engine.batyr_run;
  let isRunning = false;
  /** Whether a line has come since the tasks were last gone on with. */
  let isNews = false;
  let isOver = false;

  /** Goes on with the tasks until there are none, or until they need another line. */
  async function runTasks() {
    isNews = true;
    if (isRunning || isOver) return;
    isRunning = true;
    try {
      for (let slice = FIRST_SLICE; isNews && !isOver; slice = Math.min(LONGEST_SLICE, 2 * slice)) {
        isNews = false;
        sliceEnd = now() + slice;
        const work = await run();
        if (work === OVER) finish();
        if (work === MORE) {
          isNews = true;
          await nextTurn();
        }
      }
    } catch (error) {
      crash(error);
    }
    isRunning = false;
  }

  /** @param {unknown} error */
  function crash(error) {
    if (isOver) return;
    isOver = true;
    onCrash(error);
  }

  function finish() {
    if (isOver) return;
    isOver = true;
    onEnd();
  }

  /** @param {Uint8Array} bytes */
  function addFile(bytes) {
    if (isOver) return false;
    try {
      const at = engine.batyr_input?.(bytes.length) ?? 0;
      if (at === 0) return false;
      view(at, bytes.length).set(bytes);
      const isSound = engine.batyr_file?.() === 1;
      // A task may have waited for it.
      runTasks();
      return isSound;
    } catch (error) {
      crash(error);
      return false;
    }
  }

  function refuse() {
    Promise.resolve(NOTHING).then(addFile);
  }

  try {
    engine.batyr_new?.(shared?.threads ?? 1);
  } catch (error) {
    crash(error);
  }
  return {
    /** Sends a line. @param {string} line */
    send(line) {
      if (isOver) return;
      try {
        const bytes = encoder.encode(line);
        const at = engine.batyr_input?.(bytes.length) ?? 0;
        if (at === 0) throw new RangeError(`no memory for a line of ${bytes.length} bytes`);
        view(at, bytes.length).set(bytes);
        if (engine.batyr_line?.() === 1) finish();
        else runTasks();
      } catch (error) {
        crash(error);
      }
    },
    /** Hands over a network, the endgame tables of a game or a book; returns whether it is sound. */
    addFile,
    /** Delivers what threads have reported. */
    run: () => { runTasks(); },
    /** The bytes of memory that the engine has taken. */
    memory: () => memory().buffer.byteLength,
  };
}
