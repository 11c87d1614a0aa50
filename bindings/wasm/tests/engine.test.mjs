/**
 * The engine in WebAssembly is the engine of the program: it counts the same nodes and leaves, and has the
 * conversations of the documents.
 *
 *     BATYR=target/release/batyr BATYR_WASM=… node --test bindings/wasm/tests
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { NOTHING } from '../js/engine.js';
import { Host, fileBeside, hasThreads } from './host.mjs';

const root = new URL('../../../', import.meta.url);
const PROGRAM = process.env.BATYR ?? 'target/debug/batyr';
/** The depth of `bench`; the program of the tests is slow. */
const DEPTH = Number(process.env.BENCH_DEPTH ?? 6);
/** The most leaves of a perft count. */
const MAX_LEAVES = 200_000;
const TIMES = /^(Total time|Nodes\/second|Version)/;

const variants = async () => {
  const option = (await new Host().ask('uciok', 'uci')).find((line) => line.startsWith('option name UCI_Variant '));
  return [...option.matchAll(/ var (\S+)/g)].map(([, variant]) => variant);
};

test('bench counts the nodes that the program counts, in every game', async () => {
  for (const variant of await variants()) {
    const lines = [`setoption name UCI_Variant value ${variant}`, `bench ${DEPTH}`, 'wait', 'quit'];
    const native = execFileSync(PROGRAM, { input: lines.join('\n'), encoding: 'utf8' }).split('\n');
    const host = new Host();
    const counted = await host.ask('Nodes/second', ...lines.slice(0, 2));
    const comparable = (all) => all.filter((line) => / nodes$|^Nodes searched|^Networks/.test(line) && !TIMES.test(line));
    assert.ok(comparable(counted).length > 5, variant);
    assert.deepEqual(comparable(counted), comparable(native), variant);
  }
});

test('a conversation is over after a `quit` that has waited for a search', async () => {
  const host = new Host();
  host.send('go depth 5', 'wait', 'quit');
  const lines = [];
  for (let line; (line = await host.next()) !== undefined;) lines.push(line);
  assert.ok(lines.some((line) => line.startsWith('bestmove ')), lines.join('\n'));
});

test('perft counts the leaves of the tables', async () => {
  const folder = new URL('tests/data/perft/', root);
  let counted = 0;
  for (const file of readdirSync(folder)) {
    const variant = file.replace('.perft', '');
    const host = new Host();
    const rules = variant.endsWith('-fairy');
    host.send(`setoption name UCI_Variant value ${variant.replace('-fairy', '')}`);
    if (rules) host.send('setoption name Fairy Rules value true');
    for (const line of readFileSync(new URL(file, folder), 'utf8').split('\n')) {
      if (line === '' || line.startsWith('#')) continue;
      const [position, counts = ''] = line.split(' ; ');
      const known = counts.trim().split(' ').map((pair) => pair.split(':').map(Number));
      const [depth, leaves] = known.filter(([, count]) => count <= MAX_LEAVES).at(-1) ?? [0, 0];
      if (depth === 0) continue;
      const answers = await host.ask('Nodes searched', `position fen ${position}`, `go perft ${depth}`);
      assert.equal(answers.at(-1), `Nodes searched: ${leaves}`, `${variant}: ${position}`);
      counted += 1;
    }
  }
  assert.ok(counted > 300, `${counted} positions`);
});

