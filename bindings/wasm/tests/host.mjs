/** A host of the engine in these tests: sends lines, and waits for those of the engine. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { NOTHING, startEngine } from '../js/engine.js';
import { startThreadedEngine } from '../js/threads.js';

/** The module under test. */
export const compiled = new WebAssembly.Module(readFileSync(process.env.BATYR_WASM ?? 'target/web/batyr.wasm'));

/** Whether it is the module with threads. */
export const hasThreads = WebAssembly.Module.imports(compiled).some(({ kind }) => kind === 'memory');

const TIMEOUT = 60_000;
/** How many threads a search may have. */
const MAX_THREADS = 4;

/** A worker of node with the methods of a browser's. */
export function newThread() {
  const worker = new Worker(new URL('thread.mjs', import.meta.url), { execArgv: [] });
  // A thread that waits keeps no program running; node forgets this if it is said before the worker has started.
  worker.on('online', () => worker.unref());
  const own = { postMessage: (message) => worker.postMessage(message), terminate: () => worker.terminate(), onmessage: null, onerror: null };
  worker.on('message', (data) => own.onmessage?.({ data }));
  worker.on('error', (error) => own.onerror?.({ message: String(error) }));
  return own;
}

/** Where the files beside the module are. */
const FOLDERS = { networks: 'eval/networks', tables: 'tables/shipped', books: 'openings/books' };

/** Returns a file beside the module. @param {string} path */
export const fileBeside = (path) => readFileSync(new URL(`../../../src/${FOLDERS[path.split('/')[0]]}/${basename(path)}`, import.meta.url));

export class Host {
  /**
   * @param {object} [parts]
   * @param {WebAssembly.Module} [parts.module]
   * @param {(path: string) => Uint8Array | Promise<Uint8Array>} [parts.find] returns a file beside the module
   * @param {() => import('../js/threads.js').ThreadWorker} [parts.startThread]
   */
  constructor({ module = compiled, find = fileBeside, startThread = newThread } = {}) {
    this.lines = [];
    /** The files that the engine has asked for. */
    this.wanted = [];
    this.isOver = false;
    this.wake = () => {};
    const notify = (change) => (value) => {
      change(value);
      this.wake();
    };
    const host = {
      onLine: notify((line) => this.lines.push(line)),
      onCrash: notify((error) => { this.crash = error; }),
      onEnd: notify(() => { this.isOver = true; }),
      onWant: async (path) => {
        this.wanted.push(path);
        const bytes = await find(path);
        if (!this.engine.addFile(bytes) && bytes.length > 0) this.engine.addFile(NOTHING);
      },
    };
    this.engine = hasThreads ? startThreadedEngine(module, host, MAX_THREADS, startThread) : startEngine(module, host);
  }

  send(...lines) {
    for (const line of lines) this.engine.send(line);
  }

  /** Returns the next line; undefined if the conversation is over. */
  async next() {
    for (const end = Date.now() + TIMEOUT; ;) {
      if (this.lines.length > 0) return this.lines.shift();
      if (this.crash !== undefined) throw this.crash;
      if (this.isOver) return undefined;
      if (Date.now() > end) throw new Error('the engine says nothing');
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, 1000);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** Returns the lines up to the first that begins with these words. */
  async until(words) {
    const read = [];
    for (;;) {
      const line = await this.next();
      if (line === undefined) throw new Error(`the conversation is over before '${words}':\n${read.join('\n')}`);
      read.push(line);
      if (line.startsWith(words)) return read;
    }
  }

  /** Sends lines, and returns the answers up to the first that begins with these words. */
  async ask(words, ...lines) {
    this.send(...lines);
    return this.until(words);
  }
}
