/** Removes the service worker of the page, and all that it keeps: a host puts this in place of `service-worker.js`. */
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const own = (await caches.keys()).filter((name) => name.startsWith('batyr '));
    await Promise.all(own.map((name) => caches.delete(name)));
    await registration.unregister();
  })());
});
