/**
 * The rules as functions that answer at once. They are questions of the protocol to an engine in this thread, which
 * never searches. It gets the whole game with each question, so nothing that was asked before matters; one that has crashed
 * is replaced.
 *
 * @typedef {import('../types/index.js').Game} Game
 * @typedef {import('../types/index.js').Rules} Rules
 * @typedef {import('../types/index.js').State} State
 * @typedef {import('../types/index.js').Variant} Variant
 */
import { startEngine } from '../../wasm/js/engine.js';
import { optionLine, positionLine } from '../../../src/page/files/conversation.js';
import { parseFileAnswers, parseMoves, parseOption, parseState, parseWhy } from '../../../src/page/files/lines.js';
import { geometryOf, parsePlacement } from '../../../src/page/files/position.js';
import { checkedLine, checkedTurn, jsonLine, typedTurn } from '../../../src/page/files/words.js';
import { textOfTurn, wholeGame } from './arguments.js';
import { BatyrError, asBatyrError, sentenceOf } from './error.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @typedef {Awaited<ReturnType<typeof createAsker>>} Asker */

/**
 * Starts an engine that is only asked questions.
 * @param {WebAssembly.Module} module
 */
export async function createAsker(module) {
  /** @type {string[]} */
  let lines = [];
  /** @type {ReturnType<typeof startEngine> | null} */
  let engine = null;
  const handlers = {
    onLine: (/** @type {string} */ line) => { lines.push(line); },
    onCrash: () => { engine = null; },
  };

  /** Browsers instantiate a large module only in the background; its imports are known later. */
  async function start() {
    /** @type {any} */
    let own = {};
    const late = Object.fromEntries(['clock', 'poll', 'line_out', 'want'].map((name) => [name, (/** @type {any[]} */ ...values) => own[name](...values)]));
    const instance = await WebAssembly.instantiate(module, { batyr: late });
    engine = startEngine(module, handlers, true, (_, imports) => {
      own = imports.batyr;
      return instance;
    });
  }
  await start();

  /** Sends lines, and returns what the engine says. Throws if it reports an error. @param {string[]} questions */
  function ask(...questions) {
    lines = [];
    engine ??= startEngine(module, handlers, true);
    for (const line of [...questions.map(checkedLine), 'isready']) engine?.send(line);
    for (const line of lines) {
      const sentence = sentenceOf(line);
      if (sentence !== null) throw new BatyrError(sentence);
    }
    if (lines.at(-1) !== 'readyok') throw new BatyrError('the engine has crashed');
    return lines;
  }

  /** Asks about the last position of a game. @param {Game} game @param {string} question */
  const askOf = (game, question) =>
    ask(optionLine('UCI_Variant', game.variant), positionLine({ ...game, turns: [...game.turns] }), question);

  /** @param {string[]} answers @param {string} name */
  function lineOf(answers, name) {
    const line = answers.find((candidate) => candidate.startsWith(`${name} `));
    if (line === undefined) throw new BatyrError(`the engine has no answer '${name}'`);
    return line;
  }

  return {
    ask,
    /** @param {Game} game */
    facts(game) {
      const facts = parseState(askOf(game, 'state'));
      if (facts === null) throw new BatyrError("the engine has no answer 'state'");
      return facts;
    },
    /** @param {Game} game */
    moves: (game) => parseMoves(lineOf(askOf(game, 'moves'), 'moves')),
    /** @param {Game} game @param {string} turn */
    why: (game, turn) => parseWhy(lineOf(askOf(game, `why ${turn}`), 'why')),
    /** @param {'games' | 'readgame' | 'writegame'} question @param {object} argument */
    file: (question, argument) => parseFileAnswers(ask(`${question} ${jsonLine(argument)}`)),
  };
}

/** Lets a function throw nothing but errors of this package. @template {any[]} A @template R @param {(...values: A) => R} own */
const guarded = (own) => (/** @type {A} */ ...values) => {
  try {
    return own(...values);
  } catch (error) {
    throw asBatyrError(error);
  }
};

