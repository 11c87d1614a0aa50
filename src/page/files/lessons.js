/**
 * The lessons on the live board. A task is solved when the engine's facts about the turn that was played
 * fit its goal; any other legal turn is answered by a hint, and the position is set up again. The game
 * that was on the board waits meanwhile.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Turn} Turn
 * @typedef {import('./types.js').Facts} Facts
 * @typedef {import('./types.js').Sentence} Sentence
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./conversation.js').Search} Search
 * @typedef {import('./lessons-list.js').Goal} Goal
 */
import { actionButton, choice, element } from './dom.js';
import { COURSES, TASKS } from './lessons-list.js';
import { ownGame } from './own-game.js';
import { keep, recall } from './storage.js';
import { t } from './text.js';
import { setNode } from './tree.js';

/** Where the browser keeps the names of the solved tasks. */
const PROGRESS_KEY = 'batyr-lessons';
/** How long a turn that misses the goal stays on the board, in milliseconds. */
const RETRY_DELAY = 1400;

/** How long the engine's answer about a new task is waited for before it is looked for again, in milliseconds. */
const FACTS_DELAY = 50;

/**
 * Returns whether a turn reaches a goal; null while that can't be told yet.
 * @param {Goal} goal
 * @param {Turn} turn
 * @param {Facts | null} after what the engine says of the position behind the turn
 */
export function isReached(goal, turn, after) {
  switch (goal.kind) {
    case 'turn': return goal.turns.includes(turn.text);
    case 'captures': return turn.captures.length === goal.count;
    case 'drop': return turn.isDrop;
    case 'square': {
      const { from, to } = goal;
      return (from === undefined || from === turn.from) && (to === undefined || to.includes(turn.steps.at(-1)?.to ?? ''));
    }
    case 'result': return after === null ? null : after.score === goal.score;
  }
}

/**
 * Opens the lessons.
 * @param {HTMLElement} root
 * @param {Store} store
 * @param {Game} game
 * @param {Search} search
 */
