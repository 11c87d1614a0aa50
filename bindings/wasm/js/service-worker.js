/**
 * Keeps the page for use without a network, one whole version of it. `version` and `files` stand before this script.
 *
 * A new version is fetched whole before it counts, and takes over when no page of the old one is open any
 * more: so a page never gets files of two versions, and none changes in mid-game. Opening books and endgame
 * tables, which most visits do not need, are kept from their first use on. `service-worker-off.js` in place of this file removes it from the
 * browsers that have it.
 */
const CACHE = `batyr ${version}`;
const INDEX = 'index.html';

/** Returns whether a file is kept when it is first used. @param {string} path */
const isLate = (path) => /^(books|tables)\//.test(path);

/** Returns whether an answer is the file itself: a host may answer with a page of its own where it has no file. @param {Response} answer @param {string} path */
const isFile = (answer, path) => answer.ok && (path === INDEX || !(answer.headers.get('Content-Type') ?? '').startsWith('text/html'));

addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await Promise.all(files.map(async (path) => {
      // What an older version has used is the same if its name is.
      const kept = isLate(path) ? await caches.match(path) : undefined;
      if (kept !== undefined) await cache.put(path, kept);
      if (isLate(path)) return;
      // The page itself has the same name in each version, so the browser's own cache must not answer.
      const answer = await fetch(new Request(path, { cache: path === INDEX ? 'reload' : 'default' }));
      if (!isFile(answer, path)) throw new Error(`${path}: ${answer.status}`);
      await cache.put(path, answer);
    }));
  })());
});

addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('batyr ') && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    // The page of the first visit has no other version; what it uses late is kept, too.
    if (old.length === 0) await clients.claim();
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
    const kept = await cache.match(isPage ? INDEX : path);
    if (kept !== undefined || !isLate(path)) return kept ?? fetch(request);
    const answer = await fetch(request);
    if (isFile(answer, path)) await cache.put(path, answer.clone());
    return answer;
  })());
});
