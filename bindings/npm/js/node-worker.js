/** The worker in node: gives the script of browsers' workers the names that it uses. */
import { parentPort } from 'node:worker_threads';

Object.assign(globalThis, {
  postMessage: (/** @type {unknown} */ message) => parentPort?.postMessage(message),
  addEventListener: (/** @type {string} */ type, /** @type {(event: { data: any }) => void} */ listener) =>
    parentPort?.on(type, (data) => listener({ data })),
});
// The package has it beside this file.
await import(new URL('./worker.js', import.meta.url).href);
