/**
 * What the browser keeps of the puzzles that were tried: a rating for each board, the history, and what is wanted
 * next. The rating is Glicko's with the fixed rating of each puzzle (Mark Glickman, "The Glicko system"); only the
 * first try of a puzzle counts, and no puzzle takes more than a few points, so that a new rating, which is a guess, is
 * not thrown down by one mistake. It is read again before each change, as another tab may have written.
 *
 * @typedef {{ rating: number, doubt: number }} Rating `doubt` is the rating deviation
 * @typedef {{ id: string, at: number, points: number, themes: string[], isLate?: boolean }} Attempt `at` in milliseconds since 1970;
 *   `points` 1 for a puzzle that was solved without help at the first try, 0.5 after a hint, 0 otherwise; `isLate` if it was solved then
 * @typedef {{ id: string, isDaily: boolean, isRepeated: boolean, points: number, misses: number, rated: import('./types.js').PuzzleState['rated'] }} OpenAttempt
 *   an attempt at the puzzle on the board: whether that is the puzzle of the day; whether what comes counts for nothing, as the puzzle was solved
 *   or its answer seen; the points that can still be had, or were; the wrong turns; the rating after it and the change, once it is entered
 * @typedef {{ variant: string, theme: string, difficulty: string }} Wishes
 * @typedef {{ ratings: Record<string, Rating>, attempts: Attempt[], wishes: Wishes, open: OpenAttempt | null }} PuzzleRecord `open` is the
 *   attempt at the puzzle that was left before its end
 */
import { DIFFICULTIES, isPuzzleId, variantOfId } from './puzzles.js';
import { keep, recall } from './storage.js';
import { isVariant } from './words.js';

const KEY = 'batyr-puzzles';
/** The points of a puzzle that is solved without help, with a hint, and not at the first try. */
const POINTS = [1, 0.5, 0];
/** How many attempts are kept. */
const MAX_ATTEMPTS = 3000;
/** The rating of somebody who has only done the lessons. */
const FIRST = { rating: 1000, doubt: 250 };
/** The least deviation, so that a rating never stands still; and the one of a puzzle, whose rating is an estimate. */
const LEAST_DOUBT = 60;
const DOUBT_OF_PUZZLE = 80;
/** The most points that one puzzle takes. */
const MAX_LOSS = 40;
/** The factor of the logistic curve of ratings. */
const Q = Math.LN10 / 400;

/** Returns the board whose games share a rating. @param {string} variant */
const boardOf = (variant) => variant.split('-')[0] ?? variant;

/** Reads the record; whatever is missing or wrong is left out. @returns {PuzzleRecord} */
export function readRecord() {
  const { ratings, attempts, wishes, open } = recall(KEY) ?? {};
  const isRating = (/** @type {any} */ value) => Number.isFinite(value?.rating) && value.doubt >= LEAST_DOUBT;
  const isAttempt = (/** @type {any} */ value) => isPuzzleId(value?.id) && Number.isFinite(value.at) && POINTS.includes(value.points)
    && Array.isArray(value.themes) && value.themes.every((/** @type {any} */ theme) => typeof theme === 'string');
  return {
    ratings: Object.fromEntries(Object.entries(ratings ?? {}).filter(([, value]) => isRating(value))),
    attempts: Array.isArray(attempts) ? attempts.filter(isAttempt) : [],
    wishes: {
      variant: isVariant(wishes?.variant) ? wishes.variant : '', theme: typeof wishes?.theme === 'string' ? wishes.theme : '',
      difficulty: wishes?.difficulty in DIFFICULTIES ? wishes.difficulty : 'normal',
    },
    open: isPuzzleId(open?.id) && POINTS.includes(open.points) ? openAttempt(open) : null,
  };
}

/** @param {any} value @returns {OpenAttempt} */
const openAttempt = ({ id, isDaily, isRepeated, points, misses, rated }) => ({
  id, isDaily: isDaily === true, isRepeated: isRepeated === true, points, misses: Number.isInteger(misses) ? misses : 0,
  rated: Number.isFinite(rated?.rating) && typeof rated.change === 'string' ? { rating: rated.rating, change: rated.change } : null,
});

