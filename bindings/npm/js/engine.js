/**
 * The engine in a worker. Every search says all that it needs, options, position and limits, and begins when the engine
 * has accepted them: so a position that is refused is an exception, and a worker that has crashed is replaced
 * and asked again (`bindings/wasm/js/transport.js`). One search runs at a time, the others wait in a queue. What is given up
 * is answered at once, though the worker hears of it a moment later.
 *
 * @typedef {import('../types/index.js').Analysis} Analysis
 * @typedef {import('../types/index.js').AnalysisOptions} AnalysisOptions
 * @typedef {import('../types/index.js').BestTurn} BestTurn
 * @typedef {import('../types/index.js').EngineOptions} EngineOptions
 * @typedef {import('../types/index.js').Game} Game
 * @typedef {import('../types/index.js').GameInput} GameInput
 * @typedef {import('../types/index.js').Line} Line
 * @typedef {import('../types/index.js').PlayOptions} PlayOptions
 *
 * What a package needs of the system.
 * @typedef {object} Platform
 * @property {(source?: import('../types/index.js').WasmSource) => Promise<WebAssembly.Module>} compile
 * @property {() => Worker} newWorker
 * @property {() => () => void} hold keeps the program running until the function that it returns is called
 *
 * @typedef {object} Task
 * @property {string[]} lines         what is said before `go`
 * @property {string} go
 * @property {boolean} isEndless
 * @property {number} wanted          the lines that were asked for
 * @property {(analysis: Analysis) => void} onAnalysis
 * @property {(error: unknown) => void} reject
 * @property {(answer: BestTurn) => void} resolve
 * @property {'waiting' | 'asking' | 'searching'} phase
 * @property {boolean} isGivenUp
 * @property {string | null} fault    what the engine has refused
 * @property {string[]} answers       the lines before `go`
 * @property {Map<number, Line>} known the newest lines, by their rank
 * @property {import('../../../src/page/files/types.js').Side} side
 * @property {() => void} release
 */
import { goLine, optionLine, positionLine } from '../../../src/page/files/conversation.js';
import { parseInfo, parseState } from '../../../src/page/files/lines.js';
import { geometryOf, parsePlacement } from '../../../src/page/files/position.js';
import { checkedLine } from '../../../src/page/files/words.js';
import { createTransport } from '../../wasm/js/transport.js';
import { checkClock, checkKeys, limitsOf, wholeGame } from './arguments.js';
import { BatyrError, asBatyrError, sentenceOf } from './error.js';

const DEFAULT_HASH = 16;
const FULL_STRENGTH = 20;
/** The time for a turn without any limit, in milliseconds. */
const DEFAULT_MOVETIME = 1000;
const MESSAGE = 'info string ';

const LIMITS = ['movetime', 'depth', 'nodes', 'signal'];
const OPTIONS = { engine: ['hash', 'wasm', 'worker'], analysis: [...LIMITS, 'lines'], play: [...LIMITS, 'level', 'elo', 'clock'] };

/** Throws if options are not known. @param {object} options @param {keyof typeof OPTIONS} whose */
const checkOptions = (options, whose) => checkKeys(options, OPTIONS[whose], 'the options are an object', 'option');

/** Returns the lines of a depth as an analysis. @param {Map<number, Line>} known @returns {Analysis | null} */
function analysisOf(known) {
  const lines = [...known.values()].sort((a, b) => a.rank - b.rank);
  const [first] = lines;
  return first === undefined ? null : { depth: first.depth, nodes: first.nodes, nps: first.nps, time: first.time, lines };
}

/**
 * Returns the class of engines on a system.
 * @param {Platform} platform
 */
