/**
 * A WebSocket to the engine that comes back by itself. The first line of each connection is the token,
 * if there is one; everything else is said again by those who use the socket.
 *
 * @typedef {'connecting' | 'open' | 'lost' | 'refused'} Status
 * @typedef {object} Socket
 * @property {(line: string) => boolean} send returns whether the socket is open
 * @property {() => boolean} isOpen
 */

/** The first and the longest pause before another attempt, in milliseconds. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;
/** How often a line is sent so that the server does not take the page for gone, in milliseconds. */
const KEEP_ALIVE = 600_000;
/** The close code with which a server refuses a token or a limit. */
const POLICY = 1008;
const REFUSED = 'info string error: refused: ';

/**
 * Opens a socket.
 * @param {object} options
 * @param {string} options.url
 * @param {string} options.token '' for none
 * @param {(line: string) => void} options.onLine
 * @param {(status: Status, refusal: string) => void} options.onStatus
 * @returns {Socket}
 */
export function openSocket({ url, token, onLine, onStatus }) {
  /** @type {WebSocket | null} */
  let socket = null;
  let pause = FIRST_PAUSE;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;
  let isRefused = false;

  function connect() {
    clearTimeout(retry);
    let refusal = '';
    const own = new WebSocket(url);
    socket = own;
    own.onopen = () => {
      if (token !== '') own.send(`auth ${token}`);
      own.send('isready');
    };
    own.onmessage = ({ data }) => {
      const line = String(data);
      if (line.startsWith(REFUSED)) refusal = line.slice(REFUSED.length);
      // The first answer shows that the token was right.
      if (pause !== 0 && line === 'readyok') {
        pause = 0;
        onStatus('open', '');
      } else {
        onLine(line);
      }
    };
    own.onclose = ({ code, reason }) => {
      if (socket !== own) return;
      socket = null;
      isRefused = code === POLICY && /token|auth/.test(refusal || reason);
      onStatus(isRefused ? 'refused' : 'lost', refusal || reason);
      if (isRefused) return;
      pause = Math.min(LONGEST_PAUSE, Math.max(FIRST_PAUSE, pause * 2));
      retry = setTimeout(connect, pause);
    };
  }

  /** Tries at once, if a connection is due. */
  function hurry() {
    if (socket === null && !isRefused && !document.hidden) connect();
  }

  const isOpen = () => pause === 0 && socket?.readyState === WebSocket.OPEN;
  addEventListener('online', hurry);
  document.addEventListener('visibilitychange', hurry);
  // This command has no answer that could be taken for another's.
  setInterval(() => isOpen() && socket?.send('debug off'), KEEP_ALIVE);
  connect();
  return {
    send(line) {
      if (isOpen()) socket?.send(line);
      return isOpen();
    },
    isOpen,
  };
}

/**
 * Returns where the engine listens: the server of the page, and the token of the page's fragment, which
 * is kept for this tab and taken out of the address.
 */
export function serverAddress() {
  const own = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/`;
  const url = new URLSearchParams(location.search).get('server') ?? own;
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get('token') ?? sessionStorage.getItem('batyr-token') ?? '';
  if (fragment.has('token')) {
    sessionStorage.setItem('batyr-token', token);
    fragment.delete('token');
    history.replaceState(null, '', fragment.size > 0 ? `#${fragment}` : location.pathname + location.search);
  }
  return { url, token };
}
