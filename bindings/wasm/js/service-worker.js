/**
 * Keeps the page for use without a network, one whole version of it. `version`, `files` and `engines` stand before this
 * script, and so does `service-worker-caches.js`.
 *
 * A new version is fetched whole before it counts, and takes over when no page of the old one is open any
 * more: so a page never gets files of two versions, and none changes in mid-game. Opening books and endgame
 * tables, which most visits do not need, are kept from their first use on. `service-worker-off.js` in place of this file removes it from the
 * browsers that have it.
 *
 * Threads share memory, which a browser allows only in pages that ask to be isolated from others, by header fields that
 * most static hosts do not send. So this script adds them to what it serves, and names the engine with
 * threads in the page: from the second visit on, as the first page is there before this script. No page is ever reloaded
 * for it. Only the page knows whether it can use that engine, so the other one is always kept, and the one with threads
 * from its first use on.
 */
const CACHE = `${PREFIX}${version}`;
const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Resource-Policy': 'same-origin' };

/** Returns whether a file is kept when it is first used. @param {string} path */
const isLate = (path) => /^(books|tables)\//.test(path) || path === engines.threads;

/** Returns an answer with the header fields of an isolated page; a page names the engine with threads. @param {Response} answer @param {boolean} isPage */
async function isolated(answer, isPage) {
  if (engines.threads === undefined || !answer.ok) return answer;
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  // The body is what it was before it was compressed.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  const body = isPage ? (await answer.text()).replaceAll(engines.single, engines.threads) : answer.body;
  return new Response(body, { status: answer.status, statusText: answer.statusText, headers });
}

/** Returns whether an answer is the file itself: a host may answer with a page of its own where it has no file. @param {Response} answer @param {string} path */
const isFile = (answer, path) => answer.ok && (path === INDEX || !(answer.headers.get('Content-Type') ?? '').startsWith('text/html'));

addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await Promise.all(files.map(async (path) => {
      // What an older version has used late is the same file if its name is.
      const kept = isLate(path) ? await caches.match(path) : undefined;
      if (kept !== undefined) await cache.put(path, kept);
      if (kept !== undefined || isLate(path)) return;
      // The page itself has the same name in each version, so the browser's own cache must not answer.
      const answer = await fetch(new Request(path, { cache: path === INDEX ? 'reload' : 'default' }));
      if (!isFile(answer, path)) throw new Error(`${path}: ${answer.status}`);
      await cache.put(path, answer);
    }));
  })());
});

addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const old = (await ownCaches()).filter((name) => name !== CACHE);
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
    // A page within another one is not isolated, whatever it asks for.
    if (kept !== undefined) return isPage && request.destination !== 'document' ? kept : isolated(kept, isPage);
    const answer = await fetch(request);
    // Where there is no room for it, the page has it all the same.
    if (isLate(path) && answer.status === 200 && isFile(answer, path)) event.waitUntil(cache.put(path, answer.clone()).catch(() => {}));
    return isolated(answer, false);
  })());
});
