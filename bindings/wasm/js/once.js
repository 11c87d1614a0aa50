/**
 * What is loaded once, and again where that has failed: a promise that was rejected is forgotten, so whoever asks next makes
 * another attempt.
 */

/** Returns a function that makes the thing of each key once. */
export function createOnce() {
  /** @type {Map<string, Promise<any>>} */
  const made = new Map();
  /**
   * @template T
   * @param {string} key
   * @param {() => Promise<T>} make
   * @returns {Promise<T>}
   */
  return (key, make) => {
    const own = made.get(key) ?? make().catch((error) => {
      made.delete(key);
      throw error;
    });
    made.set(key, own);
    return own;
  };
}