/** Returns what the rules say as the package has it. @param {Game} game @param {import('../../../src/page/files/types.js').Facts} facts @returns {State} */
export function stateOf(game, facts) {
  const { side } = parsePlacement(facts.position, geometryOf(game.variant));
  const { position, score, reason, reserve, count, turns } = facts;
  return { spn: position, side, result: /** @type {State['result']} */ (score), reason: reason === '' ? null : /** @type {State['reason']} */ (reason), reserve, count, turns };
}

/**
 * Returns the rules.
 * @param {Asker} asker
 * @returns {Rules}
 */
export function createRules(asker) {
  const state = (/** @type {Game} */ game) => stateOf(game, asker.facts(game));

  /** The game as the engine writes it. @param {Game} game @returns {Game} */
  function checked(game) {
    const turns = asker.moves(game).map(({ turn }) => turn);
    return Object.freeze({ variant: game.variant, start: game.start, turns: Object.freeze(turns) });
  }

  /** @param {Game} game @param {string} typed */
  function why(game, typed) {
    const turn = checkedTurn(typedTurn(textOfTurn(typed)));
    const { word, squares } = asker.why(game, turn);
    if (word === 'legal') return null;
    let sentence = `move "${turn}" is not legal`;
    try {
      asker.moves({ ...game, turns: [...game.turns, turn] });
    } catch (error) {
      sentence = asBatyrError(error).message;
    }
    return { word: /** @type {import('../types/index.js').TurnFault} */ (word), squares, sentence };
  }

  /** @param {Game} game @param {string} typed */
  function play(game, typed) {
    const turn = checkedTurn(typedTurn(textOfTurn(typed)));
    try {
      return checked({ ...game, turns: [...game.turns, turn] });
    } catch (error) {
      const reason = why(game, turn);
      throw reason === null ? error : new BatyrError(reason.sentence, reason);
    }
  }

  /** @param {string} text @param {Variant} [variant] */
  function fromSgn(text, variant) {
    if (typeof text !== 'string') throw new BatyrError(`text ${text}, expected that of a file`);
    const bytes = encoder.encode(text);
    const listed = asker.file('games', { text }).filter(({ kind }) => kind === 'listed');
    return listed.map(({ value: { start, end } }) => {
      const part = decoder.decode(bytes.subarray(start, end));
      const [answer] = asker.file('readgame', { text: part, ...(variant === undefined ? {} : { variant }) });
      if (answer?.kind !== 'game') throw new BatyrError(answer?.value.message ?? 'the engine has not read the game', { word: answer?.value.word });
      const { faults = [], ...record } = answer.value;
      const { variant: own, start: from = null, turns, tags = {}, result } = record;
      return {
        variant: own, start: from, turns: turns.map((/** @type {{ turn: string }} */ one) => one.turn), tags, result,
        faults: faults.map((/** @type {{ message: string }} */ fault) => fault.message), record,
      };
    });
  }

  /** @param {Parameters<Rules['toSgn']>[0]} game */
  function toSgn(game) {
    const whole = wholeGame(game);
    const { record, tags, result } = game;
    const { variant, start, turns } = whole;
    const own = record ?? {
      variant, ...(start === null ? {} : { start }), ...(tags === undefined ? {} : { tags }),
      turns: turns.map((turn) => ({ turn })), result: result ?? state(whole).result,
    };
    const [answer] = asker.file('writegame', own);
    if (answer?.kind !== 'text') throw new BatyrError(answer?.value.message ?? 'the engine has not written the game');
    return answer.value.text;
  }

  const variants = /** @type {Variant[]} */ (asker.ask('uci').flatMap((line) => parseOption(line) ?? []).find(({ name }) => name === 'UCI_Variant')?.choices ?? []);
  return {
    variants: Object.freeze(variants),
    game: guarded((game) => checked(wholeGame(game))),
    state: guarded((game) => state(wholeGame(game))),
    legalTurns: guarded((game) => state(wholeGame(game)).turns),
    play: guarded((game, turn) => play(wholeGame(game), turn)),
    why: guarded((game, turn) => why(wholeGame(game), turn)),
    toSpn: guarded((game) => state(wholeGame(game)).spn),
    fromSpn: guarded((spn, variant = 'shatra') => checked(wholeGame({ variant, start: spn ?? '' }))),
    fromSgn: guarded(fromSgn),
    toSgn: guarded(toSgn),
  };
}
