/**
 * A game to replay as boards and sentences. There is no engine to ask; with each turn comes what it changes
 * on the board (`src/page/replay/changes.rs`), so nothing here knows how a man moves.
 *
 * @typedef {import('./types.js').Placement} Placement
 * @typedef {import('./types.js').Turn} Turn
 * @typedef {import('./types.js').Side} Side
 *
 * @typedef {object} Game
 * @property {number} [number]
 * @property {string} [title]
 * @property {string} [ending]
 * @property {string} variant
 * @property {string} start   the position text
 * @property {string} turns
 */
import { geometryOf, manOf, menOf, moveNumber, parsePlacement } from './position.js';
import { t } from './text.js';
import { parseTurn, squaresOf } from './turns.js';

/** What an entry of a turn has behind the text: a square with the man that stands there then, if any. */
const CHANGE = /^([a-h]\d+)(!?)([A-Za-z]?)$/;

/**
 * Returns the boards of a game, the start first, and its turns.
 * @param {Game} game
 */
export function boardsOf({ variant, start, turns: text }) {
  const geometry = geometryOf(variant);
  let board = parsePlacement(start, geometry);
  const boards = [board];
  const turns = text === '' ? [] : text.split(';').map((entry) => {
    const [word = '', ...changes] = entry.split(' ');
    const turn = parseTurn(word, board.transit ?? '');
    board = boardAfter(board, turn, changes, geometry.name === 'shatra');
    boards.push(board);
    return turn;
  });
  return { boards, turns };
}

/** @param {Placement} board @param {Turn} turn @param {string[]} changes @param {boolean} isShatra @returns {Placement} */
function boardAfter(board, turn, changes, isShatra) {
  const men = new Map(board.men);
  const squares = squaresOf(turn);
  const [from = '', to = ''] = [squares[0], squares.at(-1)];
  const man = men.get(from);
  if (man !== undefined && from !== to) {
    men.delete(from);
    men.set(to, man);
  }
  /** @type {Side} */
  let side = board.side === 'white' ? 'black' : 'white';
  let { temdek } = board;
  for (const change of changes) {
    const [, square = '', mark = '', letter = ''] = CHANGE.exec(change) ?? [];
    if (change.startsWith('=')) temdek = { white: change.includes('T'), black: change.includes('t') };
    else if (change.startsWith('>')) side = change === '>b' ? 'black' : 'white';
    else if (letter === '') men.delete(square);
    else men.set(square, manOf(letter, isShatra, mark !== ''));
  }
  return { men, side, temdek, transit: null, rest: '' };
}

/** Returns the number of a turn: `12.` for White, `12...` for Black. @param {Game} game @param {number} ply */
export function numberOf({ variant, start }, ply) {
  const { number, isWhite } = moveNumber(variant, start, ply - 1);
  return `${number}.${isWhite ? '' : '..'}`;
}

/** Says a turn for the ear: the squares one by one. @param {Turn} turn @param {Placement} before @param {Placement} after */
export function sentence(turn, before, after) {
  const gone = [...before.men].filter(([square, man]) => man.side !== before.side && after.men.get(square)?.side !== man.side).map(([square]) => square);
  const kind = turn.steps.length === 0 ? 'pass' : gone.length > 0 ? 'capture' : 'move';
  return t(`live.${kind}.${before.side}`, { from: turn.from, to: turn.steps.at(-1)?.to ?? '', captures: gone.join(', ') });
}

/** @param {string} variant @param {Placement} placement @param {string} square */
export function labelOf(variant, { men }, square) {
  const man = men.get(square);
  if (man === undefined) return `${square}, ${t('board.empty')}`;
  const kind = `${menOf(variant)}.${man.kind}`;
  return `${square}, ${man.side === null ? t('board.ghost', { man: t(`men.${kind}`) }) : t(`man.${man.side}.${kind}`)}`;
}
