/**
 * An engine with threads: workers that run the module in the same memory, each with a stack of its own.
 *
 * A browser starts a worker only while the one that asks for it waits for messages, which no thread of the engine does.
 * So the workers are started here, before a line that needs them is passed on, and each takes the engine's threads one after
 * another. They end with the engine. The conversation has no thread's work to do: it hears a
 * `stop` at once, and the searches see it in the memory that they share.
 */
import { now, startEngine } from './engine.js';

const MEGABYTE = 2 ** 20;
const PAGE = 65_536;
/**
 * The memory of an engine at its start, in bytes, which is more than its stack and data take, and what it may grow to: the first that
 * the browser grants, within what `.cargo/threads.toml` says.
 */
const LEAST = 16 * MEGABYTE;
const MAXIMA = [1024, 512, 256, 128].map((size) => size * MEGABYTE);
/** The stack of a thread in bytes, as large as that of the module without threads. */
const STACK = 4 * MEGABYTE;
/** The stack ends at a multiple of this, as compilers want. */
const STACK_ALIGN = 16;
/** How long a worker may take to start, in milliseconds. */
const START_TIMEOUT = 10_000;

/**
 * What a worker gets to become a thread.
 * @typedef {{ module: WebAssembly.Module, memory: WebAssembly.Memory, place: number, clock: number, date: number }} Thread
 * @typedef {{ postMessage: (message: unknown) => void, terminate: () => void, onmessage: ((event: { data: any }) => void) | null,
 *   onerror: ((event: { message: string }) => void) | null }} ThreadWorker
 */

/** @param {number} value @param {number} unit */
const roundedUp = (value, unit) => Math.ceil(value / unit) * unit;

/** @returns {WebAssembly.Memory} */
function sharedMemory() {
  for (const maximum of MAXIMA) {
    try {
      return new WebAssembly.Memory({ initial: LEAST / PAGE, maximum: maximum / PAGE, shared: true });
    } catch {
      // A smaller one may be granted.
    }
  }
  throw new RangeError('the browser grants no shared memory');
}

/**
 * Makes this worker a thread; returns when the engine has crashed.
 * @param {Thread} thread
 * @param {(message: unknown) => void} post sends a message to the worker of the conversation
 */
export function runThread({ module, memory, place, clock, date }, post) {
  // The clock of each worker counts from its own start, and the time of day may be changed while the engine runs.
  const start = clock + Date.now() - date - performance.now();
  const decoder = new TextDecoder();
  try {
    const { exports } = new WebAssembly.Instance(module, { env: { memory }, batyr: {
      clock: () => start + performance.now(),
      poll: () => 0,
      news: () => post({ news: true }),
      // The conversation asks for files, in its own worker.
      want: () => {},
      line_out: (/** @type {number} */ at, /** @type {number} */ bytes) => post({ line: decoder.decode(new Uint8Array(memory.buffer, at, bytes).slice()) }),
    } });
    const own = /** @type {any} */ (exports);
    const top = roundedUp(place + STACK, STACK_ALIGN);
    own.__stack_pointer.value = top;
    own.__wasm_init_tls(roundedUp(top, own.__tls_align.value));
    post({ begun: true });
    own.batyr_thread();
  } catch (error) {
    post({ crash: String(error) });
  }
}

/**
 * Starts an engine with threads, which is used as one of `startEngine`.
 * @param {WebAssembly.Module} module
 * @param {Parameters<typeof startEngine>[1]} host
 * @param {number} threads how many threads a search may have
 * @param {() => ThreadWorker} newThread starts a worker that calls `runThread` with what is first sent to it
 * @returns {ReturnType<typeof startEngine>}
 */
export function startThreadedEngine(module, { onLine, onCrash, onEnd = () => {}, onWant }, threads, newThread) {
  const memory = sharedMemory();
  /** @type {any} */
  let own = {};
  let isOver = false;
  /** @type {ThreadWorker[]} */
  let workers = [];
  /** What waits for workers that start; null while none does. @type {(() => void)[] | null} */
  let waiting = null;

  /** @param {() => void} tell */
  function finish(tell) {
    if (isOver) return;
    isOver = true;
    workers.forEach((worker) => worker.terminate());
    tell();
  }
  const crash = (/** @type {unknown} */ error) => finish(() => onCrash(error));

  const engine = startEngine(module, { onLine, onCrash: crash, onEnd: () => finish(onEnd), ...(onWant && { onWant }) }, false, (_, imports) => {
    const instance = new WebAssembly.Instance(module, { ...imports, env: { memory } });
    own = instance.exports;
    return instance;
  }, { threads, memory });

  /** Starts a worker; resolves when it is a thread, or isn't going to be. */
  function startWorker() {
    return new Promise((resolve) => {
      const place = own.batyr_stack(STACK + STACK_ALIGN + own.__tls_size.value + own.__tls_align.value) >>> 0;
      if (place === 0) {
        resolve(false);
        return;
      }
      const worker = newThread();
      workers.push(worker);
      let hasBegun = false;
      const giveUp = () => {
        workers = workers.filter((other) => other !== worker);
        worker.terminate();
        resolve(false);
      };
      const timer = setTimeout(giveUp, START_TIMEOUT);
      worker.onmessage = ({ data }) => {
        if (data.news) engine.run();
        else if (data.line !== undefined) onLine(data.line);
        else if (data.begun) {
          hasBegun = true;
          clearTimeout(timer);
          resolve(true);
        } else if (hasBegun) crash(data.crash);
        else worker.onerror?.({ message: data.crash });
      };
      worker.onerror = ({ message }) => {
        clearTimeout(timer);
        if (hasBegun) crash(message);
        else giveUp();
      };
      worker.postMessage({ thread: { module, memory, place, clock: now(), date: Date.now() } });
    });
  }

  /** Does something once there are so many workers, or as many as can be had. @param {number} count @param {() => void} then */
  async function withWorkers(count, then) {
    if (isOver) return;
    if (waiting !== null) {
      waiting.push(() => withWorkers(count, then));
      return;
    }
    if (workers.length < count) {
      waiting = [];
      try {
        await Promise.all(Array.from({ length: count - workers.length }, startWorker));
      } catch (error) {
        crash(error);
      }
      const others = waiting;
      waiting = null;
      if (workers.length === 0) crash('no thread has started');
      if (isOver) return;
      then();
      others.forEach((other) => other());
    } else then();
  }

  /** How many workers a line needs: one for the tasks, and one for each thread where there are several. @param {string} line */
  function workersFor(line) {
    const [, found = '1'] = /^\s*setoption\s+name\s+threads\s+value\s+(\d+)\s*$/i.exec(line) ?? [];
    const count = Math.min(Number(found), threads);
    return count > 1 ? count + 1 : 1;
  }

  withWorkers(1, () => {});
  return {
    ...engine,
    send: (line) => { withWorkers(workersFor(line), () => engine.send(line)); },
    // After a crash, a thread may have left the memory locked.
    addFile: (bytes) => !isOver && engine.addFile(bytes),
  };
}
