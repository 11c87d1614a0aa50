/**
 * The panel of the view `play`: the form for a new game, and the buttons during a game and after it.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').Player} Player
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./conversation.js').Search} Search
 */
import { actionButton, byId, choice, element } from './dom.js';
import { t } from './text.js';

/** The clocks on offer: minutes and the seconds added after each turn; 0 minutes for no clock. */
const CLOCKS = [[0, 0], [1, 0], [3, 2], [5, 3], [10, 5], [15, 10], [30, 20], [60, 30]];
const MAX_LEVEL = 20;
const DEFAULT_LEVEL = 8;

/** @type {Player} */
const PERSON = { kind: 'person', level: MAX_LEVEL, elo: 0 };

/**
 * Returns the texts of the games to choose from.
 * @param {string[]} variants
 */
export function variantOptions(variants) {
  return variants.map((value) => ({ value, text: t(`variant.${value}`) }));
}

/**
 * Builds the panel and keeps it up to date.
 * @param {HTMLElement} root
 * @param {Store} store
 * @param {Play} play
 * @param {Search} search
 */
export function mountPlay(root, store, play, search) {
  let painted = '';

  /** @param {State} state */
  function paint(state) {
    const { match, tree } = state;
    const phase = match === null ? 'setup' : match.over ? 'over' : 'running';
    const signature = [phase, state.connection, document.documentElement.lang, tree.variant, tree.start, state.thinking, tree.result, tree.ending, search.variants().length].join();
    if (signature === painted) return;
    painted = signature;
    if (phase === 'setup') root.replaceChildren(...(search.variants().length > 0 ? [form()] : []));
    else root.replaceChildren(...(phase === 'over' ? overButtons(state) : runningButtons(state)));
  }

  /** @param {State} state */
  function runningButtons({ thinking, match }) {
    const status = element('p', { class: 'status', text: thinking ? t('play.thinking') : t('play.running') });
    const people = Object.values(match?.players ?? {}).some((player) => player.kind === 'person');
    const buttons = [
      people && actionButton('take-back', t('play.take-back')),
      people && actionButton('hint', t('play.hint')),
      people && actionButton('draw', t('play.draw')),
      people && actionButton('resign', t('play.resign')),
      actionButton('new-game', t('play.abort')),
    ].filter((button) => button !== false);
    return [status, element('div', { class: 'buttons' }, buttons)];
  }

  /** @param {State} state */
  function overButtons({ tree }) {
    const words = { '1-0': 'result.white-wins', '0-1': 'result.black-wins', '1/2-1/2': 'result.draw' };
    const key = words[/** @type {keyof typeof words} */ (tree.result)] ?? 'result.unfinished';
    return [
      element('p', { class: 'result', text: t(key) }),
      element('p', { class: 'status', text: tree.ending === '' ? '' : t(`result.${tree.ending}`) }),
      element('div', { class: 'buttons' }, [
        actionButton('rematch', t('play.rematch'), { class: 'strong' }),
        actionButton('new-game', t('play.new-game')),
        actionButton('review', t('play.review')),
        actionButton('take-back', t('play.take-back')),
      ]),
    ];
  }

  /** The form for a new game. */
  function form() {
    const { tree } = store.get();
    const variants = search.variants();
    const variant = choice(t('play.variant'), variantOptions(variants), tree.variant, { name: 'variant' });
    const note = element('p', { class: 'note' });
    const opponent = choice(t('play.opponent'), [
      { value: 'engine', text: t('play.against-engine') },
      { value: 'person', text: t('play.two-people') },
      { value: 'watch', text: t('play.watch') },
    ], 'engine', { name: 'opponent' });
    const side = choice(t('play.side'), [
      { value: 'white', text: t('side.white') }, { value: 'black', text: t('side.black') }, { value: 'random', text: t('play.random') },
    ], 'white', { name: 'side' });
    const strength = strengthFields();
    const clock = choice(t('play.clock'), CLOCKS.map(([minutes = 0, seconds = 0]) => ({
      value: `${minutes}+${seconds}`,
      text: minutes === 0 ? t('play.no-clock') : t('play.clock-value', { minutes, seconds }),
    })), '0+0', { name: 'clock' });
    const position = element('label', { class: 'field check' }, [
      element('input', { type: 'checkbox', name: 'here', checked: tree.start !== null }), element('span', { text: t('play.from-here') }),
    ]);
    position.hidden = tree.start === null;
    const update = () => {
      note.textContent = t(`variant.${variant.select.value}.note`);
      side.field.hidden = opponent.select.value !== 'engine';
      strength.field.hidden = opponent.select.value === 'person';
    };
    update();
    return element('form', {
      class: 'setup',
      on: {
        change: update,
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          begin(variant.select.value, opponent.select.value, side.select.value, strength.player(), clock.select.value,
            position.querySelector('input')?.checked ?? false);
        },
      },
    }, [variant.field, note, opponent.field, side.field, strength.field, clock.field, position,
      element('button', { type: 'submit', class: 'strong', 'data-action-name': 'start', text: t('play.start') })]);
  }

  /** The fields for the strength: a level, or a rating. */
  function strengthFields() {
    const elo = search.options().get('UCI_Elo');
    const by = choice(t('play.strength'), [
      { value: 'level', text: t('play.by-level') }, ...(elo ? [{ value: 'elo', text: t('play.by-elo') }] : []),
    ], 'level', { name: 'strength' });
    const value = element('input', { type: 'range', name: 'level', min: 0, max: MAX_LEVEL, value: DEFAULT_LEVEL });
    const output = element('output', { text: String(DEFAULT_LEVEL) });
    const show = () => { output.textContent = value.value; };
    by.select.addEventListener('change', () => {
      const isElo = by.select.value === 'elo';
      value.min = String(isElo ? elo?.min ?? 0 : 0);
      value.max = String(isElo ? elo?.max ?? 0 : MAX_LEVEL);
      value.step = isElo ? '50' : '1';
      value.value = String(isElo ? 1500 : DEFAULT_LEVEL);
      show();
    });
    value.addEventListener('input', show);
    const slider = element('label', { class: 'field' }, [element('span', { text: t('play.strength-value') }), value, output]);
    return {
      field: element('div', { class: 'fields' }, [by.field, slider]),
      /** @returns {Player} */
      player: () => by.select.value === 'elo'
        ? { kind: 'engine', level: MAX_LEVEL, elo: Number(value.value) }
        : { kind: 'engine', level: Number(value.value), elo: 0 },
    };
  }

  /**
   * Begins the game that the form describes.
   * @param {string} variant @param {string} opponent @param {string} side @param {Player} engine @param {string} clock @param {boolean} isFromHere
   */
  function begin(variant, opponent, side, engine, clock, isFromHere) {
    const { tree } = store.get();
    /** @type {Side} */
    const own = side === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : side === 'black' ? 'black' : 'white';
    const [minutes = 0, seconds = 0] = clock.split('+').map(Number);
    const players = opponent === 'person' ? { white: PERSON, black: PERSON }
      : opponent === 'watch' ? { white: engine, black: engine }
      : own === 'white' ? { white: PERSON, black: engine } : { white: engine, black: PERSON };
    play.start({
      variant, players,
      start: isFromHere && variant === tree.variant ? tree.start : null,
      clock: minutes === 0 ? null : { base: minutes * 60, increment: seconds },
      bottom: opponent === 'engine' ? own : 'white',
    });
    // The form, which had the focus, is gone; on a phone the board was above it.
    store.flush();
    const board = byId('board');
    board.scrollIntoView({ block: 'nearest' });
    /** @type {HTMLElement | null} */ (board.querySelector('[data-square][tabindex="0"]'))?.focus({ preventScroll: true });
  }

  store.subscribe(paint);
  paint(store.get());
}
