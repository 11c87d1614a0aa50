/** Files that the page gives to the browser to save. */
import { element } from './dom.js';

/**
 * Saves a file.
 * @param {BlobPart} content
 * @param {string} name without the extension
 * @param {string} extension
 * @param {string} type
 */
export function download(content, name, extension, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  element('a', { href: url, download: `${name}.${extension}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
