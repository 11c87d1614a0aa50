/**
 * The view `play`: the form for a new game, which remembers the last one, and the buttons during a game and after it.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').Player} Player
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./conversation.js').Search} Search
 */
import { drawMan, svg } from './board-drawing.js';
import { byId, choice, element, iconButton, segments, wideButton } from './dom.js';
import { horns, icon } from './icons.js';
import { moreMenu } from './panel-steps.js';
import { menOf, startKinds, wayOf } from './position.js';
import { keepSetup, keptSetup } from './store.js';
import { language, t } from './text.js';

/** The clocks on offer: minutes and the seconds added after each turn; 0 minutes for no clock. */
const CLOCKS = ['0+0', '3+2', '5+3', '10+5', '15+10'];
/** The first clock of one's own, and the most that it may have: minutes and seconds. */
const OWN_CLOCK = '30+20';
const MOST = [180, 180];
const MAX_LEVEL = 20;
/** The highest levels that a word for their strength is said of. */
const STRENGTHS = [2, 5, 8, 12, 16, 19, 20];

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
 * Builds the form and the buttons and keeps them up to date.
 * @param {HTMLElement} form
 * @param {HTMLElement} intro what the chosen game is, for those who are new to it
 * @param {HTMLElement} actions
 * @param {Store} store
 * @param {import('./game.js').Game} game
 * @param {Play} play
 * @param {Search} search
 */
