/**
 * The lessons. A lesson is a row of tasks, a task is a position and something to do there; its words are
 * in the catalogs of the lessons, under `task.NAME` and, for a turn that does something else, `task.NAME.hint`. What a
 * turn does is read off the engine's list of turns, so no rule of play stands here. Rule sets that agree
 * share their tasks.
 *
 * What a turn must be:
 * @typedef {{ kind: 'turn', turns: string[] }} TurnGoal           one of these turns
 * @typedef {{ kind: 'captures', count: number }} CapturesGoal     a turn that captures this many men; 0 for a quiet one
 * @typedef {{ kind: 'square', from?: string, to?: string[] }} SquareGoal  a turn of this man, or to one of these squares
 * @typedef {{ kind: 'drop' }} DropGoal                            a drop
 * @typedef {{ kind: 'result', score: string, turns: string[] }} ResultGoal  a turn after which the game has ended so; `turns` are such
 * @typedef {TurnGoal | CapturesGoal | SquareGoal | DropGoal | ResultGoal} Goal
 * @typedef {{ start: string, goal: Goal, rings?: string[], names?: Record<string, string>, hint?: boolean }} Task  `rings` are squares to look at; `names`
 *   what is written on squares; `hint` if it has a hint of its own
 * @typedef {{ name: string, tasks: string[] }} Lesson
 */

/** @param {...string} turns @returns {Goal} */
const turn = (...turns) => ({ kind: 'turn', turns });
/** @param {number} count @returns {Goal} */
const captures = (count) => ({ kind: 'captures', count });
/** @param {string} from @param {...string} to @returns {Goal} */
const moves = (from, ...to) => (to.length > 0 ? { kind: 'square', from, to } : { kind: 'square', from });
/** @type {Goal} */
const drop = { kind: 'drop' };
/** @param {...string} turns @returns {Goal} */
const wins = (...turns) => ({ kind: 'result', score: '1-0', turns });

