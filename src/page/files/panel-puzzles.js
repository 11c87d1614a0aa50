/**
 * The panel of the trainer: what the puzzle asks and whose turn it is; its buttons: help while it is open, afterwards
 * what can be done with it; the last results. What gives a puzzle away, its themes and its rating, is told when it is
 * over, with what can be learnt from it.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./trainer.js').Trainer} Trainer
 */
import { drawMan, svg } from './board-drawing.js';
import { actionButton, choice, element, iconButton, menu } from './dom.js';
import { icon } from './icons.js';
import { attemptsOf, ratingOf, readRecord } from './puzzle-record.js';
import { DIFFICULTIES, THEMES, themesOf } from './puzzles.js';
import { language, t } from './text.js';
import { mainLine } from './tree.js';

/** How many of the last results are shown. */
const SHOWN_RESULTS = 10;
/** The icons of the results, by their points. @type {Record<string, [string, string]>} */
const RESULTS = { 1: ['check', 'puzzles.result.solved'], 0.5: ['hint', 'puzzles.result.hint'], 0: ['cross', 'puzzles.result.failed'] };
/** And of one that was solved after a mistake. */
const LATE = ['again', 'puzzles.result.later'];

/** Returns the name of a theme. @param {string} theme */
export const themeName = (theme) => (THEMES.includes(theme) ? t(`puzzles.theme.${theme}`) : theme);

/**
 * Builds the panel and the buttons, and keeps them up to date.
 * @param {{ panel: HTMLElement, actions: HTMLElement, results: HTMLElement }} places
 * @param {Store} store
 * @param {Trainer} trainer
 */
