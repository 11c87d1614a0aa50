/**
 * The package in node. A worker that waits keeps no program running; a search does.
 */
import { readFile } from 'node:fs/promises';
import { Worker as Thread } from 'node:worker_threads';
import { compileBytes, createPackage } from './package.js';

/** The longest interval of a timer. */
const FOREVER = 2 ** 31 - 1;

/** A thread with the methods of a browser's worker, as far as they are used. */
class NodeWorker {
  // Options of the program, such as `--input-type`, are no options of the worker.
  #thread = new Thread(new URL('./node-worker.js', import.meta.url), { execArgv: [] });
  /** @type {((event: { data: any }) => void) | null} */
  onmessage = null;
  /** @type {((event: { message: string }) => void) | null} */
  onerror = null;

  constructor() {
    this.#thread.on('message', (data) => this.onmessage?.({ data }));
    this.#thread.on('error', (error) => this.onerror?.({ message: error.message }));
    // A listener for messages makes the thread keep the program running, so this comes behind it.
    this.#thread.unref();
  }

  /** @param {unknown} message */
  postMessage(message) {
    this.#thread.postMessage(message);
  }

  terminate() {
    this.#thread.terminate();
  }
}

export const { Engine, load } = createPackage({
  wasm: () => new URL('./batyr.wasm', import.meta.url),
  async compileFrom(url) {
    const address = new URL(url, import.meta.url);
    if (address.protocol === 'file:') return WebAssembly.compile(await readFile(address));
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`the host answers ${answer.status}`);
    return compileBytes(await answer.arrayBuffer());
  },
  newWorker: () => /** @type {Worker} */ (/** @type {unknown} */ (new NodeWorker())),
  hold() {
    const timer = setInterval(() => {}, FOREVER);
    return () => clearInterval(timer);
  },
});
export { BatyrError } from './error.js';
