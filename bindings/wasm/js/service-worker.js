/**
 * Keeps the page for use without a network, one whole version of it. `version` and `files` stand before this script.
 *
 * A new version is fetched whole before it counts, and takes over when no page of the old one is open any
 * more: so a page never gets files of two versions, and none changes in mid-game. `service-worker-off.js` in
 * place of this file removes it from the browsers that have it.
 */
const CACHE = `batyr ${version}`;
const INDEX = 'index.html';

addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    // The page itself has the same name in each version, so the browser's own cache must not answer.
    await Promise.all(files.map(async (path) => {
      const answer = await fetch(new Request(path, { cache: path === INDEX ? 'reload' : 'default' }));
      const type = answer.headers.get('Content-Type') ?? '';
      // A host may answer with a page of its own where it has no file.
      if (!answer.ok || (type.startsWith('text/html') && path !== INDEX)) throw new Error(`${path}: ${answer.status} ${type}`);
      await cache.put(path, answer);
    }));
  })());
});

addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('batyr ') && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
  })());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const scope = new URL(registration.scope);
  if (request.method !== 'GET' || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  const isPage = request.mode === 'navigate' && (path === '' || path === INDEX);
  if (!isPage && !files.includes(path)) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    return await cache.match(isPage ? INDEX : path) ?? fetch(request);
  })());
});