/** The tasks, by name. @type {Record<string, Task>} */
export const TASKS = {
  // The goal and the board.
  goal: { start: '9/1/5K1/7/7/3S3/3k3/7/1/9 w', goal: wins('d8:d10'), rings: ['d10'] },
  places: {
    start: '9/1/7/1S5/7/7/5k1/3K3/1/9 w', goal: moves('d10', 'd11'), rings: ['d11'],
    names: { d2: 'fortress', d4: 'gate', a5: 'tower', g5: 'tower', a10: 'tower', g10: 'tower', d13: 'fortress', d11: 'gate' },
  },
  ditch: { start: '9/1/5K1/7/3S3/7/7/1k5/1/9 w', goal: moves('d7', 'c8', 'd8', 'e8') },
  // The men.
  biy: { start: '9/1/5S1/3K3/7/7/7/7/1/4k4 w', goal: moves('d6', 'e7') },
  'biy-captures': { start: '9/1/5S1/3K3/2s4/7/7/7/1/4k4 w', goal: captures(1) },
  'biy-danger': { start: '9/1/5S1/3K3/3s3/3s3/7/7/1/4k4 w', goal: moves('d6', 'c5', 'd5', 'e5', 'c6'), hint: true },
  tura: { start: '9/1/3K3/5R1/7/7/1s5/7/1/4k4 w', goal: moves('b6', 'b10') },
  yalkyn: { start: '9/1/3K3/5B1/7/7/1s5/7/1/4k4 w', goal: moves('b6', 'f10') },
  batyr: { start: '9/1/3K3/5Q1/7/7/1s5/7/1/4k4 w', goal: moves('b6', 'g6', 'd8') },
  far: { start: '9/1/3K3/5Q1/7/3s3/7/7/1/4k4 w', goal: captures(1) },
  'shatra-two': { start: '9/1/1K2S2/7/7/7/s6/7/1/4k4 w', goal: moves('c5', 'c7') },
  'shatra-ditch': { start: '9/1/1K5/7/4S2/7/s6/7/1/4k4 w', goal: moves('c7', 'd8', 'b8') },
  'shatra-beyond': { start: '9/1/1K5/7/7/7/s3S2/7/1/4k4 w', goal: moves('c9', 'b9', 'd9') },
  'shatra-diagonal': { start: '9/1/4S2/7/7/7/s4K1/7/1/4k4 w', goal: moves('c5', 'b6', 'd6') },
  'shatra-sideways': { start: '9/1/4S2/7/7/7/s4K1/7/1/4k4 w', goal: moves('c5', 'b5', 'd5') },
  'shatra-captures': { start: '9/1/1K5/7/4s2/3S3/7/7/1/4k4 w', goal: captures(1) },
  // Captures.
  must: { start: '9/1/3K3/5S1/5s1/7/2s4/7/k/9 w', goal: captures(1) },
  choice: { start: '9/1/3K3/1S3S1/2s2s1/7/2s4/7/k/9 w', goal: captures(2) },
  chain: { start: '9/1/1K3S1/5s1/7/3ss2/7/7/1/4k4 w', goal: captures(3) },
  ghosts: { start: '9/1/5K1/3S3/2s1s2/7/2s1s2/7/1/4k4 w', goal: captures(4) },
  removed: { start: '4s4/1/3R1K1/7/3s3/7/7/k6/1/9 w', goal: captures(2) },
  nearest: { start: '9/1/5KQ/7/6s/7/1s5/7/1/4k4 w', goal: captures(2) },
  landing: { start: '9/1/5KQ/7/6s/7/1s5/7/1/4k4 w', goal: captures(1), hint: true },
  stop: { start: '9/1/7/S2K3/2s4/7/1s5/7/1/4k4 w', goal: captures(1), hint: true },
  decline: { start: '9/1/7/S2K3/2s4/7/7/7/1/4k4 w', goal: captures(0), hint: true },
  'decline-gate': { start: '9/1/5K1/7/7/1k5/7/3s2s/S/9 w', goal: captures(0), hint: true },
  // The reserve.
  drop: { start: '4R3B/K/1S3S1/7/7/7/7/1s3s1/k/9 w T', goal: drop },
  'drop-off-road': { start: '4R3B/K/1S3S1/7/7/7/7/1s3s1/k/9 w T', goal: drop },
  'reserve-captures': { start: 'B6S1/s/7/5K1/7/7/7/5s1/k/9 w T', goal: captures(1) },
  back: { start: '4S4/1/4K2/1S5/7/7/7/2k2s1/1/9 w T', goal: moves('c5', 'd4') },
  inside: { start: '2S2s1B1/1/1S3K1/7/7/7/7/2k2s1/1/9 w T', goal: captures(1) },
  urgent: { start: '7B!S/1/1S3K1/7/7/7/7/2k2s1/1/9 w T', goal: moves('c3') },
  open: { start: '4R4/1/5K1/7/7/7/3B3/5s1/k/9 w', goal: moves('d2', 'f7') },
  'leave-officer': { start: '9/1/5K1/7/7/1k5/s6/7/1/4R4 w', goal: moves('d13', 'b8') },
  leave: { start: '9/1/5K1/7/7/1k5/s6/7/1/4S4 w', goal: moves('d13', 'b9') },
  'leave-gate': { start: '9/S/5K1/7/7/1k5/s6/7/1/9 w', goal: moves('d4', 'f7') },
  order: { start: '1SS1S1S2/K/5S1/7/7/7/1s3s1/7/k/9 w T', goal: moves('e3'), hint: true },
  'gate-man': { start: '5S1S1/S/5K1/7/7/7/1s3s1/7/k/9 w T', goal: moves('d4') },
  'inside-order': { start: '1SS2sS2/1/5K1/7/7/7/5s1/7/k/9 w T', goal: captures(1) },
  'urgent-order': { start: '1S4S1!S/1/5K1/7/7/7/5s1/7/k/9 w T', goal: moves('c3') },
  'order-again': { start: '1S4S1S/1/5K1/7/7/7/5s1/7/k/9 w T', goal: moves('c3') },
  'free-biy': { start: 'S3K3S/1/5S1/7/7/1k5/3s3/7/1/9 w T', goal: moves('d2') },
  // The far end.
  promotion: { start: '9/1/1R3KR/1B4B/7/7/1k4s/7/1/4S4 w', goal: moves('d13', 'c14', 'd14', 'e14') },
  'promotion-tura': { start: '9/1/5K1/7/7/1k5/s6/7/1/3S5 w', goal: turn('e13-e14=R', 'e13-d14=R') },
  waiting: { start: '9/1/1R3KR/1B3QB/7/7/1k4s/7/1/3S5 w', goal: moves('e13', 'd14', 'e14') },
  'promotion-batyr': { start: '9/1/5K1/7/7/1k5/s6/7/1/3S5 w', goal: moves('e13', 'd14', 'e14') },
  'promotion-chain': { start: '9/1/5K1/7/7/1k5/7/7/1/2S1ss3 w', goal: captures(2) },
  'promotion-goes-on': { start: '9/1/5K1/7/7/7/3s3/7/1/1S2s3k w', goal: captures(2) },
  teleport: { start: '9/1/5K1/7/7/7/7/6S/k/1s1s5 w', goal: moves('a10', 'd13') },
  'teleport-far': { start: '9/1/5K1/7/7/7/7/6S/k/1s1s5 w', goal: turn('a10-c14=Q', 'a10-d14=Q', 'a10-e14=Q') },
  'en-passant': { start: '9/1/5K1/7/7/3sS2/7/7/1/4k4 w - - 42', goal: captures(1), rings: ['d9'] },
  'en-passant-beside': { start: '9/1/5K1/7/7/3s3/4S2/7/1/4k4 w - - 42', goal: captures(1), rings: ['d9'] },
  'en-passant-forward': { start: '9/1/5K1/7/7/3sS2/7/7/1/4k4 w - - 42', goal: turn('c8:e10'), rings: ['d9'] },
  // The end of the game.
  win: { start: '9/1/5K1/7/7/2S1S2/1k3s1/7/1/9 w', goal: wins('e8:g10') },
  'no-turn': { start: '9/1/kSS4/SSS4/S6/7/3K3/7/1/9 w', goal: wins('e6-e7') },
  // Shatranj.
  pil: { start: '6k1/p7/8/8/8/8/3P4/1KB5 w - - 0 1', goal: moves('c1', 'e3') },
  farzin: { start: '6k1/p7/8/8/3r4/2Q5/7P/1K6 w - - 0 1', goal: moves('c3', 'd4') },
  asp: { start: '6k1/8/8/1p1r4/8/2N5/8/1K6 w - - 0 1', goal: moves('c3', 'd5') },
  piyadah: { start: '8/P7/8/6k1/7p/8/8/1K5R w - - 0 1', goal: moves('a7', 'a8') },
  'shatranj-mate': { start: '6k1/R6p/1R6/8/8/p7/8/1K6 w - - 0 1', goal: wins('b6b8') },
  'shatranj-no-move': { start: '7k/5K2/8/8/8/p7/P7/6R1 w - - 0 1', goal: wins('g1g7') },
  bare: { start: '5k2/p7/5K2/8/8/8/8/R7 w - - 0 1', goal: wins('a1a7') },
  // Shatar.
  bers: { start: '6k1/7p/8/8/3p4/2J5/7P/1K6 w - - 0 1', goal: captures(1) },
  mori: { start: '6k1/8/8/1p1r4/8/2N5/8/1K6 w - - 0 1', goal: moves('c3', 'd5') },
  fu: { start: '8/P7/8/2p3k1/8/8/7P/1K6 w - - 0 1', goal: moves('a7', 'a8') },
  shak: { start: '7k/8/6K1/p2R4/8/8/1P6/8 w - - 0 1', goal: wins('d5d8') },
  niol: { start: '7k/8/6K1/p7/8/8/B7/2BR4 w - - 0 1', goal: wins('d1d8'), hint: true },
};

