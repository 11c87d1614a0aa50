/**
 * The connection of the page to an engine in a worker, in place of a WebSocket (`openSocket` of the page's
 * `lines.js`). A conversation has a worker of its own. When its engine crashes, another one is started, and the page
 * says again what it has asked, as it does after a connection was lost. An engine with threads is followed by one
 * without: what has failed may be the threads.
 *
 * @typedef {'connecting' | 'open' | 'lost' | 'failed'} Status
 */

/** The pauses before the next attempts, in milliseconds; after the last one there is none. */
const PAUSES = [0, 1000, 5000];
/** The time after which an engine counts as sound, in milliseconds. */
const SOUND_AFTER = 60_000;

/**
 * Returns the function that opens a connection.
 * @param {object} parts
 * @param {() => Worker} parts.newWorker
 * @param {Promise<WebAssembly.Module> | (() => Promise<WebAssembly.Module>)} parts.module
 * @param {Promise<{ module: WebAssembly.Module, threads: number } | null>} [parts.threaded] the module with threads, and how
 *   many a search may have; null where there are none
 * @param {boolean} [parts.slices]
 * @param {Record<string, string>} [parts.files] the addresses of the files beside the module, by their paths
 */
export function createTransport({ newWorker, module, threaded = Promise.resolve(null), slices = false, files = {} }) {
  /**
   * @param {{ onLine: (line: string) => void, onStatus: (status: Status, reason: string) => void,
   *   checkedLine: (line: string) => string }} handlers `checkedLine` throws if a line must not be sent
   */
  return ({ onLine, onStatus, checkedLine }) => {
    /** @type {Worker | null} */
    let worker = null;
    let isOpen = false;
    let isClosed = false;
    let failures = 0;
    let opened = 0;

    async function start() {
      if (isClosed) return;
      try {
        const own = newWorker();
        worker = own;
        own.onmessage = ({ data }) => {
          if (worker !== own) return;
          if (typeof data !== 'string') fail(data.crash);
          else if (!isOpen && data === 'readyok') {
            isOpen = true;
            opened = Date.now();
            onStatus('open', '');
          } else onLine(data);
        };
        own.onerror = (event) => {
          if (worker === own) fail(event.message);
        };
        const parts = (failures === 0 ? await threaded : null) ?? { module: await (typeof module === 'function' ? module() : module) };
        own.postMessage({ ...parts, slices, files });
        own.postMessage('isready');
      } catch (error) {
        fail(String(error));
      }
    }

    /** @param {string} reason */
    function fail(reason) {
      if (isClosed) return;
      worker?.terminate();
      worker = null;
      if (isOpen && Date.now() - opened > SOUND_AFTER) failures = 0;
      isOpen = false;
      const pause = PAUSES[failures];
      failures += 1;
      onStatus(pause === undefined ? 'failed' : 'lost', reason);
      if (pause !== undefined) setTimeout(start, pause);
    }

    start();
    return {
      /** @param {string} line */
      send(line) {
        const checked = checkedLine(line);
        if (isOpen) worker?.postMessage(checked);
        return isOpen;
      },
      isOpen: () => isOpen,
      /** Ends the worker, for good. */
      close() {
        isClosed = true;
        isOpen = false;
        worker?.terminate();
        worker = null;
      },
    };
  };
}
