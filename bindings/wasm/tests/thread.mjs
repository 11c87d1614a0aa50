/** A worker of node that becomes a thread of the engine. */
import { parentPort } from 'node:worker_threads';
import { runThread } from '../js/threads.js';

parentPort.once('message', ({ thread }) => runThread(thread, (message) => parentPort.postMessage(message)));
