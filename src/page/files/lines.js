/**
 * The lines of the protocol: as values, and the WebSocket that carries them and comes back by itself. A line
 * or a part of it that is not known gives nothing; no reading of a line throws, since what comes from a
 * network may be cut short. The first line of each connection is the token, if there is one; everything
 * else is said again by those who use the socket. No line is sent that holds a control character.
 *
 * @typedef {import('./types.js').Facts} Facts
 * @typedef {import('./types.js').Line} Line
 * @typedef {import('./types.js').Progress} Progress
 * @typedef {import('./types.js').Score} Score
 * @typedef {import('./types.js').Side} Side
 * @typedef {{ name: string, type: string, value: string, min: number, max: number, choices: string[] }} Option
 * @typedef {'connecting' | 'open' | 'lost' | 'refused' | 'failed'} Status
 * @typedef {object} Socket
 * @property {(line: string) => boolean} send returns whether the socket is open; throws if the line contains a control character
 * @property {() => boolean} isOpen
 */
import { SHATRA } from './position.js';
import { keep, recall } from './storage.js';
import { parseTurn } from './turns.js';
import { RefusedText, checkedLine, isToken } from './words.js';

/**
 * Reads the answer to `state`.
 * @param {string[]} lines
 * @returns {Facts | null}
 */
export function parseState(lines) {
  const rest = (/** @type {string} */ name) =>
    lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  const [position, result, reserve, turns] = ['position', 'result', 'reserve', 'turns'].map(rest);
  if (position === undefined || result === undefined || turns === undefined) return null;
  const text = position.replace(/^\w+ /, '');
  const [score = '*', reason = ''] = result.split(' ');
  const [count = '0', ...words] = turns.split(' ');
  const transit = SHATRA.squares[Number(text.split(' ')[3]) - 1] ?? '';
  return {
    position: text, score, reason,
    reserve: reserve === undefined ? null : parseReserve(reserve.split(' ')),
    count: Number(count),
    turns: words.map((word) => parseTurn(word, transit)),
  };
}

/** @param {string[]} words */
function parseReserve([white, whiteNext = '-', black, blackNext = '-']) {
  const next = (/** @type {string} */ square) => (square === '-' ? null : square);
  return {
    white: { count: Number(white), next: next(whiteNext) },
    black: { count: Number(black), next: next(blackNext) },
  };
}

/**
 * Reads the answer to `moves`.
 * @param {string} line
 */
export function parseMoves(line) {
  const [, , ...words] = line.split(' ');
  return words.map((word) => {
    const [turn = '', file = ''] = word.split('/');
    return { turn, file };
  });
}

/**
 * Reads the answer to `why`.
 * @param {string} line
 */
export function parseWhy(line) {
  const [, word = 'illegal', ...squares] = line.split(' ');
  return { word, squares };
}

/**
 * Reads the answers about game files; a line that is none is left out.
 * @param {string[]} lines
 * @returns {{ kind: string, value: any }[]}
 */
