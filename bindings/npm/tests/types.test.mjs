/** What the types say of words and ranges is what the engine and its documents say. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Engine } from 'batyr';

const types = readFileSync('node_modules/batyr/index.d.ts', 'utf8');
const document = (name) => readFileSync(join(process.env.REPOSITORY, 'protocol', name), 'utf8');

/** The texts of a union type. */
const unionOf = (name) => {
  const [, union] = new RegExp(`^export type ${name} =\n?(.*?);$`, 'ms').exec(types);
  return [...union.replaceAll(/\/\/.*$/gm, '').matchAll(/'([\w-]+)'/g)].map(([, word]) => word).sort();
};

/** The words in the first column of a table, from one row on. */
function wordsOf(text, head) {
  const rows = text.slice(text.indexOf(head)).split('\n').slice(2);
  const own = rows.slice(0, rows.findIndex((row) => !row.startsWith('|')));
  return own.map((row) => [...row.split('|')[1].matchAll(/`([\w-]+)[^`]*`/g)].map(([, word]) => word));
}

test('the words are those of PROTOCOL.md and SGN.md', () => {
  const [shatra, others, ...why] = wordsOf(document('PROTOCOL.md'), '| words of `result`, then of `why`');
  assert.deepEqual(unionOf('EndReason'), [...shatra, ...others].sort());
  assert.deepEqual(unionOf('TurnFault'), why.flat().sort());
  const [, faults] = /A fault has [^.]*a `word`:([^.]*)\./.exec(document('SGN.md'));
  assert.deepEqual(unionOf('FileFault'), [...faults.matchAll(/`([\w-]+)`/g)].map(([, word]) => word).sort());
});

test('the ranges are those of the engine', async () => {
  const engine = new Engine();
  const written = (key) => new RegExp(`(\\d+) to (\\d+)[^/]*\\*/\n  readonly ${key}\\?`).exec(types).slice(1).join(' to ');
  for (const [key, value] of [['elo', 1], ['level', 99]]) {
    await assert.rejects(engine.bestTurn({}, { [key]: value }), ({ message }) => message.includes(`expected a whole number from ${written(key)}`) || assert.fail(message));
  }
  await assert.rejects((async () => { for await (const one of engine.analyse({}, { lines: 0 })) return one; })(), ({ message }) => message.includes(`from ${written('lines')}`) || assert.fail(message));
  await assert.rejects(new Engine({ hash: 1_000_000 }).bestTurn(), ({ message }) => message.includes(`from ${written('hash')}`) || assert.fail(message));
  engine.close();
});
