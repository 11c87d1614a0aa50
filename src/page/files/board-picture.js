/**
 * The board as a picture of its own: what the style sheets say is written into it, so that any program
 * shows it alike.
 */

/** The properties of the look that a picture takes along. */
const LOOK = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'stroke-linecap', 'opacity',
  'font-size', 'font-family', 'font-weight', 'letter-spacing', 'text-anchor',
];
/** How many pixels of a raster picture a unit of the drawing has. */
const SCALE = 2;

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
  const { width, height } = extentOf(root);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.removeAttribute('class');
  copy.removeAttribute('aria-hidden');
  return new XMLSerializer().serializeToString(copy);
}

/** @param {SVGSVGElement} root */
function extentOf(root) {
  const [, , width = 0, height = 0] = (root.getAttribute('viewBox') ?? '').split(' ').map(Number);
  return { width, height };
}

/**
 * Returns a drawing as the bytes of a PNG file, transparent beside the board.
 * @param {SVGSVGElement} root
 * @returns {Promise<Blob>}
 */
export async function rasterOf(root) {
  const { width, height } = extentOf(root);
  const address = URL.createObjectURL(new Blob([pictureOf(root)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: SCALE * width, height: SCALE * height });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((bytes) => (bytes === null ? reject(new Error('no picture')) : resolve(bytes)), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
