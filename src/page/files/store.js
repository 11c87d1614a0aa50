/**
 * The state of the page in one place. Actions replace parts of it; painters are told once a frame,
 * however often it changed, so a burst of lines from the engine costs one painting.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {(state: State, previous: State) => void} Subscriber
 * @typedef {object} Store
 * @property {() => State} get                     the present state
 * @property {(patch: Partial<State>) => void} set replaces the fields that the patch names
 * @property {(subscriber: Subscriber) => void} subscribe
 * @property {() => void} flush                    tells the subscribers now
 */

/**
 * The longest wait for a frame, in milliseconds: hidden tabs get no frames.
 */
const FRAME_TIMEOUT = 50;

/**
 * Creates a store.
 * @param {State} initial
 * @returns {Store}
 */
export function createStore(initial) {
  let state = initial;
  let painted = initial;
  let isScheduled = false;
  /** @type {Subscriber[]} */
  const subscribers = [];

  function flush() {
    isScheduled = false;
    if (state === painted) return;
    const previous = painted;
    painted = state;
    for (const subscriber of subscribers) subscriber(painted, previous);
  }

  function schedule() {
    if (isScheduled) return;
    isScheduled = true;
    const run = () => isScheduled && flush();
    if (document.hidden) setTimeout(run, FRAME_TIMEOUT);
    else requestAnimationFrame(run);
  }

  document.addEventListener('visibilitychange', () => isScheduled && flush());
  return {
    get: () => state,
    set(patch) {
      state = { ...state, ...patch };
      schedule();
    },
    subscribe: (subscriber) => subscribers.push(subscriber),
    flush,
  };
}
