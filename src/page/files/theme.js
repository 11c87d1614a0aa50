/**
 * The theme of the page, as a word on its root that is always one of those that the style sheets know: `auto`
 * follows the system.
 */

/**
 * Keeps the theme up to date.
 * @param {() => string} chosen returns the theme that is chosen
 * @returns {() => void} shows a theme that was chosen anew
 */
export function followTheme(chosen) {
  const [dark, contrast] = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) => matchMedia(query));
  function show() {
    const theme = chosen();
    document.documentElement.dataset.theme = theme !== 'auto' ? theme : contrast?.matches ? 'contrast' : dark?.matches ? 'dark' : 'light';
  }
  for (const query of [dark, contrast]) query?.addEventListener('change', show);
  show();
  return show;
}
