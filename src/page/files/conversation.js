/**
 * Conversations with the engine, in UCI: one asks about the rules and never searches, another searches, and two
 * annotate games. So a question never waits for a search, and a search never has its game changed.
 *
 * What was asked is asked again after the connection was lost; a server keeps nothing. Whatever may hold a
 * text from outside is checked before it waits to be sent.
 *
 * @typedef {import('./types.js').Facts} Facts
 * @typedef {import('./types.js').Line} Line
 * @typedef {import('./lines.js').Option} Option
 * @typedef {import('./lines.js').Status} Status
 * @typedef {{ variant: string, start: string | null, turns: string[] }} GameText
 * @typedef {{ movetime?: number, depth?: number, nodes?: number, infinite?: boolean,
 *   clock?: { white: number, black: number, increment: number } }} Limits
 * @typedef {Record<string, string | number | boolean>} OptionValues
 * @typedef {ReturnType<typeof createRules>} Rules
 * @typedef {ReturnType<typeof createSearch>} Search
 * @typedef {ReturnType<typeof createAnnotator>} Annotator
 */
import { openSocket, parseFileAnswers, parseInfo, parseMoves, parseName, parseOption, parseProgress, parseState, parseWhy } from './lines.js';
import { geometryOf, parsePlacement } from './position.js';
import { RefusedText, checkedLine, checkedTurn, hasMoves, jsonLine } from './words.js';

const ERROR = 'info string error: ';
/** Begins the error of an annotation; other errors concern a part of it, such as a network that is missing. */
const NOT_ANNOTATED = `${ERROR}annotate: `;
/** Begins the message before a turn out of the engine's book. */
const OF_BOOK = 'info string book: ';

/** An error that the engine has reported, in its own words. */
export class EngineError extends Error {}

/** Returns the line that sets up a game. Throws if a text of the game is not what it must be. @param {GameText} game */
export function positionLine({ start, turns }) {
  if (start !== null && hasMoves(start)) throw new RefusedText('start', start);
  const from = start === null ? 'startpos' : `fen ${start}`;
  return checkedLine(`position ${from}${turns.length > 0 ? ` moves ${turns.map(checkedTurn).join(' ')}` : ''}`);
}

/** Returns the line that sets an option. @param {string} name @param {string | number | boolean} value */
export const optionLine = (name, value) => checkedLine(`setoption name ${name} value ${value}`);

/**
 * The questions about the rules. Each is answered by the lines up to `readyok`.
 * @param {(handlers: { onLine: (line: string) => void, onStatus: (status: Status, refusal: string) => void }) => import('./lines.js').Socket} open
 * @param {(status: Status, refusal: string) => void} onStatus
 */
function createRules(open, onStatus) {
  /**
   * @typedef {{ variant: string | null, option: string, position: string, question: string, lines: string[],
   *   resolve: (lines: string[]) => void, reject: (error: Error) => void }} Request
   */
  /** @type {Request[]} */
  const waiting = [];
  let variant = '';

  const socket = open({
    onLine(line) {
      const first = waiting[0];
      if (line !== 'readyok') first?.lines.push(line);
      else if (first !== undefined) {
        waiting.shift();
        const error = first.lines.find((answer) => answer.startsWith(ERROR));
        if (error === undefined) first.resolve(first.lines);
        else first.reject(new EngineError(error.slice(ERROR.length)));
      }
    },
    onStatus(status, refusal) {
      variant = '';
      if (status === 'open') {
        for (const request of waiting) {
          request.lines = [];
          send(request);
        }
      }
      onStatus(status, refusal);
    },
  });

  /** @param {Request} request */
  function send(request) {
    if (!socket.isOpen()) return;
    if (request.variant !== null) {
      if (request.variant !== variant) socket.send(request.option);
      variant = request.variant;
      socket.send(request.position);
    }
    socket.send(request.question);
    socket.send('isready');
  }

  /**
   * Asks a question. Rejects with the engine's error, or if a text must not be sent.
   * @param {GameText} game
   * @param {string} question
   * @returns {Promise<string[]>}
   */
  function ask(game, question) {
    return new Promise((resolve, reject) => {
      const { variant: ofGame } = game;
      /** @type {Request} */
      const request = {
        variant: ofGame, option: optionLine('UCI_Variant', ofGame), position: positionLine(game), question: checkedLine(question),
        lines: [], resolve, reject,
      };
      waiting.push(request);
      send(request);
    });
  }

  /**
   * Asks a question about game files, which concerns no position. Rejects like `ask`.
   * @param {'games' | 'readgame' | 'writegame'} question
   * @param {object} argument
   */
  async function askFile(question, argument) {
    const line = checkedLine(`${question} ${jsonLine(argument)}`);
    /** @type {string[]} */
    const lines = await new Promise((resolve, reject) => {
      /** @type {Request} */
      const request = { variant: null, option: '', position: '', question: line, lines: [], resolve, reject };
      waiting.push(request);
      send(request);
    });
    return parseFileAnswers(lines);
  }

  /** @param {string[]} lines @param {string} name */
  function lineOf(lines, name) {
    const line = lines.find((candidate) => candidate.startsWith(`${name} `));
    if (line === undefined) throw new EngineError(`the engine has no answer '${name}'`);
    return line;
  }

  return {
    /** Asks for the position after the turns, the result and the legal turns. @param {GameText} game */
    async facts(game) {
      const facts = parseState(await ask(game, 'state'));
      if (facts === null) throw new EngineError("the engine has no answer 'state'");
      return facts;
    },
    /** Asks how the engine and game files write the turns of a game. @param {GameText} game */
    moves: async (game) => parseMoves(lineOf(await ask(game, 'moves'), 'moves')),
    /** Asks why a turn is not legal. @param {GameText} game @param {string} turn */
    why: async (game, turn) => parseWhy(lineOf(await ask(game, `why ${turn}`), 'why')),
    /** Asks for the turns of the book; an older engine does not know the question. @param {GameText} game */
    book: (game) => ask(game, 'book'),
    file: askFile,
  };
}

