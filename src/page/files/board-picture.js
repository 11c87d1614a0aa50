/**
 * The board as a picture of its own: what the style sheets say is written into it, so that any program
 * shows it alike.
 */

/** The properties of the look that a picture takes along. */
const LOOK = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'stroke-linecap', 'opacity', 'font-size', 'font-family', 'font-weight', 'text-anchor', 'paint-order'];

/**
 * Returns a drawing as the text of an SVG file: what the style sheets say is written into it.
 * @param {SVGSVGElement} root
 */
export function pictureOf(root) {
  const copy = /** @type {SVGSVGElement} */ (root.cloneNode(true));
  const originals = root.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((element, index) => {
    const original = originals[index];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    for (const name of LOOK) {
      const value = style.getPropertyValue(name);
      if (element.tagName !== 'g' && value !== '' && value !== 'normal') element.setAttribute(name, value);
    }
    element.removeAttribute('class');
  });
  const [, , width = '0', height = '0'] = (root.getAttribute('viewBox') ?? '').split(' ');
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.removeAttribute('class');
  copy.removeAttribute('aria-hidden');
  return new XMLSerializer().serializeToString(copy);
}
