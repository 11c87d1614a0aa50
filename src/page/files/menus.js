/**
 * The menus behind buttons, and the drawer of a phone: they close when something in them was done, by Escape, and by
 * a click elsewhere.
 */

/** Closes the menus that are open, all but one. @param {Element | null} [kept] */
function closeMenus(kept = null) {
  for (const menu of document.querySelectorAll('details.menu[open]')) if (menu !== kept) /** @type {HTMLDetailsElement} */ (menu).open = false;
}

/** Listens for what closes menus. */
export function listenToMenus() {
  document.addEventListener('click', ({ target }) => {
    const place = target instanceof Element ? target : null;
    const isDone = place?.closest('.menu-items button') != null;
    closeMenus(isDone ? null : place?.closest('details.menu'));
    if (place?.closest('[data-action=menu]') == null) document.documentElement.removeAttribute('data-menu');
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    document.documentElement.removeAttribute('data-menu');
    const menu = document.querySelector('details.menu[open]');
    if (menu === null) return;
    event.preventDefault();
    closeMenus();
    menu.querySelector('summary')?.focus();
  });
}
