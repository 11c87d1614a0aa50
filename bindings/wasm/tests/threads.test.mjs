/**
 * The module with threads under node, if it is the one under test: the tests of `engine.test.mjs` are run on it, too.
 *
 *     BATYR=target/release/batyr BATYR_WASM=target/web/batyr-threads.wasm node --test bindings/wasm/tests
 */
import assert from 'node:assert/strict';
import { test as anyTest } from 'node:test';
import { NOTHING } from '../js/engine.js';
import { Host, fileBeside, hasThreads, newThread } from './host.mjs';

const test = (name, run) => anyTest(name, { skip: !hasThreads && 'the module under test has no threads' }, run);
const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time); });
const last = (lines) => lines.at(-1);

/** Searches with several threads. */
async function withThreads(count, host = new Host()) {
  await host.ask('readyok', `setoption name Threads value ${count}`, 'isready');
  return host;
}

/** A worker that does not start. */
function refusedThread() {
  const own = { postMessage: () => setTimeout(() => own.onerror({ message: 'refused' }), 10), terminate: () => {}, onmessage: null, onerror: null };
  return own;
}

/** Returns the share of a processor that this process used meanwhile. */
async function load(run) {
  const [before, begun] = [process.cpuUsage(), performance.now()];
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (performance.now() - begun);
}

test('the option offers as many threads as the host allows', async () => {
  const options = await new Host().ask('uciok', 'uci');
  assert.ok(options.includes('option name Threads type spin default 1 min 1 max 4'), options.filter((line) => line.includes('Threads')).join());
});

test('two threads search, report and answer', async () => {
  const host = await withThreads(2);
  const lines = await host.ask('bestmove', 'go depth 10');
  assert.ok(lines.some((line) => line.startsWith('info depth 10 ')));
  assert.match(last(lines), /^bestmove [a-g]\d/);
  const mate = await host.ask('bestmove', 'position fen 9/1/5QK/7/7/3S3/k4S1/7/1/4S4 w', 'go depth 6');
  assert.ok(mate.some((line) => line.includes(' score mate ')), mate.join('\n'));
});

test('a stop is answered by a flag that the threads see', async () => {
  for (const count of [1, 2, 3]) {
    const host = await withThreads(count);
    const delays = [];
    for (let round = 0; round < 40; round += 1) {
      host.send('go infinite');
      await pause(20 + 3 * round);
      const asked = performance.now();
      await host.ask('bestmove', 'stop');
      delays.push(performance.now() - asked);
    }
    delays.sort((a, b) => a - b);
    console.log(`stop to bestmove, threads ${count}: median ${delays[20].toFixed(1)} ms, longest ${last(delays).toFixed(1)} ms`);
    assert.ok(last(delays) < 1000);
    host.send('quit');
  }
});

test('lines are answered while threads search', async () => {
  const host = await withThreads(2);
  host.send('go infinite');
  await host.until('info depth 5');
  for (let round = 0; round < 5; round += 1) await host.ask('readyok', 'isready');
  host.send('stop', 'go ponder depth 3');
  await host.until('bestmove');
  await pause(100);
  await host.ask('bestmove', 'ponderhit');
});

test('threads that have nothing to do use no processor', async () => {
  const host = await withThreads(3);
  await host.ask('bestmove', 'go depth 5');
  await pause(200);
  const share = await load(() => pause(500));
  assert.ok(share < 0.2, `${share.toFixed(2)} of a processor`);
});

