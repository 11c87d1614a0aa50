/** A host of the engine in these tests: sends lines, and waits for those of the engine. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { NOTHING, startEngine } from '../js/engine.js';

/** The module under test. */
export const compiled = new WebAssembly.Module(readFileSync(process.env.BATYR_WASM ?? 'target/web/batyr.wasm'));

const TIMEOUT = 60_000;

/** Where the files beside the module are. */
const FOLDERS = { networks: 'eval/networks', tables: 'tables/shipped', books: 'openings/books' };

/** Returns a file beside the module. @param {string} path */
export const fileBeside = (path) => readFileSync(new URL(`../../../src/${FOLDERS[path.split('/')[0]]}/${basename(path)}`, import.meta.url));

export class Host {
  /** @param {WebAssembly.Module} [module] @param {(path: string) => Uint8Array | Promise<Uint8Array>} [find] */
  constructor(module = compiled, find = fileBeside) {
    this.lines = [];
    /** The files that the engine has asked for. */
    this.wanted = [];
    this.isOver = false;
    this.wake = () => {};
    const notify = (change) => (value) => {
      change(value);
      this.wake();
    };
    this.engine = startEngine(module, {
      onLine: notify((line) => this.lines.push(line)),
      onCrash: notify((error) => { this.crash = error; }),
      onEnd: notify(() => { this.isOver = true; }),
      onWant: async (path) => {
        this.wanted.push(path);
        const bytes = await find(path);
        if (!this.engine.addFile(bytes) && bytes.length > 0) this.engine.addFile(NOTHING);
      },
    });
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
        this.wake = resolve;
        setTimeout(resolve, 1000).unref();
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
