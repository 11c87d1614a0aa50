/**
 * Removes the service worker of the page, and all that it keeps: a host puts this in place of `service-worker.js`.
 * `service-worker-caches.js` stands before this script.
 */
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    await Promise.all((await ownCaches()).map((name) => caches.delete(name)));
    await registration.unregister();
  })());
});