/**
 * The searches. A new one ends the one before, whose lines are dropped.
 * @param {Parameters<typeof createRules>[0]} open
 * @param {() => void} onOptions is called when the options are known
 * @param {(error: unknown) => void} onRefused is called with the error if a text of a search must not be sent
 */
function createSearch(open, onOptions, onRefused) {
  /** @typedef {{ best: string, ponder: string, isOfBook: boolean }} Answer `isOfBook` for a turn out of the engine's book */
  /** @typedef {{ options: { name: string, value: string, line: string }[], position: string, limits: Limits, side: import('./types.js').Side,
   *   onLines: (lines: Line[]) => void, onProgress?: (progress: import('./types.js').Progress) => void, resolve: (answer: Answer | null) => void, isOfBook: boolean, started: number }} Task */
  /** @type {Task | null} */
  let task = null;
  /** The answers of searches that were given up. */
  let stale = 0;
  /** @type {Map<string, string>} */
  let sent = new Map();
  /** @type {Map<string, Option>} */
  const options = new Map();
  /** Who answers, as far as it has said. */
  let program = { name: '', version: '' };
  let setReady = () => {};
  /** @type {Promise<void>} */
  const ready = new Promise((resolve) => { setReady = resolve; });
  /** @type {Map<number, Line>} */
  let lines = new Map();

  const socket = open({
    onLine(line) {
      const option = parseOption(line);
      if (option !== null) options.set(option.name, option);
      else if (line.startsWith('id name ')) program = parseName(line);
      else if (line === 'uciok') {
        setReady();
        onOptions();
      } else if (line.startsWith('bestmove ')) finish(line);
      else if (task !== null && stale === 0) addLine(line);
    },
    onStatus(status) {
      stale = 0;
      sent = new Map();
      if (status !== 'open') return;
      socket.send('uci');
      if (task !== null) start(task);
    },
  });

  /** @param {string} line */
  function finish(line) {
    if (stale > 0) {
      stale -= 1;
      return;
    }
    const ended = task;
    task = null;
    const [, best = '(none)', , ponder = ''] = line.split(' ');
    ended?.resolve(best === '(none)' ? null : { best, ponder, isOfBook: ended.isOfBook });
  }

  /** @param {string} text */
  function addLine(text) {
    const line = task === null ? null : parseInfo(text, task.side);
    if (line === null) {
      if (text.startsWith(OF_BOOK) && task !== null) task.isOfBook = true;
      const progress = parseProgress(text);
      if (progress !== null) task?.onProgress?.(progress);
      return;
    }
    lines.set(line.rank, line);
    // They are painted once a frame, however many there are (store.js).
    task?.onLines([...lines.values()].sort((a, b) => a.rank - b.rank));
  }

  /** @param {Task} next */
  function start(next) {
    lines = new Map();
    for (const { name, value, line } of next.options) {
      if (sent.get(name) !== value && socket.send(line)) sent.set(name, value);
    }
    socket.send(next.position);
    socket.send(goLine(next.limits, Date.now() - next.started));
  }

  /** Builds what a search sends before `go`. Throws if a text must not be sent. @param {GameText} game @param {OptionValues} own */
  function linesBeforeGo(game, own) {
    const values = Object.entries({ UCI_Variant: game.variant, UCI_ShowWDL: true, ...own });
    return {
      options: values.map(([name, value]) => ({ name, value: String(value), line: optionLine(name, value) })),
      position: positionLine(game),
    };
  }

  /** Gives up a search. @param {Task} own */
  function stop(own) {
    if (task !== own) return;
    task = null;
    if (socket.send('stop')) stale += 1;
    own.resolve(null);
  }

  return {
    options: () => options,
    program: () => program,
    /** Resolves when the engine has listed its options for the first time. */
    ready: () => ready,
    /** The games that the engine knows, those of Shatra first; none until it has listed them. */
    variants() {
      const choices = options.get('UCI_Variant')?.choices ?? [];
      const isChess = (/** @type {string} */ variant) => Number(geometryOf(variant).name === 'chess');
      return [...choices].sort((a, b) => isChess(a) - isChess(b));
    },
    /**
     * Searches a position.
     * @param {{ game: GameText, limits: Limits, options: OptionValues, onLines: (lines: Line[]) => void,
     *   onProgress?: (progress: import('./types.js').Progress) => void, side?: import('./types.js').Side }} request
     */
    search({ game, limits, options: values, onLines, onProgress, side = sideToMove(game) }) {
      if (task !== null) stop(task);
      /** @type {ReturnType<typeof linesBeforeGo>} */
      let built;
      try {
        built = linesBeforeGo(game, values);
      } catch (error) {
        onRefused(error);
        return { answer: Promise.resolve(null), stop: () => {} };
      }
      /** @type {Task} */
      const own = { ...built, limits, side, onLines, onProgress, resolve: () => {}, isOfBook: false, started: Date.now() };
      const answer = new Promise((resolve) => { own.resolve = resolve; });
      task = own;
      if (socket.isOpen()) start(own);
      return { answer: /** @type {Promise<Answer | null>} */ (answer), stop: () => stop(own) };
    },
  };
}