export function mountPlay(form, intro, actions, store, game, play, search) {
  let painted = '';

  /** @param {State} state */
  function paint(state) {
    const { match, tree } = state;
    const phase = match === null ? 'setup' : match.over ? 'over' : 'running';
    const signature = [phase, language(), tree.variant, tree.start, search.variants().length, state.lying, state.settings.men].join();
    if (signature === painted) return;
    painted = signature;
    const hadFocus = actions.contains(document.activeElement);
    const field = form.contains(document.activeElement) ? document.activeElement?.getAttribute('name') : null;
    form.hidden = phase !== 'setup';
    paintIntro(tree.variant);
    actions.hidden = phase === 'setup';
    form.replaceChildren(...(phase === 'setup' && search.variants().length > 0 ? [newGameForm()] : []));
    if (field) /** @type {HTMLElement | null} */ (form.querySelector(`select[name=${field}]`))?.focus();
    actions.replaceChildren(...(phase === 'over' ? overButtons(state) : phase === 'running' ? runningButtons(state) : []));
    if (hadFocus) /** @type {HTMLElement | null} */ (actions.querySelector('button'))?.focus();
  }

  /** @param {string} variant */
  function paintIntro(variant) {
    intro.replaceChildren(
      element('p', { text: t(`intro.${menOf(variant)}`) }), element('ul', { class: 'intro-men' }, startKinds(variant).map((kind) => manOf(variant, kind))),
    );
  }

  /** @param {State} state */
  function runningButtons(state) {
    const people = Object.values(state.match?.players ?? {}).some((player) => player.kind === 'person');
    return [
      ...(people ? [
        iconButton('take-back', 'undo', t('play.take-back')), iconButton('hint', 'hint', t('play.hint')),
        iconButton('draw', 'draw', t('play.draw')), iconButton('resign', 'resign', t('play.resign')),
      ] : [iconButton('new-game', 'cross', t('play.abort'))]),
      moreMenu(state, t('views.more')),
    ];
  }

  /** @param {State} state */
  function overButtons(state) {
    return [
      wideButton('rematch', 'again', t('play.rematch'), { class: 'strong' }),
      iconButton('review', 'analysis', t('play.review')), iconButton('new-game', 'plus', t('play.new-game')),
      iconButton('take-back', 'undo', t('play.take-back')), moreMenu(state, t('views.more')),
    ];
  }

  /** The form for a new game, filled in as it was last. */
  function newGameForm() {
    const { tree } = store.get();
    const kept = keptSetup();
    const variants = search.variants();
    const games = choice(t('play.variant'), variantOptions(variants), tree.variant, { name: 'variant' });
    const note = element('p', { class: 'note' });
    const opponents = segments('opponent', t('play.opponent'), [
      { value: 'engine', content: [icon('computer'), t('play.with-engine')] },
      { value: 'person', content: [icon('people'), t('play.two')] },
      { value: 'watch', content: [icon('watch'), t('play.watch')] },
    ], kept.opponent);
    const sides = segments('side', t('play.side'), [
      { value: 'white', content: [biy('white'), t('side.white')] }, { value: 'random', content: [t('play.random')] },
      { value: 'black', content: [biy('black'), t('side.black')] },
    ], kept.side);
    const strength = strengthFields(kept);
    const clock = clockFields(kept.clock);
    const here = element('label', { class: 'field check', hidden: tree.start === null }, [
      element('input', { type: 'checkbox', name: 'here', checked: tree.start !== null }), element('span', { text: t('play.from-here') }),
    ]);
    const fields = element('div', { class: 'fields' }, [opponents, strength.field, sides, clock.chips, clock.own, games.field, note, here]);
    const form = element('form', { class: 'setup' }, [
      element('div', { class: 'setup-title' }, [horns(), element('h1', { text: t('play.new-game') })]),
      fields,
      element('div', { class: 'setup-foot' }, [
        element('button', { type: 'submit', class: 'strong large' }, [icon('play'), element('span', { text: t('play.start') })]),
        element('button', { type: 'button', class: 'link', 'data-view': 'learn', text: t('play.first-time') }),
      ]),
    ]);
    const chosen = () => ({
      opponent: valueOf(form, 'opponent'), side: valueOf(form, 'side'), clock: clock.value(), ...strength.values(),
    });
    const update = () => {
      const variant = games.select.value;
      note.textContent = t(`variant.${variant}.note`);
      paintIntro(variant);
      sides.hidden = chosen().opponent !== 'engine';
      strength.field.hidden = chosen().opponent === 'person';
      clock.own.hidden = valueOf(form, 'clock') !== 'other';
    };
    update();
    form.addEventListener('change', ({ target }) => {
      update();
      // The board shows the game that is chosen, unless a position was set up on it.
      if (target !== games.select || store.get().tree.start !== null) return;
      keepSetup(chosen());
      game.setPosition(games.select.value, null);
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      keepSetup(chosen());
      begin(games.select.value, chosen(), strength.player(), here.querySelector('input')?.checked ?? false);
    });
    return form;
  }

  /** @param {Side} side */
  function biy(side) {
    const { tree, settings } = store.get();
    return svg('svg', { class: 'small-man', viewBox: '-30 -30 60 60', 'aria-hidden': 'true' }, [drawMan(tree.variant, { kind: 'K', side, urgent: false }, settings.men)]);
  }

  /** A man with its name, and how it goes, in a few words. @param {string} variant @param {string} kind */
  function manOf(variant, kind) {
    const name = `${menOf(variant)}.${kind}`;
    const drawing = svg('svg', { class: 'small-man', viewBox: '-30 -30 60 60', 'aria-hidden': 'true' }, [drawMan(variant, { kind, side: 'white', urgent: false }, store.get().settings.men)]);
    const way = wayOf(variant, kind);
    return element('li', { title: `${t(`men.${name}`)} ${t(`help.man.${way}`)}` }, [drawing, element('strong', { text: t(`men.${name}`) }), element('span', { class: 'note', text: t(`like.${way}`) })]);
  }

  /** The fields for the clock: a few that are usual, or one's own. @param {string} kept */
  function clockFields(kept) {
    const isOwn = !CLOCKS.includes(kept);
    const title = (/** @type {string} */ clock) => t('play.clock-value', { minutes: clock.split('+')[0] ?? '', seconds: clock.split('+')[1] ?? '' });
    const chips = segments('clock', t('play.clock'), [
      ...CLOCKS.map((value) => ({ value, content: [value === '0+0' ? t('play.no-clock') : value] })),
      { value: 'other', content: [t('play.clock-other')] },
    ], isOwn ? 'other' : kept);
    chips.classList.add('clocks');
    for (const input of chips.querySelectorAll('input')) {
      if (!/^[1-9]/.test(input.value)) continue;
      input.setAttribute('aria-label', title(input.value));
      input.title = title(input.value);
    }
    const inputs = (isOwn ? kept : OWN_CLOCK).split('+').map((value, index) => element('input', { type: 'number', name: index === 0 ? 'minutes' : 'seconds', min: 1 - index, max: MOST[index], value, inputmode: 'numeric' }));
    const own = element('div', { class: 'own-clock' }, inputs.map((input) => element('label', {}, [element('span', { text: t(`play.${input.name}`) }), input])));
    // What is out of its range is the nearest value.
    const number = (/** @type {HTMLInputElement} */ { value, min, max }) => Math.max(Number(min), Math.min(Number(max), Math.round(Number(value)) || 0));
    return {
      chips, own,
      value() {
        const chosen = chips.querySelector('input:checked')?.getAttribute('value') ?? '';
        return chosen === 'other' ? inputs.map(number).join('+') : chosen;
      },
    };
  }

  /** The fields for the strength: a level, or a rating. @param {ReturnType<typeof keptSetup>} kept */
  function strengthFields(kept) {
    const rating = search.options().get('UCI_Elo');
    const value = element('input', { type: 'range', name: 'level', 'aria-label': t('play.strength') });
    const title = element('output', { class: 'strength-title' });
    const word = element('span', { class: 'note' });
    const other = element('button', { type: 'button', class: 'link', 'data-tool': 'strength' });
    let isRating = rating !== undefined && kept.elo > 0;
    const show = () => {
      const number = Number(value.value);
      title.textContent = isRating ? t('play.rating', { elo: String(number) }) : t('play.level', { level: number });
      word.textContent = isRating ? '' : t(`play.strength.${STRENGTHS.findIndex((highest) => number <= highest)}`);
      const share = (number - Number(value.min)) / (Number(value.max) - Number(value.min));
      value.style.setProperty('--share', `${Math.round(100 * share)}%`);
    };
    const choose = () => {
      const [min, max, step, now] = isRating ? [rating?.min ?? 0, rating?.max ?? 0, 50, kept.elo > 0 ? kept.elo : 1500] : [0, MAX_LEVEL, 1, kept.level];
      Object.assign(value, { min: String(min), max: String(max), step: String(step) });
      value.value = String(now);
      other.textContent = t(isRating ? 'play.by-level' : 'play.by-elo');
      show();
    };
    other.hidden = rating === undefined;
    other.addEventListener('click', () => {
      isRating = !isRating;
      choose();
    });
    value.addEventListener('input', show);
    choose();
    const values = () => (isRating ? { level: kept.level, elo: Number(value.value) } : { level: Number(value.value), elo: 0 });
    return {
      values,
      field: element('div', { class: 'strength' }, [
        element('div', { class: 'strength-row' }, [title, word, other]), value,
      ]),
      /** @returns {Player} */
      player: () => ({ kind: 'engine', ...values(), ...(isRating ? { level: MAX_LEVEL } : {}) }),
    };
  }

  /**
   * Begins the game that the form describes.
   * @param {string} variant @param {ReturnType<typeof keptSetup>} chosen @param {Player} engine @param {boolean} isFromHere
   */
  function begin(variant, { opponent, side, clock }, engine, isFromHere) {
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
    // The form, which had the focus, is gone.
    store.flush();
    /** @type {HTMLElement | null} */ (byId('board').querySelector('[data-square][tabindex="0"]'))?.focus({ preventScroll: true });
  }

  store.subscribe(paint);
  paint(store.get());
}

/** Returns the chosen value of a choice in sight. @param {HTMLFormElement} form @param {string} name */
const valueOf = (form, name) => String(new FormData(form).get(name) ?? '');