/** Whether a line is what the pattern of a document says; `…` stands for anything. */
function fits(pattern, line) {
  const escaped = pattern.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`, 's').test(line);
}

/** Replays a conversation of a document, line by line. */
async function replay(block, name) {
  const host = new Host();
  let skips = false;
  for (const [index, line] of block.entries()) {
    const [side, text] = [line[0], line.slice(2)];
    if (side === '>') host.send(text);
    else if (text === '…') skips = true;
    else {
      for (;;) {
        const received = await host.next();
        assert.notEqual(received, undefined, `${name}, ${index}: the end, wanted ${text}`);
        if (fits(text, received)) break;
        assert.ok(skips, `${name}, ${index}: wanted ${text}, got ${received}`);
      }
      skips = false;
    }
  }
}

for (const [document, least] of [['PROTOCOL.md', 4], ['SGN.md', 1], ['LIVE-SITE.md', 1]]) {
  test(`the conversations of ${document} are had`, async () => {
    const text = readFileSync(new URL(`protocol/${document}`, root), 'utf8');
    const blocks = [...text.matchAll(/^```session\n(.*?)^```$/gms)].map(([, block]) => block.trimEnd().split('\n'));
    assert.ok(blocks.length >= least, `${blocks.length} conversations`);
    for (const [index, block] of blocks.entries()) await replay(block, `${document} ${index + 1}`);
  });
}

test('a stop is answered within a slice', async () => {
  const host = new Host();
  await host.ask('readyok', 'isready');
  const delays = [];
  for (let round = 0; round < 20; round += 1) {
    host.send('go infinite');
    // The search may keep the timer waiting, as it keeps the messages of a worker waiting.
    const wait = 300 + 37 * round;
    const asked = performance.now() + wait;
    await new Promise((resolve) => { setTimeout(resolve, wait); });
    const answer = (await host.ask('bestmove', 'stop')).at(-1);
    delays.push(performance.now() - asked);
    assert.match(answer, /^bestmove [a-g]\d+/);
  }
  delays.sort((a, b) => a - b);
  console.log(`stop to bestmove: median ${delays[10].toFixed()} ms, longest ${delays.at(-1).toFixed()} ms`);
  assert.ok(delays.at(-1) < 1000);
});

test('a search that is over waits for the host without working', async () => {
  const host = new Host();
  const won = 'position fen 9/1/5QK/7/7/3S3/k4S1/7/1/4S4 w';
  await host.ask('readyok', won, 'isready');
  for (const [go, release] of [['go infinite depth 2', 'stop'], ['go ponder depth 2', 'ponderhit']]) {
    host.send(go);
    await new Promise((resolve) => { setTimeout(resolve, 200); });
    const before = process.cpuUsage().user;
    await new Promise((resolve) => { setTimeout(resolve, 300); });
    assert.ok(process.cpuUsage().user - before < 100_000, `${go} works on`);
    assert.ok(host.lines.every((line) => !line.startsWith('bestmove')));
    await host.ask('bestmove', release);
  }
});

test('lines that come during a search are answered', async () => {
  const host = new Host();
  host.send('go infinite');
  const begun = performance.now();
  await host.ask('readyok', 'isready');
  assert.ok(performance.now() - begun < 1000);
  host.send('go depth 3', 'setoption name Hash value 2');
  await host.until('bestmove');
  await host.until('bestmove');
  await host.ask('readyok', 'isready');
});

test('a table that is too large is refused, and the engine plays on', async () => {
  const host = new Host();
  const answers = await host.ask('bestmove', 'setoption name Hash value 4000', 'go nodes 1000');
  assert.match(answers[0] ?? '', /Batyr|error/);
  assert.match(answers.at(-1), /^bestmove [a-g]/);
});

/** Returns the module with a limit to the pages of memory that it can have beside those of its start. */
function withMemory(bytes, more) {
  const number = (at) => {
    let [value, shift, end] = [0, 0, at];
    do {
      value |= (bytes[end] & 127) << shift;
      shift += 7;
    } while (bytes[end++] & 128);
    return [value, end];
  };
  const written = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...written(value >> 7)]);
  for (let at = 8; at < bytes.length;) {
    const [length, content] = number(at + 1);
    if (bytes[at] === 5) {
      // One memory, whose limits are flags and a minimum; flag 1 is a maximum behind it.
      const [least] = number(content + 2);
      const own = [1, 1, ...written(least), ...written(least + more)];
      return new WebAssembly.Module(Buffer.concat([bytes.subarray(0, at), Buffer.from([5, ...written(own.length), ...own]), bytes.subarray(content + length)]));
    }
    at = content + length;
  }
  throw new Error('the module has no memory');
}

test('the hash table is smaller where memory is refused, and the engine says so', { skip: hasThreads && 'its memory is not its own' }, async () => {
  /** In pages of memory. */
  const MEGABYTE = 16;
  const bytes = readFileSync(process.env.BATYR_WASM ?? 'target/web/batyr.wasm');
  const host = new Host({ module: withMemory(bytes, 64 * MEGABYTE) });
  const sizeOf = (lines) => /hash table of (\d+) MB, as there is not enough memory for (\d+) MB/.exec(lines.join('\n'))?.slice(1).map(Number);
  const search = (...lines) => host.ask('bestmove', ...lines, 'go nodes 2000');
  assert.equal(sizeOf(await search()), undefined);
  const isLarge = ([size, wanted]) => size >= 16 && size < 64 && wanted === 512;
  assert.ok(isLarge(sizeOf(await search('setoption name Hash value 512'))));
  // It is said once, and the table of another game takes the place of the first.
  assert.equal(sizeOf(await search('position startpos moves a5-a6')), undefined);
  const other = await search('setoption name UCI_Variant value shatar', 'position startpos');
  assert.ok(isLarge(sizeOf(other)));
  assert.match(other.at(-1), /^bestmove [a-h]\d[a-h]\d/);
  assert.equal(sizeOf(await search('setoption name Hash value 8')), undefined);
  // Where the usual size is refused, too.
  const [size, wanted] = sizeOf(await new Host({ module: withMemory(bytes, 14 * MEGABYTE) }).ask('bestmove', 'go nodes 2000'));
  assert.ok(size >= 4 && size < wanted && wanted === 16, `${size} of ${wanted} MB`);
});

test('an annotation reports each turn, and can be stopped', async () => {
  const game = { variant: 'shatra', turns: [{ turn: 'a5-a6' }, { turn: 'a10-a9' }, { turn: 'b5-b6' }] };
  const host = new Host();
  const answers = await host.ask('annotated', `annotate ${JSON.stringify({ game, nodes: 2000 })}`);
  assert.equal(answers.filter((line) => line.startsWith('annotating')).length, 4);
  assert.equal(JSON.parse(answers.at(-1).slice('annotated '.length)).moves.length, 3);
  host.send(`annotate ${JSON.stringify({ game, nodes: 300_000 })}`);
  await host.until('annotating');
  const stopped = (await host.ask('annotated', 'stop')).at(-1);
  assert.equal(JSON.parse(stopped.slice('annotated '.length)).complete, false);
});

test('memory does not grow from search to search', async () => {
  const host = new Host();
  const search = (moves) => host.ask('bestmove', `position startpos${moves}`, 'go nodes 30000');
  await search('');
  const before = host.engine.memory();
  for (const moves of [' moves a5-a6', ' moves b5-b6', ' moves a5-a6 a10-a9', '']) await search(moves);
  assert.equal(host.engine.memory(), before);
});

test('a book that is handed over says what the program says of it, and is played from', async () => {
  const host = new Host();
  assert.equal((await host.ask('book', 'book')).at(-1), 'book none');
  const book = fileBeside('books/shatra-original.book');
  const damaged = Uint8Array.from(book);
  damaged[100] ^= 1;
  assert.equal(host.engine.addFile(damaged), false);
  assert.equal(host.engine.addFile(book), true);
  const lines = ['setoption name UCI_Variant value shatra-original', 'book', 'isready'];
  const native = execFileSync(PROGRAM, { input: lines.join('\n'), encoding: 'utf8' }).trimEnd().split('\n');
  const own = await host.ask('readyok', ...lines);
  const said = (all) => all.filter((line) => line.startsWith('book '));
  assert.equal(said(own).length, 34);
  assert.deepEqual(said(own), said(native));
  const played = await host.ask('bestmove', 'setoption name OwnBook value true', 'go movetime 60000');
  assert.ok(played.some((line) => line.startsWith('info string book: ')), played.join('\n'));
  host.send('quit');
});

/** A position with three men. */
const FEW_MEN = 'position fen 9/1/7/3k3/1Q5/2K4/7/7/1/9 w - - - - 1';
const missing = (lines) => lines.filter((line) => line.includes('there is no network of '));

/** Returns the bytes with one of them changed. */
function damaged(bytes, at) {
  const copy = Uint8Array.from(bytes);
  copy[at] ^= 1;
  return copy;
}

test('each game asks for its network once, and searches as the program does', async () => {
  const host = new Host();
  const games = ['shatra', 'shatra-kurin', 'shatra-original', 'shatranj', 'shatra'];
  for (const game of games) {
    const lines = [`setoption name UCI_Variant value ${game}`, 'position startpos', 'go depth 3'];
    const native = execFileSync(PROGRAM, { input: [...lines, 'wait', 'quit'].join('\n'), encoding: 'utf8' }).split('\n');
    const own = await host.ask('bestmove', ...lines);
    const said = (all) => all.filter((line) => /^info depth|^bestmove/.test(line)).map((line) => line.replace(/ (nps|time) \d+/g, ''));
    assert.ok(said(own).length > 1, game);
    assert.deepEqual(said(own).at(-1), said(native).at(-1), game);
  }
  assert.deepEqual(host.wanted, ['networks/shatra.net', 'networks/shatra-original.net', 'networks/shatranj.net']);
});

test('a network that is damaged or cannot be had is said to be missing, and taken later', async () => {
  const answers = [damaged(fileBeside('networks/shatra.net'), 3), NOTHING, fileBeside('networks/shatra.net')];
  const host = new Host({ find: () => answers.shift() });
  for (const isThere of [false, false, true]) {
    const lines = await host.ask('bestmove', 'position startpos', 'go depth 2');
    assert.equal(missing(lines).length, isThere ? 0 : 1, lines.join('\n'));
    assert.match(lines.at(-1), /^bestmove [a-g]\d/);
  }
  assert.equal(host.wanted.length, 3);
  // One that nobody has asked for serves as well, twice, and for another game than the one that is played.
  const early = new Host({ find: () => { throw new Error('asked for'); } });
  for (const path of ['networks/shatar.net', 'networks/shatra.net', 'networks/shatra.net']) assert.equal(early.engine.addFile(fileBeside(path)), true);
  const found = await early.ask('bestmove', 'go depth 2', 'stop');
  assert.deepEqual([missing(found), early.wanted], [[], []]);
});

test('a search that waits for its network hears the host, and gives up when it is stopped', async () => {
  let arrive;
  const arrivals = new Promise((resolve) => { arrive = resolve; });
  const host = new Host({
    find: async (path) => {
      if (path === 'networks/shatra.net') await arrivals;
      return fileBeside(path);
    },
  });
  await host.ask('readyok', 'isready');
  assert.deepEqual(await host.ask('readyok', 'position startpos', 'go infinite', 'isready'), ['readyok']);
  const given = await host.ask('bestmove', 'stop');
  assert.equal(missing(given).length, 1);
  // The game is changed while the network of the first is on the way.
  const other = await host.ask('bestmove', 'setoption name UCI_Variant value shatar', 'position startpos', 'go depth 2');
  assert.deepEqual(missing(other), []);
  host.send('setoption name UCI_Variant value shatra', 'position startpos', 'go depth 2');
  arrive();
  assert.deepEqual(missing(await host.until('bestmove')), []);
});

test('a search that waits for its network is of the position for which it was asked', async () => {
  let arrive;
  const arrivals = new Promise((resolve) => { arrive = resolve; });
  const host = new Host({ find: async (path) => { await arrivals; return fileBeside(path); } });
  const start = (await host.ask('turns', 'position startpos', 'state')).at(-1).split(' ').slice(2).map((turn) => turn.split('/')[0]);
  host.send('go depth 2', 'position fen 9/1/5QK/7/7/3S3/k4S1/7/1/4S4 w');
  await host.ask('readyok', 'isready');
  arrive();
  const [, best] = (await host.until('bestmove')).at(-1).split(' ');
  assert.ok(start.includes(best), best);
  // The next one is of the other position.
  const later = await host.ask('bestmove', 'go depth 6');
  assert.ok(later.some((line) => line.includes(' score mate ')), later.join('\n'));
});

test('a question during a search leaves the files that have come to the next one', async () => {
  const host = new Host();
  await host.ask('info depth 4', 'position startpos', 'go infinite');
  for (const path of ['networks/shatar.net', 'tables/shatra.tables']) assert.equal(host.engine.addFile(fileBeside(path)), true);
  await host.ask('For the side to move', 'eval');
  assert.match((await host.ask('bestmove', 'stop')).at(-1), /^bestmove [a-g]\d/);
});

test('tables that are handed over tell what the program tells', async () => {
  const host = new Host();
  const lines = ['setoption name MultiPV value 40', FEW_MEN, 'go depth 5'];
  const native = execFileSync(PROGRAM, { input: [...lines, 'wait', 'quit'].join('\n'), encoding: 'utf8' }).split('\n');
  const own = await host.ask('bestmove', ...lines);
  const told = (all) => all.filter((line) => / pv /.test(line)).map((line) => line.replace(/ (nps|time) \d+/g, ''));
  const isExact = (all) => told(all).length > 10 && told(all).every((line) => / tbhits [1-9]/.test(line));
  assert.ok(isExact(own), own.join('\n'));
  assert.deepEqual(told(own), told(native));
  assert.deepEqual(host.wanted, ['networks/shatra.net', 'tables/shatra.tables']);
  // The tables of another game and none at all leave the search as it was.
  const without = new Host({ find: (path) => (path.startsWith('tables/') ? NOTHING : fileBeside(path)) });
  assert.equal(without.engine.addFile(fileBeside('tables/shatranj.tables')), true);
  const searched = await without.ask('bestmove', ...lines);
  assert.ok(!isExact(searched), searched.join('\n'));
  for (const bytes of [damaged(fileBeside('tables/shatra.tables'), 5000), fileBeside('tables/shatra.tables').subarray(0, 70_000), Buffer.from('<!doctype html>')]) {
    assert.equal(without.engine.addFile(bytes), false);
  }
  assert.equal(without.engine.addFile(fileBeside('tables/shatra.tables')), true);
  const exact = await without.ask('bestmove', ...lines);
  assert.ok(isExact(exact), exact.join('\n'));
});

test('an annotation gets the network of its game', async () => {
  const host = new Host();
  const game = { variant: 'shatranj', turns: [{ turn: 'e2e3' }] };
  const answers = await host.ask('annotated', `annotate ${JSON.stringify({ game, nodes: 2000 })}`);
  assert.deepEqual([missing(answers), host.wanted], [[], ['networks/shatranj.net']]);
});