/**
 * The annotations of games, in a conversation that is opened for the first of them: a long task would keep
 * questions and searches waiting. A new one ends the one before.
 * @param {Parameters<typeof createRules>[0]} open
 */
function createAnnotator(open) {
  /** @typedef {{ line: string, onProgress: (progress: { done: number, all: number }) => void,
   *   resolve: (analysis: any) => void, reject: (error: Error) => void }} Task */
  /** @type {Task | null} */
  let task = null;
  /** The answers of annotations that were given up. */
  let stale = 0;
  /** @type {import('./lines.js').Socket | null} */
  let socket = null;

  /** @param {string} line */
  function onLine(line) {
    const [answer] = parseFileAnswers([line]);
    const isEnd = answer?.kind === 'annotated' || line.startsWith(NOT_ANNOTATED);
    if (stale > 0) {
      stale -= isEnd ? 1 : 0;
      return;
    }
    const own = task;
    if (answer?.kind === 'annotating') own?.onProgress(answer.value);
    if (!isEnd) return;
    task = null;
    if (answer === undefined) own?.reject(new EngineError(line.slice(ERROR.length)));
    else own?.resolve(answer.value);
  }

  /** @param {Status} status */
  function onStatus(status) {
    stale = 0;
    if (status === 'open' && task !== null) socket?.send(task.line);
  }

  return {
    /**
     * Annotates a game. Rejects with the engine's error; null if it was stopped.
     * @param {object} request
     * @param {(progress: { done: number, all: number }) => void} onProgress
     */
    annotate(request, onProgress) {
      if (task !== null) stop(task);
      const line = checkedLine(`annotate ${jsonLine(request)}`);
      /** @type {Task} */
      const own = { line, onProgress, resolve: () => {}, reject: () => {} };
      const answer = new Promise((resolve, reject) => {
        own.resolve = resolve;
        own.reject = reject;
      });
      task = own;
      socket ??= open({ onLine, onStatus });
      if (socket.isOpen()) socket.send(line);
      return { answer: /** @type {Promise<import('./annotate.js').EngineAnalysis | null>} */ (answer), stop: () => stop(own) };
    },
  };

  /** Gives up an annotation. @param {Task} own */
  function stop(own) {
    if (task !== own) return;
    task = null;
    if (socket?.isOpen() && socket.send('stop')) stale += 1;
    own.resolve(null);
  }
}

/**
 * Returns the side to move after the turns of a game: sides take turns.
 * @param {GameText} game
 */
function sideToMove({ variant, start, turns }) {
  const first = start === null ? 'white' : parsePlacement(start, geometryOf(variant)).side;
  const other = first === 'white' ? 'black' : 'white';
  return turns.length % 2 === 0 ? first : other;
}

/** Returns the line that starts a search. @param {Limits} limits @param {number} used milliseconds that the search has had already */
export function goLine({ clock, infinite, ...simple }, used) {
  if (clock) {
    const [white, black] = [clock.white, clock.black].map((left) => Math.max(1, Math.round(left - used)));
    return `go wtime ${white} btime ${black} winc ${clock.increment} binc ${clock.increment}`;
  }
  const words = Object.entries(simple).map(([key, value]) => `${key} ${value}`);
  return `go ${words.join(' ') || (infinite ? 'infinite' : 'depth 1')}`;
}

/**
 * Opens the conversations. Those that annotate are opened when they are first needed: one is for the game on the
 * board, the other for the games of a file, which take long.
 * @param {{ url: string, token: string, onStatus: (status: Status, refusal: string) => void, onOptions: () => void,
 *   onRefused: (error: unknown) => void }} options
 */
export function openConversations({ url, token, onStatus, onOptions, onRefused }) {
  // A page without a server has its engine in a worker, and has put that connection there (bindings/wasm).
  const connect = /** @type {any} */ (globalThis).batyrConnect ?? openSocket;
  /** @type {Parameters<typeof createRules>[0]} */
  const open = (handlers) => connect({ url, token, checkedLine, ...handlers });
  return { rules: createRules(open, onStatus), search: createSearch(open, onOptions, onRefused), annotator: createAnnotator(open), fileAnnotator: createAnnotator(open) };
}
