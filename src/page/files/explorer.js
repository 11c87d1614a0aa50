/**
 * What is known of a position of the opening: the turns of the engine's book with their values, and the games that
 * this browser keeps. Both go by the position, so games that reach it by another order of turns count, too.
 *
 * @typedef {import('./types.js').Score} Score
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./conversation.js').Rules} Rules
 * @typedef {import('./conversation.js').GameText} GameText
 * @typedef {{ turn: string, score: Score, expected: number, doubt: number, depth: number, below: number, transposes: boolean }} BookTurn
 *   `score` and `expected` (thousandths of a point) are for White; `doubt` is in thousandths, too; `below` counts positions of the book
 * @typedef {{ position: BookTurn, turns: BookTurn[] }} BookPosition
 * @typedef {{ white: number, draw: number, black: number, open: number }} Results how many games White won, nobody, Black, and that have not ended
 */
import { fromJson, mainLine } from './tree.js';

/** How many turns of a kept game are looked at, and how many games, those changed last first. */
const MAX_TURNS = 40;
const MAX_GAMES = 300;

/**
 * Reads the answer to `book`; null if the position is not in the book.
 * @param {string[]} lines
 * @param {Side} side the side to move
 * @returns {BookPosition | null}
 */
export function parseBook(lines, side) {
  const sign = side === 'white' ? 1 : -1;
  /** @param {string} line @returns {BookTurn} */
  const read = (line) => {
    const words = line.split(' ');
    const number = (/** @type {string} */ key) => Number(words[words.indexOf(key) + 1]) || 0;
    const score = words.indexOf('score');
    const expected = number('expected');
    return {
      turn: words[2] ?? '', score: { kind: words[score + 1] === 'mate' ? 'mate' : 'cp', value: sign * (Number(words[score + 2]) || 0) },
      expected: side === 'white' ? expected : 1000 - expected, doubt: number('doubt'), depth: number('depth'), below: number('below'),
      transposes: words.includes('transposes'),
    };
  };
  const position = lines.find((line) => line.startsWith('book position '));
  if (position === undefined) return null;
  return { position: read(position), turns: lines.filter((line) => line.startsWith('book turn ')).map(read) };
}

/** Returns a position text without its counters. @param {string} position */
const keyOf = (position) => position.split(' ').slice(0, -2).join(' ');

/** Returns results without any. @returns {Results} */
const noResults = () => ({ white: 0, draw: 0, black: 0, open: 0 });

/** The kinds of results, by what game files write. @type {Record<string, keyof Results>} */
const KINDS = { '1-0': 'white', '0-1': 'black', '1/2-1/2': 'draw' };

/** Returns how many games there are in all. @param {Results} results */
export const sumOf = ({ white, draw, black, open }) => white + draw + black + open;

/**
 * Creates the index of the games that the browser keeps. The engine is asked for their positions one after another,
 * so that a question about the board never waits for more than one of them.
 * @param {{ all: () => Promise<import('./library.js').KeptGame[]> }} library
 * @param {Rules} rules
 */
export function createOwnGames(library, rules) {
  /** The keys of positions, by the turns that lead to them. @type {Map<string, string>} */
  const keys = new Map();
  /** The results of each turn, by the key of the position before it. @type {Map<string, Map<string, Results>>} */
  let index = new Map();
  /** What the index holds. */
  let indexed = '';
  /** Counts the calls, so that the last one wins. */
  let runs = 0;

  /** @param {GameText} game */
  async function keyAfter(game) {
    const name = [game.variant, game.start ?? '', ...game.turns].join(' ');
    const known = keys.get(name);
    if (known !== undefined) return known;
    const key = keyOf((await rules.facts(game)).position);
    keys.set(name, key);
    return key;
  }

  /** Enters a game, each of its positions once. @param {typeof index} into @param {import('./types.js').Tree} tree */
  async function enter(into, tree) {
    const turns = mainLine(tree).slice(0, MAX_TURNS).map((id) => tree.nodes[id]?.turn ?? '');
    const seen = new Set();
    for (const [ply, turn] of turns.entries()) {
      const key = await keyAfter({ variant: tree.variant, start: tree.start, turns: turns.slice(0, ply) });
      if (seen.has(key)) continue;
      seen.add(key);
      const ofPosition = into.get(key) ?? new Map();
      const results = ofPosition.get(turn) ?? noResults();
      results[KINDS[tree.result] ?? 'open'] += 1;
      into.set(key, ofPosition.set(turn, results));
    }
  }

  return {
    /**
     * Brings the index of a game's rules up to date. The game on the board is left out.
     * @param {string} variant
     * @param {string} but the id of the game on the board
     */
    async refresh(variant, but) {
      runs += 1;
      const run = runs;
      const kept = (await library.all()).filter(({ id, tree }) => tree.variant === variant && id !== but).slice(0, MAX_GAMES);
      const name = [variant, ...kept.map(({ id, revision }) => `${id}:${revision}`)].join(' ');
      if (name === indexed) return;
      /** @type {typeof index} */
      const fresh = new Map();
      for (const { tree: json } of kept) {
        const tree = fromJson(json);
        // A game that the engine refuses is left out.
        if (tree !== null) await enter(fresh, tree).catch(() => {});
        if (run !== runs) return;
      }
      index = fresh;
      indexed = name;
    },
    /** Returns the results of each turn that was played from a position. @param {string} position */
    at: (position) => index.get(keyOf(position)) ?? new Map(),
  };
}