/** Changes the record. @param {(record: PuzzleRecord) => Partial<PuzzleRecord>} change */
export function changeRecord(change) {
  const record = readRecord();
  keep(KEY, { ...record, ...change(record) });
}

/** Returns the rating on the board of a game. @param {PuzzleRecord} record @param {string} variant */
export const ratingOf = ({ ratings }, variant) => ratings[boardOf(variant)] ?? FIRST;

/**
 * Returns the rating after a puzzle.
 * @param {Rating} own
 * @param {number} puzzle the rating of the puzzle
 * @param {number} points from 0 to 1
 * @returns {Rating}
 */
export function rated({ rating, doubt }, puzzle, points) {
  const g = 1 / Math.sqrt(1 + (3 * Q ** 2 * DOUBT_OF_PUZZLE ** 2) / Math.PI ** 2);
  const expected = 1 / (1 + 10 ** ((-g * (rating - puzzle)) / 400));
  const information = Q ** 2 * g ** 2 * expected * (1 - expected);
  const variance = 1 / (1 / doubt ** 2 + information);
  return { rating: rating + Math.max(-MAX_LOSS, Q * variance * g * (points - expected)), doubt: Math.max(LEAST_DOUBT, Math.sqrt(variance)) };
}

/**
 * Enters an attempt; the first one of a puzzle changes the rating. Returns the rating before and after.
 * @param {import('./types.js').Puzzle} puzzle
 * @param {number} points
 */
export function enterAttempt({ id, rating, variant, themes }, points) {
  const record = readRecord();
  const before = ratingOf(record, variant);
  const isFirst = record.attempts.every((attempt) => attempt.id !== id);
  const after = isFirst ? rated(before, rating, points) : before;
  changeRecord(({ ratings, attempts }) => ({
    ratings: { ...ratings, [boardOf(variant)]: after },
    attempts: [...attempts, { id, at: Date.now(), points, themes }].slice(-MAX_ATTEMPTS),
  }));
  return { before, after };
}

/** Notes that the last attempt at a puzzle has led to its solution after all. @param {string} id */
export function markLate(id) {
  changeRecord(({ attempts }) => {
    const last = attempts.findLastIndex((attempt) => attempt.id === id);
    return { attempts: attempts.map((attempt, index) => (index === last ? { ...attempt, isLate: true } : attempt)) };
  });
}

/** Returns a change of the rating as the parts of its text. @param {{ before: Rating, after: Rating }} change */
export function ratingParts({ before, after }) {
  const difference = Math.round(after.rating) - Math.round(before.rating);
  return { rating: Math.round(after.rating), change: difference > 0 ? `+${difference}` : difference < 0 ? `−${-difference}` : '±0' };
}

/** Returns the attempts at puzzles of one board, the latest last. @param {PuzzleRecord} record @param {string} variant */
export const attemptsOf = ({ attempts }, variant) => attempts.filter(({ id }) => boardOf(variantOfId(id)) === boardOf(variant));

/** Returns when each puzzle was tried last. @param {PuzzleRecord} record */
export const triedIn = ({ attempts }) => new Map(attempts.map(({ id, at }) => [id, at]));

/**
 * Returns how often the puzzles of each theme were solved without help, the theme with the most failures first.
 * @param {Attempt[]} attempts
 */
export function themesTried(attempts) {
  /** @type {Map<string, { tried: number, points: number }>} */
  const sums = new Map();
  for (const { themes, points } of attempts) {
    for (const theme of themes) {
      const sum = sums.get(theme) ?? { tried: 0, points: 0 };
      sums.set(theme, { tried: sum.tried + 1, points: sum.points + points });
    }
  }
  return [...sums].map(([theme, sum]) => ({ theme, ...sum })).sort((a, b) => a.points / a.tried - b.points / b.tried || b.tried - a.tried);
}
