/**
 * The keys, those of lichess where it has one. A key acts unless a person types into a field or a dialog
 * is open; the arrow keys leave the page's game alone while a square of the board has the focus, where
 * they move it.
 */

/** The keys with the names of their actions, as the list of keys shows them. */
export const KEYS = [
  { key: '←', code: 'ArrowLeft', action: 'previous', isArrow: true },
  { key: '→', code: 'ArrowRight', action: 'next', isArrow: true },
  { key: '↑', code: 'ArrowUp', action: 'first', isArrow: true },
  { key: '↓', code: 'ArrowDown', action: 'last', isArrow: true },
  { key: 'f', code: 'f', action: 'flip', isArrow: false },
  { key: 'l', code: 'l', action: 'analyse', isArrow: false },
  { key: 'x', code: 'x', action: 'threat', isArrow: false },
  { key: 'a', code: 'a', action: 'arrows', isArrow: false },
  { key: 'space', code: ' ', action: 'best', isArrow: false },
  { key: 'h', code: 'h', action: 'hint', isArrow: false },
  { key: 's', code: 's', action: 'stop-here', isArrow: false },
  { key: '/', code: '/', action: 'type', isArrow: false },
  { key: '?', code: '?', action: 'help', isArrow: false },
];

/**
 * Listens for the keys.
 * @param {(action: string) => boolean} act does an action; returns whether there was something to do
 */
export function listenToKeys(act) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest('input:not([type=checkbox]):not([type=range]), textarea, select, dialog[open]')) return;
    const key = KEYS.find(({ code }) => code === event.key);
    if (key === undefined) return;
    const isOnSquare = target.closest('[data-square]') !== null;
    const isOnControl = target.closest('button, a, summary, input, [role=slider]') !== null;
    if (key.isArrow && (isOnSquare || target.closest('input'))) return;
    if (key.code === ' ' && isOnControl) return;
    if (act(key.action)) event.preventDefault();
  });
}
