/** What a program passes by mistake is refused, in a sentence that names it. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { BatyrError, Engine, load } from 'batyr';

const rules = await load();

/** Whether an error is one of the package that says this. */
const says = (sentence) => (error) => {
  assert.ok(error instanceof BatyrError, String(error));
  assert.match(error.message, sentence);
  return true;
};

test('a game that is no game is refused', () => {
  for (const [game, sentence] of [
    [{ varaint: 'shatar' }, /^field of a game "varaint" is not known, expected variant, start, turns/],
    ['shatra', /^a game is an object, found "shatra"$/],
    [null, /^a game is an object, found null$/],
    [['a5-a6'], /^a game is an object, found an array$/],
    [{ turns: 'a5-a6' }, /^turns "a5-a6", expected an array of turns$/],
    [{ turns: ['a5-a6', 3] }, /^turn 3, expected a text/],
    [{ start: 7 }, /^start 7, expected a position/],
    [{ variant: null }, /^variant null, expected the name of a game/],
  ]) {
    for (const call of [rules.game, rules.state, rules.legalTurns, rules.toSpn, rules.toSgn, (own) => rules.play(own, 'a5-a6'), (own) => rules.why(own, 'a5-a6')]) {
      assert.throws(() => call(game), says(sentence), JSON.stringify(game));
    }
  }
  // A game of a file is one, and what is undefined is missing.
  const [read] = rules.fromSgn('1. 54-32 *', 'shatra-original');
  assert.equal(rules.state(read).side, 'black');
  assert.equal(rules.game({ variant: undefined, start: undefined, turns: undefined }).variant, 'shatra');
});

test('what is no turn is refused', () => {
  for (const call of [rules.why, rules.play]) {
    assert.throws(() => call({}, 'a1-a2'), says(/^move "a1-a2": .*expected a square such as d4/));
    assert.throws(() => call({}, 'zz'), says(/^move "zz": .*expected a square such as d4/));
    assert.throws(() => call({}, ''), says(/^turn "", expected a text such as "a5-a6"$/));
    assert.throws(() => call({}), says(/^turn undefined, expected a text such as "a5-a6"$/));
    assert.throws(() => call({}, 'a5-a6 b5-b6'), says(/^turn refused: a5-a6 b5-b6, expected one word without spaces$/));
  }
  assert.throws(() => rules.fromSpn(7), says(/^start 7, expected a position/));
  assert.throws(() => rules.fromSgn(7), says(/^text 7, expected that of a file/));
});

test('options that are not known, and limits that are none, are refused', async () => {
  assert.throws(() => new Engine({ hsah: 16 }), says(/^option "hsah" is not known, expected hash, wasm, worker$/));
  await assert.rejects(load({ wsam: '' }), says(/^option "wsam" is not known, expected wasm$/));
  const engine = new Engine();
  const analysed = async (options) => { for await (const { depth } of engine.analyse({}, options)) return depth; };
  for (const [options, sentence] of [
    [{ movetim: 1 }, /^option "movetim" is not known, expected .*movetime/], [null, /^the options are an object, found null/], [{ depth: 0 }, /^depth 0, expected a whole number above 0$/],
    [{ nodes: 0 }, /^nodes 0/], [{ nodes: 1.5 }, /^nodes 1.5/], [{ movetime: 0 }, /^movetime 0, expected milliseconds above 0$/], [{ movetime: '5' }, /^movetime "5"/],
  ]) {
    await assert.rejects(engine.bestTurn({}, options), says(sentence));
    await assert.rejects(analysed(options), says(sentence));
  }
  await assert.rejects(engine.bestTurn({}, { clock: { white: 100 } }), says(/^clock: black undefined, expected milliseconds$/));
  await assert.rejects(engine.bestTurn({}, { clock: { white: 100, black: 100, winc: 1 } }), says(/^field of a clock "winc" is not known/));
  await assert.rejects(engine.bestTurn({}, { lines: 2 }), says(/^option "lines" is not known/));
  await assert.rejects(analysed({ level: 2 }), says(/^option "level" is not known/));
  await assert.rejects(engine.bestTurn('shatra'), says(/^a game is an object/));
  // A loop over a search that was refused ends.
  const refused = engine.analyse({ varaint: 'shatar' });
  await assert.rejects(refused.next(), says(/varaint/));
  assert.equal((await refused.next()).done, true);
  assert.ok((await engine.bestTurn({}, { movetime: 1.5, signal: undefined })).turn !== null);
  engine.close();
});

test('a page of HTML in place of the module is called that', async () => {
  const server = createServer((_, answer) => answer.writeHead(200, { 'Content-Type': 'text/html' }).end('\n<!doctype html><title>App</title>'));
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const engine = new Engine({ wasm: `http://127.0.0.1:${server.address().port}/batyr.wasm` });
  await assert.rejects(engine.bestTurn(), says(/batyr\.wasm: the host answers with a page of HTML.*optimizeDeps/));
  engine.close();
  server.closeAllConnections();
  await new Promise((resolve) => { server.close(resolve); });
});