export function createEngineClass({ compile, newWorker, hold }) {
  return class Engine {
    /** @type {EngineOptions} */
    #options;
    /** @type {ReturnType<ReturnType<typeof createTransport>> | null} */
    #link = null;
    #isOpening = false;
    #isClosed = false;
    /** @type {Task[]} */
    #queue = [];
    /** @type {Task | null} */
    #current = null;
    /** The options that the engine has. @type {Set<string>} */
    #sent = new Set();
    /** @type {((text: string) => void) | null} */
    onmessage = null;

    /** @param {EngineOptions} [options] */
    constructor(options = {}) {
      checkOptions(options, 'engine');
      this.#options = options;
    }

    /** @param {GameInput} [game] @param {AnalysisOptions} [options] @returns {AsyncIterableIterator<Analysis>} */
    analyse(game, options = {}) {
      /** @type {Analysis | null} */
      let newest = null;
      let isBegun = false;
      let isOver = false;
      /** @type {{ error: unknown } | null} */
      let failure = null;
      let wake = () => {};
      let giveUp = () => {};
      const finish = () => {
        isOver = true;
        wake();
      };
      const begin = () => {
        isBegun = true;
        checkOptions(options, 'analysis');
        const { signal, lines = 1, ...limits } = options;
        const given = limitsOf(limits);
        const isEndless = Object.keys(given).length === 0;
        giveUp = this.#search(wholeGame(game), { MultiPV: lines, UCI_AnalyseMode: true, 'Skill Level': FULL_STRENGTH, UCI_LimitStrength: false }, isEndless ? { infinite: true } : given, signal, {
          isEndless, wanted: lines, resolve: finish,
          onAnalysis: (analysis) => {
            newest = analysis;
            wake();
          },
          reject: (error) => {
            failure = { error };
            newest = null;
            finish();
          },
        });
      };
      /** @returns {Promise<IteratorResult<Analysis, undefined>>} */
      const advance = async () => {
        try {
          if (!isBegun && !isOver) begin();
        } catch (error) {
          isOver = true;
          throw error;
        }
        for (;;) {
          if (failure !== null) {
            const { error } = failure;
            failure = null;
            throw error;
          }
          if (newest !== null) {
            const value = newest;
            newest = null;
            return { done: false, value };
          }
          if (isOver) return { done: true, value: undefined };
          await new Promise((resolve) => { wake = () => resolve(undefined); });
        }
      };
      /** @type {Promise<unknown>} */
      let last = Promise.resolve();
      return {
        next() {
          const own = last.then(advance);
          last = own.catch(() => {});
          return own;
        },
        // Nobody reads on: a step that is waited for ends, too.
        async return() {
          newest = null;
          finish();
          giveUp();
          return { done: true, value: undefined };
        },
        [Symbol.asyncIterator]() { return this; },
      };
    }

    /** @param {GameInput} [game] @param {PlayOptions} [options] @returns {Promise<BestTurn>} */
    async bestTurn(game, options = {}) {
      checkOptions(options, 'play');
      const { signal, level = FULL_STRENGTH, elo, clock, ...limits } = options;
      const given = limitsOf(limits);
      if (clock !== undefined) checkClock(clock);
      const strength = { 'Skill Level': level, UCI_LimitStrength: elo !== undefined, ...(elo === undefined ? {} : { UCI_Elo: elo }) };
      const isBare = Object.keys(given).length === 0;
      const own = clock === undefined ? (isBare ? { movetime: DEFAULT_MOVETIME } : given) : { clock: { ...clock, increment: clock.increment ?? 0 } };
      return /** @type {Promise<BestTurn>} */ (new Promise((resolve, reject) => {
        this.#search(wholeGame(game), { MultiPV: 1, UCI_AnalyseMode: false, ...strength }, own, signal, { isEndless: false, wanted: 1, resolve, reject, onAnalysis: () => {} });
      }));
    }

    close() {
      this.#isClosed = true;
      this.#failAll(new BatyrError('the engine is closed'));
    }

    /**
     * Puts a search into the queue; returns what gives it up.
     * @param {Game} game
     * @param {Record<string, string | number | boolean>} options
     * @param {import('../../../src/page/files/conversation.js').Limits} limits
     * @param {AbortSignal | undefined} signal
     * @param {Pick<Task, 'isEndless' | 'wanted' | 'resolve' | 'reject' | 'onAnalysis'>} own
     */
    #search(game, options, limits, signal, own) {
      const onAbort = () => {
        const { reject } = task;
        this.#giveUp(task);
        reject(signal?.reason);
      };
      /** Nothing is heard of a search that is over. */
      const settled = () => {
        signal?.removeEventListener('abort', onAbort);
        task.release();
        task.release = () => {};
      };
      /** @type {Task} */
      const task = {
        ...own, lines: [], go: '', phase: 'waiting', isGivenUp: false, fault: null, answers: [], known: new Map(), side: 'white', release: () => {},
        resolve: (answer) => { settled(); own.resolve(answer); },
        reject: (error) => { settled(); own.reject(error); },
      };
      try {
        signal?.throwIfAborted();
        if (this.#isClosed) throw new BatyrError('the engine is closed');
        if ([this.#current, ...this.#queue].some((other) => other?.isEndless === true && !other.isGivenUp)) {
          throw new BatyrError('an analysis without a limit is running: end it first, or take another engine');
        }
        const all = { Hash: this.#options.hash ?? DEFAULT_HASH, UCI_Variant: game.variant, UCI_ShowWDL: true, ...options };
        task.lines = [...Object.entries(all).map(([name, value]) => optionLine(name, value)), positionLine({ ...game, turns: [...game.turns] }), 'state'];
        task.go = checkedLine(goLine(limits, 0));
      } catch (error) {
        own.reject(signal?.aborted ? signal.reason : asBatyrError(error));
        return () => {};
      }
      signal?.addEventListener('abort', onAbort);
      task.release = hold();
      this.#queue.push(task);
      this.#next();
      return () => {
        if (!task.isGivenUp) settled();
        this.#giveUp(task);
      };
    }

    /** Forgets a search: whoever waits for it has heard of it. @param {Task} task */
    #giveUp(task) {
      task.isGivenUp = true;
      this.#queue = this.#queue.filter((other) => other !== task);
      if (this.#current !== task) return;
      if (this.#link === null || !this.#link.isOpen()) this.#done();
      else if (task.phase === 'searching') this.#link.send('stop');
    }

    /** Begins the next search, if there is one and none runs. */
    #next() {
      if (this.#current !== null) return;
      this.#current = this.#queue.shift() ?? null;
      if (this.#current === null) return;
      if (this.#link === null) this.#open();
      else if (this.#link.isOpen()) this.#ask(this.#current);
    }

    #done() {
      this.#current = null;
      this.#next();
    }

    /** Refuses all searches, and ends the worker. @param {unknown} error */
    #failAll(error) {
      const all = [this.#current, ...this.#queue];
      this.#link?.close();
      this.#link = null;
      this.#current = null;
      this.#queue = [];
      for (const task of all) if (task !== null && !task.isGivenUp) task.reject(error);
    }

    async #open() {
      if (this.#isOpening) return;
      this.#isOpening = true;
      /** @type {Promise<WebAssembly.Module> | null} */
      let module = null;
      try {
        module = Promise.resolve(await compile(this.#options.wasm));
      } catch (error) {
        this.#failAll(asBatyrError(error));
      }
      this.#isOpening = false;
      // All that waited may have been given up meanwhile.
      if (module === null || this.#isClosed || this.#current === null) return;
      const connect = createTransport({ newWorker: this.#options.worker ?? newWorker, module });
      this.#link = connect({
        checkedLine,
        onLine: (line) => this.#onLine(line),
        onStatus: (status, reason) => {
          this.#sent = new Set();
          if (status === 'failed') this.#failAll(new BatyrError(`the engine can't run: ${reason || 'its worker does not start'}`));
          else if (this.#current?.isGivenUp) this.#done();
          else if (status === 'open' && this.#current !== null) this.#ask(this.#current);
        },
      });
    }

    /** Says all that comes before `go`. @param {Task} task */
    #ask(task) {
      Object.assign(task, { phase: 'asking', fault: null, answers: [], known: new Map() });
      for (const line of task.lines) {
        const isOption = line.startsWith('setoption ');
        if (isOption && this.#sent.has(line)) continue;
        this.#link?.send(line);
        if (!isOption) continue;
        const name = line.slice(0, line.indexOf(' value ') + 1);
        for (const other of this.#sent) if (other.startsWith(name)) this.#sent.delete(other);
        this.#sent.add(line);
      }
      this.#link?.send('isready');
    }

    /** @param {string} line */
    #onLine(line) {
      const task = this.#current;
      const sentence = sentenceOf(line);
      if (sentence === null && line.startsWith(MESSAGE)) this.onmessage?.(line.slice(MESSAGE.length));
      if (task === null) return;
      if (sentence !== null) task.fault ??= sentence;
      if (task.phase === 'asking') {
        if (line === 'readyok') this.#go(task);
        else task.answers.push(line);
      } else if (line.startsWith('bestmove ')) this.#finish(task, line);
      else {
        const info = parseInfo(line, task.side);
        if (info !== null) this.#onInfo(task, info);
      }
    }

    /** The engine has accepted the position, or not. @param {Task} task */
    #go(task) {
      const facts = parseState(task.answers);
      if (task.fault !== null || facts === null) {
        // What was refused was not set.
        this.#sent = new Set();
        if (!task.isGivenUp) task.reject(new BatyrError(task.fault ?? "the engine has no answer 'state'"));
      } else if (task.isGivenUp || (facts.score !== '*' && task.isEndless) || facts.count === 0) {
        if (!task.isGivenUp) task.resolve({ turn: null, ponder: null, line: null });
      } else {
        const variant = task.lines.find((line) => line.startsWith('setoption name UCI_Variant '))?.split(' ').at(-1) ?? '';
        Object.assign(task, { phase: 'searching', wanted: Math.min(task.wanted, facts.count), side: parsePlacement(facts.position, geometryOf(variant)).side });
        this.#link?.send(task.go);
        return;
      }
      this.#done();
    }

    /** @param {Task} task @param {Line} line */
    #onInfo(task, line) {
      task.known.set(line.rank, line);
      // All lines of a depth come together.
      const analysis = line.rank >= task.wanted ? analysisOf(task.known) : null;
      if (analysis !== null && !task.isGivenUp) task.onAnalysis(analysis);
    }

    /** @param {Task} task @param {string} answer */
    #finish(task, answer) {
      const [, best = '(none)', , ponder = null] = answer.split(' ');
      if (!task.isGivenUp && task.fault !== null) task.reject(new BatyrError(task.fault));
      else if (!task.isGivenUp) {
        const line = task.known.get(1) ?? null;
        task.resolve({ turn: best === '(none)' ? null : best, ponder, line });
      }
      this.#done();
    }
  };
}