export function mountLessons(root, store, game, search) {
  const solved = readProgress();
  /** The game from which the lessons were opened last: back from it, they go on where they were. */
  let entered = '';
  let variant = 'shatra';
  let lessonIndex = 0;
  let taskIndex = 0;
  /** @type {'open' | 'missed' | 'solved'} */
  let status = 'open';
  let painted = '';
  /** @type {number | undefined} */
  let timer;

  const course = () => COURSES[variant] ?? [];
  const lesson = () => course()[lessonIndex] ?? { name: '', tasks: [] };
  const taskName = () => lesson().tasks[taskIndex] ?? '';
  const task = () => TASKS[taskName()];

  /** Opens the course of the game that waits. */
  function enter() {
    const played = ownGame(store.get()).tree.variant;
    if (played === entered) return setUp();
    entered = played;
    openCourse(played in COURSES ? played : variant);
  }

  /** Opens a course at the first task that is not solved. @param {string} name */
  function openCourse(name) {
    variant = name;
    const first = course().findIndex(({ tasks }) => tasks.some((own) => !solved.has(own)));
    openLesson(Math.max(first, 0));
  }

  /** @param {number} index */
  function openLesson(index) {
    lessonIndex = index;
    const first = lesson().tasks.findIndex((own) => !solved.has(own));
    openTask(Math.max(first, 0));
  }

  /** @param {number} index */
  function openTask(index) {
    taskIndex = index;
    setUp();
  }

  /** Sets up the position of the task. */
  function setUp() {
    const own = task();
    if (own === undefined) return;
    clearTimeout(timer);
    status = 'open';
    game.setUp(variant, own.start);
    const names = Object.entries(own.names ?? {}).map(([from, name]) => ({ from, to: null, text: t(`lessons.place.${name}`) }));
    game.edit((tree) => setNode(tree, 0, { marks: [...ringsOf(own).map((from) => ({ from, to: null })), ...names] }));
    store.set({ bottom: 'white', sentence: null });
    paint();
  }

  /** Goes to the task before or behind the present one. @param {1 | -1} step */
  function go(step) {
    const index = taskIndex + step;
    const other = course()[lessonIndex + step];
    if (lesson().tasks[index] !== undefined) openTask(index);
    else if (other !== undefined) {
      lessonIndex += step;
      openTask(step > 0 ? 0 : other.tasks.length - 1);
    }
  }

  /** Compares the first turn on the board with the goal. @param {State} state */
  function judge({ tree, at }) {
    const node = tree.nodes[at];
    const own = task();
    const turn = tree.nodes[0]?.facts?.turns.find((candidate) => candidate.text === node?.turn);
    if (status !== 'open' || !node || node.parent !== 0 || turn === undefined || own === undefined) return;
    const verdict = isReached(own.goal, turn, node.facts);
    if (verdict === true) succeed();
    else if (verdict === false) miss(own, turn);
  }

  function succeed() {
    status = 'solved';
    solved.add(taskName());
    saveProgress(solved);
    game.say({ key: isLast() ? 'lessons.course-done' : 'lessons.right' });
    paint();
  }

  /** @param {import('./lessons-list.js').Task} own @param {Turn} turn */
  function miss({ goal, hint }, turn) {
    status = 'missed';
    game.say(hint ? { key: `task.${taskName()}.hint`, isError: true } : hintFor(goal, turn));
    timer = setTimeout(() => {
      status = 'open';
      game.goTo(0);
    }, RETRY_DELAY);
  }

  /** Shows a turn that reaches the goal by an arrow. */
  function showTurn() {
    const own = task();
    const turns = store.get().tree.nodes[0]?.facts?.turns;
    if (own === undefined) return;
    clearTimeout(timer);
    if (turns === undefined) {
      // The engine has not told the turns of a new task yet.
      timer = setTimeout(showTurn, FACTS_DELAY);
      return;
    }
    status = 'open';
    game.goTo(0);
    const { goal } = own;
    const found = turns.find((turn) => (goal.kind === 'result' ? goal.turns.includes(turn.text) : isReached(goal, turn, null)));
    const squares = found === undefined ? [] : [found.from, ...found.steps.map((step) => step.to)];
    store.set({ pick: null, hints: squares.slice(1).map((to, index) => ({ from: squares[index] ?? to, to, kind: /** @type {const} */ ('hint') })) });
  }

  const isLast = () => lessonIndex === course().length - 1 && taskIndex === lesson().tasks.length - 1;

  function paint() {
    const known = search.variants();
    const signature = [document.documentElement.lang, known.length, variant, lessonIndex, taskIndex, status === 'solved'].join();
    if (signature === painted) return;
    painted = signature;
    const names = Object.keys(COURSES).filter((name) => known.length === 0 || known.includes(name));
    const games = names.map((value) => ({ value, text: t(`variant.${value}`) }));
    const variants = choice(t('play.variant'), games, variant, { name: 'course' });
    variants.select.addEventListener('change', () => openCourse(variants.select.value));
    const isSolved = status === 'solved';
    const count = lesson().tasks.length;
    const focused = document.activeElement;
    const focus = root.contains(focused) ? ['data-action', 'data-lesson', 'name'].map((name) => [name, focused?.getAttribute(name)]).find(([, value]) => value) : undefined;
    root.replaceChildren(element('div', { class: 'fields' }, [
      variants.field,
      element('h2', { text: t(`lesson.${lesson().name}`) }),
      element('p', { class: 'note', text: `${t('lessons.number', { number: lessonIndex + 1, count: course().length })} · ${t('lessons.task', { number: taskIndex + 1, count })}` + (solved.has(taskName()) ? ' ✓' : '') }),
      element('p', { class: 'task', text: t(`task.${taskName()}`), 'aria-live': 'polite', 'data-task': taskName() }),
      element('div', { class: 'buttons' }, [
        button('previous', () => go(-1), { disabled: lessonIndex === 0 && taskIndex === 0 }),
        button('again', setUp),
        button('show', showTurn),
        button('next-task', () => go(1), { disabled: isLast(), class: isSolved ? 'strong' : null }),
      ]),
      element('ol', { class: 'lesson-list', 'aria-label': t('lessons.lesson') }, course().map(titleButton)),
    ]));
    if (focus !== undefined) /** @type {HTMLElement | null} */ (root.querySelector(`[${focus[0]}="${focus[1]}"]`))?.focus();
  }

  /** The button of a lesson, with how much of it is solved. @param {import('./lessons-list.js').Lesson} lesson @param {number} index */
  function titleButton({ name, tasks }, index) {
    const done = tasks.filter((own) => solved.has(own)).length;
    const isCurrent = index === lessonIndex;
    return element('li', {}, [element('button', {
      type: 'button', 'data-lesson': index, 'aria-current': isCurrent ? 'step' : null, on: { click: () => openLesson(index) },
    }, [
      element('span', { text: `${index + 1}. ${t(`lesson.${name}`)}` }),
      element('span', { class: 'note', text: done === tasks.length ? '✓' : done > 0 ? `${done}/${tasks.length}` : '' }),
    ])]);
  }

  /** @param {string} name @param {() => void} click @param {Record<string, any>} [properties] */
  const button = (name, click, properties = {}) => actionButton(`lesson-${name}`, t(`lessons.${name}`), { ...properties, on: { click } });

  store.subscribe((state, previous) => {
    if (state.view === 'learn') {
      if (previous.view !== 'learn') enter();
      else judge(state);
      paint();
      return;
    }
    if (previous.view === 'learn') clearTimeout(timer);
  });
  if (store.get().view === 'learn') enter();
}

/**
 * The squares to look at: those of the task, or those where its goal lies.
 * @param {import('./lessons-list.js').Task} task
 */
function ringsOf({ goal, rings }) {
  return rings ?? (goal.kind === 'square' ? goal.to ?? [goal.from ?? ''] : []);
}

/**
 * What is said of a turn that misses a goal.
 * @param {Goal} goal
 * @param {Turn} turn
 * @returns {Sentence}
 */
function hintFor(goal, turn) {
  const key = `lessons.hint.${goal.kind}`;
  return goal.kind === 'captures'
    ? { key, params: { captured: turn.captures.length, count: goal.count }, isError: true }
    : { key, isError: true };
}

/** @returns {Set<string>} */
function readProgress() {
  const names = recall(PROGRESS_KEY);
  return new Set(Array.isArray(names) ? names.filter((name) => name in TASKS) : []);
}

/** @param {Set<string>} solved */
const saveProgress = (solved) => keep(PROGRESS_KEY, [...solved]);
