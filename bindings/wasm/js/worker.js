/**
 * The worker: gets the module by its first message and lines by the others, and sends the engine's lines. An
 * engine that has crashed is the only thing that it sends which is not a line.
 */
import { startEngine } from './engine.js';

/** @type {ReturnType<typeof startEngine> | null} */
let engine = null;

addEventListener('message', ({ data }) => {
  if (typeof data === 'string') {
    engine?.send(data);
    return;
  }
  const onCrash = (/** @type {unknown} */ error) => postMessage({ crash: String(error) });
  try {
    engine = startEngine(data.module, { onLine: (line) => postMessage(line), onCrash }, data.slices);
  } catch (error) {
    onCrash(error);
  }
});
