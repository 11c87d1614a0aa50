/** The examples of README.md do what it says: what follows `//>` is what they print. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';

const text = readFileSync('node_modules/batyr/README.md', 'utf8');
const blocks = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, block]) => block);

test('there are examples', () => assert.ok(blocks.length >= 2));

blocks.forEach((block, index) => test(`example ${index + 1}`, () => {
  const expected = [...block.matchAll(/\/\/> (.*)$/gm)].map(([, line]) => line);
  assert.ok(expected.length > 3);
  const file = `example-${index + 1}.mjs`;
  writeFileSync(file, block);
  // It ends by itself: nothing is left that keeps it running.
  const printed = execFileSync(process.execPath, [file], { encoding: 'utf8', timeout: 60_000 });
  assert.deepEqual(printed.trimEnd().split('\n'), expected);
}));

test('the page of README.md is the one in the package', () => {
  const [, page] = /^```html\n(.*?)^```$/ms.exec(text);
  assert.equal(page, readFileSync('node_modules/batyr/example.html', 'utf8'));
});