export function mountPuzzles(places, store, trainer) {
  let painted = '';

  /** @param {State} state */
  function paint(state) {
    const told = state.puzzle;
    if (state.view !== 'puzzles' || told === null) return;
    const shown = trainer.shown();
    const isOver = trainer.isOver();
    const end = mainLine(state.tree).at(-1) ?? 0;
    const isGoingOn = isOver && (state.tree.nodes[end]?.facts?.score ?? '*') === '*';
    const signature = [language(), told.status, told.asked === null, told.hints, shown.puzzle?.id, shown.attempt?.isDaily, shown.variant, shown.attempt?.rated?.rating, isGoingOn].join();
    if (signature === painted) return;
    painted = signature;
    const focused = document.activeElement;
    const focus = [places.results, places.actions].some((place) => place.contains(focused)) ? /** @type {HTMLElement} */ (focused).dataset.action ?? '' : null;
    places.panel.classList.toggle('over', isOver);
    places.panel.replaceChildren(...headParts(told, isOver, state.settings.men));
    places.results.replaceChildren(...resultParts());
    places.actions.replaceChildren(...buttons(told, isOver, isGoingOn));
    if (focus === null) return;
    // The button that was pressed may be gone: the one that goes on takes its place.
    const next = places.actions.querySelector(focus === '' ? 'button' : `[data-action="${focus}"]`) ?? places.actions.querySelector('button');
    /** @type {HTMLElement | null} */ (next)?.focus();
  }

  /**
   * What is asked, and in the end what it teaches: that a win is proved goes without saying where the game is won.
   * @param {import('./types.js').PuzzleState} told @param {boolean} isOver @param {'figures' | 'signs'} men
   */
  function headParts(told, isOver, men) {
    const { puzzle, attempt, variant, side } = trainer.shown();
    if (puzzle === null || side === null) return [];
    const date = new Intl.DateTimeFormat(language() === 'en' ? 'en' : 'ru', { day: 'numeric', month: 'long' }).format(new Date());
    const which = `${attempt?.isDaily ? t('puzzles.of-day', { date }) : t('puzzles.puzzle')} · ${t(`variant.${variant}`)}`;
    const note = element('p', { class: 'note', text: isOver ? `${which} · ${t('puzzles.rated', { rating: puzzle.rating }).replaceAll(' ', '\u00a0')}` : which });
    const mover = svg('svg', { class: 'puzzle-side', viewBox: '-30 -30 60 60', 'aria-hidden': 'true' }, [drawMan(variant, { kind: 'K', side, urgent: false }, men)]);
    if (!isOver) return [element('div', { class: 'puzzle-head', 'data-puzzle': puzzle.id }, [mover, element('div', {}, [note, element('h2', { text: t(`puzzles.goal.${puzzle.goal}.${side}`) })])])];
    const [theme = ''] = puzzle.themes.filter((own) => THEMES.includes(own));
    const isPlain = told.why?.key === 'puzzles.end.won' && puzzle.proof !== 'searched' && puzzle.wins_in === undefined;
    return [element('div', { class: 'puzzle-head', 'data-puzzle': puzzle.id }, [element('div', {}, [
      note, element('h2', { text: puzzle.themes.map(themeName).join(' · ') }),
      ...(theme === '' ? [] : [element('p', { class: 'puzzle-lesson', text: t(`puzzles.teach.${theme}`) })]),
      ...(isPlain ? [] : [element('p', { class: 'note puzzle-proof', text: proofText(puzzle) })]),
    ])])];
  }

  /** The last results, and how many are solved. */
  function resultParts() {
    const { variant, attempt } = trainer.shown();
    const record = readRecord();
    const attempts = attemptsOf(record, variant);
    const solved = new Set(attempts.filter(({ points }) => points === 1).map(({ id }) => id)).size;
    const firstFailed = attempts.toReversed().findIndex(({ points }) => points !== 1);
    const row = firstFailed < 0 ? attempts.length : firstFailed;
    // A change stands in the message.
    const own = !attempt?.rated ? [t('puzzles.rating', { rating: Math.round(ratingOf(record, variant).rating) })] : [];
    const last = attempts.slice(-SHOWN_RESULTS).map(({ id, points, isLate }) => {
      const [name = '', key = ''] = (isLate ? LATE : RESULTS[points]) ?? [];
      const label = t('puzzles.reopen', { result: t(key) });
      return element('li', {}, [element('button', {
        type: 'button', class: `puzzle-result points-${isLate ? 1 : points * 2}`, title: label, 'aria-label': label, 'data-attempt': id, on: { click: () => trainer.reopen(id) },
      }, [icon(name)])]);
    });
    return [element('div', { class: 'puzzle-results' }, [
      element('p', { class: 'note', text: attempts.length === 0 ? t('puzzles.first') : [t('puzzles.in-row', { count: row }), t('puzzles.solved', { count: solved }), ...own].join(' · ') }),
      element('ol', { class: 'puzzle-row', 'aria-label': t('puzzles.last') }, last),
    ])];
  }

  /** @param {import('./types.js').PuzzleState} told @param {boolean} isOver @param {boolean} isGoingOn */
  function buttons({ status, hints }, isOver, isGoingOn) {
    if (status === 'loading') return [];
    if (status === 'none') return [wishMenu()];
    const items = [
      ...(isGoingOn ? [actionButton('puzzle-play', t('puzzles.play-on'))] : []),
      actionButton('puzzle-day', t('puzzles.day')), actionButton('puzzle-results', t('puzzles.results')), actionButton('puzzle-share', t('puzzles.share')),
    ];
    const more = menu('more', t('views.more'), items, t('views.more'));
    if (status === 'showing') return [strongButton('puzzle-next', 'play', 'puzzles.next'), wishMenu(), more];
    return isOver ? [
      strongButton('puzzle-next', 'play', 'puzzles.next'),
      iconButton('puzzle-retry', 'again', t('puzzles.again')),
      iconButton('puzzle-analyse', 'analysis', t('views.analyse')),
      wishMenu(), more,
    ] : [
      ...(status === 'wrong' ? [strongButton('puzzle-retry', 'undo', 'puzzles.retry')] : []),
      iconButton('puzzle-answer', 'watch', t('puzzles.answer')),
      ...(hints < 2 ? [iconButton('hint', 'hint', t('puzzles.hint'), { title: t('keys.hint') })] : []),
      wishMenu(), more,
    ];
  }

  /** The way on; on a phone there is room for a short word alone. @param {string} action @param {string} name the icon @param {string} key */
  function strongButton(action, name, key) {
    const words = [element('span', { class: 'long', text: t(key) }), element('span', { class: 'short', text: t(`${key}-word`) })];
    return element('button', { type: 'button', class: 'strong', 'data-action': action, 'aria-label': t(key) }, [icon(name), ...words]);
  }

  /** What the next puzzles are to be like. */
  function wishMenu() {
    const { variant, counts, puzzles } = trainer.shown();
    const { wishes } = readRecord();
    const themes = [...themesOf(puzzles)].map(([theme, count]) => ({ value: theme, text: `${themeName(theme)} (${count})` })).sort((a, b) => a.text.localeCompare(b.text, language() === 'en' ? 'en' : 'ru'));
    const games = choice(t('play.variant'), Object.keys(counts).map((value) => ({ value, text: t(`variant.${value}`) })), variant, { name: 'puzzle-variant' });
    const theme = choice(t('puzzles.theme'), [{ value: '', text: t('puzzles.any-theme') }, ...themes], themes.some(({ value }) => value === wishes.theme) ? wishes.theme : '', { name: 'puzzle-theme' });
    const levels = Object.keys(DIFFICULTIES).map((value) => ({ value, text: t(`puzzles.difficulty.${value}`) }));
    const difficulty = choice(t('puzzles.difficulty'), levels, wishes.difficulty, { name: 'puzzle-difficulty' });
    games.select.addEventListener('change', () => trainer.wish({ variant: games.select.value, theme: '' }));
    theme.select.addEventListener('change', () => trainer.wish({ theme: theme.select.value }));
    difficulty.select.addEventListener('change', () => trainer.wish({ difficulty: difficulty.select.value }));
    return menu('gear', t('puzzles.choose-title'), [element('div', { class: 'fields' }, [games.field, theme.field, difficulty.field])], t('puzzles.choose'));
  }

  store.subscribe(paint);
  paint(store.get());
}

/** How it is known that no other turn does it. @param {import('./types.js').Puzzle} puzzle */
function proofText({ proof, goal, wins_in }) {
  if (proof === 'searched') return t('puzzles.searched');
  return goal === 'win' && wins_in !== undefined ? t('puzzles.proved.win-in', { count: wins_in }) : t(`puzzles.proved.${goal}`);
}
