/**
 * What the package has, on any system: the module is fetched and compiled once for all engines, and again where that has
 * failed.
 *
 * @typedef {import('../types/index.js').WasmSource} WasmSource
 */
import { createOnce } from '../../wasm/js/once.js';
import { checkKeys } from './arguments.js';
import { createEngineClass } from './engine.js';
import { BatyrError } from './error.js';
import { createAsker, createRules } from './rules.js';

/** Compiles what a host has sent: hosts of apps send a page where they have no file. @param {ArrayBuffer} bytes */
export async function compileBytes(bytes) {
  const start = new TextDecoder().decode(new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 64)));
  if (start.trimStart().startsWith('<')) {
    throw new Error("the host answers with a page of HTML, as the file is not there: a bundler may have moved the scripts (in Vite, set optimizeDeps: { exclude: ['batyr'] })");
  }
  return WebAssembly.compile(bytes);
}

/**
 * @param {object} system
 * @param {() => URL} system.wasm                the address of the module beside the package's scripts
 * @param {(url: URL | string) => Promise<WebAssembly.Module>} system.compileFrom
 * @param {() => Worker} system.newWorker
 * @param {() => () => void} system.hold
 */
export function createPackage({ wasm, compileFrom, newWorker, hold }) {
  const once = createOnce();

  /** @param {WasmSource} [source] */
  async function compile(source = wasm()) {
    if (source instanceof WebAssembly.Module) return source;
    if (typeof source !== 'string' && !(source instanceof URL)) return WebAssembly.compile(/** @type {BufferSource} */ (source));
    const address = String(source);
    return once(`module ${address}`, () => compileFrom(source).catch((error) => {
      throw new BatyrError(`the engine can't be loaded from ${address}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }));
  }

  /** Starts the engine that answers questions, once. @param {{ wasm?: WasmSource }} [options] */
  const loadAsker = ({ wasm: source } = {}) => once('asker', () => compile(source).then(createAsker));

  return {
    Engine: createEngineClass({ compile, newWorker, hold }),
    loadAsker,
    /** @param {{ wasm?: WasmSource }} [options] */
    load: async (options = {}) => {
      checkKeys(options, ['wasm'], 'the options are an object', 'option');
      return createRules(await loadAsker(options));
    },
  };
}
