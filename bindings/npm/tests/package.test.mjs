/** The package in node: rules of every game, and what may go wrong with an engine. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { BatyrError, Engine, load } from 'batyr';

const rules = await load();

/** Plays the turns of random games, always the same ones. */
function* randomGame(variant, most) {
  let game = rules.game({ variant });
  for (let seed = 7, ply = 0; ply < most; ply += 1) {
    const { result, turns } = rules.state(game);
    yield { game, result, turns };
    if (result !== '*') return;
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    game = rules.play(game, turns[seed % turns.length].text);
  }
}

test('the rules of every game lead to positions and files and back', () => {
  assert.equal(rules.variants.length, 7);
  for (const variant of rules.variants) {
    let last;
    for (const { game, turns } of randomGame(variant, 20)) {
      last = game;
      const spn = rules.toSpn(game);
      const again = rules.fromSpn(spn, variant);
      assert.equal(rules.toSpn(again), spn);
      assert.deepEqual(rules.legalTurns(again).map(({ text }) => text), turns.map(({ text }) => text));
      if (turns.length > 0) assert.equal(rules.why(game, turns[0].text), null);
    }
    const [read] = rules.fromSgn(rules.toSgn({ ...last, tags: { White: 'Тана' } }));
    assert.deepEqual([read.variant, read.turns, read.tags.White, read.faults], [variant, last.turns, 'Тана', []]);
  }
});

test('a file of several games keeps its comments', () => {
  const text = '[White "Tana"]\n\n1. 54-32 {ж} *\n\n[White "Aidar"]\n\n1. 54-32 9-25 1-0\n';
  const games = rules.fromSgn(text, 'shatra-original');
  assert.deepEqual(games.map(({ tags, turns }) => [tags.White, turns.length]), [['Tana', 1], ['Aidar', 2]]);
  assert.match(rules.toSgn(games[0]), /\{ж\}/);
  assert.match(rules.fromSgn('1. 54-32 1-2 *', 'shatra')[0].faults.join(), /not legal|54-32/);
});

test('what is refused is an error with a sentence', () => {
  const errors = [
    [() => rules.fromSpn('hello'), /groups, expected 10/],
    [() => rules.state({ turns: ['d9-d6'] }), /no man stands on d9.*expected a legal turn such as.*…$/],
    [() => rules.play({}, 'xyz'), /expected a square/],
    [() => rules.play({}, 'a5-a6\nquit'), /refused/],
    [() => rules.state({ start: 'startpos moves a5-a6' }), /refused/],
    [() => rules.state({ variant: 'chess' }), /UCI_Variant/],
    [() => rules.fromSgn('hello'), /hello/],
  ];
  for (const [call, sentence] of errors) assert.throws(call, (error) => error instanceof BatyrError && sentence.test(error.message), String(call));
  assert.equal(rules.legalTurns().length, 154);
  assert.deepEqual(rules.fromSgn(''), []);
});

const collect = async (iterator, most) => {
  const all = [];
  for await (const analysis of iterator) {
    all.push(analysis);
    if (all.length === most) break;
  }
  return all;
};

test('two engines search side by side, and one of them in turn', async () => {
  const [one, other] = [new Engine(), new Engine({ hash: 4 })];
  const [depths, first, second] = await Promise.all([
    collect(one.analyse({}, { depth: 4, lines: 2 })), other.bestTurn({ variant: 'shatar' }, { nodes: 2000 }), other.bestTurn({}, { nodes: 2000, elo: 1200 }),
  ]);
  assert.equal(depths.at(-1).depth, 4);
  assert.equal(depths.at(-1).lines.length, 2);
  assert.match(first.turn, /^[a-h]\d[a-h]\d$/);
  assert.ok(rules.legalTurns().some(({ text }) => text === second.turn));
  one.close();
  other.close();
});

test('scores are those of White', async () => {
  const engine = new Engine();
  const { line } = await engine.bestTurn({ start: '9/1/K6/7/3s3/7/7/k6/Q/9 b' }, { depth: 4 });
  const [analysis] = await collect(engine.analyse({ start: '9/1/K6/7/3s3/7/7/k6/Q/9 b' }, { depth: 4 }), 1);
  assert.ok(line.score.value > 0 && analysis.lines[0].score.value > 0);
  engine.close();
});

test('an abort is heard at once, before the search, in the queue and during it', async () => {
  const engine = new Engine();
  const gone = AbortSignal.abort(new Error('gone'));
  await assert.rejects(engine.bestTurn({}, { signal: gone }), /gone/);
  await assert.rejects(collect(engine.analyse({}, { signal: gone })), /gone/);
  const [running, waiting] = [new AbortController(), new AbortController()];
  const endless = engine.analyse({}, { signal: running.signal });
  await endless.next();
  await assert.rejects(engine.bestTurn(), /without a limit/);
  running.abort();
  const begun = performance.now();
  await assert.rejects(endless.next(), { name: 'AbortError' });
  assert.ok(performance.now() - begun < 100);
  const [long, queued] = [engine.bestTurn({}, { movetime: 400 }), engine.bestTurn({}, { signal: waiting.signal })];
  waiting.abort();
  await assert.rejects(queued, { name: 'AbortError' });
  assert.ok((await long).turn !== null);
  // A step that is waited for ends with the loop.
  const other = engine.analyse();
  await other.next();
  const pending = (async () => { for (;;) if ((await other.next()).done) return 'done'; })();
  await other.return();
  assert.equal(await pending, 'done');
  engine.close();
  await assert.rejects(engine.bestTurn(), /closed/);
});

test('a game that is over has no turn, and its analysis ends', async () => {
  const engine = new Engine();
  const over = { start: '9/1/K6/7/3S3/2k4/7/7/1/9 w', turns: ['d7:f9'] };
  assert.deepEqual(await engine.bestTurn(over), { turn: null, ponder: null, line: null });
  assert.deepEqual(await collect(engine.analyse(over)), []);
  engine.close();
});

test('a refused search is an error, and the next one is searched', async () => {
  const engine = new Engine();
  await assert.rejects(engine.bestTurn({ start: 'hello' }), /groups, expected 10/);
  await assert.rejects(engine.bestTurn({}, { level: 99 }), /Skill Level, expected a whole number/);
  await assert.rejects(engine.bestTurn({ turns: ['d9-d6'] }), /no man stands on d9/);
  assert.ok((await engine.bestTurn({}, { depth: 1 })).turn !== null);
  engine.close();
});

test('a module that is not there is an error, and may be there later', async () => {
  let isThere = false;
  const server = createServer((_, answer) => answer.writeHead(isThere ? 200 : 404).end(isThere ? readFileSync('node_modules/batyr/batyr.wasm') : ''));
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const engine = new Engine({ wasm: `http://127.0.0.1:${server.address().port}/` });
  await assert.rejects(engine.bestTurn({}, { depth: 1 }), /can't be loaded from http.*404/);
  isThere = true;
  assert.ok((await engine.bestTurn({}, { depth: 1 })).turn !== null);
  engine.close();
  server.closeAllConnections();
  await new Promise((resolve) => { server.close(resolve); });
  await assert.rejects(new Engine({ wasm: new Uint8Array(8) }).bestTurn(), BatyrError);
});

test('the board can be imported where there are no elements', async () => {
  assert.equal(typeof (await import('batyr/board')).BatyrBoard, 'function');
});