export function parseFileAnswers(lines) {
  return lines.flatMap((line) => {
    const [, kind = '', json = ''] = /^(listed|games|game|fault|text|annotating|annotated) (\{.*)$/s.exec(line) ?? [];
    try {
      return kind === '' ? [] : [{ kind, value: JSON.parse(json) }];
    } catch {
      return [];
    }
  });
}

/**
 * Reads a line of an analysis; null for any other `info`.
 * @param {string} line
 * @param {Side} side the side to move
 * @returns {Line | null}
 */
export function parseInfo(line, side) {
  const words = line.split(' ');
  const at = (/** @type {string} */ key) => words.indexOf(key);
  const number = (/** @type {string} */ key) => (at(key) < 0 ? 0 : Number(words[at(key) + 1]));
  if (words[0] !== 'info' || at('string') >= 0 || at('score') < 0 || at('pv') < 0) return null;
  const sign = side === 'white' ? 1 : -1;
  const kind = words[at('score') + 1] === 'mate' ? 'mate' : 'cp';
  const value = Number(words[at('score') + 2]);
  const [win = 0, draw = 0, loss = 0] = words.slice(at('wdl') + 1, at('wdl') + 4).map(Number);
  return {
    rank: number('multipv') || 1,
    depth: number('depth'),
    score: { kind, value: sign * value },
    bound: at('lowerbound') >= 0 ? 'lower' : at('upperbound') >= 0 ? 'upper' : '',
    chances: at('wdl') < 0 ? null : side === 'white' ? { win, draw, loss } : { win: loss, draw, loss: win },
    nodes: number('nodes'), nps: number('nps'), time: number('time'),
    turns: words.slice(at('pv') + 1),
    isExact: number('depth') === 1 && number('tbhits') > 0,
  };
}

/**
 * Reads how far a search has come, as an `info` without a line of turns tells; null for any other line.
 * @param {string} line
 * @returns {Progress | null}
 */
export function parseProgress(line) {
  const words = line.split(' ');
  const number = (/** @type {string} */ key) => (words.includes(key) ? Number(words[words.indexOf(key) + 1]) : 0);
  if (words[0] !== 'info' || words.includes('string') || words.includes('pv') || !words.includes('nodes')) return null;
  return { depth: number('depth'), nodes: number('nodes'), nps: number('nps') };
}

/**
 * Reads the name of the program, with its version apart if it has one.
 * @param {string} line
 */
export function parseName(line) {
  const [, name = '', version = ''] = /^id name (.*?)(?: (\d\S*))?$/.exec(line) ?? [];
  return { name, version };
}

/**
 * Reads the declaration of an option.
 * @param {string} line
 * @returns {Option | null}
 */
export function parseOption(line) {
  const match = /^option name (.+) type (\w+)(.*)$/.exec(line);
  if (match === null) return null;
  const [, name = '', type = '', rest = ''] = match;
  const value = (/** @type {string} */ key) => new RegExp(` ${key} (\\S+)`).exec(rest)?.[1] ?? '';
  return {
    name, type, value: value('default'), min: Number(value('min')), max: Number(value('max')),
    choices: [...rest.matchAll(/ var (\S+)/g)].map(([, choice = '']) => choice),
  };
}

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
    const own = newSocket();
    if (own === null) return;
    socket = own;
    own.onopen = () => {
      if (token !== '') own.send(checkedLine(`auth ${token}`));
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

  /** Opens a socket; null if the browser refuses the address. It would refuse it again, so there is no retry. */
  function newSocket() {
    try {
      return new WebSocket(url);
    } catch (error) {
      isRefused = true;
      onStatus('refused', error instanceof Error ? error.message : String(error));
      return null;
    }
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
      const checked = checkedLine(line);
      if (isOpen()) socket?.send(checked);
      return isOpen();
    },
    isOpen,
  };
}

const TOKEN_KEY = 'batyr-token';

/**
 * Returns where the engine listens: the server of the page, and the token of the page's fragment, which
 * is kept for this tab and taken out of the address. What the address holds instead of a server or a token
 * is not used, and is returned, too.
 */
export function serverAddress() {
  const own = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/`;
  const server = new URLSearchParams(location.search).get('server');
  const named = server === null ? own : serverOf(server);
  const fragment = new URLSearchParams(location.hash.slice(1));
  const given = fragment.get('token');
  const isGiven = given !== null && isToken(given);
  if (given !== null) {
    if (isGiven) keep(TOKEN_KEY, given, 'sessionStorage');
    fragment.delete('token');
    history.replaceState(null, '', `${fragment}` === '' ? location.pathname + location.search : `#${fragment}`);
  }
  const token = isGiven ? given : recall(TOKEN_KEY, 'sessionStorage') ?? '';
  const refused = [
    ...(named === null ? [new RefusedText('server', server ?? '')] : []),
    ...(given === null || isGiven ? [] : [new RefusedText('token', given)]),
  ];
  return { url: named ?? own, token: isToken(token) ? token : '', refused };
}

/** Returns the address of a server as browsers write it; null if it is not one of a WebSocket. @param {string} text */
function serverOf(text) {
  try {
    const url = new URL(text);
    // A WebSocket's address has no fragment.
    url.hash = '';
    return ['ws:', 'wss:'].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
