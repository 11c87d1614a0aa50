/**
 * The package in a browser. The worker's address is written out where it is used, as bundlers look for that form; a page
 * may not start a worker of another host, so one from there is started by a script of the page's own.
 */
import { compileBytes, createPackage } from './package.js';

/** @param {WebAssembly.Module | Response} answer */
async function compiled(answer) {
  if (answer instanceof WebAssembly.Module) return answer;
  if (!answer.ok) throw new Error(`the host answers ${answer.status}`);
  const isWasm = answer.headers.get('Content-Type')?.startsWith('application/wasm') ?? false;
  return isWasm ? WebAssembly.compileStreaming(answer) : compileBytes(await answer.arrayBuffer());
}

/** The address of the script that starts the worker of another host. */
let starter = '';

function newWorker() {
  const url = new URL('./worker.js', import.meta.url);
  if (url.origin === location.origin) return new Worker(new URL('./worker.js', import.meta.url));
  starter ||= URL.createObjectURL(new Blob([`importScripts(${JSON.stringify(url.href)})`], { type: 'text/javascript' }));
  return new Worker(starter);
}

export const { Engine, load, loadAsker } = createPackage({
  wasm: () => new URL('./batyr.wasm', import.meta.url),
  compileFrom: async (url) => compiled(await fetch(url)),
  newWorker,
  hold: () => () => {},
});
export { BatyrError } from './error.js';