/** @param {string} name @param {...string} tasks @returns {Lesson} */
const lesson = (name, ...tasks) => ({ name, tasks });

const GOAL = lesson('goal', 'goal');
const BOARD = lesson('board', 'places', 'ditch');
const BIY = lesson('biy', 'biy', 'biy-captures', 'biy-danger');
const OFFICERS = lesson('officers', 'tura', 'yalkyn', 'batyr', 'far');
const BATYR = lesson('batyr', 'batyr', 'far');
const SHATRA = lesson('shatra', 'shatra-two', 'shatra-ditch', 'shatra-beyond', 'shatra-captures');
const SHATRA_ORIGINAL = lesson('shatra', 'shatra-diagonal', 'shatra-sideways', 'shatra-captures');
const MUST = lesson('captures', 'must', 'choice');
const CHAIN = lesson('chain', 'chain', 'ghosts', 'nearest');
const RIGHTS = lesson('rights', 'stop', 'decline');
const RIGHTS_GATE = lesson('rights', 'stop', 'decline', 'decline-gate');
const WIN = lesson('win', 'win', 'no-turn');
/** The tasks about the reserve after the first, where the order of drops is free. */
const RESERVE = ['reserve-captures', 'back', 'inside', 'urgent'];

const KURIN = [
  GOAL, BOARD, BIY, OFFICERS, SHATRA, MUST,
  lesson('chain', 'chain', 'removed', 'nearest'),
  RIGHTS_GATE,
  lesson('reserve', 'drop', ...RESERVE),
  lesson('later', 'open', 'leave', 'leave-gate'),
  lesson('promotion', 'promotion', 'promotion-tura', 'waiting', 'promotion-goes-on'),
  lesson('en-passant', 'en-passant-forward'),
  WIN,
];

