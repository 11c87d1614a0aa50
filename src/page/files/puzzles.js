/**
 * The puzzles: read from the collection of their game, which is fetched when it is first wanted, and chosen from it.
 * A puzzle holds its whole solution, and an answer to every wrong first turn, so that no engine is needed to judge
 * a turn. docs/puzzles.md says how they are made.
 *
 * @typedef {import('./types.js').Puzzle} Puzzle
 */
import { isPosition, isTurn, isVariant } from './words.js';

/** The themes that have a name in the catalogs; another one is shown as it is called in the collection. */
export const THEMES = [
  'long-chain', 'quiet-among-captures', 'sacrifice-ladder', 'biy-hunt', 'biy-declines', 'drop', 'urgent-drop', 'teleport', 'promotion',
  'promotion-in-chain', 'en-passant', 'gate-right', 'temdek-race', 'escape-to-draw', 'blockade', 'zugzwang', 'mate', 'fork', 'sacrifice', 'baring', 'capture-choice',
];
/** How far from the player's rating the next puzzle is looked for. @type {Record<string, number>} */
export const DIFFICULTIES = { easier: -300, normal: 0, harder: 300 };

const DAY = 86_400_000;
/** The puzzles of days are so many places apart, whichever of them has no divisor in common with their number. */
const STRIDES = [89, 97, 101, 103];
/** By how much a rating may be farther off, so that a theme does not come twice in a row. */
const REPEATED_THEME = 60;

/** @param {string} name @returns {Promise<Response>} */
async function fetchFile(name) {
  const answer = await fetch(new URL(`puzzles/${name}`, import.meta.url));
  if (!answer.ok) throw new Error(`puzzles/${name}: ${answer.status}`);
  return answer;
}

/** Returns how many puzzles each game has; a game without any is left out. @returns {Promise<Record<string, number>>} */
export async function puzzleCounts() {
  const counts = await (await fetchFile('index.json')).json();
  return Object.fromEntries(Object.entries(counts).filter(([variant, count]) => isVariant(variant) && Number(count) > 0));
}

/** The collections that were fetched. @type {Map<string, Promise<Puzzle[]>>} */
const collections = new Map();

/** Returns the puzzles of a game, the easiest first. @param {string} variant @returns {Promise<Puzzle[]>} */
export function puzzlesOf(variant) {
  const known = collections.get(variant);
  if (known !== undefined) return known;
  const fetched = fetchFile(`${variant}.jsonl`).then(async (answer) => parsePuzzles(await answer.text(), variant));
  collections.set(variant, fetched);
  // The next try fetches it anew.
  fetched.catch(() => collections.delete(variant));
  return fetched;
}

/**
 * Reads a collection; a line that holds no puzzle of the game is left out.
 * @param {string} text
 * @param {string} variant
 */
export function parsePuzzles(text, variant) {
  const puzzles = text.split('\n').flatMap((line) => {
    try {
      const puzzle = JSON.parse(line);
      return isPuzzle(puzzle) && puzzle.variant === variant ? [puzzle] : [];
    } catch {
      return [];
    }
  });
  return puzzles.sort((a, b) => a.rating - b.rating);
}

/** @param {unknown} value */
const areTurns = (value) => Array.isArray(value) && value.every(isTurn);

/** @param {any} value @returns {value is Puzzle} */
function isPuzzle(value) {
  const isStep = (/** @type {any} */ step) => isTurn(step?.turn) && areTurns(step.also) && typeof step.forced === 'boolean' && ['solver', 'opponent'].includes(step.by);
  const isRefutation = (/** @type {any} */ refutation) => areTurns(refutation?.line) && Number.isFinite(refutation.score);
  return isPuzzleId(value?.id) && isVariant(value.variant) && isPosition(value.position) && ['win', 'save'].includes(value.goal)
    && ['proved', 'searched'].includes(value.proof) && Array.isArray(value.line) && value.line.length > 0 && value.line.every(isStep)
    && ['won', 'saved', 'several'].includes(value.end) && typeof value.wrong === 'object' && value.wrong !== null
    && Object.values(value.wrong).every(isRefutation) && Number.isFinite(value.rating)
    && Array.isArray(value.themes) && value.themes.every((/** @type {any} */ theme) => typeof theme === 'string');
}

/** Returns whether a text can be the name of a puzzle: its game, and the eight digits of its key. @param {unknown} text @returns {text is string} */
export const isPuzzleId = (text) => typeof text === 'string' && /^[a-z\d-]{1,32}-[\da-f]{8}$/.test(text);

/** Returns the game of a puzzle by its name. @param {string} id */
export const variantOfId = (id) => id.slice(0, id.lastIndexOf('-'));

/** Returns the fragment of the address that opens a puzzle. @param {string} id */
export const fragmentOf = (id) => `puzzle=${id}`;

/** Returns the name of the puzzle that a fragment opens; null if it names none. @param {string} fragment */
export function idOfFragment(fragment) {
  const id = new URLSearchParams(fragment).get('puzzle');
  return isPuzzleId(id) ? id : null;
}

/**
 * Returns the puzzle of a day, the same for everybody: it follows from the date alone, and none comes again before
 * all have had their day.
 * @param {Puzzle[]} puzzles
 * @param {Date} date
 */
export function puzzleOfDay(puzzles, date) {
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);
  const stride = STRIDES.find((candidate) => puzzles.length % candidate !== 0) ?? 1;
  return puzzles[(day * stride) % puzzles.length];
}

/**
 * Returns the next puzzle: of those that were never tried, the one nearest to the rating that is wanted, rather with
 * other themes than the last; after them, the one tried longest ago.
 * @param {Puzzle[]} puzzles
 * @param {{ rating: number, theme: string, tried: Map<string, number>, after: Puzzle | null }} wish `theme` '' for any; `tried` when each was
 *   tried last; `after` is the last one, which is not wanted again
 */
export function nextPuzzle(puzzles, { rating, theme, tried, after }) {
  const fitting = puzzles.filter((puzzle) => puzzle.id !== after?.id && (theme === '' || puzzle.themes.includes(theme)));
  const repeated = (/** @type {Puzzle} */ puzzle) => puzzle.themes.filter((own) => after?.themes.includes(own)).length;
  const distance = (/** @type {Puzzle} */ puzzle) => Math.abs(puzzle.rating - rating) + REPEATED_THEME * repeated(puzzle);
  const rank = (/** @type {Puzzle} */ puzzle) => tried.get(puzzle.id) ?? 0;
  const [first] = fitting.sort((a, b) => rank(a) - rank(b) || distance(a) - distance(b));
  return first ?? puzzles.find(({ id }) => id === after?.id);
}

/** Returns the themes of a collection, each with the number of its puzzles. @param {Puzzle[]} puzzles */
export function themesOf(puzzles) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const theme of puzzles.flatMap((puzzle) => puzzle.themes)) counts.set(theme, (counts.get(theme) ?? 0) + 1);
  return counts;
}
