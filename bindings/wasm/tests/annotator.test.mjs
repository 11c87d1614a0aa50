/**
 * The page's annotations of games (`conversation.js`) with the engine in WebAssembly, which has to fetch a network first.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConversations } from '../../../src/page/files/conversation.js';
import { Host, fileBeside } from './host.mjs';

test('an annotation that is stopped before its network comes leaves the next one its own answer', async () => {
  let arrive;
  const arrivals = new Promise((resolve) => { arrive = resolve; });
  const hosts = [];
  /** Connects an engine of its own, in place of a worker. */
  globalThis.batyrConnect = ({ onLine, onStatus }) => {
    const host = new Host({ find: async (path) => { await arrivals; return fileBeside(path); } });
    hosts.push(host);
    (async () => {
      for (let line = await host.next(); line !== undefined; line = await host.next()) onLine(line);
    })();
    let isOpen = false;
    queueMicrotask(() => {
      isOpen = true;
      onStatus('open', '');
    });
    return { send: (line) => { host.send(line); return isOpen; }, isOpen: () => isOpen, close: () => {} };
  };
  const nothing = () => {};
  const { annotator } = openConversations({ url: '', token: '', onStatus: nothing, onOptions: nothing, onRefused: nothing });
  const annotate = (...turns) => annotator.annotate({ game: { variant: 'shatra', turns: turns.map((turn) => ({ turn })) }, nodes: 1000 }, nothing);
  const first = annotate('a5-a6', 'a10-a9', 'b5-b6');
  const host = hosts.at(-1);
  while (host.wanted.length === 0) await new Promise((resolve) => { setTimeout(resolve, 10); });
  first.stop();
  const second = annotate('c5-c6');
  arrive();
  assert.equal(await first.answer, null);
  const { complete, moves } = await second.answer;
  assert.deepEqual([complete, moves.length], [true, 1]);
  for (const own of hosts) own.send('quit');
});