/** The courses, by rule set. @type {Record<string, Lesson[]>} */
export const COURSES = {
  shatra: [
    GOAL, BOARD, BIY, OFFICERS, SHATRA, MUST, CHAIN, RIGHTS,
    lesson('reserve', 'drop', ...RESERVE),
    lesson('later', 'open', 'leave-officer'),
    lesson('promotion', 'promotion', 'promotion-tura', 'waiting'),
    lesson('teleport', 'teleport', 'teleport-far'),
    lesson('en-passant', 'en-passant', 'en-passant-beside'),
    WIN,
  ],
  'shatra-original': [
    GOAL, BOARD, BIY, BATYR, SHATRA_ORIGINAL, MUST, CHAIN, RIGHTS_GATE,
    lesson('reserve', 'order', 'gate-man', 'back', 'inside-order', 'urgent-order'),
    lesson('later', 'leave', 'leave-gate'),
    lesson('promotion', 'promotion-batyr', 'promotion-chain'),
    WIN,
  ],
  'shatra-kurin': KURIN,
  'shatra-pritchard': KURIN.map((own) => (own.name === 'reserve' ? lesson('reserve', 'drop-off-road', ...RESERVE) : own)),
  'shatra-online': [
    GOAL, BOARD, BIY, BATYR, SHATRA_ORIGINAL, MUST,
    lesson('chain', 'chain', 'ghosts', 'landing'),
    RIGHTS,
    lesson('reserve', 'order', 'gate-man', 'inside-order', 'order-again'),
    lesson('later', 'free-biy', 'leave-gate'),
    lesson('promotion', 'promotion-batyr', 'promotion-goes-on'),
    WIN,
  ],
  shatranj: [
    lesson('shatranj-men', 'pil', 'farzin', 'asp', 'piyadah'),
    lesson('shatranj-ends', 'shatranj-mate', 'shatranj-no-move', 'bare'),
  ],
  shatar: [
    lesson('shatar-men', 'bers', 'mori', 'fu'),
    lesson('shatar-ends', 'shak', 'niol'),
  ],
};
