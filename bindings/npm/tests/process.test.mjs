/** Programs of node that search: a search that is awaited keeps them running, an engine that does nothing does not. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

/** Runs a program, which must end by itself, and returns what it prints. */
const printed = (program) => execFileSync(process.execPath, ['--input-type=module', '--eval', `import { Engine } from 'batyr';\nconst engine = new Engine();\n${program}`], { encoding: 'utf8', timeout: 15_000 }).trim();

test('a program ends after its last search, without close', () => {
  assert.match(printed('console.log((await engine.bestTurn({}, { depth: 2 })).turn);'), /^[a-g]\d/);
});

test('a search that is awaited keeps the program running', () => {
  assert.match(printed('engine.bestTurn({}, { movetime: 1500 }).then(({ turn }) => console.log(turn));'), /^[a-g]\d/);
  assert.equal(printed('let last; for await (const { depth } of engine.analyse({}, { depth: 3 })) last = depth; console.log(last);'), '3');
});

test('searches that wait in the queue keep the program running', () => {
  const program = 'for (const movetime of [200, 300]) engine.bestTurn({}, { movetime }).then(() => console.log(movetime));';
  assert.deepEqual(printed(program).split('\n'), ['200', '300']);
});

test('a program ends after a search that was given up', () => {
  assert.equal(printed('for await (const { depth } of engine.analyse()) if (depth > 1) break; console.log("left");'), 'left');
  assert.equal(printed('await engine.bestTurn({}, { movetime: 60_000, signal: AbortSignal.timeout(300) }).catch(({ name }) => console.log(name));'), 'TimeoutError');
});
