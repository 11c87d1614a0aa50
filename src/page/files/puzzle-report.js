/**
 * What became of the puzzles that were tried: the rating, and for each theme how many were solved without help. What
 * fails most often comes first, with a button for more of it.
 */
import { closeButton, element } from './dom.js';
import { attemptsOf, ratingOf, readRecord, themesTried } from './puzzle-record.js';
import { themeName } from './panel-puzzles.js';
import { t } from './text.js';

/**
 * Opens the report on a game.
 * @param {string} variant
 * @param {Map<string, number>} themes the themes of which there are puzzles
 * @param {(theme: string) => void} choose
 */
export function openReport(variant, themes, choose) {
  const dialog = element('dialog', { class: 'puzzle-report', 'aria-label': t('puzzles.results') });
  const record = readRecord();
  const attempts = attemptsOf(record, variant);
  const { rating, doubt } = ratingOf(record, variant);
  const close = () => dialog.close();
  const points = attempts.reduce((sum, attempt) => sum + attempt.points, 0);
  const rows = themesTried(attempts).map((own) => element('tr', {}, [
    element('th', { scope: 'row', text: themeName(own.theme) }),
    element('td', { text: t('puzzles.solved-of', { solved: own.points, count: own.tried }) }),
    element('td', {}, [element('meter', { min: 0, max: own.tried, value: own.points, 'aria-hidden': 'true' })]),
    element('td', {}, themes.has(own.theme) ? [element('button', {
      type: 'button', class: 'link', text: t('puzzles.more-of'), 'aria-label': t('puzzles.more-of-theme', { theme: themeName(own.theme) }), 'data-theme': own.theme,
      on: { click() { close(); choose(own.theme); } },
    })] : []),
  ]));
  dialog.append(
    element('div', { class: 'dialog-head' }, [element('h2', { text: t('puzzles.results') }), closeButton(close)]),
    element('p', { text: attempts.length === 0 ? t('puzzles.no-results') : [
      t('puzzles.rating-doubt', { rating: Math.round(rating), doubt: Math.round(doubt) }), t('puzzles.solved-of', { solved: points, count: attempts.length }),
    ].join(' · ') }),
    ...(rows.length === 0 ? [] : [element('table', {}, [element('tbody', {}, rows)])]),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
