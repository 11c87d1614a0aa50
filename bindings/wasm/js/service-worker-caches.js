/**
 * Which caches are those of this service worker. Caches belong to an origin, on which other copies of the page may
 * stand, each with a scope of its own; so their names begin with the scope.
 */
const INDEX = 'index.html';
const PREFIX = `batyr ${registration.scope} `;

/** Returns the names of the caches of this scope, also those of older versions, whose names have no scope: those hold its page. */
async function ownCaches() {
  const names = await caches.keys();
  const isOwn = async (/** @type {string} */ name) =>
    name.startsWith(PREFIX) || (/^batyr \w+$/.test(name) && await caches.match(INDEX, { cacheName: name }) !== undefined);
  const own = await Promise.all(names.map(isOwn));
  return names.filter((_, index) => own[index]);
}
