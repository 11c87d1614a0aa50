/**
 * Scores and chances as people read them.
 *
 * @typedef {import('./types.js').Score} Score
 * @typedef {import('./types.js').Line} Line
 * @typedef {import('./types.js').Evaluation} Evaluation
 */
import { decimal } from './text.js';

/** The score, in hundredths of a shatra, at which the chances are about three to one, where none are told. */
const CHANCE_SCALE = 250;
/** White's points by the result of a game. @type {Record<string, number>} */
const POINTS = { '1-0': 1, '0-1': 0 };

/**
 * Writes a score for White as the language of the page has it: `+0.35`, `−1.20`, `#3`, `#−3`.
 * @param {Score} score
 * @param {'' | 'lower' | 'upper'} [bound]
 * @param {number} [decimals]
 */
export function scoreText({ kind, value }, bound = '', decimals = 2) {
  const mark = { '': '', lower: '≥', upper: '≤' }[bound];
  const sign = value < 0 ? '−' : kind === 'cp' && value > 0 ? '+' : '';
  const amount = Math.abs(value);
  return mark + (kind === 'mate' ? `#${sign}${amount}` : sign + decimal(amount / 100, decimals));
}

/**
 * Reads a score of a game file, which is for White too: `-0.35`, `#3` or `#-3`, perhaps with a depth.
 * @param {string} text
 * @returns {Score | null}
 */
export function readScore(text) {
  const [, mate, units] = /^(?:#([-+]?\d+)|([-+]?\d+(?:\.\d+)?))(?:,|$)/.exec(text) ?? [];
  if (mate !== undefined) return { kind: 'mate', value: Number(mate) };
  return units === undefined ? null : { kind: 'cp', value: Math.round(100 * Number(units)) };
}

/** Writes a score for a game file. @param {Score} score */
export const fileScore = ({ kind, value }) => (kind === 'mate' ? `#${value}` : (value / 100).toFixed(2));

/**
 * Returns the points from 0 to 1 that White may expect.
 * @param {Pick<Line, 'score' | 'chances'>} line
 */
export function expectedPoints({ score, chances }) {
  if (score.kind === 'mate') return score.value > 0 ? 1 : 0;
  if (chances !== null) return (chances.win + chances.draw / 2) / 1000;
  return 1 / (1 + Math.exp(-score.value / CHANCE_SCALE));
}

/**
 * Returns the evaluation that a score of a game file gives; null if it has none. `#0` does not say who has won.
 * @param {string} text
 * @param {string} result that of the line, `*` if it is not known
 * @returns {Evaluation | null}
 */
export function evaluationOfFile(text, result) {
  const score = readScore(text);
  if (score === null) return null;
  const isOver = score.kind === 'mate' && score.value === 0;
  const points = isOver ? POINTS[result] ?? 0.5 : expectedPoints({ score, chances: null });
  return { score, points, depth: 0, best: '' };
}

/**
 * Returns the evaluation that a line gives.
 * @param {Line} line
 * @returns {Evaluation}
 */
export function evaluationOf(line) {
  return { score: line.score, points: expectedPoints(line), depth: line.depth, best: line.turns[0] ?? '' };
}