test('the threads, the table and the game can be changed, over and over', async () => {
  const host = new Host();
  for (const [count, size, variant] of [[2, 16, 'shatra'], [4, 8, 'shatar'], [3, 64, 'shatra-original'], [1, 32, 'shatranj'], [4, 16, 'shatra'], [2, 100, 'shatar']]) {
    const lines = [`setoption name Threads value ${count}`, `setoption name Hash value ${size}`, `setoption name UCI_Variant value ${variant}`];
    const answers = await host.ask('bestmove', ...lines, 'position startpos', 'go depth 7');
    assert.match(last(answers), /^bestmove [a-h]\d/, variant);
    assert.deepEqual(answers.filter((line) => /error|can't/.test(line)), [], `${count} threads`);
    await host.ask('bestmove', 'go nodes 20000');
  }
});

test('workers that do not start are said, and the search goes on with those that there are', async () => {
  let started = 0;
  const host = new Host({
    startThread: () => {
      started += 1;
      return started === 1 ? newThread() : refusedThread();
    },
  });
  await host.ask('readyok', 'isready');
  await host.ask('bestmove', 'go depth 3');
  const answers = await host.ask('readyok', 'setoption name Threads value 3', 'isready');
  assert.ok(answers.some((line) => line.includes("can't start 3 search threads")), answers.join('\n'));
  assert.match(last(await host.ask('bestmove', 'go depth 5')), /^bestmove [a-g]/);
});

test('an engine whose first worker does not start crashes, so that the page takes another', async () => {
  const host = new Host({ startThread: refusedThread });
  await assert.rejects(host.ask('readyok', 'isready'), /no thread has started/);
});

test('the crash of a thread ends the engine and all its workers', async () => {
  const workers = [];
  const host = new Host({
    startThread: () => {
      const worker = newThread();
      const { terminate } = worker;
      worker.terminate = () => { worker.isOver = true; terminate(); };
      workers.push(worker);
      return worker;
    },
  });
  await withThreads(2, host);
  host.send('go infinite');
  await host.until('info depth 4');
  workers.at(-1).onmessage({ data: { crash: 'unreachable' } });
  for (;;) {
    try {
      if (await host.next() === undefined) break;
    } catch (error) {
      assert.match(String(error), /unreachable/);
      break;
    }
  }
  assert.equal(workers.length, 3);
  assert.ok(workers.every(({ isOver }) => isOver));
  // A file that comes too late is refused, and does not wait for what the crashed thread has locked.
  assert.equal(host.engine.addFile(fileBeside('networks/shatar.net')), false);
});

test('less memory is taken where the host grants less, and the table follows', async () => {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    constructor(limits) {
      if (limits.maximum > 2048) throw new RangeError('refused');
      super(limits);
    }
  };
  let host;
  try {
    host = new Host();
  } finally {
    WebAssembly.Memory = Memory;
  }
  await withThreads(2, host);
  const answers = await host.ask('bestmove', 'setoption name Hash value 512', 'go nodes 20000');
  assert.match(answers.join('\n'), /hash table of (32|64) MB, as there is not enough memory for 512 MB/);
  assert.match(last(answers), /^bestmove [a-g]/);
});

const isMissing = (line) => line.includes('there is no network of ');

test('a search of several threads waits for its network, and the conversation does not', async () => {
  let arrive;
  const arrivals = new Promise((resolve) => { arrive = resolve; });
  const find = async (path) => {
    if (path === 'networks/shatra.net') await arrivals;
    return fileBeside(path);
  };
  const host = await withThreads(2, new Host({ find }));
  const search = ['position startpos', 'go depth 8'];
  host.send(...search);
  // Nobody works meanwhile, and lines are answered at once.
  const share = await load(async () => {
    const asked = performance.now();
    assert.deepEqual(await host.ask('readyok', 'isready'), ['readyok']);
    assert.ok(performance.now() - asked < 500);
    await pause(500);
  });
  assert.ok(share < 0.2, `${share.toFixed(2)} of a processor`);
  assert.deepEqual([host.lines, host.wanted], [[], ['networks/shatra.net']]);
  arrive();
  const searched = await host.until('bestmove');
  assert.ok(searched.some((line) => line.startsWith('info depth 8 ')), searched.join('\n'));
  assert.deepEqual(searched.filter(isMissing), []);
  // One that is stopped before its network comes begins without it.
  const early = await withThreads(2, new Host({ find: () => new Promise(() => {}) }));
  early.send(...search);
  await pause(100);
  const stopped = await early.ask('bestmove', 'stop');
  assert.equal(stopped.filter(isMissing).length, 1, stopped.join('\n'));
});

test('files that come while threads search are taken by the next search', async () => {
  const host = await withThreads(3, new Host({ find: (path) => (path.startsWith('tables/') ? NOTHING : fileBeside(path)) }));
  host.send('position startpos', 'go infinite');
  await host.until('info depth 5');
  const sound = ['networks/shatar.net', 'tables/shatra.tables', 'networks/shatra.net', 'books/shatra.book'];
  const asked = performance.now();
  for (const path of sound) {
    const damaged = Uint8Array.from(fileBeside(path));
    damaged[path.endsWith('.tables') ? 5000 : 3] ^= 1;
    assert.equal(host.engine.addFile(damaged), false, path);
    assert.equal(host.engine.addFile(fileBeside(path)), true, path);
  }
  await host.ask('readyok', 'isready');
  console.log(`files checked while threads search: ${(performance.now() - asked).toFixed()} ms`);
  await host.ask('bestmove', 'stop');
  const fewMen = ['setoption name MultiPV value 40', 'position fen 9/1/7/3k3/1Q5/2K4/7/7/1/9 w - - - - 1', 'go depth 5'];
  const exact = (await host.ask('bestmove', ...fewMen)).filter((line) => / pv /.test(line));
  assert.ok(exact.length > 10 && exact.every((line) => / tbhits [1-9]/.test(line)), exact.join('\n'));
  const other = await host.ask('bestmove', 'setoption name UCI_Variant value shatar', 'position startpos', 'go depth 4');
  assert.deepEqual(other.filter(isMissing), []);
  assert.deepEqual(host.wanted, ['networks/shatra.net']);
});

test('a damaged network is said to be missing, and threads search with the next one', async () => {
  const damaged = Uint8Array.from(fileBeside('networks/shatra.net'));
  damaged[3] ^= 1;
  const answers = [damaged, fileBeside('networks/shatra.net')];
  const host = await withThreads(2, new Host({ find: () => answers.shift() }));
  for (const count of [1, 0]) {
    const lines = await host.ask('bestmove', 'position startpos', 'go depth 4');
    assert.equal(lines.filter(isMissing).length, count, lines.join('\n'));
    assert.match(last(lines), /^bestmove [a-g]\d/);
  }
});
