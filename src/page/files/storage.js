/**
 * What the browser keeps, as JSON: for all pages in `localStorage`, for this tab in `sessionStorage`. Where a browser
 * forbids that, asking for the storage throws already; there, and where it is full, the page works without it.
 *
 * @typedef {'localStorage' | 'sessionStorage'} Area
 */

/** Reads what was kept; null if nothing was. @param {string} key @param {Area} [area] @returns {any} */
export function recall(key, area = 'localStorage') {
  try {
    return JSON.parse(globalThis[area].getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value @param {Area} [area] */
export function keep(key, value, area = 'localStorage') {
  try {
    globalThis[area].setItem(key, JSON.stringify(value));
  } catch {
    // Nothing is kept.
  }
}
